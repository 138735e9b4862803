"""What a body may call under a name: the words that lead to what it calls, and those of which nothing is called."""

from __future__ import annotations

import textwrap

import pytest

from tests.programs import Traced
from tflint_autograph.facts.lower import lower
from tflint_autograph.facts.scan import scan
from tflint_autograph.project.bodies.uses import NameUses, uses
from tflint_autograph.project.interpreter.statements import BodyInterpreter
from tflint_autograph.project.values.body_result import Env

NONE = frozenset[str]()


def used(text: str) -> NameUses:
    """The uses of the first function of a text."""
    text = textwrap.dedent(text) + "\n"
    module = scan(text, tuple(text.splitlines()), "m.py", "m", is_package=False)
    lowered = lower(module, module.functions[0])[0]
    return uses(lowered.body, lowered.fact)


def function(*lines: str, head: str = "def go(x, y: Kept, z=other):") -> NameUses:
    return used("\n    ".join([head, *lines]))


@pytest.mark.parametrize(
    "lines",
    [
        ("f()",),
        ("x.f()",),
        ("g = f", "g()"),
        ("g = x.f", "g()"),
        ("g = [f]", "g[0]()"),
        ("g = [*f]", "for each in g:", "    each()"),
        ("g = []", "g.append(f)", "g[0]()"),
        ("g = [each for each in [f]]", "g.pop()()"),
        ("g = wrapped(f)", "g.run()"),
        ("g = f if x else x", "h = g or x", "h()"),
        ("if g := f:", "    g()"),
        ("g = x.f.__wrapped__", "g()"),
        ("x.hook = f",),
        ("x.append(1)", "return f"),
        ("x.append(1)", "yield f"),
        ("x.append(1)", "setattr(x, 'g', f)"),
        ("x.hooks.append(f)",),
        ("global g", "g = f", "x.append(1)"),
        ("g = f", "def inner():", "    g()", "x.append(inner)"),
        ("import pkg.f as g", "g()"),
    ],
)
def test_what_may_be_called_is_seen(lines: tuple[str, ...]) -> None:
    found = function(*lines)
    names = frozenset({"f"})
    assert found.may_call(names, NONE) or found.may_keep(names)


@pytest.mark.parametrize(
    "lines",
    [
        ("x.append(1)", "return len(x) < f"),
        ("x.append(1)", "print(f)"),
        ("g = x[f]", "g()"),
        ("g = {f: x}", "g.run()"),
        ("g = []", "g.append(f)", "g.sort()"),
        ("x.append(f'{f}')",),
        ("g = f not in x", "g()"),
        ("if f:", "    x.run()"),
    ],
)
def test_what_is_read_alone_is_not_called(lines: tuple[str, ...]) -> None:
    assert not function(*lines).may_call(frozenset({"f"}), NONE)


def test_a_name_of_its_own_is_another_one() -> None:
    found = function("f = x.pop()", "f()")
    assert "f" in found.own
    assert found.may_call(frozenset({"f"}), NONE)
    assert not found.may_call(frozenset({"f"}), NONE, frozenset({"f"}))
    assert function("f = x.f", "f()").may_call(frozenset({"f"}), NONE, frozenset({"f"}))
    assert "f" not in function("from m import f", "f()").own


def test_parts_of_parameters_and_containers_are_not_of_the_project() -> None:
    assert function("g = set()", "g.add(x)", "h: set[int] = {1}").blank == {"x", "g", "h"}
    assert function("g = set()", "g = x").blank == {"x"}
    assert function("x.net = y").blank == NONE
    assert function("setattr(x, 'net', y)").blank == NONE
    assert function("x, g = y, 1", "for h in x:", "    h = []").blank == NONE
    assert used("def go(set):\n    g = set()").blank == {"set"}
    assert used("class A:\n    def go(self, x):\n        x.run()").blank == {"x"}


MANY = """
    import tensorflow as tf

    @tf.function
    def step(x):
        return x + 1

    class Log:
        def add(self, value):
            return step(value)

    def counted(values):
        found = set()
        for value in values:
            found.add(value)
        return found

    def joined(log):
        return log.add(3)

    def added(log):
        add = log.pop()
        return add(log)

    def run(log: Log):
        log.add(3)
"""


def test_functions_that_mean_something_else_are_not_run_through(traced: Traced, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: set[str] = set()

    def run(self: BodyInterpreter, entry: Env) -> None:
        seen.add(self.qualname)
        original(self, entry)

    original = BodyInterpreter.run
    monkeypatch.setattr(BodyInterpreter, "run", run)
    assert set(traced(MANY)) == {"step"}
    assert seen & {"counted", "joined", "added", "run", "Log.add"} == {"run", "Log.add"}
