"""
The result of a write to a `tf.TensorArray` is not used in traced code.

## What it does
Flags a call of `write`, `scatter`, `unstack` or `split` of a `tf.TensorArray` in traced code whose result is not used.

## Why it matters
In a graph a `tf.TensorArray` is a value: `write` leaves the array as it is and returns a new one. An ignored result is an
ignored write, and `stack()` returns zeros without any error. Eager code changes the array in place, so that the function
passes its tests until it is decorated.

## When
- First, second and third call: the graph returns zeros in place of the ignored values, each time, without an error.
- A new signature is traced again and returns zeros again; no trace ever sees the write.
- Called eagerly: the values arrive.

## Bad
```python
import tensorflow as tf


@tf.function
def squares(n):
    out = tf.TensorArray(tf.int32, size=n)
    for i in tf.range(n):
        out.write(i, i * i)  # TFA507
    return out.stack()


for n in (2, 3, 4):
    print(squares(tf.constant(n)).numpy())
```

```python
import tensorflow as tf


@tf.function
def reverse(x):
    rows = tf.TensorArray(tf.float32, size=3)
    rows.unstack(x)  # TFA507
    return rows.gather([2, 1, 0])


for value in (1.0, 2.0, 3.0):
    print(reverse(tf.constant([value, 0.0, -value])).numpy())
```

## Good
```python
import tensorflow as tf


@tf.function
def squares(n):
    out = tf.TensorArray(tf.int32, size=n)
    for i in tf.range(n):
        out = out.write(i, i * i)
    return out.stack()


for n in (2, 3, 4):
    print(squares(tf.constant(n)).numpy())
```

Reading needs no assignment, and writes may be chained or returned:

```python
import tensorflow as tf


@tf.function
def reverse(x):
    rows = tf.TensorArray(tf.float32, size=3).unstack(x)
    return rows.gather([2, 1, 0])


for value in (1.0, 2.0, 3.0):
    print(reverse(tf.constant([value, 0.0, -value])).numpy())
```

## Not reported
- A result that is assigned, returned, chained or passed on.
- `read`, `gather`, `stack`, `concat`, `size` and `close`, which do not write.

## Fix
Write `out = out.write(i, value)`. The change is safe: eager code gives the same result with it.

## Fix safety
Safe: eager code gives the same result with the assignment. Offered for names of the function that are read later; not for an
attribute, an item, a name of another function, or a parameter of a helper, whose caller would keep the old array.
"""

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.fixes.assigning import assigned
from tflint_autograph.rules.api import ErrorKind, Fix, Hit, Proof, Rule, Safety, Severity, TracedFunction
from tflint_autograph.tfapi import tables
from tflint_autograph.traced.tree.mutations import written

rule = Rule(
    __name__, code="TFA507", when="methods:tables.writes_array", proof=(Proof.DIFFERS, Proof.DROPPED, Proof.RAISES),
    raises=(ErrorKind.OTHER,), severity=Severity.ERROR
)


_ASSIGN = rule.advises("assign it: `{name} = {name}.{method}(...)`")


@rule(cst.Expr)
def check(statement: cst.Expr, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a write to a TensorArray as a statement."""
    call = statement.value
    if not isinstance(call, cst.Call) or not isinstance(call.func, cst.Attribute):
        return
    method, receiver = call.func.attr.value, fn.value(call.func.value)
    if not tables.writes_array(receiver.kind.name.lower(), method):
        return
    name = written(call.func.value)
    yield Hit(
        call,
        f"`{name}.{method}` has no effect unless its result is used",
        note="the graph keeps the old array",
        help=_ASSIGN(name=name, method=method),
        labels=fn.because(receiver),
        fix=_fix(statement, call.func.value, fn),
    )


def _fix(statement: cst.Expr, node: cst.BaseExpression, fn: TracedFunction) -> Fix | None:
    """Returns a fix that assigns the result to the array, the first of a chain of writes; None for a caller's array."""
    while isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value in tables.ARRAY_WRITES:
        node = node.func.value
    fix = assigned(statement, node, fn, Safety.SAFE)
    return None if fn.value(node).parameter and not fn.is_root else fix
