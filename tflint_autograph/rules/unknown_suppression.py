"""
A suppression comment that names no known rule.

## What it does
Flags words in the brackets of a `tflint:` comment that are neither a code, nor the name of a rule, nor the beginning
of a code such as `TFA1`. The most similar rule is suggested.

## Why it matters
The comment suppresses nothing, although it looks as if it did.

## Bad
```python
import tensorflow as tf


@tf.function
def double(x):
    print("tracing")  # tflint: ignore[python-prints]
    return x * 2
```

## Good
```python
import tensorflow as tf


@tf.function
def double(x):
    print("tracing")  # tflint: ignore[python-print]
    return x * 2
```
"""

from __future__ import annotations

from tflint_autograph.rules.api import Rule, Severity

rule = Rule(__name__, code="TFA902", proof=(), severity=Severity.WARNING)
