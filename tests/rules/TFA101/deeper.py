"""Two modules away from the root. Does not import TensorFlow at all."""


def twice_removed(x):
    print("two modules away", x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 Python `print` runs only while tracing
    return x
