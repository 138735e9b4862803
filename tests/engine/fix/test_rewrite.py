"""The bytes of a module with edits: encodings, and what is refused."""

from __future__ import annotations

import pytest

from tflint_autograph.engine.fix.refusal import Refusal
from tflint_autograph.engine.fix.rewrite import rewrite
from tflint_autograph.model.finding import Edit
from tflint_autograph.model.location import Position, Span


def edit(line: int, start: int, end: int, text: str) -> Edit:
    return Edit(Span("a.py", Position(line, start), Position(line, end)), text)


def test_encoding_and_byte_order_mark_stay() -> None:
    latin = "# -*- coding: latin-1 -*-\nx = 'é'\n".encode("latin-1")
    assert rewrite("a.py", latin, [edit(2, 5, 8, "'ü'")]) == "# -*- coding: latin-1 -*-\nx = 'ü'\n".encode("latin-1")
    marked = b"\xef\xbb\xbfx = 1\r\n"
    assert rewrite("a.py", marked, [edit(1, 5, 6, "2")]) == b"\xef\xbb\xbfx = 2\r\n"


def test_what_the_encoding_lacks_is_refused() -> None:
    latin = "# -*- coding: latin-1 -*-\nx = 'é'\n".encode("latin-1")
    with pytest.raises(Refusal, match="`变` cannot be written in iso-8859-1"):
        rewrite("a.py", latin, [edit(2, 5, 8, "'变'")])


def test_an_encoding_that_writes_other_bytes_is_refused() -> None:
    data = b"# coding: utf-7\nx = 'a+AGI-c'\n"
    with pytest.raises(Refusal, match="does not keep the bytes"):
        rewrite("a.py", data, [edit(2, 1, 2, "y")])


@pytest.mark.parametrize("text", ["=", "\x00", "return 1 #", "é'"])
def test_code_that_would_break_is_refused(text: str) -> None:
    with pytest.raises(Refusal, match="not be valid Python"):
        rewrite("a.py", b"x = 1\n", [edit(1, 1, 2, text)])


def test_code_that_never_ran_can_be_fixed_where_it_parses() -> None:
    assert rewrite("a.py", b"return x\n", [edit(1, 8, 9, "y")]) == b"return y\n"
    with pytest.raises(Refusal):
        rewrite("a.py", b"return x\n", [edit(1, 8, 9, "(")])


def test_overlapping_edits_are_refused() -> None:
    with pytest.raises(Refusal, match="overlap"):
        rewrite("a.py", b"abc\n", [edit(1, 1, 3, "x"), edit(1, 2, 4, "y")])
