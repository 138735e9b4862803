"""
A dataset that Python itself iterates in traced code.

## What it does
Flags a dataset in a comprehension or generator expression, in `list()`, `tuple()`, `sum()` and the like, behind `*` and `in`,
where it is unpacked, and in a `for`, `any()` or `all()` that AutoGraph does not convert: in a generator, under `autograph=False`
or `do_not_convert`, or around an iterator of Python's own such as a progress bar.

## Why it matters
AutoGraph converts a `for` statement over a dataset to a graph loop. Everything else that iterates takes one
element after the other from the dataset at trace time. Each element is symbolic, the end is never reached, and tracing continues until
memory is full: the program hangs silently. Only under `autograph=False` does TensorFlow raise an error.

## When
- First call: tracing never ends, or raises after 32 elements without AutoGraph.
- There is no second call, with the same signature or a new signature.

## Bad
```python
import tensorflow as tf

numbers = tf.data.Dataset.range(3)


@tf.function(autograph=False)
def total(x):
    for number in numbers:  # TFA204
        x += number
    return x


for value in (0, 1, 2):
    print(int(total(tf.constant(value, tf.int64))))
```

## Good
A `for` statement in converted code, over a dataset or over `enumerate` or `zip` of datasets:

```python
import tensorflow as tf

numbers = tf.data.Dataset.range(3, 6)


@tf.function
def total(x):
    for i, (one, other) in enumerate(zip(numbers, numbers)):
        x += tf.cast(i, tf.int64) * one * other
    return x


for value in (0, 1, 2):
    print(int(total(tf.constant(value, tf.int64))))
```

```python
import tensorflow as tf

numbers = tf.data.Dataset.range(3)


@tf.function
def total(x):
    return numbers.reduce(x, lambda state, number: state + number)


for value in (0, 1, 2):
    print(int(total(tf.constant(value, tf.int64))))
```

## Not reported
- `for batch in dataset`, `enumerate(dataset)` and `zip(dataset, ...)` in a `for` statement of converted code.
- `iter(dataset)`, which gives an iterator in the graph.
- `any(dataset)` and `all(dataset)` in converted code, which accept a dataset of booleans.
- Iteration that ends for another reason: `zip(range(n), dataset)`, `itertools.islice(dataset, n)`.
- Datasets in eager code, where iteration works.

## Fix
Loop with a `for` statement and collect in a `tf.TensorArray`; or use `dataset.reduce`, `dataset.map` and
`dataset.batch`. A progress bar belongs around the call of the traced function.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import libcst as cst

from tflint_autograph.rules.api import Advice, Confidence, ErrorKind, Hit, Proof, Rule, Severity, TracedFunction
from tflint_autograph.traced.graph.iteration import consumed, iterated, starred, wrapped
from tflint_autograph.traced.graph.symbolic import inlined
from tflint_autograph.traced.tree.kinds import of_dataset
from tflint_autograph.traced.tree.mutations import written
from tflint_autograph.traced.tree.nodes import COMPREHENSIONS

_TRUTHS = frozenset({"builtins.any", "builtins.all"})
"""Built-ins that AutoGraph converts for a dataset, and that elsewhere test the truth of its elements.

FACTS, "builtins and numpy on a symbolic tensor".
"""

_TO_THE_END = {
    **dict.fromkeys(("builtins.sorted", "builtins.dict", "collections.deque"), 0),
    **dict.fromkeys(("functools.reduce", "heapq.nlargest", "heapq.nsmallest"), 1),
}
"""Further functions that iterate a dataset to the end, with the position of that argument."""

_PROGRESS = ("tqdm.", "rich.progress.", "alive_progress.", "progressbar.")

rule = Rule(
    __name__, code="TFA204", when="python",
    proof=(Proof.ENDLESS, Proof.RAISES, Proof.FLOW, Proof.DIFFERS),
    raises=(ErrorKind.ITERATION, ErrorKind.LOOP, ErrorKind.EXIT), severity=Severity.ERROR
)


_ITERATORS = frozenset({"__iter__", "__next__"})
_LOOP = rule.advises("loop with `for element in {dataset}:`, or use `{dataset}.reduce(...)`")
_REDUCE = rule.advises("use `{dataset}.reduce(...)`")
_ITSELF = rule.advises("loop over `{dataset}` itself")
_NEXT = rule.advises("take each element with `next` from `iter({dataset})`")


@rule(*COMPREHENSIONS)
def check_comprehension(node: cst.BaseComp, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a comprehension over a dataset."""
    for source in _asked(node.for_in.iter, fn):
        yield from _hit(source, "a comprehension over", fn)


@rule(cst.Call)
def check_call(call: cst.Call, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a built-in that iterates a dataset to the end."""
    name = fn.called(call)
    word = name.rpartition(".")[2]
    if name in _TRUTHS:
        for argument in consumed(call, name) if not fn.converted else ():
            yield from (replace(hit, under=fn.unconverted_under) for hit in _undecided(argument, word, fn))
    elif name != "builtins.iter":
        positional = (arg.value for arg in call.args if arg.keyword is None and not arg.star)
        place = _TO_THE_END.get(name)
        for argument in consumed(call, name) if place is None else islice(positional, place, place + 1):
            for source in _asked(argument, fn):
                yield from _hit(source, f"calling `{word}()` on", fn)


@rule(cst.ComparisonTarget)
def check_membership(node: cst.ComparisonTarget, fn: TracedFunction) -> Iterator[Hit]:
    """Reports `2 in dataset`."""
    if isinstance(node.operator, (cst.In, cst.NotIn)):
        yield from _undecided(node.comparator, "in", fn)


@rule(cst.Assign)
def check_unpacking(node: cst.Assign, fn: TracedFunction) -> Iterator[Hit]:
    """Reports `a, b = dataset`."""
    if any(isinstance(target.target, (cst.Tuple, cst.List)) for target in node.targets):
        for hit in _hit(node.value, "unpacking", fn, _NEXT):
            yield replace(hit, message="unpacking a `tf.data.Dataset` raises at trace time", note="gives more values than there are names")


@rule(cst.Arg, cst.StarredElement)
def check_star(node: cst.CSTNode, fn: TracedFunction) -> Iterator[Hit]:
    """Reports `*dataset`."""
    for source in starred(node):
        yield from _hit(source, "unpacking with `*`", fn)


@rule(cst.For)
def check_for(loop: cst.For, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a `for` over a dataset that AutoGraph does not convert, as such or because of a wrapper."""
    if fn.fact.name in _ITERATORS:
        # Reported where the object is looped over.
        return
    if not fn.converted:
        for source in _asked(loop.iter, fn):
            yield from (replace(hit, under=fn.unconverted_under) for hit in _hit(source, "an unconverted `for` over", fn))
    elif isinstance(loop.iter, cst.Call) and _wraps(loop.iter, fn):
        for argument in loop.iter.args:
            yield from _hit(argument.value, f"`{written(loop.iter.func)}` around", fn, _ITSELF, Confidence.MEDIUM)


def _asked(node: cst.BaseExpression, fn: TracedFunction) -> Iterator[cst.BaseExpression]:
    """Yields what is iterated to the end; if only datasets are zipped, the first of them."""
    zipped = list(wrapped(node, fn.called(node))) if isinstance(node, cst.Call) else []
    if len(zipped) > 1 and all(of_dataset(fn.value(each)) for each in zipped):
        return iter(zipped[:1])
    return iterated(node, fn)


def _wraps(call: cst.Call, fn: TracedFunction) -> bool:
    """Whether the call creates a Python iterator around its argument: a progress bar, or an object with an `__iter__`."""
    if fn.called(call).startswith(_PROGRESS):
        return True
    made = fn.value(call).cls
    return made is not None and fn.analysis.classes.method(made, "__iter__") is not None


def _undecided(source: cst.BaseExpression, word: str, fn: TracedFunction) -> Iterator[Hit]:
    """Yields a hit for iteration that stops at the first element, whose truth it tests."""
    for hit in _hit(source, "", fn, _REDUCE):
        message = f"`{word}` tests a `tf.data.Dataset` element as a bool at trace time"
        yield replace(hit, message=message, note="raises: a symbolic element has no value yet")


def _hit(
    source: cst.BaseExpression, spoken: str, fn: TracedFunction, advice: Advice | None = None, most: Confidence = Confidence.HIGH
) -> Iterator[Hit]:
    """Yields a hit for iterating a dataset to the end. The default advice is a graph loop."""
    value = fn.value(source)
    if of_dataset(value):
        advice = advice or (_LOOP if fn.converted else _REDUCE)
        yield Hit(
            source,
            f"{spoken} a `tf.data.Dataset` never ends at trace time",
            note="yields symbolic elements endlessly",
            help=advice(dataset=inlined(source, "the dataset")),
            confidence=min(value.confidence, most),
            labels=fn.because(value),
        )
