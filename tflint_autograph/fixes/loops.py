"""Fixes that turn Python loops over `range` into graph loops."""

from __future__ import annotations

import libcst as cst

from tflint_autograph.fixes.dtypes import FLOATS, dtype_of
from tflint_autograph.fixes.edits import argument, commented
from tflint_autograph.fixes.tensor_context import partners
from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr, Statement
from tflint_autograph.model.finding import Fix
from tflint_autograph.model.levels import Safety
from tflint_autograph.model.values import UNKNOWN, Kind
from tflint_autograph.project.bodies.liveness import bound, stored
from tflint_autograph.project.bodies.walks import parts, walk
from tflint_autograph.tfapi.dtypes import BINARY, SHAPED_ALIKE
from tflint_autograph.traced.escape.free_variables import reads
from tflint_autograph.traced.graph.dtypes import clash, dtypes_for_any_caller
from tflint_autograph.traced.graph.symbolic import ancestors
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.nodes import descendants
from tflint_autograph.traced.tree.spelling import spelled

_COUNTERS = frozenset({"builtins.range", "numpy.arange"})
"""Functions that count iterations like `tf.range`."""

def as_tf_range(loop: cst.For, fn: TracedFunction) -> Fix | None:
    """Returns a fix that replaces `range` by `tf.range`, or None. A suggestion only if a loop variable may change dtype or shape."""
    tf, statement = spelled(fn, "tensorflow"), fn.statement
    call = loop.iter
    if tf is None or not isinstance(statement, ir.For) or not isinstance(call, cst.Call) or not fn.converted:
        return None
    if fn.called(call) not in _COUNTERS or commented(call.func) or any(fn.guarded_by("Try", "With")):
        return None
    if not all(_fits(fn.value(arg.value).const) for arg in call.args):
        return None
    safety = Safety.UNSAFE if _carries_well(loop, statement, fn) else Safety.DISPLAY
    return Fix(
        "loop over `tf.range`: one copy of the body", (fn.edit(call.func, f"{tf.name}.range"),), safety, tf.imports
    )


def _fits(bound: object) -> bool:
    """Whether a bound of a range, if known, can be a tensor."""
    return not isinstance(bound, int) or -_WORD <= bound < _WORD


_WORD = 1 << 63
"""One more than the largest int64."""


def _carries_well(loop: cst.For, statement: ir.For, fn: TracedFunction) -> bool:
    inside = [*walk(statement.body)]
    if statement.orelse or not all(isinstance(each, (ir.Assign, ir.Augment)) for each in inside):
        return False
    names = stored(statement.body)
    before = {name for name in names if name in fn.env}
    later = [each for each in walk(fn.body.statements) if each.ordinal > inside[-1].ordinal]
    if any(reads(name, each) for name in names - before for each in later):
        return False
    if not all(fn.env[name].kind is Kind.TENSOR for name in before):
        return False
    own = all(_keeps(each, name, fn) for each in inside for name in bound(each) & before)
    return own and _only_names(inside) and keeps_shapes(statement, frozenset(before), fn) and _counter_is_free(loop, fn)


def _only_names(statements: list[Statement]) -> bool:
    """Whether the statements bind only names, not items or attributes."""
    for each in statements:
        targets = (
            each.targets if isinstance(each, ir.Assign) else (each.target,) if isinstance(each, ir.Augment) else ()
        )
        if not all(isinstance(target, ir.Name) for target in targets):
            return False
    return True


def _keeps(statement: Statement, name: str, fn: TracedFunction) -> bool:
    """Whether the new value has the dtype of the old one: `y = y * x`."""
    known = dtypes_for_any_caller(fn).before.get(statement.ordinal, {})
    if isinstance(statement, ir.Augment):
        value: Expr = ir.Operation((statement.operator,), (statement.target, statement.value))
    elif isinstance(statement, ir.Assign) and statement.value is not None:
        value = statement.value
    else:
        return False
    if _divides(value) and known.get(name, "") not in FLOATS:
        return False
    return not clash(known.get(name, ""), dtypes_for_any_caller(fn).of(value, known)) and _like(value, name, fn)


def _divides(expr: Expr) -> bool:
    """Whether the expression would turn integers into floats."""
    return (isinstance(expr, ir.Operation) and "/" in expr.operators) or any(map(_divides, parts(expr)))


def _like(expr: Expr, name: str, fn: TracedFunction) -> bool:
    """Whether an expression applies to the name only operations that keep its dtype."""
    if isinstance(expr, ir.Name):
        return expr.id == name
    if isinstance(expr, ir.Operation):
        return (
            len(expr.operators) == 1
            and expr.operators[0] in "+ - * / ** //"
            and any(_like(each, name, fn) for each in expr.operands)
        )
    if isinstance(expr, ir.Call) and expr.args:
        site = fn.flow.calls.get(expr.at)
        known = (
            site is not None
            and site.func.name.startswith("tensorflow.")
            and site.func.name.rpartition(".")[2] in SHAPED_ALIKE
        )
        return known and _like(expr.args[0].value, name, fn)
    return False


def _counter_is_free(loop: cst.For, fn: TracedFunction) -> bool:
    """Whether the loop counter is only used where an int32 tensor works too: in `tf.cast`, or as an index."""
    if not isinstance(loop.target, cst.Name):
        return False
    for node in descendants(loop.body):
        if isinstance(node, cst.Name) and node.value == loop.target.value:
            parent = next(ancestors(node, fn), None)
            if isinstance(parent, cst.Attribute) and node is parent.attr:
                continue
            if partners(node, fn) != []:
                return False
    return True


_SCALAR = ""
_ALIKE = frozenset(f"tensorflow.{name}" for name in SHAPED_ALIKE | {"cast"})
"""Functions whose result has the shape of their first argument, or of the first two broadcast."""

_JOINS = frozenset(f"tensorflow.{name}" for name in BINARY)
_SHAPES = dict[str, str]


def keeps_shapes(loop: ir.For, names: frozenset[str], fn: TracedFunction) -> bool:
    """Whether each of the names keeps its shape in one iteration of a loop with plain assignments."""
    start: _SHAPES = {}
    _run([each for each in fn.body.statements if each.ordinal < loop.ordinal], start, fn)
    for name in bound(loop):
        start[name] = _SCALAR
    end = dict(start)
    _run([*loop.body], end, fn)
    return all(end.get(name) == start.get(name, name) for name in names)


def _run(statements: list[Statement], shapes: _SHAPES, fn: TracedFunction) -> None:
    """Updates the shapes for some statements; an unclear value gets a new shape."""
    for statement in statements:
        if isinstance(statement, ir.Assign) and statement.value is not None and len(statement.targets) == 1:
            target, found = statement.targets[0], _of(statement.value, shapes, fn)
        elif isinstance(statement, ir.Augment):
            target, found = statement.target, _joined([_of(statement.target, shapes, fn), _of(statement.value, shapes, fn)])
        else:
            shapes.update({name: f"{name}#{statement.ordinal}" for name in bound(statement) | stored((statement,))})
            continue
        own = {name: f"{name}#{statement.ordinal}" for name in bound(statement)}
        shapes.update({target.id: found} if isinstance(target, ir.Name) and found is not None else own)


def _of(expr: Expr, shapes: _SHAPES, fn: TracedFunction) -> str | None:
    """Returns the shape of an expression, `x[]` for a row of `x`; None if unclear."""
    if isinstance(expr, ir.Constant):
        return _SCALAR
    if isinstance(expr, ir.Name):
        is_number = fn.env.get(expr.id, UNKNOWN).kind is Kind.PYTHON
        return _SCALAR if is_number else shapes.get(expr.id, expr.id)
    if isinstance(expr, ir.Operation) and len(expr.operators) == 1:
        return _joined([_of(each, shapes, fn) for each in expr.operands])
    if isinstance(expr, ir.Subscript) and isinstance(expr.value, ir.Name) and fn.env.get(expr.value.id, UNKNOWN).kind is Kind.TENSOR:
        owner = _of(expr.value, shapes, fn)
        one = type(expr.item.value) is int if isinstance(expr.item, ir.Constant) else _of(expr.item, shapes, fn) == _SCALAR
        return f"{owner}[]" if owner and one else None
    return _of_call(expr, shapes, fn) if isinstance(expr, ir.Call) and expr.args else None


def _of_call(expr: ir.Call, shapes: _SHAPES, fn: TracedFunction) -> str | None:
    name = fn.flow.called(expr)
    if name in ("tensorflow.zeros", "tensorflow.ones"):
        return _SCALAR if isinstance(expr.args[0].value, ir.Display) and not expr.args[0].value.items else None
    if name == "tensorflow.constant":
        return _SCALAR if len(expr.args) < 3 and isinstance(expr.args[0].value, ir.Constant) else None
    given = expr.args[: 2 if name in _JOINS else 1]
    return _joined([_of(each.value, shapes, fn) for each in given]) if name in _ALIKE else None


def _joined(found: list[str | None]) -> str | None:
    """Returns the shape of an operation: that of its operands, ignoring scalars; None if they differ."""
    shapes = {each for each in found if each != _SCALAR}
    return shapes.pop() if len(shapes) == 1 else None if shapes else _SCALAR


_STACKS = frozenset({"tensorflow.stack", "tensorflow.convert_to_tensor"})


def as_tensor_array(call: cst.Call, fn: TracedFunction) -> Fix | None:
    """Returns `out = out.write(out.size(), x)` for `out.append(x)`, with the array created instead of the list, and stacked where it is
    stacked.
    """
    tf, func = spelled(fn, "tensorflow"), call.func
    if tf is None or not isinstance(func, cst.Attribute) or not isinstance(func.value, cst.Name) or len(call.args) != 1:
        return None
    if func.attr.value != "append" or commented(call) or not isinstance(next(ancestors(call, fn), None), cst.Expr):
        return None
    name, item = func.value.value, call.args[0].value
    made = _made(name, fn)
    if made is None:
        return None
    dtype = dtype_of(item, fn)
    dtype = f"{tf.name}.{dtype}" if dtype not in ("", "floating", "integer") else f"{tf.name}.float32"
    edits = [
        fn.edit(made, f"{tf.name}.TensorArray({dtype}, size=0, dynamic_size=True)"),
        fn.edit(call, f"{name} = {name}.write({name}.size(), {argument(item, fn)})"),
    ]
    edits += [fn.edit(each, f"{name}.stack()") for each in descendants(fn.node) if _stacks(each, name, fn)]
    return Fix(f"collect in a `tf.TensorArray` of {dtype}", tuple(edits), Safety.DISPLAY, tf.imports)


def _made(name: str, fn: TracedFunction) -> cst.List | None:
    """Returns the empty list that the function binds to a name, if there is only one binding."""
    found = [
        each
        for each in descendants(fn.node)
        if isinstance(each, cst.Assign)
        and any(isinstance(target.target, cst.Name) and target.target.value == name for target in each.targets)
    ]
    value = found[0].value if len(found) == 1 and len(found[0].targets) == 1 else None
    return value if isinstance(value, cst.List) and not value.elements else None


def _stacks(node: cst.CSTNode, name: str, fn: TracedFunction) -> bool:
    if not isinstance(node, cst.Call) or len(node.args) != 1 or fn.called(node) not in _STACKS:
        return False
    value = node.args[0].value
    return isinstance(value, cst.Name) and value.value == name
