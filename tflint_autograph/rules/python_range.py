"""
A Python loop in traced code that copies its body into the graph once for each iteration.

## What it does
Flags a Python `for` or comprehension over `range(...)`, a list, `enumerate`, `zip`, `itertools.product` or a dict, `map` and
`functools.reduce` over one, and a Python `while` that counts, in traced code when the body makes operations and the number of
iterations is not a small constant. Nested loops count together. A loop that contains a `tf.GradientTape` or a train step is flagged whatever its length.

## Why it matters
AutoGraph converts a loop over a tensor to a graph loop. A loop over Python values stays Python: it runs at trace time, and
each iteration adds its operations again. Tracing time, memory and start-up grow with the number of
iterations, and a number of iterations passed as a Python argument causes a retrace for each number.

## When
- First call: the loop runs at trace time; the graph contains as many copies of the body as there are iterations.
- Second and third call with the same number of iterations: the long graph runs, the result is right.
- A new number of iterations, as a Python argument, a list of another length or a new static shape: the function is traced
  again, and its graph contains that number of copies.
- `range(n)` with a tensor `n` in converted code is a graph loop: one copy, one trace.

## Bad
```python
import tensorflow as tf


@tf.function
def power(x, n):
    y = tf.ones_like(x)
    for _ in range(n):  # TFA401
        y = y * x
    return y


for n in (20, 40, 60):
    print(float(power(tf.constant(1.0), n)))
```

A list of tensors is a Python value too:

```python
import tensorflow as tf


@tf.function
def total(frames):
    result = tf.constant(0.0)
    for frame in frames:  # TFA401
        result += tf.reduce_mean(frame)
    return result


for length in (20, 40, 60):
    print(float(total([tf.ones([2, 2])] * length)))
```

## Good
```python
import tensorflow as tf


@tf.function
def power(x, n):
    y = tf.ones_like(x)
    for _ in tf.range(n):
        y = y * x
    return y


for n in (20, 40, 60):
    print(float(power(tf.constant(1.0), tf.constant(n))))
```

A loop over a tensor is a graph loop, and a few constant iterations are cheap:

```python
import tensorflow as tf

WEIGHTS = [tf.Variable(2.0), tf.Variable(3.0)]


@tf.function
def total(frames):
    result = tf.constant(0.0)
    for frame in frames:
        result += tf.reduce_mean(frame)
    for _ in range(3):
        result = result / 2.0
    for weight in WEIGHTS:
        result *= weight
    return result


for scale in (1.0, 2.0, 3.0):
    print(float(total(scale * tf.ones([20, 2, 2]))))
```

## Not reported
- `range(tensor)`, `tf.range`, a loop over a tensor or a dataset in converted code: a graph loop. A loop over
  a value that may be one, such as an argument, is not reported either.
- A constant number of iterations up to 16, without a tape or train step in the body. An argument or attribute that is small by default and in each
  call of the project counts as a constant.
- Loops over layers, weights or a static rank, over functions that each iteration calls, and `zip(gradients, variables)`: their
  length is part of the model.
- A body that makes no operation.
- A loop over strings or over objects of classes, such as graphs of tensors: no graph loop can go over them.
- A body that calls `tf.numpy_function` or `tf.py_function` is info only: the call costs more than the copy.
- A counter that picks objects, `models[k](x)`, or functions, `tf.cond(test, branches[k], f)`, or is part of the text of a key,
  `example[f"axis_{k}"]`, is info only: no graph loop can do that.
- A loop up to an argument that adds to a list which the traced function returns as a list is reported with low confidence: a graph loop
  cannot make one.
- A slice that ends or begins at the counter, `x[:, :i]`, is reported with low confidence: its length differs from iteration to iteration.

## Fix
Write `for i in tf.range(n)` and pass `n` as a tensor; stack a list of tensors into one tensor, or use a dataset. In a
graph loop a value keeps its dtype and shape from iteration to iteration, `i` is an int32 tensor, and results are collected
in a `tf.TensorArray` instead of a list. In place of a comprehension call `tf.map_fn` or `tf.vectorized_map`.

## Fix safety
Unsafe, since a graph loop allows less: offered where `range` is looped over, each name that goes from iteration to
iteration is a tensor that keeps dtype and shape as far as can be seen, and the counter is only cast or used as an index of
a tensor.
Otherwise it is only a suggestion.
"""

from collections.abc import Iterator
from dataclasses import replace

import libcst as cst

from tflint_autograph.fixes.loops import as_tf_range
from tflint_autograph.model import body as ir
from tflint_autograph.rules.api import Confidence, Help, Hit, Kind, Proof, Rule, Severity, Statement, TracedFunction
from tflint_autograph.tfapi.tracing import escapes
from tflint_autograph.traced.escape.hidden_changes import has_it_called
from tflint_autograph.traced.escape.known_values import constants
from tflint_autograph.traced.graph.element_counts import Counts
from tflint_autograph.traced.graph.iteration import changes_shapes, iterated, picks_objects
from tflint_autograph.traced.graph.listed_results import fills_result
from tflint_autograph.traced.graph.loop_counts import counted, is_stepped, nested
from tflint_autograph.traced.graph.loops import Rounds, bounded, rounds
from tflint_autograph.traced.graph.symbolic import inlined
from tflint_autograph.traced.program import blocks, calls, loop_target, walk
from tflint_autograph.traced.program import descendants as parts
from tflint_autograph.traced.tree.kinds import is_graph_loop, passed
from tflint_autograph.traced.tree.mutations import written
from tflint_autograph.traced.tree.nodes import COMPREHENSIONS, descendants

rule = Rule(__name__, code="TFA401", when="query:graph.unrolled.may_unroll", proof=(Proof.UNROLLED,), severity=Severity.WARNING)

_BOUNDS = 2
"""The number of arguments of a `range` with a step of 1."""

_RANGE = rule.advises("loop over `tf.{range}`")
_STACK = rule.advises("loop over a tensor, such as `tf.stack({x})`, or over a `tf.data.Dataset`")
_WHILE = rule.advises("start with a tensor, so that `{test}` is a tensor")
_MAP = rule.advises("use `tf.map_fn` or `tf.vectorized_map`")
_FOLD = rule.advises("use `tf.foldl`")
_APPLYING = {"builtins.map": _MAP, "functools.reduce": _FOLD}
_UNCONVERTED = rule.advises("use `tf.while_loop`, `tf.foldl` or `tf.map_fn`")


@rule(cst.For)
def check_for(loop: cst.For, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a Python `for` that puts its body into the graph once per element."""
    statement = fn.statement
    if statement is None or is_graph_loop(fn.test(statement)):
        return
    if not fn.makes_graph(statement) or _calls_element(statement, fn):
        return
    if _is_short(loop.iter, statement, fn) or _goes_over_names_or_objects(loop.iter, fn):
        return
    count = rounds(loop.iter, fn)
    if count.confidence is None and isinstance(statement, ir.For):
        count = _in_all(statement, fn) or count
    of_steps = count.confidence in (None, Confidence.LOW) and _of_python(loop.iter, fn) and fn.trains(statement)
    confidence = Confidence.MEDIUM if of_steps else count.confidence
    if confidence is not None and (changes_shapes(loop) or (count.source is not None and passed(count.source) and fills_result(statement, fn))):
        confidence = Confidence.LOW
    if confidence is not None:
        excuse = "each iteration calls Python, which costs more than its copy in the graph" if _calls_python(statement, fn) else ""
        excuse = excuse or ("it picks objects by the counter, as no graph loop can" if picks_objects(loop, fn) else "")
        yield replace(
            _hit(loop.iter, count, confidence, fn), help=_of_loop(loop.iter, fn), fix=as_tf_range(loop, fn),
            severity=Severity.INFO if excuse else None, excuse=excuse, assumptions=("many-steps",) if of_steps else (),
        )  # fmt: skip


def _is_short(iterable: cst.BaseExpression, statement: Statement, fn: TracedFunction) -> bool:
    """Whether the bound of a range is an attribute or argument that is small by default and in each call of the project."""
    if not isinstance(iterable, cst.Call) or fn.called(iterable) != "builtins.range" or len(iterable.args) > _BOUNDS:
        return False
    *first, last = [each.value for each in iterable.args]
    start = fn.value(first[0]).const if first else 0
    known = constants(fn.expression(last), statement.ordinal, fn)
    return known is not None and isinstance(start, int) and all(isinstance(each, int) and each - start <= fn.unroll_limit for each in known)


def _goes_over_names_or_objects(iterable: cst.BaseExpression, fn: TracedFunction) -> bool:
    """Whether the elements are strings or objects of classes, such as graphs of tensors: no graph loop can go over them."""
    elements = fn.value(iterable).contents
    return bool(elements) and all(each.type == "builtins.str" or (each.kind is Kind.OBJECT and each.cls is not None) for each in elements)


def _calls_python(loop: Statement, fn: TracedFunction) -> bool:
    """Whether each iteration calls Python when the graph runs, with `tf.numpy_function` or `tf.py_function`."""
    return any(escapes(site.func.name) for site in fn.sites(loop))


def _in_all(loop: ir.For, fn: TracedFunction) -> Rounds | None:
    """Returns the total iterations of nested loops with few each, for the outermost loop; else None."""
    total = None if any(fn.guarded_by("For")) else nested(loop, fn)
    many = total is not None and total > fn.unroll_limit and total != Counts.at(fn, loop.ordinal).of(loop.iterable)
    return Rounds(f"for each of {total} iterations of the loops together", Confidence.MEDIUM) if many else None


def _of_loop(iterable: cst.BaseExpression, fn: TracedFunction) -> Help:
    if not fn.converted:
        return _UNCONVERTED()
    if isinstance(iterable, cst.Call) and fn.called(iterable) == "builtins.range":
        return _RANGE(range=inlined(iterable, "range(...)"))
    return _STACK(x=inlined(next(iterated(iterable, fn), iterable)))


def _of_python(iterable: cst.BaseExpression, fn: TracedFunction) -> bool:
    """Whether Python certainly runs the loop: for a dataset, its iterator or a tensor AutoGraph would create a graph loop."""
    kinds = [fn.value(each).kind for each in iterated(iterable, fn)]
    return any(kind not in (Kind.UNKNOWN, Kind.ITERATOR) and not kind.graph for kind in kinds)


def _calls_element(statement: Statement, fn: TracedFunction) -> bool:
    """Whether an iteration calls the loop's element, or passes it to a helper that does: models and layers, which no graph loop can iterate."""
    target = loop_target(statement) if isinstance(statement, ir.For) else None
    elements = {each for each in parts(target) if isinstance(each, ir.Name)} if target is not None else set()
    inner = (each for block in blocks(statement) for each in walk(block))
    made = [call for each in inner for call in calls(each)]
    return any(call.func in elements or has_it_called(call, [each.id for each in elements], fn) for call in made)


@rule(*COMPREHENSIONS)
def check_comprehension(node: cst.BaseComp, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a comprehension over many elements, which AutoGraph does not convert, with an operation for each."""
    if _each_makes_graph(node, fn):
        yield from _of_each(node.for_in.iter, "element", _MAP(), fn)


@rule(cst.Call)
def check_applied(call: cst.Call, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a function with operations that `map` or `functools.reduce` calls for each of many elements."""
    advice = _APPLYING.get(fn.called(call)) if len(call.args) > 1 else None
    site = fn.flow.calls.get(fn.place(call)) if advice is not None else None
    if site is not None and advice is not None and any(fn.analysis.makes_graph(target.key) for target in site.args[0][1].callees):
        yield from _of_each(call.args[1].value, "function's operations", advice(), fn)


def _of_each(iterable: cst.BaseExpression, what: str, advice: Help, fn: TracedFunction) -> Iterator[Hit]:
    """Yields what is said of an expression that Python goes over, where it has many elements for each of which something is copied."""
    if fn.statement is None or _goes_over_names_or_objects(iterable, fn):
        return
    is_range = isinstance(iterable, cst.Call) and fn.called(iterable) == "builtins.range"
    if not is_range and Counts.at(fn, fn.statement.ordinal).of(fn.expression(iterable)) is None:
        return
    count = rounds(iterable, fn)
    if count.confidence is not None:
        yield replace(_hit(iterable, count, count.confidence, fn), note=f"a copy of the {what} {count.text}", help=advice)


def _each_makes_graph(node: cst.BaseComp, fn: TracedFunction) -> bool:
    """Whether each element of a comprehension adds an operation to the graph."""
    outside, fn.env = fn.env, fn.bind_comprehension(node.for_in)
    parts = [each for name in ("key", "value", "elt") for each in descendants(getattr(node, name, node.for_in.target))]
    found = any(_makes_operation(each, fn) for each in parts)
    fn.env = outside
    return found


def _makes_operation(node: cst.CSTNode, fn: TracedFunction) -> bool:
    if isinstance(node, cst.Call) and any(fn.analysis.makes_graph(target.key) for target in fn.value(node.func).callees):
        return True
    return isinstance(node, (cst.Call, cst.BinaryOperation)) and fn.value(node).kind.graph


@rule(cst.While)
def check_while(loop: cst.While, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a Python `while` over a number from the caller, or that it counts itself."""
    statement = fn.statement
    if not isinstance(statement, ir.While) or not fn.makes_graph(statement) or not isinstance(loop.test, cst.Comparison):
        return
    advice = _WHILE(test=inlined(loop.test)) if fn.converted else _UNCONVERTED()
    times = counted(statement, fn)
    if times is not None and times > fn.unroll_limit:
        count = Rounds(f"for each of {times} iterations", Confidence.HIGH)
        yield replace(_hit(loop.test, count, Confidence.HIGH, fn, is_while=True), help=advice)
        return
    parts = [loop.test.left, *(part.comparator for part in loop.test.comparisons)]
    sides = [fn.value(part) for part in parts]
    given = [side for side in sides if passed(side) and (side.kind is Kind.PYTHON or is_stepped(statement))]
    if any(is_graph_loop(side) for side in sides) or fn.test(statement).const in (True, False):
        return
    if not given:
        ends = (bounded(part, fn) for part in parts if isinstance(part, cst.Call) and is_stepped(statement))
        bound = next((each for each in ends if each.confidence is not None), None)
        if bound is not None and bound.confidence is not None:
            yield replace(_hit(loop.test, bound, bound.confidence, fn, is_while=True), help=advice)
        return
    known = min(side.confidence if side.kind is Kind.PYTHON else Confidence.LOW for side in given)
    count = Rounds("for each iteration", known, given[0])
    yield replace(_hit(loop.test, count, count.confidence or Confidence.LOW, fn, is_while=True), help=advice)


def _hit(node: cst.BaseExpression, count: Rounds, confidence: Confidence, fn: TracedFunction, *, is_while: bool = False) -> Hit:
    loop = f"`while {written(node)}`" if is_while else f"over `{written(node)}`"
    return Hit(
        node,
        f"the loop {loop} is unrolled into the graph",
        note=f"a copy of the body {count.text}",
        confidence=confidence,
        labels=fn.because(count.source) if count.source is not None else (),
    )
