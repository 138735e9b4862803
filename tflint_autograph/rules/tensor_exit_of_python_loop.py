"""
A `break`, `return` or condition that depends on a tensor, in a Python loop.

## What it does
Flags `break` and `return` under a tensor condition in a Python `for` or `while`, and a Python `while` whose condition becomes
a tensor in its body, in converted code.

## Why it matters
A loop over Python values stays a Python loop and runs at trace time. Whether a tensor ends it is only known when
the graph runs. AutoGraph raises at trace time, for every value: "The condition of while loop started as non-Tensor, then
changed to Tensor".

## When
- First, second and third call: each raises at trace time; no graph is ever created.
- A new signature is traced again and raises again.

## Bad
```python
import tensorflow as tf


@tf.function
def grow(x):
    for _ in range(10):  # TFA205
        x *= 2.0
        if x > 10.0:
            break
    return x


for value in (1.0, 3.0, 9.0):
    print(float(grow(tf.constant(value))))
```

```python
import tensorflow as tf


@tf.function
def shrink(x):
    error = 1.0
    while error > 0.1:  # TFA205
        x = x * 0.5
        error = tf.abs(x)
    return x


for value in (1.0, 2.0, 3.0):
    print(float(shrink(tf.constant(value))))
```

## Good
A loop over a tensor, or with a tensor as its condition from the start, is a graph loop:

```python
import tensorflow as tf


@tf.function
def grow(x):
    for _ in tf.range(10):
        x *= 2.0
        if x > 10.0:
            break
    return x


@tf.function
def shrink(x):
    error = tf.constant(1.0)
    while error > 0.1:
        x = x * 0.5
        error = tf.abs(x)
    return x


for value in (1.0, 3.0, 9.0):
    print(float(grow(tf.constant(value))), float(shrink(tf.constant(value))))
```

`continue` is fine in a Python loop:

```python
import tensorflow as tf


@tf.function
def odd_steps(x):
    for _ in range(4):
        x += 1.0
        if x > 3.0:
            continue
        x *= 2.0
    return x


for value in (0.0, 3.0, -5.0):
    print(float(odd_steps(tf.constant(value))))
```

## Not reported
- `continue` under a tensor condition, and `break` under a Python condition.
- `break` in a graph loop inside a Python loop.
- `return` in a graph loop is TFA209.

## Fix
Write `for i in tf.range(10)`, or `while tf.constant(True)`; or start with a tensor: `error = tf.constant(1.0)`. For a
`return`, assign a result, `break`, and return it after the loop. In a graph loop each value keeps its dtype and
shape.
"""

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.rules.api import (
    Confidence,
    ErrorKind,
    Help,
    Hit,
    Kind,
    Proof,
    Rule,
    Severity,
    Statement,
    TracedFunction,
    Value,
)
from tflint_autograph.traced.escape.tensor_leaks import reads_value
from tflint_autograph.traced.graph.branches import Sort, assigned_to, exits, loop_of
from tflint_autograph.traced.graph.symbolic import inlined
from tflint_autograph.traced.program import bound, walk

rule = Rule(
    __name__, code="TFA205", when="decides",
    proof=(Proof.RAISES, Proof.FLOW, Proof.DIFFERS),
    raises=(ErrorKind.EXIT, ErrorKind.BRANCHES, ErrorKind.TRUTH), severity=Severity.ERROR
)


_RANGE = rule.advises("loop over `tf.{range}`")
_RANGE_RETURN = rule.advises("loop over `tf.{range}`, assign the result, `break`, and return it after the loop")
_FLAG = rule.advises("set a tensor such as `done` in place of the `break`, and run the body under `if not done:`")
_FLAG_RETURN = rule.advises("set a result and a tensor such as `done` in place of the `return`, and run the body under `if not done:`")
_WHILE = rule.advises("loop with `while tf.constant(True):`")
_WHILE_RETURN = rule.advises("loop with `while tf.constant(True):`, assign the result, `break`, and return it after the loop")
_BEGIN = rule.advises("start with a tensor: `{name} = tf.constant(...)`")


@rule(cst.For)
def check_for(node: cst.For, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a `for` that a tensor should end."""
    yield from _exit(node.iter, fn)


@rule(cst.While)
def check_while(node: cst.While, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a `while` that a tensor should end from inside."""
    yield from _exit(node.test, fn)


def _exit(node: cst.BaseExpression, fn: TracedFunction) -> Iterator[Hit]:
    """Yields a hit at the head of the loop for a `break` or `return` that depends on a tensor."""
    statement = fn.statement
    loop = loop_of(statement, fn) if statement is not None else None
    if loop is None or loop.sort is not Sort.PYTHON or statement is None:
        return
    outer = [loop_of(frame.statement, fn) for frame in fn.frames]
    in_graph = any(each is not None and each.sort is not Sort.PYTHON for each in outer)
    for jump, test in exits(statement, fn):
        if in_graph and isinstance(jump, ir.Return):
            continue  # A `return` out of the graph loop around this one: TFA209 reports it.
        word = "return" if isinstance(jump, ir.Return) else "break"
        yield Hit(
            node,
            f"`{word}` depends on a tensor, but the loop runs in Python",
            note="raises at trace time",
            help=_help(node, fn, returns=word == "return"),
            confidence=min(loop.confidence, test.confidence),
            labels=fn.because(test),
        )
        return


def _help(node: cst.BaseExpression, fn: TracedFunction, *, returns: bool) -> Help:
    """Returns a graph loop if the loop can be one; else how to let the Python loop run to its end."""
    if isinstance(fn.statement, ir.While) and fn.value(node).const is True:
        return _WHILE_RETURN() if returns else _WHILE()
    if isinstance(node, cst.Call) and fn.called(node) == "builtins.range":
        advice = _RANGE_RETURN if returns else _RANGE
        return advice(range=inlined(node, "range(...)"))
    return _FLAG_RETURN() if returns else _FLAG()


@rule(cst.While)
def check_condition(node: cst.While, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a condition that is a Python value in the first iteration and a tensor in the next."""
    statement = fn.statement
    if not isinstance(statement, ir.While) or not fn.converted or fn.value(node.test).kind is not Kind.PYTHON:
        return
    for name in sorted(fn.liveness.names(statement.test)):
        turned = _turned(name, statement, fn) if reads_value(statement.test, name) else None
        if turned is not None:
            yield Hit(
                node.test,
                f"`{name}` becomes a tensor in the condition of a Python loop",
                note="raises at trace time",
                help=_BEGIN(name=name),
                confidence=turned.confidence,
                labels=fn.because(turned),
            )
            return


def _turned(name: str, loop: ir.While, fn: TracedFunction) -> Value | None:
    """Returns the tensor that the last assignment in the loop's body binds to the name, or None."""
    found: list[Statement] = [each for each in walk(loop.body) if name in bound(each) and each.ordinal in fn.flow.states]
    if not found:
        return None
    if isinstance(found[-1], ir.Augment):
        value = fn.value_at(found[-1].value, found[-1].ordinal)
    else:
        given = assigned_to(name, found[-1])
        value = fn.value_at(given, found[-1].ordinal) if given is not None else Value(confidence=Confidence.LOW)
    return value if value.kind.graph else None
