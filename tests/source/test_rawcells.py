"""Places of cells in the JSON text, against what stands there."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tflint_autograph.model.location import Position
from tflint_autograph.source.notebook import parse
from tflint_autograph.source.rawcells import RawCells
from tflint_autograph.source.text import split_lines

WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8)
SOURCES = WORDS | st.lists(WORDS, max_size=4) | st.lists(st.sampled_from(["a\n", "b\r\n", "é\r", "\n", "x"]), max_size=5)


def rows(data: bytes) -> list[str]:
    return list(split_lines(data.decode(json.detect_encoding(data)))) or [""]


def test_the_line_of_the_file_and_the_column_of_the_code() -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# a: [1, {2}]\n"], "attachments": {"cells": ["x"]}},
        {"outputs": [{"text": ["source"], "source": "no"}], "source": ["x = 1\n", 'print("é", x)'], "cell_type": "code"},
    ]
    data = json.dumps({"metadata": {"cells": []}, "cells": cells}, indent=1, ensure_ascii=False).encode()
    place = RawCells(data).place(2, Position(2, 1))
    row = rows(data)[place.line - 1]
    assert row[place.column - 1 :] == r'print(\"é\", x)"'
    quoted = RawCells(data).place(2, Position(2, 10))
    assert (quoted.line, rows(data)[quoted.line - 1][quoted.column - 1 :]) == (place.line, ', x)"')


def test_cells_of_nbformat_3_are_counted_through_all_worksheets() -> None:
    sheets = [{"cells": [{"cell_type": "code", "input": ["a"]}]}, {"cells": [{"cell_type": "code", "input": "b\nc"}]}]
    data = json.dumps({"nbformat": 3, "worksheets": sheets}, indent=1).encode()
    place = RawCells(data).place(2, Position(2, 1))
    assert rows(data)[place.line - 1][place.column - 1 :] == 'c"'


@pytest.mark.parametrize("odd", [[3], [{}], [None, {"metadata": {}}]])
def test_cells_without_a_string_in_them_are_counted(odd: list[object]) -> None:
    last = {"cell_type": "code", "source": "c", "input": "c"}
    for document in ({"cells": [*odd, last]}, {"worksheets": [{"cells": odd}, {}, {"cells": [last]}]}):
        data = json.dumps(document, indent=1).encode()
        place = RawCells(data).place(len(odd) + 1, Position(1, 1))
        assert rows(data)[place.line - 1][place.column - 1 :].startswith('c"')


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32-le"])
def test_encodings_of_json(encoding: str) -> None:
    data = json.dumps({"cells": [{"cell_type": "code", "source": ["x", "y"]}]}, indent=1).encode(encoding)
    place = RawCells(data).place(1, Position(1, 2))
    assert rows(data)[place.line - 1][place.column - 1 :] == 'y"'


def test_what_is_no_json_has_no_cells() -> None:
    for data in (b"", b']},"a":[', b'{"cells": ['):
        assert RawCells(data).place(1, Position(3, 4)) == Position(1, 1)


def test_a_place_beyond_the_cell_is_the_nearest_before_it() -> None:
    data = b'{"cells": [{"cell_type": "code", "source": "ab\\nc"}]}'
    raw = RawCells(data)
    assert raw.place(1, Position(9, 9)) == raw.place(1, Position(2, 2))
    assert raw.place(1, Position(1, 9)) == raw.place(1, Position(1, 3))
    assert raw.place(7, Position(1, 1)) == Position(1, 1)


def test_the_line_after_the_last_starts_where_that_one_ends() -> None:
    cells = RawCells(b'{"cells": [{"cell_type": "code", "source": "a\\nbcd"}]}')
    assert cells.place(1, Position(3, 1)) == cells.place(1, Position(2, 4)) > cells.place(1, Position(2, 1))


@given(st.lists(SOURCES, min_size=1, max_size=3), st.booleans(), st.sampled_from([None, 1]), st.sampled_from(["\n", "\r\n"]))
def test_every_place_shows_the_code(sources: list[str | list[str]], ascii_: bool, indent: int | None, end: str) -> None:
    document = {"cells": [{"cell_type": "code", "source": source} for source in sources]}
    data = json.dumps(document, ensure_ascii=ascii_, indent=indent).replace("\n", end).encode()
    raw, lines = RawCells(data), rows(data)
    for cell in parse(data).cells:
        for number, line in enumerate(cell.lines, start=1):
            for column, char in enumerate(line, start=1):
                place = raw.place(cell.number, Position(number, column))
                rest = lines[place.line - 1][place.column - 1 :]
                assert rest.startswith((char, json.dumps(char)[1:-1]))
