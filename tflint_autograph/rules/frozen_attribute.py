"""
An attribute with a Python value, which changes between calls, is read in traced code.

## What it does
Flags reads of `self.attribute`, or of another object's, in traced code, where the attribute is a Python scalar, text,
list, NumPy array or eager tensor and eager code sets it again after the object was created: in a method that is not a
constructor or builder, or from outside. Reads of a `tf.Variable` or of a function are flagged too, if eager code replaces
it.
Two cases are reported by default: the code that sets the attribute also calls the object before and after; or one function sets
the attribute and calls the object, has parameters, and is not called in the project, so that each of its calls may set another
value (from its arguments, the old value, a random number, the clock or an iterator). Other reads have low confidence.

The flag `trainable` of a layer and the `optimizer` of a model are such attributes: Keras reads them when it traces the training step,
and traced code reads the flags with `trainable_variables`. Where a run of the code shows that a later step would read something else, the
statement that sets it is flagged if the step is that of Keras itself, and else the read.

## Why it matters
The attribute is read at trace time and its value enters the graph as a constant. Setting it later changes the
object, but not the graph: a mode flag that is toggled, a scale that is lowered, a list of layers that grows.

## When
- First call: the attribute is read, during tracing; its value is a constant from then on.
- Second and third call with the same signature: the same value, whatever the value of the attribute is.
- A new shape, dtype or Python argument: one new reading for that signature.
- Another object: its own trace, with its current value of the attribute.
- In Keras, `fit` retraces after `compile` only, for `trainable` and `optimizer` as well.

## Bad
```python
import tensorflow as tf


class Scaler(tf.Module):
    def __init__(self):
        super().__init__()
        self.scale = 1.0

    def grow(self):
        self.scale *= 2.0

    @tf.function
    def __call__(self, x):
        return x * self.scale  # TFA114


scaler = Scaler()
for _ in range(3):
    print(float(scaler(tf.constant(1.0))))
    scaler.grow()
```

```python
import tensorflow as tf


class Net(tf.Module):
    training = True

    @tf.function
    def __call__(self, x):
        if self.training:  # TFA114
            return x * 2.0
        return x


net = Net()


def switch():
    net.training = not net.training


for _ in range(3):
    print(float(net(tf.constant(1.0))))
    switch()
```

```python
import numpy as np
import tensorflow as tf

base = tf.keras.Sequential([tf.keras.layers.Dense(1, use_bias=False, kernel_initializer="ones")])
model = tf.keras.Sequential([base, tf.keras.layers.Dense(1, use_bias=False, kernel_initializer="ones")])
model.compile(tf.keras.optimizers.SGD(0.1), "mse")
x = np.ones((2, 1), "float32")
for trainable in (True, False, False):
    base.trainable = trainable  # TFA114
    model.fit(x, x * 0, verbose=0)
    print(float(base.layers[0].kernel[0, 0]))
```

## Good
```python
import tensorflow as tf


class Scaler(tf.Module):
    def __init__(self, offset):
        super().__init__()
        self.offset = offset
        self.scale = tf.Variable(1.0)

    def grow(self):
        self.scale.assign(self.scale * 2.0)

    @tf.function
    def __call__(self, x, training):
        return x * self.scale + self.offset if training else x


scaler = Scaler(1.0)
for number in range(3):
    print(float(scaler(tf.constant(1.0), tf.constant(number < 2))))
    scaler.grow()
```

## Not reported
- Attributes set in `__init__`, `__new__`, `build`, `setup`, `compile`, `__setstate__` and in methods that only these call.
- Attributes set once, when they are found missing (`if self.scale is None: self.scale = ...`).
- Low confidence: code that sets an attribute but does not visibly run the object before and after, switches that are never
  reset (`self.fused = True`), and attributes that one method sets alone.
- Attributes set by a method that then wraps the function in `tf.function` again, calls `compile` of the model, or clears its
  `train_function`: all of these drop the trace with the old value.
- A `tf.Variable` that is changed by `assign`, layers and other objects that keep their state in variables; methods and
  properties, and functions that are wrapped: `self.step = tf.function(self.step)`.
- Attributes of objects created in the call, and those the function has set itself before, or a method that it always calls before.
- Objects whose class says by `__tf_tracing_type__` when they need another trace.

## Fix
Keep the value in a `tf.Variable` and change it with `assign`, or pass it as an argument: this is why
`training=` is an argument in Keras. After setting `trainable`, call `compile` again, or make a new `tf.function`.
"""

from collections.abc import Collection, Iterator

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.rules.api import (
    At,
    Confidence,
    Help,
    Hit,
    Kind,
    Label,
    Proof,
    RootCalls,
    Rule,
    Severity,
    Span,
    TracedFunction,
    Value,
)
from tflint_autograph.traced.escape.changing_attributes import changing_attributes, is_namespace, owner_of
from tflint_autograph.traced.escape.exemptions import Effect, exempt
from tflint_autograph.traced.escape.free_variables import changed_field, first_read, is_set_here
from tflint_autograph.traced.escape.reset_per_call import set_by_calls_before
from tflint_autograph.traced.escape.stale_reads import is_steady, met_write, stale_attributes
from tflint_autograph.traced.graph.symbolic import spoken
from tflint_autograph.traced.program import NameWrite, attribute_read, innermost, is_swapped, spelled_path
from tflint_autograph.traced.tree.kinds import fits_variable, is_member, keeps_first
from tflint_autograph.traced.tree.states import Held, StaleRead

rule = Rule(
    __name__, code="TFA114", when="query:escape.changing_attributes.changing_attributes query:escape.stale_reads.stale_attributes", proof=(Proof.STALE,), severity=Severity.WARNING
)


_ASSIGN = rule.advises("change it with `assign`")
_VARIABLE = rule.advises("keep it in a `tf.Variable` and change it with `assign`")
_EITHER = rule.advises("keep it in a `tf.Variable` and change it with `assign`, or pass it as an argument")
_PASSED = rule.advises("pass it as an argument")
_COMPILE = rule.advises("call `compile` again after setting `{name}`")
_RENEW = rule.advises("make a new `tf.function` after setting `trainable`, or call `compile` again")
_ASIDE = rule.advises("read it in `tf.py_function`, on every call")


@rule(cst.Attribute, cst.Call, cst.Subscript)
def check(node: cst.BaseExpression, fn: TracedFunction) -> Iterator[Hit]:
    """Reports an attribute of an object that outlives the call, in any spelling."""
    stale = stale_attributes(fn)
    is_stale = bool(stale) and not _is_other(node, stale)
    flags = met_write(fn.expression(node), Held.FLAGS, fn) if is_stale else None
    if flags is not None:
        yield _of_flags(node, flags)
        return
    asked = attribute_read(fn.expression(node))
    path = spelled_path(asked) if asked is not None else ""
    if is_set_here(fn, path):
        return
    met = met_write(fn.expression(node), Held.ATTRIBUTE, fn) if is_stale else None
    if met is not None:
        yield _hit(node, met, fn.value(node), fn)
        return
    names = changing_attributes(fn)
    if not names or _is_other(node, names) or asked is None or asked.attr not in names or not first_read(path, fn):
        return
    value = fn.value(node)
    rebound = _rebound(asked, value, fn)
    if rebound is None or exempt(fn, Effect.STATE) or _set_for_trace(rebound.step.span, fn) or set_by_calls_before(path, fn):
        return
    if not is_steady(fn.expression(node), rebound, fn):
        yield _hit(node, rebound, value, fn)


@rule.site(StaleRead)
def check_flag(use: StaleRead, calls: RootCalls) -> Iterator[Hit]:
    """Reports a flag `trainable`, or an optimizer, that is set after Keras has traced the training step."""
    yield Hit(
        At(use.changed.start.line, use.changed.start.column, use.changed.end.line, use.changed.end.column),
        f"`{use.name}` is set after Keras has traced the training step",
        note="the step keeps what it read in its first trace",
        help=_COMPILE(name=use.name),
        confidence=Confidence.HIGH if use.is_sure else Confidence.MEDIUM,
        inside=use.writer,
    )


def _of_flags(node: cst.BaseExpression, change: NameWrite) -> Hit:
    return Hit(
        node,
        f"{spoken(node, 'an attribute')} is read once, at trace time, and `trainable` is set later",
        note="keeps the variables of the first trace",
        help=_RENEW(),
        confidence=change.sureness(True),
        labels=(Label(change.step.span, change.step.text),),
    )


def _is_other(node: cst.BaseExpression, names: Collection[str]) -> bool:
    """Whether a node reads an attribute of none of these names."""
    return isinstance(node, cst.Attribute) and node.attr.value not in names


def _hit(node: cst.BaseExpression, rebound: NameWrite, value: Value, fn: TracedFunction) -> Hit:
    return Hit(
        node,
        f"{spoken(node, 'an attribute')} is read once, at trace time, and changes later",
        note=f"keeps the {'variable' if value.kind is Kind.VARIABLE else 'value'} of the first trace",
        help=_help(value, fn),
        confidence=rebound.sureness(rebound.is_met or value.kind is not Kind.UNKNOWN),
        labels=(Label(rebound.step.span, rebound.step.text),),
        needs_callers=rebound.by_others,
    )


def _help(value: Value, fn: TracedFunction) -> Help:
    if value.kind is Kind.VARIABLE:
        return _ASSIGN()
    if fits_variable(value):
        return _EITHER() if fn.is_called_by_program else _VARIABLE()
    return _PASSED() if fn.is_called_by_program else _ASIDE()


def _rebound(asked: ir.Attribute, value: Value, fn: TracedFunction) -> NameWrite | None:
    """Returns the most certain write of an attribute whose value the graph would copy, or None for methods, properties and others."""
    receiver = fn.value_of(asked.value)
    if not (keeps_first(value) or is_swapped(value)) or ((value.kind is Kind.OBJECT or value.cls is not None) and not is_member(value)):
        return None
    if is_namespace(receiver):
        module = fn.value_of(asked.value.value).module if isinstance(asked.value, ir.Attribute) else ""
        return changed_field(asked, module, value, fn)
    cls, method = owner_of(asked, receiver, fn), fn.analysis.classes.method
    if cls is None or method(cls, asked.attr) is not None or method(cls, "__tf_tracing_type__") is not None:
        return None
    found = fn.analysis.name_writes.of_attribute(cls, asked.attr, value, fn.key, of_class=receiver.cls is None)
    # A function is set up as often as not; another takes its place where the first one has run.
    return found if found is None or found.is_around or keeps_first(value) else None


def _set_for_trace(setting: Span, fn: TracedFunction) -> bool:
    """Whether the function that passes the traced function to a dataset sets the attribute first, and thus for each trace."""
    tracing = fn.trace.steps[0].span
    module = fn.analysis.project.module(setting.path)
    if not fn.trace.root.startswith("Dataset.") or setting.path != tracing.path or module is None:
        return False
    around = [innermost(module.functions, [span.start.line]) for span in (setting, tracing)]
    return bool(around[0]) and around[0] == around[1] and setting.start.line < tracing.start.line
