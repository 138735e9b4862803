"""
A traced function is called with tensors of differing shapes or dtypes.

## What it does
Flags calls of a traced function whose array argument has a shape that depends on a loop variable, a shape or dtype that depends on an
argument of a function which code outside the project calls, or one that differs from what other visible calls pass: batches of which the last
one is smaller, slices, rows padded to the longest, arrays that grow. It is on with `--pedantic` only: two shapes are two traces, which is
often meant.

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
- Arguments whose shape is not written down at the call, and what is read of an object that is passed: `tf.ones([config.size])`.

## Fix
Give the function an `input_signature` with `None` for the axis that varies, or `reduce_retracing=True`; pad the batches;
cast to one dtype at the call. Code that reads static shapes needs `tf.shape` then.
"""

from collections.abc import Iterator

from tflint_autograph.rules.api import Confidence, Hit, Proof, RootCall, RootCalls, Rule, Severity
from tflint_autograph.traced.callers.arrays import CreatedArray, made
from tflint_autograph.traced.eager_runs.keys import Difference
from tflint_autograph.traced.eager_runs.retraces import retrace_at

rule = Rule(__name__, code="TFA405", proof=(Proof.RETRACED, Proof.RESHAPED), severity=Severity.INFO, default=False)

_RELAXING = ("reduce_retracing", "experimental_relax_shapes")
"""The options of `tf.function` that relax varying axes: the current name, and that of TensorFlow 2.8."""


_RELAX = rule.advises("set `input_signature` or `reduce_retracing=True`")
_CAST = rule.advises("cast `{name}` to one dtype before the call")


@rule.site(RootCall)
def check(use: RootCall, calls: RootCalls) -> Iterator[Hit]:
    """Reports a call with an array whose shape or dtype differs from other calls."""
    if calls.has_option(use.key, "input_signature"):
        return
    relaxed = any(calls.has_option(use.key, option) for option in _RELAXING)
    given = _made(use, calls)
    first = next((_made(one, calls) for one in calls.uses_of(use.key) if isinstance(one, RootCall)), {})
    for name, array in given.items():
        said = "" if relaxed else _of_shape(name, array, first.get(name))
        told = said or _of_dtype(name, array, first.get(name))
        if told:
            word = calls.spoken(use.key)
            yield Hit(
                use.at,
                f"`{word}` retraces here: {told}",
                note="one trace for each shape and dtype",
                help=_RELAX() if said else _CAST(name=name),
                confidence=Confidence.MEDIUM if said and array.depends else Confidence.LOW,
            )
            return
    yield from _met(use, calls)


def _met(use: RootCall, calls: RootCalls) -> Iterator[Hit]:
    """Yields what a run of the calling code shows of a call."""
    met = retrace_at(use, calls)
    if met is None or met.difference not in (Difference.SHAPE, Difference.DTYPE):
        return
    is_shape, name = met.difference is Difference.SHAPE, met.parameter
    yield Hit(
        use.at,
        f"`{calls.spoken(use.key)}` retraces here: `{name}` has a different {met.difference.value} than in other calls",
        note="one trace for each shape and dtype",
        help=_RELAX() if is_shape else _CAST(name=name),
        confidence=Confidence.MEDIUM if is_shape and met.is_sure else Confidence.LOW,
    )


def _made(use: RootCall, calls: RootCalls) -> dict[str, CreatedArray]:
    call = use.caller.call(use.site)
    place = use.caller.place(use.site.index, use.at)
    given = use.caller.arguments(call, use.target) if call is not None else {}
    return {name: array for name, expr in given.items() if (array := made(expr, place, calls)) is not None}


def _of_shape(name: str, array: CreatedArray, first: CreatedArray | None) -> str:
    if array.depends:
        return f"the shape of `{name}` depends on `{array.depends}`"
    differs = first is not None and array.shape is not None and first.shape is not None and array.shape != first.shape
    return f"`{name}` has a different shape than in other calls" if differs else ""


def _of_dtype(name: str, array: CreatedArray, first: CreatedArray | None) -> str:
    if array.dtype_depends:
        return f"the dtype of `{name}` depends on `{array.dtype_depends}`"
    differs = first is not None and array.dtype != first.dtype and array.dtype and first.dtype
    return f"`{name}` has a different dtype than in other calls" if differs else ""
