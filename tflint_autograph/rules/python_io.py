r"""
A file read or written by Python in traced code.

## What it does
Flags `open`, `os.path.exists`, `os.listdir`, `glob`, `shutil`, `pathlib.Path` methods, `np.load`, `np.save`, `pickle`,
`json.load`, `tf.io.gfile.*` (which runs in Python, despite its name) and the like in traced code, and reads and writes of a
file opened outside. Also records written by Python: `wandb.log`, `mlflow.log_metric`, the rows of `csv.writer`, statements
of `sqlite3`, progress bars, and the `SummaryWriter` of PyTorch, which is not an operation, unlike `tf.summary`. As info only, unless eager
code writes the file after a call: `tf.io.read_file` and `tf.io.matching_files` of a path that Python knows.

## Why it matters
The file is accessed at trace time. What is read becomes a constant in the graph; what should
be written on every step is written once, with symbolic tensors instead of values. `tf.io.read_file` of a constant path
is an operation, but the graph optimizer computes it once and keeps the result.

## When
- First call: the file is read or written, during tracing; what was read is a constant from then on.
- Second and third call with the same signature: the file is not accessed.
- A new shape, dtype or Python argument: one more read or write.
- `if os.path.exists(path):` decides at trace time which branch exists in the graph.
- In a function passed to `Dataset.map`: once per `map`, whatever the number of elements.

## Bad
```python
import pathlib

import tensorflow as tf

gain = pathlib.Path("gain.txt")


@tf.function
def scale(x):
    return x * float(gain.read_text())  # TFA103


for text in ("1.0", "2.0", "3.0"):
    gain.write_text(text)
    print("scaled:", float(scale(tf.constant(1.0))))
```

```python
import tensorflow as tf


def note(x):
    with open("steps.txt", "a") as file:  # TFA103
        file.write("step\n")
    return x


@tf.function
def step(x):
    return note(x) * 2.0


for value in (1.0, 2.0, 3.0):
    step(tf.constant(value))
with open("steps.txt") as file:
    print("steps:", len(file.readlines()))
```

`tf.io.gfile` is Python:

```python
import pathlib

import tensorflow as tf


@tf.function
def stop(x):
    if tf.io.gfile.exists("stop"):  # TFA103
        return tf.zeros_like(x)
    return x


for number in range(3):
    if number == 1:
        pathlib.Path("stop").touch()
    print("result:", float(stop(tf.constant(1.0))))
```

## Good
An operation of `tf.io` reads on every call when the path is a tensor:

```python
import pathlib

import tensorflow as tf


@tf.function
def scale(x, path):
    return x * tf.strings.to_number(tf.io.read_file(path))


for text in ("1.0", "2.0", "3.0"):
    pathlib.Path("gain.txt").write_text(text)
    print("scaled:", float(scale(tf.constant(1.0), tf.constant("gain.txt"))))
```

What `tf.py_function` calls runs as Python on every call:

```python
import tensorflow as tf


def note(x):
    with open("steps.txt", "a") as file:
        file.write(f"{float(x)}\n")
    return x


@tf.function
def step(x):
    return tf.py_function(note, [x], tf.float32) * 2.0


for value in (1.0, 2.0, 3.0):
    step(tf.constant(value))
with open("steps.txt") as file:
    print("steps:", len(file.readlines()))
```

## Not reported
- Operations of `tf.io` on tensors, `tf.io.write_file` and `tf.summary`.
- A file read once by design: in `build`, in a constructor, in a cached function, or under a guard that creates what is missing; and under `tf.init_scope`.
- `tf.py_function`, `tf.numpy_function`, the source of `Dataset.from_generator`, and code under
  `if tf.executing_eagerly()`.
- Paths that are only joined: `os.path.join`, `tf.io.gfile.join`.
- A helper that takes a value or the path of it, under `isinstance(value, str)`: info only, since a tensor is no path.
- A helper that raises where a file is not there: `if not os.path.isfile(path): raise ValueError(path)`. Info only, too.
- A file that is opened to be read, and an array, a table or a picture of one, have low confidence, unless the path is an argument or eager
  code is seen to write the file after a call: programs seldom change a file that they read.
- A path that is a tensor, as in a function passed to `Dataset.map`: Python's functions raise there, in eager code too.

## Fix
Call it in `tf.py_function`, which runs on every call. Or read the file outside and pass its content as a tensor, read it with
`tf.io.read_file` and the path as a tensor argument, write it with `tf.io.write_file` or `tf.summary`.

## Fix safety
Suggestion only: `tf.py_function` runs the code on every call, which costs time and is not saved with the graph; an operation of `tf.io`, or a
value read outside, is often better. A `with open(...)` that binds names has no fix.
"""

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.fixes.py_function import block_each_time, called_each_time
from tflint_autograph.model import body as ir
from tflint_autograph.rules.api import (
    NOTHING,
    UNKNOWN,
    Confidence,
    Fix,
    Hit,
    Kind,
    Label,
    Origin,
    Proof,
    Rule,
    Severity,
    Span,
    TracedFunction,
)
from tflint_autograph.tfapi import effects
from tflint_autograph.tfapi.names import abbreviated
from tflint_autograph.traced.escape.exemptions import Effect, exempt
from tflint_autograph.traced.escape.stale_reads import written_files
from tflint_autograph.traced.graph.compiled import runs_operations
from tflint_autograph.traced.graph.exceptions import only_raises
from tflint_autograph.traced.graph.symbolic import ancestors
from tflint_autograph.traced.tree.kinds import is_file, is_path

rule = Rule(
    __name__, code="TFA103",
    when="names:effects.does_io names:effects.records names:effects.folds methods:effects.maker_records "
    "methods:effects.file_does_io query:escape.stale_reads.written_files", proof=(Proof.TOUCHES, Proof.RUNS), severity=Severity.WARNING
)

_ASIDE = rule.advises("access the file in `tf.py_function`, or outside the traced function")
_OUTSIDE = rule.advises("access the file outside the compiled function")
_RECORD = rule.advises("keep the record outside the traced function")
_PATH = rule.advises("pass the path as a tensor argument")

_RESULTS = {
    **dict.fromkeys(("exists", "isfile", "isdir", "is_file", "is_dir", "lexists"), "bool"),
    **dict.fromkeys(("read_text", "read_bytes", "read", "readline", "readlines", "listdir", "glob"), "string"),
    **dict.fromkeys(("getsize",), "int64"),
    **dict.fromkeys(("getmtime", "getctime", "getatime"), "float64"),
}
"""By function: the dtype of a result that fits into a tensor."""


@rule(cst.Call)
def check(call: cst.Call, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a call that accesses a file."""
    spoken = touched(call, fn)
    if not spoken or exempt(fn, Effect.FILE):
        return
    excuse = _excuse(fn)
    path, files = fn.value(call.args[0].value).const if call.args else "", written_files(fn)
    written = files.get(path)
    is_assumed = not (files if path is NOTHING else written) and _only_reads(call, fn) and not _is_path_passed(call, fn)
    yield Hit(
        call,
        f"`{spoken}` runs only at trace time, not on every call",
        note="accesses the file once per trace, not once per call",
        severity=Severity.INFO if excuse else None,
        excuse=excuse,
        help=_ASIDE() if runs_operations(fn) else _OUTSIDE(),
        labels=_again(written),
        assumptions=("file-changes",) if is_assumed else (),
        fix=_fix(call, spoken.rpartition(".")[2], fn) if runs_operations(fn) else None,
    )


def _only_reads(call: cst.Call, fn: TracedFunction) -> bool:
    """Whether the call reads data of a file, or opens one in a mode that is known and lets nothing be written."""
    name = fn.called(call)
    modes = [each.value for each in call.args[1:2] if each.keyword is None] + [each.value for each in call.args if each.keyword and each.keyword.value == "mode"]
    mode = fn.value(modes[0]).const if modes else ""
    return effects.reads_data(name) or (effects.opens(name) and isinstance(mode, str) and not effects.writes_file(name, mode))


def _again(written: Span | None) -> tuple[Label, ...]:
    """Returns the label of the place where eager code writes a file between the calls, if there is one."""
    return (Label(written, "writes the file again"),) if written is not None else ()


def _excuse(fn: TracedFunction) -> str:
    """Returns why the access is probably meant once per trace, as a clause, or an empty string."""
    if _is_for_paths(fn):
        return "it is for a path that is passed instead of a value, and no tensor is one"
    asks = isinstance(fn.statement, ir.If) and only_raises(fn.statement.body) and not fn.statement.orelse and not fn.is_root
    return "it only makes sure that a helper finds what it needs, and raises otherwise" if asks else ""


def _is_path_passed(call: cst.Call, fn: TracedFunction) -> bool:
    """Whether the path is an argument of the call of the root: another one reads another file."""
    return bool(call.args) and fn.value(call.args[0].value).origin is Origin.ARGUMENT


def _is_for_paths(fn: TracedFunction) -> bool:
    """Whether a helper accesses a file only for an argument that it finds to be a text, bytes or a path, and takes other values as they are."""
    names = {each.name for each in fn.fact.parameters} if not fn.is_root else set()
    tests = (frame.statement for frame in fn.guarded_by("If") if frame.part == "body")
    return any(isinstance(each, ir.If) and any(_asks_for_text(part, names, each.ordinal, fn) for part in _parts(each.test)) for each in tests)


def _parts(test: ir.Expr) -> Iterator[ir.Expr]:
    """Yields the conditions that all hold where a condition does."""
    if isinstance(test, ir.Operation) and test.operators[0] in ("and", "&"):
        for each in test.operands:
            yield from _parts(each)
    else:
        yield test


def _asks_for_text(test: ir.Expr, names: set[str], ordinal: int, fn: TracedFunction) -> bool:
    """Whether a condition is `isinstance` of one of the names and of types of texts and paths alone."""
    if not isinstance(test, ir.Call) or len(test.args) != 2 or fn.value_at(test.func, ordinal).name != "builtins.isinstance":
        return False
    asked, types = (each.value for each in test.args)
    each_type = types.items if isinstance(types, ir.Display) else (types,)
    return isinstance(asked, ir.Name) and asked.id in names and all(fn.value_at(each, ordinal).name in _TEXTS for each in each_type)


_TEXTS = frozenset({"builtins.str", "builtins.bytes", "builtins.bytearray", "pathlib.Path", "pathlib.PurePath", "os.PathLike"})


def _fix(call: cst.Call, method: str, fn: TracedFunction) -> Fix | None:
    """Returns a suggestion with the same code in `tf.py_function`, if its result fits into a tensor, else None."""
    around = list(ancestors(call, fn))[:2]
    if len(around) == 2 and isinstance(around[0], cst.WithItem) and isinstance(around[1], cst.With):
        return block_each_time(around[1], fn)
    return called_each_time(call, fn, _RESULTS.get(method, ""))


@rule(cst.Call)
def check_record(call: cst.Call, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a call that records data."""
    spoken = recorded(call, fn)
    if spoken and not exempt(fn, Effect.FILE):
        yield Hit(
            call,
            f"`{spoken}` runs only at trace time, not on every call",
            note="one record per trace, not one per call",
            help=_RECORD(),
        )


def recorded(call: cst.Call, fn: TracedFunction) -> str:
    """Returns the user's name for a call that records data, or an empty string."""
    name = fn.called(call)
    if name:
        return abbreviated(name) if effects.records(name) else ""
    method, receiver = fn.method(call)
    kept = receiver.origin is Origin.OUTER and effects.maker_records(receiver.factory, method)
    return f"{receiver.spelling or 'writer'}.{method}" if kept else ""


@rule(cst.Call)
def check_folded(call: cst.Call, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a TensorFlow file operation whose path is a constant in the graph."""
    name = fn.called(call)
    path = fn.value(call.args[0].value) if effects.folds(name) and call.args else UNKNOWN
    if path.const is NOTHING and path.kind is not Kind.PYTHON:
        return
    written = written_files(fn).get(path.const)
    yield Hit(
        call,
        f"`{name.replace('tensorflow', 'tf', 1)}` of a constant path is read only once",
        note="computed once and kept as a constant",
        help=_PATH(),
        confidence=path.confidence,
        severity=Severity.INFO if written is None else None,
        labels=_again(written),
    )


def touched(call: cst.Call, fn: TracedFunction) -> str:
    """Returns the user's name for a call that reads or writes a file, or an empty string."""
    name = fn.called(call)
    if name:
        return "" if not effects.does_io(name) or _on_open_file(call, fn) or _at_tensor(call, name, fn) else abbreviated(name)
    method, receiver = fn.method(call)
    if is_path(receiver):
        return f"{receiver.spelling or 'Path'}.{method}" if effects.path_does_io(method) else ""
    opened_outside = is_file(receiver) and receiver.origin is Origin.OUTER
    return f"{receiver.spelling or 'file'}.{method}" if opened_outside and effects.handles(method) else ""


def _on_open_file(call: cst.Call, fn: TracedFunction) -> bool:
    """Whether the argument is a file opened in the same call, which is reported already: `json.load(file)`."""
    return any(is_file(value) and value.origin is Origin.FRESH for _, value in fn.arguments(call))


def _at_tensor(call: cst.Call, name: str, fn: TracedFunction) -> bool:
    """Whether the path is a tensor, which Python cannot open in eager code either (FACTS dataset, "fails-in-both")."""
    if not call.args or call.args[0].star or name.endswith(".dump"):
        return False
    path = fn.value(call.args[0].value)
    return path.kind is Kind.TENSOR and path.confidence > Confidence.LOW
