"""A helper that is reached through the package's `__init__`."""


def through_the_package(x):
    print("through the package", x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    return x
