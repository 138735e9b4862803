"""
A value that changes its dtype or shape from one iteration of a graph loop to the next.

## What it does
Flags a loop variable of a graph loop that ends an iteration with a different dtype or a larger or smaller
shape than it started with: `s = 0` that becomes a float, a number that becomes a vector, a tensor that grows by `tf.concat` or is
cut by `x = x[1:]`, a list that grows. A Python integer that each iteration multiplies is an int32 tensor there, which overflows.
Also a Python scalar that is a tensor after such a loop, or because a tensor condition chooses it, `k = 3` under `if x > 0`, and that is
mixed with another dtype. The confidence is low if the dtype of the other operand is not known.

## Why it matters
In a graph loop each value keeps one dtype and one shape. AutoGraph raises at trace time. Eager code has no such
limit: Python's `0` takes any dtype, and `tf.concat` may grow a tensor without limit.

## When
- First, second and third call: each raises at trace time; no graph is ever created.
- A new signature is traced again and raises again.

## Bad
```python
import tensorflow as tf


@tf.function
def total(x):
    s = 0
    for value in tf.sqrt(x):
        s += value  # TFA207
    return s


for value in (1.0, 4.0, 9.0):
    print(float(total(tf.constant([value, value]))))
```

```python
import tensorflow as tf


@tf.function
def squares(n):
    found = tf.zeros([0], tf.int32)
    for i in tf.range(n):
        found = tf.concat([found, [i * i]], 0)  # TFA207
    return found


for value in (1, 2, 3):
    print(squares(tf.constant(value)).numpy())
```

## Good
```python
import tensorflow as tf


@tf.function
def total(x):
    s = 0.0
    for value in x:
        s += value
    return s


@tf.function
def squares(n):
    found = tf.TensorArray(tf.int32, size=n)
    for i in tf.range(n):
        found = found.write(i, i * i)
    return found.stack()


for value in (1, 2, 3):
    print(float(total(tf.constant([float(value)]))), squares(tf.constant(value)).numpy())
```

A shape that is declared may change:

```python
import tensorflow as tf


@tf.function
def squares(n):
    found = tf.zeros([0], tf.int32)
    for i in tf.range(n):
        tf.autograph.experimental.set_loop_options(shape_invariants=[(found, tf.TensorShape([None]))])
        found = tf.concat([found, [i * i]], 0)
    return found


for value in (1, 2, 3):
    print(squares(tf.constant(value)).numpy())
```

## Not reported
- `tf.autograph.experimental.set_loop_options(shape_invariants=...)` in the loop.
- A name that no later iteration and nothing after the loop reads.
- Python loops, which are unrolled and allow any change.
- A window that keeps its size: `tf.concat([s[1:], [x]], 0)`.
- An integer that a loop of a written number of iterations multiplies, and one that is multiplied with a tensor: it is one in eager code, too.
- A tensor that grows in a loop over a `tf.data.Dataset`, where shapes may change; its dtype may not.

## Fix
Start with the final dtype: `s = 0.0`, `s = tf.zeros_like(x[0])`. Collect in a `tf.TensorArray`, or declare the
shape. After the loop, `tf.cast(n, s.dtype)` makes a float of a counter.

## Fix safety
Unsafe: the whole number becomes a float in eager code as well. Offered for a literal that the loop makes float32, or of the dtype of a
parameter; only a suggestion where the body does not say which float that is.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile

import libcst as cst

from tflint_autograph.fixes.dtypes import dtype_of
from tflint_autograph.fixes.lengths import inlined_dtype
from tflint_autograph.fixes.numbers import float_of, in_float, value_of
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
)
from tflint_autograph.traced.graph.branches import (
    GraphLoop,
    Sort,
    assigned_to,
    bindings,
    known_before,
    loop_of,
    part_of,
)
from tflint_autograph.traced.graph.dtypes import clash, dtypes, dtypes_for_any_caller, spoken
from tflint_autograph.traced.graph.growth import grows, multiplies, reshaped, shrinks
from tflint_autograph.traced.graph.likely_floats import is_likely_float
from tflint_autograph.traced.graph.promoted_ints import turned_number
from tflint_autograph.traced.graph.symbolic import ancestors, inlined
from tflint_autograph.traced.tree.binding import bindings_of
from tflint_autograph.traced.tree.mutations import written

rule = Rule(
    __name__, code="TFA207", when="decides python is:is_called_behind_loop",
    proof=(Proof.RAISES, Proof.FLOW, Proof.DIFFERS), raises=(ErrorKind.LOOP, ErrorKind.DTYPE), severity=Severity.ERROR
)


_FLOAT = rule.advises("start with a float: `{name} = {float}`")
_CAST = rule.advises("start with the dtype it gets: `tf.cast({name}, tf.{dtype})`")
_ADDED = rule.advises("start with the dtype of the added value, such as `tf.zeros_like` of it")
_WIDE = rule.advises("start with a wider dtype: `{name} = tf.constant(..., tf.int64)`")
_ARRAY = rule.advises("collect in a `tf.TensorArray`")
_SHAPE = rule.advises("collect in a `tf.TensorArray`, or declare the shape with `tf.autograph.experimental.set_loop_options`")
_INDEX = rule.advises("keep the tensor and move an index, or declare the shape with `tf.autograph.experimental.set_loop_options`")
_BEGIN = rule.advises("start with the shape it gets")
_MIXED = rule.advises("use `tf.cast({name}, {dtype})`")


@rule(cst.Assign, cst.AugAssign)
def check_assigned(node: cst.CSTNode, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a loop variable that is set or changed."""
    for frame in reversed(fn.frames):
        loop = loop_of(frame.statement, fn) if frame.part == "body" else None
        if loop is None or loop.sort is Sort.PYTHON:
            continue
        for name, _ in bindings(node):
            if name in _carried(frame, fn) and bindings_of(fn).last(name, part_of(frame)) is fn.statement:
                yield from _changed(node, name, frame, loop, fn)
        return


@rule(cst.BinaryOperation)
def check_operation(node: cst.BinaryOperation, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a Python scalar that becomes a tensor in the graph, combined with a tensor of another dtype."""
    around = takewhile(lambda each: isinstance(each, (cst.Element, cst.Tuple, cst.Assign)), ancestors(node, fn))
    if any(isinstance(each, cst.Assign) and any(check_assigned(each, fn)) for each in around):
        # `s = s + v` is said of the name already.
        return
    yield from _mixed(node, node.left, node.right, fn)


@rule(cst.AugAssign)
def check_update(node: cst.AugAssign, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a Python scalar that becomes a tensor in the graph, in `x *= k`."""
    if not any(check_assigned(node, fn)):
        yield from _mixed(node, node.target, node.value, fn)


def _mixed(node: cst.CSTNode, left: cst.BaseExpression, right: cst.BaseExpression, fn: TracedFunction) -> Iterator[Hit]:
    for one, other in ((left, right), (right, left)):
        found = turned_number(one, other, fn)
        if found is not None:
            yield Hit(
                node,
                f"`{written(one)}` is {_tensor(found.dtype)} in the graph, mixed with {_tensor(found.other)}",
                note="a Python scalar in eager code",
                help=_MIXED(name=inlined(one), dtype=inlined_dtype(other, dtype_of(other, fn)) if fn.value(other).kind.graph else "tf.float32"),
                confidence=found.confidence,
            )
            return


def _tensor(dtype: str) -> str:
    """Returns what a message calls a tensor of a dtype, or a float of Python."""
    if dtype == "float":
        return "a Python float"
    word = spoken(dtype)
    return f"{'an' if word.startswith('i') else 'a'} {word} tensor" if word else "a tensor"


def _carried(frame: EnclosingScope, fn: TracedFunction) -> frozenset[str]:
    """Returns the loop variables: names passed to the next iteration or past the loop that are bound before it."""
    live, ordinal = fn.liveness, frame.statement.ordinal
    return (live.after[ordinal] | live.head[ordinal]) & live.before[ordinal]


def _changed(node: cst.CSTNode, name: str, frame: EnclosingScope, loop: GraphLoop, fn: TracedFunction) -> Iterator[Hit]:
    assert fn.statement is not None
    types = dtypes(fn)
    first = types.before.get(frame.statement.ordinal, {}).get(name, "")
    last = types.made.get((fn.statement.ordinal, name), "")
    if clash(first, last):
        hit = _hit(node, f"`{name}` is {spoken(first)} before a graph loop and {spoken(last)} after", loop, fn)
        yield _of_dtypes(hit, name, first, last, frame, fn)
    elif first == "int" and not last and (added := _added_tensors(name, fn)):
        most = Confidence.MEDIUM if any(is_likely_float(each, fn) for each in added) else Confidence.LOW
        hit = _hit(node, f"`{name}` is an int32 tensor in a graph loop and cannot change dtype", loop, fn, most)
        yield replace(hit, help=_ADDED())
    elif first == last == "int" and multiplies(name, frame.statement, fn):
        hit = _hit(node, f"`{name}` is an int32 tensor in a graph loop and overflows", loop, fn, Confidence.MEDIUM)
        yield replace(hit, note="a Python integer has no limit", help=_WIDE(name=name), severity=Severity.WARNING)
    else:
        shapes = reshaped(name, frame.statement, part_of(frame), fn) if loop.value.kind is not Kind.DATASET else None
        if shapes is not None:
            message = "`{}` has shape {} before a graph loop and {} after".format(name, *shapes)
            yield replace(_hit(node, message, loop, fn), help=_BEGIN())
            return
        sure = grows(name, frame.statement, fn)
        is_list = known_before(name, frame.statement, fn).items is not None
        # `Dataset.reduce`, to which AutoGraph turns a loop over a dataset, relaxes shapes (FACTS loops, "dataset-loop-grows").
        if sure is not None and (is_list or loop.value.kind is not Kind.DATASET):
            hit = _hit(node, f"the {'list' if is_list else 'tensor'} `{name}` grows in a graph loop", loop, fn, sure)
            yield replace(hit, help=_ARRAY() if is_list else _SHAPE())
        cut = shrinks(name, frame.statement, fn) if sure is None and loop.value.kind is not Kind.DATASET else None
        if cut is not None:
            yield replace(_hit(node, f"the tensor `{name}` shrinks in a graph loop", loop, fn, cut), help=_INDEX())


def _of_dtypes(hit: Hit, name: str, first: str, last: str, frame: EnclosingScope, fn: TracedFunction) -> Hit:
    """Returns the hit with a help: start with the dtype at the end of an iteration; a literal is written as a float."""
    begun = [each for each in bindings_of(fn).of(name, fn.body.statements) if each.ordinal < frame.statement.ordinal]
    literal = value_of(begun[0], fn) if len(begun) == 1 else None
    text = float_of(literal) if first == "int" and last in ("float", "float32", "floating") else ""
    if not text or literal is None:
        return replace(hit, help=_CAST(name=name, dtype="float32" if last == "floating" else spoken(last)))
    given = value_of(fn.statement, fn) if fn.statement is not None else None
    shown = dtypes_for_any_caller(fn).made.get((fn.statement.ordinal, name), "") if fn.statement is not None else ""
    return replace(hit, help=_FLOAT(name=name, float=text), fix=in_float(literal, last if shown == last else "floating", given, fn))


def _added_tensors(name: str, fn: TracedFunction) -> list[ir.Expr]:
    """Returns the tensors of unknown dtype that are added to the name."""
    statement = fn.statement
    given = assigned_to(name, statement) if statement is not None else None
    if isinstance(statement, ir.Augment):
        operands: tuple[ir.Expr, ...] = (statement.value,)
    elif isinstance(given, ir.Operation) and ir.Name(name) in given.operands:
        operands = tuple(operand for operand in given.operands if operand != ir.Name(name))
    else:
        return []
    assert statement is not None
    types = dtypes(fn)
    known = types.before.get(statement.ordinal, {})
    return [each for each in operands if fn.value_at(each, statement.ordinal).kind.graph and not types.of(each, known)]


def _hit(
    node: cst.CSTNode, message: str, loop: GraphLoop, fn: TracedFunction, most: Confidence = Confidence.HIGH
) -> Hit:
    return Hit(
        node,
        message,
        note="raises at trace time",
        confidence=min(loop.confidence, most),
        labels=fn.because(loop.value),
    )
