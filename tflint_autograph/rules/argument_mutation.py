"""
A list, dict or array argument of a traced function is changed in place.

## What it does
Flags a change of an argument of a traced root: an item set, added or deleted in a dict or list, a list that is appended
to, a default list or dict that is changed, an item of a NumPy argument that is set.

## Why it matters
A traced function gets its own copies of the containers it is called with and must leave them as they are: TensorFlow
compares them after the trace and raises `ValueError: ... should not modify its Python input arguments`. A NumPy argument
is a tensor in the graph: setting an item raises `TypeError`, and `x *= 2` rebinds the name where it would change the
caller's array in eager code.

## When
- First call: the trace runs to its end, then `ValueError` is raised; no value is computed.
- Second and third call: the function is retraced and raises again, since no trace was kept.
- A new signature makes no difference: every call raises.

## Bad
```python
import tensorflow as tf


@tf.function
def add_sum(features):
    features["sum"] = features["a"] + features["b"]  # TFA504
    return features["sum"] * 2.0


for value in (1.0, 2.0, 3.0):
    print(float(add_sum({"a": tf.constant(value), "b": tf.constant(1.0)})))
```

A default list is an argument as well:

```python
import tensorflow as tf


@tf.function
def smooth(x, window=[0.0]):
    window.append(1.0)  # TFA504
    return x / float(len(window))


for value in (1.0, 2.0, 3.0):
    print(float(smooth(tf.constant(value))))
```

## Good
Copy first, and change the copy:

```python
import tensorflow as tf


@tf.function
def add_sum(features):
    features = dict(features)
    features["sum"] = features["a"] + features["b"]
    return features["sum"] * 2.0


for value in (1.0, 2.0, 3.0):
    print(float(add_sum({"a": tf.constant(value), "b": tf.constant(1.0)})))
```

A helper may change what its traced caller has created:

```python
import tensorflow as tf


def add_square(parts, x):
    parts.append(x * x)


@tf.function
def total(x):
    parts = [x]
    add_square(parts, x)
    return tf.add_n(parts)


for value in (1.0, 2.0, 3.0):
    print(float(total(tf.constant(value))))
```

## Not reported
- A copy created first: `dict(features)`, `{**features, ...}`, `list(parts)`.
- A parameter of a helper that its traced caller binds to a container of its own.
- Rebinding the name: `x = x * 2.0`.
- `x *= 2.0` on an array that eager code does not read again after the call.
- An item that the function sets and deletes again: `state["tape"] = tape`, then `del state["tape"]`.

## Fix
Begin with `features = dict(features)` and return the new dict; give `None` as default and create the list in the body; use
`tf.tensor_scatter_nd_update` to change items of a tensor. Code that relied on seeing the change must use the returned
value.

## Fix safety
Unsafe: the caller of the function no longer sees the change in its dict or list, which is what a graph does anyhow. Offered in the
traced function itself for what is known to be a dict, list or set, and only a suggestion where nothing says what the argument is;
not in helpers, whose caller may rely on the change.
"""

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.fixes.edits import lines_of
from tflint_autograph.model import body as ir
from tflint_autograph.rules.api import (
    At,
    Confidence,
    ErrorKind,
    Expr,
    Fix,
    Help,
    Hit,
    Kind,
    Origin,
    Proof,
    Rule,
    Safety,
    Severity,
    TracedFunction,
)
from tflint_autograph.tfapi.effects import only_of_containers
from tflint_autograph.traced.escape.passed_arguments import is_read_again
from tflint_autograph.traced.program import order, preceded_by, walk
from tflint_autograph.traced.tree.kinds import held_by_argument
from tflint_autograph.traced.tree.mutations import NODES, Mutation, MutationKind, mutations
from tflint_autograph.traced.tree.spelling import spelled

rule = Rule(
    __name__, code="TFA504", when="changes:argument",
    proof=(Proof.ARGUMENT, Proof.RAISES, Proof.RUNS), raises=(ErrorKind.ASSIGNMENT,), severity=Severity.ERROR
)


_COPY = rule.advises("change a copy: `{name} = {copy}({name})`")
_UPDATE = rule.advises("use `{name} = tf.tensor_scatter_nd_update({name}, ...)`")
_TENSOR = rule.advises("compute a new tensor, and return it for the caller to use")


@rule(*NODES)
def check(node: cst.CSTNode, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a change of a container that the caller of the traced function passed in."""
    for mutation in mutations(node, fn):
        confidence = given(mutation)
        if confidence is None or (mutation.how is MutationKind.ITEM and _is_taken_back(fn)):
            continue
        is_computed = _is_computed(mutation)
        if is_computed and not is_read_again(mutation.owner.spelling, fn):
            continue
        yield Hit(
            mutation.node,
            f"the argument `{mutation.spoken}` is changed in place",
            note=_note(mutation),
            help=_help(mutation),
            confidence=confidence,
            assumptions=("argument-type",) if confidence is Confidence.MEDIUM else (),
            labels=fn.because(mutation.owner) if not fn.is_root else (),
            fix=_fix(mutation, fn) if fn.is_root else None,
            severity=Severity.WARNING if is_computed else None,
        )


_ARRAYS = (Kind.NUMPY, Kind.TENSOR)
"""Types of a NumPy argument, from an annotation or a call."""

_ANY = "copy.copy"
"""The function that copies a container of any type."""


def _is_computed(mutation: Mutation) -> bool:
    """Whether an operator changes an array in place, where the graph computes a new tensor and raises nothing."""
    return mutation.owner.kind in _ARRAYS and mutation.how is MutationKind.CALL and mutation.augmented


def _note(mutation: Mutation) -> str:
    if mutation.owner.kind not in _ARRAYS:
        return "raises `ValueError` at the end of the trace"
    if _is_computed(mutation):
        return "the graph computes a new tensor, and leaves the caller's array"
    return "raises at trace time: the NumPy array is a tensor there"


def _help(mutation: Mutation) -> Help:
    name = mutation.spoken
    if mutation.owner.kind not in _ARRAYS:
        return _COPY(name=name, copy=_copy(mutation))
    return _UPDATE(name=name) if mutation.how is MutationKind.ITEM else _TENSOR()


def given(mutation: Mutation) -> Confidence | None:
    """Returns the confidence that a container of the root's caller is changed, or None."""
    owner = mutation.owner
    if owner.origin is not Origin.ARGUMENT or not owner.spelling or mutation.how not in (MutationKind.CALL, MutationKind.ITEM):
        return None
    if held_by_argument(owner):
        # TensorFlow compares the parts of named tuples alone: a container that any other object has is changed, as TFA503 says.
        return Confidence.LOW if owner.kind is not Kind.CONTAINER else None
    if owner.kind in (Kind.CONTAINER, *_ARRAYS):
        return Confidence.HIGH
    if owner.kind is not Kind.UNKNOWN or owner.cls is not None:
        return None
    if mutation.how is MutationKind.CALL:
        return Confidence.HIGH if only_of_containers(mutation.word) else Confidence.MEDIUM
    if mutation.key is not None and isinstance(mutation.key.const, str):
        return Confidence.HIGH
    # No tensor supports this, in eager code either: a list or dict changes, and an array is a tensor in the trace. A slice may be a copy.
    return Confidence.MEDIUM if owner.parameter else Confidence.LOW


def _is_taken_back(fn: TracedFunction) -> bool:
    """Whether the statement sets an item that is certainly deleted later, or deletes one that was set before.

    TensorFlow compares the arguments after the trace, and finds them unchanged.
    """
    statement, all_ = fn.statement, fn.body.statements
    if isinstance(statement, ir.Assign):
        items = statement.targets
        return _are_items(items) and order(fn.body).followed_by(
            statement.ordinal, lambda each: isinstance(each, ir.Delete) and each.targets == items, {}
        )
    if not isinstance(statement, ir.Delete) or not _are_items(statement.targets):
        return False
    setting = [each for each in walk(all_) if isinstance(each, ir.Assign) and each.targets == statement.targets]
    return any(preceded_by(all_, statement.ordinal, each.ordinal) for each in setting)


def _are_items(targets: tuple[Expr, ...]) -> bool:
    """Whether these are dict items. Items of a list cannot be added and removed like this."""
    keys = [each.item.value for each in targets if isinstance(each, ir.Subscript) and isinstance(each.item, ir.Constant)]
    return len(keys) == len(targets) and all(isinstance(key, str) for key in keys)


def _copy(mutation: Mutation) -> str:
    """Returns the function that copies the container: by its type if known, or `dict` for a string key."""
    kind = mutation.owner.type.removeprefix("builtins.")
    if kind in ("list", "dict", "set"):
        return kind
    return "dict" if mutation.key is not None and isinstance(mutation.key.const, str) else _ANY


def _fix(mutation: Mutation, fn: TracedFunction) -> Fix | None:
    """Returns a fix that makes a copy in the first statement of the traced function, so that its caller sees no change, or None.

    A suggestion if the argument's type is unknown: a NumPy array is a tensor in the trace, which a copy does not change.
    """
    first = _first_statement(fn)
    known = mutation.owner.type in ("builtins.list", "builtins.dict", "builtins.set")
    if mutation.spoken not in {each.name for each in fn.fact.parameters}:
        return None
    if first is None or (not known and mutation.owner.kind is not Kind.UNKNOWN):
        return None
    module = spelled(fn, "copy") if _copy(mutation) == _ANY else None
    at, name = fn.place(first), mutation.spoken
    copy = f"{module.name}.copy" if module is not None else _copy(mutation)
    edit = fn.edit(At(at.line, at.column, at.line, at.column), f"{name} = {copy}({name})\n{lines_of(first, fn)}")
    safety = Safety.UNSAFE if known else Safety.DISPLAY
    return Fix(f"change a copy of `{name}`", (edit,), safety, module.imports if module is not None else ())


def _first_statement(fn: TracedFunction) -> cst.CSTNode | None:
    """Returns the first statement on its own line after the docstring, or None."""
    if not isinstance(fn.node, cst.FunctionDef) or not isinstance(fn.node.body, cst.IndentedBlock):
        return None
    body = fn.node.body.body[1:] if fn.node.get_docstring() is not None else fn.node.body.body
    return body[0] if body else None
