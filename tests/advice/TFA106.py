import sys

import tensorflow as tf

#: inside tf.print | changes
@tf.function
def f(x):
    y = tf.square(x)
    tf.print(f"y is {y}", output_stream=sys.stdout)  #- pass `y` to `tf.print` as a separate argument
    tf.print("y is", y, output_stream=sys.stdout)  #+
    return y


for value in (1.0, 2.0):
    f(tf.constant(value))
#: a string | changes
@tf.function
def f(x):
    y = tf.square(x)
    return tf.constant("y=" + str(y))  #- use `tf.strings.format`, or format outside the traced function
    return tf.strings.format("y={}", y)  #+


@tf.function
def g(x):
    y = tf.square(x)
    return y, "%s!" % y  #- use `tf.strings.format`, or format outside the traced function
    return y  #+


for value in (1.0, 2.0):
    print(f(tf.constant(value)).numpy(), g(tf.constant(value))[1].numpy())  #-
    print(f(tf.constant(value)).numpy(), f"{g(tf.constant(value)).numpy()}!")  #+
