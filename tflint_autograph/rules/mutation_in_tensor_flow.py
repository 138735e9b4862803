"""
A list or object is changed inside a graph loop or under a tensor condition.

## What it does
Flags `append`, `+=` and other changes of a list, dict or set, and methods and helpers that change an object that they get as argument,
where they are in a loop over tensors or a dataset, or under an `if` on a tensor, and the changed object was created before.

## Why it matters
AutoGraph converts such a loop to `tf.while_loop` and such an `if` to `tf.cond`. It carries names through them, and
items and attributes set right there, but a method that changes a Python object is invisible to it: the body is traced
once, so one element is appended whatever the number of iterations, and both branches of the `if` are traced, so the change
happens whatever the condition. The tensor put in belongs to the inner graph and raises outside of it.

## When
- First call: the change happens once, at trace time; using the tensor after the loop raises `InaccessibleTensorError`,
  and a Python value gives a wrong result silently.
- Second and third call: the same exception, or the same wrong result.
- A new signature is retraced, with the same outcome.

## Bad
```python
import tensorflow as tf


@tf.function
def squares(n):
    out = []
    for i in tf.range(n):
        out.append(i * i)  # TFA506
    return tf.stack(out)


for size in (2, 3, 4):
    print(squares(tf.constant(size)).numpy())
```

```python
import tensorflow as tf


@tf.function
def count_terms(x):
    terms = [1.0]
    if x > 0.0:
        terms.append(1.0)  # TFA506
    return x * 0.0 + len(terms)


for value in (1.0, -1.0, 2.0):
    print(float(count_terms(tf.constant(value))))
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


for size in (2, 3, 4):
    print(squares(tf.constant(size)).numpy())
```

A list created and used up in one iteration, and items with a constant key, are fine:

```python
import tensorflow as tf


@tf.function
def total(n):
    sums = {"even": 0, "all": 0}
    for i in tf.range(n):
        parts = [i]
        parts.append(i * 2)
        sums["all"] += tf.add_n(parts)
    return sums["all"]


for size in (2, 3, 4):
    print(int(total(tf.constant(size))))
```

## Not reported
- Python loops over lists, layers and constant ranges.
- Lists created in the same iteration, or in the same branch, and lists that nothing but the branch reads that fills them.
- `d["key"] = ...`, `parts[0] = ...` and `obj.attribute = ...` written in the loop itself: AutoGraph carries them.
- Code that AutoGraph does not convert.

## Fix
Write to a `tf.TensorArray` in loops, or compute all values at once with `tf.map_fn` or array operations. Under a
condition compute a tensor in both branches, or use `tf.where`. A helper should return the new value.

## Fix safety
Suggestion only, for `append` in a graph loop: the array is stacked into one tensor, so that every item must have one shape,
and its dtype is a guess where the code does not show it.
"""

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.fixes.loops import as_tensor_array
from tflint_autograph.model import body as ir
from tflint_autograph.rules.api import (
    Callee,
    ErrorKind,
    Help,
    Hit,
    Kind,
    Origin,
    Proof,
    Rule,
    Severity,
    TracedFunction,
    Value,
)
from tflint_autograph.traced.escape.hidden_changes import (
    GraphControl,
    around_calls,
    binds,
    changed_by,
    changes_argument,
    flows,
    handed_over,
    hidden,
    is_used_up,
    rebound,
)
from tflint_autograph.traced.tree.mutations import NODES, MutationKind, mutations

rule = Rule(
    __name__, code="TFA506", when="decides changes:lasting changes:anything+is:is_nested query:escape.side_effects.hands_on",
    proof=(Proof.RAISES, Proof.FLOW, Proof.DIFFERS),
    raises=(ErrorKind.SCOPE, ErrorKind.BRANCHES, ErrorKind.LOOP), severity=Severity.ERROR
)


_BOTH = rule.advises("compute a tensor in both branches, or use `tf.where`")
_ARRAY = rule.advises("write to a `tf.TensorArray`")
_RETURN = rule.advises("return the new value and assign it to a name")


@rule(*NODES)
def check(node: cst.CSTNode, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a container created outside a tensor condition or loop that is changed in it, or a name of the enclosing function."""
    for mutation in mutations(node, fn):
        flow = hidden(mutation, fn) or rebound(mutation, fn) or handed_over(mutation, fn)
        if flow is not None:
            yield _hit(mutation.node, mutation.spoken, flow, fn)
        if mutation.how is MutationKind.NAME:
            return


@rule(cst.Call)
def check_call(call: cst.Call, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a method or helper that changes an object of the same trace, called in a tensor condition or loop."""
    if not fn.is_nested and next(flows(fn), None) is None:
        return
    for target in fn.value(call.func).callees:
        for name in _changed(call, target, fn):
            around = (flow for flow in flows(fn) if not binds(flow.statement, name) and (flow.is_loop or not is_used_up(flow.statement, name, fn)))
            flow = next(around, None) or (around_calls(name, fn) if fn.is_nested and name not in fn.body.bound else None)
            if flow is not None:
                yield _hit(call, name, flow, fn)
                return


def _changed(call: cst.Call, target: Callee, fn: TracedFunction) -> Iterator[str]:
    """Yields the local names whose objects the call changes."""
    site = fn.flow.calls.get(fn.place(call))
    made = fn.as_caller.call(site) if site is not None else None
    for name, given in fn.as_caller.arguments_and_receiver(made, target).items() if made is not None else ():
        value = fn.value_of(given)
        if isinstance(given, ir.Name) and _local(value, fn) and changes_argument(fn.analysis, target.key, name):
            yield given.id
        held = changed_by(value, target.key, name, fn)
        if held is not None and _local(held.receiver, fn):
            yield held.path


def _local(value: Value, fn: TracedFunction) -> bool:
    """Whether the value is a container or plain object created in this call."""
    if value.origin is not Origin.FRESH:
        return False
    plain = value.kind is Kind.OBJECT and value.cls is not None and not fn.keras_kind(value.cls)
    return plain or value.kind is Kind.CONTAINER


def _hit(node: cst.CSTNode, name: str, flow: GraphControl, fn: TracedFunction) -> Hit:
    where = "in a graph loop" if flow.is_loop else "under a tensor condition"
    note = "happens once, when the loop is traced" if flow.is_loop else "happens in either case: both branches are traced"
    return Hit(
        node,
        f"`{name}` is changed {where}, which AutoGraph does not see",
        note=note,
        help=_help(flow, node),
        confidence=flow.confidence,
        labels=fn.because(flow.value),
        fix=as_tensor_array(node, fn) if flow.is_loop and not flow.calls and isinstance(node, cst.Call) else None,
    )


def _help(flow: GraphControl, node: cst.CSTNode) -> Help:
    if not flow.is_loop:
        return _BOTH()
    func = node.func if isinstance(node, cst.Call) else None
    appends = isinstance(func, cst.Attribute) and func.attr.value == "append"
    sets_item = isinstance(node, cst.Assign) and any(isinstance(each.target, cst.Subscript) for each in node.targets)
    return _ARRAY() if appends or sets_item else _RETURN()
