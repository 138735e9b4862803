'''
A NumPy function called on a tensor in traced code.

## What it does
Flags calls of NumPy functions and of methods of NumPy arrays that are given a symbolic tensor or variable, alone or
in a list, and functions of SciPy, scikit-image, scikit-learn, librosa and OpenCV, which work on NumPy arrays.

## Why it matters
NumPy needs values. A symbolic tensor has none at trace time, so converting it to an array raises
`NotImplementedError`. Eager tensors are turned into arrays silently, which is why the same line works before the
decorator is added.

## When
- First call: raises at trace time.
- Second and third call: traces again, raises again.
- In a loss or metric given to `compile` and in the `call` of a Keras layer: raises under `fit`.
- In a function passed to `Dataset.map`: raises as soon as `map` is called.
- A new signature: retraced, and raises again.

## Bad
```python
import numpy as np
import tensorflow as tf


@tf.function
def spread(x):
    return np.sqrt(tf.reduce_mean(x * x))  # TFA303


for value in (1.0, 2.0, 3.0):
    print(float(spread(tf.constant([value, -value]))))
```

A list of tensors is no better:

```python
import numpy as np
import tensorflow as tf


@tf.function
def both(x):
    pair = [x, tf.square(x)]
    return tf.constant(np.stack(pair))  # TFA303


for value in (1.0, 2.0, 3.0):
    print(both(tf.constant(value)).numpy())
```

## Good
```python
import tensorflow as tf


@tf.function
def spread(x):
    return tf.sqrt(tf.reduce_mean(x * x))


for value in (1.0, 2.0, 3.0):
    print(float(spread(tf.constant([value, -value]))))
```

NumPy on Python scalars, static shapes and dtypes makes constants, and `tensorflow.experimental.numpy` is
TensorFlow:

```python
import numpy as np
import tensorflow as tf
import tensorflow.experimental.numpy as tnp


@tf.function
def weighted(x):
    weights = np.linspace(0.0, 1.0, 3).astype(np.float32)
    return tnp.sum(x * weights) / np.sqrt(float(np.prod(x.shape))) * np.ndim(x)


for value in (1.0, 2.0, 3.0):
    print(round(float(weighted(tf.constant([value, value, value]))), 4))
```

## Not reported
- NumPy on Python data, static shapes and dtypes; `np.shape`, `np.ndim`, `np.isscalar` and `np.flip` of a tensor.
- An eager constant created outside of the function: it keeps its value.
- Arithmetic between a tensor and a NumPy array: it is TensorFlow's.
- Code in `tf.py_function` and `tf.numpy_function`, under `tf.init_scope`, and code that tests first (see TFA302).
- Draws of `numpy.random`: TFA110 reports them.

## Fix
Most functions have a counterpart: `np.sqrt` is `tf.sqrt`, `np.sum` `tf.reduce_sum`, `np.stack` `tf.stack`, `np.size` `tf.size`.
`tensorflow.experimental.numpy` has NumPy's own names. Anything else goes through `tf.numpy_function`.

## Fix safety
Unsafe: the result is a tensor instead of an array. Offered for functions that have a counterpart with the same arguments; only a
suggestion where the result is used in a way that may need an array, and where the body does not show a dtype that matters: NumPy makes
floats of whole numbers in `np.sqrt` and `np.mean`, and int64 in `np.sum`.
'''

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.fixes.numpy_equivalents import counterpart, namesake
from tflint_autograph.rules.api import (
    Confidence,
    ErrorKind,
    Help,
    Hit,
    Kind,
    Proof,
    Rule,
    Severity,
    TracedFunction,
    Value,
)
from tflint_autograph.tfapi import arrays
from tflint_autograph.traced.graph.eager_checks import looks_first
from tflint_autograph.traced.graph.symbolic import spoken
from tflint_autograph.traced.program import sure_of_one
from tflint_autograph.traced.tree.kinds import symbolic_in

_TENSORFLOW = {
    "sum": "reduce_sum", "mean": "reduce_mean", "max": "reduce_max", "amax": "reduce_max", "min": "reduce_min",
    "amin": "reduce_min", "prod": "reduce_prod", "any": "reduce_any", "all": "reduce_all", "std": "math.reduce_std",
    "var": "math.reduce_variance", "array": "convert_to_tensor", "asarray": "convert_to_tensor", "concatenate": "concat",
    "arange": "range", "power": "pow", "log": "math.log", "isnan": "math.is_nan",
    "isfinite": "math.is_finite", "cumsum": "cumsum", "clip": "clip_by_value",
}  # fmt: skip
_SAME = frozenset(
    {"sqrt", "square", "exp", "abs", "sin", "cos", "tan", "tanh", "maximum", "minimum", "stack", "where", "zeros_like", "ones_like",
     "reshape", "transpose", "argmax", "argmin", "sign", "floor", "round", "expand_dims", "squeeze", "size", "tile",
     "pad", "repeat", "zeros", "ones", "linspace", "eye", "matmul", "split", "roll", "argsort", "sort", "einsum"}
)  # fmt: skip

rule = Rule(
    __name__, code="TFA303", when="given:arrays.converts methods:arrays.method_converts",
    proof=(Proof.RAISES, Proof.DIFFERS), raises=(ErrorKind.VALUE,), severity=Severity.ERROR
)


_NAMESAKE = rule.advises("use `tf.{function}`")
_DOT = rule.advises("use `tf.tensordot(..., axes=1)`")
_ASIDE = rule.advises("use TensorFlow operations, or run this code in `tf.numpy_function`")


@rule(cst.Call)
def check(call: cst.Call, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a NumPy function or method called with a tensor."""
    name = fn.called(call)
    sure = _confidence(name, call, fn)
    given = sure is not None and next(_given(name, call, fn), None)
    if not given or sure is None or looks_first(call, fn):
        return
    yield Hit(
        call,
        f"{spoken(call.func, 'NumPy')} needs the value of {given.kind.spoken} at trace time",
        note=f"raises: {given.kind.spoken} has a value only when the graph runs",
        help=_help(call, name),
        confidence=min(sure, sure_of_one(given)),
        assumptions=fn.assumes_values,
        labels=fn.because(given),
        fix=namesake(call, name, fn),
    )


def _confidence(name: str, call: cst.Call, fn: TracedFunction) -> Confidence | None:
    """Returns the confidence that the call converts its arguments to NumPy arrays, or None."""
    if name.startswith("numpy."):
        return None if name.startswith("numpy.random.") else Confidence.HIGH
    if name.startswith(arrays.MODULES):
        return Confidence.MEDIUM
    if isinstance(call.func, cst.Attribute) and call.func.attr.value in arrays.METHODS:
        return Confidence.HIGH if fn.value(call.func.value).kind is Kind.NUMPY else None
    return None


def _given(name: str, call: cst.Call, fn: TracedFunction) -> Iterator[Value]:
    """Yields the tensors and variables among the arguments."""
    direct = arrays.static_on_tensors(name)
    for _, value in fn.arguments(call):
        found = symbolic_in(value)
        if found is not None and not (direct and value.kind.graph):
            yield found


def _help(call: cst.Call, name: str) -> Help:
    """Returns the advice with the function that the fix writes, or the one for other arguments."""
    if name == "numpy.dot":
        return _DOT()
    member = name.removeprefix("numpy.")
    known = counterpart(call, member) or _TENSORFLOW.get(member) or (member if member in _SAME else "")
    return _NAMESAKE(function=known) if name.startswith("numpy.") and known else _ASIDE()
