"""
A variable created in traced code on every call.

## What it does
Flags `tf.Variable`, `add_weight`, `tf.random.Generator` and lookup tables with state that are created in traced code,
also under `tf.init_scope`, unless something ensures that it happens once.

## Why it matters
A traced function may create variables only during its first trace. Code that makes one each time it runs works eagerly,
where each call starts from a new variable, and raises in the graph: "tf.function only supports singleton tf.Variables
created on the first call". A mutable table does not raise: there is one per trace, and its content stays from call to
call.

## When
- First call: TensorFlow traces once with variables allowed, then once more without; the second trace raises `ValueError`.
- Second and third call: `ValueError` again. When the first trace fails after it has created a variable, the later calls
  return `None` and run nothing.
- A new signature: a variable that is created on a later trace only, behind a Python flag or for a new key, raises on that
  call.

## Bad
```python
import tensorflow as tf


@tf.function
def count(x):
    total = tf.Variable(0.0)  # TFA501
    total.assign_add(x)
    return total.read_value()


for value in (1.0, 2.0, 3.0):
    print(float(count(tf.constant(value))))
```

A generator of random numbers keeps its state in a variable, and `tf.init_scope` does not help:

```python
import tensorflow as tf


@tf.function
def noise(x):
    with tf.init_scope():
        generator = tf.random.Generator.from_seed(1)  # TFA501
    return x + generator.normal([])


for value in (1.0, 2.0, 3.0):
    noise(tf.constant(value))
    print("added noise to", value)
```

## Good
Create the variable in the constructor and assign to it in the traced method:

```python
import tensorflow as tf


class Counter(tf.Module):
    def __init__(self):
        super().__init__()
        self.total = tf.Variable(0.0)

    @tf.function
    def count(self, x):
        self.total.assign_add(x)
        return self.total.read_value()


counter = Counter()
for value in (1.0, 2.0, 3.0):
    print(float(counter.count(tf.constant(value))))
```

A variable that is created on the first call only is supported:

```python
import tensorflow as tf


class Counter(tf.Module):
    def __init__(self):
        super().__init__()
        self.total = None

    @tf.function
    def count(self, x):
        if self.total is None:
            self.total = tf.Variable(0.0)
        self.total.assign_add(x)
        return self.total.read_value()


counter = Counter()
for value in (1.0, 2.0, 3.0):
    print(float(counter.count(tf.constant(value))))
```

## Not reported
- The singleton: `if self.v is None: self.v = tf.Variable(...)`, `hasattr`, `self.__dict__.get`, `not self.built`, at module level too.
- Low confidence: one for each key, where the key is an argument, `if name not in self.heads:`. A new key fails after the first trace;
  high confidence where the code shows a call that passes one, medium where a loop passes each of something that is not known, or a public
  function what its callers outside of the project pass.
- Low confidence, as for every rule: where a parameter is missing, `if scale is None:`, of a function that each traced call passes
  another value for it.
- `__init__` of objects created outside, `build` of Keras layers, `tf.py_function`.
- A `tf.function` that is passed to a decorator of another package, as with TensorFlow Federated: it may be traced only once. Info
  only.
- A `tf.lookup.StaticHashTable`, which is created once per trace with the same content.

## Fix
Create the variable once, in `__init__`, in `build` or at module level, and use `assign`, `assign_add` or `assign_sub` in
the traced function. Keep the singleton where the shape is known on the first call only. A value that lives for one call
needs no variable: use a tensor.

## Fix safety
Suggestion only: the purpose and lifetime of a variable are not visible in the code. For a method the line in `__init__` is shown
that creates it, or without a constructor a guard that creates it on the first call; for a function of the module a name above it.
"""

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.fixes.variables import made_once
from tflint_autograph.rules.api import Confidence, ErrorKind, Hit, Kind, Proof, Rule, Severity, TracedFunction, Value
from tflint_autograph.tfapi import keras
from tflint_autograph.tfapi.names import abbreviated
from tflint_autograph.traced.escape.exemptions import Effect, exempt, late_creation
from tflint_autograph.traced.escape.guards import runs_once_for_all
from tflint_autograph.traced.escape.own_traces import traced_by_others
from tflint_autograph.traced.graph.scopes import made_otherwise

rule = Rule(
    __name__, code="TFA501", when="names:keras.makes_variables methods:keras.kind_makes_variables query:escape.stale_reads.created_late",
    proof=(Proof.CREATES, Proof.RAISES, Proof.RUNS), raises=(ErrorKind.VARIABLES,), severity=Severity.ERROR
)


_IN_METHOD = rule.advises("create it in `__init__`, or on the first call only, and use it here")
_OUTSIDE = rule.advises("create it once, outside the traced function, and use it here")


@rule(cst.Call)
def check(call: cst.Call, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a call that creates a variable."""
    spoken, confidence = made(call, fn)
    if not spoken or made_otherwise(fn):
        return
    if exempt(fn, Effect.CREATION):
        late = late_creation(fn)
        if late is None and runs_once_for_all(fn):
            return
        confidence = late or Confidence.LOW
    is_table, by_others = keras.makes_table(fn.called(call)), traced_by_others(fn)
    yield Hit(
        call,
        f"`{spoken}` is created only at trace time" if is_table else f"`{spoken}` creates a variable in traced code",
        note="keeps its entries from call to call" if is_table else "raises `ValueError`: a traced function may create variables only on its first trace",
        help=_IN_METHOD() if fn.fact.owner else _OUTSIDE(),
        confidence=confidence,
        fix=made_once(call, fn),
        severity=Severity.INFO if by_others else None,
        excuse=by_others,
    )


def made(call: cst.Call, fn: TracedFunction) -> tuple[str, Confidence]:
    """Returns the user's name for a call that creates a variable, with a confidence; an empty name for other calls."""
    name = fn.called(call)
    if name:
        return (abbreviated(name) if keras.makes_variables(name) else "", Confidence.HIGH)
    method, receiver = fn.method(call)
    made = bool(method) and _makes_by_method(method, receiver, fn.value(call.func), fn)
    place = receiver.spelling if receiver.cls is None else receiver.spelling or "self"
    return f"{place}.{method}" if made else "", Confidence.HIGH


def _makes_by_method(method: str, receiver: Value, func: Value, fn: TracedFunction) -> bool:
    """Whether the call is a Keras method that creates a variable of a layer, model, metric or optimizer."""
    if not keras.method_makes_variables(method):
        return False
    if receiver.cls is not None and fn.keras_kind(receiver.cls) and not func.callees:
        return True
    return receiver.kind is Kind.OBJECT and keras.kind_makes_variables(receiver.type, method)
