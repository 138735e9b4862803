"""
A traced function is called with tensors of differing shapes or dtypes.

## What it does
Flags calls of a traced function whose array argument has a shape that depends on a loop variable, a shape or dtype that depends on an
argument of a function which code outside the project calls, or one that differs from what other visible calls pass: batches of which the last
one is smaller, slices, rows padded to the longest, arrays that grow. Up to three shapes, and those of other
calls, are info: a trace for each one is often meant.

## Why it matters
Each new combination of shapes and dtypes is a new trace. Batches of growing length, or Python integers beside floats,
may retrace the function many times.

## When
- First call: traced.
- Second and third call: traced again where the shape or dtype is new.
- A new signature is traced; one that was used before reuses its trace.

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

## Not reported
- Functions with `input_signature`, and shapes where `reduce_retracing=True` relaxes them. It does not relax dtypes.
- Arguments whose shape does not follow from the code around the call, and what is read of an object that is passed:
  `tf.ones([config.size])`.
- Shapes that an argument decides where the function that code outside calls runs several traced calls, or one in a loop. It is a program,
  which runs once for what it is given.
- Shapes that a loop over up to three written numbers chooses, unless these are an argument of the calling function.

## Fix
Give the function an `input_signature` with `None` for the axis that varies, or `reduce_retracing=True`; pad the batches;
cast to one dtype at the call. Code that reads static shapes needs `tf.shape` then.
"""

from collections.abc import Iterator

from tflint_autograph.rules.api import Confidence, Hit, Proof, RootCall, RootCalls, Rule, Severity
from tflint_autograph.traced.eager_runs.evidence import labels
from tflint_autograph.traced.eager_runs.keys import Difference
from tflint_autograph.traced.eager_runs.retraces import retrace_at

rule = Rule(__name__, code="TFA405", proof=(Proof.RETRACED, Proof.RESHAPED), severity=Severity.WARNING)

_RELAX = rule.advises("set `input_signature` or `reduce_retracing=True`")
_CAST = rule.advises("cast `{name}` to one dtype before the call")


@rule.site(RootCall)
def check(use: RootCall, calls: RootCalls) -> Iterator[Hit]:
    """Reports a call with an array whose shape or dtype differs from other calls."""
    found = retrace_at(use, calls)
    if found is None or found.difference not in (Difference.SHAPE, Difference.DTYPE):
        return
    is_shape, name = found.difference is Difference.SHAPE, found.parameter
    is_several = found.is_here and found.is_many
    yield Hit(
        use.at,
        f"`{calls.spoken(use.key)}` retraces here: `{name}` has a different {found.difference.value} than in other calls",
        note="one trace for each shape and dtype",
        severity=None if is_several else Severity.INFO,
        help=_RELAX() if is_shape else _CAST(name=name),
        confidence=min(found.confidence, Confidence.MEDIUM) if is_shape or is_several else Confidence.LOW,
        labels=labels(found, calls, "this loop repeats it", "another one is passed here"),
        needs_callers=found.is_by_others,
    )
