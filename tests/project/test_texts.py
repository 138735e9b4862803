"""What a text seems to call, to change or to ask is told without a parser."""

from __future__ import annotations

import re
import textwrap

import pytest

from tflint_autograph.facts.lower import lower
from tflint_autograph.facts.scan import scan
from tflint_autograph.model.values import Kind, Value
from tflint_autograph.project.bodies.changes import changes, named
from tflint_autograph.project.index.texts import (
    binds,
    call_lines,
    called,
    called_paths,
    changes_in,
    has_attribute,
    lines_of,
)

TEXT = """
def f(self):
    self.a = g (1) + h(2)
    self.b, x.c = 1, 2
    self.d  //= 1; self.e **= 2; self.f<<=3
    if self.g == 1 or self.h <= 2 or self.i != 3 or self.j >= 4:
        k1(l=self.k, m = 1)(1foo(2), _n(3), é(4))
    self.a= 5
    self.long_name \\
        = 6
"""


def test_what_stands_before_a_parenthesis_is_called() -> None:
    assert called(TEXT) == {"f", "h", "k1", "_n", "é"}
    assert called(TEXT) == set(re.findall(r"\b([^\W\d]\w*)\(", TEXT))


@pytest.mark.parametrize("others", [(), tuple(f"other{number}" for number in range(99))])
def test_calls_are_on_their_lines(others: tuple[str, ...]) -> None:
    text = "f(\nf(f(\n\ng(of(\né(_f(\nef (f\nif(\nx.f()"
    assert call_lines(text, frozenset({"f", *others})) == [1, 2, 8]
    assert call_lines(text, frozenset({"f", "g", "é", *others})) == [1, 2, 4, 5, 8]
    assert call_lines(text, frozenset(others)) == []


def test_parts_of_foreign_things_are_no_calls() -> None:
    text = "tf.f(\nx.tf.f(\nnp.a.f(\nf(\ng().tf.f(\natf.f(\ntf.\\\nf(\ntf.g(tf.f(f("
    assert call_lines(text, frozenset({"f"})) == [1, 2, 3, 4, 5, 6, 8, 9]
    assert call_lines(text, frozenset({"f"}), frozenset({"tf", "np"})) == [2, 4, 5, 6, 8, 9]


CHANGED = (
    "self.parts.append(1)", "self.parts[0] = 1", "self.parts['a'][i + 1] += 1", "self.parts [0] **= 2", "self.parts[f(x)].extend(y)",
    "(self.parts)[0] = 1", "(self\n  .parts\n  .append(1))", "self.parts \\\n  .append(1)", "self.parts[0]: int = 1",
    "self.parts[0], self.other = 1, 2", "other, self.parts[0] = 1, 2", "(self.parts[0],\n  other) = 1, 2", "del self.parts[0]",
    "del other, self.parts[0]", "self.parts[a[0]] = 1", "self.parts['\\\\'] = 1", "self.parts[\n  0\n] = 1", "self.parts[0] \\\n  = 1",
    "n = self.parts.pop()", "self.parts[0][1] //= 2", "self.parts[0] <<= 2", "self.parts.append (1)", "n = self.parts[0] = 1",
    "(self.parts  # 'many'\n  .append(1))",
)  # fmt: skip
READ = (
    "return self.parts", "n = self.parts\nf(1)", "f(self.parts)", "n = self.parts[0]", "n = self.parts[0] == 1", "self.parts[0](x)",
    "self.parts[0] + 1", "n = [self.parts[0],\n  1]", "for part in self.parts:\n  n = 1", "self.parts.index(1)", "self.partsmen.append(1)",
    "return self.parts[0] if x else 1", "n = {'n': self.parts['n'],\n  'm': 1}", "self.parts == [1]", "self.parts(1).append(2)",
    "self.parts[0] <= 2", "self.parts[0].x.append(1)", "self.parts = []",
)  # fmt: skip


@pytest.mark.parametrize("text", [*CHANGED, *READ])
def test_what_is_changed_in_place_looks_like_it(text: str) -> None:
    """The text may say that something is changed that is not, but never the other way round."""
    code = textwrap.indent(f"{text}\n", "  ")
    facts = scan(f"def f(self):\n{code}", tuple(f"def f(self):\n{code}".split("\n")), "m.py", "m", is_package=False)
    body = lower(facts, facts.functions[0])[0].body
    held, parts = Value(Kind.CONTAINER, type="builtins.list"), named("self.parts")
    assert any(not each.rebinds for each in changes(body.statements, held, parts, parts)) is (text in CHANGED)
    assert changes_in(facts.text, "parts", "list") is (text in CHANGED)


def test_a_method_changes_what_it_is_a_method_of() -> None:
    assert changes_in("self.parts.add(1)", "parts", "set")
    assert not changes_in("self.parts.add(1)", "parts", "list")
    assert changes_in("self.parts.fill(1)", "parts", "numpy")


@pytest.mark.parametrize(
    ("text", "expected"),
    [("a.b(c.d.e (f))", {"a.b", "c.d.e"}), ("a \\\n  .b(x)", {"a.b"}), ("a().b(c)", {"a", ".b"}), ("(a).b\n(1)", {".b"}), ("a.b", set())],
)
def test_dotted_names_are_called_as_they_are_written(text: str, expected: set[str]) -> None:
    assert called_paths(text) == expected


def test_lines_hold_a_word_once() -> None:
    assert lines_of("a.b a.b\n\n.b\na.\nb\nx.bc", ".b") == [1, 3, 6]


@pytest.mark.parametrize("text", ["x.a", "x.a()", "x . a+1", "x.\\\n      a", "xa.a"])
def test_an_attribute_stands_behind_a_dot(text: str) -> None:
    assert has_attribute(text, "a")


@pytest.mark.parametrize("text", ["a", "x.ab", "xa", "x.ba", "(a.x)", "1. + a"])
def test_what_stands_behind_no_dot_is_no_attribute(text: str) -> None:
    assert not has_attribute(text, "a")


@pytest.mark.parametrize(
    "text",
    [
        "return g(1) == g(2)", "x.g = 3", "going, g_2 = 1, 2", "map(g, x)", "map(a, g) == 2", "map(\n    g,\n    x,\n)\ny = 3",
        "g <= 3", "g[0] = 3", "default g", "y = g",
    ],
)  # fmt: skip
def test_what_binds_no_name(text: str) -> None:
    assert not binds(f"def f(x):\n    {text}\n", "g")


@pytest.mark.parametrize(
    "text",
    [
        "g = wrap(g)", "g: int = 3", "a, g = 1, 2", "g, a = 1, 2", "(a, g) = 1, 2", "[(a, g), b] = c", "g, a[f(1)] = 1, 2",
        "(\n    a,\n    g,\n    b[0],\n) = c", "(\n    g,\n) = c", "for (\n    a,\n    g,\n) in c: pass", "g += 1", "g //= 2", "g **= 2",
        "def g(): pass", "class g: pass", "for g in x: pass", "with x as g: pass", "import g", "from x import (\n    a,\n    g,\n)",
        "if (g := 1): pass", "def h(a, g=1): pass", "match x:\n        case [1, g]: pass",
    ],
)  # fmt: skip
def test_what_binds_a_name(text: str) -> None:
    assert binds(f"def f(x):\n    {text}\n", "g")
