"""Which lines a finding's statement has, and what stands around it. Runs no code."""

from __future__ import annotations

import ast

import pytest

from tflint_autograph.confirm.statements import Statement, statement_at

TEXT = """\
@trace
def f(
    x,
):
    for i in x:
        if i > 0:
            print(
                i
            )
    try:
        y = 1
    except ValueError:
        y = 2
    match y:
        case 1:
            return y
"""


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (1, Statement(1, 4, 16, (), (0, 0))),
        (3, Statement(1, 4, 16, (), (0, 0))),
        (5, Statement(5, 5, 9, (), (6, 6))),
        (6, Statement(6, 6, 9, (5,), (0, 0))),
        (8, Statement(7, 9, 9, (5, 6), (0, 0))),
        (11, Statement(11, 11, 11, (10,), (0, 0), "y")),
        (13, Statement(13, 13, 13, (10,), (0, 0), "y")),
        (16, Statement(16, 16, 16, (14,), (0, 0))),
        (99, Statement(99, 99, 99, (), (0, 0))),
    ],
)
def test_the_innermost_statement_of_a_line(line: int, expected: Statement) -> None:
    assert statement_at(ast.parse(TEXT), line) == expected


SOURCES = """\
def f(x, n, other, last):
    m = n * 2
    for i in range(m):
        if x > 0:
            y = x
            print(y)
    other += 1
    return last

print(f)
"""


@pytest.mark.parametrize(
    ("line", "names"),
    [(6, {"print", "y", "x", "i", "range", "m", "n"}), (7, {"other"}), (8, {"last"}), (10, set())],
)
def test_the_names_a_statement_rests_on(line: int, names: set[str]) -> None:
    assert statement_at(ast.parse(SOURCES), line).sources == names


LOOP = """\
for i in x:
    if i:
        while i:
            if i > 1:
                break
            if i > 2:
                return
    with y:
        try:
            f(i)
        except ValueError:
            continue
    if i:
        def g():
            return 1
"""


def test_the_blocks_by_which_a_loop_is_left() -> None:
    assert statement_at(ast.parse(LOOP), 1).exits == {2, 3, 6, 8, 9, 11}
    assert statement_at(ast.parse(LOOP), 3).exits == {4, 6}
    assert statement_at(ast.parse(LOOP), 2).exits == set()


def test_the_lines_that_use_what_a_statement_writes() -> None:
    assert statement_at(ast.parse(SOURCES), 2).uses == {2, 3}
    assert statement_at(ast.parse(SOURCES), 6).uses == set()


def test_the_blocks_around_what_uses_what_a_statement_writes() -> None:
    text = "def f(x):\n    best = None\n    for y in x:\n        if y:\n            best = y\n        z = y\n    return z\n"
    assert statement_at(ast.parse(text), 2).users == {3, 4}
    assert statement_at(ast.parse("def f(x):\n    best = None\n    for y in x:\n        z = y\n"), 2).users == set()
