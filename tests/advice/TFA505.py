import functools

import tensorflow as tf

#: attributes
class Model(tf.Module):
    def __init__(self):
        super().__init__()
        self.last = None
        self.mean = None  #-
        self.mean = tf.Variable(0.0)  #+

    @tf.function
    def compute(self, x):
        self.last = x * 2.0  #- return the tensor, or keep it in a `tf.Variable`
        self.mean = x * 3.0  #- return the tensor, or keep it in a `tf.Variable`
        self.mean.assign(x * 3.0)  #+
        return x + 1.0  #-
        return x + 1.0, x * 2.0  #+


model = Model()
for value in (1.0, 2.0, 3.0):
    y = model.compute(tf.constant(value))  #-
    y, model.last = model.compute(tf.constant(value))  #+
    print(float(y), float(model.last), float(model.mean))
#: caches
tables = {}


def table(size):
    if size not in tables:
        with tf.init_scope():  #+
            tables[size] = tf.range(size) * 2  #+
        tables[size] = tf.range(size) * 2  #- cache Python or NumPy values, or create the tensor under `tf.init_scope`
    return tables[size]


@functools.lru_cache(maxsize=None)
def cached(size):
    return tf.range(size) * 3  #- cache Python or NumPy values, or create the tensor under `tf.init_scope`
    return [number * 3 for number in range(size)]  #+


@tf.function
def f(x):
    return tf.reduce_sum(table(4)) + tf.reduce_sum(cached(4)) + x


for value in (tf.constant(1), tf.constant([1, 2]), tf.constant([1, 2, 3])):
    print(f(value).numpy().tolist())  # TFA405
