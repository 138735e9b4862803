"""Notebooks as one module."""

from __future__ import annotations

import ast
import importlib.util
import json
from pathlib import Path

import pytest

from tflint_autograph.model.finding import ProblemKind
from tflint_autograph.model.location import Position, Span
from tflint_autograph.source.notebook import execution_counts, parse
from tflint_autograph.source.text import SourceError, split_lines


def code(*lines: str) -> dict[str, object]:
    return {"cell_type": "code", "source": [f"{line}\n" for line in lines[:-1]] + [*lines[-1:]], "metadata": {}}


TEXT: dict[str, object] = {"cell_type": "markdown", "source": "# Title"}


def notebook(*cells: dict[str, object], **metadata: object) -> bytes:
    return json.dumps({"cells": cells, "metadata": metadata, "nbformat": 4}).encode()


def python(*lines: str) -> list[str]:
    """One cell as the module holds it."""
    text = parse(notebook(code(*lines))).text
    assert text.endswith("\n")
    return text.split("\n")[:-1]


def span(line: int, column: int, end_line: int, end_column: int) -> Span:
    return Span("n.ipynb", Position(line, column), Position(end_line, end_column))


def test_places_are_those_of_the_cell_counted_among_all_cells() -> None:
    book = parse(notebook(TEXT, code("a = 1", "b = 2"), TEXT, code("c = (", "  3)")))
    assert book.text == "a = 1\nb = 2\nc = (\n  3)\n"
    found = book.locate(span(3, 5, 4, 5))
    assert (found.cell, found.start, found.end) == (4, (1, 5), (2, 5))
    assert [cell.number for cell in book.cells] == [2, 4]
    assert book.cells[1].lines == ("c = (", "  3)")


def test_every_line_has_one_place() -> None:
    book = parse(notebook(code(), code("a"), TEXT, code("b", "", "c", ""), code("d")))
    places = [book.locate(span(line, 1, line, 2)) for line in range(1, book.text.count("\n") + 1)]
    assert [(place.cell, place.start.line) for place in places] == [(1, 1), (2, 1), (4, 1), (4, 2), (4, 3), (5, 1)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("%matplotlib inline", "pass"),
        ("ls ./data/", "pass"),
        ("pip install -q x", "pass"),
        ("ls = 3", "ls = 3"),
        ("list ./data/", ""),
        ("!pip install x", "pass"),
        ("!!ls", "pass"),
        ("?print", "pass"),
        ("print?", "pass"),
        ("tf.function??", "pass"),
        ("models[0].fit?  # what", "pass"),
        ("%time?", "pass"),
        ("%time x = f(y)", "pass; x = f(y)"),
        ("  %timeit -n 10 -r3 -o f()", "  pass;                f()"),
        ("%prun f()  # slow", "pass; f()  # slow"),
        ("%time for x in y: z", "pass"),
        ("%time", "pass"),
        ("%time f(", "pass"),
        ("files = !ls *.py", "files = get_ipython()"),
        ("a, b = !ls", "a, b = get_ipython()"),
        ("d['k'].x = %sql select 1", "d['k'].x = get_ipython()"),
        ("    t = %timeit -o f()", "    t = get_ipython()"),
        ("s = 'a = %d' % 3", "s = 'a = %d' % 3"),
        ("print('x =%s' % 3)", "print('x =%s' % 3)"),
        ("s = 'why?'", "s = 'why?'"),
        ("x = 1  # why?", "x = 1  # why?"),
        ("x %= 3", "x %= 3"),
        ("x != y", "x != y"),
        ("await f()", "await f()"),
    ],
)
def test_lines_of_ipython(line: str, expected: str) -> None:
    above = ["if colab:"] if line.startswith(" ") else []
    assert python(*above, line) == [*above, expected]


def test_a_command_without_a_percent_sign_stands_alone_in_its_cell() -> None:
    assert python("cd ..") == ["pass"]
    assert python("cd ..", "x = 1") == ["", ""]


def test_cells_that_are_no_python_are_left_out_line_by_line() -> None:
    book = parse(notebook(code("a = 1"), TEXT, code("b = # TODO", "", "c = 1"), code("  d =", "  e = 2"), code("f = 3")))
    assert book.text == "a = 1\n" + 6 * "\n" + "f = 3\n"
    assert [(each.line, each.column) for each in book.broken] == [(2, 5), (6, 6)]
    assert [(cell.number, cell.first_line) for cell in book.cells] == [(1, 1), (3, 2), (4, 6), (5, 8)]
    assert book.cells[1].lines == ("b = # TODO", "", "c = 1")


def test_a_string_that_ends_in_no_cell_takes_none_with_it() -> None:
    book = parse(notebook(code("a = '''", "b"), code("c = 1")))
    assert book.text == "\n\nc = 1\n"
    assert [each.line for each in book.broken] == [1]


@pytest.mark.parametrize("lines", [("global a", "b = 'é'"), ("return 3",), ("a = 1", "def f():", "    a", "    global a")])
def test_what_only_the_compiler_objects_to_stays(lines: tuple[str, ...]) -> None:
    book = parse(notebook(code(*lines), code("c = 1")))
    assert book.text.split("\n")[:-1] == [*lines, "c = 1"]
    assert book.broken == ()


def test_a_cell_that_is_indented_as_a_whole_is_a_block() -> None:
    """IPython takes the white space away; here it stays, and with it every column."""
    book = parse(notebook(code("a = 1"), code("", "  # said", "  @f", "  def g():", "    return 2", "b = 3"), code("  %ls", "  c = 4")))
    ast.parse(book.text)
    assert book.text.split("\n")[1:4] == ["if True:", "", "  # said"]
    found = book.locate(span(6, 7, 6, 8))
    assert (found.cell, found.start, found.end) == (2, (4, 7), (4, 8))
    assert book.text.endswith("b = 3\nif True:\n  pass\n  c = 4\n")


@pytest.mark.parametrize("lines", [("  # said", "a = 1"), ("  # said",)])
def test_any_other_cell_is_as_it_is_written(lines: tuple[str, ...]) -> None:
    assert python(*lines) == list(lines)


@pytest.mark.parametrize(
    "lines",
    [
        ("x = (a", "  % b)"),
        ("x = a \\", "  % b"),
        ('"""', "%matplotlib", "!ls", 'x?"""'),
        ("x = '''a", "%b''' % 3"),
        ('"""Is it so?"""',),
        ("'''Is it so?", "'''"),
        ("f(", "  'a # (', # (", '  "b\'",', ")", "y = [", "  3", "  % 2]"),
        ("x = 'a\\", "%b'"),
        ('x = "\\"" + """', "!ls", '"""'),
    ],
)
def test_the_inside_of_a_statement_is_not_touched(lines: tuple[str, ...]) -> None:
    ast.parse("\n".join(lines))
    assert python(*lines) == list(lines)


@pytest.mark.parametrize("module", ["argparse", "difflib", "smtplib", "tokenize", "typing"])
def test_python_is_left_as_it_is(module: str) -> None:
    source = importlib.util.find_spec(module)
    assert source
    assert source.origin
    lines = split_lines(Path(source.origin).read_text(encoding="utf-8"))
    assert python("!ls", *lines) == ["pass", *lines]


def test_magics_behind_closed_strings_and_brackets_are_seen() -> None:
    lines = ("x = ['(', ')'] # (", "!ls", "y = '''(''' + \"'\"", "%cd ..", "z = (1,", "  2)", "!ls")
    assert python(*lines) == [lines[0], "pass", lines[2], "pass", lines[4], lines[5], "pass"]


def test_a_magic_may_go_on_behind_a_backslash() -> None:
    assert python("!pip install \\", "  a \\", "  b", "x = 1") == ["pass", "", "", "x = 1"]


def test_a_block_of_magics_stays_a_block() -> None:
    ast.parse("\n".join(python("if colab:", "  %tensorflow_version 2.x", "else:", "  !pip install x")))


@pytest.mark.parametrize("magic", ["%%bash", "%%html", "%%writefile a.py", "%%script perl", "%%"])
def test_cells_in_other_languages_are_blank(magic: str) -> None:
    assert python("", magic, "if then", "fi") == ["", "", "", ""]


@pytest.mark.parametrize("magic", ["%%time", "%%timeit -n 3", "%%capture out", "%%prun"])
def test_cells_that_run_python_keep_their_body(magic: str) -> None:
    assert python(magic, "x = 1", "!ls") == ["", "x = 1", "pass"]


def test_cell_magics_may_be_stacked() -> None:
    assert python("%%time", "%%capture", "x = 1") == ["", "", "x = 1"]
    assert python("%%time", "%%bash", "ls") == ["", "", ""]


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_of_windows_and_old_macs(end: str) -> None:
    data = notebook({"cell_type": "code", "source": f"a = 1{end}!ls{end}"})
    assert parse(data).text == "a = 1\npass\n"


def test_nbformat_3() -> None:
    sheet = {"cells": [TEXT, {"cell_type": "code", "language": "python", "input": ["a = 1\n", "b"]}]}
    book = parse(json.dumps({"worksheets": [sheet], "nbformat": 3}).encode())
    assert (book.text, book.cells[0].number) == ("a = 1\nb\n", 2)


@pytest.mark.parametrize("metadata", [{"language_info": {"name": "R"}}, {"kernelspec": {"language": "julia"}}])
def test_notebooks_in_other_languages_have_no_code(metadata: dict[str, object]) -> None:
    assert parse(notebook(code("x <- 1"), **metadata)).text == ""


def test_empty_file_and_byte_order_mark() -> None:
    assert parse(b"").cells == ()
    assert parse(b"\xef\xbb\xbf" + notebook(code("x"))).text == "x\n"


def test_half_a_surrogate_pair_is_no_reason_to_stop() -> None:
    ast.parse(parse(notebook(code("x = '\ud800'; y"))).text)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{"cells": [', "not a notebook: Expecting value (line 1 of the JSON)"),
        (b"\xff\xfe\xfd", "not a notebook: the file is not JSON text"),
        (b"[" * 100_000, "not a notebook: the JSON is nested too deeply"),
        (b"[]", "not a notebook: the JSON is not an object"),
        (b"{}", "not a notebook: the JSON has no list of `cells`"),
        (b'{"cells": {}}', "not a notebook: the JSON has no list of `cells`"),
    ],
)
def test_says_why_a_file_is_no_notebook(data: bytes, message: str) -> None:
    with pytest.raises(SourceError) as caught:
        parse(data)
    assert (caught.value.kind, caught.value.message) == (ProblemKind.NOTEBOOK, message)


@pytest.mark.parametrize(
    ("cell", "kind", "message"),
    [
        (3, ProblemKind.NOTEBOOK, "the cell is not an object of the JSON"),
        ({"source": "x = 1"}, ProblemKind.NOTEBOOK, "the cell has no `cell_type`, so it may be code or text"),
        ({"cell_type": "code"}, ProblemKind.NOTEBOOK, "the cell has no `source` that is text"),
        ({"cell_type": "code", "source": [1]}, ProblemKind.NOTEBOOK, "the cell has no `source` that is text"),
        (code("x = '\0'"), ProblemKind.ENCODING, "the cell contains a NUL"),
    ],
)
def test_a_cell_that_cannot_be_read_takes_no_other_with_it(cell: dict[str, object], kind: ProblemKind, message: str) -> None:
    book = parse(notebook(TEXT, code("a = 1"), cell, code("b = ("), code("c = 3")))
    assert book.text == "a = 1\n\n\nc = 3\n"
    first, second = book.broken
    assert (first.kind, first.message, first.line, second.line) == (kind, message, 2, 3)
    assert book.locate(span(2, 1, 2, 1)).cell == 3
    assert book.locate(span(4, 1, 4, 2)).cell == 5


def test_execution_counts_are_those_of_cells_that_were_run() -> None:
    data = notebook(TEXT, code("a") | {"execution_count": 7}, code("b") | {"execution_count": None}, code("c"))
    assert execution_counts(data) == {2: 7}
    sheets = {"worksheets": [{"cells": [{"cell_type": "code", "input": "a", "prompt_number": 3}]}], "nbformat": 3}
    assert execution_counts(json.dumps(sheets).encode()) == {1: 3}
    assert execution_counts(b"[") == {}
