"""
A traced function returns a value that a graph cannot return.

## What it does
Flags a `return` in a traced root whose value is, or contains, a set, a generator, a function or class, a `deque`, or an
instance of a plain class of the project.

## Why it matters
The result of a graph consists of tensors: numbers and strings become tensors, and lists, tuples, dicts and named tuples
of them are supported. For anything else the call raises a `TypeError`, although tracing succeeded.

## When
- First call: `TypeError` when tracing ends.
- Second and third call: the same, since no trace was kept.
- A function that traced code calls may return anything: only the root's result leaves the graph.
- A new signature: retraced, and raises again.

## Bad
```python
import tensorflow as tf


class Result:
    def __init__(self, value):
        self.value = value


@tf.function
def double(x):
    return Result(x * 2.0)  # TFA217


for value in (1.0, 2.0, 3.0):
    print(float(double(tf.constant(value)).value))
```

```python
import tensorflow as tf


@tf.function
def powers(x):
    return (x**n for n in (1, 2, 3))  # TFA217


for value in (1.0, 2.0, 3.0):
    print([float(power) for power in powers(tf.constant(value))])
```

## Good
```python
import typing

import tensorflow as tf


class Result(typing.NamedTuple):
    value: tf.Tensor


@tf.function
def double(x):
    return Result(x * 2.0)


for value in (1.0, 2.0, 3.0):
    print(float(double(tf.constant(value)).value))
```

A helper may return a function or an object:

```python
import tensorflow as tf


def scaler(factor):
    return lambda x: x * factor


@tf.function
def double(x):
    return scaler(2.0)(x)


for value in (1.0, 2.0, 3.0):
    print(float(double(tf.constant(value))))
```

## Not reported
- Helpers and nested functions, whose results stay in the graph.
- Named tuples, attrs classes, `tf.experimental.ExtensionType`, classes that define `__tf_flatten__` or
  `__tf_tracing_type__`, and classes with a base outside the project.
- Methods that Keras traces: Keras handles their results itself.
- The gradient that a function under `tf.custom_gradient` returns beside its result.

## Fix
Return tensors in a tuple, dict or named tuple, and create the object from them outside.
"""

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.rules.api import UNKNOWN, ErrorKind, Hit, Proof, Rule, Severity, TracedFunction
from tflint_autograph.traced.graph.results import refused_results

rule = Rule(
    __name__, code="TFA217", when="query:graph.results.refused_results",
    proof=(Proof.RESULT, Proof.RAISES, Proof.DIFFERS), raises=(ErrorKind.RESULT,), severity=Severity.ERROR
)


_TENSORS = rule.advises("return tensors, in a list, tuple, dict or named tuple")


@rule(cst.Return, cst.Lambda)
def check(node: cst.CSTNode, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a root's result that a graph cannot return."""
    result = node.value if isinstance(node, cst.Return) else node.body if isinstance(node, cst.Lambda) and node is fn.node else None
    found = (each for each in refused_results(fn) if isinstance(node, cst.Lambda) or (fn.statement is not None and each[0] == fn.statement.ordinal))
    _, word, part = next(found, (0, "", UNKNOWN))
    if not word or result is None:
        return
    yield Hit(
        result,
        f"a traced function cannot return {word}",
        note="the call raises `TypeError`",
        help=_TENSORS(),
        confidence=min(fn.value(result).confidence, part.confidence),
        labels=fn.because(part),
    )
