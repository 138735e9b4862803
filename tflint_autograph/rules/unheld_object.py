"""
A traced method is looked up on an object that nothing else references, so that `self` is `None` when it is traced.

## What it does
Flags a method under `@tf.function` that is looked up on an object created on the spot, `Scaler().scale(x)`, by a helper that
returns it as well, and a method that a function returns while its object is freed at the end of the call. The class is
a class of the project whose constructor stores the object nowhere, and the method uses the object.

## Why it matters
A Python method references its object. A `tf.function` that is looked up on an object has a weak reference to it, so that
objects can be freed with their graphs. With no other reference the object is gone before the method is traced.

## When
- First call: `self` is `None` when the body is traced, and reading an attribute of it raises `AttributeError`.
- Second and third call: the same.
- A new signature makes no difference. A method that has been traced while its object was there keeps running its graph, until
  it is retraced.

## Bad
```python
import tensorflow as tf


class Scaler(tf.Module):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor

    @tf.function
    def scale(self, x):
        return x * self.factor


print(float(Scaler(3.0).scale(tf.constant(2.0))))  # TFA508
```

```python
import tensorflow as tf


class Trainer:
    def __init__(self, rate):
        self.rate = rate
        self.weight = tf.Variable(1.0)

    @tf.function
    def step(self, x):
        self.weight.assign_sub(self.rate * x)
        return self.weight


def make_step(rate):
    trainer = Trainer(rate)
    return trainer.step  # TFA508


step = make_step(0.1)
for _ in range(3):
    print(float(step(tf.constant(1.0))))
```

## Good
```python
import tensorflow as tf


class Trainer:
    def __init__(self, rate):
        self.rate = rate
        self.weight = tf.Variable(1.0)

    @tf.function
    def step(self, x):
        self.weight.assign_sub(self.rate * x)
        return self.weight


trainer = Trainer(0.1)
step = trainer.step
for _ in range(3):
    print(float(step(tf.constant(1.0))))
```

## Not reported
- `Scaler()(x)` with a `__call__` that is traced: Python references the object during the call. `Scaler().__call__` is flagged.
- Objects of Keras, which refer to themselves: they stay until Python collects cycles, whenever that is.
- Classes whose constructor passes `self` to other code, stores one of its methods or calls a traced function.
- Methods that do not use `self`.

## Fix
Give the object a name that lives as long as the method is used, or return the object.
"""

from collections.abc import Iterator

from tflint_autograph.rules.api import Hit, Label, Proof, RootCalls, Rule, Severity
from tflint_autograph.traced.escape.unreferenced import is_let_go, needed_at
from tflint_autograph.traced.program import MethodLookup

rule = Rule(__name__, code="TFA508", proof=(Proof.UNHELD,), severity=Severity.ERROR)


_KEEP = rule.advises("keep the object in a variable for as long as its method is used")


@rule.site(MethodLookup)
def check(use: MethodLookup, calls: RootCalls) -> Iterator[Hit]:
    """Reports a method whose object is gone when the method is traced."""
    needed = needed_at(calls.analysis, use.key)
    if needed is None or not is_let_go(calls.analysis, use.cls):
        return
    cls = use.cls.qualname.rpartition(".")[2]
    yield Hit(
        use.at,
        f"`{cls}()` may be garbage-collected before `{calls.spoken(use.key)}` runs",
        note="methods made by `tf.function` refer to `self` weakly, and nothing else refers to it",
        help=_KEEP(),
        labels=(Label(needed, "here `self` is `None`"),),
    )
