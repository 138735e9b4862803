"""
A call of `print` or of another Python writer in traced code.

## What it does
Flags `print`, `pprint.pprint`, `sys.stdout.write`, `rich.print` and the like in a traced function and in every helper it
reaches, in any module, converted by AutoGraph or not.

## Why it matters
Python runs only at trace time. The text appears once, before the graph has computed anything,
and a tensor in it is shown as a symbolic tensor such as `Tensor("x:0", shape=(), dtype=float32)`, never as its value. The output
looks as if only one step had been done.

## When
- First call: the function is traced, `print` writes once, with symbolic tensors; twice if variables are created on that
  call, since TensorFlow then traces it twice.
- Second and third call with the same signature: the graph runs, nothing is written.
- A new shape, dtype or Python argument: the function is traced again and `print` writes once more.
- Under a tensor `if` the prints of both branches appear at trace time; in the body of a graph loop a print appears
  once, whatever the number of iterations.

## Bad
```python
import tensorflow as tf


@tf.function
def step(x):
    y = x * 2.0
    print("y is", y)  # TFA101
    return y


for value in (1.0, 2.0, 3.0):
    step(tf.constant(value))
```

A helper is traced through its caller:

```python
import pprint

import tensorflow as tf


def report(loss):
    pprint.pprint({"step": "done"})  # TFA101
    return loss


@tf.function
def step(x):
    return report(tf.square(x))


for value in (1.0, 2.0, 3.0):
    print(float(step(tf.constant(value))))
```

## Good
`tf.print` is a graph operation: it writes on every call, to standard error.

```python
import tensorflow as tf


@tf.function
def step(x):
    y = x * 2.0
    tf.print("y is", y)
    return y


for value in (1.0, 2.0, 3.0):
    print("step returned", float(step(tf.constant(value))))
```

What `tf.py_function` calls runs as Python on every call:

```python
import tensorflow as tf


def show(x):
    print("value", float(x))
    return x


@tf.function
def step(x):
    return tf.py_function(show, [x], tf.float32) * 2.0


for value in (1.0, 2.0, 3.0):
    step(tf.constant(value))
```

## Not reported
- A text that is clearly a note about tracing, such as `print("tracing step")` or `print("Tracing with", x)`: info only, so the last
  lines of a run name it and `--pedantic` shows it. Another text is one if it shows no value, or names the function and shows what
  that is traced with: `print(f"step is traced with {x}")`. A line that only separates other texts, such as `print("-----")`, is info, too.
- A text that shows shapes, dtypes or names of tensors, or `rows` of `rows = x.shape[0]`, and no value: where they change, TensorFlow
  retraces and it is printed again. Also info only, and so is a text without a value under a condition on a shape or dtype.
- A text without a value under a condition that configuration decides, such as `if self.units > 3:` where nothing sets `units` but the
  constructor; and a heading, such as "Variables:" before a loop that shows names. Info only, too.
- A text without a tensor in a helper, in `call` of a layer or in what a dataset maps, under an `if` of Python that reads
  constants and what only constructors set: it says which way was taken at trace time. In a `tf.function` or `train_step` itself it may count steps, and is reported.
- A function that the program only exports: it is passed as one of the `signatures` of `tf.saved_model.save`, and nothing calls it. Info
  only, too.
- Code under a flag that is off by default and that nothing in the project turns on: `if self.debug:` where no call passes `debug`
  and no code sets it. This applies to the findings of all rules in such a branch.
- A text without a value in a function that the program calls once, or that is created again for its only call. Info only, too.
- A function that uses an API that TensorFlow 2 no longer has, such as `tf.placeholder` or `tf.decode_csv`: under version 1 all of
  Python runs once, to build the graph. Also info only.
- A print under `if not tf.executing_eagerly():`, which is meant for the graph only. Also info only.
- `print` with a tensor argument under `tf.autograph.experimental.Feature.BUILTIN_FUNCTIONS` or `Feature.ALL`: AutoGraph
  makes an operation of it.
- `print` under a Python flag that is always false, and under `if tf.executing_eagerly()`.
- `print` in a function under `functools.lru_cache`, or in one that only such functions call: eager code prints once, too.
- `print` under a guard that lets it run once as Python, too: `if not self.told:` with `self.told = True` in it.
- `print` of a value that only eager tensors have, where the code expects that: `try: print(x.numpy())` with `except AttributeError:`.
- `print` to a stream in memory that is made in the call: `print(x, file=io.StringIO())`.
- `print` before a `raise` or `sys.exit` that always follows: nothing is traced, so each call prints.
- `print` in the eager code around a traced function, and a name `print` that is bound to `tf.print`.

## Fix
Write `tf.print("y is", y)`: each tensor as a separate argument, not in an f-string. It writes to standard error and
formats floats differently; pass `output_stream=sys.stdout` if the stream matters. To run any other Python on each
call, use `tf.py_function`, or return the value and print it in the caller.

## Fix safety
Unsafe: `tf.print` writes on every call, to standard error unless `file=` named a stream, and formats tensors differently.
- f-strings, `%`, `str.format`, `str()` and `+` are split, so that each tensor is passed as a value. A number of digits
  becomes `tf.strings.as_string(y, precision=2)`; with a format that it does not have, such as `{y:>10}` or `!r`, there is no
  fix.
- `sep` and `end` are kept, `file=sys.stdout` becomes `output_stream=sys.stdout`, `flush` is left out. With another file or
  `**` there is no fix.
- `sys.stdout.write` and `pprint.pprint` of one value are fixed as well; other writers are not.
- No fix where the call is part of an expression, where a comment is inside it, under `tf.init_scope`, in code that XLA
  compiles, and for texts about tracing.
"""

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.fixes.prints import as_tf_print
from tflint_autograph.rules.api import Help, Hit, Kind, Origin, Proof, Rule, Severity, TracedFunction
from tflint_autograph.tfapi import effects
from tflint_autograph.traced.escape.deliberate import meaning, speaks_of_tracing
from tflint_autograph.traced.escape.exemptions import Effect, exempt
from tflint_autograph.traced.escape.graph_notes import TOLD, tells_of_choice
from tflint_autograph.traced.graph.branches import carried
from tflint_autograph.traced.graph.compiled import runs_operations
from tflint_autograph.traced.graph.eager_checks import shows_eager_value

rule = Rule(
    __name__, code="TFA101", when="names:effects.prints methods:effects.maker_prints",
    proof=(Proof.OUTPUT,), severity=Severity.WARNING
)

_PRINT = rule.advises("use `tf.print`")
_ASIDE = rule.advises("call it in `tf.py_function`, or outside the traced function")
_AROUND = rule.advises("print outside the traced function")

_PRINTING = frozenset({"print", "pprint", "pp", "cprint", "write", "writelines", "echo", "secho"})
"""Functions, by the last part of their names, that write their text; others draw, or show more than that."""


@rule(cst.Call)
def check(call: cst.Call, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a call that writes to the terminal."""
    name = _printer(call, fn)
    if not name:
        return
    if fn.prints_tensors and any(_may_be_tensor(arg.value, fn) for arg in call.args):
        return
    if exempt(fn, Effect.OUTPUT) or _writes_to_own(call, fn) or shows_eager_value(call, fn):
        return
    spoken, meant = name.removeprefix("builtins."), meaning(call, fn) or (TOLD if tells_of_choice(call, fn) else "")
    yield Hit(
        call,
        f"`{spoken}` runs only at trace time, not on every call",
        note="runs once per trace, not once per call",
        help=_help(name, fn),
        severity=Severity.INFO if meant else None,
        excuse=meant,
        fix=as_tf_print(call, name, fn) if fn.called(call) and runs_operations(fn) and not speaks_of_tracing(call, fn) else None,
    )


def _printer(call: cst.Call, fn: TracedFunction) -> str:
    """Returns the dotted name of the function that writes to the terminal, or of the method of a console; empty for other calls."""
    name = fn.called(call)
    if name:
        return name if effects.prints(name) else ""
    method, receiver = fn.method(call)
    return f"{receiver.spelling or 'console'}.{method}" if effects.maker_prints(receiver.factory, method) else ""


def _help(name: str, fn: TracedFunction) -> Help:
    if not runs_operations(fn):
        return _AROUND()
    return _PRINT() if name.rpartition(".")[2] in _PRINTING else _ASIDE()


def _writes_to_own(call: cst.Call, fn: TracedFunction) -> bool:
    """Whether the text goes to a stream in memory that is created in this call."""
    streams = [fn.value(arg.value) for arg in call.args if arg.keyword is not None and arg.keyword.value == "file"]
    return any(stream.origin is Origin.FRESH and stream.type in _IN_MEMORY for stream in streams)


_IN_MEMORY = frozenset({"io.StringIO", "io.BytesIO"})
"""Types of streams in memory."""


def _may_be_tensor(node: cst.BaseExpression, fn: TracedFunction) -> bool:
    """Whether a printed value may be a tensor: a Python counter becomes one in a graph loop."""
    kind = fn.value(node).kind
    return kind.graph or kind is Kind.UNKNOWN or (isinstance(node, cst.Name) and carried(node.value, fn))
