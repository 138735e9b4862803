'''
`.numpy()` and similar methods of a tensor that has no value at trace time.

## What it does
Flags `.numpy()`, `.item()`, `.tolist()` and `.eval()` of tensors and variables in traced code, and `.to_list()` of
ragged tensors. Flags methods of NumPy arrays, such as `.astype()` and `.mean()`, of an argument for which eager code passes an array.

## Why it matters
A symbolic tensor has no value yet, so it cannot be converted to a NumPy array. The
call raises `AttributeError`, for a variable `NotImplementedError`, although the same line works eagerly.

## When
- First call: raises at trace time, before anything is computed.
- Second and third call: TensorFlow traces again and raises again.
- In a function passed to `Dataset.map`: raises as soon as `map` is called, outside of any `tf.function` too.
- In the `call` of a Keras layer: works in `layer(x)` run eagerly, raises under `fit`, `evaluate` and `predict`.
- A new signature: retraced, and raises again.

## Bad
```python
import tensorflow as tf


@tf.function
def clip(x):
    norm = tf.norm(x)
    if norm.numpy() > 1.0:  # TFA302
        return x / norm
    return x


for value in (1.0, 2.0, 3.0):
    print(float(tf.reduce_sum(clip(tf.constant([value, 0.0])))))
```

A variable has a value only when the graph runs, not at trace time:

```python
import tensorflow as tf

rate = tf.Variable(0.5)


@tf.function
def scaled(x):
    return x * rate.numpy()  # TFA302


for value in (1.0, 2.0, 3.0):
    print(float(scaled(tf.constant(value))))
```

## Good
```python
import tensorflow as tf

rate = tf.Variable(0.5)


@tf.function
def clip(x):
    norm = tf.norm(x)
    if norm > 1.0:
        return rate * x / norm
    return rate * x


for value in (1.0, 2.0, 3.0):
    print(float(tf.reduce_sum(clip(tf.constant([value, 0.0])))))
```

Python that needs the values runs on every call in a `tf.py_function`, and a constant created outside keeps its value:

```python
import tensorflow as tf

SCALE = tf.constant(2.0)


def describe(x):
    return tf.constant(f"{x.numpy():.1f}")


@tf.function
def label(x):
    return tf.py_function(describe, [x * SCALE.numpy()], tf.string)


for value in (1.0, 2.0, 3.0):
    print(label(tf.constant(value)).numpy().decode())
```

## Not reported
- Code in `tf.py_function` and `tf.numpy_function`, and under `if tf.executing_eagerly()`.
- `.numpy()` of an eager constant created outside of the function.
- Code that tests first: `if hasattr(x, "numpy")`, `isinstance(x, EagerTensor)`, `not isinstance(x, tf.Tensor)`,
  `except AttributeError`, and code under `tf.init_scope`.
- Results for callers that pass arrays: `if not tf.is_tensor(x): y = y.numpy()`.

## Fix
Stay in TensorFlow: `if norm > 1.0` is a graph conditional, `tf.strings.split` splits a string tensor, a variable can be used in
operations itself. Where Python must see the values, put that code into a function and call it through
`tf.py_function`; or return the tensor and read it in the caller.
'''

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.rules.api import (
    NO_TENSOR,
    Confidence,
    ErrorKind,
    Hit,
    Kind,
    Origin,
    Proof,
    Rule,
    Severity,
    TracedFunction,
    Value,
)
from tflint_autograph.tfapi.eager import ARRAY_METHODS, VALUE_METHODS
from tflint_autograph.traced.graph.array_arguments import lacks_array_methods
from tflint_autograph.traced.graph.eager_checks import looks_first
from tflint_autograph.traced.graph.symbolic import spoken
from tflint_autograph.traced.program import sure_of_one
from tflint_autograph.traced.tree.kinds import symbolic

rule = Rule(
    __name__,
    code="TFA302", when="methods:eager.needs_value", proof=(Proof.RAISES, Proof.DIFFERS), raises=(ErrorKind.EAGER_ONLY,),
    severity=Severity.ERROR
)


_FUNCTION = rule.advises("call the function of TensorFlow that computes it, or this method on the array before the call")
_ITSELF = rule.advises("leave `.{method}()` out, since operations accept {x} itself, or run this code in `tf.py_function`")


@rule(cst.Call)
def check(call: cst.Call, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a method call that needs the value of a tensor."""
    if not isinstance(call.func, cst.Attribute):
        return
    method, receiver = call.func.attr.value, fn.value(call.func.value)
    if method in ARRAY_METHODS and lacks_array_methods(receiver, fn):
        yield Hit(
            call,
            f"`.{method}()` is not available on a symbolic tensor",
            note="raises: the NumPy array that eager code passes is a tensor in the graph",
            help=_FUNCTION(),
            confidence=receiver.confidence,
            labels=fn.because(receiver),
        )
        return
    confidence = _confidence(method, receiver, call)
    if confidence is not None and receiver.kind is Kind.UNKNOWN and fn.is_open_argument(receiver):
        confidence = Confidence.LOW
    if confidence is None or looks_first(call, fn):
        return
    yield Hit(
        call,
        f"`.{method}()` is not available on a {'variable at trace time' if receiver.kind is Kind.VARIABLE else 'symbolic tensor'}",
        note="raises: the value exists only when the graph runs",
        help=_ITSELF(method=method, x=spoken(call.func.value, "the tensor")),
        confidence=confidence,
        assumptions=("numpy-method", *fn.assumes_values) if receiver.kind is Kind.UNKNOWN else fn.assumes_values,
        labels=fn.because(receiver),
    )


def _confidence(method: str, receiver: Value, call: cst.Call) -> Confidence | None:
    """Returns the confidence that the receiver is a symbolic tensor. Hardly anything else has a `numpy()`."""
    if method == "to_list":
        return receiver.confidence if receiver.type == "ragged" and receiver.origin is not Origin.OUTER else None
    if method not in VALUE_METHODS:
        return None
    if symbolic(receiver):
        return sure_of_one(receiver)
    unclear = receiver.kind is Kind.UNKNOWN and not receiver.name and receiver.type != NO_TENSOR and receiver.origin is not Origin.OUTER
    return Confidence.MEDIUM if unclear and method == "numpy" and not call.args and not _is_detached(call) else None


def _is_detached(call: cst.Call) -> bool:
    """Whether the receiver is `x.detach()`, `x.detach().numpy()`: a tensor of PyTorch."""
    asked: cst.CSTNode = call
    while isinstance(asked, cst.Call) and isinstance(asked.func, cst.Attribute):
        if asked.func.attr.value == "detach":
            return True
        asked = asked.func.value
    return False
