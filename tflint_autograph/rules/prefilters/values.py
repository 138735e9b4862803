"""Prefilters by the values of the expressions in a function."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.values import UNKNOWN, Kind, Origin, Value
from tflint_autograph.project.bodies.walks import spelled, walk
from tflint_autograph.project.values.body_result import CallSite
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.tree.function_view import FunctionView, once_a_function
from tflint_autograph.traced.tree.kinds import SHAPE, is_python_iterator, of_dataset, open_length, symbolic, symbolic_in

REFUSED = {
    "builtins.set": "a set",
    "builtins.frozenset": "a frozenset",
    "builtins.generator": "a generator",
    "builtins.map": "a `map` object",
    "builtins.filter": "a `filter` object",
    "builtins.zip": "a `zip` object",
    "collections.deque": "a deque",
}
"""Types that a graph cannot return, as words for messages."""

_MEMBERSHIP = frozenset({"in", "not in"})
_EQUAL = frozenset({"==", "!="})
_WITHOUT_NUMBERS = frozenset({"is", "is not", "in", "not in", "and", "or", "not"})
_COMPARING = frozenset(f"builtins.{word}" for word in ("sorted", "min", "max", "any", "all"))
"""Built-ins that compare their arguments, or their elements."""

_CONVERTED = frozenset({"builtins.len", "builtins.range"})
"""Built-ins that AutoGraph makes accept tensors."""

_NEEDING = _COMPARING | _CONVERTED | {
    *(f"builtins.{word}" for word in ("bool", "complex", "int", "float", "round", "divmod", "hash", "chr")),
    "operator.index", "operator.truth", "itertools.islice",
}  # fmt: skip
"""Python functions that need the value of a tensor, besides those of `math`."""

COMPARING_METHODS = frozenset({"count", "index", "remove", "sort"})
"""Methods of lists, tuples and deques that compare elements: `sort` with each other, the others with an argument."""

GIVEN_TO_PYTHON = {"__len__": "a number", "__contains__": "a truth value"}
"""Methods whose result Python uses itself: some accept an eager tensor, none a symbolic one."""

TO_TEXT = frozenset({"builtins.str", "builtins.repr", "builtins.format", "builtins.ascii"})
_TAKES = frozenset(
    {f"tensorflow.{name}" for name in (
        "reshape", "zeros", "ones", "fill", "range", "tile", "broadcast_to", "slice", "eye", "one_hot", "pad", "repeat",
        "constant", "convert_to_tensor", "cast", "linspace", "sequence_mask", "roll", "scatter_nd", "stack", "image.resize",
        "split", "math.sqrt", "sqrt", "nn.top_k", "random.normal", "random.uniform", "random.truncated_normal", "random.gamma",
        "random.poisson", "random.categorical", "random.stateless_normal", "random.stateless_uniform",
        "random.stateless_truncated_normal", "random.stateless_categorical")}
    | {f"keras.ops.{name}" for name in (
        "reshape", "zeros", "ones", "full", "arange", "eye", "broadcast_to", "tile", "repeat", "one_hot")}
    | {f"keras.random.{name}" for name in ("normal", "uniform", "truncated_normal")}
    | {f"builtins.{name}" for name in ("range", "int", "float", "abs", "round", "min", "max", "sum")}
    | {f"numpy.{name}" for name in ("zeros", "ones", "full", "arange", "eye", "prod", "linspace", "sqrt")}
    | {f"math.{name}" for name in ("sqrt", "prod", "ceil", "floor", "log")}
)  # fmt: skip
_ITERATING = frozenset(
    f"builtins.{word}"
    for word in ("list", "tuple", "set", "frozenset", "iter", "sum", "any", "all", "max", "min", "enumerate", "reversed", "zip",
                 "map", "filter", "range", "sorted", "dict")
) | {"collections.deque"}  # fmt: skip


def iterates_python_iterator(fn: FunctionView) -> bool:
    """Whether the function uses a Python iterator that was created outside the call."""
    return any(value.origin >= Origin.ARGUMENT and is_python_iterator(value) for value in fn.values())


def writes_tensor_as_text(fn: FunctionView) -> bool:
    """Whether a tensor is formatted into a string that is not for an exception."""
    calls = "format" in fn.body.attributes or not TO_TEXT.isdisjoint(fn.called_names)
    kinds: tuple[type[Expr], ...] = (ir.Text, ir.Operation, ir.Call) if calls else (ir.Text, ir.Operation)
    return any(_is_text_of_tensor(expr, fn) for kind in kinds for expr in fn.every(kind)) and any(
        _is_text_of_tensor(expr, fn)
        for statement in walk(fn.body.statements)
        if not isinstance(statement, (ir.Raise, ir.Assert))
        for expr in spelled(statement)
    )


def _is_text_of_tensor(expr: Expr, fn: FunctionView) -> bool:
    parts: tuple[Expr, ...] = ()
    if isinstance(expr, ir.Text):
        parts = expr.parts
    elif isinstance(expr, ir.Operation) and expr.operators == ("%",):
        left = expr.operands[0]
        parts = expr.operands[1:] if isinstance(left, ir.Text) or fn.seen_value(left).type == "builtins.str" else ()
    elif isinstance(expr, ir.Call):
        by_method = isinstance(expr.func, ir.Attribute) and expr.func.attr == "format"
        parts = tuple(arg.value for arg in expr.args) if by_method or fn.seen_value(expr.func).name in TO_TEXT else ()
    return any(symbolic_in(fn.seen_value(part)) is not None for part in parts)


def iterates_tensor(fn: FunctionView) -> bool:
    """Whether Python unpacks, searches or iterates a tensor."""
    return any(value.kind.graph for value in _taken_apart(fn))


@once_a_function
def _taken_apart(fn: FunctionView) -> Iterator[Value]:
    """Yields the values that Python iterates."""
    yield from (value for _, value in fn.seen.get(ir.Starred, ()))
    for site in fn.calls:
        if canonical(site.func.name) in _ITERATING:
            yield from (value for _, value in site.args)
        yield from (value for word, value in site.args if word == "*")
    for comprehension in fn.every(ir.Comprehension):
        yield from (fn.seen_value(clause.iterable) for clause in comprehension.clauses)
    for expr in fn.every(ir.Operation):
        if _MEMBERSHIP.intersection(expr.operators):
            yield from (fn.seen_value(operand) for operand in expr.operands)
    for statement in walk(fn.body.statements):
        if isinstance(statement, ir.Assign) and any(isinstance(target, ir.Display) for target in statement.targets):
            yield fn.seen_value(statement.value) if statement.value is not None else UNKNOWN
        elif isinstance(statement, ir.For) and (not fn.converted or isinstance(statement.target, ir.Display)):
            yield fn.seen_value(statement.iterable)


def takes_dataset_apart(fn: FunctionView) -> bool:
    """Whether Python iterates a dataset, directly or through a wrapper in a `for` statement."""
    wrapped = (
        fn.seen_value(argument.value)
        for statement in walk(fn.body.statements)
        if isinstance(statement, ir.For) and isinstance(statement.iterable, ir.Call)
        for argument in statement.iterable.args
    )
    return any(map(of_dataset, _taken_apart(fn))) or any(map(of_dataset, wrapped))


def returns_object(fn: FunctionView) -> bool:
    """Whether the function is a root and returns something that is no tensor or number."""
    if not fn.is_root or len(fn.trace.steps) > 1 or fn.trace.root.startswith("Keras"):
        return False
    returned = (
        fn.seen_value(statement.value)
        for statement in walk(fn.body.statements)
        if isinstance(statement, ir.Return) and statement.value is not None
    )
    return any(_may_be_refused(value) for value in returned)


def _may_be_refused(value: Value, depth: int = 3) -> bool:
    """Whether a result is, or contains, something other than tensors, numbers and containers of these."""
    if value.kind in (Kind.CALLABLE, Kind.OBJECT) or value.type in REFUSED:
        return True
    if value.kind is not Kind.CONTAINER or not depth:
        return False
    parts = value.items if value.items is not None else (value.element,) if value.element is not None else ()
    return any(_may_be_refused(part, depth - 1) for part in parts)


def needs_python_value(fn: FunctionView) -> bool:
    """Whether Python needs the value of a tensor: for a built-in, an index, a comparison, a `match`, or a special method."""
    if fn.fact.owner and fn.fact.name in GIVEN_TO_PYTHON:
        return True
    if any(_needs_value(site, fn) for site in fn.calls if site.func.name in _NEEDING or site.func.name.startswith("math.")):
        return True
    return _indexes(fn) or _compares(fn) or _matches(fn) or any(map(_is_method_of_tensors, fn.calls))


def _needs_value(site: CallSite, fn: FunctionView) -> bool:
    """Whether a Python function that needs values is called with a tensor, or one that compares with a container of them, or a key."""
    if site.func.name in _COMPARING:
        return site.argument(None, "key") is not None or any(
            symbolic_in(value, 1) is not None or (value.element is not None and symbolic(value.element)) for _, value in site.args
        )
    if fn.converted and site.func.name in _CONVERTED:
        return False
    return any(symbolic(value) or value.kind is Kind.DATASET for _, value in site.args)


def _indexes(fn: FunctionView) -> bool:
    """Whether a tensor, or a number selected by a tensor condition, indexes a Python object."""
    chosen = any(value.kind.graph for value in fn.tests)
    for expr in fn.every(ir.Subscript):
        owner = fn.seen_value(expr.value)
        if not owner.kind.graph and (owner.kind is Kind.NUMPY or owner.type):
            parts = expr.item.items if isinstance(expr.item, ir.Display) else (expr.item,)
            inner = [each for part in parts for each in (part.parts if isinstance(part, ir.Slice) else (part,))]
            if any(symbolic(fn.seen_value(each)) or (chosen and isinstance(each, ir.Name)) for each in inner):
                return True
    return False


def _compares(fn: FunctionView) -> bool:
    """Whether a tensor is looked up in a container, something in a container of tensors, or two of them are compared."""
    for expr in fn.every(ir.Operation):
        looked_up, equal = _MEMBERSHIP.intersection(expr.operators), _EQUAL.intersection(expr.operators)
        values = [fn.seen_value(operand) for operand in expr.operands] if looked_up or equal else []
        if any(symbolic_in(value, 1) is not None for value in values if looked_up or value.kind is Kind.CONTAINER):
            return True
    return False


def _is_method_of_tensors(site: CallSite) -> bool:
    """Whether a list method compares its elements or argument, and one of them is a tensor."""
    if site.method not in COMPARING_METHODS or site.receiver is None or site.receiver.kind is not Kind.CONTAINER:
        return False
    if site.argument(None, "key") is not None:
        return True
    return any(symbolic_in(value, 1) is not None for value in (site.receiver, *(value for _, value in site.args)))


def _matches(fn: FunctionView) -> bool:
    return any(
        isinstance(statement, ir.Match) and symbolic_in(fn.seen_value(statement.subject)) is not None for statement in walk(fn.body.statements)
    )


def takes_lengths(name: str) -> bool:
    """Whether a call of the dotted name needs numbers, and raises for None."""
    return name in _TAKES


def has_open_length(fn: FunctionView) -> bool:
    """Whether the function uses a static length that may be None in arithmetic, a comparison, a condition or a call that needs a number."""
    return any(map(open_length, _numbers_asked(fn))) or any(
        open_length(value) and (value.type != SHAPE or not name.startswith("builtins.")) for name, value in _lengths_taken(fn)
    )


def _numbers_asked(fn: FunctionView) -> Iterator[Value]:
    """Yields the values that are compared, used in arithmetic or tested for truth; whole shapes only in equality comparisons."""
    for expr in fn.every(ir.Operation):
        if not _WITHOUT_NUMBERS.issuperset(expr.operators):
            values = [fn.seen_value(operand) for operand in expr.operands]
            yield from values if not _EQUAL.isdisjoint(expr.operators) else (value for value in values if value.type != SHAPE)
    tests = [expr.test for expr in fn.every(ir.Conditional)]
    tests += [each.test for each in walk(fn.body.statements) if isinstance(each, (ir.If, ir.While))]
    yield from (value for value in map(fn.seen_value, tests) if value.type != SHAPE)


def _lengths_taken(fn: FunctionView) -> Iterator[tuple[str, Value]]:
    """Yields the arguments of calls that need numbers, with the names of the called functions."""
    for call in fn.every(ir.Call) if not _TAKES.isdisjoint(fn.called_names) else ():
        name = canonical(fn.seen_value(call.func).name)
        if takes_lengths(name):
            yield from ((name, fn.seen_value(part)) for argument in call.args for part in _elements(argument.value))


def _elements(expr: Expr) -> Iterator[Expr]:
    """Yields the elements of a list or tuple display, or the expression itself."""
    if isinstance(expr, ir.Display) and expr.type != "set":
        for item in expr.items:
            yield from _elements(item.value if isinstance(item, ir.Starred) else item)
    else:
        yield expr
