"""Judges by the uses of a name in a body whether it is a tensor, or must be a tensor or an array."""

from __future__ import annotations

from collections.abc import Iterable

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr, Statement
from tflint_autograph.model.levels import Confidence
from tflint_autograph.project.bodies.changes import mentions
from tflint_autograph.project.bodies.uses import naming
from tflint_autograph.project.bodies.walks import descendants, expressions, walk, word_of
from tflint_autograph.tfapi.python_uses import ITERATING

_TENSOR_ATTRIBUTES = frozenset(
    {"shape", "dtype", "ndim", "device", "graph", "op", "name", "numpy", "get_shape", "set_shape", "ref", "eval",
     "experimental_ref", "assign", "assign_add", "assign_sub", "read_value", "value", "to_tensor", "values", "indices"}
)  # fmt: skip
_DOUBTFUL = frozenset(
    {"all", "any", "callable", "dict", "enumerate", "filter", "getattr", "hasattr", "isinstance", "iter", "list", "map",
     "range", "reversed", "set", "sorted", "sum", "tuple", "zip"}
)  # fmt: skip
"""Built-ins that are called with structures of tensors, numbers and lists as often as with tensors.

`min` and `max` are not included: with a list of tensors they raise in a graph as they do with a tensor.
"""

_ITERATING = frozenset(name.rpartition(".")[2] for name in ITERATING)
"""The functions of the standard library that iterate an argument, by the last part of their names: they are called with lists as well."""

_NEXT = ir.Name("next")
"""Functions that take only an iterator, which is never a tensor."""

_CLAMPS = (ir.Name("max"), ir.Name("min"))
"""Functions that keep a bound inside of a sequence."""

_LEN, _RANGE, _ZIP = map(ir.Name, ("len", "range", "zip"))
_COMPARISONS = frozenset({"<", "<=", ">", ">=", "==", "!="})


def grade_of(statement: Statement, name: str) -> Confidence | None:
    """Returns the confidence that a name is a tensor, from one statement without its nested blocks; None if it rules that out."""
    me = ir.Name(name)
    grade = Confidence.MEDIUM
    if isinstance(statement, ir.For) and iterated(statement.iterable) == me:
        grade = Confidence.LOW
    if isinstance(statement, (ir.If, ir.While, ir.Assert)) and statement.test == me:
        grade = Confidence.LOW
    targets = statement.targets if isinstance(statement, ir.Assign) else ()
    if _fills_in(statement, me):
        return None
    if isinstance(statement, ir.Assign) and statement.value == me:
        grade = Confidence.LOW if any(isinstance(target, ir.Display) for target in targets) else grade
    if isinstance(statement, ir.Augment):
        targets = (statement.target,)
    if any(isinstance(target, (ir.Attribute, ir.Subscript)) and target.value == me for target in targets):
        return None
    if isinstance(statement, ir.With) and any(context == me for context, _ in statement.items):
        return None
    for expr in expressions(statement):
        said = _expression(expr, me)
        if said is None:
            return None
        grade = min(grade, said)
    return grade


def _fills_in(statement: Statement, me: ir.Name) -> bool:
    """Whether this is `size = size or self.size`, the idiom for a default, which raises for a tensor."""
    if not isinstance(statement, ir.Assign) or statement.targets != (me,) or not isinstance(statement.value, ir.Operation):
        return False
    return statement.value.operators[0] == "or" and statement.value.operands[0] == me


def _expression(expr: object, me: ir.Name) -> Confidence | None:
    """Returns the confidence from an expression and everything in it."""
    worst = Confidence.MEDIUM
    for part in descendants(expr):
        grade = _use(part, me)
        if grade is None:
            return None
        worst = grade if grade is Confidence.LOW else worst
    return worst


def _use(expr: object, me: ir.Name) -> Confidence | None:
    """Returns the confidence from this expression if the parameter is a direct part of it."""
    if isinstance(expr, ir.Attribute) and expr.value == me:
        return Confidence.MEDIUM if expr.attr in _TENSOR_ATTRIBUTES else None
    if isinstance(expr, ir.Attribute) and expr.attr == "dtype" and isinstance(expr.value, ir.Subscript) and expr.value.value == me:
        # Each part of a tensor has its dtype: code never reads the dtype of only the first.
        return Confidence.LOW
    if isinstance(expr, ir.Subscript):
        if expr.value == me and is_string(expr.item):
            return None
        return Confidence.LOW if expr.item == me else Confidence.MEDIUM
    if isinstance(expr, ir.Slice):
        return Confidence.LOW if any(_is_bound(part, me) for part in expr.parts) else Confidence.MEDIUM
    if isinstance(expr, ir.Call):
        return _call(expr, me)
    if isinstance(expr, ir.Operation) and me in expr.operands:
        return _operation(expr)
    if isinstance(expr, ir.Operation) and expr.operators[0] in _COMPARISONS and any(_is_length(each, me) for each in expr.operands):
        return Confidence.LOW
    if isinstance(expr, (ir.Starred, ir.Clause)) and iterated(expr.value if isinstance(expr, ir.Starred) else expr.iterable) == me:
        return Confidence.LOW
    if isinstance(expr, ir.Conditional) and expr.test == me:
        return Confidence.LOW
    return Confidence.MEDIUM


def _is_bound(expr: Expr, me: ir.Name) -> bool:
    """Whether a bound of a slice is a name, or is computed from it and kept inside of the sequence: `max(0, i - width)`."""
    if isinstance(expr, ir.Call) and expr.func in _CLAMPS:
        return any(is_term(argument.value, me) for argument in expr.args)
    return expr == me


def is_string(expr: Expr) -> bool:
    """Whether an expression is text that is written out: a literal, or an f-string."""
    return isinstance(expr, ir.Text) or (isinstance(expr, ir.Constant) and isinstance(expr.value, str))


def _is_length(expr: Expr, me: ir.Name) -> bool:
    """Whether this is `len(x)`. Layers that compare it take a list of tensors, not a tensor."""
    return isinstance(expr, ir.Call) and expr.func == _LEN and len(expr.args) == 1 and expr.args[0].value == me


def iterated(expr: Expr) -> Expr:
    """Returns what is iterated: `x` for `x[1:]`."""
    return expr.value if isinstance(expr, ir.Subscript) and isinstance(expr.item, ir.Slice) else expr


def _call(call: ir.Call, me: ir.Name) -> Confidence | None:
    if call.func == me or (call.func == _NEXT and call.args and call.args[0].value == me):
        return None
    given = [argument for argument in call.args if iterated(argument.value) == me]
    if any(argument.keyword in ("*", "**") for argument in given):
        # `zip(*pairs)` parts pairs.
        return None if call.func == _ZIP or any(argument.keyword == "**" for argument in given) else Confidence.LOW
    doubtful = (isinstance(call.func, ir.Name) and call.func.id in _DOUBTFUL) or word_of(call.func) in _ITERATING
    counted = call.func == _RANGE and any(_is_length(argument.value, me) for argument in call.args)
    return Confidence.LOW if (given and doubtful) or counted else Confidence.MEDIUM


def _lists_settings(expr: Expr) -> bool:
    """Whether the expression is a display of strings, flags or None, which no tensor is compared with: `training in (None, False)`."""
    items = expr.items if isinstance(expr, ir.Display) else ()
    return any(isinstance(item, ir.Constant) and isinstance(item.value, (str, bool, type(None))) for item in items)


def _operation(expr: ir.Operation) -> Confidence | None:
    word = expr.operators[0]
    texts = any(isinstance(operand, ir.Constant) and isinstance(operand.value, str) for operand in expr.operands)
    whole = any(isinstance(operand, ir.Constant) and type(operand.value) is int for operand in expr.operands)
    if whole and word in ("%", "//"):
        return Confidence.LOW
    if texts and word in ("==", "!=", "in", "not in", "+"):
        return None
    if word in ("in", "not in") and any(map(_lists_settings, expr.operands[1:])):
        return None
    numbers = any(isinstance(operand, ir.Constant) and type(operand.value) in (int, float) for operand in expr.operands)
    if word in ("not", "and", "or") or (word in ("in", "not in") and not numbers):
        return Confidence.LOW
    return Confidence.MEDIUM


def is_term(expr: Expr, me: ir.Name) -> bool:
    """Whether a name is an expression, or an operand in arithmetic."""
    return expr == me or (isinstance(expr, ir.Operation) and any(is_term(each, me) for each in expr.operands))


_NUMBERS = frozenset({"complex", "float", "int"})
_MATH = ir.Name("math")


def takes_numbers(call: ir.Call) -> bool:
    """Whether a call is `float(x)` or the like, a function of `math`, or compares numbers: `max(x, y)`."""
    if isinstance(call.func, ir.Attribute):
        return call.func.value == _MATH
    return (isinstance(call.func, ir.Name) and call.func.id in _NUMBERS) or (call.func in _CLAMPS and len(call.args) > 1)


_ARRAYS_ONLY = frozenset({"shape", "dtype", "ndim", "get_shape", "set_shape"})
_RECKONING = frozenset({"-", "/", "//", "%", "**", "@", "<", "<=", ">", ">="})
"""Operators that lists do not support, or support only with other lists. Lists support `*` and `+`."""
_TAKING_APART = frozenset({"enumerate", "iter", "list", "max", "min", "reversed", "set", "sorted", "sum", "tuple", "zip"})


def is_arraylike(body: Body, name: str) -> bool:
    """Whether the body uses the name in a way that only a tensor or array supports.

    The body reads its shape, slices its dimensions, or both iterates it and uses it as a whole in arithmetic. A name that is bound again
    does not count, since it may then be something else.
    """
    statements = naming(body, name)
    if name in _assigned(statements):
        return False
    me = ir.Name(name)
    whole = tuple(expr for statement in statements for expr in expressions(statement))
    if mentions(whole, lambda part: _shaped(part, me)):
        return True
    iterated = any(_taken_apart(statement, me) for statement in statements) or mentions(whole, lambda part: _iterated(part, me))
    if not iterated:
        return False
    stored = (each for each in walk(body.statements) if isinstance(each, ir.Assign) and _is_float(each.value))
    floats = frozenset(_assigned(stored))
    return mentions(whole, lambda part: _reckoned(part, me, floats))


def _assigned(statements: Iterable[Statement]) -> set[str]:
    bound = (target for each in statements if isinstance(each, ir.Assign) for target in each.targets)
    return {target.id for target in bound if isinstance(target, ir.Name)}


def _shaped(expr: object, me: ir.Name) -> bool:
    """`x.shape`, `x[:, 0]`, `x[..., 0]`."""
    if isinstance(expr, ir.Attribute):
        return expr.value == me and expr.attr in _ARRAYS_ONLY
    if not isinstance(expr, ir.Subscript) or expr.value != me or not isinstance(expr.item, ir.Display):
        return False
    return any(isinstance(item, ir.Slice) or item == ir.Constant(...) for item in expr.item.items)


def _taken_apart(statement: Statement, me: ir.Name) -> bool:
    """`for row in x`, `a, b = x`."""
    if isinstance(statement, ir.For):
        return statement.iterable == me
    if not isinstance(statement, ir.Assign) or statement.value != me:
        return False
    return any(isinstance(target, ir.Display) for target in statement.targets)


def _iterated(expr: object, me: ir.Name) -> bool:
    if isinstance(expr, ir.Clause):
        return expr.iterable == me
    if isinstance(expr, ir.Starred):
        return expr.value == me
    if not isinstance(expr, ir.Call) or not isinstance(expr.func, ir.Name) or expr.func.id not in _TAKING_APART:
        return False
    return any(argument.value == me for argument in expr.args)


def _reckoned(expr: object, me: ir.Name, floats: frozenset[str]) -> bool:
    """Whether this is an arithmetic operation on the whole value that a list does not support. `floats` are the names of numbers."""
    if not isinstance(expr, ir.Operation) or me not in expr.operands:
        return False
    others = [operand for operand in expr.operands if operand != me]
    if expr.operators[0] in _RECKONING:
        return not any(isinstance(other, ir.Display) for other in others)
    return expr.operators[0] == "*" and any(_is_float(each) or (isinstance(each, ir.Name) and each.id in floats) for each in others)


def _is_float(expr: Expr | None) -> bool:
    return isinstance(expr, ir.Constant) and isinstance(expr.value, float)
