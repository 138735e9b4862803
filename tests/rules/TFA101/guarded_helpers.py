"""A condition around the only call of a helper says as much of what it prints as one in the helper."""

import sys

import tensorflow as tf


def fail(x):
    raise ValueError(x)


def stop():
    print("stopping")
    sys.exit(1)


def tell_rows():
    print("two rows")
#~  ^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call


def tell_debugging():
    print("debugging")
#~  ^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call


def tell_first():
    print("first")


class Made:
    def __init__(self, x):
        self.show(x)
        self.x = x

    def show(self, x):
        print("of each object", x)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call


class Run(tf.Module):
    def __init__(self):
        super().__init__()
        self.first = True

    @tf.function
    def step(self, x):
        if x.shape.rank == 2:
            tell_rows()
        if "--debug" in sys.argv:
            tell_debugging()
        if self.first:
            tell_first()
            self.first = False
        return Made(x).x


@tf.function
def fails(x):
    if x.shape[0] == 3:
        print("three rows")
        fail(x)
    if x.shape[0] == 4:
        print("four rows")
        stop()
    return x
