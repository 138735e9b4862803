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
- Low confidence: a traced function that calls a model, or another object, which the same iteration or call creates or gets as an
  argument: each model needs a trace of its own.
- Functions created at module level, under a guard such as `if self._step is None:`, under `functools.lru_cache`, and those that a factory
  returns or a constructor stores for more than one call: `made()(x)` and `Trainer().step(x)` in a loop are reported.
- A function created in an iteration that then calls it in an inner loop or comprehension: one trace serves that loop.
- Loops of up to three constant iterations, outside of functions that may be called repeatedly.
- A function that is passed on, stored or exported.
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
    FunctionKey,
    Help,
    Hit,
    Kind,
    Label,
    Lowered,
    Origin,
    Proof,
    RootCall,
    RootCalls,
    Rule,
    Severity,
)
from tflint_autograph.traced.callers.disposal import Disposal, disposals
from tflint_autograph.traced.callers.iterations import FEW
from tflint_autograph.traced.callers.passed_in import spelled_by_callers
from tflint_autograph.traced.callers.repeated import Again, again
from tflint_autograph.traced.eager_runs.keys import Difference
from tflint_autograph.traced.eager_runs.retraces import Retrace, retrace_at
from tflint_autograph.traced.program import ProgramPoint, bound, descendants, dotted_path, passed, walk
from tflint_autograph.traced.program import calls as made_calls

rule = Rule(__name__, code="TFA403", proof=(Proof.REMADE,), severity=Severity.WARNING)


_ONCE = rule.advises("create it once, at module level or in `__init__`")
_BEFORE = rule.advises("create it once, before the loop")
_NAMED = rule.advises("pass one named function, created once")
_KEPT = rule.advises("keep `{method}` in a name or an attribute, and pass that")


@rule.site(FunctionCreation)
def check_making(use: FunctionCreation, calls: RootCalls) -> Iterator[Hit]:
    """Reports a `tf.function` created for a single iteration of a loop, or a single call of the enclosing function."""
    known = ((each, again(each.place, calls)) for each in disposals(use, calls))
    gone, found = next(((each, found) for each, found in known if found is not None), (None, None))
    if gone is None or found is None:
        yield from _remade(use, calls)
        return
    held = use.object
    name = (held.spelling or held.cls.qualname) if held is not None and held.cls is not None else calls.spoken(use.key)
    inside = gone.is_direct and found.loop in gone.place.loops
    yield Hit(
        use.at,
        f"`tf.function({name})` is re-created {'in every iteration' if inside else 'on every call'} and retraces each time",
        note=f"created {found.text}",
        help=_BEFORE() if inside else _ONCE(),
        confidence=min(found.confidence, Confidence.LOW) if _differs(use, gone) else found.confidence,
        labels=_labels(found, calls),
        needs_callers=found.by_others,
    )


_Fresh = tuple[str, ProgramPoint | None, Help]
_NOT_FRESH: _Fresh = ("", None, Help(""))


@rule.site(RootCall)
def check_call(use: RootCall, calls: RootCalls) -> Iterator[Hit]:
    """Reports a lambda, partial, nested function or bound method created for this call of a traced function."""
    call = use.caller.call(use.site)
    place = use.caller.place(use.site.index, use.at)
    # As the call has them: evaluating the place would interpret the caller.
    arrays = {id(expr) for expr, value in passed(call, use.site.args) if value.kind in (Kind.TENSOR, Kind.NUMPY)} if call is not None else ()
    for expr in use.caller.arguments(call, use.target).values() if call is not None else ():
        if id(expr) in arrays:
            continue
        fresh = (_fresh(*each) for each in spelled_by_callers(expr, place, calls))
        word, made, advice = next((each for each in fresh if each[1] is not None), _NOT_FRESH)
        found = again(made, calls) if made is not None else None
        if call is None or found is None:
            continue
        spoken = calls.spoken(use.key, call)
        yield Hit(
            use.at,
            f"`{spoken}` retraces for each new {word}",
            note=f"a new argument {found.text}",
            help=advice,
            confidence=found.confidence,
            labels=_labels(found, calls),
            needs_callers=found.by_others,
        )
        return
    met = retrace_at(use, calls)
    if met is not None and met.is_here and met.difference is Difference.CALLABLE:
        word = f"function in `{met.parameter}`"
        yield Hit(
            use.at,
            f"`{calls.spoken(use.key, call)}` retraces for each new {word}",
            note="a new argument in several calls",
            help=_NAMED(),
            confidence=_sure(met),
        )


def _remade(use: FunctionCreation, calls: RootCalls) -> Iterator[Hit]:
    """Yields what a run of the code around shows of a place that creates a function."""
    met = retrace_at(use, calls)
    if met is not None and met.difference is None:
        yield Hit(
            use.at,
            f"`tf.function({calls.spoken(use.key)})` is re-created on every call and retraces each time",
            note="created several times",
            help=_ONCE(),
            confidence=_sure(met),
        )


def _sure(met: Retrace) -> Confidence:
    return Confidence.MEDIUM if met.is_sure and met.count > FEW and (met.is_avoidable or met.difference is not None) else Confidence.LOW


def _differs(use: FunctionCreation, gone: Disposal) -> bool:
    """Whether the wrapped function is different in each iteration, so that it cannot be created once.

    So is one that calls an object created in the iteration, or a model that the enclosing call creates or receives.
    """
    held, place = use.object if gone.is_direct else None, gone.place
    if held is not None and held.origin is not Origin.OUTER and not place.loops:
        return True
    names = {expr.id for loop in place.loops if loop.target is not None for expr in _names(loop.target)}
    made = names.union(name for loop in place.loops for statement in walk(loop.body) for name in bound(statement))
    another = names if held is None else made
    if gone.call is not None and any(expr.id in another for argument in gone.call.args for expr in _names(argument.value)):
        return True
    lowered = use.caller.analysis.project.lowered(use.key) if gone.is_direct else None
    return lowered is not None and bool(made) and not made.isdisjoint(_called_from_around(lowered))


def _called_from_around(lowered: Lowered) -> Iterator[str]:
    """Yields the names of the enclosing function that a nested function calls, or calls methods of; a default stands for its parameter."""
    given = {each.name: each.default.id for each in lowered.fact.parameters if isinstance(each.default, ir.Name)}
    own = lowered.body.bound.union(each.name for each in lowered.fact.parameters)
    for call in (call for statement in walk(lowered.body.statements) for call in made_calls(statement)):
        name = dotted_path(call.func).partition(".")[0]
        if name in given:
            yield given[name]
        elif name not in own:
            yield name


def _names(expr: Expr) -> Iterator[ir.Name]:
    return (each for each in descendants(expr) if isinstance(each, ir.Name))


def _fresh(expr: Expr, place: ProgramPoint) -> _Fresh:
    """Returns the kind of an argument that is a function created for the call, where it is created, and what to do about it."""
    if isinstance(expr, ir.Lambda):
        return "lambda", place, _NAMED()
    if isinstance(expr, ir.Call) and place.called(expr) == "functools.partial":
        return "partial object", place, _NAMED()
    if isinstance(expr, ir.Attribute):
        method = dotted_path(expr)
        return (f"bound method `{method}`", place, _KEPT(method=method)) if method and _is_bound_here(expr, place) else _NOT_FRESH
    if isinstance(expr, ir.Name):
        for statement in place.caller.statements.values():
            if isinstance(statement, ir.Define) and statement.name == expr.id and not statement.is_class:
                key = FunctionKey(place.caller.key.path, statement.qualname)
                there = place.caller.place(statement.ordinal)
                if any(target.key == key for target in place.value(expr).callees) and (place.caller.fact is not None or there.loops):
                    return f"`{expr.id}`", there, _NAMED()
    return _NOT_FRESH


def _is_bound_here(expr: ir.Attribute, place: ProgramPoint) -> bool:
    """Whether an expression reads a method of an object, which Python binds again each time; not what an attribute of the object holds."""
    owner, classes = place.value(expr.value), place.caller.analysis.classes
    cls = owner.cls or owner.klass
    if cls is None or classes.method(cls, expr.attr) is None or classes.writers(cls, expr.attr):
        return False
    targets = place.value(expr).callees
    return bool(targets) and all(target.receiver is not None and not target.wrapper for target in targets)


def _labels(found: Again, calls: RootCalls) -> tuple[Label, ...]:
    if found.loop is None:
        return ()
    at = found.loop.statement.at
    return (Label(calls.analysis.span(found.path, ir.At(at.line, at.column, at.line, at.column + 3)), "this loop repeats it"),)
