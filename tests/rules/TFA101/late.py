"""Imported inside a traced function."""


def helper(x):
    print("imported late", x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    return x
