"""Infers from the use of a parameter of unknown kind whether it is a tensor: assume a tensor unless the use contradicts it."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr, Statement
from tflint_autograph.model.levels import Confidence
from tflint_autograph.project.bodies.arraylike import is_arraylike
from tflint_autograph.project.bodies.changes import mentions, named
from tflint_autograph.project.bodies.liveness import spelled
from tflint_autograph.project.bodies.single import assigned_to
from tflint_autograph.project.bodies.statements_mentioning import naming
from tflint_autograph.project.bodies.walks import descendants, expressions, walk
from tflint_autograph.project.queries.memoize import memoized_by_body_and_name

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


_NEXT = ir.Name("next")
"""Functions that take only an iterator, which is never a tensor."""

_CLAMPS = (ir.Name("max"), ir.Name("min"))
"""Functions that keep a bound inside of a sequence."""

_ENUMERATE, _LEN, _RANGE, _ZIP = map(ir.Name, ("enumerate", "len", "range", "zip"))
_COMPARISONS = frozenset({"<", "<=", ">", ">=", "==", "!="})


@memoized_by_body_and_name
def assumed(body: Body, name: str) -> Confidence | None:
    """Returns the confidence that the parameter is a tensor, judged by its uses in the body, or None if a use rules it out.

    Medium: no use contradicts it. Low: it is also iterated, counted by `range(len(x))`, unpacked, reduced modulo a whole number, used as a
    condition, index or slice bound, its length is compared, an element's dtype is read, or conditions compare it with several whole
    numbers; unless some use fits only an array. None: it is called, passed to `next`, subscripted or compared with a string, an attribute
    is read that tensors do not have, it is iterated for keys, given a default by `or`, unpacked into parts that may be None, or is a list
    of pairs; unless it is also iterated as an array.
    """
    names = (name, *_aliases(body, name))
    grades = [_graded(body, each) for each in names]
    known = [grade for grade in grades if grade is not None]
    if len(known) != len(grades) or _has_keys(body, name) or may_part_into_none(body, name) or _has_other_parts(body, name):
        return None
    if is_arraylike(body, name):
        return Confidence.MEDIUM
    if any(_hands_on(body, each) for each in _parts_of_rows(body, name)):
        return None
    return Confidence.LOW if len(_kinds_asked(body, name)) > 1 else min(known)


def _kinds_asked(body: Body, name: str) -> set[object]:
    """Returns the whole numbers that conditions compare it with: `if spin == 0: ... if spin == 1: ...`."""
    me = ir.Name(name)
    asked = (part for each in naming(body, name) if isinstance(each, ir.If) for part in descendants(each.test))
    compared = [part.operands for part in asked if isinstance(part, ir.Operation) and part.operators == ("==",) and me in part.operands]
    return {each.value for operands in compared for each in operands if isinstance(each, ir.Constant) and type(each.value) is int}


@memoized_by_body_and_name
def counts(body: Body, name: str) -> bool:
    """Whether the body counts up to the name, or to a number computed from it: `range(2 * n)`."""
    parts = (part for each in naming(body, name) for expr in expressions(each) for part in descendants(expr))
    ranges = (part for part in parts if isinstance(part, ir.Call) and part.func == _RANGE)
    return any(_is_term(argument.value, ir.Name(name)) for call in ranges for argument in call.args)


def _is_term(expr: Expr, me: ir.Name) -> bool:
    """Whether a name is an expression, or an operand in arithmetic."""
    return expr == me or (isinstance(expr, ir.Operation) and any(_is_term(each, me) for each in expr.operands))


@memoized_by_body_and_name
def is_no_tensor(body: Body, name: str) -> bool:
    """Whether the body uses the name in a way that raises for every tensor, whatever its annotation: with keys, or with `None` parts."""
    return ("Subscript" in body.kinds and _has_keys(body, name)) or may_part_into_none(body, name)


@memoized_by_body_and_name
def may_part_into_none(body: Body, name: str) -> bool:
    """Whether the name is unpacked and a part is compared with None: `x, mask = x`, `mask is None`. A tensor has no such parts."""
    me = ir.Name(name)
    unpacked = [each.targets for each in naming(body, name) if isinstance(each, ir.Assign) and each.value == me]
    parts = {item for targets in unpacked for each in targets if isinstance(each, ir.Display) for item in each.items}
    return any(_compares_with_none(part, each) for part in parts if isinstance(part, ir.Name) for each in _parts(body, part.id))


def _compares_with_none(part: ir.Name, expr: object) -> bool:
    if not isinstance(expr, ir.Operation) or expr.operators not in (("is",), ("is not",)):
        return False
    return part in expr.operands and ir.Constant(None) in expr.operands


@memoized_by_body_and_name
def assumed_behind(body: Body, name: str) -> Confidence | None:
    """Returns the confidence that the part bound to the parameter's own name is a tensor: `x, mask = x`. Other uses do not count."""
    grade = _graded(body, name, parted=False)
    return Confidence.MEDIUM if grade is not None and is_arraylike(body, name) else grade


def _graded(body: Body, name: str, *, parted: bool = True) -> Confidence | None:
    """Returns the lowest confidence over all statements. `parted`: count the statement that rebinds the name to a part of itself."""
    worst = Confidence.MEDIUM
    for statement in naming(body, name):
        if not parted and _parts_itself(statement, name):
            continue
        if name in _rebound(statement) and not _reads(statement, name):
            continue
        grade = _statement(statement, name)
        if grade is None:
            return None
        worst = min(worst, grade)
    return worst


def _aliases(body: Body, name: str) -> list[str]:
    """Returns other names that the body gives to the parameter, or to a slice of it."""
    me = ir.Name(name)
    return sorted(
        {
            target.id
            for statement in naming(body, name)
            if isinstance(statement, ir.Assign) and statement.value is not None and _part(statement.value) == me
            for target in statement.targets
            if isinstance(target, ir.Name) and target.id != name
            if statement.value == me or assigned_to(target.id, body, statement.ordinal + 1) is not None
        }
    )


def _has_keys(body: Body, name: str) -> bool:
    """Whether it is accessed by keys: `x["ids"]`, `key in x` with `x[key]`, `for key in x: x[key]` or `new[key] = ...`."""
    me = ir.Name(name)
    parts = [part for part in _parts(body, name) if isinstance(part, (ir.Subscript, ir.Operation))]
    items = [part.item for part in parts if isinstance(part, ir.Subscript) and part.value == me]
    asked = [part.operands[0] for part in parts if isinstance(part, ir.Operation) and _asks_for_key(part, me)]
    if any(_is_text(item) or item in asked for item in items):
        return True
    return any(
        isinstance(statement, ir.For)
        and statement.iterable == me
        and any(_holds(inner, ir.Subscript(me, statement.target)) or _stores(inner, statement.target) for inner in walk(statement.body))
        for statement in naming(body, name)
    )


def _has_other_parts(body: Body, name: str) -> bool:
    """Whether its elements are used in a way no tensor supports: `for each in x: each["ids"]`."""
    me = ir.Name(name)
    loops: list[ir.For | ir.Clause] = [each for each in naming(body, name) if isinstance(each, ir.For)]
    loops += [part for part in _parts(body, name) if isinstance(part, ir.Clause)]
    targets = {each.target.id for each in loops if each.iterable == me and isinstance(each.target, ir.Name)}
    return any(_graded(body, each) is None or _has_keys(body, each) for each in targets - {name})


def _parts_of_rows(body: Body, name: str) -> set[str]:
    """Returns the names bound to parts of its elements: `for x, y in data`, `for row in data: x, y = row`.

    A graph cannot unpack the rows of a tensor. Names used only in arithmetic are left out: they may be numbers.
    """
    loops: list[ir.For | ir.Clause] = [each for each in naming(body, name) if isinstance(each, ir.For)]
    loops += [part for part in _parts(body, name) if isinstance(part, ir.Clause)]
    taken = [target for each in loops for target in _each_of(each.target, each.iterable, ir.Name(name))]
    rows = {target.id for target in taken if isinstance(target, ir.Name)} - {name}
    unpacked = [each for row in rows for each in naming(body, row) if isinstance(each, ir.Assign) and each.value == ir.Name(row)]
    apart = [*taken, *(target for each in unpacked for target in each.targets)]
    return {part for target in apart if isinstance(target, ir.Display) for part in spelled((target,))}


def _each_of(target: Expr, iterable: Expr, me: ir.Name) -> Iterator[Expr]:
    """Yields the targets that a loop binds to its elements, directly, over a slice of it, or with `zip` and the like."""
    if _part(iterable) == me:
        yield target
    elif isinstance(iterable, ir.Call) and isinstance(target, ir.Display):
        given = [each.value for each in iterable.args]
        # `enumerate` puts a number first.
        items = target.items[1:] if iterable.func == _ENUMERATE else target.items if iterable.func == _ZIP else ()
        for item, value in zip(items, given, strict=False):
            yield from _each_of(item, value, me)


def _hands_on(body: Body, name: str) -> bool:
    """Whether it is passed to a call unchanged, as a batch is passed to a model."""
    return any(isinstance(part, ir.Call) and any(each.value == ir.Name(name) for each in part.args) for part in _parts(body, name))


def _parts(body: Body, name: str) -> Iterator[object]:
    """Yields every expression of the statements that mention the name."""
    return (part for statement in naming(body, name) for part in descendants(tuple(expressions(statement))))


def _asks_for_key(expr: ir.Operation, me: ir.Name) -> bool:
    return expr.operators[0] in ("in", "not in") and len(expr.operands) == 2 and expr.operands[1] == me


def _stores(statement: Statement, key: Expr) -> bool:
    """Whether a statement stores an item under the key, which tensors do not support."""
    targets = statement.targets if isinstance(statement, ir.Assign) else ()
    return any(isinstance(target, ir.Subscript) and target.item == key for target in targets)


def _holds(statement: Statement, wanted: Expr) -> bool:
    targets = statement.targets if isinstance(statement, ir.Assign) else ()
    return any(part == wanted for part in descendants((*expressions(statement), *targets)))


def _rebound(statement: Statement) -> set[str]:
    targets = statement.targets if isinstance(statement, ir.Assign) else ()
    return {target.id for target in targets if isinstance(target, ir.Name)}


def _parts_itself(statement: Statement, name: str) -> bool:
    targets = statement.targets if isinstance(statement, ir.Assign) and statement.value == ir.Name(name) else ()
    return any(isinstance(target, ir.Display) and ir.Name(name) in target.items for target in targets)


def _reads(statement: Statement, name: str) -> bool:
    return any(mentions(expr, named(name)) for expr in expressions(statement))


def _statement(statement: Statement, name: str) -> Confidence | None:
    """Returns the confidence from one statement, without its nested blocks."""
    me = ir.Name(name)
    grade = Confidence.MEDIUM
    if isinstance(statement, ir.For) and _part(statement.iterable) == me:
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
        if expr.value == me and _is_text(expr.item):
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
    if isinstance(expr, (ir.Starred, ir.Clause)) and _part(expr.value if isinstance(expr, ir.Starred) else expr.iterable) == me:
        return Confidence.LOW
    if isinstance(expr, ir.Conditional) and expr.test == me:
        return Confidence.LOW
    return Confidence.MEDIUM


def _is_bound(expr: Expr, me: ir.Name) -> bool:
    """Whether a bound of a slice is a name, or is computed from it and kept inside of the sequence: `max(0, i - width)`."""
    if isinstance(expr, ir.Call) and expr.func in _CLAMPS:
        return any(_is_term(argument.value, me) for argument in expr.args)
    return expr == me


def _is_text(expr: Expr) -> bool:
    return isinstance(expr, ir.Text) or (isinstance(expr, ir.Constant) and isinstance(expr.value, str))


def _is_length(expr: Expr, me: ir.Name) -> bool:
    """Whether this is `len(x)`. Layers that compare it take a list of tensors, not a tensor."""
    return isinstance(expr, ir.Call) and expr.func == _LEN and len(expr.args) == 1 and expr.args[0].value == me


def _part(expr: Expr) -> Expr:
    """Returns what is iterated: `x` for `x[1:]`."""
    return expr.value if isinstance(expr, ir.Subscript) and isinstance(expr.item, ir.Slice) else expr


def _call(call: ir.Call, me: ir.Name) -> Confidence | None:
    if call.func == me or (call.func == _NEXT and call.args and call.args[0].value == me):
        return None
    given = [argument for argument in call.args if _part(argument.value) == me]
    if any(argument.keyword in ("*", "**") for argument in given):
        # `zip(*pairs)` parts pairs.
        return None if call.func == _ZIP or any(argument.keyword == "**" for argument in given) else Confidence.LOW
    doubtful = isinstance(call.func, ir.Name) and call.func.id in _DOUBTFUL
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
