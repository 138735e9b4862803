"""
A traced function is created again and again, or gets a new function each time, and is traced each time.

## What it does
Flags `tf.function(...)` and decorated nested functions that are created in a loop, or on every call of a function that is
called repeatedly, and used for no more than that iteration or call. Flags lambdas, `functools.partial` objects, nested
functions and bound methods created on the spot and passed to a traced function there.

## Why it matters
A `tf.function` object keeps its own graphs. A new one has none, so it traces on its first call, which is its only
call: tracing each time is many times slower than running the Python code. A new lambda is an argument
that the traced function has not seen, so it retraces. So is `model.step`: each time Python reads a method of an object, it creates a
new bound method, and TensorFlow compares functions by identity (`tensorflow.python.trace_type.default_types.Weakref`).

## When
- First call: traced.
- Second and third call: retraced, since the function, or its argument, is a new object.
- A new signature makes no difference.

## Bad
```python
import tensorflow as tf

traced = []


def square(x):
    if tf.inside_function():
        traced.append("traced")  # TFA503
    return x * x


for value in (1.0, 2.0, 3.0, 4.0):
    fast = tf.function(square)  # TFA403
    fast(tf.constant(value))
print("traces:", len(traced))
```

```python
import tensorflow as tf


@tf.function
def apply(function, x):
    return function(x)


for value in (1.0, 2.0, 3.0, 4.0):
    apply(lambda x: x * 2.0, tf.constant(value))  # TFA403
print("traces:", apply.experimental_get_tracing_count())
```

```python
import tensorflow as tf


class Net(tf.Module):
    def step(self, x):
        return x * 2.0


@tf.function
def run(function, x):
    return function(x)


net = Net()
for value in (1.0, 2.0, 3.0, 4.0):
    run(net.step, tf.constant(value))  # TFA403
print("traces:", run.experimental_get_tracing_count())
```

## Good
```python
import tensorflow as tf


def square(x):
    return x * x


fast = tf.function(square)
for value in (1.0, 2.0, 3.0, 4.0):
    print(float(fast(tf.constant(value))))
```

```python
import tensorflow as tf


class Net(tf.Module):
    def step(self, x):
        return x * 2.0


@tf.function
def run(function, x):
    return function(x)


net = Net()
step = net.step
for value in (1.0, 2.0, 3.0, 4.0):
    print(float(run(step, tf.constant(value))))
```

## Not reported
- Low confidence: up to three functions, which may have options or arguments of their own; and a traced function that calls a model, or
  another object, which is a different one each time: each model needs a trace of its own.
- Functions created at module level, under a guard such as `if self._step is None:`, under `functools.lru_cache`, and those that a factory
  returns or a constructor stores for more than one call: `made()(x)` and `Trainer().step(x)` in a loop are reported.
- A function created in an iteration that then calls it in an inner loop or comprehension: one trace serves that loop. It is reported if
  that loop has at most five iterations in the code.
- What a function creates that only code outside the project calls and that runs a traced function of its own in a loop, in which it does
  not make it.
- Static methods, and methods that are a `tf.function` themselves: each is one object for all calls.

## Fix
Create the traced function once, at module level or in `__init__`, and pass what differs as arguments. Give a traced
function one named function instead of a lambda, and a bound method that is kept in a name or an attribute.
"""

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.rules.api import (
    Confidence,
    Expr,
    FunctionCreation,
    Help,
    Hit,
    Proof,
    RootCall,
    RootCalls,
    Rule,
    Severity,
)
from tflint_autograph.traced.eager_runs.evidence import differing_part, labels, repetition
from tflint_autograph.traced.eager_runs.keys import Difference
from tflint_autograph.traced.eager_runs.retraces import Retrace, retrace_at
from tflint_autograph.traced.eager_runs.values import Function
from tflint_autograph.traced.program import ProgramPoint, dotted_path

rule = Rule(__name__, code="TFA403", proof=(Proof.REMADE,), severity=Severity.WARNING)

_ONCE = rule.advises("create it once, at module level or in `__init__`")
_BEFORE = rule.advises("create it once, before the loop")
_NAMED = rule.advises("pass one named function, created once")
_KEPT = rule.advises("keep `{method}` in a name or an attribute, and pass that")


@rule.site(FunctionCreation)
def check_making(use: FunctionCreation, calls: RootCalls) -> Iterator[Hit]:
    """Reports a `tf.function` created for a single iteration of a loop, or a single call of the enclosing function."""
    found = retrace_at(use, calls)
    if found is None or found.difference is not None:
        return
    held = use.object
    name = (held.spelling or held.cls.qualname) if held is not None and held.cls is not None else calls.spoken(use.key)
    inside = found.repeats is not None and any(loop.statement.at == found.repeats.at for loop in use.caller.place(use.ordinal).loops)
    yield Hit(
        use.at,
        f"`tf.function({name})` is re-created {'in every iteration' if inside else 'on every call'} and retraces each time",
        note=f"created {repetition(found)}",
        help=_BEFORE() if inside else _ONCE(),
        confidence=_sure(found),
        labels=labels(found, calls, "this loop repeats it", "another one is called here"),
        needs_callers=found.is_by_others,
    )


@rule.site(RootCall)
def check_call(use: RootCall, calls: RootCalls) -> Iterator[Hit]:
    """Reports a call of a traced function with another function each time: a lambda, partial, nested function or bound method."""
    call, found = use.caller.call(use.site), retrace_at(use, calls)
    if call is None or found is None or not found.is_here or found.difference is not Difference.CALLABLE:
        return
    expr = differing_part(use.caller.arguments(call, use.target).get(found.parameter), found.path)
    word, advice = _spoken(expr, found, use.caller.place(use.site.index, use.at))
    yield Hit(
        use.at,
        f"`{calls.spoken(use.key, call)}` retraces for each new {word}",
        note=f"a new argument {repetition(found)}",
        help=advice,
        confidence=_sure(found),
        labels=labels(found, calls, "this loop repeats it", "another one is passed here"),
        needs_callers=found.is_by_others,
    )


def _spoken(expr: Expr | None, found: Retrace, place: ProgramPoint) -> tuple[str, Help]:
    """Returns what kind of function is passed, and what to do about it."""
    made = found.example
    if isinstance(expr, ir.Lambda):
        return "lambda", _NAMED()
    if isinstance(expr, ir.Call) and place.called(expr) == "functools.partial":
        return "partial object", _NAMED()
    if isinstance(made, Function) and made.receiver is not None and isinstance(expr, ir.Attribute) and dotted_path(expr):
        return f"bound method `{dotted_path(expr)}`", _KEPT(method=dotted_path(expr))
    return f"`{expr.id}`" if isinstance(expr, ir.Name) else f"function in `{found.parameter}`", _NAMED()


def _sure(found: Retrace) -> Confidence:
    """Returns the confidence that the functions are not few, and not meant because each serves several calls."""
    is_meant = found.difference is None and ((found.is_reused and not found.for_few) or found.has_objects)
    # A few functions of one code may have options, or arguments, of their own.
    is_enough = found.is_many or (found.is_enough and found.difference is not None)
    return found.confidence if is_enough and not is_meant else Confidence.LOW
