"""Which local names of a function stand for the object of its method or for a builtin."""

from __future__ import annotations

import ast

import pytest

from tflint_autograph.facts.local_aliases import dotted_aliases, local_aliases


def aliases(*lines: str) -> dict[str, str]:
    (node,) = ast.parse("def f(self, x):\n" + "".join(f"    {line}\n" for line in lines)).body
    assert isinstance(node, ast.FunctionDef)
    return dict(local_aliases(node, "self"))


@pytest.mark.parametrize("lines", [("a = self",), ("a = b = self",), ("a = self", "del a"), ("with x:", "    a = self"), ("x += 1", "a = self", "def g():", "    return a.y")])
def test_a_name_bound_once_to_the_receiver_stands_for_it(lines: tuple[str, ...]) -> None:
    assert aliases(*lines)["a"] == "self"


def test_a_name_bound_once_to_a_builtin_stands_for_it() -> None:
    assert aliases("a = hasattr", "b = super", "len = len", "c = print", "print = 1") == {"a": "hasattr", "b": "super"}


@pytest.mark.parametrize(
    "lines",
    [
        ("a = x",), ("a = self.y",), ("a = self", "a = x"), ("a = self", "self = x"), ("if x:", "    a = self"), ("a = self", "for a in x: pass"),
        ("a = self", "def g(a): pass"), ("a = self", "def g():", "    nonlocal a"), ("a = self", "import a"), ("a = self", "import a.b"),
        ("a = self", "class a: pass"), ("a = self", "lambda self: a"), ("a = self", "match x:", "    case {**a}: pass"),
        ("a = self", "match x:", "    case [*a]: pass"), ("a = self", "try: pass", "except E as a: pass"), ("a, b = self",), ("a = self", "a = self"),
    ],
)  # fmt: skip
def test_a_name_that_may_be_something_else_stands_for_nothing(lines: tuple[str, ...]) -> None:
    assert aliases(*lines) == {}


def dotted(*lines: str) -> dict[str, str]:
    (node,) = ast.parse("def f(self, x):\n" + "".join(f"    {line}\n" for line in lines)).body
    assert isinstance(node, ast.FunctionDef)
    return dict(dotted_aliases(node, (("this", "self"),)))


@pytest.mark.parametrize(
    ("lines", "path"),
    [
        (("a = self.b.c",), "self.b.c"), (("a = tf.nn",), "tf.nn"), (("b = x.y", "a = b.z"), "x.y.z"), (("a = this.b",), "this.b"),
        (("if x:", "    for i in x:", "        a = x.y"), "x.y"), (("x.z = 1", "a = x.y"), "x.y"),
    ],
)  # fmt: skip
def test_a_name_bound_once_to_a_dotted_name_stands_for_it(lines: tuple[str, ...], path: str) -> None:
    assert dotted(*lines)["a"] == path


@pytest.mark.parametrize(
    "lines",
    [
        ("a = x.y", "a = 1"), ("a = x.y", "x = 1"), ("a = x.y", "x.y = 1"), ("a = x.y", "del self.y"), ("a = x().y",), ("a, b = x.y",),
        ("z = g()", "a = z.y"), ("def g():", "    a = x.y"), ("for z in x: a = z.y",), ("a = x[0].y",), ("a = x.y", "x.y += 1"),
    ],
)  # fmt: skip
def test_a_name_whose_dotted_name_may_change_stands_for_nothing(lines: tuple[str, ...]) -> None:
    assert "a" not in dotted(*lines)
