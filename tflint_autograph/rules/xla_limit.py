'''
An operation that XLA cannot compile, or that behaves differently, under `jit_compile=True`.

## What it does
Flags, in what a `tf.function(jit_compile=True)` or a model compiled with `jit_compile=True` reaches: `tf.print`,
`tf.py_function`, `tf.numpy_function`, string operations, files, summaries, lookup tables, `tf.timestamp` and other
operations XLA has no code for; `tf.gather`, whose index it clamps, with low confidence; and checks, which XLA leaves out, as info.

## Why it matters
XLA compiles the whole graph or nothing: a single unsupported operation makes every call raise
`InvalidArgumentError`. Supported operations may behave differently: `tf.debugging.assert_*` and `check_numerics` vanish, an index
out of range gives the last element instead of an error.

## When
- First call: raises when the graph is compiled, after tracing. Without `jit_compile`, or run eagerly, the same line works.
- Second and third call: raise again.
- Checks: never fail, on no call. `tf.gather` out of range: a wrong element on every call, silently.
- A new signature: compiled again, and raises again.

## Bad
```python
import tensorflow as tf


@tf.function(jit_compile=True)
def step(x):
    tf.print("x is", x)  # TFA307
    return x * 2.0


for value in (1.0, 2.0, 3.0):
    print(float(step(tf.constant(value))))
```

```python
import tensorflow as tf


@tf.function(jit_compile=True)
def root(x):
    tf.debugging.assert_non_negative(x)  # TFA307
    return tf.sqrt(x)


for value in (4.0, 1.0, -1.0):
    try:
        print(float(root(tf.constant(value))))
    except tf.errors.InvalidArgumentError:
        print("negative")
```

```python
import tensorflow as tf

TABLE = tf.constant([1.0, 2.0, 3.0])


@tf.function(jit_compile=True)
def chosen(index):
    return tf.gather(TABLE, index)  # TFA307


for index in (0, 2, 9):
    try:
        print(float(chosen(tf.constant(index))))
    except tf.errors.InvalidArgumentError:
        print("out of range")
```

## Good
```python
import tensorflow as tf

TABLE = tf.constant([1.0, 2.0, 3.0])


@tf.function(jit_compile=True)
def root(x):
    return tf.sqrt(x)


@tf.function
def step(x):
    tf.debugging.assert_non_negative(x)
    tf.print("x is", x)
    return root(x) + tf.gather(TABLE, tf.cast(x, tf.int32))


for value in (0.0, 1.0, 2.0):
    print(float(step(tf.constant(value))))
```

## Not reported
- Code that no function with `jit_compile=True` reaches, and `jit_compile=False`.
- Code under a flag that is off by default and that nothing in the project turns on: the function compiles as the project runs it.
- An index that its computation limits: `i % tf.size(x)`, `tf.clip_by_value`, `tf.argmax`.
- Checks of Python scalars and of the ranks of tensors, which TensorFlow makes at trace time.
- `tf.unique`, `tf.boolean_mask` and `tf.where(x)`, which XLA compiles although the size of their result depends on the data.

## Fix
Compile the numerical part only: put it into a function of its own with `jit_compile=True`, and print, check, read and
write in the function that calls it. Keep an index in range with `tf.clip_by_value`, or check it before.
'''

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.rules.api import Confidence, ErrorKind, Help, Hit, Kind, Proof, Rule, Severity, TracedFunction
from tflint_autograph.tfapi import xla
from tflint_autograph.traced.escape import switched_off
from tflint_autograph.traced.graph.compiled import compiled
from tflint_autograph.traced.graph.limited_indices import is_kept_in_range
from tflint_autograph.traced.graph.symbolic import spoken

rule = Rule(
    __name__, code="TFA307", when="names:xla.differs+query:graph.compiled.compiled methods:xla.table_method+query:graph.compiled.compiled",
    proof=(Proof.RAISES, Proof.DIFFERS),
    raises=(ErrorKind.XLA, ErrorKind.ASSERTION, ErrorKind.OTHER), severity=Severity.WARNING
)


_OUTSIDE = rule.advises("move it out of the compiled function")
_CHECK = rule.advises("check outside the compiled function")
_INDEX = rule.advises("check the index outside the compiled function")


@rule(cst.Call)
def check(call: cst.Call, fn: TracedFunction) -> Iterator[Hit]:
    """Reports an operation that XLA does differently from TensorFlow."""
    name = fn.called(call)
    told = _told(name) or _table(call, fn)
    if told is None or _is_made_while_tracing(call, name, fn) or not compiled(fn) or switched_off.is_off(fn) or switched_off.is_eager(fn):
        return
    if xla.clamped(name) and is_kept_in_range(call, fn):
        return
    message, note, instead, confidence = told
    # A check that XLA drops changes no result: the caller of the compiled function meets it only for invalid arguments.
    severity = Severity.INFO if xla.dropped(name) else None
    yield Hit(call, spoken(call.func, "this call") + message, note=note, help=instead, confidence=confidence, severity=severity)


def _told(name: str) -> tuple[str, str, Help, Confidence] | None:
    """Returns message, note, help and confidence for a function, or None."""
    if xla.unknown(name):
        return _CANNOT
    if xla.dropped(name):
        return (" is dropped under `jit_compile=True`", "never fails: XLA drops checks",
                _CHECK(), Confidence.MEDIUM)  # fmt: skip
    if xla.clamped(name):
        return (" clamps out-of-range indices under `jit_compile=True`", "returns another element instead of raising an error",
                _INDEX(), Confidence.LOW)  # fmt: skip
    return None


def _is_made_while_tracing(call: cst.Call, name: str, fn: TracedFunction) -> bool:
    """Whether a check compares values known at trace time, and raises then."""
    count = xla.compared(name)
    return 0 < count <= len(call.args) and all(arg.keyword is None and _static(arg.value, fn) for arg in call.args[:count])


def _static(node: cst.BaseExpression, fn: TracedFunction) -> bool:
    """Whether the expression is a Python scalar, the rank of a tensor, or computed from these: `axis <= tf.rank(x) - 1`."""
    if isinstance(node, cst.BinaryOperation):
        return _static(node.left, fn) and _static(node.right, fn)
    return fn.value(node).kind is Kind.PYTHON or (isinstance(node, cst.Call) and fn.called(node) == "tensorflow.rank")


_CANNOT = (
    " cannot be compiled under `jit_compile=True`",
    "raises when the graph is compiled",
    _OUTSIDE(),
    Confidence.HIGH,
)


def _table(call: cst.Call, fn: TracedFunction) -> tuple[str, str, Help, Confidence] | None:
    """Returns message, note, help and confidence for a lookup in a table, or None."""
    if not isinstance(call.func, cst.Attribute) or call.func.attr.value not in xla.TABLE_METHODS:
        return None
    return _CANNOT if fn.value(call.func.value).type == "table" else None
