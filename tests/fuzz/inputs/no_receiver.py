"""Methods without a parameter for their object."""

import tensorflow as tf


def step(x):
    return x + 1


class Net:
    def __init__():
        run = tf.function(step)

    @tf.function
    def call():
        return 1

    def __call__(*args):
        return tf.function(step)(args[1])


Net()
Net.call()
