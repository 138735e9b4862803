"""The bytes of a notebook with edited cells: everything else keeps its bytes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tflint_autograph.engine.fix.notebook import rewrite
from tflint_autograph.model.edits import spliced, splices
from tflint_autograph.model.finding import Edit
from tflint_autograph.model.location import Position, Span
from tflint_autograph.source.text import split_lines


def edit(cell: int, start: tuple[int, int], end: tuple[int, int], text: str) -> Edit:
    return Edit(Span("a.ipynb", Position(*start), Position(*end), cell), text)


def notebook(source: str) -> str:
    """A notebook as Jupyter writes it, with one text cell, the code cell and an output."""
    return f"""{{
 "cells": [
  {{"cell_type": "markdown", "metadata": {{}}, "source": ["# \\u00e9 \\/ é"]}},
  {{
   "cell_type": "code",
   "execution_count": 1.0,
   "metadata": {{"b": 1, "a": {{"source": ["x\\n"]}}}},
   "outputs": [{{"output_type": "stream", "text": ["w: 1\\n", "\\u0041"]}}],
   "source": {source}
  }}
 ],
 "metadata": {{}}, "nbformat": 4,   "nbformat_minor": 5
}}
"""


LIST = notebook("[\n    " + '"%time f(x)\\n",\n    "x = 1\\n",\n    "y = 2"' + "\n   ]")


def test_a_line_changes() -> None:
    assert rewrite(LIST.encode(), [edit(2, (2, 5), (2, 6), "3")]).decode() == LIST.replace('"x = 1\\n",', '"x = 3\\n",')


def test_lines_come_and_go() -> None:
    more = rewrite(LIST.encode(), [edit(2, (2, 1), (2, 1), "a\nb\n"), edit(2, (4, 1), (4, 1), "z\n")]).decode()
    assert more == LIST.replace('"x = 1\\n"', '"a\\n",\n    "b\\n",\n    "x = 1\\n"').replace('"y = 2"', '"y = 2\\n",\n    "z"')
    assert rewrite(more.encode(), [edit(2, (2, 1), (4, 1), ""), edit(2, (6, 1), (7, 1), "")]).decode() == LIST
    assert rewrite(LIST.encode(), [edit(2, (1, 1), (9, 1), "")]).decode() == notebook("[]")


def test_one_string_stays_one() -> None:
    text = notebook('"x = 1\\ny = \\"\\u00e9\\ud83d\\ude00\\/\\""')
    assert rewrite(text.encode(), [edit(2, (2, 5), (2, 5), "'ü' + ")]).decode() == text.replace("y = ", "y = 'ü' + ")


def test_a_surrogate_pair_is_one_column() -> None:
    text = notebook('["\\ud83d\\ude00 = 1"]')
    assert rewrite(text.encode(), [edit(2, (1, 5), (1, 6), "2")]).decode() == text.replace("= 1", "= 2")


def test_escapes_are_written_as_the_file_writes_them() -> None:
    ascii_only = '{"cells": [{"cell_type": "code", "source": ["x = \\"\\u00e9\\""]}]}'
    assert rewrite(ascii_only.encode(), [edit(1, (1, 1), (1, 2), "ü")]).decode() == ascii_only.replace('["x', '["\\u00fc')
    compact = '{"cells":[{"cell_type":"code","source":["x"]}]}'
    assert rewrite(compact.encode(), [edit(1, (2, 1), (2, 1), "ü\n")]).decode() == compact.replace('"x"', '"x\\n","ü"')


def test_a_cell_that_is_no_object_is_counted() -> None:
    data = b'{"cells": [3, {"source": "x = 1"}]}'
    assert rewrite(data, [edit(2, (1, 5), (1, 6), "2")]) == b'{"cells": [3, {"source": "x = 2"}]}'


def test_version_3() -> None:
    text = '{"worksheets": [{"cells": [{"cell_type": "code", "input": ["x"]}]}], "nbformat": 3}'
    assert rewrite(text.encode(), [edit(1, (1, 1), (1, 2), "y")]).decode() == text.replace('"x"', '"y"')


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16-le", "utf-16"])
def test_encodings_of_json(encoding: str) -> None:
    data = LIST.encode(encoding)
    assert rewrite(data, [edit(2, (2, 5), (2, 6), "é")]) == LIST.replace('"x = 1\\n",', '"x = é\\n",').encode(encoding)


SOURCE = st.text(alphabet="ab\n\r\"\\/é😀\t", max_size=20)


@given(source=SOURCE, inserted=SOURCE, data=st.data(), as_list=st.booleans())
def test_the_source_is_that_of_the_edited_text(source: str, inserted: str, data: st.DataObject, as_list: bool) -> None:
    lines = split_lines(source) or ("",)
    place = st.tuples(st.integers(1, len(lines) + 1), st.integers(1, 9))
    start, end = sorted([data.draw(place), data.draw(place)])
    change = edit(2, start, end, inserted)
    written = json.dumps(source.splitlines(keepends=True) if as_list else source, ensure_ascii=data.draw(st.booleans()))
    done = json.loads(rewrite(notebook(written).encode(), [change]))
    expected = json.loads(notebook('"?"'))
    expected["cells"][1]["source"] = done["cells"][1]["source"]
    assert done == expected
    assert "".join(done["cells"][1]["source"]) == spliced(source, splices(source, [change]))
