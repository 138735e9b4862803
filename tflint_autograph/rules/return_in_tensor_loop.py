"""
A `return` under a tensor condition in a graph loop.

## What it does
Flags a `return` in a `for` or `while` that AutoGraph converts to a graph loop, where a tensor decides whether it is
reached.

## Why it matters
A graph loop cannot end the function. AutoGraph raises `NotImplementedError` as soon as it traces the function,
whatever the value of the tensor is; the same code called eagerly works, so that a test without `tf.function` passes.

## When
- First, second and third call: each raises at trace time; no graph is ever created.
- A new signature is traced again and raises again.

## Bad
```python
import tensorflow as tf


@tf.function
def root(n):
    for i in tf.range(10):
        if i * i > n:
            return i  # TFA209
    return -1


for value in (2, 10, 1000):
    print(int(root(tf.constant(value))))
```

A loop over a dataset and a `while` over a tensor are graph loops too:

```python
import tensorflow as tf

numbers = tf.data.Dataset.range(10)


@tf.function
def first_above(limit):
    for number in numbers:
        if number > limit:
            return number  # TFA209
    return limit


for value in (2, 5, 100):
    print(int(first_above(tf.constant(value, tf.int64))))
```

## Good
`break` works in a graph loop:

```python
import tensorflow as tf


@tf.function
def root(n):
    result = -1
    for i in tf.range(10):
        if i * i > n:
            result = i
            break
    return result


for value in (2, 10, 1000):
    print(int(root(tf.constant(value))))
```

## Not reported
- `break` and `continue` in a graph loop.
- A `return` under a Python condition: it is reached in the first iteration, at trace time.
- A Python loop: `return` under a tensor there is TFA205.

## Fix
Set a result variable before the loop, assign it in place of the `return`, leave the loop with `break`, and return the
variable after the loop. It must have one dtype and shape throughout.
"""

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.rules.api import ErrorKind, Hit, Proof, Rule, Severity, TracedFunction
from tflint_autograph.traced.graph.branches import Sort, graph_condition, loop_of

rule = Rule(
    __name__, code="TFA209", when="decides",
    proof=(Proof.RAISES, Proof.FLOW, Proof.DIFFERS), raises=(ErrorKind.EXIT,), severity=Severity.ERROR
)


_BREAK = rule.advises("assign the result to a variable, `break`, and return it after the loop")


@rule(cst.Return)
def check(statement: cst.Return, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a `return` with a tensor condition between it and a graph loop."""
    condition = None
    for frame in reversed(fn.frames):
        sure = graph_condition(frame.statement, fn)
        condition = sure if condition is None else condition
        loop = loop_of(frame.statement, fn) if frame.part == "body" else None
        if loop is None or loop.sort is Sort.PYTHON or condition is None:
            continue
        yield Hit(
            statement,
            "`return` under a tensor condition in a graph loop is not supported by AutoGraph",
            note="raises `NotImplementedError` at trace time",
            help=_BREAK(),
            confidence=min(loop.confidence, condition),
            labels=fn.because(loop.value),
        )
        return
