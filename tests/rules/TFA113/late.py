"""A package that is imported late, as what the user picks needs it: nothing that is read once changes."""

import tensorflow as tf

late = None


def load():
    global late
    import tensorflow

    late = tensorflow


load()


@late.function
def uses_late(x):
    """A package that is imported late is the same on every call."""
    return late.abs(x)


uses_late(tf.constant(-1.0))
load()
uses_late(tf.constant([-1.0]))
