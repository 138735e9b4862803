"""
A Python scalar that varies is passed to a traced function, which is retraced for each value.

## What it does
Flags calls of a `tf.function` with a Python scalar or string that differs from call to call: a loop variable, an epoch
or step counter, a learning rate computed in each iteration, an f-string, also inside a list or dict. The call may be in
eager code, where the loop is. Calls that each pass a different literal number are info only.

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
- Booleans, `None`, enums and constants: they choose one of a few graphs.
- NumPy scalars and arrays, which TensorFlow converts to tensors.
- Loops of up to three constant iterations.
- Low confidence: texts of a list or tuple, which most likely name modes; no tensor could take their place.
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
from tflint_autograph.rules.api import Confidence, Expr, Hit, Kind, Label, Proof, RootCall, RootCalls, Rule, Severity
from tflint_autograph.traced.callers.iterations import FEW
from tflint_autograph.traced.callers.literals import numbers
from tflint_autograph.traced.callers.repeated import again
from tflint_autograph.traced.callers.varying import Varying, varying
from tflint_autograph.traced.eager_runs.keys import Difference
from tflint_autograph.traced.eager_runs.retraces import retrace_at
from tflint_autograph.traced.program import fixed, passed

rule = Rule(__name__, code="TFA402", proof=(Proof.RETRACED,), severity=Severity.WARNING)


_TENSOR = rule.advises("pass a tensor: `tf.constant({x})`")


@rule.site(RootCall)
def check(use: RootCall, calls: RootCalls) -> Iterator[Hit]:
    """Reports a call of a `tf.function` with a Python value that varies between calls: the first such argument."""
    call = use.caller.call(use.site)
    if call is None or calls.has_option(use.key, "input_signature"):
        return
    place = use.caller.place(use.site.index, use.at)
    # As the call has them: evaluating the place would interpret the caller.
    values = {id(expr): value for expr, value in passed(call, use.site.args)}
    for name, expr in use.caller.arguments(call, use.target).items():
        if (values.get(id(expr)) or place.value(expr)).kind not in (Kind.PYTHON, Kind.CONTAINER, Kind.UNKNOWN):
            continue
        found = varying(expr, place, calls)
        if found is not None and not use.caller.traced and use.caller.fact is not None and not place.loops and again(place, calls) is None:
            # The function that changes it runs only once.
            return
        if found is not None:
            spoken = calls.spoken(use.key, call)
            fix = as_tensor(use, call, name, expr, found.spoken, place)
            yield replace(_hit(use, spoken, name, expr, found, calls), fix=fix)
            return
    for name, expr, where in fixed(call, use.site.index, use.caller, use.target):
        found = varying(expr, where, calls) if where.value(expr).kind in (Kind.PYTHON, Kind.CONTAINER) else None
        if found is not None:
            yield _hit(use, calls.spoken(use.key, call), name, expr, found, calls)
            return
    yield from _met(use, calls)


def _met(use: RootCall, calls: RootCalls) -> Iterator[Hit]:
    """Yields what a run of the calling code shows of a call."""
    met = retrace_at(use, calls)
    if met is None or met.count <= FEW or met.difference not in (Difference.SCALAR, Difference.TEXT):
        return
    yield Hit(
        use.at,
        f"`{calls.spoken(use.key, use.caller.call(use.site))}` retraces for every distinct Python value of `{met.parameter}`",
        note="one trace for each value",
        help=_TENSOR(x="..."),
        severity=None if met.is_here else Severity.INFO,
        confidence=Confidence.MEDIUM if met.is_sure and met.difference is Difference.SCALAR else Confidence.LOW,
    )


@rule.site(RootCall)
def check_literals(use: RootCall, calls: RootCalls) -> Iterator[Hit]:
    """Reports the first call that passes a different number than the calls before it: `f(x, 1)` and `f(x, 2)`."""
    found = {} if calls.has_option(use.key, "input_signature") else numbers(use.key, calls)
    for name, known in found.items():
        if known.second == (use.caller.key, use.at):
            (path, _), at = known.first
            yield Hit(
                use.at,
                f"`{calls.spoken(use.key, use.caller.call(use.site))}` retraces for every distinct Python value of `{name}`",
                note=f"{known.count} values, {known.count} traces",
                help=_TENSOR(x="..."),
                severity=Severity.INFO,
                confidence=Confidence.MEDIUM if known.count > FEW else Confidence.LOW,
                labels=(Label(calls.analysis.project.span(path, at), "a different number is passed here"),),
            )
            return


def _hit(use: RootCall, function: str, name: str, expr: Expr, found: Varying, calls: RootCalls) -> Hit:
    spoken = found.spoken or name
    note = "one trace for each value"
    if found.count is not None:
        note = f"{found.count} values, {found.count} traces"
    span = calls.analysis.project.span(found.path, found.at)
    return Hit(
        use.at,
        f"`{function}` retraces for every distinct Python value of `{spoken}`",
        note=note,
        help=_TENSOR(x=_written(expr) or found.spoken or "..."),
        confidence=min(found.confidence, Confidence.LOW) if use.caller.traced else found.confidence,
        labels=(Label(span, f"`{spoken}` {found.text}"),),
    )


def _written(expr: Expr) -> str:
    """Returns a name as spelled, or an empty string for longer expressions."""
    return expr.id if isinstance(expr, ir.Name) else ""
