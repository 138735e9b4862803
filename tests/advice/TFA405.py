import numpy as np
import tensorflow as tf

#: shapes
@tf.function  #-
@tf.function(reduce_retracing=True)  #+
def total(x):
    return tf.reduce_sum(x)


@tf.function  #-
@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])  #+
def mean(x):
    return tf.reduce_mean(x)


for size in range(1, 8):
    print(float(total(tf.ones([size]))))  #- set `input_signature` or `reduce_retracing=True`
    print(float(mean(tf.ones([size]))))  #- set `input_signature` or `reduce_retracing=True`
    print(float(total(tf.ones([size]))))  #+
    print(float(mean(tf.ones([size]))))  #+
#: dtypes
@tf.function
def double(x):
    return x + x


print(float(double(tf.constant(1.0))))
print(float(double(tf.constant(1, tf.float64))))  #- cast `x` to one dtype before the call
print(float(double(tf.cast(tf.constant(1, tf.float64), tf.float32))))  #+
