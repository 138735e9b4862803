"""Decoding, lines and columns."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tflint_autograph.model.finding import ProblemKind
from tflint_autograph.model.location import Position
from tflint_autograph.source.text import Source, SourceError, code_point_column, decode, encode, split_lines


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", Source("", "utf-8", False)),
        (b"x = 1\r\ny = 2\r", Source("x = 1\r\ny = 2\r", "utf-8", False)),
        ("x = 'ü'".encode(), Source("x = 'ü'", "utf-8", False)),
        (b"\xef\xbb\xbfx = 1", Source("x = 1", "utf-8", True)),
        (b"\xef\xbb\xbf# coding: utf-8\n", Source("# coding: utf-8\n", "utf-8", True)),
        (b"# coding: latin-1\nx = '\xe9'", Source("# coding: latin-1\nx = 'é'", "iso-8859-1", False)),
        (b"# \xe9 coding: latin-1\n", Source("# é coding: latin-1\n", "iso-8859-1", False)),
        (
            b"#!/bin/python\r# -*- coding: cp1252 -*-\r'\x80'",
            Source("#!/bin/python\r# -*- coding: cp1252 -*-\r'€'", "cp1252", False),
        ),
        (b"\n\n# coding: latin-1\n", Source("\n\n# coding: latin-1\n", "utf-8", False)),
        (b"x = 'coding: latin-1'\n", Source("x = 'coding: latin-1'\n", "utf-8", False)),
        (b"x = 1\n# coding: latin-1\n", Source("x = 1\n# coding: latin-1\n", "utf-8", False)),
    ],
)
def test_decodes_as_python_does(data: bytes, expected: Source) -> None:
    assert decode(data) == expected


@pytest.mark.parametrize(
    ("data", "message", "position"),
    [
        (b"x = 1\ny = '\xff'", "byte 0xff at offset 11 is not valid utf-8", (2, 6)),
        (b"\xef\xbb\xbf\xff", "byte 0xff at offset 3 is not valid utf-8", (1, 1)),
        ("é\r\né".encode() + b"\xe9", "byte 0xe9 at offset 6 is not valid utf-8", (2, 2)),
        (b"x\0", "source code cannot contain NUL bytes (offset 1)", (1, 2)),
        (b"# coding: nonsense\n", "unknown encoding: nonsense", (1, 1)),
        (b"# coding: hex\n", "`hex` is not an encoding of source code", (1, 1)),
        (b"# coding: utf-16-le\n", "`utf-16-le` is not an encoding of source code", (1, 1)),
        (b"\xef\xbb\xbf# coding: latin-1\n", "the cookie contradicts the UTF-8 byte order mark", (1, 1)),
    ],
)
def test_says_why_bytes_are_not_text(data: bytes, message: str, position: tuple[int, int]) -> None:
    with pytest.raises(SourceError) as caught:
        decode(data)
    assert caught.value.kind is ProblemKind.ENCODING
    assert (caught.value.message, caught.value.position) == (message, Position(*position))
    assert caught.value.problem("a.py").span.path == "a.py"


@given(st.binary(max_size=60))
def test_any_bytes_are_text_or_a_source_error(data: bytes) -> None:
    try:
        text = decode(data).text
    except SourceError:
        return
    assert "\0" not in text


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", ()),
        ("\n", ("",)),
        ("a", ("a",)),
        ("a\nb\n", ("a", "b")),
        ("a\r\nb\rc\n\nd", ("a", "b", "c", "", "d")),
        ("a\x0cb\x1cc\x85d\u2028e\x0bf", ("a\x0cb\x1cc\x85d\u2028e\x0bf",)),
    ],
)
def test_splits_where_python_and_editors_do(text: str, lines: tuple[str, ...]) -> None:
    assert split_lines(text) == lines


@pytest.mark.parametrize(
    "text", ["x = 1; y = 2", "x = 'é'; y = 2", "x = '😀'; y = 2", "x = 1;\ty = 2", "\x0cx = 1; y = 2"]
)
def test_column_of_an_ast_offset(text: str) -> None:
    second = ast.parse(text).body[1]
    assert text[code_point_column(text, second.col_offset) - 1 :] == "y = 2"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_ast_counts_the_same_lines(end: str) -> None:
    text = end.join(["a = 1", "\x0cb = '\u2028'", "", "c = 3"])
    lines = split_lines(text)
    assert [lines[node.lineno - 1].strip()[0] for node in ast.parse(text).body] == ["a", "b", "c"]


def test_encoding_is_what_the_cookie_asks_for() -> None:
    assert encode("# coding: latin-1\nx = 'é'\n") == "# coding: latin-1\nx = 'é'\n".encode("latin-1")
    assert encode("x = 'é'\n") == "x = 'é'\n".encode()
    assert encode("# coding: latin-1\nx = '…'\n").endswith(b"'?'\n")
    with pytest.raises(SourceError):
        encode("# coding: no-such\n")
