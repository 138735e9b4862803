"""What a text seems to call is told backwards as it is forwards."""

from __future__ import annotations

import re

import pytest

from tflint_autograph.project.texts import call_lines, called

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
