"""
Branches of a tensor condition that give different things.

## What it does
Flags a tensor `if`, or `a if c else b`, whose branches leave a name, or return, a value of another dtype or structure; a
branch that leaves a function or class; and a `return` on one way only.

## Why it matters
In a graph both branches of a tensor condition are traced, and their results must match: one dtype, one structure, a value
on both ways. AutoGraph raises while tracing, also for values that only ever take one branch. In eager code Python takes
whatever it gets.

## When
- First, second and third call: each raises while tracing; no graph is ever made.
- A new signature is traced again and raises again.

## Bad
```python
import tensorflow as tf


@tf.function
def step(x):
    y = 0
    if x > 0.0:
        y = x * 2.0  # TFA208
    return y


for value in (1.0, 2.0, 3.0):
    print(float(step(tf.constant(value))))
```

A `return` needs its counterpart, of the same dtype and structure:

```python
import tensorflow as tf


@tf.function
def positive(x):
    if x > 0.0:
        return x  # TFA208


@tf.function
def both(x):
    if x > 0.0:
        return x, x  # TFA208
    return -x


for value in (1.0, 2.0, 3.0):
    print(float(positive(tf.constant(value))), both(tf.constant(value))[0].numpy())
```

AutoGraph adds what is behind an `if` to its branches, but not out of a `with` or another `if`:

```python
import tensorflow as tf


@tf.function
def step(x):
    with tf.name_scope("step"):
        if x > 2.0:
            return x * 3.0  # TFA208
    return x


for value in (1.0, 2.0, 3.0):
    print(float(step(tf.constant(value))))
```

## Good
```python
import tensorflow as tf


@tf.function
def step(x):
    if x > 10.0:
        return tf.zeros_like(x)
    if x > 0.0:
        y = x * 2.0
    else:
        y = 0.0
    return y


for value in (1.0, -2.0, 30.0):
    print(float(step(tf.constant(value))))
```

Shapes may differ:

```python
import tensorflow as tf


@tf.function
def step(x):
    y = tf.zeros([2]) if x > 0.0 else tf.ones([3, 3])
    return tf.reduce_sum(y)


for value in (1.0, -2.0, 3.0):
    print(float(step(tf.constant(value))))
```

## Not reported
- Different static shapes, and names that are not read behind the `if`.
- An early `return` whose counterpart stands behind the `if`, in the same block.
- Conditions that Python decides.

## Fix
Write `0.0` for `0`, or `tf.zeros_like(x)`; give both branches the same structure. Assign a result and return once at the
end. Choose between results, not between functions: `y = f(x) if c else g(x)`.
"""

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.model.levels import Confidence, Severity
from tflint_autograph.model.proof import Proof
from tflint_autograph.model.values import Kind, Value
from tflint_autograph.rules.api import Hit, Rule
from tflint_autograph.traced.graph.branches import (
    assigned_to,
    bindings,
    graph_condition,
    known_before,
    liveness,
    loop_of,
    other_part,
    part_of,
)
from tflint_autograph.traced.graph.dtypes import clash, dtypes, spoken
from tflint_autograph.traced.graph.returns import raises, returns, ways
from tflint_autograph.traced.graph.structures import is_callable, of_value, structure
from tflint_autograph.traced.tree.binding import bindings_of
from tflint_autograph.traced.tree.expressions import lower
from tflint_autograph.traced.tree.function import Frame, TracedFunction

rule = Rule(
    __name__, code="TFA208", when="conditions.has_graph_choice",
    proof=(Proof.RAISES, Proof.FLOW, Proof.DIFFERS), severity=Severity.ERROR
)


@rule(cst.Assign, cst.AugAssign)
def check_assigned(node: cst.CSTNode, fn: TracedFunction) -> Iterator[Hit]:
    """A name that one branch leaves in another way than the other."""
    for frame in reversed(fn.frames):
        sure = graph_condition(frame.statement, fn)
        through = bindings_of(fn).falls_through
        if sure is None or not through(part_of(frame)) or not through(other_part(frame)):
            continue
        for name, _ in bindings(node):
            read = name in liveness(fn).after[frame.statement.ordinal]
            if read and bindings_of(fn).last(name, part_of(frame)) is fn.statement:
                message = _difference(name, frame, fn)
                if message:
                    yield _hit(node, message, sure, fn.test(frame.statement), fn)
        return


def _difference(name: str, frame: Frame, fn: TracedFunction) -> str:
    """What differs for a name between the two branches; of two that both set it, the second is reported."""
    assert fn.statement is not None
    types, ordinal = dtypes(fn), frame.statement.ordinal
    own = types.made.get((fn.statement.ordinal, name), "")
    given = assigned_to(name, fn.statement)
    if given is not None and is_callable(fn.value_at(given, fn.statement.ordinal)):
        return f"`{name}` is no tensor, but a tensor condition chooses it"
    last = bindings_of(fn).last(name, other_part(frame))
    if last is not None:
        if frame.part == "body":
            return ""
        other = types.end.get((ordinal, "body"), {}).get(name, "")
        opposite = assigned_to(name, last)
        beside = structure(opposite, last.ordinal, fn) if opposite is not None else ""
    else:
        other = types.before.get(ordinal, {}).get(name, "")
        beside = of_value(known_before(name, frame.statement, fn)) or ("a tensor" if other else "")
    if clash(own, other):
        return f"`{name}` is {spoken(own)} in one branch and {spoken(other)} in the other"
    shape = structure(given, fn.statement.ordinal, fn) if given is not None else ""
    return f"`{name}` is {shape} in one branch and {beside} in the other" if shape and beside and shape != beside else ""


@rule(cst.IfExp)
def check_ternary(node: cst.IfExp, fn: TracedFunction) -> Iterator[Hit]:
    """`a if c else b` with a tensor `c`."""
    test = fn.value(node.test)
    if not fn.converted or not test.kind.graph or fn.statement is None:
        return
    one, other = lower(node.body), lower(node.orelse)
    message = _between(one, other, fn.statement.ordinal, fn.statement.ordinal, fn)
    if not message and Kind.NONE in (fn.value(node.body).kind, fn.value(node.orelse).kind):
        message = "one branch of a tensor condition is None"
    if not message and (is_callable(fn.value(node.body)) or is_callable(fn.value(node.orelse))):
        message = "a tensor condition chooses between functions"
    if message:
        yield _hit(node, message, test.confidence, test, fn)


def _between(one: ir.Expr, other: ir.Expr, first: int, second: int, fn: TracedFunction) -> str:
    """What differs between two results, each valued where its statement begins."""
    types = dtypes(fn)
    left, right = types.of(one, types.before.get(first, {})), types.of(other, types.before.get(second, {}))
    if clash(left, right):
        return f"one branch gives {spoken(left)} and the other {spoken(right)}"
    left, right = structure(one, first, fn), structure(other, second, fn)
    return f"one branch gives {left} and the other {right}" if left and right and left != right else ""


@rule(cst.Return)
def check_return(node: cst.Return, fn: TracedFunction) -> Iterator[Hit]:
    """A `return` in a tensor `if` whose other way returns nothing, or something else."""
    if any(loop_of(frame.statement, fn) is not None for frame in fn.frames):
        return
    for frame in reversed(fn.frames):
        sure = graph_condition(frame.statement, fn)
        found = ways(fn.body.statements, frame.statement.ordinal) if sure is not None else None
        if found is None or sure is None or returns(part_of(frame))[0] is not fn.statement:
            continue
        own, other = found if frame.part == "body" else (found[1], found[0])
        message = _unlike(own, other, frame, fn)
        if message:
            yield _hit(node, message, sure, fn.test(frame.statement), fn)
            return


def _unlike(
    own: tuple[ir.Statement, ...], other: tuple[ir.Statement, ...], frame: Frame, fn: TracedFunction
) -> str:
    """What is wrong with the `return` in view of the other way."""
    if raises(own) or raises(other):
        return ""
    opposite = returns(other)
    if not opposite:
        return "a tensor condition returns on one way only"
    assert isinstance(fn.statement, ir.Return)
    if _nothing(fn.statement) or (frame.part == "body" and any(_nothing(each) for each in opposite)):
        return "a tensor condition returns None on one way"
    if frame.part == "orelse" and returns(other_part(frame)):
        return ""
    for each in opposite:
        if each.ordinal in fn.flow.envs and fn.statement.value is not None and each.value is not None:
            message = _between(fn.statement.value, each.value, fn.statement.ordinal, each.ordinal, fn)
            if message:
                return message
    return ""


def _nothing(statement: ir.Return) -> bool:
    return statement.value is None or statement.value == ir.Constant(None)


def _hit(node: cst.CSTNode, message: str, sure: Confidence, test: Value, fn: TracedFunction) -> Hit:
    return Hit(
        node,
        message,
        note="raises while tracing",
        help="give both branches the same dtype and structure",
        confidence=sure,
        labels=fn.because(test),
    )
