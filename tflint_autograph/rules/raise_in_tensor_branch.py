"""
A `raise` under a tensor condition.

## What it does
Flags a `raise` in a branch of an `if`, or in a `while`, whose condition is a tensor, in converted code, and an assertion there
that always fails, `assert False`.

## Why it matters
TensorFlow traces both branches of a tensor condition, whatever its value will be. Tracing runs the `raise`, so that the
function raises for every value, the valid ones included. Called eagerly it raises for the invalid ones only.

## When
- First, second and third call: each traces both branches and raises.
- A new signature is traced again and raises again.

## Bad
```python
import tensorflow as tf


@tf.function
def root(x):
    if x < 0.0:
        raise ValueError("negative")  # TFA210
    return tf.sqrt(x)


for value in (1.0, 4.0, 9.0):
    print(float(root(tf.constant(value))))
```

The `else` of a chain of tensor conditions is traced too, in a helper as well:

```python
import tensorflow as tf


def scaled(x):
    if x > 0.0:
        return x
    elif x > -10.0:
        return -x
    else:
        raise ValueError("too small")  # TFA210


@tf.function
def step(x):
    return scaled(x) * 2.0


for value in (1.0, -4.0, 9.0):
    print(float(step(tf.constant(value))))
```

## Good
`tf.debugging.assert_*` checks when the graph runs:

```python
import tensorflow as tf


@tf.function
def root(x):
    tf.debugging.assert_non_negative(x)
    return tf.sqrt(x)


for value in (1.0, 4.0, 9.0):
    print(float(root(tf.constant(value))))
```

A condition on a Python argument or on the static shape is decided at trace time, and may raise:

```python
import tensorflow as tf


@tf.function
def scale(x, mode):
    if mode not in ("up", "down"):
        raise ValueError(mode)
    if x.shape.rank != 0:
        raise ValueError("a scalar is expected")
    return x * 2.0 if mode == "up" else x / 2.0


for value in (1.0, 2.0, 3.0):
    print(float(scale(tf.constant(value), "up")))
```

## Not reported
- Conditions that Python decides: arguments that are no tensors, static shapes, dtypes, `isinstance`, `is None`.
- A Python condition inside the tensor branch may keep the `raise` from being traced: reported with low confidence.

## Fix
Write `tf.debugging.assert_non_negative(x)`, another `tf.debugging.assert_*`, or `tf.debugging.Assert(condition, [x])`. The
exception is then a `tf.errors.InvalidArgumentError`, raised when the graph runs.
"""

from collections.abc import Iterator, Mapping

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.model.constants import truth_of
from tflint_autograph.rules.api import (
    Confidence,
    EnclosingScope,
    ErrorKind,
    Help,
    Hit,
    Proof,
    Rule,
    Severity,
    TracedFunction,
    Value,
)
from tflint_autograph.traced.graph.symbolic import inlined

rule = Rule(
    __name__, code="TFA210", when="decides",
    proof=(Proof.RAISES, Proof.FLOW), raises=tuple(ErrorKind), severity=Severity.ERROR
)


_COMPARED = rule.advises("use `tf.debugging.{assertion}({left}, {right})` before the condition")
_FALSE = rule.advises("use `tf.debugging.Assert(False, [...])` instead")

_OPPOSITES: Mapping[type[cst.BaseCompOp], str] = {
    cst.LessThan: "assert_greater_equal", cst.LessThanEqual: "assert_greater", cst.GreaterThan: "assert_less_equal",
    cst.GreaterThanEqual: "assert_less", cst.Equal: "assert_none_equal", cst.NotEqual: "assert_equal",
}  # fmt: skip
"""The assertion for the opposite of a comparison."""


@rule(cst.Raise, cst.Assert)
def check(statement: cst.BaseSmallStatement, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a `raise`, or an assertion that always fails, which tracing reaches although a tensor should decide."""
    if not fn.converted or (isinstance(statement, cst.Assert) and not _fails(statement, fn)):
        return
    unsure = False
    for frame in reversed(fn.frames):
        test = _condition(frame, fn)
        if test is not None and test.kind.graph:
            yield Hit(
                statement,
                f"`{'raise' if isinstance(statement, cst.Raise) else 'assert'}` under a tensor condition raises at trace time",
                note="raised regardless of the tensor's value",
                help=_help(frame, fn),
                confidence=Confidence.LOW if unsure else test.confidence,
                labels=fn.because(test),
            )
            return
        unsure = unsure or test is not None or (isinstance(frame.statement, ir.Try) and bool(frame.statement.handlers))


def _help(frame: EnclosingScope, fn: TracedFunction) -> Help:
    """Returns the assertion equivalent to the only enclosing comparison, else one that always fails."""
    test = frame.node.test if isinstance(frame.node, cst.If) else None
    alone = len(fn.frames) == 1 and frame.part == "body" and isinstance(frame.node, cst.If) and len(frame.node.body.body) == 1
    if not alone or not isinstance(test, cst.Comparison) or len(test.comparisons) > 1:
        return _FALSE()
    part = test.comparisons[0]
    assertion = _OPPOSITES.get(type(part.operator))
    if assertion is None:
        return _FALSE()
    return _COMPARED(assertion=assertion, left=inlined(test.left), right=inlined(part.comparator))


def _fails(statement: cst.Assert, fn: TracedFunction) -> bool:
    """Whether a Python assertion always fails: `assert False, "unreachable"`."""
    return not fn.asserts_tensors and truth_of(fn.value(statement.test)) is False


def _condition(frame: EnclosingScope, fn: TracedFunction) -> Value | None:
    """Returns the value that decides whether the block of the frame runs, or None if it always does."""
    if isinstance(frame.statement, ir.If):
        return fn.test(frame.statement)
    if isinstance(frame.statement, (ir.While, ir.For, ir.Match)) and frame.part == "body":
        return fn.test(frame.statement)
    return None
