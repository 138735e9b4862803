import tensorflow as tf

#: tensors and variables
rate = tf.Variable(0.5)


@tf.function
def f(x):
    norm = tf.norm(x)
    if norm.numpy() > 1.0:  #- leave `.numpy()` out, since operations accept `norm` itself, or run this code in `tf.py_function`
    if norm > 1.0:  #+
        x = x / norm
    x = x * rate.numpy()  #- leave `.numpy()` out, since operations accept `rate` itself, or run this code in `tf.py_function`
    x = x * rate  #+
    return tf.reduce_sum(x)


for value in (0.5, 3.0):
    print(float(f(tf.constant([value, 0.0]))))
#: Python that needs the value
@tf.function
def f(x):
    return tf.constant(f"{x.numpy():.1f}")  #- leave `.numpy()` out, since operations accept `x` itself, or run this code in `tf.py_function`
    return tf.py_function(lambda x: tf.constant(f"{x.numpy():.1f}"), [x], tf.string)  #+


for value in (0.5, 3.0):
    print(f(tf.constant(value)).numpy())
#: an array of the caller
import numpy as np


@tf.function
def f(y):
    return tf.cast(y.mean(), tf.float32)  #- call the function of TensorFlow that computes it, or this method on the array before the call
    return tf.cast(tf.reduce_mean(y), tf.float32)  #+


for value in (0.5, 3.0):
    print(float(f(np.full([4], value))))
