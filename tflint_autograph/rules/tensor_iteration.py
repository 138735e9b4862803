"""
A tensor that Python itself iterates or unpacks in traced code.

## What it does
Flags a tensor in a comprehension, in `enumerate`, `zip`, `reversed`, `map`, `filter`, `list`, `tuple`, `iter`, `sum`, `any`,
`all`, `max` and `min`, after `in`, `*` and `yield from`, and on the right of `a, b =`; in functions of the standard library such as
`itertools.permutations` and `functools.reduce`; and a `for` over a tensor in code that AutoGraph does not convert.

## Why it matters
AutoGraph converts only a `for` statement over a tensor to a graph loop. Everywhere else Python needs the
elements of the symbolic tensor, which do not exist yet: TensorFlow raises `OperatorNotAllowedInGraphError` at trace time. An eager
tensor has them, so that the same code works until it is decorated.

## When
- First, second and third call: each raises at trace time; no graph is ever created.
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
- `for row in x` and `for i in range(n)` with a tensor in converted code: graph loops.
- `len(x)`, `sorted(x)`, which AutoGraph converts; `x.shape`, which Python knows.
- What may be a list of tensors as well as a tensor, as nothing but its use shows: the inputs of a layer or of a function that Keras or a
  dataset calls, an argument of a helper, the result of `tf.nest.map_structure`. An argument of a `tf.function` has low confidence where no
  call of it is seen, and so has a name whose type the function tests: `isinstance(x, tuple)`, `tf.is_tensor(x)`.

## Fix
`height, width = tf.unstack(tf.shape(x))`, `first, second = tf.unstack(x)` where the leading dimension is static;
`tf.reduce_sum(x)` for `sum(x)`; `tf.map_fn` or a whole-tensor operation for a comprehension; `for i in tf.range(n)` with
`x[i]` for `enumerate` and `zip`.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import libcst as cst

from tflint_autograph.fixes.dtypes import dtype_of
from tflint_autograph.rules.api import (
    Confidence,
    ErrorKind,
    Help,
    Hit,
    Kind,
    Proof,
    Rule,
    Severity,
    TracedFunction,
    Value,
)
from tflint_autograph.tfapi.python_uses import ITERATING
from tflint_autograph.traced.graph.iteration import (
    consumed,
    is_given_by_program,
    is_one_tensor,
    iterated_by_library,
    starred,
    told_apart,
    wrapped,
)
from tflint_autograph.traced.graph.symbolic import ancestors, inlined, inlined_operand
from tflint_autograph.traced.program import is_output
from tflint_autograph.traced.tree.kinds import has_open_length
from tflint_autograph.traced.tree.mutations import brief
from tflint_autograph.traced.tree.nodes import COMPREHENSIONS

rule = Rule(
    __name__, code="TFA203", when="python", proof=(Proof.RAISES, Proof.DIFFERS),
    raises=(ErrorKind.ITERATION, ErrorKind.LENGTH), severity=Severity.ERROR
)

_OF_CALLS = {
    "sum": rule.advises("use `tf.reduce_sum({x}, axis=0)`"),
    "max": rule.advises("use `tf.reduce_max({x})`"),
    "min": rule.advises("use `tf.reduce_min({x})`"),
    "any": rule.advises("use `tf.reduce_any({x})`"),
    "all": rule.advises("use `tf.reduce_all({x})`"),
    "list": rule.advises("use `tf.unstack({x})`"),
    "tuple": rule.advises("use `tuple(tf.unstack({x}))`"),
    "set": rule.advises("use `tf.unique({x}).y`"),
    "frozenset": rule.advises("use `tf.unique({x}).y`"),
    "iter": rule.advises("use `iter(tf.unstack({x}))`"),
    "reversed": rule.advises("use `tf.reverse({x}, [0])`"),
    "filter": rule.advises("use `tf.boolean_mask({x}, ...)` with the truth of each element"),
}
_TRUTH_OF_NUMBERS = {
    "any": rule.advises("use `tf.reduce_any(tf.cast({x}, tf.bool))`"),
    "all": rule.advises("use `tf.reduce_all(tf.cast({x}, tf.bool))`"),
}
_BY_KEY = {
    "max": rule.advises("use `tf.gather({x}, tf.argmax(...))` with the key of each element"),
    "min": rule.advises("use `tf.gather({x}, tf.argmin(...))` with the key of each element"),
}
_NUMBERED = rule.advises("loop over `tf.range(tf.shape({x})[0])` and use `{element}[i]`")
_UNSTACKED = rule.advises("use `{call}` of `tf.unstack({x})`")
_MAPPED = rule.advises("use `tf.map_fn({function}, {x})`, with `fn_output_signature=` if the dtype changes")
_STARRED = rule.advises("use `*tf.unstack({x})`")
_UNPACKED = rule.advises("use `tf.unstack({x})`")
_COUNTED = rule.advises("use `tf.unstack({x}, {count})`")
_ROW = rule.advises("loop with `for row in {x}:` and unpack `tf.unstack(row)`")
_AMONG = rule.advises("use `tf.reduce_any({element} == {left})`")
_NOT_AMONG = rule.advises("use `tf.reduce_all({element} != {left})`")
_UNROLLED = rule.advises("loop over `tf.unstack({x})`, or use `tf.map_fn`, `tf.foldl` or `tf.scan`")
_OPEN = rule.advises("loop with `for row in {x}:`, since the length is known only when the graph runs")
_FOLDED = rule.advises("use `tf.map_fn`, `tf.foldl` or `tf.scan`, since the length is known only when the graph runs")

_Advise = Callable[[cst.BaseExpression, TracedFunction], Help]


@rule(*COMPREHENSIONS)
def check_comprehension(node: cst.BaseComp, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a comprehension over a tensor, or over `range(tensor)`."""
    source = node.for_in.iter
    if isinstance(source, cst.Call) and fn.called(source) == "builtins.range" and fn.converted:
        bounds = [fn.value(arg.value) for arg in source.args]
        tensors = [bound for bound in bounds if bound.kind.graph]
        if tensors:
            numbers = f"tf.{inlined(source, 'range(...)')}"
            yield _hit(source, tensors[0], "a comprehension", tensors[0].confidence, _mapped(node, numbers), fn)
        return
    yield from _check(source, "a comprehension", fn, lambda source, fn: _mapped(node, inlined(source)))


def _mapped(node: cst.BaseComp, source: str) -> Help:
    target = node.for_in.target
    name = target.value if isinstance(target, cst.Name) else "row"
    return _MAPPED(function=f"lambda {name}: ...", x=source)


@rule(cst.Call)
def check_call(call: cst.Call, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a built-in, or another function of the standard library, that iterates a tensor."""
    name = fn.called(call)
    for argument in (*consumed(call, name), *wrapped(call, name), *iterated_by_library(call, name)):
        word = name.removeprefix("builtins.")
        yield from _check(argument, f"`{word}`", fn, partial(_in_place_of, call, word))


def _in_place_of(call: cst.Call, word: str, source: cst.BaseExpression, fn: TracedFunction) -> Help:
    """Returns the TensorFlow function for a built-in that iterates a tensor."""
    x = inlined(source)
    if word in ("enumerate", "zip"):
        return _side_by_side(call, word, source, fn)
    if word == "map":
        return _MAPPED(function=inlined(call.args[0].value), x=x)
    if word in ("list", "tuple", "iter") and has_open_length(fn.value(source)):
        return _of_open_length(x, fn)
    if word in _BY_KEY and len(call.args) > 1:
        return _BY_KEY[word](x=x)
    if word in _TRUTH_OF_NUMBERS and dtype_of(source, fn) != "bool":
        return _TRUTH_OF_NUMBERS[word](x=x)
    if word in ITERATING:
        return _of_open_length(x, fn) if has_open_length(fn.value(source)) else _UNSTACKED(call=word, x=x)
    return _OF_CALLS[word](x=x)


def _side_by_side(call: cst.Call, word: str, source: cst.BaseExpression, fn: TracedFunction) -> Help:
    """Returns the help for `enumerate` and `zip`: a graph loop if all arguments support it."""
    others = [arg.value for arg in call.args] if word == "zip" else [source]
    is_head = isinstance(next(ancestors(call, fn), None), cst.For) and fn.converted
    if is_head and all(fn.value(each).kind is Kind.TENSOR for each in others):
        return _NUMBERED(x=inlined(source), element=inlined_operand(source))
    if has_open_length(fn.value(source)):
        return _of_open_length(inlined(source), fn)
    return _UNSTACKED(call=word, x=inlined(source))


def _of_open_length(x: str, fn: TracedFunction) -> Help:
    return _OPEN(x=x) if fn.converted else _FOLDED()


@rule(cst.Arg, cst.StarredElement, cst.Yield)
def check_star(node: cst.CSTNode, fn: TracedFunction) -> Iterator[Hit]:
    """Reports `yield from x`, and `*x`, unless it collects: `a, *x = y`."""
    for source in starred(node) if not _collects(node, fn) else ():
        yield from _check(source, "`yield from`" if isinstance(node, cst.Yield) else "`*`", fn, _starred, whole=True)


def _collects(node: cst.CSTNode, fn: TracedFunction) -> bool:
    """Whether a starred name is in a target, which binds it."""
    for each in ancestors(node, fn):
        if not isinstance(each, (cst.Tuple, cst.List, cst.Element)):
            return isinstance(each, (cst.AssignTarget, cst.AsName)) or (isinstance(each, (cst.For, cst.CompFor)) and each.target is node)
        node = each
    return False


def _starred(source: cst.BaseExpression, fn: TracedFunction) -> Help:
    x = inlined(source)
    return _of_open_length(x, fn) if has_open_length(fn.value(source)) else _STARRED(x=x)


@rule(cst.Assign)
def check_unpacking(node: cst.Assign, fn: TracedFunction) -> Iterator[Hit]:
    """Reports `a, b = x`."""
    taken = [target.target for target in node.targets if isinstance(target.target, (cst.Tuple, cst.List))]
    if taken:
        yield from _check(node.value, "unpacking", fn, partial(_unpacked, taken[0]), whole=True)


def _unpacked(target: cst.Tuple | cst.List, source: cst.BaseExpression, fn: TracedFunction) -> Help:
    starred = any(isinstance(each, cst.StarredElement) for each in target.elements)
    is_counted = has_open_length(fn.value(source)) and not starred
    return _COUNTED(x=inlined(source), count=str(len(target.elements))) if is_counted else _UNPACKED(x=inlined(source))


@rule(cst.Comparison)
def check_membership(node: cst.Comparison, fn: TracedFunction) -> Iterator[Hit]:
    """Reports `2 in x`."""
    left = node.left
    for part in node.comparisons:
        if isinstance(part.operator, (cst.In, cst.NotIn)):
            yield from _check(part.comparator, "`in`", fn, partial(_among, left, part.operator))
        left = part.comparator


def _among(left: cst.BaseExpression, operator: cst.BaseCompOp, source: cst.BaseExpression, _: TracedFunction) -> Help:
    advice = _AMONG if isinstance(operator, cst.In) else _NOT_AMONG
    return advice(element=inlined_operand(source), left=inlined_operand(left))


@rule(cst.For)
def check_for(loop: cst.For, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a `for` in unconverted code, or one that unpacks its rows, or the items of a list that is written out."""
    if not fn.converted:
        yield from (replace(hit, under=fn.unconverted_under) for hit in _check(loop.iter, "an unconverted `for`", fn, _unrolled))
    elif isinstance(loop.target, (cst.Tuple, cst.List)):
        for item in loop.iter.elements if isinstance(loop.iter, (cst.Tuple, cst.List)) else ():
            yield from _check(item.value, "unpacking", fn, partial(_unpacked, loop.target), whole=True)
        yield from _check(loop.iter, "unpacking a row", fn, lambda source, _: _ROW(x=inlined(source)), whole=True)


def _unrolled(source: cst.BaseExpression, fn: TracedFunction) -> Help:
    return _FOLDED() if has_open_length(fn.value(source)) else _UNROLLED(x=inlined(source))


def _check(source: cst.BaseExpression, spoken: str, fn: TracedFunction, advise: _Advise, *, whole: bool = False) -> Iterator[Hit]:
    """Yields a hit if the value is iterated. `whole`: require proof that it is one tensor, where a tuple of tensors is usual."""
    if not fn.converted and isinstance(source, cst.Call) and fn.called(source) == "builtins.range":
        # `range` itself raises there, as TFA301 says: nothing is iterated.
        return
    value = fn.value(source)
    unsure = value.confidence is Confidence.LOW
    if not value.kind.graph or is_output(value) or (unsure and not is_given_by_program(source, value, fn)):
        return
    either = told_apart(source, fn, by_length=whole) or (whole and not is_one_tensor(source, value, fn))
    sure = Confidence.LOW if either else value.confidence
    yield _hit(source, value, spoken, sure, advise(source, fn), fn)


def _hit(source: cst.BaseExpression, value: Value, spoken: str, sure: Confidence, advice: Help, fn: TracedFunction) -> Hit:
    name = brief(source, 24)
    return Hit(
        source,
        f"{spoken} iterates a tensor in Python" if name is None else f"{spoken} iterates the tensor `{name}` in Python",
        note="raises at trace time",
        help=advice,
        confidence=sure,
        labels=fn.because(value),
    )
