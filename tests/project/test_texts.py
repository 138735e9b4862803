"""What a text seems to call is told backwards as it is forwards."""

from __future__ import annotations

import re

from tflint_autograph.project.texts import called, calls

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
    assert called(TEXT) == set(re.findall(r"\b([^\W\d]\w*)\(", TEXT)) == calls(TEXT).keys()


def test_calls_are_on_their_lines() -> None:
    assert calls("f(\nf(f(\n\ng(") == {"f": [1, 2, 2], "g": [4]}
