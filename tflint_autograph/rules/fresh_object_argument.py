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
- An object that is created once by a function which runs several traced calls, or one in a loop, and is called from outside alone: it is a
  program, which makes its objects once for each run.
- Calls that the code writes out, each with a new object: more than three are info, fewer are not reported.
- Low confidence: an object that is created from what code outside the project passes, or that has variables or layers of its own, by a
  function which only code outside the project repeats; up to three objects, unless each of three
  iterations creates one; several objects that the code writes out, each of which runs a method of its own; the objects of a list
  that is made beforehand, as long as an argument says, whose own methods are called; and an object whose calls are
  in a loop of their own, such as a trainer that is created for each trial: its one trace serves all of them. It is
  reported if that loop has at most five iterations in the code.

## Fix
Create the object once; or pass its values in a named tuple, or as tensors; or give its class `__tf_tracing_type__`. With `__eq__`
and `__hash__` a new object uses the trace of an equal one only as long as that one exists.
"""

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.rules.api import Confidence, Hit, Proof, RootCall, RootCalls, Rule, Severity
from tflint_autograph.traced.eager_runs.evidence import labels, repetition
from tflint_autograph.traced.eager_runs.keys import Difference
from tflint_autograph.traced.eager_runs.retraces import Retrace, retrace_at
from tflint_autograph.traced.eager_runs.values import Array, Instance, Layer
from tflint_autograph.traced.escape.unreferenced import is_gone

rule = Rule(__name__, code="TFA404", proof=(Proof.RETRACED, Proof.REMADE), severity=Severity.WARNING)

_ONCE = rule.advises("create the object once, or pass its values in a named tuple")


@rule.site(RootCall)
def check(use: RootCall, calls: RootCalls) -> Iterator[Hit]:
    """Reports a call of a traced function with another object each time: an argument, or the receiver of the method."""
    call, found = use.caller.call(use.site), retrace_at(use, calls)
    if call is None or found is None or not (found.difference is Difference.OBJECT or found.is_owned):
        return
    if not found.is_here and not (found.is_new and found.is_many):
        return
    made = found.example
    if isinstance(made, Instance) and _is_looked_up_on_new(call) and is_gone(calls.analysis, made.cls, use.key):
        return
    kind = f"`{made.cls.qualname.rpartition('.')[2]}` instance" if isinstance(made, Instance) else "object"
    yield Hit(
        use.at,
        f"each new {kind} passed to `{calls.spoken(use.key, call)}` triggers a retrace",
        note=f"a new instance {repetition(found)}",
        help=_ONCE(),
        severity=None if found.is_here else Severity.INFO,
        confidence=Confidence.LOW if _is_meant(found, made) else found.confidence,
        labels=labels(found, calls, "this loop repeats it", "another one is passed here"),
        needs_callers=found.is_by_others,
    )


def _is_looked_up_on_new(call: ir.Call) -> bool:
    """Whether the called method is looked up on the result of a call."""
    return isinstance(call.func, ir.Attribute) and isinstance(call.func.value, ir.Call)


def _is_meant(found: Retrace, made: object) -> bool:
    """Whether each object may have a trace of its own for a reason: it serves several calls, or holds what a caller outside has passed; or
    there are a few of them, made beforehand, or as many as the code writes out or arguments decide, whose own method is called, such as the
    agents of a game.
    """
    is_kept = found.is_owned and (found.repeats is None or (found.is_open and not found.is_new))
    return (found.is_reused and not found.for_few) or not found.is_enough or is_kept or (found.is_by_others and not (isinstance(made, Instance) and made.is_fixed and not _has_variables(made)))


def _has_variables(made: Instance) -> bool:
    """Whether an object has variables or layers of its own, as a model does: what makes it begins a new program."""
    held = (made.attributes or {}).values()
    return any(isinstance(each, Layer) or (isinstance(each, Array) and each.kind == "variable") for each in held)
