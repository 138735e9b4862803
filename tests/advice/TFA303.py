import numpy as np
import tensorflow as tf

#: namesakes
@tf.function
def f(x):
    a = tf.zeros([]) + np.sum(np.sqrt(x))  #- use `tf.sqrt`
    b = tf.zeros([]) + np.mean(np.exp(-x))  #- use `tf.exp`
    c = tf.zeros([]) + np.dot(x, x)  #- use `tf.tensordot(..., axes=1)`
    d = tf.constant(np.stack([x, x]))  #- use `tf.stack`
    e = tf.constant(np.array(x)) + np.log(x)  #- use `tf.convert_to_tensor` || use `tf.math.log`
    a = tf.zeros([]) + tf.reduce_sum(tf.sqrt(x))  #+
    b = tf.zeros([]) + tf.reduce_mean(tf.exp(-x))  #+
    c = tf.zeros([]) + tf.tensordot(x, x, axes=1)  #+
    d = tf.stack([x, x])  #+
    e = tf.convert_to_tensor(x) + tf.math.log(x)  #+
    return [tf.reduce_sum(each) for each in (a, b, c, d, e)]


for value in (1.0, 4.0):
    print([round(float(each), 4) for each in f(tf.constant([value, 9.0]))])
#: what has no namesake
@tf.function
def f(x):
    a = tf.constant(np.median(x))  #- use TensorFlow operations, or run this code in `tf.numpy_function`
    b = tf.constant(np.logaddexp(x, 0.0))  #- use TensorFlow operations, or run this code in `tf.numpy_function`
    a = tf.numpy_function(np.median, [x], tf.float32)  #+
    b = tf.nn.softplus(x)  #+
    return a, b


for value in (1.0, 4.0):
    print([np.round(each.numpy(), 4).tolist() for each in f(tf.constant([value, 9.0, 3.0]))])
