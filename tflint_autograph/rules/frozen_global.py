"""
A global or enclosing variable that changes is read in traced code.

## What it does
Flags reads, in traced code, of a module-level name or of a variable of an enclosing function that eager code rebinds or
changes in place later: another function with `global` or `nonlocal`, code that follows the definition, a loop, another
module; and lists, dicts and NumPy arrays that are filled or changed between calls.

## Why it matters
The value is read at trace time and enters the graph as a constant. A learning rate that is lowered, a step
counter that is increased, a dict that is edited: the graph silently keeps their values from the first trace.

## When
- First call: the value is read, during tracing; it is a constant from then on.
- Second and third call with the same signature: the same value, whatever the value of the name is by then.
- A new shape, dtype or Python argument: one new reading for that signature, so that two signatures may disagree.
- In a function passed to `Dataset.map`: the value when `map` was called.

## Bad
```python
import tensorflow as tf

rate = 1.0


@tf.function
def scaled(x):
    return x * rate  # TFA113


def lower():
    global rate
    rate /= 2.0


for _ in range(3):
    print(float(scaled(tf.constant(1.0))))
    lower()
```

```python
import tensorflow as tf


def train(steps):
    weight = tf.Variable(1.0)

    @tf.function
    def step(x):
        weight.assign_sub(rate * x)  # TFA113
        return weight.read_value()

    for number in range(steps):
        rate = 0.1 / (number + 1)
        print(f"{float(step(tf.constant(1.0))):.3f}")


train(3)
```

```python
import numpy as np
import tensorflow as tf

offset = np.zeros(2, np.float32)


@tf.function
def shifted(x):
    return x + offset  # TFA113


def move():
    offset[:] += 1.0


for _ in range(3):
    print(shifted(tf.zeros([2])).numpy())
    move()
```

## Good
```python
import tensorflow as tf

rate = tf.Variable(1.0)
FACTOR = 2.0


@tf.function
def scaled(x, offset):
    return x * rate * FACTOR + offset


for number in range(3):
    print(float(scaled(tf.constant(1.0), tf.constant(float(number)))))
    rate.assign(rate / 2.0)
```

A configuration that is complete before anything is traced:

```python
import tensorflow as tf

config = {}
config["gain"] = 2.0


@tf.function
def scaled(x):
    return x * config["gain"]


for _ in range(3):
    print(float(scaled(tf.constant(1.0))))
```

## Not reported
- Names bound once, or only under `if` and `try` while a module is imported, and what is set before anything is traced.
- `tf.Variable`, modules, and functions and classes that are never replaced, except by a wrapper of themselves: `step = tf.function(step)`.
- A name that is set only if it is missing (`if CACHE is None: CACHE = ...`).
- Low confidence: entries added to a registry or cache, functions that only initialize the name, and functions that set it to a
  constant. They are reported if the same file calls them between two runs of the traced function, or if a function that nothing in
  the project calls sets another value and runs the traced function on each of its calls.
- A read in a `tf.function` that the function around creates for its only call: each call makes a new trace.
- Changes by traced code itself: TFA503 reports them.
- A read in a function under `functools.lru_cache`, or in one that only such functions call: eager code reads it once, too.

## Fix
Pass the value as an argument, as a tensor where it varies, or keep it in a `tf.Variable` and change it with `assign`.

## Fix safety
Suggestion only: a number of the module is shown as a `tf.Variable`, where it is created and where it is changed; any other name as an
argument of the function, which each call has to pass.
"""

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.fixes.variables import passed_in, read_from_variable
from tflint_autograph.rules.api import (
    Fix,
    FunctionKey,
    Help,
    Hit,
    Kind,
    Label,
    Proof,
    Rule,
    Severity,
    TracedFunction,
    Value,
)
from tflint_autograph.traced.escape.exemptions import Effect, exempt
from tflint_autograph.traced.escape.free_variables import (
    changed,
    changed_member,
    changing_names,
    first_read,
    is_set_here,
    reads,
)
from tflint_autograph.traced.escape.stale_reads import is_steady, met_write, stale_globals
from tflint_autograph.traced.graph.branches import bindings
from tflint_autograph.traced.graph.symbolic import ancestors, spoken
from tflint_autograph.traced.program import NameWrite, is_swapped, walk
from tflint_autograph.traced.tree.kinds import fits_variable, keeps_traced
from tflint_autograph.traced.tree.states import Held

rule = Rule(
    __name__, code="TFA113", when="query:escape.free_variables.changing_names query:escape.stale_reads.stale_globals decides", proof=(Proof.STALE,), severity=Severity.WARNING
)

_VARIABLE = rule.advises("keep it in a `tf.Variable` and change it with `assign`")
_EITHER = rule.advises("keep it in a `tf.Variable` and change it with `assign`, or pass it as an argument")
_PASSED = rule.advises("pass it as an argument")
_ASIDE = rule.advises("read it in `tf.py_function`, on every call")
_DEF = rule.advises("use a `def` in place of the lambda")

_MAYBE = frozenset({Kind.UNKNOWN, Kind.OBJECT})
"""Kinds of values that may keep their state in variables."""


@rule(cst.Name)
def check_name(node: cst.Name, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a name that the function does not bind, or whose items change."""
    if node.value in stale_globals(fn) and (met := met_write(fn.expression(node), Held.NAME, fn)) is not None:
        yield _hit(node, fn.value(node), met, fn)
        return
    if node.value not in changing_names(fn) or is_set_here(fn, node.value) or not first_read(node.value, fn):
        return
    value = fn.value(node)
    if keeps_traced(value):
        yield from _hits(node, value, changed(node.value, value, fn), fn)


@rule(cst.Attribute)
def check_member(node: cst.Attribute, fn: TracedFunction) -> Iterator[Hit]:
    """Reports `config.RATE`, for a module of the project."""
    if node.attr.value in stale_globals(fn) and (met := met_write(fn.expression(node), Held.NAME, fn)) is not None:
        yield _hit(node, fn.value(node), met, fn)
        return
    known = node.attr.value in changing_names(fn) and isinstance(node.value, (cst.Name, cst.Attribute))
    receiver = fn.value(node.value) if known else None
    if receiver is None or not receiver.module:
        return
    value = fn.value(node)
    if keeps_traced(value) and not _is_filled(node, fn):
        yield from _hits(node, value, changed_member(receiver, node.attr.value, value, fn), fn)


def _is_filled(node: cst.Attribute, fn: TracedFunction) -> bool:
    """Whether the statement only stores into the object, `config.RATES["a"] = x`, and reads nothing of it."""
    around = next((each for each in ancestors(node, fn) if not isinstance(each, (cst.Subscript, cst.Attribute))), None)
    return isinstance(around, cst.AssignTarget)


def _hits(node: cst.BaseExpression, value: Value, rebound: NameWrite | None, fn: TracedFunction) -> Iterator[Hit]:
    if rebound is None or exempt(fn, Effect.VALUE) or is_steady(fn.expression(node), rebound, fn):
        return
    yield _hit(node, value, rebound, fn)


def _hit(node: cst.BaseExpression, value: Value, rebound: NameWrite, fn: TracedFunction) -> Hit:
    swapped = is_swapped(value)
    return Hit(
        node,
        f"{spoken(node, 'a global')} is read once, at trace time, and changes later",
        note="keeps the value of the first trace",
        help=_help(value, fn),
        confidence=rebound.sureness(rebound.is_met or swapped or value.kind not in _MAYBE),
        labels=(Label(rebound.step.span, rebound.step.text),),
        needs_callers=rebound.by_others,
        fix=_fix(node, rebound, fn),
    )


def _help(value: Value, fn: TracedFunction) -> Help:
    if fits_variable(value):
        return _EITHER() if fn.is_called_by_program else _VARIABLE()
    return _PASSED() if fn.is_called_by_program else _ASIDE()


def _fix(node: cst.BaseExpression, rebound: NameWrite, fn: TracedFunction) -> Fix | None:
    if not isinstance(node, cst.Name):
        return None
    return read_from_variable(node.value, rebound.step.span, fn) or passed_in(node.value, fn)


@rule(cst.Assign)
def check_captured(node: cst.Assign, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a variable of a graph loop that only a lambda reads: AutoGraph does not pass it through the loop."""
    for loop in (each.statement for each in fn.guarded_by("For", "While") if fn.test(each.statement).kind.graph):
        for name, _ in bindings(node):
            if _only_lambdas_read(name, loop.ordinal, fn):
                yield _captured(node, name)
        return


def _captured(node: cst.Assign, name: str) -> Hit:
    return Hit(
        node,
        f"a lambda sees `{name}` as it was before the loop",
        note="this assignment does not reach the lambda",
        help=_DEF(),
        severity=Severity.INFO,
    )


def _only_lambdas_read(name: str, first: int, fn: TracedFunction) -> bool:
    """Whether a lambda of the function captures the name and no statement from the loop on reads it."""
    lambdas = (FunctionKey(fn.key.path, qualname) for qualname in fn.body.functions)
    found = [fn.analysis.project.lowered(key) for key in lambdas]
    captured = any(
        each is not None and each.fact.is_lambda and name in each.body.names and name not in each.body.bound
        for each in found
    )
    return captured and not any(reads(name, each) for each in walk(fn.body.statements) if each.ordinal >= first)
