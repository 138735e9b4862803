"""Declared calls are found in comments on def lines and in the configuration, and nowhere else. Runs no code."""

from __future__ import annotations

from tflint_autograph.confirm.declared import Declared, declared
from tflint_autograph.model.runnable import Runnable


def runnable(text: str) -> Runnable:
    return Runnable("pkg/m.py", "/pkg/m.py", "pkg.m", ("/",), text)


def test_a_comment_on_the_def_line_declares_a_call() -> None:
    text = "def f(x, *, training):  # tflint: call(tf.ones([2, 3]), training=True)\n    return x\n"
    assert declared(runnable(text), {}) == (Declared("f", ("tf.ones([2, 3]), training=True",)),)


def test_each_line_of_the_header_can_declare_one() -> None:
    text = "class C:\n    def f(  # tflint: call(1)\n        self, x  # tflint: call(2)\n    ):  # tflint: call(3)\n        return x\n"
    assert declared(runnable(text), {}) == (Declared("C.f", ("1", "2", "3")),)


def test_what_is_no_comment_of_a_def_line_declares_nothing() -> None:
    text = 'def f():\n    s = "# tflint: call(1)"\n    return s  # tflint: call(2)\n\n\nf()  # tflint: call(3)\n'
    assert declared(runnable(text), {}) == ()


def test_the_configuration_names_module_and_function() -> None:
    calls = {"pkg.m.f": ("1", "2"), "pkg.m.C.g": ("3",), "pkg.mm.f": ("4",)}
    assert declared(runnable("x = 1\n"), calls) == (Declared("C.g", ("3",)), Declared("f", ("1", "2")))
