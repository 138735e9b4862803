"""
The time or date read by Python in traced code.

## What it does
Flags `time.time`, `time.perf_counter`, `time.monotonic` and their like, `datetime.now`, `datetime.utcnow`,
`datetime.today` and `date.today` in traced code.

## Why it matters
The clock is read at trace time and the reading enters the graph as a constant: every step has the time of
the first trace. A duration measured in the body is the time that tracing took, not the time of the computation, and it
never changes.

## When
- First call: the clock is read, during tracing; the reading is a constant from then on.
- Second and third call with the same signature: the same instant, the same duration.
- A new shape, dtype or Python argument: one new reading for that signature.
- In a function passed to `Dataset.map`: one reading when `map` is called, for all elements.

## Bad
```python
import time

import tensorflow as tf


@tf.function
def stamp(x):
    return tf.cast(x, tf.float64) + time.time()  # TFA111


seen = {float(stamp(tf.constant(0.0))) for _ in range(4)}
print("different times:", len(seen))
```

A duration measured in the body is a constant:

```python
import time

import tensorflow as tf


@tf.function
def timed(x):
    started = time.perf_counter()  # TFA111
    y = tf.linalg.matmul(x, x)
    elapsed = time.perf_counter() - started  # TFA111
    return y, tf.constant(elapsed, tf.float64)


seen = {float(timed(tf.eye(2))[1]) for _ in range(4)}
print("different durations:", len(seen))
```

## Good
```python
import tensorflow as tf


@tf.function
def stamp(x):
    return tf.cast(x, tf.float64) + tf.timestamp()


seen = {float(stamp(tf.constant(0.0))) for _ in range(4)}
print("different times:", len(seen))
```

Durations are measured around the call:

```python
import time

import tensorflow as tf


@tf.function
def square(x):
    return tf.linalg.matmul(x, x)


durations = []
for _ in range(4):
    started = time.perf_counter()
    square(tf.eye(2)).numpy()
    durations.append(time.perf_counter() - started)
print("measured calls:", sum(duration > 0 for duration in durations))
```

## Not reported
- `tf.timestamp()`: an operation, read on every call.
- The clock read in a function under `functools.lru_cache`, or in one that only such functions call: eager code reads it once, too.
- The clock read in eager code around a traced function, in a Keras callback or in `tf.py_function`.

## Fix
Replace `time.time()` by `tf.timestamp()`, a float64 tensor of seconds since the epoch. For dates, read the clock in the
caller and pass it in as a tensor. Measure durations around the call.

## Fix safety
Unsafe: the result is a tensor, and differs on every call. Only `time.time()` has an exact counterpart. It is cast to the
dtype of the tensor it is computed with; where Python needs the number, or that dtype is not known, there is no fix.
"""

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.fixes.edits import commented
from tflint_autograph.fixes.tensor_context import partners, shared_dtype
from tflint_autograph.rules.api import Fix, Help, Hit, Proof, Rule, Safety, Severity, TracedFunction
from tflint_autograph.tfapi import effects
from tflint_autograph.traced.escape.exemptions import Effect, exempt
from tflint_autograph.traced.tree.spelling import spelled

rule = Rule(
    __name__, code="TFA111", when="names:effects.clock", proof=(Proof.TOUCHES, Proof.RUNS), severity=Severity.ERROR
)


_TIMESTAMP = rule.advises("use `tf.timestamp()`")
_MEASURE = rule.advises("measure outside the traced function")
_PASSED = rule.advises("read the clock outside the traced function, and pass the time as a tensor argument")
_ASIDE = rule.advises("read the clock in `tf.py_function`, on every call")

_DURATIONS = frozenset({"perf_counter", "monotonic", "process_time", "thread_time", "default_timer", "clock"})


@rule(cst.Call)
def check(call: cst.Call, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a call that reads a clock."""
    name = fn.called(call)
    if name and effects.clock(name, len(call.args)) and not exempt(fn, Effect.VALUE):
        yield Hit(
            call,
            f"`{name}` is read once, at trace time",
            note="the same time on every call",
            help=_help(name, fn),
            fix=_fix(call, fn) if name == "time.time" else None,
        )


def _help(name: str, fn: TracedFunction) -> Help:
    if name == "time.time":
        return _TIMESTAMP()
    if not fn.is_called_by_program:
        return _ASIDE()
    return _MEASURE() if name.rpartition(".")[2].removesuffix("_ns") in _DURATIONS else _PASSED()


def _fix(call: cst.Call, fn: TracedFunction) -> Fix | None:
    """Returns a fix with `tf.timestamp()`, which is float64, or None if Python needs the number."""
    tf = spelled(fn, "tensorflow")
    met = partners(call, fn)
    if tf is None or met is None or commented(call):
        return None
    dtype = shared_dtype(met, fn, tf.name)
    if dtype is None:
        return None
    text = f"{tf.name}.timestamp()"
    if dtype not in ("", f"{tf.name}.float64"):
        text = f"{tf.name}.cast({text}, {dtype})"
    return Fix("read the clock with `tf.timestamp`, on every call", (fn.edit(call, text),), Safety.UNSAFE, tf.imports)
