"""
An operation of a traced function mixes an array that was passed to it with a tensor of another dtype.

## What it does
Flags operators, functions of two tensors such as `tf.maximum`, and `assign` of a variable, where one operand is a NumPy array or number
that every known call passes, and the other one a tensor or variable of another dtype. Both dtypes have to be known.

## Why it matters
Eager code converts an array in each operation to the dtype of the tensor beside it. At a call of a traced function the array becomes a
tensor of its own dtype, most often `float64`, and TensorFlow never converts tensors on its own: tracing raises a `TypeError`.

## When
- First, second and third call: tracing raises. Eagerly every call succeeds.
- A new signature: tracing raises again, unless it passes the dtype of the tensor.

## Bad
```python
import numpy as np
import tensorflow as tf


@tf.function
def scaled(x, factors):
    return x * factors  # TFA308


for value in (1.0, 2.0, 3.0):
    print(scaled(tf.constant([value, 1.0]), np.array([0.5, 2.0])).numpy())
```

## Good
```python
import numpy as np
import tensorflow as tf


@tf.function
def scaled(x, factors):
    return x * tf.cast(factors, x.dtype)


for value in (1.0, 2.0, 3.0):
    print(scaled(tf.constant([value, 1.0]), np.array([0.5, 2.0])).numpy())
```

## Not reported
- Functions with an `input_signature`, which converts arrays to its dtypes.
- Python scalars and lists, which graph operations convert as eager ones do, and arrays that the traced function creates.
- Layers and losses of Keras, which convert their inputs.

## Fix
Cast the array to the dtype of the tensor, or pass an array of that dtype.

## Fix safety
Suggestion only: other calls may pass a tensor, for which the operation is meant to raise.
"""

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.fixes.dtypes import as_cast
from tflint_autograph.rules.api import ErrorKind, Hit, Proof, Rule, Severity, TracedFunction
from tflint_autograph.traced.graph.array_arguments import Mixed, mixed, mixed_by_call
from tflint_autograph.traced.graph.symbolic import inlined, spoken

rule = Rule(
    __name__, code="TFA308", when="values:converted_array",
    proof=(Proof.RAISES,), raises=(ErrorKind.DTYPE,), severity=Severity.ERROR
)

_CAST = rule.advises("use `tf.cast({array}, tf.{dtype})`, or pass an array of that dtype")


@rule(cst.BinaryOperation)
def check_operation(node: cst.BinaryOperation, fn: TracedFunction) -> Iterator[Hit]:
    """Reports an arithmetic operator."""
    yield from _hits(node, mixed(node.left, node.right, fn), fn)


@rule(cst.Comparison)
def check_comparison(node: cst.Comparison, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a comparison of an array with a tensor; `in` and `is` compare no dtypes."""
    no_dtypes = isinstance(node.comparisons[0].operator, cst.In | cst.NotIn | cst.Is | cst.IsNot)
    if len(node.comparisons) == 1 and not no_dtypes:
        yield from _hits(node, mixed(node.left, node.comparisons[0].comparator, fn), fn)


@rule(cst.AugAssign)
def check_augmented(node: cst.AugAssign, fn: TracedFunction) -> Iterator[Hit]:
    """Reports `x += array`."""
    yield from _hits(node, mixed(node.target, node.value, fn), fn)


@rule(cst.Call)
def check_call(call: cst.Call, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a function of two tensors, or an assignment to a variable."""
    yield from _hits(call, mixed_by_call(call, fn), fn)


def _hits(node: cst.CSTNode, found: Mixed | None, fn: TracedFunction) -> Iterator[Hit]:
    if found is None:
        return
    yield Hit(
        node,
        f"{spoken(found.array, 'the array')} has dtype {found.value.dtype} in the graph, mixed with {found.other_dtype}",
        note="a NumPy array in eager code, which each operation converts",
        help=_CAST(array=inlined(found.array), dtype=found.other_dtype),
        confidence=found.confidence,
        labels=fn.because(found.value),
        fix=as_cast(found.array, found.other_dtype, fn),
    )
