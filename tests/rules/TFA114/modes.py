"""Attributes of a thread's state that need not be there."""

import contextlib
import threading

import tensorflow as tf

_local = threading.local()


@contextlib.contextmanager
def inference():
    _local.training = False
    try:
        yield
    finally:
        _local.training = True


def is_training():
    return getattr(_local, "training", True)
#~         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA114 an attribute is read once, at trace time, and changes later


@tf.function
def forward(x):
    return x + 0.25 if is_training() else x


def run():
    for _ in range(2):
        forward(tf.constant(1.0))
        with inference():
            forward(tf.constant(1.0))


run()
