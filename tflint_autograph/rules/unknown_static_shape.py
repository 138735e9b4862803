'''
`x.shape[i]` used as a number where the length is not known at trace time.

## What it does
Flags a static length that is None, used in arithmetic, in a comparison, as a condition, in `range`, or as part of the
shape given to `tf.reshape`, `tf.zeros` and the like, and a whole static shape used in the same way. The length is None for an axis
that an `input_signature` leaves open, for batches of a dataset created without `drop_remainder=True`, for what
`tf.py_function` gives, for a slice whose bound is a tensor argument, and for the batch axis in the `call` of a Keras layer or model.

## Why it matters
Run eagerly `x.shape[0]` is always a number. In a graph it is the length known at trace time, or None. With
None, arithmetic and `tf.reshape` raise, `x.shape[0] == 4` is silently False, and `if x.shape[0]` is never true.

## When
- First call: raises at trace time, or decides once, on None, for all calls.
- Second and third call: raises again, or goes the same way again, whatever the length.
- In Keras the first batches may still have a length: the last batch of an epoch is smaller, Keras traces again with None,
  and only then it raises or decides differently.
- A new signature: retraced; where that one knows the length, the line does what it says.

## Bad
```python
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
def flat(x):
    return tf.reshape(x, [x.shape[0] * 2])  # TFA304


for length in (1, 2, 3):
    print(flat(tf.ones([length, 2])).numpy().tolist())
```

A comparison with None does not raise:

```python
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def total(x):
    if x.shape[0] == 2:  # TFA304
        return tf.reduce_sum(x)
    return -tf.reduce_sum(x)


for length in (1, 2, 3):
    print(float(total(tf.ones([length]))))
```

```python
import tensorflow as tf


@tf.function
def padded(x):
    doubled = tf.py_function(lambda value: value * 2.0, [x], tf.float32)
    return tf.concat([doubled, tf.zeros([doubled.shape[0]])], 0)  # TFA304


for length in (1, 2, 3):
    print(padded(tf.ones([length])).numpy().tolist())
```

## Good
```python
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
def flat(x):
    return tf.reshape(x, [tf.shape(x)[0] * x.shape[1]])


for length in (1, 2, 3):
    print(flat(tf.ones([length, 2])).numpy().tolist())
```

The static length may be used where it is known, or after a test that it is:

```python
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def mean(x):
    length = x.shape[0]
    if length is None:
        length = tf.shape(x)[0]
    doubled = tf.py_function(lambda value: value * 2.0, [x], tf.float32)
    doubled.set_shape([3])
    return tf.reduce_sum(x) / tf.cast(length, tf.float32) + tf.zeros([doubled.shape[0]])


for value in (1.0, 2.0, 3.0):
    print(mean(tf.fill([3], value)).numpy().tolist())
```

## Not reported
- An axis of known length: `x.shape[-1]` under `tf.TensorSpec([None, 3])`; the rank, `len(x.shape)`; `x.dtype`.
- A shape that is tested first: `x.shape[0] is None`, `x.shape.is_fully_defined()`, `x.shape[0] or tf.shape(x)[0]`,
  `if x.shape[0]: n = x.shape[0]`; a length in an attribute that is replaced where it is set: `if self.n is None: self.n = -1`.
- Low confidence: the batch axis of a layer or model, where no code that the linter finds calls `fit` or declares an input.
- Two shapes compared with each other: an unknown length is most likely the same in both, such as that of the batch.
- A shape passed on as one: `x.set_shape`, `tf.ensure_shape`, `tf.TensorSpec`, `tf.TensorShape`, printing it.
- Arguments of a `tf.function` without an `input_signature`: TensorFlow traces again for each shape.
- The batch axis of a layer or model, where the project fixes the batch size, or trains in a loop of its own with `tf.GradientTape`
  and neither calls `fit` nor creates an `Input`.

## Fix
Use `tf.shape(x)[i]`, which is an int32 tensor with the length of each call; the static shape then has None in its place. Or
make the length known: `drop_remainder=True`, a number in the `TensorSpec`, `x.set_shape(...)` after a `tf.py_function`.

## Fix safety
Unsafe: the length is a tensor, in eager code as well. Offered where the length is an argument of an operation, computed with
tensors whose dtype is known, or decides an `if` that may be a graph conditional.
'''

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.fixes.dtypes import dtype_of
from tflint_autograph.fixes.lengths import as_dynamic, dynamic, inlined_dtype, owner_of_shape
from tflint_autograph.model import body as ir
from tflint_autograph.model.levels import Confidence, Severity
from tflint_autograph.model.proof import ErrorKind, Proof
from tflint_autograph.model.values import SHAPE, Kind, Value
from tflint_autograph.rules.api import Help, Hit, Rule
from tflint_autograph.tfapi.lengths import takes_lengths
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.escape.known_values import is_filled_in
from tflint_autograph.traced.graph.lengths import looked_at, stands_for_list
from tflint_autograph.traced.graph.open_lengths import opening_path
from tflint_autograph.traced.graph.symbolic import ancestors, inlined, spoken
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.kinds import open_length, open_rank
from tflint_autograph.traced.tree.nodes import descendants

_ORDERED = (cst.LessThan, cst.LessThanEqual, cst.GreaterThan, cst.GreaterThanEqual)
_EQUAL = (cst.Equal, cst.NotEqual)
_AMONG = (cst.In, cst.NotIn)
_FLOATS = frozenset({"math.sqrt", "math.ceil", "math.floor", "math.log", "numpy.sqrt", "tensorflow.sqrt", "tensorflow.math.sqrt"})
"""Functions whose TensorFlow counterpart takes only floats."""

_COUNTERPARTS = {"full": "fill", "arange": "range", "min": "minimum", "max": "maximum", "log": "math.log", "ceil": "math.ceil",
                 "prod": "reduce_prod", "sum": "reduce_sum", "mean": "reduce_mean"}  # fmt: skip
_CONVERTING = frozenset({"builtins.int", "builtins.abs", "builtins.round"})

rule = Rule(
    __name__, code="TFA304", when="values:open_length",
    proof=(Proof.RAISES, Proof.DIFFERS, Proof.UNSIZED),
    raises=(ErrorKind.SHAPE, ErrorKind.VALUE, ErrorKind.DTYPE), severity=Severity.WARNING
)

_PLAIN = rule.advises("use `{length}`")
_CAST = rule.advises("use `tf.cast({length}, {dtype})`")
_EQUALS = rule.advises("use `tf.reduce_all({length} == {other})`")
_ANY = rule.advises("use `tf.reduce_any(tf.equal({length}, {others}))`")
_DECIDES = rule.advises("decide with `tf.cond` on `{length}`")
_ASKED = rule.advises("write `{length} > 0`")
_PRODUCT = rule.advises("use `tf.size({x})`")
_OF_FLOAT = rule.advises("use `tf.{function}(tf.cast({length}, tf.float32))`")
_FUNCTION = rule.advises("use `tf.{function}` with `{length}`")
_UNCALLED = rule.advises("use `{length}` without `{function}`")
_FOLDED = rule.advises("use `tf.map_fn`, `tf.foldl` or `tf.scan`, since the length is known only when the graph runs")


@rule(cst.BinaryOperation)
def check_arithmetic(node: cst.BinaryOperation, fn: TracedFunction) -> Iterator[Hit]:
    """Reports arithmetic with a length that is None."""
    for side, other in ((node.left, node.right), (node.right, node.left)):
        value = fn.value(side)
        if open_length(value) and value.type != SHAPE and not _raises_before(side, fn):
            yield from _hit(side, value, fn, "raises: the length is `None`", _reckoned(node, side, other, fn))


def _raises_before(node: cst.BaseExpression, fn: TracedFunction) -> bool:
    """Whether an operand is a call that needs a number itself: `max(x.shape[0], 3) + 1`."""
    return isinstance(node, cst.Call) and takes_lengths(canonical(fn.called(node)))


def _reckoned(node: cst.BinaryOperation, side: cst.BaseExpression, other: cst.BaseExpression, fn: TracedFunction) -> Help:
    """Returns the length as a tensor of the dtype that the other operand needs."""
    value, length = fn.value(other), _length(side, fn)
    if value.kind.graph:
        dtype = dtype_of(other, fn)
        return _PLAIN(length=length) if dtype == "int32" else _CAST(length=length, dtype=inlined_dtype(other, dtype))
    is_float = value.type == "builtins.float" or isinstance(node.operator, cst.Divide)
    return _CAST(length=length, dtype="tf.float32") if is_float else _PLAIN(length=length)


def _length(node: cst.BaseExpression, fn: TracedFunction) -> str:
    """Returns the code that reads a static length or shape when the graph runs."""
    return dynamic(node, fn) or ("tf.shape(...)" if fn.value(node).type == SHAPE else "tf.shape(...)[...]")


@rule(cst.Comparison)
def check_comparison(node: cst.Comparison, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a comparison of a length that is None, or of a whole shape."""
    left = node.left
    for part in node.comparisons:
        right = part.comparator
        sides = ((left, fn.value(left)), (right, fn.value(right)))
        found = next(((side, value) for side, value in sides if open_length(value)), None)
        left = right
        if found is None or any(value.kind is Kind.NONE for _, value in sides) or _are_shapes(*sides):
            continue
        other = next(side for side, _ in sides if side is not found[0])
        advice = _compared(found[0], other, node, fn)
        if isinstance(part.operator, _AMONG) and found[0] is sides[0][0] and found[1].type != SHAPE and _are_numbers(sides[1][1]):
            yield from _hit(*found, fn, "compares with `None`: decided once, at trace time", _ANY(length=_length(found[0], fn), others=inlined(right)))
        if isinstance(part.operator, _EQUAL):
            yield from _hit(*found, fn, "compares with `None`: decided once, at trace time", advice)
        elif isinstance(part.operator, _ORDERED) and found[1].type != SHAPE:
            yield from _hit(*found, fn, "raises: `None` cannot be compared", advice)


def _are_numbers(value: Value) -> bool:
    """Whether a value is a list, tuple or set of numbers."""
    return value.kind is Kind.CONTAINER and bool(value.items) and all(type(item.const) is int for item in value.items or ())


def _compared(side: cst.BaseExpression, other: cst.BaseExpression, node: cst.Comparison, fn: TracedFunction) -> Help:
    length = _length(side, fn)
    if not fn.converted and _decides(node, fn):
        return _DECIDES(length=length)
    return _EQUALS(length=length, other=inlined(other)) if fn.value(side).type == SHAPE else _PLAIN(length=length)


def _decides(node: cst.BaseExpression, fn: TracedFunction) -> bool:
    """Whether the truth of an expression is tested where it is."""
    parent = next(ancestors(node, fn), None)
    return isinstance(parent, (cst.If, cst.While, cst.IfExp, cst.BooleanOperation, cst.UnaryOperation))


def _are_shapes(*sides: tuple[cst.BaseExpression, Value]) -> bool:
    """Whether two static shapes are compared."""
    return all(value.type == SHAPE or (isinstance(node, cst.Attribute) and node.attr.value == "shape") for node, value in sides)


@rule(cst.If, cst.While, cst.IfExp)
def check_truth(node: cst.CSTNode, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a length that is None as a condition."""
    assert isinstance(node, (cst.If, cst.While, cst.IfExp))
    for side in _sides(node.test):
        value = fn.value(side)
        if open_length(value) and value.type != SHAPE and not _asks_when_run(node, fn):
            advice = _ASKED if fn.converted else _DECIDES
            yield from _hit(side, value, fn, "`None` is false: decided once, at trace time", advice(length=_length(side, fn)), asked=True)


def _sides(test: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
    """Yields the operands whose truth decides a condition: those of `and` and `or`, or the condition itself."""
    if isinstance(test, cst.BooleanOperation):
        yield from (*_sides(test.left), *_sides(test.right))
    else:
        yield test


def _asks_when_run(node: cst.CSTNode, fn: TracedFunction) -> bool:
    """Whether a condition or its blocks read a length when the graph runs."""
    return any(isinstance(each, cst.Call) and fn.called(each) == "tensorflow.shape" for each in descendants(node))


@rule(cst.Call)
def check_call(call: cst.Call, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a length that is None where a call needs a number."""
    name = canonical(fn.called(call))
    if name == "builtins.len" and len(call.args) == 1:
        yield from _of_unknown_rank(call.args[0].value, fn)
    elif (listed := _listed(call)) is not None:
        yield from _of_unknown_rank(listed, fn)
    if not takes_lengths(name):
        return
    for arg in call.args:
        for node in _parts(arg.value):
            value = fn.value(node)
            if open_length(value) and (value.type != SHAPE or not name.startswith("builtins.")):
                yield from _hit(node, value, fn, "raises: the length is `None`", _given(node, name, fn))


def _listed(node: cst.BaseExpression) -> cst.BaseExpression | None:
    """Returns the shape that a call of `as_list` lists, None for other expressions."""
    func = node.func if isinstance(node, cst.Call) else None
    return func.value if isinstance(func, cst.Attribute) and func.attr.value == "as_list" else None


def _of_unknown_rank(node: cst.BaseExpression, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a static shape where its number of axes is needed, if that is not known either."""
    value = fn.value(node)
    if open_rank(value) and _listed(node) is None and not stands_for_list(node, fn):
        owner = owner_of_shape(node)
        yield from _hit(node, value, fn, "raises: the rank is not known", _PLAIN(length=f"tf.rank({inlined(owner)})" if owner is not None else "tf.rank(...)"))


def _given(node: cst.BaseExpression, name: str, fn: TracedFunction) -> Help:
    """Returns the argument or function to use in place of one that needs a number."""
    module, word, length = name.partition(".")[0], name.rpartition(".")[2], _length(node, fn)
    owner = owner_of_shape(node)
    if word == "prod" and owner is not None:
        return _PRODUCT(x=inlined(owner))
    if name in _FLOATS:
        return _OF_FLOAT(function=_COUNTERPARTS.get(word, word), length=length)
    if name in _CONVERTING:
        return _UNCALLED(length=length, function=word)
    if name == "builtins.float":
        return _CAST(length=length, dtype="tf.float32")
    if name == "builtins.range" and not fn.converted:
        return _FOLDED()
    if module in ("builtins", "numpy", "math"):
        return _FUNCTION(function=_COUNTERPARTS.get(word, word), length=length)
    return _PLAIN(length=length)


def _parts(node: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
    """Yields the elements of a list or tuple display, or the expression itself."""
    if isinstance(node, (cst.List, cst.Tuple)):
        for element in node.elements:
            yield from _parts(element.value)
    else:
        yield node


def _validates(fn: TracedFunction) -> bool:
    """Whether the statement is an `if` that only raises, which checks what is known."""
    return isinstance(fn.statement, ir.If) and isinstance(fn.statement.body[-1], ir.Raise)


def _hit(
    node: cst.BaseExpression, value: Value, fn: TracedFunction, note: str, advice: Help, *, asked: bool = False
) -> Iterator[Hit]:
    if looked_at(node, fn) or is_filled_in(node, fn) or any(isinstance(each, (cst.Raise, cst.Assert)) for each in ancestors(node, fn)):
        return
    opening = opening_path(node, fn)
    assumed = (opening or fn.trace).steps[0].span in fn.analysis.assumed_batches
    sure = Confidence.LOW if assumed or _validates(fn) else value.confidence
    yield Hit(
        node,
        f"{spoken(node, 'a static shape' if value.type == SHAPE else 'a static length')} is not known at trace time",
        note=note,
        help=advice,
        confidence=min(sure, value.confidence),
        assumptions=("batch-by-use",) if value.confidence is Confidence.MEDIUM else (),
        labels=fn.because(value),
        trace=opening,
        fix=as_dynamic(node, fn) if value.type != SHAPE and not asked else None,
    )
