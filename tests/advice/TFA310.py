import tensorflow as tf

#: without the argument
@tf.function
def root(x):
    y = tf.sqrt(x, tf.float32)  #- remove the argument, or use a function that takes it
    y = tf.sqrt(x)  #+
    return y


for value in (1.0, 4.0, 9.0):
    print(float(root(tf.constant(value))))
