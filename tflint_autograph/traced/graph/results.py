"""Finds the results of traced roots that TensorFlow cannot return from a graph."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.values import Kind, Origin, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.order import order
from tflint_autograph.project.bodies.walks import walk
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.tree.function_view import FunctionView, once_a_function
from tflint_autograph.traced.tree.point import TracedPoint

_REFUSED = {
    "builtins.set": "a set",
    "builtins.frozenset": "a frozenset",
    "builtins.generator": "a generator",
    "builtins.map": "a `map` object",
    "builtins.filter": "a `filter` object",
    "builtins.zip": "a `zip` object",
    "collections.deque": "a deque",
}
"""Types that a graph cannot return, as words for messages."""

_PROTOCOL = ("__tf_flatten__", "__tf_tracing_type__", "__iter__")
_GRADIENT = "tensorflow.custom_gradient"
_DEPTH = 3


@once_a_function
def refused_results(fn: FunctionView) -> Iterator[tuple[int, str, Value]]:
    """Yields what TensorFlow rejects in the results of a root: the ordinal of the `return`, a text for the message, and the value.

    A function whose result a root returns as it is counts too, unless the root has only that result: then its `return` is the place.
    """
    is_own = fn.is_root and len(fn.trace.steps) == 1 and not fn.trace.root.startswith("Keras")
    if not is_own and (fn.is_root or not fn.is_called_by_program):
        return
    returns = (each for each in walk(fn.body.statements) if isinstance(each, ir.Return) and each.value is not None)
    results = ((each.ordinal, part) for each in returns for part in _branches(each.value))
    refused = [(ordinal, *found) for ordinal, expr in results if (found := _refused(fn.seen_value(expr), fn.analysis, _DEPTH)) is not None]
    if refused and (is_own or _is_result_of_root(fn.analysis, fn.key)) and _GRADIENT not in fn.analysis.decorator_names(fn.key):
        # A custom gradient takes the function that is returned beside the result for itself.
        yield from refused


def _branches(expr: Expr | None) -> Iterator[Expr]:
    """Yields an expression, or those of which a conditional expression chooses one."""
    if isinstance(expr, ir.Conditional):
        yield from (part for each in (expr.body, expr.orelse) for part in _branches(each))
    elif expr is not None:
        yield expr


def _is_result_of_root(analysis: Analysis, key: FunctionKey, depth: int = _DEPTH) -> bool:
    """Whether a root returns what a call of the function gives, which TensorFlow does not reject for all that is known of the call."""
    for (caller, at), ordinal in analysis.sole_callers(key).items():
        point = TracedPoint(analysis, caller)
        statement = order(point.body).statements.get(ordinal)
        given = statement.value if isinstance(statement, ir.Return) else None
        if not isinstance(given, ir.Call) or given.at != at or _refused(point.value_at(given, ordinal), analysis, _DEPTH) is not None:
            continue
        if caller in analysis.roots or (depth and _is_result_of_root(analysis, caller, depth - 1)):
            return True
    return False


def _refused(value: Value, analysis: Analysis, depth: int) -> tuple[str, Value] | None:
    """Returns the part of a result that TensorFlow rejects, with a text for the message, or None."""
    if value.type in _REFUSED:
        return _REFUSED[value.type], value
    if value.kind is Kind.CALLABLE and (value.callees or value.klass is not None):
        return "a class" if value.klass is not None else "a function", value
    if value.kind is Kind.OBJECT and value.cls is not None and value.exact and _is_plain(value.cls, analysis):
        return f"a `{value.cls.qualname.rpartition('.')[2]}` object"[:50], value
    if value.kind is not Kind.CONTAINER or value.origin is Origin.OUTER or not depth:
        return None
    found = (_refused(part, analysis, depth - 1) for part in value.contents)
    return next((each for each in found if each is not None), None)


def _has_unknown_base(cls: ClassKey, analysis: Analysis) -> bool:
    """Whether a class derives from something unknown: `collections.namedtuple(...)`, the result of a call."""
    facts = ((base, analysis.project.cls(base)) for base in analysis.classes.lineage(cls))
    return any(fact is not None and len(fact.bases) != len(analysis.classes.bases(base)) for base, fact in facts)


def is_remade(cls: ClassKey, analysis: Analysis) -> bool:
    """Whether a class has a decorator that may let TensorFlow split its instances into components, such as `attr.s`."""
    fact = analysis.project.cls(cls)
    decorators = fact.decorators if fact is not None else ()
    values = (analysis.evaluate_at_definition(cls.path, fact.parent if fact else "", expr) for expr, _ in decorators)
    return not all(canonical(value.name or value.factory) in _LEAVE_PLAIN for value in values)


_LEAVE_PLAIN = frozenset(
    {"dataclasses.dataclass", "functools.total_ordering", "typing.final", "typing.runtime_checkable"}
)
"""Class decorators that add no support for nested structures; `attr.s` does, and others may."""


def _is_plain(cls: ClassKey, analysis: Analysis) -> bool:
    """Whether TensorFlow certainly cannot split instances of the class into components."""
    classes = analysis.classes
    if {canonical(name) for name in classes.external(cls)} - {"builtins.object"} or _has_unknown_base(cls, analysis):
        return False
    if any(classes.method(cls, name) is not None for name in _PROTOCOL):
        return False
    return not is_remade(cls, analysis)


def part_at(value: Value, path: tuple[object, ...]) -> Value | None:
    """Returns the part of a container at these keys and positions, or None where it is not known."""
    for key in path:
        items: dict[object, Value] = dict(value.items_by_key or ()) if isinstance(key, str) else dict(enumerate(value.items or ()))
        if key not in items:
            return value.element
        value = items[key]
    return value


def values_in(value: Value) -> tuple[Value, ...]:
    """Returns what is known of the items of a container."""
    return tuple(item for _, item in value.items_by_key or ()) or value.contents
