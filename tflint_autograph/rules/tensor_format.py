"""
A tensor formatted as text by Python in traced code.

## What it does
Flags tensors and variables in f-strings, `%`, `str.format`, `str()`, `repr()` and `format()` in traced code, in the
arguments of `tf.print` too.

## Why it matters
Python formats the text at trace time, when the tensor has no value yet. The graph contains a constant such as
`Tensor("mul:0", shape=(), dtype=float32)`, the same on every call: logs, file names and summary tags never show a number.
With a format such as `{loss:.2f}` tracing raises.

## When
- First call: the text is formatted at trace time, with the symbolic tensor in it.
- Second and third call with the same signature: the same text.
- A new shape, dtype or Python argument: a new text, again with a symbolic tensor.

## Bad
```python
import tensorflow as tf


@tf.function
def step(x):
    y = tf.square(x)
    tf.print(f"y is {y}")  # TFA106
    return y


for value in (1.0, 2.0, 3.0):
    step(tf.constant(value))
```

```python
import tensorflow as tf


def label(loss):
    return tf.constant("loss=" + str(loss))  # TFA106


@tf.function
def step(x):
    return label(tf.square(x))


for value in (1.0, 2.0, 3.0):
    print(step(tf.constant(value)).numpy())
```

A format that needs a number raises at trace time:

```python
import tensorflow as tf


@tf.function
def step(x):
    y = tf.square(x)
    return tf.constant("loss %s" % "{:.2f}".format(y))  # TFA106


for value in (1.0, 2.0, 3.0):
    print(step(tf.constant(value)).numpy())
```

## Good
Pass the tensor as a separate argument:

```python
import tensorflow as tf


@tf.function
def step(x):
    y = tf.square(x)
    tf.print("y is", y)
    return tf.strings.format("loss={}", y)


for value in (1.0, 2.0, 3.0):
    print(step(tf.constant(value)).numpy())
```

Shapes and types are known at trace time:

```python
import tensorflow as tf


@tf.function
def describe(x):
    return tf.constant(f"{x.shape} {x.dtype.name}")


print(describe(tf.ones([2, 3])).numpy())
```

## Not reported
- Static metadata: `x.shape`, `x.dtype`, `x.name`, `len(x.shape)`.
- The text of an exception or of an assertion: it is about the trace.
- A tensor created outside by eager code: its value is known, and a constant in both modes.
- `print` and log calls: TFA101 and TFA102 report them.
- Expressions that raise before they are formatted: `int` and `float` of a tensor in code that AutoGraph does not convert (TFA301), `sum`, `min` and
  `max` of a tensor (TFA203).

## Fix
Write `tf.print("y is", y)`, each tensor as a separate argument, or `tf.strings.format("y is {}", y)` where a string is
needed. For a number of digits, use `tf.strings.as_string(y, precision=2)`.

## Fix safety
Unsafe: TensorFlow formats the value, not NumPy. Inside `tf.print` the text is split, as for TFA101;
`tf.constant(f"...")` becomes `tf.strings.format`, or `tf.strings.as_string` for a number of digits. A message of
`tf.debugging.assert_equal`, `assert_less` and the like, which has to be a Python string, becomes the data of `tf.debugging.Assert`.
Elsewhere there is no fix.
"""

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.fixes.prints import text_of_graph
from tflint_autograph.model import body as ir
from tflint_autograph.rules.api import (
    Confidence,
    ErrorKind,
    Help,
    Hit,
    Origin,
    Proof,
    Rule,
    Severity,
    TracedFunction,
    Value,
)
from tflint_autograph.tfapi import effects
from tflint_autograph.tfapi.python_uses import FILLING, TO_TEXT
from tflint_autograph.traced.escape.free_variables import reads
from tflint_autograph.traced.graph.symbolic import around, spoken
from tflint_autograph.traced.program import CallSite, walk
from tflint_autograph.traced.tree.kinds import logs_by, symbolic, symbolic_in

_NUMBERS = frozenset({"builtins.int", "builtins.float"})
_REDUCES = frozenset({"builtins.sum", "builtins.min", "builtins.max"})

rule = Rule(
    __name__, code="TFA106", when="python",
    proof=(Proof.TEXT, Proof.DIFFERS, Proof.RAISES), raises=(ErrorKind.VALUE,), severity=Severity.WARNING
)


_ARGUMENT = rule.advises("pass {x} to `tf.print` as a separate argument")
_FORMAT = rule.advises("use `tf.strings.format`, or format outside the traced function")


@rule(cst.FormattedString)
def check_fstring(node: cst.FormattedString, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a tensor between the braces of an f-string."""
    parts = [part.expression for part in node.parts if isinstance(part, cst.FormattedStringExpression)]
    yield from _hits(node, parts, "an f-string", fn)


@rule(cst.BinaryOperation)
def check_percent(node: cst.BinaryOperation, fn: TracedFunction) -> Iterator[Hit]:
    """Reports `"loss %s" % loss`."""
    if isinstance(node.operator, cst.Modulo) and _is_text(node.left, fn):
        right = node.right
        parts = [element.value for element in right.elements] if isinstance(right, cst.Tuple) else [right]
        yield from _hits(node, parts, "`%`", fn)


@rule(cst.Call)
def check_call(call: cst.Call, fn: TracedFunction) -> Iterator[Hit]:
    """Reports `str(loss)`, `format(loss, ".2f")`, `"{}".format(loss)`."""
    name = fn.called(call)
    if name in TO_TEXT:
        yield from _hits(call, [arg.value for arg in call.args[:1]], f"`{name.removeprefix('builtins.')}`", fn)
    elif isinstance(call.func, cst.Attribute) and call.func.attr.value == "format" and _is_text(call.func.value, fn):
        yield from _hits(call, [arg.value for arg in call.args], "`format`", fn)
    elif isinstance(call.func, cst.Attribute) and call.func.attr.value in FILLING and fn.value(call.func.value).factory == "string.Template":
        yield from _hits(call, [arg.value for arg in call.args], f"`{call.func.attr.value}`", fn)


def _hits(node: cst.BaseExpression, parts: list[cst.BaseExpression], by: str, fn: TracedFunction) -> Iterator[Hit]:
    """Yields at most one hit for a string, about the first tensor in it."""
    for part in parts:
        value = symbolic_in(fn.value(part))
        if value is None or _raises(part, fn):
            continue
        if not _said_elsewhere(fn):
            yield Hit(
                node,
                f"{spoken(part, 'a tensor')} is formatted as text at trace time",
                note=f"{by} shows the symbolic tensor, never its value",
                help=_help(node, part, fn),
                confidence=_sure(value, fn),
                labels=fn.because(value),
                fix=text_of_graph(node, fn),
            )
        return


def _help(node: cst.BaseExpression, part: cst.BaseExpression, fn: TracedFunction) -> Help:
    calls = (each for each in around(node, fn) if isinstance(each, cst.Call))
    printed = any(fn.called(call) == "tensorflow.print" for call in calls)
    return _ARGUMENT(x=spoken(part, "the tensor")) if printed else _FORMAT()


def _raises(part: cst.BaseExpression, fn: TracedFunction) -> bool:
    """Whether the expression raises before formatting: by iterating a tensor, or by unconverted `int` of one."""
    if not isinstance(part, cst.Call):
        return False
    name = fn.called(part)
    return (not fn.converted and name in _NUMBERS) or (name in _REDUCES and len(part.args) == 1 and _is_one(part.args[0].value, fn))


def _is_one(node: cst.BaseExpression, fn: TracedFunction) -> bool:
    """Whether the value is a tensor, and not as likely a list of them."""
    value = fn.value(node)
    return symbolic(value) and (value.confidence is Confidence.HIGH or not value.parameter)


def _sure(value: Value, fn: TracedFunction) -> Confidence:
    """Returns the confidence: a parameter only assumed to be a tensor may also be a name in the text, unless it is the only value.

    A parameter of an enclosing function is not: the other values in the text are passed to that function.
    """
    others = [each for each in fn.fact.parameters if each.name != value.parameter and not _is_receiver(each.name, fn)]
    given = bool(value.parameter) or value.origin is Origin.ARGUMENT
    assumed = given and value.confidence < Confidence.HIGH and value.provenance is None
    return Confidence.LOW if assumed and others else value.confidence


def _is_receiver(name: str, fn: TracedFunction) -> bool:
    return fn.fact.receiver == name


def _is_text(node: cst.BaseExpression, fn: TracedFunction) -> bool:
    return isinstance(node, cst.FormattedString) or fn.value(node).type == "builtins.str"


def _said_elsewhere(fn: TracedFunction) -> bool:
    """Whether the string is for an exception, or for a call that another rule reports, directly or through a name."""
    if fn.statement is None:
        return True
    known: dict[int, bool] = fn.table(_is_reported)
    if fn.statement.ordinal not in known:
        known[fn.statement.ordinal] = _is_reported(fn.statement, fn)
    return known[fn.statement.ordinal]


def _is_reported(statement: ir.Statement, fn: TracedFunction) -> bool:
    if _reports(statement, fn):
        return True
    if not isinstance(statement, ir.Assign) or not isinstance(statement.targets[0], ir.Name):
        return False
    name = statement.targets[0].id
    readers = [each for each in walk(fn.body.statements) if each is not statement and reads(name, each)]
    return bool(readers) and all(_reports(each, fn) for each in readers)


def _reports(statement: ir.Statement, fn: TracedFunction) -> bool:
    """Whether the statement raises, asserts, prints or logs."""
    if isinstance(statement, (ir.Raise, ir.Assert)):
        return True
    return any(_writes(site, fn) for site in fn.sites(statement) if site.index == statement.ordinal)


def _writes(site: CallSite, fn: TracedFunction, depth: int = 2) -> bool:
    """Whether the call prints or logs, or is of helpers with one statement which do."""
    if site.func.name and (effects.prints(site.func.name) or effects.logs(site.func.name)):
        return True
    helpers = [each.key for each in site.func.callees] if depth and len(site.func.callees) == 1 else []
    flows = [fn.analysis.results.get(key) for key in helpers if len(fn.analysis.project.body(key).statements) == 1]
    return logs_by(site) or any(_writes(each, fn, depth - 1) for flow in flows if flow is not None for each in flow.calls.values())
