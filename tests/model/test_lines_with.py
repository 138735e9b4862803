"""The lines of a file in which a pattern is found."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from tflint_autograph.facts.scan import scan
from tflint_autograph.source.text import split_lines

PATTERNS = [(re.compile(r"\bab\b"), "ab"), (re.compile(r"\.ab\s*=(?!=)"), "ab"), (re.compile(r"^ab$"), "ab"), (re.compile(r"b"), "")]


@given(st.lists(st.sampled_from(["ab", " ab", "x.ab = 1", "x.ab == 1", "abab ab", "", "b", "x.ab", "=1", "ab\tab"])), st.booleans())
def test_each_line_is_looked_at_alone(lines: list[str], ends: bool) -> None:
    text = "\n".join(f"# {line}" if number % 3 else f'"{line}"' for number, line in enumerate(lines)) + "\n" * ends
    facts = scan(text, split_lines(text), "m.py", "m", False)
    for pattern, word in PATTERNS:
        expected = [number for number, line in enumerate(facts.lines, 1) if word in line and pattern.search(line)]
        assert facts.lines_with(pattern, word) == expected
