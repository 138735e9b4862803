"""Variables and layers that are made at the first call."""

import tensorflow as tf


class Lazy(tf.Module):
    def __init__(self):
        super().__init__()
        self.weight = None
        self.is_built = False
        self.cache = {}

    @tf.function
    def __call__(self, x):
        if self.weight is None:
            self.weight = tf.Variable(tf.ones([3]))
        if not self.is_built:
            self.is_built = True
            print("built")
        return x * self.weight

    @tf.function
    def careless(self, x):
        self.cache["x"] = x
        bias = tf.Variable(1.0)
        return x + bias


def make():
    return tf.Variable(2.0)


@tf.function
def scaled(x):
    v = make()
    return x * v


lazy = Lazy()
lazy(tf.ones([3]))
