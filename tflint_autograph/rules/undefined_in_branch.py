"""
A name that gets its value in only one branch of a tensor condition, or only in a graph loop.

## What it does
Flags a name, a new key of a local dict or a new attribute that is set in one branch of a tensor `if` and read afterwards;
`None` as its value in one of the branches; and a name that has no value, or `None`, before the graph loop that sets it:
where the loop tests it for None, at the first such test.

## Why it matters
In a graph both branches must assign the same names, and a loop must have them before its first iteration. AutoGraph raises
at trace time, also for values with which eager code never takes the other branch. One case does not even raise: a
loop over a tensor replaces `None` by zeros, so that `if best is None` is false in the first iteration and the
result is wrong.

## When
- First, second and third call: each raises at trace time; with `is None` in a loop over a tensor, each is silently wrong.
- A new signature is traced again, with the same outcome.

## Bad
```python
import tensorflow as tf


@tf.function
def step(x):
    if x > 0.0:
        y = x * 2.0  # TFA206
    return y + 1.0


for value in (1.0, 2.0, 3.0):
    print(float(step(tf.constant(value))))
```

```python
import tensorflow as tf


@tf.function
def largest(x):
    best = None
    for value in x:
        if best is None:  # TFA206
            best = value
        else:
            best = tf.maximum(best, value)
    return best


for value in (-1.0, -2.0, -3.0):
    print(float(largest(tf.constant([value, value - 1.0]))))
```

A loop over a dataset needs every value before its first element:

```python
import tensorflow as tf

numbers = tf.data.Dataset.range(5)


@tf.function
def last_number(x):
    for number in numbers:
        last = number + x  # TFA206
    return last


for value in (1, 2, 3):
    print(int(last_number(tf.constant(value, tf.int64))))
```

## Good
```python
import tensorflow as tf


@tf.function
def step(x):
    y = tf.zeros_like(x)
    if x > 0.0:
        y = x * 2.0
    return y + 1.0


@tf.function
def largest(x):
    best = x[0]
    for value in x:
        best = tf.maximum(best, value)
    return best


for value in (1.0, -2.0, 3.0):
    print(float(step(tf.constant(value))), float(largest(tf.constant([value, 0.0]))))
```

A name that is not read after the `if`, or that the other branch does not reach:

```python
import tensorflow as tf


@tf.function
def step(x):
    if x > 0.0:
        y = x * 2.0
    else:
        return x
    return y + 1.0


for value in (1.0, -2.0, 3.0):
    print(float(step(tf.constant(value))))
```

## Not reported
- Names set in both branches or before the `if`, names not read afterwards, a branch that ends in `return`.
- Existing attributes and existing keys, which AutoGraph tracks.
- A name set first in a loop over a tensor or `tf.range`: AutoGraph finds a value for it; only a loop without a single
iteration differs, which is reported with low confidence.

## Fix
Set the name before the `if` or the loop, with the dtype it will have: `y = tf.zeros_like(x)`, `best = x[0]`,
`best = tf.float32.min`.
"""

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.rules.api import (
    Confidence,
    EnclosingScope,
    ErrorKind,
    Hit,
    Kind,
    Proof,
    Rule,
    Severity,
    TracedFunction,
    Value,
)
from tflint_autograph.traced.graph.branches import (
    GraphLoop,
    Sort,
    assigned_members,
    assigned_to,
    bindings,
    graph_condition,
    known_before,
    loop_of,
    other_part,
    part_of,
)
from tflint_autograph.traced.graph.members import new_in, new_member
from tflint_autograph.traced.program import asks_for_none, descendants, expressions, stored, walk
from tflint_autograph.traced.tree.binding import bindings_of
from tflint_autograph.traced.tree.mutations import written

rule = Rule(
    __name__, code="TFA206", when="decides",
    proof=(Proof.RAISES, Proof.FLOW, Proof.DIFFERS),
    raises=(ErrorKind.BRANCHES, ErrorKind.LOOP), severity=Severity.ERROR
)

_BEFORE = rule.advises("assign {name} before the condition, with the dtype it will have")
_BEFORE_LOOP = rule.advises("assign {name} before the loop, with the dtype it will have")
_BOTH = rule.advises("assign tensors of the same dtype to {name} in both branches")


@rule(cst.Assign)
def check_assign(node: cst.Assign, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a name, key or attribute that is set."""
    for name, target in bindings(node):
        is_none = fn.statement is not None and assigned_to(name, fn.statement) == ir.Constant(None)
        yield from _bound(name, target, fn, is_none=is_none)
        if is_none:
            yield from _first_value(name, target, fn)
    for member in assigned_members(node):
        yield from _new(member, fn)


def _new(member: cst.BaseExpression, fn: TracedFunction) -> Iterator[Hit]:
    for frame in new_in(member, fn):
        sure = graph_condition(frame.statement, fn)
        if sure is not None and new_member(member, frame, fn):
            yield _missing(member, f"`{written(member)}`", sure, fn.test(frame.statement), fn)
            return


@rule(cst.AnnAssign)
def check_annotated(node: cst.AnnAssign, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a name that is set with an annotation."""
    for name, target in bindings(node):
        yield from _bound(name, target, fn, is_none=False)


@rule(cst.For)
def check_target(node: cst.For, fn: TracedFunction) -> Iterator[Hit]:
    """Reports the target of a loop over a dataset, which has no value before its first iteration."""
    statement = fn.statement
    loop = loop_of(statement, fn) if statement is not None else None
    for name, target in bindings(node):
        yield from _bound(name, target, fn, is_none=False)
        if loop is not None and statement is not None and loop.sort is Sort.DATASET and _unset(name, statement, fn):
            yield _looped(target, name, loop, fn)


def _unset(name: str, statement: ir.Statement, fn: TracedFunction) -> bool:
    """Whether the name is read after the statement and has no value before it."""
    known = name in fn.liveness.before.get(statement.ordinal, frozenset()) or name in dict(fn.body.shared)
    return not known and name in fn.liveness.after[statement.ordinal]


def _bound(name: str, target: cst.Name, fn: TracedFunction, *, is_none: bool) -> Iterator[Hit]:
    """Yields a hit for the innermost graph conditional or loop that has to pass the name on."""
    bindings = bindings_of(fn)
    for frame in reversed(fn.frames):
        block = part_of(frame)
        if block and not bindings.at_an_end(name, block, fn.statement):
            # Nor is it in a block around this one; so a long chain of `elif` is not gone through for each of its branches.
            return
        sure = graph_condition(frame.statement, fn)
        loop = loop_of(frame.statement, fn) if frame.part == "body" else None
        if sure is not None and _first(name, frame, fn) and _lacking(name, frame, fn):
            yield _missing(target, f"`{name}`", sure, fn.test(frame.statement), fn)
            return
        if sure is not None and _none(name, frame, fn, is_none=is_none):
            yield _is_none(target, name, sure, fn.test(frame.statement), fn)
            return
        if loop is not None and loop.sort is not Sort.PYTHON and _first(name, frame, fn) and _unset(name, frame.statement, fn):
            yield _looped(target, name, loop, fn)
            return


def _first(name: str, frame: EnclosingScope, fn: TracedFunction) -> bool:
    """Whether the statement is the first of its branch that binds the name, since one finding is enough."""
    return bindings_of(fn).first(name, part_of(frame)) is fn.statement


def _lacking(name: str, frame: EnclosingScope, fn: TracedFunction) -> bool:
    """Whether the other branch ends without a value for a name that is read later."""
    other, bindings = other_part(frame), bindings_of(fn)
    if bindings.first(name, other) or not bindings.falls_through(other) or not bindings.falls_through(part_of(frame)):
        return False
    return _unset(name, frame.statement, fn)


def _none(name: str, frame: EnclosingScope, fn: TracedFunction, *, is_none: bool) -> bool:
    """Whether the name is None at the end of one of the branches, and read later."""
    bindings = bindings_of(fn)
    if name not in fn.liveness.after[frame.statement.ordinal] or not bindings.falls_through(part_of(frame)):
        return False
    if is_none:
        return bindings_of(fn).last(name, part_of(frame)) is fn.statement
    other = other_part(frame)
    before = known_before(name, frame.statement, fn)
    if before.kind is not Kind.NONE or not _first(name, frame, fn):
        return False
    looped = any(loop_of(outer.statement, fn) is not None for outer in fn.frames)
    return not looped and bindings.first(name, other) is None and bindings.falls_through(other)


def _first_value(name: str, target: cst.Name, fn: TracedFunction) -> Iterator[Hit]:
    """Yields a hit for None as the value before a graph loop."""
    for statement in walk(fn.body.statements):
        loop = loop_of(statement, fn)
        if fn.statement is None or statement.ordinal < fn.statement.ordinal or loop is None or not _starts_as_none(name, statement, loop, fn):
            continue
        bound = (each.ordinal for each in bindings_of(fn).of(name, fn.body.statements))
        if not any(fn.statement.ordinal < each < statement.ordinal for each in bound):
            if next(_testing(name, statement), None) is None:
                yield _none_before(target, name, loop, fn)
            return


@rule(cst.Comparison)
def check_test(node: cst.Comparison, fn: TracedFunction) -> Iterator[Hit]:
    """Reports the first test in a graph loop whether a loop variable is still None: it is decided at trace time."""
    name, known = _tested(fn.expression(node)), fn.table(check_test)
    for frame in fn.frames if name else ():
        loop = loop_of(frame.statement, fn) if frame.part == "body" else None
        if loop is not None and _starts_as_none(name, frame.statement, loop, fn) and next(_testing(name, frame.statement), None) is fn.statement:
            if known.setdefault((name, frame.statement.ordinal), node) is node:
                yield _none_before(node, name, loop, fn)
            return


def _tested(expr: ir.Expr) -> str:
    """Returns the name that an expression compares with None, or an empty string."""
    names = [each.id for each in expr.operands if isinstance(each, ir.Name)] if isinstance(expr, ir.Operation) and asks_for_none(expr) else []
    return names[0] if len(names) == 1 else ""


def _testing(name: str, loop: ir.Statement) -> Iterator[ir.Statement]:
    """Yields the statements in a loop that compare a name with None."""
    return (each for each in walk(getattr(loop, "body", ())) if any(_tested(part) == name for part in descendants(tuple(expressions(each)))))


def _starts_as_none(name: str, statement: ir.Statement, loop: GraphLoop, fn: TracedFunction) -> bool:
    """Whether the variable of a graph loop that a name is has the value None before the loop."""
    if loop.sort is Sort.PYTHON or known_before(name, statement, fn).kind is not Kind.NONE or name not in stored((statement,)):
        return False
    live = fn.liveness
    return name in live.head[statement.ordinal] or (loop.sort is Sort.DATASET and name in live.after[statement.ordinal])


def _none_before(node: cst.CSTNode, name: str, loop: GraphLoop, fn: TracedFunction) -> Hit:
    return Hit(
        node, f"loop variable `{name}` is `None` before the graph loop",
        note="raises at trace time, or counts as zero in the first iteration", help=_BEFORE_LOOP(name=f"`{name}`"),
        confidence=loop.confidence, labels=fn.because(loop.value),
    )  # fmt: skip


def _missing(node: cst.CSTNode, spoken: str, sure: Confidence, test: Value, fn: TracedFunction) -> Hit:
    return Hit(
        node,
        f"{spoken} has no value in the other branch of a tensor condition",
        note="raises at trace time",
        help=_BEFORE(name=spoken),
        confidence=sure,
        labels=fn.because(test),
    )


def _is_none(node: cst.CSTNode, name: str, sure: Confidence, test: Value, fn: TracedFunction) -> Hit:
    return Hit(
        node,
        f"`{name}` is `None` in one branch of a tensor condition",
        note="raises at trace time",
        help=_BOTH(name=f"`{name}`"),
        confidence=sure,
        labels=fn.because(test),
    )


def _looped(node: cst.CSTNode, name: str, loop: GraphLoop, fn: TracedFunction) -> Hit:
    over = loop.sort is Sort.DATASET
    return Hit(
        node,
        f"`{name}` is first assigned in a graph loop",
        note="raises at trace time" if over else "raises if the loop has no iteration",
        help=_BEFORE_LOOP(name=f"`{name}`"),
        confidence=loop.confidence if over else Confidence.LOW,
        labels=fn.because(loop.value),
    )
