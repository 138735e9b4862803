"""Two modules away from the root. Does not import TensorFlow at all."""


def twice_removed(x):
    print("two modules away", x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    return x
