"""Suppression comments and the lines they speak of."""

from __future__ import annotations

import ast
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tflint_autograph.engine.analysis.comments import line_structure
from tflint_autograph.facts.directives import directives
from tflint_autograph.model.directives import Directive, DirectiveKind

IGNORE, FILE, NOQA = DirectiveKind.IGNORE, DirectiveKind.IGNORE_FILE, DirectiveKind.NOQA


def one(text: str) -> Directive:
    (directive,) = directives(text)
    return directive


@pytest.mark.parametrize(
    ("comment", "kind", "codes", "reason"),
    [
        ("# tflint: ignore[TFA110] seed is fixed on purpose", IGNORE, ("TFA110",), "seed is fixed on purpose"),
        ("#tflint:ignore[python-print,TFA1 , x]", IGNORE, ("python-print", "TFA1", "x"), ""),
        ("# tflint: ignore", IGNORE, (), ""),
        ("# tflint: ignore because of #12", IGNORE, (), "because of #12"),
        ("# tflint: ignore-file[TFA101]", FILE, ("TFA101",), ""),
        ("# tflint: disable[TFA1]", DirectiveKind.DISABLE, ("TFA1",), ""),
        ("# tflint: enable[TFA1]", DirectiveKind.ENABLE, ("TFA1",), ""),
        ("# noqa", NOQA, (), ""),
        ("#NOQA", NOQA, (), ""),
        ("# noqa: TFA101,E501", NOQA, ("TFA101", "E501"), ""),
        ("# noqa:TFA101 E501 because", NOQA, ("TFA101", "E501"), ""),
        ("# noqa: because", NOQA, (), ""),
        ("# type: ignore[x]  # tflint: ignore[TFA101]", IGNORE, ("TFA101",), ""),
        ("# tflint: ignore[TFA101] why  # type: ignore[x]", IGNORE, ("TFA101",), "why"),
        ("# TODO # tflint: ignore[TFA101]", IGNORE, ("TFA101",), ""),
    ],
)
def test_what_a_comment_asks_for(comment: str, kind: DirectiveKind, codes: tuple[str, ...], reason: str) -> None:
    found = one(f"x = 1  {comment}\n")
    assert (found.kind, found.codes, found.reason, found.malformed) == (kind, codes, reason, None)


@pytest.mark.parametrize(
    "comment",
    [
        "# tflint: call(x=tf.ones(3))",
        "# flake8: noqa",
        "# noqa-like",
        "# noqable",
        "# about tflint: ignore[TFA101]",
        "# my-tflint: ignore",
        "# nothing",
        "# tflint-ignore: terraform_unused_declarations",
        "# tflint-ignore: all",
        "# tflint-ignore-file: terraform_typed_variables",
        "# tflint ignores what it does not know",
        "# tflint: call(1)  # tflint-ignore: aws_instance_invalid_type",
        "# pylint: disable=TFA101",
        "# see TFA101",
        "# ignore[TFA101]",
        "# tflint-autograph finds TFA101 here",
    ],
)
def test_comments_that_are_not_ours(comment: str) -> None:
    assert directives(f"x = 1  {comment}\n") == ()


@pytest.mark.parametrize(
    ("comment", "malformed"),
    [
        ("# tflint: ignroe[TFA101]", "`tflint: ignroe` means nothing, the word is `ignore`"),
        ("# tflint: xyz", "`tflint: xyz` means nothing"),
        ("# tflint:", "`tflint:` is followed by no word"),
        ("# tflint: ignore[]", "`ignore[]` names no code"),
        ("# tflint: ignore[TFA101", "write the codes of `ignore` in brackets"),
        ("# tflint: ignore: TFA101", "write the codes of `ignore` in brackets"),
        ("# tflint: disable=TFA101", "write the codes of `disable` in brackets"),
        ("# tflint: ignore TFA101", "write the codes of `ignore` in brackets"),
    ],
)
def test_what_is_wrong_with_a_comment(comment: str, malformed: str) -> None:
    assert one(f"x = 1  {comment}\n").malformed == malformed


@pytest.mark.parametrize(
    "comment",
    [
        "# tflint-ignore: TFA101",
        "# tflint-ignore[python-print]",
        "# tflint-ignore-file: TFA101",
        "# tflint-disable TFA1",
        "# tflint ignore[TFA101]",
        "# tflint ignore TFA101",
        "# tflint : ignore[TFA101]",
        "# TFLint: ignore[TFA101]",
        "# TFLINT: ignore",
        "# tflint-autograph: ignore[python-print]",
        "# tflint_autograph: ingore[TFA101]",
        "# tflint_autograph-ignore[TFA101] why",
        "# tf-lint: ignore[TFA101]",
        "# tflnt: ignore[TFA101]",
    ],
)
def test_what_is_nearly_one_of_ours(comment: str) -> None:
    found = one(f"x = 1  {comment}  # type: ignore\n")
    assert found.kind is DirectiveKind.UNKNOWN
    assert found.malformed
    assert found.malformed.endswith("is not read: a suppression comment begins with `tflint:`")
    written = re.split(r":? ?TFA|\[", comment[2:])[0]
    assert found.malformed.startswith(f"`{written}` is not read")
    assert (found.start.column, found.end.column) == (8, 8 + len(comment))


def test_a_file_is_ignored_from_the_top_level_only() -> None:
    assert one("def f():\n    # tflint: ignore-file[TFA101]\n    pass\n").malformed
    assert one("x = 1  # tflint: ignore-file[TFA101]").malformed is None


def test_places_count_code_points_from_one() -> None:
    found = one("a = 1\n'😀'  # type: ignore  # tflint: ignore[TFA1] why  \n")
    assert (found.start, found.end, found.line) == ((2, 22), (2, 48), 2)
    assert found.removal == ((2, 20), (2, 48))


def test_two_directives_in_one_comment() -> None:
    first, second = directives("x  # tflint: ignore[TFA1]  # noqa: E501")
    assert (first.kind, first.start.column, first.end.column) == (IGNORE, 4, 26)
    assert (second.kind, second.removal) == (NOQA, ((1, 26), (1, 40)))


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("# tflint: ignore[X]\n", True),
        ("if x:\n    # tflint: ignore[X]\n    y\n", True),
        ("x = 1  # tflint: ignore[X]\n", False),
        ("f(\n    # tflint: ignore[X]\n    1)\n", False),
        ("f(')')\n# tflint: ignore[X]\n", True),
        ("# type: ignore  # tflint: ignore[X]\n", True),
    ],
)
def test_a_comment_alone_on_its_line(text: str, alone: bool) -> None:
    assert one(text).alone is alone


def test_a_line_of_its_own_goes_with_its_directive() -> None:
    assert one("    # tflint: ignore[X]\n").removal == ((1, 1), (2, 1))
    assert one("# type: x  # tflint: ignore[X]\n").removal == ((1, 10), (1, 31))


@pytest.mark.parametrize(
    "text",
    [
        "x = '# tflint: ignore'\n",
        '"""\n# tflint: ignore\n"""\n',
        "x = f'''\n# noqa {1}\n'''\n",
        "tflint: ignore\n",
        "noqa = 1\n",
        "",
    ],
)
def test_strings_and_code_are_never_read(text: str) -> None:
    assert directives(text) == ()


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(end: str) -> None:
    text = end.join(["x = 1", "\x0c# tflint: ignore[A]", "s = '\u2028'", "y = 2  # tflint: ignore[B]"])
    assert [(found.line, found.alone) for found in directives(text)] == [(2, True), (4, False)]


@pytest.mark.parametrize("broken", ["x = '''", "f(", "  x\n y", "x = 1 ?", "def f(:", "'", "if x:\n        y\n    z"])
def test_broken_code_keeps_what_stands_before_it(broken: str) -> None:
    found = directives(f"x = 1  # tflint: ignore[A]\ny = 2\n{broken}\nz = 3  # tflint: ignore[B]\n")
    assert found[0].codes == ("A",)


@given(st.text(alphabet="#tflint: ignore[]noqaTFA1,'\"\\\n\r\t(){}?é", max_size=60))
def test_no_text_raises(tail: str) -> None:
    for found in directives("# tflint: ignore[A]\n" + tail + "  # tflint: ignore[B]"):
        assert found.start < found.end


def spans(text: str) -> tuple[tuple[int, int], ...]:
    return line_structure(ast.parse(text)).statements


@pytest.mark.parametrize(
    ("text", "statements"),
    [
        ("", ()),
        ("x = 1\ny = (\n2)\n", ((1, 1), (2, 3))),
        ("if (a and\n    b):\n\n    c\nelse:\n    d\n", ((1, 3), (4, 4), (6, 6))),
        ("for i in x: y\n", ((1, 1), (1, 1))),
        ("try:\n    a\nexcept (\n  E):\n    b\nfinally:\n    c\n", ((1, 1), (2, 2), (3, 4), (5, 5), (7, 7))),
        ("match x:\n    case (1 |\n       2):\n        y\n", ((1, 1), (2, 3), (4, 4))),
        ("@d\nclass A(\n  B\n):\n    @e\n    def f(self): pass\n", ((1, 4), (5, 6), (6, 6))),
    ],
)
def test_lines_of_statements(text: str, statements: tuple[tuple[int, int], ...]) -> None:
    assert spans(text) == statements


def test_lines_of_functions() -> None:
    text = "@a\n@b(\n  1)\ndef f(\n  x,\n):\n    async def g(): pass\n    return g\n"
    assert line_structure(ast.parse(text)).functions == ((1, 6, 8), (7, 7, 7))
