"""Counts the iterations of Python loops whose counter or iterable the code shows."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Statement
from tflint_autograph.model.constants import range_length
from tflint_autograph.project.bodies.liveness import bound
from tflint_autograph.project.bodies.single import given_to
from tflint_autograph.project.bodies.walks import descendants, walk
from tflint_autograph.project.index.blocks import blocks
from tflint_autograph.traced.graph.element_counts import Counts, is_of_model
from tflint_autograph.traced.tree.function_view import FunctionView


def counted(loop: ir.While, fn: FunctionView) -> int | None:
    """Returns the number of iterations of a `while` that counts a Python scalar: `while i < 40: ...; i += 1`; or None."""
    test = loop.test
    written = [each for each in walk(fn.analysis.written_out(fn.key).statements) if each.ordinal == loop.ordinal]
    loop = written[0] if written and isinstance(written[0], ir.While) else loop
    if not isinstance(test, ir.Operation) or len(test.operands) != 2 or test.operators[0] not in _BELOW | _ABOVE:
        return None
    left, right = test.operands
    upward = test.operators[0] in _BELOW
    counter, end = (left, right) if isinstance(left, ir.Name) and _step(loop, left.id, fn) is not None else (right, left)
    upward = upward is (counter is left)
    if not isinstance(counter, ir.Name):
        return None
    step, first = _step(loop, counter.id, fn), _start(loop, counter.id, fn)
    last = Counts.at(fn, loop.ordinal).number(end)
    if step is None or first is None or last is None or (step > 0) is not upward:
        return None
    if test.operators[0] in ("<=", ">="):
        last += 1 if upward else -1
    return range_length([first, last, step])


_BELOW, _ABOVE = frozenset({"<", "<="}), frozenset({">", ">="})


def _step(loop: ir.While, name: str, fn: FunctionView) -> int | None:
    """Returns what each iteration adds to a number in the loop's own block, or None if it is changed otherwise too."""
    inside = [each for each in walk(loop.body) if name in bound(each)]
    if len(inside) != 1 or not any(each is inside[0] for each in loop.body):
        return None
    statement, added, sign = inside[0], None, 1
    if isinstance(statement, ir.Augment) and statement.operator in ("+", "-"):
        added, sign = statement.value, 1 if statement.operator == "+" else -1
    elif isinstance(statement, ir.Assign) and isinstance(statement.value, ir.Operation) and statement.value.operators in (("+",), ("-",)):
        one, other = statement.value.operands
        added = other if one == ir.Name(name) else None
        sign = 1 if statement.value.operators == ("+",) else -1
    step = Counts.at(fn, statement.ordinal).number(added) if added is not None else None
    return step * sign if step else None


def _start(loop: ir.While, name: str, fn: FunctionView) -> int | None:
    """Returns the number assigned to a name by one statement before the loop, or None."""
    before = [each for each in walk(fn.analysis.written_out(fn.key).statements) if name in bound(each) and each.ordinal < loop.ordinal]
    last = before[-1] if before else None
    given = given_to(name, last) if last is not None else None
    return Counts.at(fn, last.ordinal).number(given) if last is not None and given is not None else None


def nested(loop: ir.For, fn: FunctionView) -> int | None:
    """Returns the total number of iterations of the innermost loop body, or None if a loop has many iterations itself or is unknown."""
    own = Counts.at(fn, loop.ordinal).of(loop.iterable)
    if own is None or own > fn.unroll_limit or is_of_model(fn.test(loop)):
        return None
    inner = [nested(each, fn) for each in _loops_in(loop.body) if fn.makes_graph(each)]
    return None if None in inner else own * max((each for each in inner if each is not None), default=1)


def _loops_in(statements: tuple[Statement, ...]) -> list[ir.For]:
    """Returns the loops directly in a block, without nested ones."""
    found: list[ir.For] = []
    for statement in statements:
        if isinstance(statement, ir.For):
            found.append(statement)
        else:
            found += [each for block in blocks(statement) for each in _loops_in(block)]
    return found


def is_stepped(loop: ir.While) -> bool:
    """Whether the body counts a name of the condition by a constant, `n -= 1`, as Python scalars often are."""
    names = {part for part in descendants(loop.test) if isinstance(part, ir.Name)}
    for each in walk(loop.body):
        if isinstance(each, ir.Augment) and each.target in names and isinstance(each.value, ir.Constant):
            return True
        value = each.value if isinstance(each, ir.Assign) and names.intersection(each.targets) else None
        if isinstance(value, ir.Operation) and any(isinstance(operand, ir.Constant) for operand in value.operands):
            return True
    return False
