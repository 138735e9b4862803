"""Imported inside a traced function."""


def helper(x):
    print("imported late", x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 Python `print` runs only while tracing
    return x
