"""
`len(x)` of a tensor of unknown length, mixed with floats.

## What it does
Flags `len(x)` in arithmetic with a float tensor or a float number, in code that AutoGraph converts, where the length of `x`
is not known at trace time.

## Why it matters
AutoGraph replaces `len` of a tensor by its length. Where that is known it is a Python scalar, which mixes with everything.
Where it is not, as under `tf.TensorSpec([None])`, it is an int32 tensor, and TensorFlow does not mix an int32 tensor with a
float one.

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
Write `tf.cast(len(x), x.dtype)`, or `tf.reduce_mean` where that is meant.
"""

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.fixes.dtypes import dtype_of
from tflint_autograph.fixes.lengths import inlined_dtype
from tflint_autograph.rules.api import Confidence, ErrorKind, Hit, Kind, Proof, Rule, Severity, TracedFunction, Value
from tflint_autograph.traced.graph.dtypes import dtype_before
from tflint_autograph.traced.graph.symbolic import inlined, spoken
from tflint_autograph.traced.tree.kinds import has_open_length

_MIXING = (cst.Add, cst.Subtract, cst.Multiply, cst.Divide, cst.FloorDivide, cst.Power, cst.Modulo)

_WHOLE = ("int32", "integer")
"""What is known of the dtype of a tensor that mixes with a length."""

rule = Rule(
    __name__, code="TFA305", when="python",
    proof=(Proof.RAISES, Proof.DIFFERS),
    raises=(ErrorKind.LENGTH, ErrorKind.VALUE, ErrorKind.DTYPE, ErrorKind.SHAPE), severity=Severity.WARNING
)


_CAST = rule.advises("use `tf.cast({length}, {dtype})`")


@rule(cst.BinaryOperation)
def check(node: cst.BinaryOperation, fn: TracedFunction) -> Iterator[Hit]:
    """Reports arithmetic with `len(x)`."""
    if not fn.converted or not isinstance(node.operator, _MIXING):
        return
    for side, other in ((node.left, node.right), (node.right, node.left)):
        measured = _measured(side, fn)
        if measured is not None and _mixes(other, fn):
            yield Hit(
                side,
                f"{spoken(side, '`len`')} is an int32 tensor if the length is unknown",
                note="raises when mixed with a float",
                help=_CAST(length=inlined(side), dtype=_dtype_of(other, fn)),
                confidence=measured.confidence if _clashes(other, fn) else Confidence.LOW,
                labels=fn.because(measured),
            )


def _dtype_of(node: cst.BaseExpression, fn: TracedFunction) -> str:
    """Returns the dtype of the other operand, as code."""
    return inlined_dtype(node, dtype_of(node, fn)) if fn.value(node).kind.graph else "tf.float32"


def _measured(node: cst.BaseExpression, fn: TracedFunction) -> Value | None:
    """Returns the tensor of unknown length in `len(x)`, or None."""
    if not isinstance(node, cst.Call) or fn.called(node) != "builtins.len" or len(node.args) != 1:
        return None
    value = fn.value(node.args[0].value)
    return value if has_open_length(value) else None


def _clashes(node: cst.BaseExpression, fn: TracedFunction) -> bool:
    """Whether it is known that the other operand is no int32 tensor."""
    return fn.value(node).kind is Kind.PYTHON or _dtype(node, fn) not in ("", *_WHOLE)


def _dtype(node: cst.BaseExpression, fn: TracedFunction) -> str:
    return dtype_before(fn.expression(node), fn.statement.ordinal, fn) if fn.statement is not None else ""


def _mixes(node: cst.BaseExpression, fn: TracedFunction) -> bool:
    """Whether the other operand is a float, or a tensor that is no length itself."""
    value = fn.value(node)
    if value.kind is Kind.PYTHON:
        return value.type == "builtins.float"
    if _dtype(node, fn) in _WHOLE:
        return False
    while isinstance(node, cst.Subscript):
        node = node.value
    called = fn.called(node) if isinstance(node, cst.Call) else ""
    return value.kind.graph and called not in ("tensorflow.shape", "tensorflow.size", "tensorflow.rank", "builtins.int")
