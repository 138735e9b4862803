"""
Branches of a tensor condition whose results differ in kind, dtype or structure.

## What it does
Flags a tensor `if`, or `a if c else b`, whose branches assign to a name, or return, values of different dtype or structure, such
as a tuple to which one branch adds items; a branch whose value is a function or class; a `return` in one branch only; and a `tf.cond`
whose functions return such values.

## Why it matters
In a graph both branches of a tensor condition are traced, and their results must match: one dtype, one structure, a value
in both branches. AutoGraph raises at trace time, also for values that only ever take one branch. In eager code Python accepts
any result.

## When
- First, second and third call: each raises at trace time; no graph is ever created.
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

AutoGraph moves the code after an `if` into its branches, but only within the same block, so not across the end of a `with` or of
an outer `if`:

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
    filler = tf.zeros([2]) if x > 5.0 else tf.ones([3, 3])  # Shapes may differ.
    return y + tf.reduce_sum(filler)


for value in (1.0, -2.0, 30.0):
    print(float(step(tf.constant(value))))
```

## Not reported
- Different static shapes, and names that are not read after the `if`.
- An early `return` whose counterpart follows the `if`, in the same block.
- Conditions that Python decides.

## Fix
Write `0.0` for `0`, or cast to the dtype of the other branch; give both branches the same structure. Assign a result and
return once at the end. Select between results, not between functions: `y = f(x) if c else g(x)`.

## Fix safety
Unsafe: the whole number becomes a float in eager code as well. Offered for a literal whose other branch is float32, or has the dtype
of a parameter; only a suggestion where the body does not say which float that is.
"""

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.fixes.numbers import float_of, in_float, value_of
from tflint_autograph.model import body as ir
from tflint_autograph.model.dtypes import plain
from tflint_autograph.model.record import record
from tflint_autograph.rules.api import (
    UNKNOWN,
    Confidence,
    EnclosingScope,
    ErrorKind,
    Fix,
    Help,
    Hit,
    Kind,
    Proof,
    Rule,
    Severity,
    TracedFunction,
    Value,
)
from tflint_autograph.traced.graph import selected
from tflint_autograph.traced.graph.branches import assigned_to, bindings, graph_condition, loop_of, other_part, part_of
from tflint_autograph.traced.graph.dtypes import clash, dtype_before, spoken
from tflint_autograph.traced.graph.returns import gives_nothing, raises, returns, ways
from tflint_autograph.traced.graph.sides import sides
from tflint_autograph.traced.graph.structures import differ, is_callable, is_object, of_value, structure
from tflint_autograph.traced.graph.symbolic import inlined
from tflint_autograph.traced.tree.binding import bindings_of

rule = Rule(
    __name__, code="TFA208", when="decides names:tracing.selects",
    proof=(Proof.RAISES, Proof.FLOW, Proof.DIFFERS), raises=(ErrorKind.BRANCHES,), severity=Severity.ERROR
)

_FLOAT = rule.advises("write `{float}` for `{whole}`, so that both branches are floats")
_CAST = rule.advises("cast to the dtype of the other branch: `tf.cast({x}, tf.{dtype})`")
_CAST_LIKE = rule.advises("cast both branches to one dtype with `tf.cast`")
_STRUCTURE = rule.advises("use {structure} in both branches")
_ITEMS = rule.advises("use the same number of items in both branches, such as a tensor and zeros")
_CHOSEN = rule.advises("call the function in each branch, and select between the results")
_OBJECT = rule.advises("use the object in each branch, and select between the results")
_RETURN = rule.advises("assign the result in each branch, and return it once, after the condition")
_NONE = rule.advises("use a tensor in both branches, such as `tf.zeros_like` of the other one")


@record
class _Unlike:
    """A difference between two branches: the message, the help, and the fix."""

    message: str
    advice: Help
    fix: Fix | None = None


@record
class _Side:
    """One of two branches: its dtype, and the node of its value, if there is one."""

    dtype: str
    node: cst.BaseExpression | None


@rule(cst.Assign, cst.AugAssign)
def check_assigned(node: cst.CSTNode, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a name whose values differ between branches."""
    for frame in reversed(fn.frames):
        sure = graph_condition(frame.statement, fn)
        through = bindings_of(fn).falls_through
        if sure is None or not through(part_of(frame)) or not through(other_part(frame)):
            continue
        for name, _ in bindings(node):
            read = name in fn.liveness.after[frame.statement.ordinal]
            if read and bindings_of(fn).last(name, part_of(frame)) is fn.statement:
                found = _difference(name, frame, fn)
                if found is not None:
                    yield _hit(node, found, sure, fn.test(frame.statement), fn)
        return


def _difference(name: str, frame: EnclosingScope, fn: TracedFunction) -> _Unlike | None:
    """Returns the difference for a name between both branches, or None. If both set it, the second is reported."""
    assert fn.statement is not None
    last = bindings_of(fn).last(name, other_part(frame))
    found = _no_tensor(name, fn.statement, fn)
    if found is not None and (last is None or frame.part == "orelse" or _no_tensor(name, last, fn) is None):
        return found
    both = sides(name, frame, fn)
    if both is None:
        return None
    if both.grows:
        return _Unlike(f"`{name}` has more items in one branch than in the other", _ITEMS())
    if clash(both.dtype, both.opposite_dtype):
        message = f"`{name}` is {spoken(both.dtype)} in one branch and {spoken(both.opposite_dtype)} in the other"
        beside = value_of(both.opposite, fn) if both.opposite is not None else None
        return _of_dtypes(message, _Side(both.dtype, value_of(fn.statement, fn)), _Side(both.opposite_dtype, beside), fn)
    message = f"`{name}` is {both.structure} in one branch and {both.opposite_structure} in the other"
    return _of_structures(message, both.structure, both.opposite_structure)


def _no_tensor(name: str, statement: ir.Statement, fn: TracedFunction) -> _Unlike | None:
    """Returns the difference if a statement binds the name to a function or an object, which no graph conditional can select."""
    given = assigned_to(name, statement)
    value = fn.value_at(given, statement.ordinal) if given is not None else None
    if value is not None and is_callable(value):
        return _Unlike(f"`{name}` is not a tensor, but a tensor condition selects it", _CHOSEN())
    if value is not None and is_object(value, fn):
        return _Unlike(f"`{name}` is an object, but a tensor condition selects it", _OBJECT())
    return None


def _of_dtypes(message: str, own: _Side, other: _Side, fn: TracedFunction) -> _Unlike:
    """Returns the difference with a help: write a literal as a float if the other branch is one, else cast."""
    for whole, beside in ((own, other), (other, own)):
        text = float_of(whole.node) if whole.dtype == "int" else ""
        if text and whole.node is not None and beside.dtype in ("float", "float32", "floating"):
            return _Unlike(message, _FLOAT(float=text, whole=inlined(whole.node)), in_float(whole.node, beside.dtype, beside.node, fn))
    if own.node is None or other.dtype in ("floating", "integer") or plain(own.dtype):
        return _Unlike(message, _CAST_LIKE())
    return _Unlike(message, _CAST(x=inlined(own.node), dtype=spoken(other.dtype)))


def _of_structures(message: str, shape: str, beside: str) -> _Unlike | None:
    return _Unlike(message, _STRUCTURE(structure=beside)) if differ(shape, beside) else None


@rule(cst.IfExp)
def check_ternary(node: cst.IfExp, fn: TracedFunction) -> Iterator[Hit]:
    """Reports `a if c else b` with a tensor `c` and different values."""
    test = fn.value(node.test)
    if not fn.converted or not test.kind.graph or fn.statement is None:
        return
    here = fn.statement.ordinal
    found = _between((node.body, fn.expression(node.body), here), (node.orelse, fn.expression(node.orelse), here), fn)
    if found is None and Kind.NONE in (fn.value(node.body).kind, fn.value(node.orelse).kind):
        found = _Unlike("one branch of a tensor condition is None", _NONE())
    chosen = fn.value(node.body), fn.value(node.orelse)
    if found is None and any(map(is_callable, chosen)):
        found = _Unlike("a tensor condition selects between functions", _CHOSEN())
    if found is None and any(is_object(each, fn) for each in chosen):
        found = _Unlike("a tensor condition selects between objects", _OBJECT())
    if found is not None:
        yield _hit(node, found, test.confidence, test, fn)


@rule(cst.Call)
def check_cond(call: cst.Call, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a `tf.cond` whose functions return different values."""
    found = selected.results(call, fn)
    unlike = _selected(*found) if found is not None else None
    if found is not None and unlike is not None:
        yield _hit(call, unlike, min(value.confidence for value in found), UNKNOWN, fn)


def _selected(one: Value, other: Value) -> _Unlike | None:
    """Returns the difference between the results of two functions, or None."""
    if (one.kind is Kind.NONE) is not (other.kind is Kind.NONE):
        known = of_value(one) or of_value(other)
        return _Unlike("one branch of `tf.cond` returns None", _NONE()) if known else None
    shape, beside = of_value(one), of_value(other)
    found = _of_structures(f"one branch yields {shape} and the other {beside}", shape, beside)
    dtypes_of_items = selected.clashing(one, other) if found is None else None
    if dtypes_of_items is not None:
        return _Unlike("one branch yields {} and the other {}".format(*map(spoken, dtypes_of_items)), _CAST_LIKE())
    return found


_Given = tuple[cst.BaseExpression | None, ir.Expr, int]
"""The value of a branch: its node, if any, its expression, and the ordinal before which it is evaluated."""


def _between(one: _Given, other: _Given, fn: TracedFunction) -> _Unlike | None:
    """Returns the difference between two results, or None."""
    left, right = (dtype_before(expr, ordinal, fn) for _, expr, ordinal in (one, other))
    if clash(left, right):
        message = f"one branch yields {spoken(left)} and the other {spoken(right)}"
        return _of_dtypes(message, _Side(left, one[0]), _Side(right, other[0]), fn)
    shape, beside = structure(one[1], one[2], fn), structure(other[1], other[2], fn)
    return _of_structures(f"one branch yields {shape} and the other {beside}", shape, beside)


@rule(cst.Return)
def check_return(node: cst.Return, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a `return` in a tensor `if` whose other branch returns nothing, or something different."""
    if any(loop_of(frame.statement, fn) is not None for frame in fn.frames):
        return
    for frame in reversed(fn.frames):
        sure = graph_condition(frame.statement, fn)
        found = ways(fn.body.statements, frame.statement.ordinal) if sure is not None else None
        if found is None or sure is None or returns(part_of(frame))[0] is not fn.statement:
            continue
        own, other = found if frame.part == "body" else (found[1], found[0])
        unlike = _unlike(node, own, other, frame, fn)
        if unlike is not None:
            yield _hit(node, unlike, sure, fn.test(frame.statement), fn)
            return


def _unlike(
    node: cst.Return, own: tuple[ir.Statement, ...], other: tuple[ir.Statement, ...], frame: EnclosingScope, fn: TracedFunction
) -> _Unlike | None:
    """Returns the difference of the `return` from the other branch, or None."""
    if raises(own) or raises(other):
        return None
    opposite = returns(other)
    if not opposite:
        return _Unlike("only one branch of a tensor condition returns", _RETURN())
    assert isinstance(fn.statement, ir.Return)
    if gives_nothing(fn.statement) or (frame.part == "body" and any(gives_nothing(each) for each in opposite)):
        return _Unlike("one branch of a tensor condition returns None", _NONE())
    if frame.part == "orelse" and returns(other_part(frame)):
        return None
    for each in opposite:
        if each.ordinal in fn.flow.states and fn.statement.value is not None and each.value is not None:
            here = node.value, fn.statement.value, fn.statement.ordinal
            found = _between(here, (value_of(each, fn), each.value, each.ordinal), fn)
            if found is not None:
                return found
    return None


def _hit(node: cst.CSTNode, unlike: _Unlike, sure: Confidence, test: Value, fn: TracedFunction) -> Hit:
    return Hit(
        node,
        unlike.message,
        note="raises at trace time",
        help=unlike.advice,
        confidence=sure,
        labels=fn.because(test),
        fix=unlike.fix,
    )
