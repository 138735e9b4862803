"""A helper that is reached through the package's `__init__`."""


def through_the_package(x):
    print("through the package", x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 Python `print` runs only while tracing
    return x
