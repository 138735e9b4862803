"""
A suppression comment that suppresses nothing.

## What it does
Flags the codes in `# tflint: ignore[...]`, `ignore-file[...]` and `disable[...]` for which nothing was found in the lines
of the comment. Only codes of rules that ran are judged, and `# noqa` never is.

## Why it matters
A comment that outlived its reason hides the next finding in its place unnoticed.

## Bad
```python
import tensorflow as tf


@tf.function
def double(x):
    return x * 2  # tflint: ignore[TFA101]
```

## Good
```python
import tensorflow as tf


@tf.function
def double(x):
    print("tracing")  # tflint: ignore[TFA101] counts the traces
    return x * 2
```

## Fix safety
Safe: only the idle codes are removed, and the whole comment when no code is left.
"""

from __future__ import annotations

from tflint_autograph.rules.api import Rule, Severity

rule = Rule(__name__, code="TFA901", proof=(), severity=Severity.WARNING)
