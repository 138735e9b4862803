"""Helpers of `train`."""

from . import deeper


def relative(x):
    print("by a relative import", x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    return deeper.twice_removed(x)


def absolute(x):
    print("by an absolute import", x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    return x


def starred(x):
    print("by a star import", x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    return x


def unused(x):
    print("called by nobody who is traced", x)
    return x


class Base:
    def run(self, x):
        print("in a base class of another module", x)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        return self.hook(x)

    def hook(self, x):
        return x
