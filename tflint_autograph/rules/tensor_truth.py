"""
A non-boolean tensor as a condition in converted code.

## What it does
Flags a tensor of a numeric or string dtype that is tested as a bool: `if x:`, `while n:`, `not x`, `x or default`, `a if x else
b`. The dtype must be evident: the result of arithmetic, a cast, a literal, `tf.reduce_sum`, `tf.shape` and the like.

## Why it matters
Eager code treats zero as false, as Python does. AutoGraph builds `tf.cond`, `tf.while_loop` or `tf.logical_not`, which
require dtype `bool`, and raises. `x or default` does not test whether `x` is None: it tests the truth of a number.

## When
- First call: `ValueError` or `TypeError` at trace time; for a ternary and `or` an `InvalidArgumentError` when the graph runs.
- Second and third call: the same.
- A new signature: retraced, the same.

## Bad
```python
import tensorflow as tf


@tf.function
def count_down(n):
    turns = tf.constant(0)
    left = tf.cast(n, tf.int32)
    while left:  # TFA214
        left -= 1
        turns += 1
    return turns


for n in (2, 3, 4):
    print(int(count_down(tf.constant(n))))
```

```python
import tensorflow as tf


@tf.function
def invert(x):
    total = tf.reduce_sum(x)
    if not total:  # TFA214
        return tf.constant(0.0)
    return 1.0 / total


for value in (2.0, 0.0, 4.0):
    print(float(invert(tf.constant([value]))))
```

## Good
```python
import tensorflow as tf


@tf.function
def count_down(n):
    turns = tf.constant(0)
    left = tf.cast(n, tf.int32)
    while left != 0:
        left -= 1
        turns += 1
    return turns


for n in (2, 3, 4):
    print(int(count_down(tf.constant(n))))
```

A bool tensor is a condition, and `is None` needs no value:

```python
import tensorflow as tf


@tf.function
def total(x, bias=None):
    bias = bias if bias is not None else 5.0
    if tf.reduce_any(x > 0.0):
        return tf.reduce_sum(x) + bias
    return tf.zeros([]) + bias


for value in (2.0, 0.0, 4.0):
    print(float(total(tf.constant([value]))))
```

## Not reported
- Comparisons, `tf.equal`, `tf.reduce_any`, `tf.reduce_all`, `tf.logical_*`, `tf.math.is_*` and casts to bool.
- A parameter used as a flag, which may well be a bool; it is flagged when the body uses it in arithmetic.
- `is None`, static shapes and Python values. TFA201 reports conditions in code that AutoGraph does not convert.

## Fix
Write the comparison: `x != 0`, `x == 0` for `not x`, `tf.where(x != 0, x, default)` for `x or default`; where None was meant,
`x if x is not None else default`.
"""

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.rules.api import Confidence, ErrorKind, Help, Hit, Proof, Rule, Severity, TracedFunction
from tflint_autograph.traced.graph.conditions import CONDITIONS, dtype, sureness, tensor_among, truths
from tflint_autograph.traced.graph.symbolic import ancestors, inlined_operand, spoken

rule = Rule(
    __name__, code="TFA214", when="decides", proof=(Proof.RAISES, Proof.DIFFERS),
    raises=(ErrorKind.TRUTH, ErrorKind.BRANCHES), severity=Severity.ERROR
)


_ANOTHER = rule.advises("compare it: `{x} != {zero}`")
_EQUAL = rule.advises("compare it: `{x} == {zero}`")
_DEFAULT = rule.advises("use `tf.where({x} != {zero}, {x}, ...)`")


@rule(*CONDITIONS)
def check(node: cst.CSTNode, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a non-boolean tensor as a condition."""
    if not fn.converted or isinstance(fn.statement, ir.Assert):
        return
    for operand in truths(node, fn):
        found = tensor_among(iter((operand,)), fn)
        confidence = sureness(*found, fn) if found is not None else None
        counted = dtype(operand, fn)
        if found is None or confidence is None or counted in ("", "bool"):
            continue
        if counted == "number" and found[1].parameter and not _may_be_left_out(found[1].parameter, fn):
            # A flag is not used in arithmetic.
            confidence = max(confidence, Confidence.MEDIUM)
        yield Hit(
            operand,
            f"{spoken(operand, 'the tensor')} is a non-boolean tensor used as a condition",
            note="graph conditionals require dtype `bool`",
            help=_help(node, operand, counted, fn),
            confidence=confidence,
            labels=fn.because(found[1]),
        )


def _may_be_left_out(name: str, fn: TracedFunction) -> bool:
    """Whether the parameter has a default: `if limit:` then asks whether a number is given."""
    return any(each.name == name and each.default is not None for each in fn.fact.parameters)


def _help(node: cst.CSTNode, operand: cst.BaseExpression, counted: str, fn: TracedFunction) -> Help:
    """Returns the comparison that expresses the truth of the tensor."""
    x, zero = inlined_operand(operand), '""' if counted == "string" else "0"
    parent = next(ancestors(operand, fn), None)
    if isinstance(parent, cst.UnaryOperation) and isinstance(parent.operator, cst.Not):
        return _EQUAL(x=x, zero=zero)
    default = isinstance(node, cst.BooleanOperation) and isinstance(node.operator, cst.Or) and operand is node.left
    return (_DEFAULT if default else _ANOTHER)(x=x, zero=zero)
