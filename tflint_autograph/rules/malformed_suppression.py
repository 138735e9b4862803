"""
A suppression comment that cannot be understood, or that names no code.

## What it does
Flags `tflint:` comments with an unknown word, with codes that are not in brackets, with empty brackets, an
`ignore-file` inside a function, and comments without codes. A comment without codes works; the others do nothing.
Comments that are almost suppression comments are flagged, too, such as `# tflint ignore[TFA101]`, `# tflint-autograph: ignore[TFA101]`, and
`# tflint-ignore: TFA101` with a rule code. Without one, `tflint-ignore` is a comment of the Terraform linter, and is ignored.

## Why it matters
What cannot be understood suppresses nothing. A comment without codes suppresses everything, also findings that a later change
adds to its line.

## Bad
```python
import tensorflow as tf


@tf.function
def double(x):
    print("tracing")  # tflint: ignore
    print("still tracing")  # tflint: ignore TFA101
    print("and still")  # tflint-ignore: TFA101
    return x * 2
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
Safe: a comment without codes gets those of the findings it suppresses now.
"""

from __future__ import annotations

from tflint_autograph.rules.api import Rule, Severity

rule = Rule(__name__, code="TFA903", proof=(), severity=Severity.WARNING)
