"""
A tensor that Python itself iterates or takes apart in traced code.

## What it does
Flags a tensor in a comprehension, in `enumerate`, `zip`, `reversed`, `map`, `filter`, `list`, `tuple`, `iter`, `sum`, `any`,
`all`, `max` and `min`, behind `in` and `*`, and on the right of `a, b =`; and a `for` over a tensor in code that AutoGraph
does not convert.

## Why it matters
AutoGraph turns a `for` statement over a tensor into a loop of the graph, and nothing else. Everywhere else Python asks a
symbol for its elements, which it has not got yet: TensorFlow raises `OperatorNotAllowedInGraphError` while tracing. An eager
tensor has them, so that the same code works until it is decorated.

## When
- First, second and third call: each raises while tracing; no graph is ever made.
- A new signature is traced again and raises again.

## Bad
```python
import tensorflow as tf


@tf.function
def area(x):
    height, width = tf.shape(x)  # TFA203
    return height * width


for size in (1, 2, 3):
    print(int(area(tf.ones([size, 2]))))
```

```python
import tensorflow as tf


@tf.function
def doubled(x):
    rows = tf.square(x)
    total = tf.add_n([2.0 * row for row in rows])  # TFA203
    for i, row in enumerate(rows):  # TFA203
        total += float(i) * row
    return total


for value in (1.0, 2.0, 3.0):
    print(float(doubled(tf.constant([value, 1.0]))))
```

## Good
A `for` statement, whole-tensor operations, `tf.unstack` where the size is static:

```python
import tensorflow as tf


@tf.function
def doubled(x):
    total = tf.reduce_sum(2.0 * x)
    first, second = tf.unstack(x)
    for row in x:
        total += row * first * second
    return total


for value in (1.0, 2.0, 3.0):
    print(float(doubled(tf.constant([value, 1.0]))))
```

A static shape is a Python value, and so is a list of tensors:

```python
import tensorflow as tf


@tf.function
def area(x):
    height, width = x.shape
    parts = [x, 2.0 * x]
    return height * width * tf.add_n([tf.reduce_sum(part) for part in parts])


for size in (1, 2, 3):
    print(float(area(tf.ones([size, 2]))))
```

## Not reported
- `for row in x` and `for i in range(n)` with a tensor in converted code: loops of the graph.
- `len(x)`, `sorted(x)`, which AutoGraph converts; `x.shape`, which Python knows.
- `a, b = x` of an argument of which nothing else says that it is a tensor: it may be a tuple, and is reported with low
  confidence only; in a method of a layer it is one. So is a name that the function asks for its type: `isinstance(x, tuple)`, `tf.is_tensor(x)`.

## Fix
`height, width = tf.unstack(tf.shape(x))`, `first, second = tf.unstack(x)` where the leading dimension is static;
`tf.reduce_sum(x)` for `sum(x)`; `tf.map_fn` or a whole-tensor operation for a comprehension; `for i in tf.range(n)` with
`x[i]` for `enumerate` and `zip`.
"""

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.model.facts import ClassKey
from tflint_autograph.model.levels import Confidence, Severity
from tflint_autograph.model.proof import Proof
from tflint_autograph.model.values import Kind, Value
from tflint_autograph.project.values.elements import is_output
from tflint_autograph.rules.api import Hit, Rule
from tflint_autograph.traced.graph.iteration import COMPREHENSIONS, consumed, starred, told_apart, wrapped
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.mutations import written

rule = Rule(
    __name__, code="TFA203", when="values.iterates_tensor", proof=(Proof.RAISES, Proof.DIFFERS), severity=Severity.ERROR
)


@rule(*COMPREHENSIONS)
def check_comprehension(node: cst.BaseComp, fn: TracedFunction) -> Iterator[Hit]:
    """A comprehension over a tensor, or over `range(tensor)`."""
    source = node.for_in.iter
    if isinstance(source, cst.Call) and fn.called(source) == "builtins.range" and fn.converted:
        bounds = [fn.value(arg.value) for arg in source.args]
        tensors = [bound for bound in bounds if bound.kind.graph]
        if tensors:
            yield _hit(source, tensors[0], "a comprehension", tensors[0].confidence, fn)
        return
    yield from _check(source, "a comprehension", fn)


@rule(cst.Call)
def check_call(call: cst.Call, fn: TracedFunction) -> Iterator[Hit]:
    """A built-in that iterates a tensor."""
    name = fn.called(call)
    for argument in (*consumed(call, name), *wrapped(call, name)):
        yield from _check(argument, f"`{name.removeprefix('builtins.')}`", fn)


@rule(cst.Arg, cst.StarredElement)
def check_star(node: cst.CSTNode, fn: TracedFunction) -> Iterator[Hit]:
    """`*x`."""
    for source in starred(node):
        yield from _check(source, "`*`", fn, whole=True)


@rule(cst.Assign)
def check_unpacking(node: cst.Assign, fn: TracedFunction) -> Iterator[Hit]:
    """`a, b = x`."""
    if any(isinstance(target.target, (cst.Tuple, cst.List)) for target in node.targets):
        yield from _check(node.value, "unpacking", fn, whole=True)


@rule(cst.ComparisonTarget)
def check_membership(node: cst.ComparisonTarget, fn: TracedFunction) -> Iterator[Hit]:
    """`2 in x`."""
    if isinstance(node.operator, (cst.In, cst.NotIn)):
        yield from _check(node.comparator, "`in`", fn)


@rule(cst.For)
def check_for(loop: cst.For, fn: TracedFunction) -> Iterator[Hit]:
    """A `for` in code that is not converted, or one that takes its rows apart."""
    if not fn.converted:
        yield from _check(loop.iter, "an unconverted `for`", fn)
    elif isinstance(loop.target, (cst.Tuple, cst.List)):
        yield from _check(loop.iter, "unpacking a row", fn, whole=True)


def _check(source: cst.BaseExpression, spoken: str, fn: TracedFunction, *, whole: bool = False) -> Iterator[Hit]:
    """`whole` asks for proof that the value is one tensor, where a tuple of tensors is the usual thing."""
    if not fn.converted and isinstance(source, cst.Call) and fn.called(source) == "builtins.range":
        # `range` itself raises there, as TFA301 says: nothing is iterated.
        return
    value = fn.value(source)
    parts = whole and value.confidence is Confidence.LOW and (_is_element(value) or _is_of_layer(value, fn))
    if value.kind.graph and not parts and not is_output(value):
        either = told_apart(source, fn, by_length=whole) or (whole and not _one_tensor(source, value, fn))
        sure = Confidence.LOW if either else value.confidence
        yield _hit(source, value, spoken, sure, fn)


def _one_tensor(source: cst.BaseExpression, value: Value, fn: TracedFunction) -> bool:
    """Whether it is one tensor and no tuple: layers, models and callers may give either where one tensor is expected."""
    if value.kind is Kind.VARIABLE or isinstance(source, (cst.BinaryOperation, cst.UnaryOperation)):
        return True
    if value.parameter:
        # Of what a layer takes apart, an annotation speaks of a part.
        annotated = value.because is None and _is_of_layer(value, fn)
        return value.confidence is Confidence.HIGH and not annotated and not _is_element(value)
    return _told(value).startswith("`tf.")


def _is_element(value: Value) -> bool:
    """Whether it comes out of a dataset or iterator: what is taken apart there is a tuple whose parts are not known."""
    told = _told(value)
    return "dataset" in told or "iterator" in told


def _told(value: Value) -> str:
    return value.because.text if value.because is not None else ""


def _is_of_layer(value: Value, fn: TracedFunction) -> bool:
    """Whether a method of Keras is given it: layers take apart where they are given several tensors, and never the rows of one."""
    return bool(value.parameter and fn.fact.owner and fn.keras_kind(ClassKey(fn.key.path, fn.fact.owner)))


def _hit(source: cst.BaseExpression, value: Value, spoken: str, sure: Confidence, fn: TracedFunction) -> Hit:
    name = written(source)
    name = name if len(name) <= 24 else "a tensor"
    return Hit(
        source,
        f"{spoken} iterates the tensor `{name}` in Python" if name != "a tensor" else f"{spoken} iterates a tensor in Python",
        note="raises while tracing",
        help="use `tf.unstack`, `tf.map_fn`, or a `for` statement in converted code",
        confidence=sure,
        labels=fn.because(value),
    )
