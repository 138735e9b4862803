"""Helpers of `train`."""

from . import deeper


def relative(x):
    print("by a relative import", x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 Python `print` runs only while tracing
    return deeper.twice_removed(x)


def absolute(x):
    print("by an absolute import", x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 Python `print` runs only while tracing
    return x


def starred(x):
    print("by a star import", x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 Python `print` runs only while tracing
    return x


def unused(x):
    print("called by nobody who is traced", x)
    return x


class Base:
    def run(self, x):
        print("in a base class of another module", x)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 Python `print` runs only while tracing
        return self.hook(x)

    def hook(self, x):
        return x
