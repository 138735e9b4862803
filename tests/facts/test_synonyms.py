"""Calls that are lowered to what they stand for, unless the file gives the names of built-ins another meaning."""

from __future__ import annotations

import pytest

from tflint_autograph.facts.lower import lower
from tflint_autograph.facts.scan import scan
from tflint_autograph.model import body as ir
from tflint_autograph.source.text import split_lines


def returned(text: str) -> ir.Expr:
    """What the first function of a file returns."""
    facts = scan(text, split_lines(text), "m.py", "m", False)
    statement = lower(facts, facts.functions[0])[0].body.statements[-1]
    assert isinstance(statement, ir.Return)
    assert statement.value is not None
    return statement.value


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        ('getattr(x, "rate")', ir.Attribute),
        ('getattr(x, "rate", None)', ir.Call),
        ('getattr(x, "no name")', ir.Call),
        ("getattr(x, name)", ir.Call),
        ("getattr(*x, name)", ir.Call),
        ("dict(rate=x)", ir.Mapping),
        ("dict(x, rate=x)", ir.Call),
        ("dict(rate=x, **x)", ir.Call),
        ("dict()", ir.Call),
    ],
)
def test_what_a_call_is_lowered_to(call: str, kind: type) -> None:
    assert type(returned(f"def f(x, name):\n    return {call}\n")) is kind


@pytest.mark.parametrize(
    "text",
    [
        "def f(x, {name}):\n    return {call}\n",
        "def f(x):\n    {name} = x\n    return {call}\n",
        "def f(x):\n    return {call}\ndef {name}(*given, **more): pass\n",
        "from lib import {name}\ndef f(x):\n    return {call}\n",
    ],
    ids=["parameter", "local", "function", "import"],
)
@pytest.mark.parametrize(("name", "call"), [("getattr", 'getattr(x, "rate")'), ("dict", "dict(rate=x)")])
def test_another_meaning_of_the_name(text: str, name: str, call: str) -> None:
    assert type(returned(text.format(name=name, call=call))) is ir.Call


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("*(x, 1)", "x, 1"),
        ('*[x], **{"n": 1}', "x, n=1"),
        ("x, **dict(n=1)", "x, n=1"),
        ("*(), **{}", "*(), **{}"),
        ("*(x, *name)", "*(x, *name)"),
        ("*{x, 1}", "*{x, 1}"),
        ("**{name: 1}", "**{name: 1}"),
        ("*name, n=1", "*name, n=1"),
    ],
)
def test_arguments_written_out_behind_stars(written: str, meant: str) -> None:
    one, other = (returned(f"def f(x, name):\n    return f({each})\n") for each in (written, meant))
    assert isinstance(one, ir.Call)
    assert isinstance(other, ir.Call)
    assert [(each.value, each.keyword) for each in one.args] == [(each.value, each.keyword) for each in other.args]


def test_a_display_that_is_too_long_to_be_kept_is_no_argument() -> None:
    call = returned(f"def f(x):\n    return f(*{[*range(100)]})\n")
    assert isinstance(call, ir.Call)
    assert [each.keyword for each in call.args] == ["*"]
