"""
`sorted` of a tensor with `reverse=` sorts in descending order, whatever the value of `reverse` is.

## What it does
Flags `sorted(tensor, reverse=...)` in code that AutoGraph converts, unless the flag is the constant `True`.

## Why it matters
AutoGraph converts `sorted` of a tensor to `tf.sort`. When `reverse` is given it takes the descending direction without
looking at the value, so `reverse=False` silently sorts in the wrong order.

## When
- First, second and third call: the result is in descending order. Nothing raises.
- A Python flag passed as an argument: one trace for `True` and one for `False`, both descending.
- A new signature: retraced, and descending again.

## Bad
```python
import tensorflow as tf


@tf.function
def ranked(x):
    return sorted(x, reverse=False)  # TFA213


for value in (3.0, 5.0, 7.0):
    print([float(each) for each in ranked(tf.constant([value, 1.0, 4.0]))])
```

## Good
```python
import tensorflow as tf


@tf.function
def ranked(x):
    return tf.sort(x, direction="ASCENDING") + tf.stack(sorted(x))


for value in (3.0, 5.0, 7.0):
    print([float(each) for each in ranked(tf.constant([value, 1.0, 4.0]))])
```

## Not reported
- `sorted(x)`, and `reverse=True`, which means what it says.
- Python lists, which Python sorts, and code that AutoGraph does not convert, where `sorted` of a tensor raises (TFA301).

## Fix
Leave `reverse=False` out, or write `tf.sort(x, direction="ASCENDING")` or `"DESCENDING"`.
"""

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.rules.api import Help, Hit, Proof, Rule, Severity, TracedFunction
from tflint_autograph.traced.graph.symbolic import inlined, spoken
from tflint_autograph.traced.tree.kinds import symbolic

rule = Rule(
    __name__, code="TFA213", when="python", proof=(Proof.DIFFERS,), severity=Severity.WARNING, default=False
)


_ASCENDING = rule.advises("use `tf.sort({x})`")
_EITHER = rule.advises('use `tf.sort({x}, direction="DESCENDING" if {reverse} else "ASCENDING")`')


@rule(cst.Call)
def check(call: cst.Call, fn: TracedFunction) -> Iterator[Hit]:
    """Reports `sorted(tensor, reverse=flag)` where AutoGraph converts it to `tf.sort`."""
    if not fn.converted or fn.called(call) != "builtins.sorted" or not call.args:
        return
    given = [arg for arg in call.args if arg.keyword is not None and arg.keyword.value == "reverse"]
    value = fn.value(call.args[0].value)
    if not given or not symbolic(value) or fn.value(given[0].value).const is True:
        return
    yield Hit(
        call,
        f"`sorted` sorts {spoken(call.args[0].value, 'the tensor')} in descending order, whatever `reverse` is",
        note="descending, with `reverse=False` too",
        help=_help(call.args[0].value, given[0].value, fn),
        confidence=value.confidence,
        labels=fn.because(value),
    )


def _help(tensor: cst.BaseExpression, flag: cst.BaseExpression, fn: TracedFunction) -> Help:
    if fn.value(flag).const is False:
        return _ASCENDING(x=inlined(tensor))
    return _EITHER(x=inlined(tensor), reverse=inlined(flag))
