"""
A Python iterator that lives outside the call is advanced in traced code.

## What it does
Flags `next()` on, and loops over, Python iterators and generators which were created outside the call or passed to it:
`iter(...)` of a list, generators, `zip`, `map`, `enumerate`, `itertools.count`, `itertools.cycle` and the like.

## Why it matters
The iterator is advanced at trace time, and its element becomes a constant in the graph. Every later call uses
the same element: a stream of learning rates never advances, a counter stays at its first number. A loop over such a
generator copies its elements into the graph and leaves it exhausted for the next trace, which then sees nothing.

## When
- First call: the iterator is advanced during tracing; the element is a constant from then on. It is advanced twice if
  variables are created on that call, since TensorFlow then traces the function twice.
- Second and third call with the same signature: the same element again.
- A new shape, dtype or Python argument: one more element, or `StopIteration` at the end.

## Bad
```python
import itertools

import tensorflow as tf

numbers = itertools.count(1)


@tf.function
def numbered(x):
    return x + next(numbers)  # TFA105


for _ in range(3):
    print(int(numbered(tf.constant(0))))
```

```python
import tensorflow as tf


def halving(rate):
    while True:
        yield rate
        rate /= 2.0


rates = halving(1.0)


def current():
    return next(rates)  # TFA105


@tf.function
def step(x):
    return x * current()


for _ in range(3):
    print(float(step(tf.constant(1.0))))
```

```python
import tensorflow as tf

parts = (float(number) for number in range(9))


@tf.function
def taken(x):
    for part in parts:  # TFA105
        x += part
    return x


for _ in range(3):
    print(float(taken(tf.constant(0.0))))
```

## Good
The iterator of a `tf.data.Dataset` is in the graph:

```python
import tensorflow as tf

numbers = iter(tf.data.Dataset.counter(1))


@tf.function
def numbered(x):
    return x + next(numbers)


for _ in range(3):
    print(int(numbered(tf.constant(0, tf.int64))))
```

An iterator created in the call starts from the beginning in both modes:

```python
import tensorflow as tf


def halving(rate):
    for _ in range(3):
        yield rate
        rate /= 2.0


@tf.function
def step(x):
    first = next(iter([1.0, 2.0]))
    for rate in halving(first):
        x += rate
    return x


for _ in range(3):
    print(float(step(tf.constant(1.0))))
```

## Not reported
- Iterators of `tf.data`, and values that may be one: only what is certainly a Python iterator is reported.
- Iterators and generators created in the call, and lists, which every loop starts from the beginning.
- A counter that numbers names or other parts of a graph, not its values: low confidence.

## Fix
Call `next` outside and pass the element as a tensor, create the iterator of a `tf.data.Dataset`
(`Dataset.from_generator` takes a Python generator), or keep a count in a `tf.Variable`.
"""

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.rules.api import Confidence, Help, Hit, Origin, Proof, Rule, Severity, TracedFunction, Value
from tflint_autograph.traced.escape.exemptions import Effect, exempt
from tflint_autograph.traced.graph.computing import is_computed_with, is_of_name
from tflint_autograph.traced.graph.iteration import wrapped
from tflint_autograph.traced.tree.kinds import is_python_iterator
from tflint_autograph.traced.tree.mutations import written
from tflint_autograph.traced.tree.nodes import COMPREHENSIONS

rule = Rule(
    __name__, code="TFA105", when="values:outer_iterator", proof=(Proof.RUNS,), severity=Severity.WARNING
)

_ELEMENT = rule.advises("pass the element as a tensor argument, or iterate over a `tf.data.Dataset`")
_ELEMENTS = rule.advises("pass the elements as a tensor argument, or loop over a `tf.data.Dataset`")
_ASIDE = rule.advises("advance it in `tf.py_function`, on every call")

_CONSUME = frozenset(
    f"builtins.{word}" for word in ("next", "list", "tuple", "set", "dict", "sum", "min", "max", "sorted", "any", "all")
)
_LAZY = frozenset({"builtins.enumerate", "builtins.zip", "builtins.map", "builtins.filter"})
"""Iterators over any argument, possibly a dataset."""

_FIRST = frozenset(f"itertools.{word}" for word in ("accumulate", "batched", "compress", "islice", "pairwise"))
_SECOND = frozenset(f"itertools.{word}" for word in ("dropwhile", "filterfalse", "starmap", "takewhile"))
_EACH = frozenset({"itertools.chain", "itertools.zip_longest"})
"""Iterators that advance their first, second and all arguments when they are advanced."""


@rule(cst.Call)
def check_next(call: cst.Call, fn: TracedFunction) -> Iterator[Hit]:
    """Reports `next(iterator)`, `list(iterator)`, `iterator.__next__()` and `generator.send(...)`."""
    if fn.called(call) in _CONSUME and call.args:
        yield from _all_hits(call, call.args[0].value, fn)
    elif isinstance(call.func, cst.Attribute) and call.func.attr.value in ("__next__", "send"):
        yield from _hits(call, call.func.value, fn)


@rule(cst.For)
def check_loop(loop: cst.For, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a loop over an iterator, which exhausts it."""
    yield from _all_hits(loop.iter, loop.iter, fn)


@rule(*COMPREHENSIONS)
def check_comprehension(node: cst.BaseComp, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a comprehension over an iterator; further loops in it are ignored."""
    yield from _all_hits(node.for_in.iter, node.for_in.iter, fn)


def _all_hits(node: cst.CSTNode, iterator: cst.BaseExpression, fn: TracedFunction) -> Iterator[Hit]:
    for advanced in _advanced(iterator, fn):
        yield from _hits(node, advanced, fn)


def _advanced(node: cst.BaseExpression, fn: TracedFunction) -> Iterator[cst.BaseExpression]:
    """Yields an iterator, or those advanced by a `zip`, `islice` or the like created for the expression."""
    inner = list(_given(node, fn.called(node))) if isinstance(node, cst.Call) else []
    for each in inner:
        yield from _advanced(each, fn)
    if not inner:
        yield node


def _given(call: cst.Call, name: str) -> Iterator[cst.BaseExpression]:
    if name in _EACH:
        yield from (arg.value for arg in call.args if arg.keyword is None)
    elif name in _FIRST or name in _SECOND:
        yield from (arg.value for arg in call.args[name in _SECOND :][:1])
    else:
        yield from wrapped(call, name)


def _hits(node: cst.CSTNode, iterator: cst.BaseExpression, fn: TracedFunction) -> Iterator[Hit]:
    value = fn.value(iterator)
    if not is_python_iterator(value) or value.origin not in (Origin.OUTER, Origin.ARGUMENT) or exempt(fn, Effect.STATE):
        return
    yield Hit(
        node,
        f"`{value.spelling or written(iterator)}` is advanced only at trace time, not on every call",
        note=f"the same element{'' if _takes_one(node, fn) else 's'} on every call",
        help=_help(node, fn),
        confidence=_confidence(node, value, fn),
        labels=fn.because(value),
    )


def _help(node: cst.CSTNode, fn: TracedFunction) -> Help:
    if not fn.is_called_by_program:
        return _ASIDE()
    return _ELEMENT() if _takes_one(node, fn) else _ELEMENTS()


def _takes_one(node: cst.CSTNode, fn: TracedFunction) -> bool:
    """Whether the iterator is advanced by one element, and not to its end."""
    return isinstance(node, cst.Call) and fn.called(node) in ("builtins.next", "")


def _confidence(node: cst.CSTNode, value: Value, fn: TracedFunction) -> Confidence:
    """Returns low confidence for an iterator that may number parts of the graph, or may iterate a dataset."""
    statement = fn.statement
    in_graph = statement is not None and statement.ordinal in (fn.flow.ops | fn.flow.conditional_ops)
    is_used = not is_of_name(node, fn) and (in_graph or is_computed_with(statement, fn))
    if value.factory == "itertools.count" and not is_used:
        return Confidence.LOW
    return Confidence.MEDIUM if value.type in _LAZY else Confidence.HIGH
