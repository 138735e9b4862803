import math

import keras
import numpy as np
import tensorflow as tf

OPEN = [tf.TensorSpec([None, 3], tf.float32)]

#: arithmetic
@tf.function(input_signature=OPEN)
def f(x):
    y = tf.py_function(lambda each: each[:1], [x], tf.float32)
    a = tf.range(10)[x.shape[0] * 2]  #- use `tf.shape(x)[0]`
    b = tf.reduce_sum(x) / x.shape[0]  #- use `tf.cast(tf.shape(x)[0], tf.reduce_sum(x).dtype)`
    c = tf.zeros([]) + y.shape[0] * 0.5  #- use `tf.cast(tf.shape(y)[0], tf.float32)`
    d = tf.zeros([]) + x.get_shape()[0] / 2  #- use `tf.cast(tf.shape(x)[0], tf.float32)`
    e = tf.constant(1) + x.shape.as_list()[0]  #- use `tf.shape(x)[0]`
    rows, columns = x.shape
    g = tf.zeros([]) + rows * columns  #- use `tf.shape(x)[0]`
    a = tf.range(10)[tf.shape(x)[0] * 2]  #+
    b = tf.reduce_sum(x) / tf.cast(tf.shape(x)[0], tf.reduce_sum(x).dtype)  #+
    c = tf.zeros([]) + tf.cast(tf.shape(y)[0], tf.float32) * 0.5  #+
    d = tf.zeros([]) + tf.cast(tf.shape(x)[0], tf.float32) / 2  #+
    e = tf.constant(1) + tf.shape(x)[0]  #+
    g = tf.zeros([]) + tf.cast(tf.shape(x)[0] * columns, tf.float32)  #+
    return a, b, c, d, e, g


print([[float(each) for each in f(tf.ones([length, 3]))] for length in (1, 2, 4)])
#: conditions
@tf.function(input_signature=OPEN)
def f(x):
    a = 1.0 if x.shape[0] > 1 else 2.0  #- use `tf.shape(x)[0]`
    b = 1.0 if x.shape[0] == 2 else 2.0  #- use `tf.shape(x)[0]`
    c = 1.0 if x.shape[0] else 2.0  #- write `tf.shape(x)[0] > 0`
    d = 1.0 if x.shape == (4, 3) else 2.0  #- use `tf.reduce_all(tf.shape(x) == (4, 3))`
    e = 1.0 if x.shape[0] in (1, 4) else 2.0  #- use `tf.reduce_any(tf.equal(tf.shape(x)[0], (1, 4)))`
    a = 1.0 if tf.shape(x)[0] > 1 else 2.0  #+
    b = 1.0 if tf.shape(x)[0] == 2 else 2.0  #+
    c = 1.0 if tf.shape(x)[0] > 0 else 2.0  #+
    d = 1.0 if tf.reduce_all(tf.shape(x) == (4, 3)) else 2.0  #+
    e = 1.0 if tf.reduce_any(tf.equal(tf.shape(x)[0], (1, 4))) else 2.0  #+
    return a, b, c, d, e


print([[float(each) for each in f(tf.ones([length, 3]))] for length in (0, 1, 2, 4)])
#: conditions without AutoGraph
@tf.function(input_signature=OPEN, autograph=False)
def f(x):
    a = 1.0 if x.shape[0] > 1 else 2.0  #- decide with `tf.cond` on `tf.shape(x)[0]`
    b = 1.0 if x.shape[0] else 2.0  #- decide with `tf.cond` on `tf.shape(x)[0]`
    a = tf.cond(tf.shape(x)[0] > 1, lambda: 1.0, lambda: 2.0)  #+
    b = tf.cond(tf.shape(x)[0] > 0, lambda: 1.0, lambda: 2.0)  #+
    for i in range(x.shape[0]):  #- use `tf.map_fn`, `tf.foldl` or `tf.scan`, since the length is known only when the graph runs
        b += x[i, 0]  #-
    b = tf.foldl(lambda total, row: total + row[0], x, b)  #+
    return tf.stack([a, b])


print([f(tf.ones([length, 3])).numpy().tolist() for length in (0, 1, 2)])
#: functions
@tf.function(input_signature=OPEN)
def f(x):
    a = tf.reduce_sum(tf.ones([x.shape[0], 2]))  #- use `tf.shape(x)[0]`
    b = tf.reduce_sum(tf.ones(x.shape))  #- use `tf.shape(x)`
    c = tf.zeros([]) + np.prod(x.shape)  #- use `tf.size(x)`
    d = tf.zeros([]) + math.sqrt(x.shape[0])  #- use `tf.sqrt(tf.cast(tf.shape(x)[0], tf.float32))`
    e = tf.constant(1) + int(x.shape[0])  #- use `tf.shape(x)[0]` without `int`
    g = tf.constant(1.0) * float(x.shape[0])  #- use `tf.cast(tf.shape(x)[0], tf.float32)`
    h = tf.constant(1) + max(x.shape[0], 3)  #- use `tf.maximum` with `tf.shape(x)[0]`
    k = tf.reduce_sum(np.zeros([x.shape[0], 2]) + 1.0)  #- use `tf.zeros` with `tf.shape(x)[0]`
    a = tf.reduce_sum(tf.ones([tf.shape(x)[0], 2]))  #+
    b = tf.reduce_sum(tf.ones(tf.shape(x)))  #+
    c = tf.zeros([]) + tf.cast(tf.size(x), tf.float32)  #+
    d = tf.zeros([]) + tf.sqrt(tf.cast(tf.shape(x)[0], tf.float32))  #+
    e = tf.constant(1) + tf.shape(x)[0]  #+
    g = tf.constant(1.0) * tf.cast(tf.shape(x)[0], tf.float32)  #+
    h = tf.constant(1) + tf.maximum(tf.shape(x)[0], 3)  #+
    k = tf.reduce_sum(tf.zeros([tf.shape(x)[0], 2]) + 1.0)  #+
    total = tf.zeros([])
    for i in range(x.shape[0]):  #- use `tf.range` with `tf.shape(x)[0]`
    for i in tf.range(tf.shape(x)[0]):  #+
        total += x[i, 0]
    return a, b, c, d, e, g, h, k, total


print([[float(each) for each in f(tf.ones([length, 3]))] for length in (1, 4)])
#: Keras
class Noise(keras.Layer):
    def call(self, x):
        noise = tf.zeros([x.shape[0], 1]) + keras.ops.zeros((x.shape[0], 1))  #- use `tf.shape(x)[0]` || use `tf.shape(x)[0]`
        noise = tf.zeros([tf.shape(x)[0], 1]) + keras.ops.zeros((tf.shape(x)[0], 1))  #+
        return tf.reshape(x, [x.shape[0], -1]) + noise  #- use `tf.shape(x)[0]`
        return tf.reshape(x, [tf.shape(x)[0], -1]) + noise  #+


noise = Noise()
run = tf.function(noise, input_signature=OPEN)
print([run(tf.ones([length, 3])).numpy().tolist() for length in (1, 2)])
