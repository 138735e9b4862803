"""Finds the results of traced roots that TensorFlow cannot return from a graph."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import ClassKey
from tflint_autograph.model.values import Kind, Origin, Value
from tflint_autograph.project.bodies.walks import walk
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.tree.function_view import FunctionView, once_a_function

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
_LEAVE_PLAIN = frozenset(
    {"dataclasses.dataclass", "functools.total_ordering", "typing.final", "typing.runtime_checkable"}
)
"""Class decorators that add no support for nested structures; `attr.s` does, and others may."""

_GRADIENT = "tensorflow.custom_gradient"
_DEPTH = 3


@once_a_function
def refused_results(fn: FunctionView) -> Iterator[tuple[int, str, Value]]:
    """Yields what TensorFlow rejects in the results of a root: the ordinal of the `return`, a text for the message, and the value."""
    if not fn.is_root or len(fn.trace.steps) > 1 or fn.trace.root.startswith("Keras"):
        return
    for statement in walk(fn.body.statements):
        if isinstance(statement, ir.Return) and statement.value is not None:
            found = _refused(fn.seen_value(statement.value), fn, _DEPTH)
            if found is not None and _GRADIENT not in fn.analysis.decorator_names(fn.key):
                # A custom gradient takes the function that is returned beside the result for itself.
                yield statement.ordinal, *found


def _refused(value: Value, fn: FunctionView, depth: int) -> tuple[str, Value] | None:
    """Returns the part of a result that TensorFlow rejects, with a text for the message, or None."""
    if value.type in _REFUSED:
        return _REFUSED[value.type], value
    if value.kind is Kind.CALLABLE and (value.callees or value.klass is not None):
        return "a class" if value.klass is not None else "a function", value
    if value.kind is Kind.OBJECT and value.cls is not None and value.exact and _is_plain(value.cls, fn):
        return f"a `{value.cls.qualname.rpartition('.')[2]}` object"[:50], value
    if value.kind is not Kind.CONTAINER or value.origin is Origin.OUTER or not depth:
        return None
    parts = value.items if value.items is not None else (value.element,) if value.element is not None else ()
    found = (_refused(part, fn, depth - 1) for part in parts)
    return next((each for each in found if each is not None), None)


def _has_unknown_base(cls: ClassKey, fn: FunctionView) -> bool:
    """Whether a class derives from something unknown: `collections.namedtuple(...)`, the result of a call."""
    order = (base for base in fn.analysis.classes.mro(cls) if isinstance(base, ClassKey))
    facts = ((base, fn.analysis.project.cls(base)) for base in order)
    return any(fact is not None and len(fact.bases) != len(fn.analysis.classes.bases(base)) for base, fact in facts)


def _is_plain(cls: ClassKey, fn: FunctionView) -> bool:
    """Whether TensorFlow certainly cannot split instances of the class into components."""
    classes = fn.analysis.classes
    if {canonical(name) for name in classes.external(cls)} - {"builtins.object"} or _has_unknown_base(cls, fn):
        return False
    if any(classes.method(cls, name) is not None for name in _PROTOCOL):
        return False
    fact = fn.analysis.project.cls(cls)
    decorators = fact.decorators if fact is not None else ()
    values = (fn.analysis.evaluate_at_definition(cls.path, fact.parent if fact else "", expr) for expr, _ in decorators)
    return all(canonical(value.name or value.factory) in _LEAVE_PLAIN for value in values)
