"""Decides whether a value changes its shape in each iteration of a loop."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr, Statement
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import Kind
from tflint_autograph.project.bodies.arguments import argument_of
from tflint_autograph.project.bodies.liveness import bound
from tflint_autograph.project.bodies.order import order
from tflint_autograph.project.bodies.single import assigned_to as local_value
from tflint_autograph.project.bodies.walks import is_jump, walk
from tflint_autograph.project.values.shapes import KEEPS_SHAPE, broadcast
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.tfapi.tables import SHAPED
from tflint_autograph.traced.graph.branches import assigned_to, known_before
from tflint_autograph.traced.tree.binding import bindings_of
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.kinds import is_whole

_GROWING = frozenset({"concat", "stack", "expand_dims", "pad", "repeat", "tile"})
_SPECIFY = frozenset({"get_concrete_function"})
"""Functions that take tensor specs, perhaps of unknown shape, in place of tensors."""

_OPTIONS = "tensorflow.autograph.experimental.set_loop_options"


def shrinks(name: str, loop: Statement, fn: TracedFunction) -> Confidence | None:
    """Returns the confidence that the current statement cuts elements off a tensor in each iteration, `x = x[1:]`, or None if it does not."""
    given = _given(name, fn.statement, fn) if fn.statement is not None else None
    if fn.statement is None or given is None or not known_before(name, loop, fn).kind.graph or _declared(loop, fn):
        return None
    # What is assigned before the loop is as long as the tensor was there.
    inside = frozenset(word for each in walk((loop,)) for word in bound(each)) - {name}
    parts = list(_of_its_shape(given, inside, fn.statement.ordinal, fn, _DEEPEST))
    cut = {_cut_axis(each, name) for each in parts}
    axis = next((each for each in cut if each is not None), None)
    return _begun(name, axis, loop, fn) if axis is not None and ir.Name(name) not in parts else None


_DEEPEST = 4
"""Maximum depth to which operands and names are followed."""


def _of_its_shape(expr: Expr, inside: frozenset[str], ordinal: int, fn: TracedFunction, depth: int) -> Iterator[Expr]:
    """Yields the parts of an expression that operations on single elements combine: the result is as long as they are. Names of the set
    `inside` stand for what they are assigned.
    """
    if isinstance(expr, ir.Name) and expr.id in inside and depth:
        expr = local_value(expr.id, fn.body, ordinal) or expr
    if isinstance(expr, ir.Operation) and _ELEMENTWISE.issuperset(expr.operators) and depth:
        for each in expr.operands:
            yield from _of_its_shape(each, inside, ordinal, fn, depth - 1)
    elif isinstance(expr, ir.Call) and expr.args and depth and canonical(fn.value_at(expr.func, ordinal).name) in KEEPS_SHAPE:
        yield from _of_its_shape(expr.args[0].value, inside, ordinal, fn, depth - 1)
    else:
        yield expr


def _cut_axis(expr: Expr, name: str) -> int | None:
    """Returns the first axis along which a slice leaves out elements of a name whatever the length, or None."""
    if not isinstance(expr, ir.Subscript) or expr.value != ir.Name(name):
        return None
    items = expr.item.items if isinstance(expr.item, ir.Display) else (expr.item,)
    cut = next((axis for axis, item in enumerate(items) if _cuts(item)), None)
    return cut if cut is not None and all(isinstance(item, ir.Slice) for item in items[:cut]) else None


def _cuts(item: Expr) -> bool:
    """Whether a slice leaves elements out whatever the length: `1:`, `:-1`, `1:-1`, `::2`."""
    if not isinstance(item, ir.Slice):
        return False
    bounds = dict(zip(item.places, item.parts, strict=True))
    numbers = {place: part.value for place, part in bounds.items() if isinstance(part, ir.Constant) and isinstance(part.value, int)}
    first, last, step = numbers.get(0, 0), numbers.get(1), numbers.get(2, 1)
    is_open = len(numbers) == len(bounds) and first >= 0 and step > 0 and (last is None or last < 0)
    return is_open and (first > 0 or last is not None or step > 1)


def grows(name: str, loop: Statement, fn: TracedFunction) -> Confidence | None:
    """Returns the confidence that the current statement enlarges a name in each iteration, or None if it does not.

    A static shape that changes raises, an unknown one does not (FACTS loops, "loop-var-shape-change").
    """
    given = _given(name, fn.statement, fn) if fn.statement is not None else None
    if isinstance(given, ir.Operation):
        return _list(name, given, loop, fn)
    if fn.statement is None or not isinstance(given, ir.Call) or _called(given, fn.statement, fn) not in {f"tensorflow.{word}" for word in _GROWING}:
        return None
    if not given.args or not _holds(given.args[0].value, name) or _declared(loop, fn):
        return None
    along = _axis_given(given, loop.ordinal, fn) if _called(given, fn.statement, fn) == "tensorflow.concat" else None
    return _begun(name, along, loop, fn)


Shape = tuple[int | None, ...]
"""The lengths of the axes; None for one that is not written out."""


def multiplies(name: str, loop: Statement, fn: TracedFunction) -> bool:
    """Whether the current statement multiplies a whole number of Python's in each iteration of a loop, with others, as often as an argument
    says and nothing else: another condition may keep the number small.

    Python's numbers have no limit, those of a tensor overflow.
    """
    given, ordinal = (_given(name, fn.statement, fn), fn.statement.ordinal) if fn.statement is not None else (None, 0)
    if isinstance(fn.statement, ir.Augment) and fn.statement.target == ir.Name(name):
        given = ir.Operation((fn.statement.operator.removesuffix("="),), (fn.statement.target, fn.statement.value))
    if not _is_as_long_as_said(loop, fn) or known_before(name, loop, fn).const == 0:
        return False
    while isinstance(given, ir.Operation) and given.operators in (("+",), ("-",)):
        whole = [each for each in given.operands if not is_whole(fn.value_at(each, ordinal))]
        given = whole[0] if len(whole) == 1 else None
    if not isinstance(given, ir.Operation) or given.operators not in (("*",), ("**",)) or ir.Name(name) not in given.operands:
        return False
    others = [each for each in given.operands if each != ir.Name(name)]
    return bool(others) and all(is_whole(value) and value.const not in (0, 1, -1) for value in (fn.value_at(each, ordinal) for each in others))


def _is_as_long_as_said(loop: Statement, fn: TracedFunction) -> bool:
    """Whether a loop counts to a tensor that the function gets, and ends in no other way."""
    if not isinstance(loop, ir.For) or not isinstance(loop.iterable, ir.Call) or any(map(is_jump, walk(loop.body))):
        return False
    counted = loop.iterable
    values = [fn.value_at(each.value, loop.ordinal) for each in counted.args]
    return canonical(fn.value_at(counted.func, loop.ordinal).name) in _RANGES and any(each.parameter and each.kind is Kind.TENSOR for each in values)


_RANGES = frozenset({"tensorflow.range", "builtins.range"})


def reshaped(name: str, loop: Statement, part: tuple[Statement, ...], fn: TracedFunction) -> tuple[Shape, Shape] | None:
    """Returns the shapes of a name before a loop and after the current statement, its only binding in the loop, if both are written out and differ."""
    statement, before = fn.statement, _set_before(name, loop, fn)
    if statement is None or before is None or len(bindings_of(fn).of(name, part)) != 1 or _declared(loop, fn):
        return None
    begun = _given(name, before, fn)
    is_sure = all(holder.statement is None or isinstance(holder.statement, (ir.With, ir.Try)) for holder in order(fn.body).holders(before.ordinal))
    first = _whole(begun, before.ordinal, fn, {}) if begun is not None and is_sure else None
    changed = ir.Operation((statement.operator,), (statement.target, statement.value)) if isinstance(statement, ir.Augment) else _given(name, statement, fn)
    last = _whole(changed, statement.ordinal, fn, {name: first}) if first is not None and changed is not None else None
    return (first, last) if first is not None and last is not None and first != last else None


def _set_before(name: str, loop: Statement, fn: TracedFunction) -> Statement | None:
    """Returns the last statement before a loop that binds a name, or None."""
    made = [each for each in bindings_of(fn).of(name, fn.body.statements) if each.ordinal < loop.ordinal]
    return made[-1] if made else None


def _whole(expr: Expr, ordinal: int, fn: TracedFunction, known: Mapping[str, Shape | None]) -> Shape | None:
    """Returns the shape of an expression in which each length is written out, or None."""
    shape = _lengths(expr, ordinal, fn, known)
    return shape if shape is not None and None not in shape else None


def _lengths(expr: Expr, ordinal: int, fn: TracedFunction, known: Mapping[str, Shape | None]) -> Shape | None:
    """Returns the lengths of an expression that are written out, given the shapes of names; None if not even their number is."""
    if isinstance(expr, ir.Constant):
        return () if isinstance(expr.value, (int, float)) else None
    if isinstance(expr, ir.Name):
        return known.get(expr.id)
    if isinstance(expr, ir.Operation):
        parts = [_lengths(each, ordinal, fn, known) for each in expr.operands]
        return broadcast(parts) if _ELEMENTWISE.issuperset(expr.operators) else None
    if not isinstance(expr, ir.Call):
        return None
    name = canonical(fn.value_at(expr.func, ordinal).name)
    if name == "tensorflow.constant" and all(each.keyword in (None, "value", "dtype", "name") for each in expr.args):
        return _of_literal(argument_of(expr, 0, "value"))
    if name.startswith("tensorflow.reduce_") and len(expr.args) == 1:
        return ()
    shape = argument_of(expr, *SHAPED[name]) if name in SHAPED else None
    items = shape.items if isinstance(shape, ir.Display) else (shape,) if isinstance(shape, ir.Constant) else None
    sizes = [fn.value_at(each, ordinal).const for each in items or ()]
    return tuple(each if isinstance(each, int) and each >= 0 else None for each in sizes) if items is not None else None


def _of_literal(value: Expr | None) -> Shape | None:
    """Returns the shape of a number, or of lists of numbers, in the code."""
    if isinstance(value, ir.Constant):
        return () if isinstance(value.value, (int, float)) else None
    inner = {_of_literal(each) for each in value.items} if isinstance(value, ir.Display) else {None}
    one = inner.pop() if len(inner) == 1 else None
    return (len(value.items), *one) if isinstance(value, ir.Display) and one is not None else None


_ELEMENTWISE = frozenset({"+", "-", "*", "/", "**", "//", "%"})


def _list(name: str, given: ir.Operation, loop: Statement, fn: TracedFunction) -> Confidence | None:
    """Returns the confidence for `parts = parts + [x]` with a list, or None."""
    before = known_before(name, loop, fn)
    longer = any(isinstance(operand, ir.Display) and operand.items for operand in given.operands)
    if given.operators == ("+",) and longer and ir.Name(name) in given.operands and before.kind is Kind.CONTAINER:
        return Confidence.HIGH
    return None


def _given(name: str, statement: Statement, fn: TracedFunction) -> Expr | None:
    """Returns the expression that a statement gives to a name, or None; that of a helper, where one does nothing but return it."""
    given = assigned_to(name, statement)
    return fn.written_out(given) if given is not None else None


def _called(call: ir.Call, statement: Statement, fn: TracedFunction) -> str:
    return canonical(fn.value_at(call.func, statement.ordinal).name)


def _holds(expr: Expr, name: str) -> bool:
    """Whether the expression is the name, or a list with the name in it. A part such as `s[1:]` does not count."""
    return expr == ir.Name(name) or (isinstance(expr, ir.Display) and ir.Name(name) in expr.items)


def _declared(loop: Statement, fn: TracedFunction) -> bool:
    return any(canonical(site.func.name) == _OPTIONS for site in fn.sites(loop) if site.func.name)


def _begun(name: str, along: int | None, loop: Statement, fn: TracedFunction) -> Confidence | None:
    """Returns the confidence that the initial shape is known: it is written out, or is that of an eager argument.

    For a change along one axis, its length is enough. None if a signature leaves it open.
    """
    before = _set_before(name, loop, fn)
    given = _given(name, before, fn) if before is not None else ir.Name(name)
    if before is not None and given is not None and along is not None and _is_written_out(given, along, before.ordinal, fn):
        return Confidence.HIGH
    if isinstance(given, ir.Name):
        return Confidence.MEDIUM if _is_passed_whole(given.id, fn) else None if along is not None and _is_open(given.id, along, fn) else Confidence.LOW
    is_whole = before is not None and given is not None and _whole(given, before.ordinal, fn, {}) is not None
    return Confidence.HIGH if is_whole else Confidence.LOW


def _is_open(name: str, axis: int, fn: TracedFunction) -> bool:
    """Whether this is a parameter whose length along an axis is not known at trace time, so that it may change."""
    entry = fn.flow.states.get(0, {}).get(name)
    return entry is not None and axis in entry.unknown_axes


def _is_passed_whole(name: str, fn: TracedFunction) -> bool:
    """Whether this is a parameter of a `tf.function` without a signature that only eager code calls: its shapes are known."""
    caller, _, given = fn.only_call() or (None, 0, {})
    if caller is not None and isinstance(passed := given.get(name), ir.Name):
        return _is_passed_whole(passed.id, TracedFunction(fn.analysis, caller, fn.trace))
    entry = fn.flow.states.get(0, {}).get(name)
    if entry is None or entry.kind is not Kind.TENSOR or entry.unknown_axes or not fn.is_root or fn.trace.root != "tf.function":
        return False
    project = fn.analysis.project
    specified = any(project.mentions(module.path, fn.fact.name) for module in project.mentioning(_SPECIFY))
    return name in {each.name for each in fn.fact.parameters} and not fn.analysis.callers.get(fn.key) and not specified


_OF_ITEMS = {"tensorflow.stack": "values", "tensorflow.convert_to_tensor": "value", "tensorflow.constant": "value"}
"""By function: the name of the argument whose items are along the first axis of the result."""


def _is_written_out(expr: Expr, axis: int, ordinal: int, fn: TracedFunction) -> bool:
    """Whether an expression in a statement has a literal length along an axis.

    `tf.zeros([n, 1])` and `x[:, None]` have one along axis 1.
    """
    if isinstance(expr, ir.Subscript):
        items = expr.item.items if isinstance(expr.item, ir.Display) else (expr.item,)
        return _is_new(items, axis, ordinal, fn)
    name = canonical(fn.value_at(expr.func, ordinal).name) if isinstance(expr, ir.Call) else ""
    if isinstance(expr, ir.Call) and name == "tensorflow.expand_dims":
        return _axis_given(expr, ordinal, fn) == axis
    is_along = axis == 0 and (name != "tensorflow.stack" or (isinstance(expr, ir.Call) and argument_of(expr, 1, "axis") in (None, ir.Constant(0))))
    if isinstance(expr, ir.Call) and name in _OF_ITEMS and is_along:
        given = argument_of(expr, 0, _OF_ITEMS[name])
        return isinstance(given, ir.Display) and not any(isinstance(each, ir.Starred) for each in given.items)
    lengths = _lengths(expr, ordinal, fn, {}) or ()
    return -len(lengths) <= axis < len(lengths) and lengths[axis] is not None


def _is_new(items: tuple[Expr, ...], axis: int, ordinal: int, fn: TracedFunction) -> bool:
    """Whether an index adds this axis by `None`, with only slices and the like before or after it."""
    way = items if axis >= 0 else tuple(reversed(items))
    reached = -1
    for item in way:
        is_new = item == ir.Constant(None) or fn.value_at(item, ordinal).name.endswith(".newaxis")
        if not is_new and not isinstance(item, ir.Slice):
            break
        reached += 1
        if reached == (axis if axis >= 0 else -axis - 1):
            return is_new and (axis >= 0 or ir.Constant(...) in items)
    return False


def _axis_given(call: ir.Call, ordinal: int, fn: TracedFunction) -> int | None:
    """Returns the axis that a call is given, or None."""
    expr = argument_of(call, 1, "axis")
    const = fn.value_at(expr, ordinal).const if expr is not None else None
    return const if isinstance(const, int) else None
