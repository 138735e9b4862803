import functools

import keras
import tensorflow as tf

#: range
@tf.function
def f(x, n):
    y = tf.ones_like(x)
    for _ in range(n):  #- loop over `tf.range(n)`
    for _ in tf.range(n):  #+
        y = y * x
    return y


for n in (20, 40, 60):
    print(float(f(tf.constant(1.0), n)))  #-
    print(float(f(tf.constant(1.0), tf.constant(n))))  #+
#: a list
@tf.function
def f(frames):
    result = tf.constant(0.0)
    for frame in frames:  #- loop over a tensor, such as `tf.stack(frames)`, or over a `tf.data.Dataset`
    for frame in tf.stack(frames):  #+
        result += tf.reduce_mean(frame)
    return result


print(float(f([tf.ones([2, 2])] * 40)))
#: while
@tf.function
def f(x, n):
    i = 0  #-
    i = tf.constant(0)  #+
    while i < n:  #- start with a tensor, so that `i < n` is a tensor
    while i < n:  #+
        x = x * 1.5
        i += 1
    return x


print(float(f(tf.constant(1.0), 20)))
#: a comprehension
@tf.function
def f(x, n):
    return tf.add_n([tf.sqrt(x) * float(i) for i in range(n)])  #- use `tf.map_fn` or `tf.vectorized_map`
    return tf.reduce_sum(tf.map_fn(lambda i: tf.sqrt(x) * i, tf.range(n, dtype=tf.float32)))  #+


print(float(f(tf.constant(4.0), 20)))
#: a function that is called for each element
@tf.function
def f(x):
    return functools.reduce(lambda total, rate: total * x + rate, [0.5] * 40, x)  #- use `tf.foldl`
    return tf.foldl(lambda total, rate: total * x + rate, tf.constant([0.5] * 40), x)  #+


print(float(f(tf.constant(0.5))))
#: without AutoGraph
class Power(keras.layers.Layer):
    def call(self, x):
        for _ in range(40):  #- use `tf.while_loop`, `tf.foldl` or `tf.map_fn`
            x = x * 1.5  #-
        _, x = tf.while_loop(lambda i, _: i < 40, lambda i, x: (i + 1, x * 1.5), (0, x))  #+
        return x


power = Power()
run = tf.function(power)
print([float(run(tf.constant(value))) for value in (1.0, 2.0)])
