"""
A Python scalar that varies is passed to a traced function, which is retraced for each value.

## What it does
Flags calls of a `tf.function` with a Python scalar or string that differs from call to call: a loop variable, an epoch
or step counter, a learning rate computed in each iteration, an f-string, also inside a list or dict, or as a field of a frozen
data class. The loop may be in another function or file than the call. Calls that each pass a different literal number are info only.

## Why it matters
A tensor argument becomes a parameter of the graph, but a Python value becomes a constant in it. Each new number is a new trace:
the function runs as Python once more, a new graph is built and kept, and a training loop that should reuse one graph
spends its time on tracing. `reduce_retracing=True` does not help against it.

## When
- First call: the function is traced, as always.
- Second and third call: retraced, since the number is different.
- A new signature, a tensor of another shape for instance, multiplies the traces: each number is traced for each shape.
- A number that was passed before reuses its trace.

## Bad
```python
import tensorflow as tf


@tf.function
def train(x, step):
    return x * tf.cast(step, tf.float32)


for step in range(10):
    train(tf.constant(2.0), step)  # TFA402
print("traces:", train.experimental_get_tracing_count())
```

```python
import tensorflow as tf


@tf.function
def train(x, settings):
    return tf.cast(x, tf.float32) * settings["rate"]


rate = 1.0
for _ in range(10):
    rate *= 0.5
    train(tf.constant(2.0), {"rate": rate})  # TFA402
print("traces:", train.experimental_get_tracing_count())
```

## Good
Pass a tensor; one trace serves all values:

```python
import tensorflow as tf


@tf.function
def train(x, step):
    return x * tf.cast(step, tf.float32)


for step in range(10):
    train(tf.constant(2.0), tf.constant(step))
print("at most one trace:", train.experimental_get_tracing_count() <= 1)
```

With an `input_signature` TensorFlow makes tensors of the numbers itself:

```python
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
def double(rate):
    return rate * 2.0


for number in range(5):
    print(float(double(0.5 * number)))
```

## Not reported
- Booleans, `None` and enums: they choose one of a few graphs. Up to three different values likewise; three
  floats, and the numbers of a loop that counts to three at most, are info, with low confidence. Where arguments
  of the calling function decide how many there are, the few that one call passes count as many.
- NumPy scalars and arrays, which TensorFlow converts to tensors.
- Low confidence: texts, which most likely name modes, and what only calls from outside the project may pass.
- Functions with an `input_signature`.
- Arguments of which nothing is known.

## Fix
Write `tf.constant(step)` at the call, or loop over `tf.range(n)`, or keep the counter in a `tf.Variable`. Where the
function needs the Python value, in a shape or in a Python `range`, use tensor operations there first.

## Fix safety
Unsafe: the function gets a tensor where it got a number. Offered where it only computes with the argument, and
only a suggestion where it may need the number, in a shape or a Python `range`, or where the dtype it needs is not known.
"""

from collections.abc import Iterator
from dataclasses import replace

from tflint_autograph.fixes.callsites import as_tensor
from tflint_autograph.model import body as ir
from tflint_autograph.rules.api import Confidence, Hit, Proof, RootCall, RootCalls, Rule, Severity
from tflint_autograph.traced.eager_runs.evidence import differing_part, labels, spoken
from tflint_autograph.traced.eager_runs.keys import Difference
from tflint_autograph.traced.eager_runs.loops import FEW
from tflint_autograph.traced.eager_runs.retraces import Retrace, retrace_at
from tflint_autograph.traced.eager_runs.values import Instance, Plain

rule = Rule(__name__, code="TFA402", proof=(Proof.RETRACED,), severity=Severity.WARNING)


_TENSOR = rule.advises("pass a tensor: `tf.constant({x})`")
_FIELD = rule.advises("pass what differs as a tensor of its own, and not as a field of an object")


@rule.site(RootCall)
def check(use: RootCall, calls: RootCalls) -> Iterator[Hit]:
    """Reports a call of a `tf.function` with a Python value that differs from call to call."""
    call, found = use.caller.call(use.site), retrace_at(use, calls)
    if call is None or found is None or found.difference not in (Difference.SCALAR, Difference.TEXT):
        return
    is_few = not found.is_many
    if is_few and found.is_here and not _is_short(found) and not _is_float(found):
        return
    place = use.caller.place(use.site.index, use.at)
    given = use.caller.arguments(call, use.target).get(found.parameter)
    differing = differing_part(given, found.path)
    is_meant = is_few or (not found.is_here and isinstance(differing, ir.Constant))
    name = spoken(differing, place) or found.parameter
    is_field = isinstance(found.example, Instance) and bool(found.path)
    name = f"{name}.{found.path[0]}" if is_field else name
    hit = Hit(
        use.at,
        f"`{calls.spoken(use.key, call)}` retraces for every distinct Python value of `{name}`",
        note=f"{found.total} values, {found.total} traces" if found.total is not None else "one trace for each value",
        help=_FIELD() if is_field else _TENSOR(x=name if found.is_here else "..."),
        severity=Severity.INFO if is_meant else None,
        confidence=_confidence(found),
        labels=labels(found, calls, f"`{name}` differs in each iteration", "a different value is passed here"),
        needs_callers=found.is_by_others,
    )
    fix = as_tensor(use, call, found.parameter, given, name, place) if given is not None and found.is_here and not is_field else None
    yield replace(hit, fix=fix)


def _is_short(found: Retrace) -> bool:
    """Whether there are few numbers because the loop counts to a small one. Other few values are taken for modes."""
    loop = found.repeats
    if found.difference is not Difference.SCALAR or loop is None or loop.total is None:
        return False
    return loop.is_count and not loop.is_choice and loop.total <= FEW


def _is_float(found: Retrace) -> bool:
    """Whether the values are several floats, which no mode is. Two are a first value and the one that replaces it."""
    return found.count == FEW and isinstance(found.example, Plain) and isinstance(found.example.value, float)


def _confidence(found: Retrace) -> Confidence:
    """Returns the confidence that the values are not few and meant: texts most likely name modes, unless they are data, and callers outside
    may pass the same.
    """
    if not found.is_many or (found.is_by_others and not found.is_open) or (found.difference is Difference.TEXT and not found.is_open):
        return Confidence.LOW
    return min(found.confidence, Confidence.MEDIUM) if found.difference is Difference.TEXT else found.confidence
