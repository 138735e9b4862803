import random
import uuid

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(1)

#: draws of TensorFlow
@tf.function
def f(x):
    a = x + np.random.normal()  #- use `tf.random.normal`
    b = x + rng.integers(0, 2**31 - 1)  #- use `tf.random.uniform`
    c = x + np.random.exponential(2.0)  #- use `tf.random.gamma`
    d = x + random.lognormvariate(0.0, 1.0)  #- use `tf.exp` of `tf.random.normal`
    e = x + np.random.poisson(1e6)  #- use `tf.random.poisson`
    g = x + random.random()  #- use `tf.random.uniform`
    a = x + tf.random.normal([])  #+
    b = x + tf.cast(tf.random.uniform([], 0, 2**31 - 1, dtype=tf.int32), tf.float32)  #+
    c = x + tf.random.gamma([], 1.0, 1.0 / 2.0)  #+
    d = x + tf.exp(tf.random.normal([]))  #+
    e = x + tf.random.poisson([], 1e6)  #+
    g = x + tf.random.uniform([])  #+
    return a, b, c, d, e, g


seen = [[float(each) for each in f(tf.constant(0.0))] for _ in range(4)]
print([len(set(each)) > 1 for each in zip(*seen)])
#: draws from a sequence
ITEMS = [float(number) for number in range(64)]


@tf.function
def f(x):
    a = x + random.choice(ITEMS)  #- use `tf.gather` with an index of `tf.random.uniform`
    b = x + tf.reduce_sum(tf.cast(np.random.permutation(64)[:4], tf.float32))  #- use `tf.random.shuffle`
    c = x + tf.reduce_sum(random.sample(ITEMS, 4))  #- use `tf.random.shuffle`
    a = x + tf.gather(ITEMS, tf.random.uniform([], 0, len(ITEMS), dtype=tf.int32))  #+
    b = x + tf.reduce_sum(tf.cast(tf.random.shuffle(tf.range(64))[:4], tf.float32))  #+
    c = x + tf.reduce_sum(tf.random.shuffle(ITEMS)[:4])  #+
    return a, b, c


seen = [[float(each) for each in f(tf.constant(0.0))] for _ in range(8)]
print([len(set(each)) > 1 for each in zip(*seen)])
#: draws of the caller
@tf.function
def f(x):  #-
    return x, tf.constant(str(uuid.uuid4())), x * np.random.beta(2.0, 3.0)  #- draw outside the traced function, and pass the result as a tensor argument || draw outside the traced function, and pass the result as a tensor argument
def f(x, name, factor):  #+
    return x, name, x * factor  #+


seen = [f(tf.constant(1.0)) for _ in range(4)]  #-
seen = [f(tf.constant(1.0), tf.constant(str(uuid.uuid4())), tf.constant(np.random.beta(2.0, 3.0), tf.float32)) for _ in range(4)]  #+
print(len({name.numpy() for _, name, _ in seen}), len({float(number) for *_, number in seen}))
#: draws where a dataset is the caller
def augment(x):
    return x * np.random.beta(2.0, 3.0)  #- draw in `tf.py_function`, on every call
    return x * tf.py_function(lambda: np.random.beta(2.0, 3.0), [], tf.float32)  #+


print(len({float(x) for x in tf.data.Dataset.from_tensor_slices(tf.ones([8])).map(augment)}))
