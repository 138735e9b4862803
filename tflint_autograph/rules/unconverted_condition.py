"""
A tensor as condition in code that AutoGraph does not convert.

## What it does
Flags a tensor that is tested as a bool by `if`, `while`, `and`, `or`, `not`, a ternary, a chained comparison or the guard of a
`case`, in code that is traced but not converted:

- a function under `autograph=False` or `tf.autograph.experimental.do_not_convert`
- a module-level function or method passed to `tf.cond`, `tf.case`, `tf.switch_case`, `tf.while_loop`, `tf.scan`,
  `tf.foldl`, `tf.vectorized_map`, `tf.nest.map_structure`, `tf.custom_gradient`, `tf.recompute_grad`, or to Python's
  `map`, `filter`, `sorted` and `functools.reduce`
- constructors, operator methods, properties, generators, functions under `functools.lru_cache`, methods of
  `unittest.TestCase` and of named tuples
- Keras 3: `call`, `train_step` and other methods under `fit`, and `call` behind `layer(x)`
- everything that such code calls
- the `if` of a comprehension, in any code

If the function is passed to a Python function such as `map` in the same file, that call is flagged: with a lambda or a
comprehension in its place, the function would be converted.

## Why it matters
AutoGraph converts `if tensor:` to `tf.cond`. Where it does not, Python needs the value of the tensor at trace time, when there is
none, and tracing stops with an `OperatorNotAllowedInGraphError`. Eager code works, and so does the same function where a
converted one calls it.

## When
- First call: `OperatorNotAllowedInGraphError` at trace time.
- Second and third call: the same, since no trace was kept.
- A new signature: retraced, the same.

## Bad
```python
import tensorflow as tf


def add_clipped(total, x):
    if x > 1.0:  # TFA201
        return total + 1.0
    return total + x


@tf.function
def clipped_sum(values):
    return tf.foldl(add_clipped, values, initializer=0.0)


for value in (0.5, 2.0, 3.0):
    print(float(clipped_sum(tf.constant([value, 0.5]))))
```

Operator methods and constructors are never converted:

```python
import tensorflow as tf


class Gain:
    def __init__(self, level):
        self.level = level if level > 0.0 else 0.0  # TFA201


@tf.function
def amplify(x):
    return Gain(x).level * 2.0


for value in (-1.0, 2.0, 3.0):
    print(float(amplify(tf.constant(value))))
```

## Good
Inside a lambda of a converted function the call is converted, and so are named methods:

```python
import tensorflow as tf


def clip(x):
    if x > 1.0:
        x = tf.constant(1.0)
    return x


class Gain:
    def level(self, level):
        return level if level > 0.0 else 0.0


@tf.function
def total(x):
    return tf.cond(x > 0.0, lambda: clip(x), lambda: Gain().level(x))


for value in (0.5, 2.0, -3.0):
    print(float(total(tf.constant(value))))
```

Operations need no conversion:

```python
import tensorflow as tf


@tf.function(autograph=False)
def clip(x):
    return tf.where(x > 1.0, 1.0, x)


for value in (0.5, 2.0, 3.0):
    print(float(clip(tf.constant(value))))
```

## Not reported
- Functions and helpers that AutoGraph converts: a tensor condition is a graph conditional there.
- Conditions on Python values, static shapes and `is None`, and on what only AutoGraph makes a tensor: an index of `range`, and what a
  tensor condition chooses of Python values.
- Code that tests first: `tf.is_tensor(x)`, `isinstance(x, ...)`, `hasattr(x, "numpy")`.
- Functions with a construct that disables their conversion: TFA202 reports them.

## Fix
Use operations, which need no conversion: `tf.cond`, `tf.where`, `tf.while_loop`, `tf.logical_and`. Or let AutoGraph convert the
code: pass a lambda that calls the function, write a named method in place of a constructor, property or operator method
(a lambda does not help those), decorate a Keras 3 `call` with `@tf.function`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.rules.api import (
    Advice,
    At,
    ErrorKind,
    FunctionKey,
    Help,
    Hit,
    Label,
    Proof,
    Rule,
    Severity,
    TracedFunction,
)
from tflint_autograph.traced.graph.by_conversion import is_tensor_by_conversion
from tflint_autograph.traced.graph.conditions import (
    CONDITIONS,
    filters,
    sureness,
    tensor_among,
    truths,
)
from tflint_autograph.traced.graph.symbolic import spoken
from tflint_autograph.traced.program import APPLYING, Cause, Unconverted
from tflint_autograph.traced.tree.nodes import COMPREHENSIONS

rule = Rule(
    __name__,
    code="TFA201", when="decides", proof=(Proof.RAISES,), raises=(ErrorKind.TRUTH,),
    severity=Severity.ERROR
)

_OPERATION = rule.advises("use `tf.{operation}`")
_REMEDIES: Mapping[Cause, Advice] = {
    Cause.OPTION: rule.advises("remove `autograph=False`, or use `tf.{operation}`"),
    Cause.MARK: rule.advises("remove `do_not_convert`, or use `tf.{operation}`"),
    Cause.PROPERTY: rule.advises("write a method in place of the property, or use `tf.{operation}`"),
    Cause.CONSTRUCTOR: rule.advises("decide before creating the object, or use `tf.{operation}`"),
    Cause.OPERATOR: rule.advises("move the condition to a named method that is called in place of the operator, or use `tf.{operation}`"),
    Cause.BASE: rule.advises("move `{function}` out of the class, or use `tf.{operation}`"),
    Cause.KERAS: rule.advises("decorate `{function}` with `@tf.function`, or use `tf.{operation}`"),
    Cause.CALLER: rule.advises("pass a lambda that calls `{function}`, or use `tf.{operation}`"),
}
_MAPPED = rule.advises("write a comprehension, or pass a lambda that calls `{function}`")
_REDUCED = rule.advises("pass a lambda that calls `{function}`")
_FILTER = rule.advises("use `tf.boolean_mask`, or `tf.where` with a neutral value")


@rule(*CONDITIONS)
def check(node: cst.CSTNode, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a tensor condition that AutoGraph does not convert."""
    way = fn.unconverted
    if way is None or fn.turned_off or _asserted(fn):
        return
    hit = _hit(truths(node, fn), fn, way.reason.text, _remedy(node, way, fn), way.reason.under)
    if hit is not None:
        hit, applied = replace(hit, trace=way.trace), _applied(way, fn)
        yield _where_applied(hit, *applied, fn) if applied is not None else hit


def _remedy(node: cst.CSTNode, way: Unconverted, fn: TracedFunction) -> Help:
    """Returns how to get the code converted, by what prevents it, and the operation that needs no conversion."""
    operation = _operation(node)
    advice = _REMEDIES.get(way.reason.cause, _OPERATION)
    if way.reason.cause is Cause.CALLER and not _is_passed_by_converted(way, fn):
        advice = _OPERATION
    return advice(operation=operation, function=fn.fact.name)


def _operation(node: cst.CSTNode) -> str:
    """Returns the operation equivalent to a condition or operator."""
    if isinstance(node, cst.While):
        return "while_loop"
    if isinstance(node, cst.IfExp):
        return "where"
    if isinstance(node, cst.UnaryOperation):
        return "logical_not"
    if isinstance(node, cst.BooleanOperation):
        return "logical_or" if isinstance(node.operator, cst.Or) else "logical_and"
    return "logical_and" if isinstance(node, cst.Comparison) else "cond"


def _passing(way: Unconverted, fn: TracedFunction) -> list[tuple[FunctionKey, At]]:
    """Returns the calls in the same file that pass the function on, as in the last step of the trace."""
    span = way.trace.steps[-1].span
    places = fn.analysis.callers.get(fn.key, {})
    return [(caller, at) for caller, at in places if caller.path == span.path == fn.key.path and fn.span(at) == span]


def _is_passed_by_converted(way: Unconverted, fn: TracedFunction) -> bool:
    """Whether converted code passes it on, so that a lambda there would be converted."""
    callers = [caller for caller, _ in _passing(way, fn)]
    return bool(callers) and not any(caller in fn.analysis.unconverted for caller in callers)


_CALLS: Mapping[str, Advice] = {"map": _MAPPED, "functools.reduce": _REDUCED}
"""Python functions whose result is the function's result; others test its truth, or compare it."""


def _applied(way: Unconverted, fn: TracedFunction) -> tuple[At, str] | None:
    """Returns where the function is passed to a Python function in the same file, with its name, or None: there it can be fixed."""
    word = way.trace.steps[-1].text.rpartition(" to ")[2].strip("`")
    place = next((at for _, at in _passing(way, fn)), None) if word in APPLYING else None
    return (place, word) if place is not None else None


def _where_applied(hit: Hit, at: At, word: str, fn: TracedFunction) -> Hit:
    assert isinstance(hit.node, cst.CSTNode)
    advice = _CALLS.get(word)
    return replace(
        hit,
        node=at,
        message=f"`{fn.fact.name}` has a tensor condition, but is not converted here",
        help=advice(function=fn.fact.name) if advice is not None else hit.help,
        labels=(Label(fn.span(fn.place(hit.node)), "the condition"), *hit.labels),
    )


@rule(*COMPREHENSIONS)
def check_filter(node: cst.CSTNode, fn: TracedFunction) -> Iterator[Hit]:
    """Reports the `if` of a comprehension, which AutoGraph never converts."""
    hit = _hit(filters(node, fn), fn, "AutoGraph does not convert comprehensions", _FILTER())
    if hit is not None:
        yield hit


def _asserted(fn: TracedFunction) -> bool:
    """Whether the condition is part of an `assert`, which TFA215 reports."""
    return isinstance(fn.statement, ir.Assert)


def _hit(nodes: Iterator[cst.BaseExpression], fn: TracedFunction, reason: str, advice: Help, under: str = "") -> Hit | None:
    found = tensor_among(nodes, fn)
    confidence = sureness(*found, fn) if found is not None else None
    if found is None or confidence is None:
        return None
    node, value = found
    if is_tensor_by_conversion(fn.expression(node), fn):
        return None
    shown = spoken(node, "")
    if shown:
        message = f"{shown} is a tensor condition{', not converted' if under else ' that AutoGraph does not convert'}"
    else:
        message = f"this tensor condition is not converted{'' if under else ' by AutoGraph'}"
    return Hit(
        node,
        message,
        note=reason,
        help=advice,
        confidence=confidence,
        labels=fn.because(value),
        under=under,
    )
