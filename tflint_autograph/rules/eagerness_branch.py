"""
A decision that is different in a graph than in eager code.

## What it does
Flags tests of a tensor that are true only in eager code: `hasattr(x, "numpy")`, `getattr(x, "numpy", None)`,
`tf.get_static_value(x)`, `isinstance(x, np.ndarray)` of an argument, `isinstance(x, EagerTensor)`, `type(x).__name__ == "EagerTensor"`; and a constant index under a condition on
`tf.shape`, for which both branches are traced.

## Why it matters
In the graph a tensor has no `numpy`, its static value is unknown, and a NumPy argument arrives as a tensor. The branch
that was tested in eager code is not the one that runs in the graph. An index that a condition on `tf.shape(x)` should
protect is traced whatever the shape is, and raises if the static shape has no such element.

## When
- First call: the test is evaluated at trace time, and only the selected branch becomes part of the graph. Under a
  condition on a tensor both branches are traced, and an index beyond the static shape raises.
- Second and third call with the same signature: the same branch.
- A new shape, dtype or Python argument: the test is evaluated again.

## Bad
```python
import tensorflow as tf


def scaled(x):
    if hasattr(x, "numpy"):  # TFA115
        return x * 2.0
    return x


@tf.function
def step(x):
    return scaled(tf.square(x))


for value in (1.0, 2.0, 3.0):
    print(float(step(tf.constant(value))))
```

```python
import numpy as np
import tensorflow as tf


@tf.function
def scaled(x):
    if isinstance(x, np.ndarray):  # TFA115
        return x * 2.0
    return x


for value in (1.0, 2.0, 3.0):
    print(float(scaled(np.array(value))))
```

```python
import tensorflow as tf


@tf.function
def fifth(x):
    if tf.shape(x)[0] > 4:
        return x[4]  # TFA115
    return x[0]


for _ in range(3):
    print(float(fifth(tf.ones([3]))))
```

## Good
Use `tf.is_tensor`, and an operation for the bounds:

```python
import tensorflow as tf


@tf.function
def fifth(x):
    if not tf.is_tensor(x):
        x = tf.constant(x)
    position = tf.minimum(tf.shape(x)[0] - 1, 4)
    return tf.gather(x, position)


for length in (3, 5, 7):
    print(float(fifth(tf.ones([length]))))
```

## Not reported
- `tf.executing_eagerly()`, `tf.inside_function()` and `tf.is_tensor`: they are designed for this decision.
- `isinstance(x, tf.Tensor)` and `isinstance(x, (tf.Tensor, np.ndarray))`, which give the same result in both modes.
- `x.shape[0] is None` and other tests of the static shape.
- A result that is only passed on, for example to a log, and decides nothing here, and a test beside one that decides without it:
  `hasattr(x, "numpy") and tf.executing_eagerly()`.
- With low confidence: a `tf.get_static_value(x)` that the code compares with `None`, or only hands to other calls.
- Variables and tensors created outside, which have a value in the graph as well.

## Fix
Test `tf.executing_eagerly()` for the mode, and `tf.is_tensor(x)` for the type. Convert arguments with
`tf.convert_to_tensor`, or decide it in the code that calls the function. Take elements with `tf.gather`, or decide on
the static `x.shape[0]`.
"""

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.rules.api import (
    Confidence,
    ErrorKind,
    Expr,
    Help,
    Hit,
    Kind,
    Proof,
    Rule,
    Severity,
    TracedFunction,
    Value,
)
from tflint_autograph.traced.graph.eagerness import (
    STATIC_VALUE,
    TYPE,
    asks_for_type,
    eager_question,
    named_for_none,
    only_passed,
)
from tflint_autograph.traced.graph.symbolic import ancestors, around, inlined, inlined_operand, spoken
from tflint_autograph.traced.program import (
    asks_for_none,
    bound,
    descendants,
    item_path,
    last_ordinal,
    order,
    spelled_path,
    walk,
)
from tflint_autograph.traced.tree.kinds import has_open_length

_MEASURES = frozenset({"tensorflow.shape", "tensorflow.size", "builtins.len"})
"""Functions that return the length of a tensor."""

rule = Rule(
    __name__, code="TFA115", when="query:graph.eagerness.tests_eagerness decides",
    proof=(Proof.DIFFERS, Proof.RAISES), raises=tuple(ErrorKind), severity=Severity.WARNING
)


_IS_TENSOR = rule.advises("test with `tf.is_tensor({x})`")
_AROUND = rule.advises("decide outside the traced function")
_COMPUTE = rule.advises("compute with `{x}` itself: its value exists when the graph runs")
_GATHER = rule.advises("use `tf.gather({x}, {index})`, or decide on the static `{x}.shape[0]`")


@rule(cst.Call)
def check_question(call: cst.Call, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a test with different results for symbolic and eager tensors."""
    given = tuple(value for _, value in fn.arguments(call))
    holder = next((each for each in ancestors(call, fn) if not isinstance(each, cst.ComparisonTarget)), None)
    if eager_question(fn.called(call), given, fn) and not _is_handed_on(call, holder, fn) and not _is_absorbed(call, fn):
        value, is_expected = given[0], fn.called(call) == STATIC_VALUE and _expects_none(holder, fn)
        yield Hit(
            call,
            f"{spoken(call, 'the test')} gives another result in a graph than in eager code",
            note="takes a different branch than in eager code",
            help=_help(call, given, fn),
            confidence=value.confidence if value.kind is Kind.TENSOR and not is_expected else Confidence.LOW,
            labels=fn.because(value),
        )


def _is_handed_on(call: cst.Call, holder: cst.CSTNode | None, fn: TracedFunction) -> bool:
    """Whether a call is the argument of another one, directly or by a name for it alone."""
    return isinstance(holder, cst.Arg) or (isinstance(holder, cst.Assign) and fn.called(call) != STATIC_VALUE and only_passed(fn))


def _is_absorbed(call: cst.Call, fn: TracedFunction) -> bool:
    """Whether another operand gives the result of a condition, whatever the call returns: `hasattr(x, "numpy") and tf.executing_eagerly()`."""
    inner: cst.CSTNode = call
    for each in around(call, fn):
        if isinstance(each, cst.BooleanOperation):
            other = each.right if each.left is inner else each.left
            if fn.value(other).const is isinstance(each.operator, cst.Or):
                return True
        inner = each
    return False


def _expects_none(holder: cst.CSTNode | None, fn: TracedFunction) -> bool:
    """Whether what has the result of a call expects None."""
    if isinstance(holder, (cst.Assign, cst.AnnAssign, cst.Return)):
        return named_for_none(fn)
    return isinstance(holder, cst.Comparison) and asks_for_none(fn.expression(holder))


@rule(cst.Comparison)
def check_type(node: cst.Comparison, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a comparison of the type of a tensor, which differs in a graph."""
    sides = node.left, node.comparisons[0].comparator
    asked = (_type_asked(one, other, fn) for one, other in (sides, sides[::-1]))
    value = next((each for each in asked if each is not None), None)
    if value is not None and len(node.comparisons) == 1 and isinstance(node.comparisons[0].operator, _SAMENESS):
        yield Hit(
            node,
            f"{spoken(node, 'the test')} gives another result in a graph than in eager code",
            note="takes a different branch than in eager code",
            help=_AROUND(),
            confidence=value.confidence,
            labels=fn.because(value),
        )


_SAMENESS = (cst.Equal, cst.NotEqual, cst.Is, cst.IsNot)


def _type_asked(one: cst.BaseExpression, other: cst.BaseExpression, fn: TracedFunction) -> Value | None:
    """Returns the tensor whose type, or type name, is compared with a different result in a graph; else None."""
    named = isinstance(one, cst.Attribute) and one.attr.value in ("__name__", "__qualname__")
    call = one.value if isinstance(one, cst.Attribute) and named else one
    if not isinstance(call, cst.Call) or fn.called(call) != TYPE or len(call.args) != 1:
        return None
    value = fn.value(call.args[0].value)
    return value if asks_for_type(value, fn.value(other), fn) else None


def _help(call: cst.Call, given: tuple[Value, ...], fn: TracedFunction) -> Help:
    x = inlined(call.args[0].value)
    if fn.called(call) == STATIC_VALUE:
        return _COMPUTE(x=x)
    asked = given[1].items or given[1:2] if len(given) > 1 else ()
    return _AROUND() if any(each.name == "numpy.ndarray" for each in asked) else _IS_TENSOR(x=x)


@rule(cst.Subscript)
def check_index(node: cst.Subscript, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a constant index under a condition on the dynamic shape of the same tensor."""
    index = node.slice[0].slice
    if not isinstance(index, cst.Index) or not _is_later(fn.value(index.value).const) or fn.value(node.value).kind is not Kind.TENSOR:
        return
    if has_open_length(fn.value(node.value)):
        return  # Its length decides nothing at trace time.
    decided = (each for each in _decided(fn) if not _is_bound_since(each[1], node.value, fn))
    if any(_says_long(test, node.value, fn, ordinal, holds=holds) for test, ordinal, holds in decided):
        yield Hit(
            node,
            f"an index of {spoken(node.value, 'a tensor')} is traced even if the tensor is too short",
            note="both branches are traced, using the static shape",
            help=_GATHER(x=inlined_operand(node.value), index=_gathered(index.value, node.value, fn)),
        )


def _gathered(index: cst.BaseExpression, tensor: cst.BaseExpression, fn: TracedFunction) -> str:
    """Returns the index for `tf.gather`, which does not support negative ones."""
    at = fn.value(index).const
    if not isinstance(at, int) or at >= 0:
        return inlined(index)
    return f"tf.shape({inlined(tensor)})[0] - {-at}"


def _decided(fn: TracedFunction) -> Iterator[tuple[Expr, int, bool]]:
    """Yields the conditions under which the current statement runs, each with its statement and whether it holds: those of the `if` statements
    around it, and of those before it that return.
    """
    for frame in fn.guarded_by("If"):
        if isinstance(frame.statement, ir.If):
            yield frame.statement.test, frame.statement.ordinal, frame.part == "body"
    here = fn.statement.ordinal if fn.statement is not None else 0
    for each in (each for holder in order(fn.body).holders(here) for each in holder.block if last_ordinal(each) < here):
        if isinstance(each, ir.If) and isinstance(each.body[-1], ir.Return):
            yield each.test, each.ordinal, False


def _is_bound_since(ordinal: int, tensor: cst.BaseExpression, fn: TracedFunction) -> bool:
    """Whether a statement after the one with this ordinal, up to the current one, binds the name at the start of an expression again."""
    name, here = _place(fn.expression(tensor)).partition(".")[0].partition("[")[0], fn.statement.ordinal if fn.statement is not None else 0
    return any(name in bound(each) for each in walk(fn.body.statements) if ordinal < each.ordinal < here)


def _says_long(test: Expr, tensor: cst.BaseExpression, fn: TracedFunction, ordinal: int, *, holds: bool) -> bool:
    """Whether a condition on the dynamic shape of a tensor that holds, or does not, says that the tensor is long enough for something."""
    if not isinstance(test, ir.Operation):
        return holds and _measures(test, tensor, fn, ordinal)
    first = test.operators[0]
    if first == "not":
        return _says_long(test.operands[0], tensor, fn, ordinal, holds=not holds)
    if first in ("and", "or"):
        told = (_says_long(each, tensor, fn, ordinal, holds=holds) for each in test.operands)
        return any(told) if (first == "and") == holds else all(told)
    measured = [_measures(each, tensor, fn, ordinal) for each in test.operands]
    pairs = zip(test.operators, measured, measured[1:], strict=False)
    return any((left and operator in (_LONG if holds else _SHORT)) or (right and operator in (_SHORT if holds else _LONG)) for operator, left, right in pairs)


_EITHER = frozenset({"==", "!="})
_LONG, _SHORT = frozenset({">", ">="}) | _EITHER, frozenset({"<", "<="}) | _EITHER
"""How the length of a tensor that is long enough, and of one that may be too short, compares with a number."""


def _measures(expr: Expr, tensor: cst.BaseExpression, fn: TracedFunction, ordinal: int) -> bool:
    """Whether an expression contains the dynamic shape or length of a tensor."""
    own = _place(fn.expression(tensor))
    asked = [each for each in descendants(expr) if isinstance(each, ir.Call) and each.args and _place(each.args[0].value) == own != ""]
    return any(fn.library_call(each, ordinal) in _MEASURES and fn.value_at(each, ordinal).kind is Kind.TENSOR for each in asked)


def _place(expr: Expr) -> str:
    return spelled_path(expr) or item_path(expr)


def _is_later(index: object) -> bool:
    """Whether a tensor may be too short for an index, although it is not empty."""
    return type(index) is int and index not in (0, -1)
