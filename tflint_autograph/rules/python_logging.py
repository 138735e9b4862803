"""
A log record or warning sent from traced code.

## What it does
Flags calls of `logging`, of `absl.logging`, of `warnings.warn`, of `tf.get_logger()` and of any logger created by
`getLogger` in a traced function and in every helper it reaches.

## Why it matters
A logger is Python: it is called at trace time, and never by the graph. Instead of one record per step there is one
per trace, and a tensor among its arguments is formatted as a symbolic tensor. The log looks as if one step was done.

## When
- First call: one record is sent, during tracing and before the graph computes anything; two if variables are created on
  that call, since TensorFlow then traces it twice.
- Second and third call with the same signature: no record.
- A new shape, dtype or Python argument: one more record, so the log counts traces and not steps.
- The level of the logger is read at trace time: raising the verbosity later adds no record.

## Bad
```python
import logging
import sys

import tensorflow as tf

logging.basicConfig(stream=sys.stdout, level=logging.INFO, format="%(message)s")
log = logging.getLogger("train")


@tf.function
def step(x):
    log.info("step done")  # TFA102
    return x * 2.0


for value in (1.0, 2.0, 3.0):
    print(float(step(tf.constant(value))))
```

## Good
Log in the eager loop around the traced function, where the values are available:

```python
import logging
import sys

import tensorflow as tf

logging.basicConfig(stream=sys.stdout, level=logging.INFO, format="%(message)s")
log = logging.getLogger("train")


@tf.function
def step(x):
    loss = tf.square(x)
    tf.print("loss", loss)
    return loss


for value in (1.0, 2.0, 3.0):
    log.info("loss %.1f", step(tf.constant(value)).numpy())
```

## Not reported
- A text that is clearly a note about tracing: once per trace is what it means; info only.
- A text that shows shapes, dtypes or names of tensors and no value: where they change, TensorFlow retraces and it is logged again.
  Also info only, and so is a text without a value under a condition on a shape or dtype.
- A text without a value under a condition that configuration decides, such as `if self.units > 3:` where nothing sets `units` but the
  constructor; and a heading, such as "Variables:" before a loop that shows names. Info only, too.
- A function that the program only exports: it is passed as one of the `signatures` of `tf.saved_model.save`, and nothing calls it. Info
  only, too.
- Code under a flag that is off by default and that nothing in the project turns on: `if self.debug:` where no call passes `debug`
  and no code sets it. This applies to the findings of all rules in such a branch.
- A text without a value in a function that the program calls once, or that is created again for its only call. Info only, too.
- A function that uses an API that TensorFlow 2 no longer has, such as `tf.placeholder` or `tf.decode_csv`: under version 1 all of
  Python runs once, to build the graph. Also info only.
- A record under `if not tf.executing_eagerly():`, which is meant for the graph only. Also info only.
- A record under a guard that lets it run once in eager code, too: `if not self.told:` with `self.told = True` in it.
- A record before a `raise` or `sys.exit` that always follows: nothing is traced, so each call logs it.
- `warnings.warn` is info only: a warning that is shown once is often intended, unless the program has each one shown, by
  `warnings.simplefilter("always")`. So are records at level debug that show no value.
- A record without a tensor in `call` of a layer or model, in what a dataset maps, or under an `if` of Python in a helper: it says how the
  graph is made. So is one at the levels warning and error under an `if` or `except`. In a `tf.function` or `train_step` it may count
  steps, and is reported.
- `logging.log_first_n(level, text, 1)`, which logs once in eager code too.
- Log calls in `tf.py_function`, under `if tf.executing_eagerly()` and in Keras callbacks, which run as Python.

## Fix
Use `tf.print("loss", loss)` for a line on every call; it has no levels, handlers or records. To keep them, return the value and
log it outside the traced function.

## Fix safety
Suggestion only: `tf.print` has no levels, loggers or handlers. The message is split as for TFA101.
"""

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.fixes.prints import record_as_tf_print
from tflint_autograph.rules.api import Hit, Proof, Rule, Severity, TracedFunction
from tflint_autograph.tfapi import effects
from tflint_autograph.traced.escape.deliberate import meaning, shows_tensor, shows_value
from tflint_autograph.traced.escape.exemptions import Effect, exempt
from tflint_autograph.traced.escape.graph_notes import TOLD, is_chosen, is_chosen_in_helper, is_step, makes_graph
from tflint_autograph.traced.escape.lifetime import under_tensor
from tflint_autograph.traced.escape.warning_filters import shows_repeated_warnings
from tflint_autograph.traced.graph.compiled import runs_operations
from tflint_autograph.traced.graph.eager_checks import shows_eager_value
from tflint_autograph.traced.tree.kinds import is_logger

rule = Rule(
    __name__, code="TFA102", when="names:effects.logs methods:effects.maker_logs",
    proof=(Proof.OUTPUT,), severity=Severity.WARNING
)

_PRINT = rule.advises("use `tf.print`, or log outside the traced function")
_AROUND = rule.advises("log outside the traced function")
_WARN = rule.advises("warn outside the traced function")


@rule(cst.Call)
def check(call: cst.Call, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a call that writes a log record or a warning."""
    spoken = logged(call, fn)
    if not spoken or exempt(fn, Effect.OUTPUT) or _is_first_only(call, spoken, fn) or shows_eager_value(call, fn):
        return
    warning = spoken.startswith("warnings.")
    meant = _meaning_of_warning(call, fn) if warning else meaning(call, fn) or _meaning_of_level(call, spoken, fn)
    fix = record_as_tf_print(call, fn) if runs_operations(fn) and not warning else None
    yield Hit(
        call,
        f"`{spoken}` runs only at trace time, not on every call",
        note="warns once per trace, not once per call" if warning else "logs once per trace, not once per call",
        help=_WARN() if warning else _AROUND() if fix is None else _PRINT(),
        severity=Severity.INFO if meant else None,
        excuse=meant,
        fix=fix,
    )


def _meaning_of_warning(call: cst.Call, fn: TracedFunction) -> str:
    """Returns why a warning is probably meant once per trace, or an empty string where the program shows each one."""
    return meaning(call, fn) if shows_repeated_warnings(fn.analysis) else "a warning that is shown once is often what was wanted"


def _meaning_of_level(call: cst.Call, spoken: str, fn: TracedFunction) -> str:
    """Returns why a record without a value is probably meant once per trace, by its level and by where it is sent, or an empty string."""
    word = spoken.rpartition(".")[2]
    if under_tensor(fn) or (shows_value(call, fn) and (is_step(fn) or shows_tensor(call, fn))):
        return ""
    if word in _WARNING and (is_chosen(fn) or makes_graph(fn)):
        return "a warning that is shown once is often what was wanted"
    if word in _DETAIL:
        return "it is a debug message that shows no value"
    return TOLD if makes_graph(fn) or is_chosen_in_helper(fn) else ""


_WARNING = frozenset({"warning", "warn", "error", "critical", "fatal", "exception"})
_DETAIL = frozenset({"debug", "vlog"})


def _is_first_only(call: cst.Call, spoken: str, fn: TracedFunction) -> bool:
    """Whether the call logs only the first time, in eager code too: `logging.log_first_n(level, text, 1)`."""
    return spoken.endswith(".log_first_n") and len(call.args) > _COUNT and fn.value(call.args[_COUNT].value).const == 1


_COUNT = 2
"""The argument of `log_first_n` with the count."""


def logged(call: cst.Call, fn: TracedFunction) -> str:
    """Returns the user's name for a logging call, or an empty string."""
    name = fn.called(call)
    if name and effects.logs(name):
        return name
    method, receiver = fn.method(call)
    return f"{receiver.spelling or 'logger'}.{method}" if effects.logger_writes(method) and is_logger(receiver) else ""
