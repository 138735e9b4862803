import numpy as np
import tensorflow as tf

#: cast where it is used
@tf.function
def scaled(x, factors):
    y = x * factors  #- use `tf.cast(factors, tf.float32)`, or pass an array of that dtype
    y = x * tf.cast(factors, tf.float32)  #+
    return tf.reduce_sum(y)


for value in (1.0, 2.0, 3.0):
    print(float(scaled(tf.constant([value, 1.0]), np.array([0.5, 2.0]))))
#: an array of that dtype
@tf.function
def scaled(x, factors):
    return tf.reduce_sum(x * factors)  #- use `tf.cast(factors, tf.float32)`, or pass an array of that dtype
    return tf.reduce_sum(x * factors)  #+


for value in (1.0, 2.0, 3.0):
    print(float(scaled(tf.constant([value, 1.0]), np.array([0.5, 2.0]))))  #-
    print(float(scaled(tf.constant([value, 1.0]), np.array([0.5, 2.0], np.float32))))  #+
#: a variable
mean = tf.Variable([0.0, 0.0])


@tf.function
def update(batch):
    mean.assign_add(batch)  #- use `tf.cast(batch, tf.float32)`, or pass an array of that dtype
    mean.assign_add(tf.cast(batch, tf.float32))  #+
    return tf.reduce_sum(mean)


for value in (1.0, 2.0, 3.0):
    print(float(update(np.array([value, 1.0]))))
