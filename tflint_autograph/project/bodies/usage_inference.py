"""What the use of a parameter says of it, where nothing else does: most of what traced functions are given are tensors."""

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
"""Built-ins which structures of tensors, numbers and lists are given as often as tensors.

`min` and `max` are none of them: of a list of tensors they raise in a graph as of a tensor.
"""


_NEXT = ir.Name("next")
"""What only an iterator is given, which no tensor is."""

_ENUMERATE, _LEN, _RANGE, _ZIP = map(ir.Name, ("enumerate", "len", "range", "zip"))
_COMPARISONS = frozenset({"<", "<=", ">", ">=", "==", "!="})


@memoized_by_body_and_name
def assumed(body: Body, name: str) -> Confidence | None:
    """How sure it is that the parameter is a tensor, by how the body uses it; None when it is used as something else.

    Medium when nothing speaks against it. Low when it is also iterated, counted by `range(len(x))`, unpacked, divided by a
    whole number for what is left, used as a condition, as an index or as the bound of a slice, when its length is compared or
    an element is asked for its dtype, which a structure of tensors, a flag or a number would be as well, or when conditions
    compare it with one whole number and with another, as the kinds of something are told apart, unless the body also does with
    it what of all these only an array allows. None when it is called, given to `next`, subscripted with a string, compared with
    one, asked for an attribute tensors do not have, iterated for keys or for what no tensor is, given a default by `or`,
    unpacked into what may be None, or a list of pairs of which a part is forwarded, unless an array is iterated all the same.
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
    """The whole numbers with which conditions compare it: `if spin == 0: ... if spin == 1: ...`."""
    me = ir.Name(name)
    asked = (part for each in naming(body, name) if isinstance(each, ir.If) for part in descendants(each.test))
    compared = [part.operands for part in asked if isinstance(part, ir.Operation) and part.operators == ("==",) and me in part.operands]
    return {each.value for operands in compared for each in operands if isinstance(each, ir.Constant) and type(each.value) is int}


@memoized_by_body_and_name
def is_no_tensor(body: Body, name: str) -> bool:
    """Whether the body does with the name what raises for each tensor, whatever an annotation says: it has keys, or `None` in it."""
    return ("Subscript" in body.kinds and _has_keys(body, name)) or may_part_into_none(body, name)


@memoized_by_body_and_name
def may_part_into_none(body: Body, name: str) -> bool:
    """Whether a part of what it is unpacked into is compared with None: `x, mask = x`, `mask is None`. That is no tensor's."""
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
    """How likely the part bound to a parameter's own name is a tensor: `x, mask = x`. Other uses of the parameter do not count."""
    grade = _graded(body, name, parted=False)
    return Confidence.MEDIUM if grade is not None and is_arraylike(body, name) else grade


def _graded(body: Body, name: str, *, parted: bool = True) -> Confidence | None:
    """The worst that a statement says; the one that gives the name a part of itself, if that counts."""
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
    """Other names the body gives to the very parameter, or for good to a slice of it."""
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
    """Whether keys lead to what it holds: `x["ids"]`, `key in x` with `x[key]`, `for key in x: x[key]` or `new[key] = ...`."""
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
    """Whether what comes out of it one after the other is used as what no tensor is: `for each in x: each["ids"]`."""
    me = ir.Name(name)
    loops: list[ir.For | ir.Clause] = [each for each in naming(body, name) if isinstance(each, ir.For)]
    loops += [part for part in _parts(body, name) if isinstance(part, ir.Clause)]
    targets = {each.target.id for each in loops if each.iterable == me and isinstance(each.target, ir.Name)}
    return any(_graded(body, each) is None or _has_keys(body, each) for each in targets - {name})


def _parts_of_rows(body: Body, name: str) -> set[str]:
    """The names given to parts of what comes out of it one after the other: `for x, y in data`, `for row in data: x, y = row`.

    No graph takes the rows of a tensor apart. What is reckoned with alone may be numbers, which somebody tries it for.
    """
    loops: list[ir.For | ir.Clause] = [each for each in naming(body, name) if isinstance(each, ir.For)]
    loops += [part for part in _parts(body, name) if isinstance(part, ir.Clause)]
    taken = [target for each in loops for target in _each_of(each.target, each.iterable, ir.Name(name))]
    rows = {target.id for target in taken if isinstance(target, ir.Name)} - {name}
    unpacked = [each for row in rows for each in naming(body, row) if isinstance(each, ir.Assign) and each.value == ir.Name(row)]
    apart = [*taken, *(target for each in unpacked for target in each.targets)]
    return {part for target in apart if isinstance(target, ir.Display) for part in spelled((target,))}


def _each_of(target: Expr, iterable: Expr, me: ir.Name) -> Iterator[Expr]:
    """What one element of it is called by a loop over it, over a slice of it, or over it with others side by side."""
    if _part(iterable) == me:
        yield target
    elif isinstance(iterable, ir.Call) and isinstance(target, ir.Display):
        given = [each.value for each in iterable.args]
        # `enumerate` puts a number first.
        items = target.items[1:] if iterable.func == _ENUMERATE else target.items if iterable.func == _ZIP else ()
        for item, value in zip(items, given, strict=False):
            yield from _each_of(item, value, me)


def _hands_on(body: Body, name: str) -> bool:
    """Whether it is given to a call as it is, as a batch is to a model."""
    return any(isinstance(part, ir.Call) and any(each.value == ir.Name(name) for each in part.args) for part in _parts(body, name))


def _parts(body: Body, name: str) -> Iterator[object]:
    """Every expression of the statements in which the name occurs."""
    return (part for statement in naming(body, name) for part in descendants(tuple(expressions(statement))))


def _asks_for_key(expr: ir.Operation, me: ir.Name) -> bool:
    return expr.operators[0] in ("in", "not in") and len(expr.operands) == 2 and expr.operands[1] == me


def _stores(statement: Statement, key: Expr) -> bool:
    """Whether a statement stores something under the key, which neither a tensor is nor lets do with it."""
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
    """What one statement says, nested blocks aside."""
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
    """`size = size or self.size`, which of a tensor raises, and of a number or flag is how it is given a default."""
    if not isinstance(statement, ir.Assign) or statement.targets != (me,) or not isinstance(statement.value, ir.Operation):
        return False
    return statement.value.operators[0] == "or" and statement.value.operands[0] == me


def _expression(expr: object, me: ir.Name) -> Confidence | None:
    """What an expression and everything in it says."""
    worst = Confidence.MEDIUM
    for part in descendants(expr):
        grade = _use(part, me)
        if grade is None:
            return None
        worst = grade if grade is Confidence.LOW else worst
    return worst


def _use(expr: object, me: ir.Name) -> Confidence | None:
    """What this very expression says where the parameter is right inside it."""
    if isinstance(expr, ir.Attribute) and expr.value == me:
        return Confidence.MEDIUM if expr.attr in _TENSOR_ATTRIBUTES else None
    if isinstance(expr, ir.Attribute) and expr.attr == "dtype" and isinstance(expr.value, ir.Subscript) and expr.value.value == me:
        # Each part of a tensor has its dtype: of one nobody asks for that of the first.
        return Confidence.LOW
    if isinstance(expr, ir.Subscript):
        if expr.value == me and _is_text(expr.item):
            return None
        return Confidence.LOW if expr.item == me else Confidence.MEDIUM
    if isinstance(expr, ir.Slice):
        return Confidence.LOW if me in expr.parts else Confidence.MEDIUM
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


def _is_text(expr: Expr) -> bool:
    return isinstance(expr, ir.Text) or (isinstance(expr, ir.Constant) and isinstance(expr.value, str))


def _is_length(expr: Expr, me: ir.Name) -> bool:
    """`len(x)`, which of a tensor nobody compares: where layers do, they are given several tensors."""
    return isinstance(expr, ir.Call) and expr.func == _LEN and len(expr.args) == 1 and expr.args[0].value == me


def _part(expr: Expr) -> Expr:
    """What is iterated: of `x[1:]`, `x`."""
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
    """Whether texts, flags or None are written out, none of which is compared with a tensor: `training in (None, False)`."""
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
