"""
A traced function is called with an argument that TensorFlow cannot trace.

## What it does
Flags calls of a traced function with a set, a `deque`, a `bytearray`, a `SimpleNamespace`, the result of `parse_args()` of
`argparse`, an instance of a class that has `__eq__` and no `__hash__`, as data classes are by default, or a symbolic tensor of Keras:
alone, or as an item of a list, tuple or dict.

## Why it matters
For each argument that is neither a tensor nor a structure of tensors, TensorFlow keeps which trace belongs to it, and needs a hash to find
it again. Without one the call raises a `TypeError`, although the function itself works with the object.

## When
- First, second and third call: the call raises. Eagerly every call succeeds.
- A new signature makes no difference.

## Bad
```python
import dataclasses

import tensorflow as tf


@dataclasses.dataclass
class Settings:
    rate: float = 2.0


@tf.function
def scale(x, settings):
    return x * settings.rate


settings = Settings()
for value in (1.0, 2.0, 3.0):
    print(float(scale(tf.constant(value), settings)))  # TFA309
```

## Good
```python
import dataclasses

import tensorflow as tf


@dataclasses.dataclass(frozen=True)
class Settings:
    rate: float = 2.0


@tf.function
def scale(x, settings):
    return x * settings.rate


settings = Settings()
for value in (1.0, 2.0, 3.0):
    print(float(scale(tf.constant(value), settings)))
```

## Not reported
- Objects without `__eq__`, frozen data classes, named tuples, classes with `__hash__` or `__tf_tracing_type__`.
- The object whose method is traced: Python itself needs its hash, in eager code too.
- Objects that are captured instead of passed.

## Fix
Pass a tuple, the numbers themselves, or a frozen data class; or read the object from an enclosing scope.
"""

from collections.abc import Iterator

from tflint_autograph.rules.api import ErrorKind, Hit, Proof, RootCall, RootCalls, Rule, Severity
from tflint_autograph.traced.eager_runs.untraceable import untraceable_arguments

rule = Rule(__name__, code="TFA309", proof=(Proof.RAISES,), raises=(ErrorKind.UNTRACEABLE,), severity=Severity.ERROR)

_HASHABLE = rule.advises("pass a tuple, plain numbers or a frozen data class, or capture the object instead of passing it")


@rule.site(RootCall)
def check(use: RootCall, calls: RootCalls) -> Iterator[Hit]:
    """Reports a call with an argument for which TensorFlow can make no trace."""
    found = next(untraceable_arguments(use, calls), None)
    if found is not None:
        yield Hit(
            use.at,
            f"`{found.parameter}` of `{calls.spoken(use.key, use.caller.call(use.site))}` cannot be traced: {found.what}",
            note="raises at the call",
            help=_HASHABLE(),
            confidence=found.confidence,
        )
