"""Code that is harmless beside code that is not."""

import random

import tensorflow as tf

log = []
verbose = True


@tf.function
def step(x):
    if tf.executing_eagerly():
        print("eager", x)
    if not tf.executing_eagerly() and isinstance(x, tf.Tensor):
        print("graph")
    tf.py_function(lambda v: log.append(v), [x], [])
    with tf.init_scope():
        print("outside")
    local = []
    local.append(x)
    table = {}
    table["x"] = x
    table.update(y=x)
    local += [x]
    if verbose and not local == []:
        log.append(local)
    return table["x"]


@tf.autograph.experimental.do_not_convert
def plain(x):
    return x + random.random()


@tf.function
def calls_plain(x):
    return plain(x)


def eager(x):
    print(x)
    log.append(x)
    return x if x > 0 else -x


@tf.function(autograph=False)
def unconverted(x):
    if x > 0:
        return x
    return -x
