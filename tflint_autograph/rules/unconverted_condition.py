"""
A tensor as condition in code that AutoGraph does not convert.

## What it does
Flags a tensor whose truth is taken by `if`, `while`, `and`, `or`, `not`, a ternary, a chained comparison or the guard of a
`case`, in code that is traced and yet not converted. Such code is:

- a function under `autograph=False` or `tf.autograph.experimental.do_not_convert`
- a module-level function or method handed to `tf.cond`, `tf.case`, `tf.switch_case`, `tf.while_loop`, `tf.scan`,
  `tf.foldl`, `tf.vectorized_map`, `tf.nest.map_structure`, `tf.custom_gradient`, `tf.recompute_grad`, or to Python's
  `map`, `filter`, `sorted` and `functools.reduce`
- constructors, operator methods, properties, generators, functions behind `functools.lru_cache`, methods of
  `unittest.TestCase` and of named tuples
- Keras 3: `call`, `train_step` and other methods under `fit`, and `call` behind `layer(x)`
- everything that such code calls
- the `if` of a comprehension, wherever it stands

Where a function of Python's in the same file is given the function, its call is pointed at: a lambda or a comprehension there
has the function converted.

## Why it matters
AutoGraph turns `if tensor:` into `tf.cond`. Where it does not, Python asks the tensor for its truth while there is no
value, and tracing stops with an `OperatorNotAllowedInGraphError`. Eager code works, and so does the same function where a
converted one calls it.

## When
- First call: `OperatorNotAllowedInGraphError` while tracing.
- Second and third call: the same, since no trace was kept.
- A new signature: traced anew, the same.

## Bad
```python
import tensorflow as tf


def add_clipped(total, x):
    if x > 1.0:  # TFA201
        return total + 1.0
    return total + x


@tf.function
def clipped_sum(values):
    return tf.foldl(add_clipped, values, initializer=0.0)


for value in (0.5, 2.0, 3.0):
    print(float(clipped_sum(tf.constant([value, 0.5]))))
```

Operator methods and constructors are never converted:

```python
import tensorflow as tf


class Gain:
    def __init__(self, level):
        self.level = level if level > 0.0 else 0.0  # TFA201


@tf.function
def amplify(x):
    return Gain(x).level * 2.0


for value in (-1.0, 2.0, 3.0):
    print(float(amplify(tf.constant(value))))
```

## Good
Inside a lambda of a converted function the call is converted, and so are named methods:

```python
import tensorflow as tf


def clip(x):
    if x > 1.0:
        x = tf.constant(1.0)
    return x


class Gain:
    def level(self, level):
        return level if level > 0.0 else 0.0


@tf.function
def total(x):
    return tf.cond(x > 0.0, lambda: clip(x), lambda: Gain().level(x))


for value in (0.5, 2.0, -3.0):
    print(float(total(tf.constant(value))))
```

Operations need no conversion:

```python
import tensorflow as tf


@tf.function(autograph=False)
def clip(x):
    return tf.where(x > 1.0, 1.0, x)


for value in (0.5, 2.0, 3.0):
    print(float(clip(tf.constant(value))))
```

## Not reported
- Functions and helpers that AutoGraph converts: a tensor condition is a condition of the graph there.
- Conditions on Python values, static shapes and `is None`.
- Code that asks first: `tf.is_tensor(x)`, `isinstance(x, ...)`, `hasattr(x, "numpy")`.
- A function that holds a construct which turns its conversion off is reported there (TFA202).

## Fix
Call the function through a lambda of the converted function, write a named method in place of an operator or constructor,
or say it with operations: `tf.where`, `tf.cond`, `tf.logical_and`. A Keras 3 `call` may be decorated with `@tf.function`.
"""

from collections.abc import Iterator
from dataclasses import replace

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At
from tflint_autograph.model.finding import Label
from tflint_autograph.model.levels import Severity
from tflint_autograph.model.proof import Proof
from tflint_autograph.model.trace import Trace
from tflint_autograph.project.tracing.applied import APPLYING
from tflint_autograph.project.tracing.conversion import turned_off
from tflint_autograph.project.tracing.unconverted import Unconverted
from tflint_autograph.rules.api import Hit, Rule
from tflint_autograph.traced.graph.conditions import (
    COMPREHENSIONS,
    CONDITIONS,
    filters,
    sureness,
    tensor_among,
    truths,
)
from tflint_autograph.traced.graph.symbolic import spoken
from tflint_autograph.traced.tree.function import TracedFunction

rule = Rule(
    __name__,
    code="TFA201", when="conditions.stays_python", proof=(Proof.RAISES,),
    severity=Severity.ERROR
)


@rule(*CONDITIONS)
def check(node: cst.CSTNode, fn: TracedFunction) -> Iterator[Hit]:
    """A tensor decides where AutoGraph changes nothing."""
    way = fn.unconverted
    if way is None or way.reason == turned_off(fn.analysis, fn.key) or _asserted(fn):
        return
    applied = _applied(way, fn)
    for hit in _hits(truths(node, fn), fn, way.reason, way.trace):
        yield _where_applied(hit, applied, fn) if applied is not None else hit


def _applied(way: Unconverted, fn: TracedFunction) -> At | None:
    """Where a function of Python's is given this one, in the same file: there it can be mended, for all that are applied to."""
    step = way.trace.steps[-1]
    word = step.text.rpartition(" to ")[2].strip("`")
    if word not in APPLYING or step.span.path != fn.key.path:
        return None
    places = (at for caller, at in fn.analysis.callers.get(fn.key, {}) if caller.path == fn.key.path)
    return next((at for at in places if fn.span(at) == step.span), None)


def _where_applied(hit: Hit, at: At, fn: TracedFunction) -> Hit:
    assert isinstance(hit.node, cst.CSTNode)
    return replace(
        hit,
        node=at,
        message=f"`{fn.fact.name}` is not converted here, and has a tensor as a condition",
        help=f"write a comprehension, or call `{fn.fact.name}` from a lambda",
        labels=(Label(fn.span(fn.place(hit.node)), "the condition"), *hit.labels),
    )


@rule(*COMPREHENSIONS)
def check_filter(node: cst.CSTNode, fn: TracedFunction) -> Iterator[Hit]:
    """The `if` of a comprehension stays Python's even in converted code."""
    yield from _hits(filters(node, fn), fn, "AutoGraph leaves comprehensions as they are", None)


def _asserted(fn: TracedFunction) -> bool:
    """Whether the condition is part of an `assert`, which TFA215 speaks of."""
    return isinstance(fn.statement, ir.Assert)


def _hits(nodes: Iterator[cst.BaseExpression], fn: TracedFunction, reason: str, trace: Trace | None) -> Iterator[Hit]:
    found = tensor_among(nodes, fn)
    confidence = sureness(*found, fn) if found is not None else None
    if found is None or confidence is None:
        return
    node, value = found
    yield Hit(
        node,
        f"{spoken(node, 'a tensor')} is a condition in code that AutoGraph does not convert",
        note=reason,
        help="use `tf.where` or `tf.cond`, or call it from a lambda of a converted function",
        confidence=confidence,
        labels=fn.because(value),
        trace=trace,
    )
