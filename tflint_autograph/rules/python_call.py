"""
A call that takes effect only at trace time.

## What it does
Flags `time.sleep`, the start of threads, `tf.random.set_seed` and other seeds, locks, Python context managers that
measure or redirect, callbacks that the caller passes in, changes of the process such as `os.chdir`, `os.environ["MODE"] = "fast"`
and `sys.path.append`, and `assign` under `tf.init_scope`, in traced code.

## Why it matters
The call is not an operation: Python runs it once for each trace and never again. A pause does not pause, a lock protects
the tracing and not the computation, a callback runs once, and a seed is set once.

## When
- First call: the call is made, during tracing; twice if variables are created on that call, since TensorFlow then traces the
  function twice.
- Second and third call with the same signature: it is not made.
- A new shape, dtype or Python argument: it is made once more.

## Bad
```python
import itertools

import tensorflow as tf

numbers = itertools.count()


@tf.function
def step(x, callback):
    callback()  # TFA104
    return x * 2.0


for value in (1.0, 2.0, 3.0):
    step(tf.constant(value), numbers.__next__)
print("next:", next(numbers))
```

```python
import tensorflow as tf

count = tf.Variable(0)


@tf.function
def step(x):
    with tf.init_scope():
        count.assign_add(1)  # TFA104
    return x * 2.0


for value in (1.0, 2.0, 3.0):
    step(tf.constant(value))
print("steps:", int(count))
```

```python
import tensorflow as tf


@tf.function
def draw():
    tf.random.set_seed(3)  # TFA104
    return tf.random.uniform([])


print("different values:", len({float(draw()) for _ in range(4)}))
```

## Good
Make these calls in the code that calls the traced function:

```python
import threading
import time

import tensorflow as tf

lock = threading.Lock()
told = []


@tf.function
def step(x):
    return x * 2.0


tf.random.set_seed(3)
for value in (1.0, 2.0, 3.0):
    with lock:
        told.append(float(step(tf.constant(value))))
    time.sleep(0.001)
print("told:", told)
```

## Not reported
- `tf.name_scope`, `tf.device`, `tf.GradientTape`, `tf.control_dependencies` and other context managers of TensorFlow.
- Context managers of the project that have no state of their own, or whose `__exit__` takes back what `__enter__` sets,
  `contextlib.ExitStack`, `contextlib.suppress`.
- Context managers around code without operations, which runs as often as they do.
- A seed of Python or NumPy where nothing in the project draws from it: info only.
- A callable whose result is used, and one that the project defines: its body is checked instead.
- Low confidence: a callable from the caller that is given a tensor, which may be a metric of Keras, `metric(y, found)`.
- Constructors, `build` and guards that let the code run once, `tf.py_function`, `if tf.executing_eagerly()`.

## Fix
Call it outside the traced function, or in `tf.py_function`; set a seed and enter a context manager around the call.
For a reproducible stream of numbers use `tf.random.stateless_uniform` with an explicit seed.
"""

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.model.values import Origin
from tflint_autograph.rules.api import Confidence, Help, Hit, Proof, Rule, Severity, TracedFunction
from tflint_autograph.tfapi import effects
from tflint_autograph.traced.escape.exemptions import Effect, exempt
from tflint_autograph.traced.escape.side_effects import is_callback, manages, mentions_draws
from tflint_autograph.traced.graph.scopes import lifted
from tflint_autograph.traced.graph.symbolic import spoken
from tflint_autograph.traced.tree.kinds import symbolic_in
from tflint_autograph.traced.tree.mutations import NODES, MutationKind, mutations

rule = Rule(
    __name__, code="TFA104",
    when="names:effects.lost names:effects.process methods:effects.method_lost "
    "methods:effects.assigns+query:graph.scopes.may_lift query:escape.side_effects.calls_back "
    "query:escape.side_effects.enters_manager", proof=(Proof.RUNS,), severity=Severity.WARNING
)


_AROUND = rule.advises("call it outside the traced function, or in `tf.py_function`")
_AROUND_SET = rule.advises("change it outside the traced function, or in `tf.py_function`")
_SEED = rule.advises("set the seed outside the traced function")
_ASSIGN = rule.advises("assign outside of `tf.init_scope`")
_ENTER = rule.advises("enter it around the call of the traced function")


@rule(cst.Call)
def check_call(call: cst.Call, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a call that is made for a side effect which no other rule covers."""
    lost = _lost(call, fn)
    if lost and not exempt(fn, Effect.STATE):
        yield _hit(call, lost, _SEED() if effects.seeds(fn.called(call)) else _AROUND(), excuse=_unused(call, fn))
    elif _is_callback(call, fn):
        sure = Confidence.MEDIUM if fn.is_root or fn.value(call.func).origin is Origin.ARGUMENT else Confidence.LOW
        # It may be a metric of Keras, which updates its variables on every call.
        sure = Confidence.LOW if any(symbolic_in(fn.value(each.value)) for each in call.args) else sure
        yield _hit(call, spoken(call.func, "this"), _AROUND(), sure)


@rule(cst.Call)
def check_lifted(call: cst.Call, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a variable that is assigned under `tf.init_scope`."""
    method, receiver = fn.method(call)
    if effects.assigns(receiver.kind.name.lower(), method) and lifted(fn) and not exempt(fn, Effect.STATE):
        yield _hit(call, spoken(call.func, "this"), _ASSIGN())


@rule(*NODES)
def check_process(node: cst.CSTNode, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a statement that changes a process-wide mapping or list: `os.environ["MODE"] = "fast"`."""
    for mutation in mutations(node, fn):
        owner = mutation.owner.name
        if mutation.how is MutationKind.ITEM:
            changed = effects.process_changes(owner, "__setitem__")
        else:
            changed = mutation.augmented and mutation.how is MutationKind.ATTRIBUTE and effects.process_changes(f"{owner}.{mutation.word}", "__iadd__")
        if changed and not exempt(fn, Effect.STATE):
            yield _hit(mutation.node, f"`{mutation.spoken}`", _AROUND_SET())


@rule(cst.WithItem)
def check_manager(item: cst.WithItem, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a Python context manager around graph operations."""
    if fn.statement is None or not fn.makes_graph(fn.statement):
        return
    if manages(fn.value(item.item), fn) and not exempt(fn, Effect.STATE):
        yield _hit(item.item, spoken(item.item, "this"), _ENTER())


def _unused(call: cst.Call, fn: TracedFunction) -> str:
    """Returns why a seed makes no difference, as a clause, or an empty string."""
    name = fn.called(call)
    words = effects.drawing_words(name)
    is_unused = bool(words) and not mentions_draws(fn.analysis, words, effects.seeded_package(name))
    return "no code of the project draws from what it seeds" if is_unused else ""


def _hit(node: cst.CSTNode, called: str, advice: Help, confidence: Confidence = Confidence.HIGH, *, excuse: str = "") -> Hit:
    return Hit(
        node,
        f"{called} takes effect only at trace time, not on every call",
        note="happens once per trace, not once per call",
        help=advice,
        confidence=confidence,
        severity=Severity.INFO if excuse else None,
        excuse=excuse,
    )


def _lost(call: cst.Call, fn: TracedFunction) -> str:
    """Returns the user's name for a call with a Python side effect, or an empty string."""
    name = fn.called(call)
    if name:
        return spoken(call.func, "this") if effects.lost(name) else ""
    method, receiver = fn.method(call)
    return spoken(call.func, "this") if effects.method_lost(receiver.factory, method) else ""


def _is_callback(call: cst.Call, fn: TracedFunction) -> bool:
    """Whether an argument of the function is called only for its side effect."""
    statement = fn.statement
    if not isinstance(statement, ir.Evaluate) or not isinstance(call.func, cst.Name):
        return False
    alone = isinstance(statement.value, ir.Call) and statement.value.func == ir.Name(call.func.value)
    return alone and is_callback(fn.as_passed(fn.value(call.func))[1])
