"""Objects of the project that trace what they are called with, by whatever name they are known."""

from __future__ import annotations

import pytest

from tests.programs import Traced

LIB = """
import functools
import tensorflow as tf


class Wrap:
    def __init__(self, **options):
        self.options = options

    def __call__(self, func):
        traced = tf.function(func, **self.options)

        @functools.wraps(func)
        def inner(*args):
            return traced(*args)

        return inner


class Below(Wrap):
    pass


class Other(Wrap):
    def __call__(self, func):
        return func


def wrap(func=None, **options):
    if func is None:
        return lambda each: Wrap(**options)(each)
    return Wrap(**options)(func)


def make():
    return Wrap()


class Kept:
    def __init__(self):
        self.jit = Wrap()


jit = Wrap()
kept = Kept()
other = Other()
"""


@pytest.mark.parametrize(
    "code",
    [
        "g = lib.Wrap()(f)",
        "g = lib.Wrap().__call__(f)",
        "g = lib.Below()(f)",
        "wrapper = lib.Wrap()\ng = wrapper(f)",
        "from lib import Wrap as W\ng = W()(f)",
        "from lib import jit\ng = jit(f)",
        "g = lib.jit(f)",
        "from lib import jit as fast\nfaster = fast\ng = faster(f)",
        "g = lib.make()(f)",
        "from lib import make\nwrapper = make()\ng = wrapper(func=f)",
        "g = lib.kept.jit(f)",
        "g = lib.wrap(f)",
        "g = lib.wrap(autograph=True)(f)",
        "def main(run):\n    wrapper = lib.jit if run else lib.other\n    return wrapper(f)",
        "class Mine:\n    def __init__(self):\n        self.step = lib.Wrap()(f)",
    ],
)
def test_a_call_of_an_object(traced: Traced, code: str) -> None:
    assert "f" in traced({"lib.py": LIB, "m.py": f"import lib\n\ndef f(x):\n    return x\n\n{code}\n"})


@pytest.mark.parametrize("decorator", ["lib.wrap", "lib.wrap(autograph=False)", "lib.Wrap()", "lib.jit", "lib.make()", "lib.kept.jit"])
def test_an_object_that_decorates(traced: Traced, decorator: str) -> None:
    assert "f" in traced({"lib.py": LIB, "m.py": f"import lib\n\n@{decorator}\ndef f(x):\n    return x\n"})


@pytest.mark.parametrize("code", ["g = lib.other(f)", "g = lib.Other()(f)", "g = lib.Wrap(f=f)", "jit = lib.Other()\ng = jit(f)"])
def test_an_object_that_traces_nothing(traced: Traced, code: str) -> None:
    assert "f" not in traced({"lib.py": LIB, "m.py": f"import lib\n\ndef f(x):\n    return x\n\n{code}\n"})


def test_a_method_that_an_object_is_called_with(traced: Traced) -> None:
    code = "from lib import Wrap\n\nclass Mine:\n    def __init__(self):\n        self.step = Wrap()(self.one)\n\n    def one(self, x):\n        return x\n"
    assert "Mine.one" in traced({"lib.py": LIB, "m.py": code})
