"""What a text seems to call, to change or to ask is told without a parser."""

from __future__ import annotations

import pytest

from tflint_autograph.project.index.texts import call_lines, called, has_attribute

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
    assert called(TEXT) == {"f", "g", "h", "k1", "_n", "é"}


@pytest.mark.parametrize("text", ["f(1)", "f (1)", "(f)(1)", "((x.f) )(1)", "x. f \\\n  (1)", "(x\n  .f\n  (1))"])
def test_a_call_may_be_laid_out_in_any_way(text: str) -> None:
    assert "f" in called(text)
    assert call_lines(text, frozenset({"f"}))


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


@pytest.mark.parametrize("text", ["x.a", "x.a()", "x . a+1", "x.\\\n      a", "xa.a"])
def test_an_attribute_stands_behind_a_dot(text: str) -> None:
    assert has_attribute(text, "a")


@pytest.mark.parametrize("text", ["a", "x.ab", "xa", "x.ba", "(a.x)", "1. + a"])
def test_what_stands_behind_no_dot_is_no_attribute(text: str) -> None:
    assert not has_attribute(text, "a")
