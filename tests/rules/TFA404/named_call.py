"""A plain function may be named like the method of a Keras layer."""

import tensorflow as tf


class Settings:
    def __init__(self, gain):
        self.gain = gain


@tf.function
def call(settings, x):
    return x * settings.gain


def main(x):
    for _ in range(10):
        call(Settings(2.0), x)
#~      ^^^^^^^^^^^^^^^^^^^^^^ TFA404 each new `Settings` instance passed to `call` triggers a retrace


main(tf.constant(1.0))
