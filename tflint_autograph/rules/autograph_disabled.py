"""
A construct in a traced function that silently disables AutoGraph for all of it.

## What it does
Flags the construct for which AutoGraph gives up on the whole function, where the function has control flow on tensors
that would need it: a tensor condition, a `for` over a tensor or dataset, `int()`, `float()`, `len()` or `range()` of a
tensor. Such constructs are:

- a walrus (`:=`) anywhere in the function
- `match` with a name in its subject, in a guard or in a pattern
- `for`/`else` and `while`/`else`
- an attribute `obj.__private`
- a nested generator or `async def`, also as a method of a nested class
- two lambdas with the same parameters on one line
- an annotated name, `y: tf.Tensor = ...`, in a branch or loop, where the name is read after that branch or loop, or has a value
  from before it

They count in nested functions, lambdas and comprehensions too. A traced root that is a generator itself is flagged
whatever its body is, since a graph cannot return a generator.

## Why it matters
AutoGraph only logs a warning, which is easily missed, and traces the function unconverted. The tensor
condition then raises an `OperatorNotAllowedInGraphError`, at a line that is right and works in every other function.

## When
- First call: a warning in the log, then `OperatorNotAllowedInGraphError` at trace time.
- Second and third call: the same, since no trace was kept.
- A new signature: retraced, the same.

## Bad
```python
import tensorflow as tf


@tf.function
def double_until(x):
    while (y := x * 2.0) < 10.0:  # TFA202
        x = y
    return x


for value in (1.0, 2.0, 3.0):
    print(float(double_until(tf.constant(value))))
```

The condition may be far from the construct:

```python
import tensorflow as tf


class Scale:
    def __init__(self, factor):
        self.__factor = factor

    @tf.function
    def __call__(self, x):
        if x > 1.0:
            x = tf.sqrt(x)
        return x * self.__factor  # TFA202


scale = Scale(2.0)
for value in (0.5, 4.0, 9.0):
    print(float(scale(tf.constant(value))))
```

An annotated name disables conversion if a branch or loop passes it on:

```python
import tensorflow as tf


@tf.function
def capped(x):
    y = x
    if x > 1.0:
        y: tf.Tensor = tf.sqrt(x)  # TFA202
    return y


for value in (0.5, 4.0, 9.0):
    print(float(capped(tf.constant(value))))
```

## Good
```python
import tensorflow as tf


@tf.function
def double_until(x):
    y = x * 2.0
    while y < 10.0:
        x = y
        y = x * 2.0
    return x


for value in (1.0, 2.0, 3.0):
    print(float(double_until(tf.constant(value))))
```

Without control flow on tensors there is nothing to convert:

```python
import tensorflow as tf


@tf.function
def scale(x):
    if (rank := x.shape.rank) == 0:
        x = tf.expand_dims(x, 0)
    return x * 2.0


for value in (0.5, 4.0, 9.0):
    print(scale(tf.constant(value)).numpy())
```

## Not reported
- The same constructs in a function whose conditions and loops are all Python's.
- `match` on a literal, with literal patterns and captures: AutoGraph converts it.
- A walrus in a decorator or default, which is evaluated at `def`.
- An annotation before branches and loops, or of a name that is used inside one alone.
- Functions that run unconverted for another reason (TFA201).

## Fix
Assign before the condition in place of a walrus, write `if`/`elif` in place of `match`, a flag in place of `else` after
a loop, one underscore in place of two, annotate a name before the branch, and move a generator to module level. The
enclosing functions need no change.

## Fix safety
Safe: an annotation is left out where the name is bound in the same statement, and Python never evaluates it. The other
constructs have no fix.
"""

from collections.abc import Callable, Iterator, Mapping

import libcst as cst

from tflint_autograph.fixes.assigning import unannotated
from tflint_autograph.model import body as ir
from tflint_autograph.rules.api import (
    Advice,
    Confidence,
    Hit,
    Kind,
    Label,
    Lowered,
    Proof,
    Rule,
    Severity,
    TracedFunction,
    Value,
)
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.graph.conditions import CONDITIONS, sureness, tensor_among, truths
from tflint_autograph.traced.program import disabled
from tflint_autograph.traced.program import walk as body_walk
from tflint_autograph.traced.tree.kinds import symbolic
from tflint_autograph.traced.tree.walk import walk

_CASTS = frozenset({"builtins.int", "builtins.float", "builtins.len", "builtins.range"})
_LONGEST = 20
"""Maximum length of a name in the message, in characters."""

rule = Rule(
    __name__,
    code="TFA202", when="is:turned_off is:is_generator_root", proof=(Proof.UNCONVERTED,),
    severity=Severity.ERROR
)

_FLAG = rule.advises("set a flag in the loop and test it after the loop")
_INSTEAD: Mapping[str, Advice] = {
    disabled.WALRUS: rule.advises("assign in a separate statement"),
    disabled.FOR_ELSE: _FLAG,
    disabled.WHILE_ELSE: _FLAG,
    disabled.MATCH: rule.advises("write `if` and `elif`"),
    disabled.PRIVATE: rule.advises("use a single underscore"),
    disabled.GENERATOR: rule.advises("move the generator to module level"),
    disabled.ASYNC: rule.advises("move the `async def` to module level"),
    disabled.TWINS: rule.advises("write each lambda on its own line, or use `def`"),
    disabled.ANNOTATED: rule.advises("annotate the name before the branch or loop, or not at all"),
}
_COLLECTED = rule.advises("return a list or tensor of the values")


@rule(cst.FunctionDef, cst.Lambda)
def check(node: cst.CSTNode, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a construct that keeps AutoGraph from converting a function with tensor control flow."""
    way = fn.unconverted
    if node is not fn.node or way is None or not fn.turned_off:
        return
    cause = fn.analysis.disabled(fn.key)
    annotated = _annotated(node, fn) if cause == disabled.ANNOTATED else []
    found = next(iter(annotated) if cause == disabled.ANNOTATED else _of_shape(cause, node), None)
    confidence, value = _needs_conversion(fn)
    if found is None or confidence is None:
        return
    name = f"`{fn.fact.name}`" if len(fn.fact.name) <= _LONGEST else "the function"
    yield Hit(
        found,
        f"{cause} keeps AutoGraph from converting {name}",
        note="its tensor control flow raises at trace time",
        help=_INSTEAD[cause](),
        confidence=confidence,
        labels=_labels(fn, value),
        trace=way.trace,
        fix=unannotated(annotated, fn),
    )


@rule(cst.Yield)
def check_generator(node: cst.Yield, fn: TracedFunction) -> Iterator[Hit]:
    """Reports the first `yield` of a traced root."""
    first = next(each for each in _inside(fn.node) if isinstance(each, cst.Yield))
    if fn.is_generator_root and node is first:
        yield Hit(
            node,
            "a traced function cannot be a generator",
            note="the call raises at trace time",
            help=_COLLECTED(),
        )


_DEEPEST = 3
"""Maximum depth of calls in which a tensor is looked for."""


def _needs_conversion(fn: TracedFunction) -> tuple[Confidence | None, Value | None]:
    """Returns the confidence that the function contains tensor control flow, and the tensor."""
    best: tuple[Confidence | None, Value | None] = (None, None)
    wanted: dict[type[cst.CSTNode], tuple[None]] = dict.fromkeys((*CONDITIONS, cst.For, cst.Call), (None,))
    for node, _ in walk(fn, wanted):
        found = _decider(node, fn)
        if found is not None and (best[0] is None or best[0] < found[0]):
            best = found
    return best if best[0] is not None else max(_in_helpers(fn), key=lambda found: found[0], default=best)


def _in_helpers(fn: TracedFunction) -> Iterator[tuple[Confidence, Value]]:
    """Yields the tensors that decide in what the function calls, nested functions left out: where it is not converted, nor is that."""
    results, waiting, seen = fn.analysis.results, [(fn.key, _DEEPEST)], {fn.key}
    while waiting:
        caller, depth = waiting.pop(0)
        for target in (each for site in results[caller].calls.values() for each in site.func.callees if not each.wrapper):
            key, flow = target.key, results.get(target.key)
            if flow is None or key in seen or (key.path == fn.key.path and key.qualname.startswith(f"{fn.key.qualname}.<locals>.")):
                continue
            seen.add(key)
            cast = (site.args[0][1] for site in flow.calls.values() if site.args and canonical(site.func.name) in _CASTS)
            asking = [each.ordinal for each in body_walk(fn.analysis.project.body(key).statements) if isinstance(each, (ir.If, ir.While, ir.For))]
            decide = (*(flow.conditions[each] for each in asking if each in flow.conditions), *cast)
            yield from ((value.confidence, value) for value in decide if symbolic(value))
            if depth > 1:
                waiting.append((key, depth - 1))


def _decider(node: cst.CSTNode, fn: TracedFunction) -> tuple[Confidence, Value] | None:
    """Returns the tensor that decides at a node, with a confidence, or None."""
    if isinstance(node, cst.Call):
        cast = len(node.args) > 0 and fn.called(node) in _CASTS
        value = fn.value(node.args[0].value) if cast else None
        return (value.confidence, value) if value is not None and symbolic(value) else None
    if isinstance(node, cst.For):
        value = fn.test(fn.statement) if fn.statement is not None else fn.value(node.iter)
        return (value.confidence, value) if symbolic(value) or value.kind is Kind.DATASET else None
    found = tensor_among(truths(node, fn), fn)
    confidence = sureness(*found, fn) if found is not None else None
    return (confidence, found[1]) if found is not None and confidence is not None else None


def _labels(fn: TracedFunction, value: Value | None) -> tuple[Label, ...]:
    return fn.because(value) if value is not None else ()


def _inside(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """Yields every node below one, in source order, without decorators and defaults of the function, which run at `def`."""
    for child in node.children:
        if not isinstance(child, (cst.Decorator, cst.Parameters)):
            yield child
            yield from _inside(child)


def _yields(node: cst.CSTNode) -> bool:
    return isinstance(node, (cst.FunctionDef, cst.Lambda)) and any(isinstance(each, cst.Yield) for each in _inside(node))


def _annotated(node: cst.CSTNode, fn: TracedFunction) -> list[cst.AnnAssign]:
    """Returns the annotated assignments that disable conversion because of how the name is used."""
    places = frozenset(disabled.annotated(fn.analysis.project, fn.key.path, Lowered(fn.fact, fn.body)))
    return [each for each in _inside(node) if isinstance(each, cst.AnnAssign) and fn.place(each) in places]


def _of_shape(cause: str, node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """Yields the nodes that are this construct; for twin lambdas the function itself."""
    return iter((node,)) if cause == disabled.TWINS else filter(_SHAPES[cause], _inside(node))


_SHAPES: Mapping[str, Callable[[cst.CSTNode], bool]] = {
    disabled.WALRUS: lambda node: isinstance(node, cst.NamedExpr),
    disabled.FOR_ELSE: lambda node: isinstance(node, cst.For) and node.orelse is not None,
    disabled.WHILE_ELSE: lambda node: isinstance(node, cst.While) and node.orelse is not None,
    disabled.MATCH: lambda node: isinstance(node, cst.Match),
    disabled.PRIVATE: lambda node: isinstance(node, cst.Attribute) and disabled.is_private(node.attr.value),
    disabled.GENERATOR: _yields,
    disabled.ASYNC: lambda node: isinstance(node, cst.FunctionDef) and node.asynchronous is not None,
}
