"""
`len(x)` of a tensor of unknown length, in arithmetic with floats or lists.

## What it does
Flags `len(x)`, and whole numbers made of it, in arithmetic with a float tensor, a float number, or a list or tuple to repeat, in code
that AutoGraph converts, where the length of `x` is not known at trace time.

## Why it matters
AutoGraph replaces `len` of a tensor by its length. Where that is known it is a Python scalar, which mixes with everything.
Where it is not, as under `tf.TensorSpec([None])`, it is an int32 tensor, and TensorFlow does not mix an int32 tensor with a
float one. A list that is multiplied with it is taken for a tensor, too: its items are multiplied, and not repeated.

## When
- First call: raises `TypeError` at trace time.
- Second and third call: traces again, raises again.
- In a function without an `input_signature`: works as long as each trace has a known length, raises when
  `reduce_retracing` or Keras relaxes the shape.
- A new signature: retraced, and right where that one knows the length.

## Bad
```python
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def mean(x):
    return tf.reduce_sum(x) / len(x)  # TFA305


for length in (1, 2, 3):
    print(float(mean(tf.ones([length]))))
```

## Good
```python
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def mean(x):
    length = tf.cast(tf.shape(x)[0], x.dtype)
    return tf.reduce_sum(x) / length


for length in (1, 2, 3):
    print(float(mean(tf.ones([length]))))
```

## Not reported
- A length that is known: `len(x)` is a number then.
- `len` of Python lists, and of tensors in `range`, comparisons and arithmetic with whole numbers.

## Fix
Write `tf.cast(len(x), x.dtype)`, or `tf.reduce_mean` where that is meant; `tf.fill([len(x)], 0.0)` for a list of that length.
"""

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.fixes.dtypes import dtype_of
from tflint_autograph.fixes.lengths import inlined_dtype
from tflint_autograph.rules.api import Confidence, ErrorKind, Hit, Kind, Proof, Rule, Severity, TracedFunction, Value
from tflint_autograph.traced.graph.dtypes import dtype_before
from tflint_autograph.traced.graph.lengths import measured
from tflint_autograph.traced.graph.symbolic import inlined, spoken

_MIXING = (cst.Add, cst.Subtract, cst.Multiply, cst.Divide, cst.FloorDivide, cst.Power, cst.Modulo)

_WHOLE = ("int32", "integer")
"""What is known of the dtype of a tensor that mixes with a length."""

rule = Rule(
    __name__, code="TFA305", when="python",
    proof=(Proof.RAISES, Proof.DIFFERS),
    raises=(ErrorKind.LENGTH, ErrorKind.VALUE, ErrorKind.DTYPE, ErrorKind.SHAPE), severity=Severity.WARNING
)


_CAST = rule.advises("use `tf.cast({length}, {dtype})`")
_FILL = rule.advises("make a tensor of that length with `tf.fill`")


@rule(cst.BinaryOperation)
def check(node: cst.BinaryOperation, fn: TracedFunction) -> Iterator[Hit]:
    """Reports arithmetic with `len(x)`, and what Python would repeat as often."""
    if not fn.converted or not isinstance(node.operator, _MIXING):
        return
    for side, other in ((node.left, node.right), (node.right, node.left)):
        length = measured(side, fn)
        is_repeated = isinstance(node.operator, cst.Multiply) and _is_sequence(fn.value(other))
        sure = Confidence.HIGH if is_repeated else _unlike(other, fn) if length is not None else None
        if length is not None and sure is not None:
            yield Hit(
                side,
                f"{spoken(side, '`len`')} is an int32 tensor if the length is unknown",
                note="is multiplied with the items, and does not repeat them" if is_repeated else "raises when mixed with a float",
                help=_FILL() if is_repeated else _CAST(length=inlined(side), dtype=_dtype_of(other, fn)),
                confidence=min(length.confidence, sure),
                labels=fn.because(length),
            )


def _is_sequence(value: Value) -> bool:
    """Whether Python repeats a value that is multiplied with a number."""
    return value.type in ("builtins.list", "builtins.tuple")


def _dtype_of(node: cst.BaseExpression, fn: TracedFunction) -> str:
    """Returns the dtype of the other operand, as code."""
    return inlined_dtype(node, dtype_of(node, fn)) if fn.value(node).kind.graph else "tf.float32"


def _unlike(node: cst.BaseExpression, fn: TracedFunction) -> Confidence | None:
    """Returns the confidence that the other operand is a float, or a tensor of another dtype than a length; None if it is neither."""
    value = fn.value(node)
    if value.kind is Kind.PYTHON:
        return Confidence.HIGH if value.type == "builtins.float" else None
    dtype = dtype_before(fn.expression(node), fn.statement.ordinal, fn) if fn.statement is not None else ""
    while isinstance(node, cst.Subscript):
        node = node.value
    called = fn.called(node) if isinstance(node, cst.Call) else ""
    if not value.kind.graph or dtype in _WHOLE or called in ("tensorflow.shape", "tensorflow.size", "tensorflow.rank", "builtins.int"):
        return None
    return Confidence.HIGH if dtype else Confidence.LOW
