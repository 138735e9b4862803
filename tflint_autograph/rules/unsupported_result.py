"""
A traced function returns a value that a graph cannot return.

## What it does
Flags a `return` in a traced root whose value is, or contains, a set, a generator, a function or class, a `deque`, or an
instance of a plain class of the project.

## Why it matters
The result of a graph consists of tensors: numbers and strings become tensors, and lists, tuples, dicts and named tuples
of them are supported. For anything else the call raises a `TypeError`, although tracing succeeded.

## When
- First call: `TypeError` when tracing ends.
- Second and third call: the same, since no trace was kept.
- A function that traced code calls may return anything: only the root's result leaves the graph.
- A new signature: retraced, and raises again.

## Bad
```python
import tensorflow as tf


class Result:
    def __init__(self, value):
        self.value = value


@tf.function
def double(x):
    return Result(x * 2.0)  # TFA217


for value in (1.0, 2.0, 3.0):
    print(float(double(tf.constant(value)).value))
```

```python
import tensorflow as tf


@tf.function
def powers(x):
    return (x**n for n in (1, 2, 3))  # TFA217


for value in (1.0, 2.0, 3.0):
    print([float(power) for power in powers(tf.constant(value))])
```

## Good
```python
import typing

import tensorflow as tf


class Result(typing.NamedTuple):
    value: tf.Tensor


@tf.function
def double(x):
    return Result(x * 2.0)


for value in (1.0, 2.0, 3.0):
    print(float(double(tf.constant(value)).value))
```

A helper may return a function or an object:

```python
import tensorflow as tf


def scaler(factor):
    return lambda x: x * factor


@tf.function
def double(x):
    return scaler(2.0)(x)


for value in (1.0, 2.0, 3.0):
    print(float(double(tf.constant(value))))
```

## Not reported
- Helpers and nested functions, whose results stay in the graph.
- Named tuples, attrs classes, `tf.experimental.ExtensionType`, classes that define `__tf_flatten__` or
  `__tf_tracing_type__`, and classes with a base outside the project.
- Methods that Keras traces: Keras looks at their results itself.
- The gradient that a function under `tf.custom_gradient` returns beside its result.

## Fix
Return tensors in a tuple, dict or named tuple, and create the object from them outside.
"""

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.model.error_kind import ErrorKind
from tflint_autograph.model.facts import ClassKey
from tflint_autograph.model.levels import Severity
from tflint_autograph.model.proof import Proof
from tflint_autograph.model.values import Kind, Origin, Value
from tflint_autograph.rules.api import Hit, Rule
from tflint_autograph.rules.prefilters.values import REFUSED
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.tree.function import TracedFunction

_PROTOCOL = ("__tf_flatten__", "__tf_tracing_type__", "__iter__")
_LEAVE_PLAIN = frozenset(
    {"dataclasses.dataclass", "functools.total_ordering", "typing.final", "typing.runtime_checkable"}
)
"""Class decorators that add no support for nested structures; `attr.s` does, and others may."""

_GRADIENT = "tensorflow.custom_gradient"
_DEPTH = 3

rule = Rule(
    __name__, code="TFA217", when="values.returns_object",
    proof=(Proof.RESULT, Proof.RAISES, Proof.DIFFERS), raises=(ErrorKind.RESULT,), severity=Severity.ERROR
)


_TENSORS = rule.advises("return tensors, in a list, tuple, dict or named tuple")


@rule(cst.Return)
def check(statement: cst.Return, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a root's result that a graph cannot return."""
    if statement.value is None or not fn.is_root or len(fn.trace.steps) > 1 or fn.trace.root.startswith("Keras"):
        return
    if _GRADIENT in fn.analysis.decorator_names(fn.key):
        return  # which takes the function that is returned beside the result for itself
    value = fn.value(statement.value)
    found = _refused(value, fn, _DEPTH)
    if found is None:
        return
    word, part = found
    yield Hit(
        statement.value,
        f"a traced function cannot return {word}",
        note="the call raises `TypeError`",
        help=_TENSORS(),
        confidence=min(value.confidence, part.confidence),
        labels=fn.because(part),
    )


def _refused(value: Value, fn: TracedFunction, depth: int) -> tuple[str, Value] | None:
    """Returns the part of a result that TensorFlow rejects, with a text for the message, or None."""
    if value.type in REFUSED:
        return REFUSED[value.type], value
    if value.kind is Kind.CALLABLE and (value.callees or value.klass is not None):
        return "a class" if value.klass is not None else "a function", value
    if value.kind is Kind.OBJECT and value.cls is not None and value.exact and _is_plain(value.cls, fn):
        return f"a `{value.cls.qualname.rpartition('.')[2]}` object"[:50], value
    if value.kind is not Kind.CONTAINER or value.origin is Origin.OUTER or not depth:
        return None
    parts = value.items if value.items is not None else (value.element,) if value.element is not None else ()
    found = (_refused(part, fn, depth - 1) for part in parts)
    return next((each for each in found if each is not None), None)


def _has_unknown_base(cls: ClassKey, fn: TracedFunction) -> bool:
    """Whether a class derives from something unknown: `collections.namedtuple(...)`, the result of a call."""
    order = (base for base in fn.analysis.classes.mro(cls) if isinstance(base, ClassKey))
    facts = ((base, fn.analysis.project.cls(base)) for base in order)
    return any(fact is not None and len(fact.bases) != len(fn.analysis.classes.bases(base)) for base, fact in facts)


def _is_plain(cls: ClassKey, fn: TracedFunction) -> bool:
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
