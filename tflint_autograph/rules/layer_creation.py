"""
A Keras layer, model, metric or optimizer created in traced code on every call.

## What it does
Flags Keras layers with weights or a seed, models, metrics and optimizers that are created in traced code: in a traced
function, in `call` of a layer or model, in `train_step`. In Keras 3 the random layers, `Dropout` among them, own a seed
variable and count as well.

## Why it matters
Such an object owns variables, and a traced function may create variables only during its first trace. Called eagerly the
code seems to work, with new random weights on every call, so that it never learns; as a graph, and under `fit` or
`predict`, it raises `ValueError`.

## When
- First call: TensorFlow traces once with variables allowed, then once more without; the second trace creates the layer
  again and raises `ValueError`.
- Second and third call: `ValueError` again.
- A new signature is traced again and raises as well.
- Called eagerly: no error, but fresh weights each time.

## Bad
```python
import tensorflow as tf


@tf.function
def project(x):
    layer = tf.keras.layers.Dense(4)  # TFA502
    return layer(x)


for size in (1, 2, 3):
    print(project(tf.ones([size, 2])).shape)
```

```python
import tensorflow as tf


class Head(tf.keras.layers.Layer):
    def call(self, x, training=False):
        x = tf.keras.layers.Dropout(0.5)(x, training=training)  # TFA502
        return tf.nn.relu(x)


head = Head()
run = tf.function(head)
for size in (1, 2, 3):
    print(run(tf.ones([size, 2])).shape)
```

## Good
```python
import tensorflow as tf


class Head(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.dropout = tf.keras.layers.Dropout(0.5)
        self.dense = tf.keras.layers.Dense(4)

    def call(self, x, training=False):
        return self.dense(self.dropout(x, training=training))


head = Head()
run = tf.function(head)
for size in (1, 2, 3):
    print(run(tf.ones([size, 2])).shape)
```

What has no variables may be created anywhere:

```python
import tensorflow as tf


@tf.function
def error(x):
    x = tf.keras.layers.ReLU()(x)
    return tf.keras.losses.MeanSquaredError()(tf.zeros_like(x), x)


for value in (1.0, 2.0, 3.0):
    print(float(error(tf.constant([[value]]))))
```

A layer or optimizer that is an argument and builds its variables when it is called first is flagged if two different, unbuilt ones are
passed: another one in each iteration of a loop, or on each call of a function that is called again. The second is built in a retrace,
which raises as well. The confidence is low if other code calls them, which may build them.

## Not reported
- Layers without weights, such as `ReLU`, `Flatten` or `Reshape`, and loss objects.
- The singleton: `if self.head is None: self.head = tf.keras.layers.Dense(4)`, and one for each key in a dict, unless later calls
  pass a new key: that trace is not the first one any more.
- A layer or model that only gets weights when it is called, where nothing calls or builds it: `tf.keras.layers.Dense(4).get_config()`.
- A layer created outside whose weights are built by its first call, and an optimizer that builds its slots then.
- `__init__` and `build`.
- A `tf.function` that is passed to a decorator of another package, as with TensorFlow Federated: it may be traced only once. Info
  only.

## Fix
Create the layer in `__init__` or `build`, or at module level, and only call it in the traced function. For dropout without
a layer use `tf.nn.dropout`.

## Fix safety
Suggestion only: the purpose and lifetime of a layer are not visible in the code. For a method the line in `__init__` is shown
that creates it, or without a constructor a guard that creates it on the first call; for a function of the module a name above it.
"""

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.fixes.variables import made_once
from tflint_autograph.rules.api import Confidence, Hit, Proof, RootCall, RootCalls, Rule, Severity, TracedFunction
from tflint_autograph.tfapi import keras
from tflint_autograph.tfapi.names import abbreviated, canonical
from tflint_autograph.traced.eager_runs.unbuilt import built_by_calls
from tflint_autograph.traced.escape.class_state import is_never_built, is_told, makes_state
from tflint_autograph.traced.escape.exemptions import Effect, exempt, late_creation
from tflint_autograph.traced.escape.own_traces import traced_by_others
from tflint_autograph.traced.program import CallSite

_AS_ITS_INSIDE = frozenset(f"keras.layers.{name}" for name in ("RNN", "TimeDistributed", "StackedRNNCells", "Wrapper"))
"""Layers without state besides that of the layer they wrap, which has its own position in the code."""

rule = Rule(
    __name__, code="TFA502",
    when="names:keras.may_make_state query:escape.class_state.makes_objects query:escape.stale_reads.created_late",
    proof=(Proof.CREATES, Proof.RUNS), severity=Severity.ERROR,
)


_IN_METHOD = rule.advises("create it in `__init__`, or on the first call only, and call it here")
_OUTSIDE = rule.advises("create it once, outside the traced function, and call it here")
_BUILD = rule.advises("build each of them before the call, or create one `tf.function` for each")


@rule(cst.Call)
def check(call: cst.Call, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a call that creates a Keras object with weights, a seed or other state."""
    func = fn.value(call.func)
    generation = fn.generation(func.name)
    named = bool(func.name) and keras.makes_state_of_name(func.name, generation)
    if func.name:
        stateful = named or (keras.makes_state(func.name, generation) and canonical(func.name) not in _AS_ITS_INSIDE)
        spoken = abbreviated(func.name)
    else:
        stateful = func.klass is not None and makes_state(fn.analysis, func.klass, fn.generation)
        spoken = func.klass.qualname if func.klass is not None else ""
    site = fn.flow.calls.get(fn.place(call)) if stateful else None
    if named and (site is None or not _is_named(site, fn)):
        return
    if not stateful or (site is not None and is_told(site)):
        return
    late = late_creation(fn) if exempt(fn, Effect.CREATION) else Confidence.HIGH
    if late is None:
        return
    if is_never_built(fn.analysis, fn.key, fn.place(call), func, fn.generation):
        return
    # FACTS variables_keras_dropout_in_body: what has a seed has a variable for it since Keras 3.
    by_others = traced_by_others(fn)
    only_3 = bool(func.name) and not named and not keras.makes_state(func.name, 2)
    yield Hit(
        call,
        f"`{spoken}` creates variables in traced code" if only_3 else f"`{spoken}` and its variables are created in traced code",
        note="raises `ValueError` since Keras 3 (TensorFlow 2.16): its seed is a variable"
        if only_3
        else "raises `ValueError`: a traced function may create variables only on its first trace",
        help=_IN_METHOD() if fn.fact.owner else _OUTSIDE(),
        confidence=late,
        fix=made_once(call, fn),
        severity=Severity.INFO if by_others else None,
        excuse=by_others,
        under="Keras 3" if only_3 else "",
    )


@rule.site(RootCall)
def check_unbuilt(use: RootCall, calls: RootCalls) -> Iterator[Hit]:
    """Reports a layer or optimizer argument whose second instance builds its variables in a retrace."""
    for built in built_by_calls(use, calls):
        yield Hit(
            built.site.at,
            f"`{built.parameter}` builds its variables in a retrace: {built.instances}",
            note="raises `ValueError` for the second one: variables may be created only on the first trace",
            help=_BUILD(),
            confidence=built.confidence,
            inside=built.inside,
        )


def _is_named(site: CallSite, fn: TracedFunction) -> bool:
    """Whether a call creates an object with variables from a name or a configuration."""
    given = site.args[0][1] if site.args and keras.makes_state_of_name(site.func.name, fn.generation(site.func.name)) else None
    return given is not None and given.type in ("builtins.str", "builtins.dict")
