"""
An operation gets something other than text as its name.

## What it does
Flags a tensor, a number, a dtype or `True` as the argument `name` of a TensorFlow function, by its position or by its keyword.

## Why it matters
Eager operations have no names, and ignore the argument. In the graph each operation has one, so that tracing raises. Most often
the argument was meant for something else, which the function does not take: a third operand, a slope, a dtype.

## When
- First, second and third call: tracing raises. Eagerly every call succeeds, without what the argument was meant for.
- A new signature: raises again.

## Bad
```python
import tensorflow as tf


@tf.function
def activated(x):
    return tf.nn.relu(x, 0.2)  # TFA310


for value in (-1.0, 0.5, 2.0):
    print(float(activated(tf.constant(value))))
```

## Good
```python
import tensorflow as tf


@tf.function
def activated(x):
    return tf.nn.leaky_relu(x, 0.2, name="activated")


for value in (-1.0, 0.5, 2.0):
    print(float(activated(tf.constant(value))))
```

## Not reported
- Text, and values that may be text.
- `None`, `0`, `False` and empty text, for which TensorFlow chooses a name.

## Fix
Remove the argument, or call the function that takes it, such as `tf.nn.leaky_relu` for a slope.
"""

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.rules.api import ErrorKind, Hit, Proof, Rule, Severity, TracedFunction
from tflint_autograph.tfapi.names import abbreviated
from tflint_autograph.tfapi.tables import name_position
from tflint_autograph.traced.graph.named_operations import is_no_text
from tflint_autograph.traced.graph.symbolic import spoken

rule = Rule(
    __name__, code="TFA310", when="query:graph.named_operations.misnames", proof=(Proof.RAISES,), raises=(ErrorKind.NAME, ErrorKind.TRUTH),
    severity=Severity.ERROR
)

_REMOVE = rule.advises("remove the argument, or use a function that takes it")


@rule(cst.Call)
def check(call: cst.Call, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a call whose `name` is certainly not text."""
    called = fn.called(call)
    place = name_position(called)
    given = _argument(call, place) if place is not None else None
    value = fn.value(given) if given is not None else None
    if given is None or value is None or not is_no_text(value):
        return
    yield Hit(
        given,
        f"{spoken(given, 'this argument')} is the `name` of `{abbreviated(called)}`",
        note="raises at trace time: the name of an operation is text",
        help=_REMOVE(),
        confidence=value.confidence,
    )


def _argument(call: cst.Call, place: int) -> cst.BaseExpression | None:
    """Returns the argument `name` of a call, or None if there is none or unpacked arguments may be before it."""
    for number, arg in enumerate(call.args):
        if arg.star:
            return None
        if arg.keyword.value == "name" if arg.keyword is not None else number == place:
            return arg.value
    return None
