"""
A Python object that outlives the call is changed in traced code.

## What it does
Flags changes of lists, dicts, sets, deques, counters, NumPy arrays and other objects that live outside the call: every
method that changes them, item and slice assignment, `del`, `+=`, rebinding through `global` and `nonlocal`, and
`self.attribute = ...` or `+=` of Python values. Aliases, helpers and the containers that `tf.Module` and Keras track
make no difference.

## Why it matters
The change happens at trace time, not when the graph runs. A counter of steps counts traces, a history of
losses has one entry after an epoch, and that entry is a symbolic tensor without a value which raises as soon as it is
used.

## When
- First call: the object is changed once, during tracing; a tensor put into it is symbolic. It is changed twice if
  variables are created on that call, since TensorFlow then traces the function twice.
- Second and third call with the same signature: the object is not touched.
- A new shape, dtype or Python argument: one more change.
- Under a tensor `if` the changes of both branches happen on the trace, and a global assigned there gets its old value back. The
  test of a tensor `while` is traced twice, so a change in it happens twice.
- In a function passed to `Dataset.map`: once per `map`, whatever the number of elements.

## Bad
```python
import tensorflow as tf

losses = []


@tf.function
def step(x):
    loss = tf.square(x)
    losses.append(loss)  # TFA503
    return loss


for value in (1.0, 2.0, 3.0):
    step(tf.constant(value))
print("losses:", len(losses))
```

```python
import tensorflow as tf


class Trainer(tf.Module):
    def __init__(self):
        super().__init__()
        self.steps = 0

    @tf.function
    def step(self, x):
        self.steps += 1  # TFA503
        return x * 2.0


trainer = Trainer()
for value in (1.0, 2.0, 3.0):
    trainer.step(tf.constant(value))
print("steps:", trainer.steps)
```

## Good
Return what is to be kept, and keep a count in a variable:

```python
import tensorflow as tf

steps = tf.Variable(0)


@tf.function
def step(x):
    steps.assign_add(1)
    return tf.square(x)


losses = []
for value in (1.0, 2.0, 3.0):
    losses.append(float(step(tf.constant(value))))
print("losses:", losses, "steps:", int(steps))
```

A container created in the call is local to it, in a helper too:

```python
import tensorflow as tf


def add_half(parts, x):
    parts.append(x / 2.0)


@tf.function
def step(x):
    parts = [x]
    add_half(parts, x)
    sizes = {}
    sizes["parts"] = len(parts)
    return tf.add_n(parts) * sizes["parts"]


for value in (1.0, 2.0, 3.0):
    print(float(step(tf.constant(value))))
```

## Not reported
- Containers and objects created in the call, a copy of an outer one among them (`list(outer)`, `outer[:]`).
- `tf.Variable.assign*`, `update_state` of metrics, optimizers and other objects that keep their state in variables.
- What happens once by design: `build`, the singleton, `self.built = True`.
- A number that counts traces and says so, such as `trace_count += 1`, or that only an `assert` in a test reads: info only.
- Names, shapes, dtypes or keys that are stored, and no value: `seen |= set(inputs.keys())`, `spec = x.shape`. They are the same
  whenever the trace runs again. Info only; a list to which they are appended is reported.
- Python values that a nested function passes to the enclosing eager function, which traces it with `get_concrete_function` or
  passes it to a decorator of another package, as TensorFlow Federated does: the purpose of the trace is to obtain them. Info only.
- An attribute to whose container traced code adds and from which traced code takes, `stack.append(x)` and `stack.popleft()`, and that
  no other code uses: info only.
- A change in a function under `functools.lru_cache`, or in one that only such functions call: eager code makes it once, too.
- `global x` without an assignment.
- How `__setattr__` of an object stores the attribute in it: the assignment that runs it is reported.
- Low confidence: a container that every call creates again, or empties with `clear()`; an attribute or item that is set to a Python
  value which does not depend on the old one, so that the same call would set the same again; an item that is set to what an outer object
  has, such as a configuration.
- Changes in a function that `tf.wrap_function` traces, which happens exactly once.

## Fix
Keep numbers in a `tf.Variable` and use `assign_add`. Change containers and objects in `tf.py_function`, which runs on every call,
or return the value and change them outside the traced function. Collect values of a loop in a `tf.TensorArray`.

## Fix safety
Suggestion only: who reads the object, and when, is not visible in the code. A number is shown as a `tf.Variable` with `assign_add`, a call
that changes a container, and an item that is set, in `tf.py_function`, which runs them on every call.
"""

from collections.abc import Iterator
from itertools import islice

import libcst as cst

from tflint_autograph.fixes.py_function import called_each_time, stored_each_time
from tflint_autograph.fixes.variables import counted_in_variable
from tflint_autograph.rules.api import (
    Confidence,
    ErrorKind,
    Fix,
    Help,
    Hit,
    Kind,
    Origin,
    Proof,
    Rule,
    Severity,
    TracedFunction,
)
from tflint_autograph.tfapi import effects
from tflint_autograph.traced.escape.exemptions import Effect, exempt
from tflint_autograph.traced.escape.hidden_changes import hidden
from tflint_autograph.traced.escape.lifetime import assumed, lasts, tensor_in
from tflint_autograph.traced.escape.own_traces import counted_traces, handed_out
from tflint_autograph.traced.escape.passed_within_trace import passed_through
from tflint_autograph.traced.escape.structure import structure_stored
from tflint_autograph.traced.escape.tensor_leaks import leak
from tflint_autograph.traced.graph.symbolic import ancestors
from tflint_autograph.traced.tree.mutations import NODES, Mutation, MutationKind, mutations
from tflint_autograph.traced.tree.point import TracedPoint, on_every_path

rule = Rule(
    __name__, code="TFA503", when="changes:lasting", proof=(Proof.RUNS, Proof.ONCE, Proof.RAISES, Proof.LEAKS),
    raises=(ErrorKind.SCOPE, ErrorKind.VALUE),
    severity=Severity.ERROR,
)  # fmt: skip


_VARIABLE = rule.advises("keep it in a `tf.Variable`: `{change}`")
_ASIDE = rule.advises("change it in `tf.py_function`, or return the value and change it outside the traced function")
_RETURN = rule.advises("return the value, and change `{name}` outside the traced function")
_ONLY_ASIDE = rule.advises("change it in `tf.py_function`, on every call")

_AT_ONCE = "tf.wrap_function"
"""Functions that trace their argument immediately: their caller collects symbolic tensors in order to `prune` to them."""


@rule(*NODES)
def check(node: cst.CSTNode, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a change of something that lives outside the call, unless TFA505 or TFA506 reports it."""
    for mutation in mutations(node, fn):
        confidence = lasts(mutation, fn)
        if confidence is None or hidden(mutation, fn) is not None or leak(mutation, fn) is not None or _is_chained(mutation, fn):
            continue
        if _is_of_assignment(mutation, fn) or exempt(fn, Effect.TENSOR if _may_keep_tensor(mutation) else Effect.VALUE) or fn.trace.root == _AT_ONCE:
            continue
        fix, counts = _fix(mutation, fn), counted_traces(mutation, fn) or structure_stored(mutation, fn) or handed_out(mutation, fn)
        counts = counts or passed_through(mutation, fn)
        yield Hit(
            mutation.node,
            _message(mutation),
            note=_note(mutation),
            help=_help(mutation, fix, fn),
            severity=Severity.INFO if counts else None,
            excuse=counts,
            confidence=confidence,
            assumptions=assumed(mutation, fn),
            labels=fn.because(mutation.owner) if mutation.owner.origin is Origin.OUTER else (),
            fix=fix,
        )


def _is_of_assignment(mutation: Mutation, fn: TracedFunction) -> bool:
    """Whether it is how an object stores its attributes: a change is that of the assignment which runs `__setattr__`, and reported there.

    What a helper of it changes counts, too, if no other traced code calls that. A list that becomes longer does not: it is no place for an
    attribute, which has one value.
    """
    grows = mutation.how is MutationKind.CALL and effects.resizes(mutation.word)
    if grows or mutation.spoken.partition(".")[0] != fn.fact.receiver:
        return False
    return _stores_attributes(fn)


@on_every_path
def _stores_attributes(fn: TracedPoint) -> bool:
    return fn.key.qualname.endswith((".__setattr__", ".__delattr__"))


def _may_keep_tensor(mutation: Mutation) -> bool:
    stored = mutation.stored
    return stored is None or stored.kind.graph or stored.kind is Kind.UNKNOWN or tensor_in(stored) is not None


def _is_chained(mutation: Mutation, fn: TracedFunction) -> bool:
    """Whether the result of `setdefault` is changed directly, `table.setdefault(key, []).append(x)`: that is one change."""
    if mutation.word != "setdefault":
        return False
    around = tuple(islice(ancestors(mutation.node, fn), 2))
    if len(around) < 2 or not isinstance(around[0], cst.Attribute) or not isinstance(around[1], cst.Call):
        return False
    return any(lasts(each, fn) is not None for each in mutations(around[1], fn))


def _fix(mutation: Mutation, fn: TracedFunction) -> Fix | None:
    node = mutation.node
    if mutation.how in (MutationKind.NAME, MutationKind.ATTRIBUTE):
        return counted_in_variable(mutation, fn)
    if mutation.how is MutationKind.ITEM and isinstance(node, cst.Assign):
        return stored_each_time(node, fn)
    return called_each_time(node, fn) if isinstance(node, cst.Call) else None


def _help(mutation: Mutation, fix: Fix | None, fn: TracedFunction) -> Help:
    """Returns the help that matches the suggestion, if there is one."""
    if fix is not None and mutation.how in (MutationKind.NAME, MutationKind.ATTRIBUTE):
        return _VARIABLE(change=fix.edits[-1].text)
    if not fn.is_called_by_program:
        return _ONLY_ASIDE()
    return _ASIDE() if fix is not None else _RETURN(name=mutation.spoken)


def _message(mutation: Mutation) -> str:
    done = {MutationKind.NAME: "is rebound", MutationKind.ATTRIBUTE: "is set"}.get(mutation.how, "is changed")
    if mutation.augmented and mutation.how in (MutationKind.NAME, MutationKind.ATTRIBUTE):
        done = "is updated"
    return f"`{mutation.spoken}` {done} only at trace time, not on every call"


def _note(mutation: Mutation) -> str:
    stored = mutation.stored
    if stored is not None and stored.kind is Kind.TENSOR and stored.confidence > Confidence.LOW:
        return "happens once per trace, and stores a symbolic tensor"
    return "happens once per trace, not once per call"
