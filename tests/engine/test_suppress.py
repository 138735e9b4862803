"""Which findings comments cover, and what is said about the comments."""

from __future__ import annotations

import ast
import json
from collections.abc import Collection

import pytest

from tflint_autograph.engine.analysis.comments import line_structure, reaching
from tflint_autograph.engine.filtering.suppress import suppress
from tflint_autograph.engine.results import SuppressionResult
from tflint_autograph.facts.directives import directives
from tflint_autograph.model.finding import Finding, Label
from tflint_autograph.model.levels import Confidence, Severity
from tflint_autograph.model.location import Position, Span
from tflint_autograph.rules import catalogue
from tflint_autograph.source import notebook
from tflint_autograph.source.text import split_lines

KNOWN = {
    "TFA101": "python-print",
    "TFA102": "python-logging",
    "TFA110": "frozen-random",
    "TFA201": "tensor-loop",
    "TFA901": "unused-suppression",
    "TFA902": "unknown-suppression",
    "TFA903": "malformed-suppression",
}


def finding(line: int, code: str = "TFA101", *labels: int) -> Finding:
    return Finding(
        code, KNOWN[code], "m", span(line), Severity.WARNING, Confidence.HIGH, "f", None,
        labels=tuple(Label(span(label), "") for label in labels),
    )  # fmt: skip


def span(line: int, path: str = "a.py") -> Span:
    return Span(path, Position(line, 1), Position(line, 2))


def outcome(text: str, *findings: Finding, selected: Collection[str] = tuple(KNOWN)) -> SuppressionResult:
    comments = reaching(directives(text), line_structure(ast.parse(text)))
    return suppress(findings, comments, path="a.py", known=KNOWN, selected=selected)


def covered(text: str, *codes: str) -> list[int]:
    """The lines on which a finding of each of the codes, else of TFA101, is covered."""
    every = [finding(line, code) for line in range(1, text.count("\n") + 1) for code in codes or ("TFA101",)]
    return sorted({each.span.start.line for each in outcome(text, *every).suppressed})


def about(text: str, *findings: Finding, selected: Collection[str] = tuple(KNOWN)) -> list[tuple[str, int, str]]:
    found = outcome(text, *findings, selected=selected).about_comments
    return [(each.code, each.span.start.line, each.message) for each in found]


def fixed(text: str, *findings: Finding) -> str:
    """The text after the fixes of all findings about comments."""
    lines = [line + "\n" for line in split_lines(text)]
    for each in reversed(outcome(text, *findings).about_comments):
        assert each.fix
        for edit in each.fix.edits:
            start, end = edit.span.start, edit.span.end
            last = lines[end.line - 1] if end.line <= len(lines) else ""
            joined = lines[start.line - 1][: start.column - 1] + edit.text + last[end.column - 1 :]
            lines[start.line - 1 : end.line] = joined.splitlines(keepends=True)
    return "".join(lines)


FUNCTION = "@a\n@tf.function\ndef f(\n    x,\n):\n    y = x\n    for i in y:\n        z\n    return y\nf(1)\n"


def put(text: str, line: int, comment: str) -> str:
    """The text with a comment behind one line."""
    lines = text.split("\n")
    lines[line - 1] += "  # " + comment
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        *((header, [1, 2, 3, 4, 5, 6, 7, 8, 9]) for header in (1, 2, 3, 5)),
        (6, [6]),
        (7, [7]),
        (8, [8]),
        (10, [10]),
    ],
)
def test_a_comment_covers_its_statement_or_the_function_it_heads(line: int, lines: list[int]) -> None:
    assert covered(put(FUNCTION, line, "tflint: ignore[TFA101]")) == lines


@pytest.mark.parametrize(("line", "lines"), [(1, [1, 2, 3, 4, 5]), (3, [1, 2, 3, 4, 5]), (6, [6])])
def test_noqa_covers_the_header_but_not_the_function(line: int, lines: list[int]) -> None:
    assert covered(put(FUNCTION, line, "noqa: E501,TFA101")) == lines
    assert covered(put(FUNCTION, line, "noqa")) == lines
    assert covered(put(FUNCTION, line, "noqa: E501")) == []


@pytest.mark.parametrize("line", [1, 2, 3, 4])
def test_any_line_of_a_statement_will_do(line: int) -> None:
    assert covered(put("x = f(\n    1,\n    2,\n)\ny = 3\n", line, "tflint: ignore[TFA101]")) == [1, 2, 3, 4]


def test_statements_that_share_a_line_are_covered_together() -> None:
    assert covered("a = 1; b = (\n    2)  # tflint: ignore[TFA101]\nc = 3\n") == [1, 2]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("# tflint: ignore[TFA101]\nx = (\n  1)\ny = 2\n", [2, 3]),
        ("# tflint: ignore[TFA101]\n\n# why\nx = 1\ny = 2\n", [4]),
        ("# tflint: ignore[TFA101]\n@a\ndef f():\n    x\n    y\nz\n", [2, 3, 4, 5]),
        ("def f():\n    # tflint: ignore[TFA101]\n    x\n    y\n", [3]),
        ("def f():\n    # tflint: ignore[TFA101]\n    def g():\n        x\n    y\n", [3, 4]),
        ("# tflint: ignore[TFA101]\nfor x in y:\n    z\n", [2]),
        ("f(\n    # tflint: ignore[TFA101]\n    x,\n)\ny\n", [1, 2, 3, 4]),
        ("x\n# tflint: ignore[TFA101]\n", [2]),
        ("# noqa: TFA101\nx = 1\n", [1]),
    ],
)
def test_a_comment_alone_on_its_line(text: str, lines: list[int]) -> None:
    assert covered(text) == lines


@pytest.mark.parametrize("code", ["TFA101", "tfa101", "python-print", "TFA1", "TFA10", "TFA", "TFA110, TFA101"])
def test_codes_names_and_prefixes(code: str) -> None:
    assert covered(f"x  # tflint: ignore[{code}]\n") == [1]
    assert covered(f"x  # tflint: ignore[{code}]\n", "TFA201") == ([1] if code == "TFA" else [])


@pytest.mark.parametrize("text", ["x\n# tflint: ignore-file[TFA101]\ny\n", "x  # tflint: ignore-file\ny\nz\n"])
def test_a_whole_file(text: str) -> None:
    assert covered(text) == [1, 2, 3]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a\n# tflint: disable[TFA1]\nb\n# tflint: enable[TFA1]\nc\n", [2, 3]),
        ("a\n# tflint: disable[TFA1]\nb\n# tflint: enable[TFA2]\nc\n", [2, 3, 4, 5]),
        ("a\n# tflint: disable\nb\n# tflint: enable[python-print]\nc\n", [2, 3]),
        ("a\n# tflint: disable[TFA101]\nb\n# tflint: enable\nc\n# tflint: disable[TFA101]\nd\n", [2, 3, 6, 7]),
    ],
)
def test_from_disable_to_enable(text: str, lines: list[int]) -> None:
    assert covered(text) == lines


def test_a_comment_at_a_labelled_line_covers_the_finding() -> None:
    text = "x\ny  # tflint: ignore[TFA101]\nz\n"
    assert outcome(text, finding(1, "TFA101", 3, 2)).suppressed
    assert not outcome(text, finding(1, "TFA101", 3)).suppressed


def test_a_label_in_another_file_says_nothing() -> None:
    text = "x\ny  # tflint: ignore[TFA101]\n"
    elsewhere = Finding(
        "TFA101", "python-print", "m", span(1), Severity.WARNING, Confidence.HIGH, "f", None,
        labels=(Label(span(2, "b.py"), ""),),
    )  # fmt: skip
    assert outcome(text, elsewhere).shown == (elsewhere,)


def test_a_suppressed_finding_carries_the_most_local_comment() -> None:
    text = "# tflint: ignore-file[TFA1] old\ndef f():  # tflint: ignore[TFA1]\n    x  # tflint: ignore[TFA101] on purpose\n"
    result = outcome(text, finding(3))
    (suppressed,) = result.suppressed
    assert suppressed.suppressed
    assert suppressed.suppressed.reason == "on purpose"
    assert suppressed.suppressed.span == Span("a.py", Position(3, 8), Position(3, 43))
    assert result.about_comments == ()


def test_without_comments_every_finding_is_shown() -> None:
    assert outcome("x\n", finding(1)) == SuppressionResult((finding(1),), (), ())


UNUSED = [
    ("x  # tflint: ignore[TFA101]\n", 1, "`ignore` suppresses no finding of `TFA101`"),
    ("x\n# tflint: ignore-file[python-print]\n", 2, "`ignore-file` suppresses no finding of `python-print`"),
    ("# tflint: disable[TFA1, TFA201]\n", 1, "`disable` suppresses no finding of `TFA1`, `TFA201`"),
]


@pytest.mark.parametrize(("text", "line", "message"), UNUSED)
def test_a_comment_that_covers_nothing_is_unused(text: str, line: int, message: str) -> None:
    assert about(text) == [("TFA901", line, message)]


@pytest.mark.parametrize(
    "comment", ["noqa", "noqa: TFA101", "tflint: enable[TFA101]", "tflint: ignore[TFA901]", "tflint: call(x=1)"]
)
def test_comments_that_are_never_unused(comment: str) -> None:
    assert about(f"x  # {comment}\n") == []


@pytest.mark.parametrize(("code", "judged"), [("TFA101", True), ("TFA110", False), ("TFA10", False), ("TFA2", False)])
def test_only_codes_that_ran_are_unused(code: str, judged: bool) -> None:
    found = about(f"x  # tflint: ignore[{code}]\n", selected={"TFA101", "TFA901"})
    assert [each[0] for each in found] == (["TFA901"] if judged else [])


def test_nothing_is_said_when_the_rules_about_comments_are_off() -> None:
    text = "x  # tflint: ignore[TFA101]\ny  # tflint: ignore[nope]\nz  # tflint: ignroe\n"
    assert about(text, selected={"TFA101"}) == []


def test_an_unknown_code_comes_with_the_closest() -> None:
    (found,) = outcome("x  # tflint: ignore[pyton-print, TFA101]\n", finding(1)).about_comments
    assert (found.code, found.message) == ("TFA902", "`pyton-print` is no rule")
    assert found.help == "did you mean `TFA101` (python-print)?"


def test_codes_of_other_tools_in_noqa_are_not_unknown() -> None:
    assert about("x  # noqa: E501, TFA999\n") == []


def test_a_malformed_comment_covers_nothing() -> None:
    text = "x  # tflint: ignore TFA101\n"
    assert covered(text) == []
    assert about(text) == [("TFA903", 1, "write the codes of `ignore` in brackets")]


def test_a_bare_comment_works_and_is_told() -> None:
    text = "x  # tflint: ignore why\n"
    assert covered(text) == [1]
    assert about(text, finding(1)) == [("TFA903", 1, "`ignore` without codes suppresses every rule")]


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("TFA901", "x  # tflint: ignore[TFA101, TFA901]\n"),
        ("TFA902", "x  # tflint: ignore[nope]  # tflint: ignore[TFA902]\n"),
        ("TFA903", "# tflint: ignore-file[TFA903]\nx  # tflint: ignroe\n"),
    ],
)
def test_what_is_said_about_comments_can_be_suppressed_by_its_code(code: str, text: str) -> None:
    result = outcome(text)
    assert [each.code for each in result.suppressed] == [code]
    assert result.about_comments == ()


def test_a_bare_comment_does_not_suppress_what_is_said_about_it() -> None:
    assert [code for code, _, _ in about("# tflint: ignore-file\nx  # tflint: ignore\n")] == ["TFA903", "TFA903"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x  # tflint: ignore[TFA201]\ny\n", "x\ny\n"),
        ("x  # tflint: ignore[TFA201, python-print] why\n", "x  # tflint: ignore[python-print] why\n"),
        ("x  # type: ignore  # tflint: ignore[TFA201]\n", "x  # type: ignore\n"),
        ("x  # tflint: ignore[TFA201]  # noqa\n", "x  # noqa\n"),
        ("x\n    # tflint: ignore[TFA201]\ny\n", "x\ny\n"),
        ("x  # tflint: ignore why\n", "x  # tflint: ignore[TFA101, TFA110] why\n"),
        ("# tflint: ignore-file\nx\n", "# tflint: ignore-file[TFA101, TFA110]\nx\n"),
    ],
)
def test_fixes(text: str, expected: str) -> None:
    line = text.split("\n").index(next(each for each in text.split("\n") if each.startswith("x"))) + 1
    assert fixed(text, finding(line, "TFA110"), finding(line, "TFA101")) == expected


def test_a_notebook_is_one_module_until_places_are_given_to_cells() -> None:
    sources = [
        "%cd ..\nx = 1  # tflint: ignore[TFA201]\n",
        "# tflint: ignore-file[TFA102]\n",
        "y = (\n2)  # noqa: TFA101",
    ]
    cells = [{"cell_type": "code", "source": source} for source in sources]
    book = notebook.parse(json.dumps({"cells": cells}).encode())
    result = outcome(book.text, finding(4), finding(4, "TFA102"), finding(1))
    assert [each.code for each in result.suppressed] == ["TFA101", "TFA102"]
    assert result.shown == (finding(1),)
    (unused,) = result.about_comments
    place = book.locate(unused.span)
    assert (place.cell, place.start) == (1, (2, 8))


def test_the_rules_about_comments_have_files() -> None:
    known = catalogue.codes()
    assert {code: known[code] for code in KNOWN if code.startswith("TFA9")} == {
        "TFA901": "unused-suppression",
        "TFA902": "unknown-suppression",
        "TFA903": "malformed-suppression",
    }
