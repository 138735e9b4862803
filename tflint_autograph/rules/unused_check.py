"""
The result of `tf.ensure_shape`, of a scatter update, or of an operation that raises for wrong values is not used in traced code.

## What it does
Flags a call of `tf.ensure_shape` or `tf.tensor_scatter_nd_update`, `_add`, `_sub`, `_min`, `_max` in traced code as a statement of
its own, or assigned to a name that nothing reads. Likewise `tf.gather`, `tf.gather_nd`, `tf.slice`, `tf.reshape`, `tf.strings.to_number`, `tf.linalg.inv`, `tf.io.parse_tensor`,
`tf.io.parse_single_example`, `tf.io.decode_png` or `tf.io.decode_base64`, which raise for wrong values.

## Why it matters
These functions change nothing: they return a tensor. A graph computes what its results need, so an `ensure_shape` whose
result is not used is dropped, and with it the error it was written for. So is a `tf.gather` that raises in eager code where an index is
out of range. A scatter update that is dropped updates nothing.

## When
- First, second and third call: the graph runs without the check; eager code raises where the shape is wrong.
- A new signature: retraced; a check that needs only the static shape is made at trace time, one that needs the value is never
  made.

## Bad
```python
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def total(x):
    tf.ensure_shape(x, [3])  # TFA216
    return tf.reduce_sum(x)


for length in (3, 2, 4):
    try:
        print(float(total(tf.ones([length]))))
    except (ValueError, tf.errors.InvalidArgumentError):
        print("wrong shape")
```

## Good
```python
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def total(x):
    x = tf.ensure_shape(x, [3])
    return tf.reduce_sum(x)


for length in (3, 2, 4):
    try:
        print(float(total(tf.ones([length]))))
    except (ValueError, tf.errors.InvalidArgumentError):
        print("wrong shape")
```

Assertions run although their result is not used:

```python
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def total(x):
    tf.debugging.assert_equal(tf.size(x), 3)
    tf.debugging.check_numerics(x, "x")
    return tf.reduce_sum(x)


for length in (3, 2, 4):
    try:
        print(float(total(tf.ones([length]))))
    except (ValueError, tf.errors.InvalidArgumentError):
        print("wrong shape")
```

## Not reported
- `tf.debugging.assert_*`, `tf.debugging.Assert` and `tf.debugging.check_numerics`: the graph runs them in any case.
- `x.set_shape(...)`, which changes the static shape in place.
- A result that is returned, passed on, or assigned to a name that is read later.

## Fix
Write `x = tf.ensure_shape(x, shape)` and use `x` from there on, or `tf.debugging.assert_shapes`. In place of an operation that raises for
wrong values, check the values with `tf.debugging.assert_less`, which the graph runs in any case.

## Fix safety
Safe for `tf.ensure_shape`, whose check eager code makes anyhow; unsafe for a scatter update, which then takes effect. Offered
where the first argument is a name of the function that is read later.
"""

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.fixes.assigning import assigned
from tflint_autograph.model import body as ir
from tflint_autograph.rules.api import Confidence, ErrorKind, Fix, Hit, Proof, Rule, Safety, Severity, TracedFunction
from tflint_autograph.tfapi.names import abbreviated
from tflint_autograph.tfapi.tables import MUST_USE
from tflint_autograph.traced.graph.symbolic import inlined

rule = Rule(
    __name__, code="TFA216", when="alone:tables.must_use", proof=(Proof.RAISES, Proof.DROPPED, Proof.DIFFERS),
    raises=(ErrorKind.ASSERTION,), severity=Severity.WARNING
)


_USE = rule.advises("use what it returns: `{x} = {call}({x}, ...)`")
_CHECK = rule.advises("use what it returns, or check the values with `tf.debugging.Assert`")


@rule(cst.Expr, cst.Assign)
def check(statement: cst.BaseSmallStatement, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a call whose only effect is its result, as a statement, or assigned to names that nothing reads."""
    assert isinstance(statement, (cst.Expr, cst.Assign))
    assert fn.statement is not None
    made, whole = fn.statement, statement.value
    left = [made.value] if isinstance(made, ir.Evaluate) else list(fn.unread(made))
    for call in [each.value for each in whole.elements] if isinstance(whole, cst.Tuple) else [whole]:
        place = fn.place(call) if isinstance(call, cst.Call) and left else None
        unused = next((each for each in left if isinstance(each, ir.Call) and each.at == place), None)
        name = fn.library_call(unused, made.ordinal) if unused is not None else ""
        if name in MUST_USE and isinstance(call, cst.Call):
            yield _unused(statement, call, name, fn)


def _unused(statement: cst.BaseSmallStatement, call: cst.Call, name: str, fn: TracedFunction) -> Hit:
    spoken, changes = abbreviated(name), name.rpartition(".")[2].startswith(("ensure_", "tensor_scatter_"))
    is_direct = fn.called(call) == name
    used = _USE(x=inlined(call.args[0].value, "x") if call.args else "x", call=spoken if is_direct else fn.source(call.func))
    return Hit(
        call,
        f"`{spoken}` has no effect unless its result is used",
        note=MUST_USE[name],
        help=used if changes else _CHECK(),
        # What is assigned and never read may be code that was left behind, and no check.
        confidence=Confidence.LOW if isinstance(statement, cst.Assign) and not changes else Confidence.HIGH,
        fix=_fix(statement, call, name, fn) if changes and is_direct and isinstance(statement, cst.Expr) else None,
    )


def _fix(statement: cst.Expr, call: cst.Call, name: str, fn: TracedFunction) -> Fix | None:
    """Returns a fix that assigns the result: safe for `ensure_shape`, whose check eager code makes anyhow, unsafe for a scatter update."""
    given = (arg.value for arg in call.args if arg.keyword is None or arg.keyword.value in ("x", "tensor"))
    first = next(given, None)
    safety = Safety.SAFE if name == "tensorflow.ensure_shape" else Safety.UNSAFE
    return assigned(statement, first, fn, safety) if first is not None else None
