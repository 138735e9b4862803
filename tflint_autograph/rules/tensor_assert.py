"""
An `assert` on a tensor in traced code.

## What it does
Flags `assert` with a tensor in its condition. Under `tf.autograph.experimental.Feature.ASSERT_STATEMENTS` or `ALL` AutoGraph
does convert it; it is then shown as information, since the exception type differs.

## Why it matters
AutoGraph leaves `assert` to Python unless a feature is turned on. Python needs the value of the tensor at trace time, when there is
none, and tracing stops with an `OperatorNotAllowedInGraphError` even where the assertion is true.

## When
- First call: `OperatorNotAllowedInGraphError` at trace time, whatever the value.
- Second and third call: the same, since no trace was kept.
- With the feature: `InvalidArgumentError` in place of `AssertionError`, on every call where the assertion is false.
- A new signature: retraced, the same.

## Bad
```python
import tensorflow as tf


@tf.function
def log(x):
    assert tf.reduce_all(x > 0.0), "must be positive"  # TFA215
    return tf.math.log(x)


for value in (1.0, 2.0, 3.0):
    print(log(tf.constant([value])).numpy())
```

## Good
```python
import tensorflow as tf


@tf.function
def log(x):
    tf.debugging.assert_positive(x, "must be positive")
    return tf.math.log(x)


for value in (1.0, 2.0, 3.0):
    print(log(tf.constant([value])).numpy())
```

What is known at trace time may be asserted:

```python
import tensorflow as tf


@tf.function
def log(x):
    assert x.shape.rank == 1 and x.dtype == tf.float32
    return tf.math.log(x)


for value in (1.0, 2.0, 3.0):
    print(log(tf.constant([value])).numpy())
```

## Not reported
- Assertions on static shapes, ranks, dtypes, Python values and `is not None`.
- `assert tf.is_tensor(x)` and `isinstance`.

## Fix
Write `tf.debugging.assert_positive(x)`, `tf.debugging.assert_less(a, b)`, `tf.debugging.Assert(condition, [x])`: they run on
each call. They raise `InvalidArgumentError` where `assert` raises `AssertionError`.

## Fix safety
Unsafe: `tf.debugging.Assert` raises `InvalidArgumentError`, not `AssertionError`, and `python -O` leaves it in. A message with a
tensor in it is split into parts. No fix for `and`, `or`, `not` and chained comparisons in code that AutoGraph does not convert.
"""

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.fixes.assertions import as_operation
from tflint_autograph.rules.api import ErrorKind, Hit, Proof, Rule, Severity, TracedFunction
from tflint_autograph.traced.graph.conditions import sureness, tensor_among, truths
from tflint_autograph.traced.graph.symbolic import inlined

rule = Rule(
    __name__, code="TFA215", when="decides", proof=(Proof.RAISES,),
    raises=(ErrorKind.TRUTH, ErrorKind.ASSERTION), severity=Severity.ERROR
)


_ASSERT = rule.advises("use `tf.debugging.Assert({test}, [...])`")


@rule(cst.Assert)
def check(node: cst.Assert, fn: TracedFunction) -> Iterator[Hit]:
    """Reports an assertion that needs the value of a tensor."""
    found = tensor_among(truths(node, fn), fn)
    confidence = sureness(*found, fn) if found is not None else None
    if found is None or confidence is None:
        return
    if fn.asserts_tensors and fn.converted:
        yield Hit(
            found[0],
            "the assertion raises `InvalidArgumentError` in the graph",
            note="eager code raises `AssertionError`",
            severity=Severity.INFO,
            confidence=confidence,
        )
        return
    yield Hit(
        found[0],
        "`assert` tests the truth of a symbolic tensor, which raises at trace time",
        note="a symbolic tensor has no value yet",
        help=_ASSERT(test=inlined(node.test)),
        confidence=confidence,
        labels=fn.because(found[1]),
        fix=as_operation(node, fn),
    )
