"""A fix as lines in a `full` frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tests.report.sample_report import PRINT, span
from tflint_autograph.model.finding import Edit, Fix
from tflint_autograph.model.levels import Safety
from tflint_autograph.report.full.patch import Hunk, changed, patch
from tflint_autograph.report.full.style import Style

LINES = ("import os", "", "def f(x):", "    print(x)", "    return x")
SOURCES = {("a.py", None): LINES, ("nb.ipynb", 2): ("y = 1",)}
PLAIN = Style(color=False, unicode=True)


def edit(line: int, start: int, end: int, text: str, *, last: int | None = None) -> Edit:
    return Edit(span("a.py", line, start, end, last=last), text)


def rows(*edits: Edit, safety: Safety = Safety.UNSAFE) -> list[str]:
    return list(patch(Fix("print it", edits, safety), span("a.py", 4, 5, 13), SOURCES, PLAIN))


def test_lines_and_note() -> None:
    assert rows(edit(4, 5, 10, "tf.print"), edit(2, 1, 1, "import tensorflow as tf\n")) == [
        "  |",
        "2 + import tensorflow as tf",
        "...",
        "4 -     print(x)",
        "4 +     tf.print(x)",
        "  |",
        "note: unsafe fix: print it; apply with `--fix --unsafe-fixes`",
    ]


def test_notes() -> None:
    change = edit(4, 5, 10, "tf.print")
    assert rows(change, safety=Safety.SAFE)[-1] == "note: safe fix: print it; apply with `--fix`"
    assert rows(change, safety=Safety.DISPLAY)[-1] == "note: print it; suggestion only, not applied by `--fix`"


def test_a_line_that_goes() -> None:
    assert rows(edit(4, 1, 1, "", last=5))[1:-2] == ["4 -     print(x)"]


def test_another_place_is_named() -> None:
    assert rows(Edit(span("nb.ipynb", 1, 1, 2, cell=2), "z"))[1:-2] == [
        " --> nb.ipynb:cell 2:1",
        "1 - y = 1",
        "1 + z = 1",
    ]


def test_long_patches_are_cut() -> None:
    text = "".join(f"line{number}\n" for number in range(30))
    shown = rows(edit(4, 1, 1, text))
    assert len(shown) == 16
    assert shown[-3] == "… 18 more lines"
    assert max(map(len, rows(edit(4, 1, 1, "x" * 1000)))) < 200


def test_without_the_source_there_is_the_note_alone() -> None:
    fix = PRINT.fix
    assert fix
    assert len(list(patch(replace(fix, edits=(edit(1, 1, 2, ""),)), PRINT.span, {}, PLAIN))) == 1


def test_colours_change_no_text() -> None:
    fix = Fix("print it", (edit(4, 5, 10, "tf.print"),), Safety.SAFE)
    painted = "\n".join(patch(fix, span("a.py", 4, 5, 13), SOURCES, Style(color=True, unicode=True)))
    assert "\x1b[31m-     print(x)\x1b[0m" in painted
    assert "\x1b[32m+     tf.print(x)\x1b[0m" in painted


def test_neighbouring_lines_stand_together() -> None:
    assert list(changed(LINES, (edit(3, 5, 6, "g"), edit(4, 5, 10, "log"), edit(1, 8, 10, "re")))) == [
        Hunk(1, ("import os",), ("import re",)),
        Hunk(3, ("def f(x):", "    print(x)"), ("def g(x):", "    log(x)")),
    ]


def test_lines_behind_the_last() -> None:
    assert list(changed(LINES, (edit(6, 1, 1, "f(1)\n"),))) == [Hunk(6, (), ("f(1)",))]


def test_of_a_long_line_the_change_is_shown() -> None:
    lines: Mapping[tuple[str, int | None], Sequence[str]] = {("a.py", None): ("x = [" + "1, " * 90 + "]; print(x)",)}
    fix = Fix("print it", (Edit(span("a.py", 1, 279, 284), "tf.print"),), Safety.UNSAFE)
    assert list(patch(fix, span("a.py", 1, 279, 287), lines, PLAIN))[1:-2] == [
        "1 - …, 1, 1, 1, 1, 1, 1, 1, 1, ]; print(x)",
        "1 + …, 1, 1, 1, 1, 1, 1, 1, 1, ]; tf.print(x)",
    ]
