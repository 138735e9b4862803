import pprint
import sys
import traceback

import tensorflow as tf

#: printing
@tf.function
def f(x):
    y = x * 2.0
    print("step")  #- use `tf.print`
    sys.stdout.write("done\n")  #- use `tf.print`
    tf.print("step", output_stream=sys.stdout)  #+
    tf.print("done", output_stream=sys.stdout)  #+
    return y


for value in (1.0, 2.0):
    f(tf.constant(value))
#: printing values | changes
@tf.function
def f(x):
    y = x * 2.0
    print("y is", y)  #- use `tf.print`
    pprint.pprint(y)  #- use `tf.print`
    tf.print("y is", y, output_stream=sys.stdout)  #+
    tf.print(y, output_stream=sys.stdout)  #+
    return y


for value in (1.0, 2.0):
    f(tf.constant(value))
#: more than a text
@tf.function
def f(x):
    traceback.print_stack(file=sys.stderr, limit=0)  #- call it in `tf.py_function`, or outside the traced function
    tf.py_function(lambda: traceback.print_stack(file=sys.stderr, limit=0), [], [])  #+
    return x * 2.0


for value in (1.0, 2.0):
    print(float(f(tf.constant(value))))
#: where no operation runs
@tf.function
def f(x):
    with tf.init_scope():  #-
        print("lifted")  #- print outside the traced function
    return x * 2.0


@tf.function(jit_compile=True)
def compiled(x):
    print("compiled")  #- print outside the traced function
    return x * 2.0


for value in (1.0, 2.0):
    print("lifted")  #+
    f(tf.constant(value))
    print("compiled")  #+
    compiled(tf.constant(value))
