"""Functions that are set on a namespace, by an assignment and by `setattr`."""

import types

import tensorflow as tf


def first(x):
    print("first")
#~  ^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    return x


def second(x):
    print("second")
#~  ^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    return x


ASSIGNED = types.SimpleNamespace()
ASSIGNED.run = first
BY_NAME = types.SimpleNamespace()
setattr(BY_NAME, "run", second)


@tf.function
def runs(x):
    return ASSIGNED.run(x) + BY_NAME.run(x)
