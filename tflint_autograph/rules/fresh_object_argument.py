"""
A new object is passed to a traced function on every call, or its method is called on a short-lived instance.

## What it does
Flags calls of a traced function with an instance that is created for this call or this iteration of a loop, and traced methods
called on such an instance. Where nothing in the project calls the function with the call, code outside may do so repeatedly: that has
medium confidence, and none under the profile `library`.

## Why it matters
TensorFlow treats two Python objects as the same argument only if they are equal. Objects without `__eq__` are equal to
themselves alone, so that each new instance means a new trace, and `self` is an argument like any other.

## When
- First call: traced.
- Second and third call: retraced, since the instance is a new one.
- A new signature makes no difference.

## Bad
```python
import tensorflow as tf


class Settings:
    rate = 2.0


@tf.function
def scale(settings, x):
    return x * settings.rate


for value in (1.0, 2.0, 3.0, 4.0):
    scale(Settings(), tf.constant(value))  # TFA404
print("traces:", scale.experimental_get_tracing_count())
```

## Good
```python
import tensorflow as tf


class Settings:
    rate = 2.0


@tf.function
def scale(settings, x):
    return x * settings.rate


settings = Settings()
for value in (1.0, 2.0, 3.0, 4.0):
    print(float(scale(settings, tf.constant(value))))
```

## Not reported
- Classes with `__eq__` and `__hash__`, named tuples, enums and `tf.experimental.ExtensionType`; data classes with equality,
  unless a frozen one is created in the call itself: by then the earlier one no longer exists.
- Objects created once, before the loop.
- Objects that are garbage-collected before they are traced: `unheld-object` reports them.
- Low confidence: an object whose calls are in a loop of their own, such as a trainer that is created for each trial: its one trace
  serves all of them.

## Fix
Create the object once; or pass its values in a named tuple, or as tensors; or give its class `__tf_tracing_type__`. With `__eq__`
and `__hash__` a new object uses the trace of an equal one only as long as that one exists.
"""

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.rules.api import ClassKey, Confidence, Expr, Hit, Kind, Proof, RootCall, RootCalls, Rule, Severity
from tflint_autograph.traced.callers.iterations import FEW
from tflint_autograph.traced.callers.passed_in import spelled_by_callers
from tflint_autograph.traced.callers.repeated import Again, again, few
from tflint_autograph.traced.callers.unreferenced import is_gone
from tflint_autograph.traced.eager_runs.identity import is_by_identity
from tflint_autograph.traced.eager_runs.keys import Difference
from tflint_autograph.traced.eager_runs.retraces import retrace_at
from tflint_autograph.traced.program import ProgramPoint, only_assignment, passed

rule = Rule(__name__, code="TFA404", proof=(Proof.RETRACED, Proof.REMADE), severity=Severity.WARNING)


_ONCE = rule.advises("create the object once, or pass its values in a named tuple")


@rule.site(RootCall)
def check(use: RootCall, calls: RootCalls) -> Iterator[Hit]:
    """Reports an instance created for one call of a traced function: an argument, or the receiver of the method."""
    call = use.caller.call(use.site)
    if call is None or use.caller.traced:
        return
    place = use.caller.place(use.site.index, use.at)
    for expr in _objects(call, use):
        fresh = (_fresh(*each, calls) for each in spelled_by_callers(expr, place, calls))
        cls, found = next((each for each in fresh if each[1] is not None), (None, None))
        if cls is None or found is None or (_is_looked_up_on(expr, call) and is_gone(calls.analysis, cls, use.key)):
            continue
        word = calls.spoken(use.key, call)
        yield Hit(
            use.at,
            f"each new `{cls.qualname.rpartition('.')[2]}` instance passed to `{word}` triggers a retrace",
            note=f"a new instance {found.text}",
            help=_ONCE(),
            confidence=Confidence.LOW if _serves(place, found) else found.confidence,
            needs_callers=found.by_others,
        )
        return
    yield from _met(use, calls)


def _met(use: RootCall, calls: RootCalls) -> Iterator[Hit]:
    """Yields what a run of the calling code shows of a call."""
    met = retrace_at(use, calls)
    if met is None or not met.is_here or not (met.difference is Difference.OBJECT or met.is_owned):
        return
    word = calls.spoken(use.key, use.caller.call(use.site))
    yield Hit(
        use.at,
        f"each new object passed to `{word}` triggers a retrace",
        note="a new instance in several calls",
        help=_ONCE(),
        confidence=Confidence.MEDIUM if met.is_sure and met.count > FEW and (met.is_avoidable or not met.is_owned) else Confidence.LOW,
    )


def _serves(place: ProgramPoint, found: Again) -> bool:
    """Whether a loop around the call, in which the object stays the same, runs the trace of each object many times."""
    return found.loop not in place.loops and any(not few(loop, place) for loop in place.loops)


def _objects(call: ir.Call, use: RootCall) -> Iterator[Expr]:
    """Yields the arguments and the receiver of a call that are objects of the project's classes, or parameters of the caller.

    Their values are those that the call has: evaluating the place would interpret the caller.
    """
    given = list(passed(call, use.site.args))
    if not isinstance(call.func, ir.Attribute):
        given.append((call.func, use.site.func))
    elif use.target.receiver is not None:
        given.append((call.func.value, use.target.receiver))
    yield from (expr for expr, value in given if value.cls is not None or (value.parameter and value.kind in (Kind.UNKNOWN, Kind.OBJECT)))


def _fresh(expr: Expr, place: ProgramPoint, calls: RootCalls) -> tuple[ClassKey | None, Again | None]:
    """Returns the class of an object that is created for this call, and how often that happens."""
    if isinstance(expr, ir.Call):
        cls = place.value(expr.func).klass
        return (cls, again(place, calls)) if cls is not None and is_by_identity(cls, calls.analysis, is_gone_after=True) else (None, None)
    element = _element(expr, place)
    if element is not None:
        cls = place.value(element.func).klass
        return (cls, again(place, calls)) if cls is not None and is_by_identity(cls, calls.analysis) else (None, None)
    made = only_assignment(place.caller.body, expr.id) if isinstance(expr, ir.Name) else None
    if made is None or not isinstance(made.value, ir.Call):
        return None, None
    there = place.caller.place(made.ordinal)
    if [loop.statement.ordinal for loop in there.loops] != [loop.statement.ordinal for loop in place.loops]:
        return None, None
    return _fresh(made.value, there, calls)


def _element(expr: Expr, place: ProgramPoint) -> ir.Call | None:
    """Returns the call that creates the elements of a comprehension that a loop iterates, or None."""
    for loop in place.loops if isinstance(expr, ir.Name) else ():
        if loop.target == expr and isinstance(loop.iterable, ir.Comprehension) and isinstance(loop.iterable.element, ir.Call):
            return loop.iterable.element
    return None


def _is_looked_up_on(expr: Expr, call: ir.Call) -> bool:
    """Whether the called method is looked up on the result of the expression."""
    return isinstance(expr, ir.Call) and isinstance(call.func, ir.Attribute) and expr is call.func.value
