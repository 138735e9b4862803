'''
A call that TensorFlow allows only outside of graphs.

## What it does
Flags calls in traced code that raise there and work eagerly: `as_numpy_iterator`, `fit`, `evaluate`, `predict`,
`predict_on_batch`, `get_weights`, `save` and `save_weights` of a Keras model, `tf.saved_model.save`, saving and restoring a
`tf.train.Checkpoint`, `tf.make_ndarray`, `tf.make_tensor_proto`; and drawing with matplotlib, which needs values.

## Why it matters
These calls read values of tensors and variables, run their own graphs, or write files. At trace time there are
no values, and their effect happens once instead of on every call.

## When
- First call: raises at trace time. Drawing with constant data happens once, at trace time.
- Second and third call: traces again, raises again.
- A new signature: retraced, and raises again.

## Bad
```python
import tensorflow as tf


@tf.function
def total(x):
    result = x
    for value in tf.data.Dataset.range(3).as_numpy_iterator():  # TFA306
        result += float(value)
    return result


for value in (1.0, 2.0, 3.0):
    print(float(total(tf.constant(value))))
```

```python
import tempfile

import tensorflow as tf

weight = tf.Variable(1.0)
checkpoint = tf.train.Checkpoint(weight=weight)
folder = tempfile.mkdtemp()


@tf.function
def step(x):
    weight.assign_sub(0.1 * x)
    checkpoint.save(folder + "/step")  # TFA306
    return weight.read_value()


for value in (1.0, 2.0, 3.0):
    print(round(float(step(tf.constant(value))), 4))
```

## Good
```python
import tempfile

import tensorflow as tf

weight = tf.Variable(1.0)
checkpoint = tf.train.Checkpoint(weight=weight)
folder = tempfile.mkdtemp()


@tf.function
def step(x):
    weight.assign_sub(0.1 * x)
    for value in tf.data.Dataset.range(3):
        weight.assign_add(tf.cast(value, tf.float32))
    return weight.read_value()


for value in (1.0, 2.0, 3.0):
    print(round(float(step(tf.constant(value))), 4))
    checkpoint.save(folder + "/step")
```

## Not reported
- `K.get_value` of a variable works in a graph, but gives the value of the first trace on every call. Only a warning.
- Low confidence: `keras.ops.convert_to_numpy` in a layer or model that nothing in the project fits, evaluates or predicts with: it says
  that the code runs eagerly.
- Code under `if tf.executing_eagerly()`, in `tf.py_function`, and in functions that are not traced.
- `model(x)`, `model.call`, `checkpoint.write`, `train_on_batch` and loops over a dataset: they work in a graph.

## Fix
Move the call to the code around the traced function. Loop over the dataset itself, call `model(x)` instead of
`model.predict(x)`, save after the step. Use `tf.summary` or a `tf.py_function` to draw what a step computes.
'''

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.rules.api import (
    NO_TENSOR,
    Confidence,
    ErrorKind,
    Hit,
    Kind,
    Proof,
    Rule,
    Severity,
    TracedFunction,
    Value,
)
from tflint_autograph.tfapi import eager
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.graph.eager_checks import looks_first
from tflint_autograph.traced.graph.scopes import made_otherwise
from tflint_autograph.traced.graph.symbolic import spoken

rule = Rule(
    __name__, code="TFA306", when="names:eager.fails methods:eager.method_fails", proof=(Proof.RAISES, Proof.DIFFERS),
    raises=(ErrorKind.EAGER_ONLY, ErrorKind.VALUE, ErrorKind.TRUTH), severity=Severity.ERROR
)


_ADVICE = {text: rule.advises(text) for text in eager.ADVICE}


@rule(cst.Call)
def check(call: cst.Call, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a call that needs values, files or a graph of its own."""
    found = _function(fn.called(call)) or _method(call, fn)
    if found is None or looks_first(call, fn) or _needs_nothing(call, fn) or (fn.called(call) == eager.CLONES and made_otherwise(fn)):
        return
    instead, severity, value = found
    frozen = _reads_variable(call, fn)
    severity = Severity.WARNING if frozen else severity
    yield Hit(
        call,
        f"{spoken(call.func, 'this call')} only works outside of a graph"
        if severity is None
        else f"{spoken(call.func, 'this')} runs only at trace time, not on every call",
        note="raises at trace time" if severity is None else _FROZEN if frozen else "once per trace, without the values",
        help=_ADVICE[instead](),
        severity=severity,
        confidence=value.confidence if value is not None else Confidence.HIGH,
        labels=fn.because(value) if value is not None else (),
        assumptions=fn.assumes_values if fn.called(call) == eager.ARRAYS else (),
    )


_FROZEN = "the value of the first trace on every call"


def _reads_variable(call: cst.Call, fn: TracedFunction) -> bool:
    """Whether a call that returns a value is passed a variable, which has one at trace time."""
    given = [value for _, value in fn.arguments(call)]
    return fn.called(call) == eager.VALUES and bool(given) and given[0].kind is Kind.VARIABLE


def _needs_nothing(call: cst.Call, fn: TracedFunction) -> bool:
    """Whether a call that converts a tensor to an array is passed something else, which works in a graph."""
    given = [value for _, value in fn.arguments(call)]
    return fn.called(call) == eager.ARRAYS and bool(given) and (given[0].type == NO_TENSOR or given[0].kind is Kind.NUMPY)


def _function(name: str) -> tuple[str, Severity | None, Value | None] | None:
    if name in eager.CALLS:
        return eager.CALLS[name], None, None
    if name.startswith(eager.DRAWING) and not name.rpartition(".")[2][:1].isupper() and name not in eager.PALETTES:
        return eager.DRAWN, Severity.WARNING, None
    return None


def _method(call: cst.Call, fn: TracedFunction) -> tuple[str, Severity | None, Value | None] | None:
    method, receiver = fn.method(call)
    instead = _method_help(method, receiver, fn.value(call.func), fn) if method else ""
    return (instead, None, receiver) if instead else None


def _method_help(method: str, receiver: Value, func: Value, fn: TracedFunction) -> str:
    """Returns the help for a method that needs values or a graph of its own, or an empty string."""
    if method == "as_numpy_iterator" and receiver.kind in (Kind.DATASET, Kind.UNKNOWN) and not receiver.name:
        return eager.AS_NUMPY
    if canonical(receiver.factory) in eager.CHECKPOINTS or canonical(receiver.type) in eager.CHECKPOINTS:
        return eager.CHECKPOINT.get(method, "")
    if method not in eager.MODEL or func.callees:
        return ""
    if receiver.cls is not None and fn.analysis.classes.writers(receiver.cls, method):
        # `self.predict = Dense(3)` replaces the method that Keras has under this name.
        return ""
    kind = fn.keras_kind(receiver.cls) if receiver.cls is not None else receiver.type
    return eager.MODEL[method] if kind == "model" else ""
