"""
The environment of the process read by Python in traced code.

## What it does
Flags `os.environ`, `os.getenv`, `sys.argv`, `os.getpid`, `os.getcwd`, `socket.gethostname` and the like in traced code.

## Why it matters
The environment is read at trace time and its value enters the graph as a constant. A variable set later is
not seen, and a model saved on one machine contains the name, the process id and the settings of that machine.

## When
- First call: the environment is read, during tracing; its value is a constant from then on.
- Second and third call with the same signature: the same value, whatever the environment says.
- A new shape, dtype or Python argument: one new reading for that signature, so that two signatures may disagree.
- `if os.environ.get("DEBUG"):` decides at trace time which branch exists in the graph.

## Bad
```python
import os

import tensorflow as tf


@tf.function
def scale(x):
    return x * float(os.environ["GAIN"])  # TFA112


for text in ("1.0", "2.0", "3.0"):
    os.environ["GAIN"] = text
    print("scaled:", float(scale(tf.constant(1.0))))
```

```python
import os

import tensorflow as tf


def gain():
    return float(os.getenv("GAIN", "1.0"))  # TFA112


@tf.function
def scale(x):
    return x * gain()


for text in ("1.0", "2.0", "3.0"):
    os.environ["GAIN"] = text
    print("scaled:", float(scale(tf.constant(1.0))))
```

## Good
Read it outside and pass it in:

```python
import os

import tensorflow as tf


@tf.function
def scale(x, gain):
    return x * gain


for text in ("1.0", "2.0", "3.0"):
    os.environ["GAIN"] = text
    print("scaled:", float(scale(tf.constant(1.0), tf.constant(float(os.environ["GAIN"])))))
```

## Not reported
- The environment read at module level, in a constructor, in `build`, in a cached function or under a guard that creates what is
  missing.
- Low confidence: values that never change on a machine, such as `os.cpu_count()`, switches of TensorFlow itself
  (`TF_...`, `XLA_...`, `CUDA_...`, `KERAS_...`), and a variable that no code of the project sets between calls of the
  function: a program that sets it before the first trace sets what the trace is meant to read.
- A variable of the environment set in traced code, `tf.py_function`, and code under `if tf.executing_eagerly()`.

## Fix
Read the environment once outside the function, and pass the value as an argument where it may change.
"""

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.rules.api import Confidence, Hit, Proof, Rule, Severity, TracedFunction
from tflint_autograph.tfapi import effects
from tflint_autograph.traced.escape.environment import changes_between
from tflint_autograph.traced.escape.exemptions import Effect, exempt
from tflint_autograph.traced.escape.stale_reads import met_variable
from tflint_autograph.traced.graph.symbolic import ancestors
from tflint_autograph.traced.program import expressions, mentions, targets
from tflint_autograph.traced.tree.point import made_once

rule = Rule(
    __name__, code="TFA112", when="names:effects.reads_environment",
    proof=(Proof.TOUCHES, Proof.RUNS), severity=Severity.WARNING
)

_PASSED = rule.advises("read it outside the traced function, and pass it as an argument")
_ASIDE = rule.advises("read it in `tf.py_function`, on every call")

_SWITCHES = ("TF_", "XLA_", "CUDA_", "KERAS_")
_MACHINE = frozenset({"os.cpu_count", "os.uname", "multiprocessing.cpu_count"})


@rule(cst.Call)
def check_call(call: cst.Call, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a call that reads the environment of the process or machine."""
    name = fn.called(call)
    # `os.environ.get` is reported as a reading of `os.environ`.
    if effects.reads_environment(name) and not effects.reads_environment(name.rpartition(".")[0]):
        yield from _hits(call, name, fn)


@rule(cst.Name, cst.Attribute)
def check_mapping(node: cst.BaseExpression, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a read of `os.environ` or `sys.argv`, by item or method."""
    word = node.attr if isinstance(node, cst.Attribute) else node
    last = word.value if isinstance(word, cst.Name) else ""
    name = fn.value(node).name if last in _words(fn) else ""
    if effects.environment(name) and not _is_set(node, fn):
        yield from _hits(node, name, fn)


def _hits(node: cst.CSTNode, name: str, fn: TracedFunction) -> Iterator[Hit]:
    if exempt(fn, Effect.STATE):
        return
    fixed = name in _MACHINE or name.startswith("platform.") or _asks_for_switches(fn)
    met = met_variable(fn) if _is_of_variables(name) else None
    sure = changes_between(fn.analysis, _variable(node, fn), fn.key) if _is_of_variables(name) and not fixed else Confidence.HIGH
    if met is not None:
        fixed, sure = False, Confidence.HIGH if met.is_sure else Confidence.MEDIUM
    elif fn.states.has_steady_environment and not fixed:
        sure = None
    yield Hit(
        node,
        f"`{name}` is read once, at trace time",
        note="the same value on every call",
        help=_PASSED() if fn.is_called_by_program else _ASIDE(),
        confidence=Confidence.LOW if fixed or sure is None else sure,
        excuse="no code of the project sets this variable between calls" if sure is None else "",
    )


def _is_of_variables(name: str) -> bool:
    return name == "os.getenv" or name.startswith("os.environ")


def _variable(node: cst.CSTNode, fn: TracedFunction) -> str | None:
    """Returns the name of the variable that is read, or None if it is not known: `os.environ["GAIN"]`, `.get("GAIN")`, `"GAIN" in os.environ`."""
    if isinstance(node, cst.Call):
        return _text(node.args[0].value if node.args else None, fn)
    outer = next(ancestors(node, fn), None)
    if isinstance(outer, cst.Subscript):
        index = outer.slice[0].slice
        return _text(index.value if isinstance(index, cst.Index) else None, fn)
    if isinstance(outer, cst.ComparisonTarget):
        comparison = next(each for each in ancestors(outer, fn) if isinstance(each, cst.Comparison))
        return _text(comparison.left, fn)
    if isinstance(outer, cst.Attribute):
        call = next(ancestors(outer, fn), None)
        return _variable(call, fn) if isinstance(call, cst.Call) and call.func is outer else None
    return None


def _text(node: cst.BaseExpression | None, fn: TracedFunction) -> str | None:
    value = fn.value(node).const if node is not None else None
    return value if isinstance(value, str) else None


def _asks_for_switches(fn: TracedFunction) -> bool:
    """Whether the statement names a switch of the tracing framework, which is meant to be read at trace time."""
    return fn.statement is not None and any(mentions(expr, _is_switch) for expr in expressions(fn.statement))


def _is_switch(expr: ir.Expr) -> bool:
    return isinstance(expr, ir.Constant) and isinstance(expr.value, str) and expr.value.startswith(_SWITCHES)


def _is_set(node: cst.BaseExpression, fn: TracedFunction) -> bool:
    """Whether the statement sets or deletes an item of the mapping, which reads nothing."""
    items = (target for target in targets(fn.statement) if isinstance(target, ir.Subscript)) if fn.statement is not None else ()
    return any(_is_read_as(item.value, node, fn) for item in items)


def _is_read_as(holder: ir.Expr, node: cst.BaseExpression, fn: TracedFunction) -> bool:
    """Whether a node is this expression: `os.environ` at its position, a plain name anywhere in the statement."""
    return holder.at == fn.place(node) if isinstance(holder, ir.Attribute) else holder == fn.expression(node)


@made_once
def _words(fn: TracedFunction) -> frozenset[str]:
    """Returns the names by which a function may call the process-wide mappings and lists: their own, and those of imports."""
    names = effects.environment_names()
    imported = (fn.analysis.names.imported_as(fn.key.path, name) for name in names)
    return frozenset(name.rpartition(".")[2] for name in names).union(*imported)
