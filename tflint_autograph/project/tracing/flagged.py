"""Finds the flag parameters of a function that decide whether a statement runs."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Statement
from tflint_autograph.model.constants import truth_of
from tflint_autograph.model.values import Value
from tflint_autograph.project.bodies.walks import implied, last_ordinal, targets, walk
from tflint_autograph.project.index.blocks import blocks
from tflint_autograph.project.queries.memoize import MANY, memoised_by_body
from tflint_autograph.project.values.body_result import Env

Flags = tuple[tuple[str, bool], ...]
"""Names, each with the truth of its value."""

_NOTHING = Value()


def asked_around(body: Body, ordinal: int, parameters: frozenset[str]) -> Flags:
    """Returns the truth of the parameters under which a statement runs: for `if training and not frozen:`, True and False."""
    return tuple((name, truth) for first, last, name, truth in _decided(body) if first <= ordinal <= last and name in parameters)


def given_to(body: Body, entry: Env) -> Flags:
    """Returns the truth, where known, of the arguments for flag parameters."""
    names = dict.fromkeys(name for _, _, name, _ in _decided(body))
    known = ((name, truth_of(entry.get(name, _NOTHING))) for name in names)
    return tuple((name, truth) for name, truth in known if truth is not None)


def contradict(given: Flags, asked: Flags) -> bool:
    """Whether the arguments `given` prevent a statement that requires `asked` from running."""
    return bool(asked) and any(name == other and truth is not wanted for name, truth in given for other, wanted in asked)


@memoised_by_body(MANY)
def _decided(body: Body) -> tuple[tuple[int, int, str, bool], ...]:
    """Returns, for each block of an `if`, its first and last ordinal, a parameter, and the truth that it implies."""
    found: list[tuple[int, int, str, bool]] = []
    if "If" in body.kinds:
        _read(body.statements, frozenset(_bound_in_loops(body)), found)
    return tuple(found)


def _read(statements: tuple[Statement, ...], bound: frozenset[str], found: list[tuple[int, int, str, bool]]) -> frozenset[str]:
    """Collects the conditions in some statements into `found`. Returns the names bound after them; `bound` are those bound before."""
    for statement in statements:
        if isinstance(statement, ir.If):
            for block, holds in ((statement.body, True), (statement.orelse, False)):
                decided = implied(statement.test, holds=holds) if block else ()
                names = {(part.id, truth) for part, truth in decided if isinstance(part, ir.Name) and part.id not in bound}
                found += [(block[0].ordinal, last_ordinal(block[-1]), name, truth) for name, truth in sorted(names)]
        ways = [(block, _read(block, bound, found)) for block in blocks(statement) if block]
        onward = (after for block, after in ways if not isinstance(block[-1], (ir.Return, ir.Raise)))
        bound = bound.union(*onward, (target.id for target in targets(statement) if isinstance(target, ir.Name)))
    return bound


def _bound_in_loops(body: Body) -> set[str]:
    loops = [each for each in walk(body.statements) if isinstance(each, (ir.For, ir.While))] if {"For", "While"} & body.kinds else []
    inner = (each for loop in loops for each in walk((loop,)))
    return {target.id for each in inner for target in targets(each) if isinstance(target, ir.Name)}
