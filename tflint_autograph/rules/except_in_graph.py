"""
An exception that a `try` in traced code cannot catch, or whose type changes in a graph.

## What it does
Flags a `try` in traced code that creates operations and whose `except` names an error of `tf.errors`, and `contextlib.suppress` with one.
Flags a `raise` of a class of the project that has a constructor of its own or derives from another error than `Exception`, in
converted code.

## Why it matters
`try` and `except` run at trace time. An operation that fails when the graph runs fails outside of both, so that
the error reaches the caller; and what eager code raises as `InvalidArgumentError` is a `ValueError` at trace time. AutoGraph
re-creates an exception to add the place in your code to its message. That works for most of Python's own errors and for plain
subclasses of `Exception`; any other class, even one derived from `ValueError`, becomes a `StagingError`.

## When
- First call: the `try` runs once, at trace time; an error of the graph is raised outside of it.
- Second and third call: only the graph runs, without the `try`.
- A new signature: retraced, and only an error of tracing itself is caught.

## Bad
```python
import tensorflow as tf


@tf.function
def number(text):
    try:  # TFA211
        return tf.strings.to_number(text)
    except tf.errors.InvalidArgumentError:
        return tf.constant(-1.0)


for text in ("1", "oops", "3"):
    print(float(number(tf.constant(text))))
```

## Good
```python
import tensorflow as tf


@tf.function
def number(text):
    return tf.strings.to_number(text)


for text in ("1", "oops", "3"):
    try:
        print(float(number(tf.constant(text))))
    except tf.errors.InvalidArgumentError:
        print(-1.0)
```

Errors of Python are caught at trace time:

```python
import tensorflow as tf

SCALES = {"small": 0.5}


@tf.function
def scale(x, name):
    try:
        return x * SCALES[name]
    except KeyError:
        return x


for name in ("small", "large", "other"):
    print(float(scale(tf.constant(1.0), name)))
```

## Not reported
- `except` of Python's errors: `KeyError`, `ImportError`, `AttributeError`, `ValueError`, `TypeError`.
- A `try` whose body makes no operation.
- With low confidence: an `except` that only raises another error.
- A `raise` of a class that nothing in the project catches: info only, since the program ends with the same text.

## Fix
Catch outside the traced function, or compute whether the operation can fail and choose with `tf.where`.
"""

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.rules.api import Confidence, ErrorKind, Hit, Proof, Rule, Severity, TracedFunction
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.graph.exceptions import (
    SUPPRESS,
    is_awaited,
    is_graph_error,
    is_lost_error,
    may_be_caught,
    only_raises,
    takes_next,
)

rule = Rule(
    __name__, code="TFA211", when="query:graph.exceptions.handles_lost",
    proof=(Proof.RAISES, Proof.FLOW, Proof.DIFFERS), raises=tuple(ErrorKind), severity=Severity.WARNING
)


_AROUND = rule.advises("catch it outside the traced function")
_DERIVE = rule.advises("derive it from `Exception` without a constructor, or catch `Exception` outside the traced function")


@rule(cst.Try)
def check_try(node: cst.Try, fn: TracedFunction) -> Iterator[Hit]:
    """Reports an `except` for an error that only the running graph can raise."""
    if not isinstance(fn.statement, ir.Try) or not any(fn.makes_graph_with(each) or takes_next(each, fn) for each in fn.statement.body):
        return
    pairs = zip(node.handlers, fn.statement.handlers, strict=True)
    found = [(only_raises(handler.body), name) for each, handler in pairs for name in _names(each.type, fn) if is_graph_error(name)]
    if not found:
        return
    is_raised, caught = min(found, key=lambda each: each[0])
    yield Hit(
        node,
        f"`{caught.rpartition('.')[2]}` is raised when the graph runs, outside this `try`",
        note="this `except` is active only at trace time",
        help=_AROUND(),
        confidence=Confidence.LOW if is_raised else Confidence.MEDIUM,
    )


@rule(cst.With)
def check_suppress(node: cst.With, fn: TracedFunction) -> Iterator[Hit]:
    """Reports `with contextlib.suppress(...)` for an error that only the running graph can raise."""
    if not isinstance(fn.statement, ir.With) or not any(map(fn.makes_graph_with, fn.statement.body)):
        return
    for item in node.items:
        call = item.item
        if not isinstance(call, cst.Call) or fn.called(call) != SUPPRESS:
            continue
        caught = next((name for arg in call.args for name in _names(arg.value, fn) if is_graph_error(name)), None)
        if caught is not None:
            yield Hit(
                call,
                f"`{caught.rpartition('.')[2]}` is raised when the graph runs, outside this `with`",
                note="suppresses errors only at trace time",
                help=_AROUND(),
                confidence=Confidence.MEDIUM,
            )


@rule(cst.Raise)
def check_raise(node: cst.Raise, fn: TracedFunction) -> Iterator[Hit]:
    """Reports an exception that AutoGraph cannot re-create."""
    raised = fn.value(node.exc) if node.exc is not None else None
    if raised is None or raised.cls is None or not fn.converted or not is_lost_error(raised, fn):
        return
    name = raised.cls.qualname.rpartition(".")[2]
    is_asked = is_awaited(raised.cls, fn)
    yield Hit(
        node,
        f"`{name}` is re-raised by converted code as `StagingError`"[:80],
        note="AutoGraph re-creates only plain subclasses of `Exception`",
        help=_DERIVE(),
        confidence=Confidence.LOW if may_be_caught(raised.cls, fn) else Confidence.MEDIUM,
        severity=None if is_asked else Severity.INFO,
        excuse="" if is_asked else "nothing in the project catches it",
    )


def _names(caught: cst.BaseExpression | None, fn: TracedFunction) -> Iterator[str]:
    """Yields the dotted names of the exceptions in an `except`."""
    if isinstance(caught, cst.Tuple):
        for element in caught.elements:
            yield from _names(element.value, fn)
    elif caught is not None:
        yield canonical(fn.value(caught).name)
