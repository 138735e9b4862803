"""
A traced function is called with tensors of differing shapes or dtypes.

## What it does
Flags calls of a traced function whose array argument has a shape that depends on a loop variable or an argument, or one
that differs in shape or dtype from what the first visible call passes. It is on with `--pedantic` only: two shapes are
two traces, which is often meant.

## Why it matters
Each new combination of shapes and dtypes is a new trace. Batches of growing length, or Python integers beside floats,
may trace the function over and over.

## When
- First call: traced.
- Second and third call: traced again where the shape or dtype is new.
- A new signature that was seen before takes the trace of that time.

## Bad
```python
import tensorflow as tf


@tf.function
def total(x):
    return tf.reduce_sum(x)


for size in range(1, 8):
    total(tf.ones([size]))  # TFA405
print("traces:", total.experimental_get_tracing_count())
```

## Good
```python
import tensorflow as tf


@tf.function(reduce_retracing=True)
def total(x):
    return tf.reduce_sum(x)


for size in range(1, 8):
    print(float(total(tf.ones([size]))))
```

## Deliberate
- Functions with `input_signature` or `reduce_retracing=True`.
- Arguments whose shape is not written down at the call.

## Fix
Give the function an `input_signature` with `None` for the axis that varies, or `reduce_retracing=True`; pad the batches;
cast to one dtype at the call. Code that reads static shapes needs `tf.shape` then.

## Source
FACTS section retracing: "each new shape is a new trace", "float64 / float32 / int numpy inputs each trace anew",
`retrace_shapes_reduce_retracing_ok`.
"""

from collections.abc import Iterator

from tflint_autograph.model.levels import Confidence, Severity
from tflint_autograph.model.proof import Proof
from tflint_autograph.project.caller import arguments
from tflint_autograph.project.rootcalls import RootCall, RootCalls
from tflint_autograph.rules.api import Hit, Rule
from tflint_autograph.traced.arrays import Made, made

rule = Rule(__name__, code="TFA405", proof=(Proof.RETRACED, Proof.RESHAPED), severity=Severity.INFO, default=False)


@rule.site(RootCall)
def check(use: RootCall, calls: RootCalls) -> Iterator[Hit]:
    """A call with an array whose shape or dtype is not that of every call."""
    if any(calls.has_option(use.key, option) for option in ("input_signature", "reduce_retracing")):
        return
    given = _made(use, calls)
    first = next((_made(one, calls) for one in calls.uses_of(use.key) if isinstance(one, RootCall)), {})
    for name, array in given.items():
        said = _said(name, array, first.get(name))
        if said:
            word = calls.spoken(use.key)
            yield Hit(
                use.at,
                f"`{word}` is traced anew: {said}",
                note="one trace for each shape and dtype",
                help="set `input_signature` or `reduce_retracing=True`",
                confidence=Confidence.MEDIUM if array.depends else Confidence.LOW,
            )
            return


def _made(use: RootCall, calls: RootCalls) -> dict[str, Made]:
    call = use.caller.call(use.site)
    place = use.caller.place(use.site.index, use.at)
    given = arguments(call, use.caller, use.target) if call is not None else {}
    return {name: array for name, expr in given.items() if (array := made(expr, place, calls)) is not None}


def _said(name: str, array: Made, first: Made | None) -> str:
    if array.depends:
        return f"the shape of `{name}` depends on `{array.depends}`"
    if first is None:
        return ""
    if array.shape is not None and first.shape is not None and array.shape != first.shape:
        return f"the shape of `{name}` is another one here"
    return f"the dtype of `{name}` is another one here" if array.dtype != first.dtype and array.dtype and first.dtype else ""
