"""Which condition kept runs from the line of a finding. Runs no code."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tflint_autograph.confirm.gates import gates
from tflint_autograph.confirm.probe.state.lines import LineCounter
from tflint_autograph.confirm.protocol import Hits
from tflint_autograph.confirm.reach import Reach
from tflint_autograph.confirm.statements import statement_at
from tflint_autograph.confirm.subject import Subject

TEXT = """\
def step(x, loud, names):
    if x is None:
        return 0
    with x:
        if loud:
            pass
        else:
            for name in names:
                print(name)
    try:
        y = 1
    except ValueError:
        print(x)
    return y


print(1)
"""


def test_the_way_to_a_line_begins_with_its_function() -> None:
    assert [each.line for each in gates(ast.parse(TEXT), 9)] == [2, 3, 5, 8]
    assert [each.line for each in gates(ast.parse(TEXT), 13)] == [2, 3, 10]
    assert gates(ast.parse(TEXT), 17) == gates(ast.parse(TEXT), 1) == ()


@pytest.mark.parametrize(
    ("line", "ran", "told"),
    [
        (9, [], ""),
        (9, ["2"], "`step` ran 3 times, and did not reach the line"),
        (9, ["2", "3!"], "`step` ran 3 times, but `return` on line 3 came first"),
        (9, ["2", "5"], "`step` ran 3 times, but `if loud` on line 5 was always true: `loud` was always a Python bool of True"),
        (9, ["2", "5", "8"], "`step` ran 3 times, but the loop over `names` on line 8 had no elements"),
        (13, ["2", "10"], "`step` ran 3 times, but the `try` on line 10 raised nothing that is caught here"),
    ],
)
def test_the_last_condition_that_ran_is_what_kept_them(line: int, ran: list[str], told: str) -> None:
    tree = ast.parse(TEXT)
    reach = Reach()
    watches = [each.id for each in reach.watches([Subject("0", "/m.py", statement_at(tree, line), (), "m.step", gates=gates(tree, line))])]
    assert {f"0/way/{each}" for each in ran} <= set(watches)
    reach.learn(Hits(f"0/way/{each}", (0, 1), (2, 0), {"loud": "a Python bool of True", "x": "a list"} if each == "5" else {}) for each in ran)
    assert reach.told("0") == told


class Held:
    def __init__(self) -> None:
        self.dropout = 0.0

    @property
    def loud(self) -> bool:
        raise AssertionError("a property is code of the user")

    def step(self, x: object) -> object:
        if self.dropout and self.loud:
            return None
        return x


def test_the_values_of_attributes_in_conditions_are_told() -> None:
    tree = ast.parse(Path(__file__).read_text(encoding="utf-8"))
    line = Held.step.__code__.co_firstlineno + 2
    reach = Reach()
    watches = tuple(reach.watches([Subject("0", __file__, statement_at(tree, line), (), "m.step", gates=gates(tree, line))]))
    assert [each.names for each in watches] == [(), ("self.dropout", "self.loud")]
    lines = LineCounter(str(Path(__file__).parent), watches)
    with lines.counting():
        Held().step(1)
    reach.learn(lines.hits(1))
    assert reach.told("0") == f"`step` ran once, but `if self.dropout and self.loud` on line {line - 1} was never true: `self.dropout` was always 0.0"
