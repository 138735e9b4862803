"""
A symbolic tensor is stored where it outlives the call.

## What it does
Flags tensors created in traced code that are stored in a global, in an attribute of an object that lives on, in a cache
behind `if key not in cache`, or by `functools.lru_cache` and `functools.cache` on a helper that returns them. A Python
value set in a graph loop or under a tensor condition counts: AutoGraph makes a tensor of it. Tensors put into
lists and dicts are TFA503.

## Why it matters
At trace time a tensor is a symbol in the graph that is being built. After the trace the symbol has no
value: reading it outside shows `<tf.Tensor 'mul:0' ...>`, and using it in another trace or in eager code raises
`TypeError` or `InaccessibleTensorError`. A cache makes it worse, since the first trace works and the next one fails.

## When
- First call: the symbolic tensor is stored; within this call it can be used.
- Second and third call with the same signature: nothing is stored; what was kept stays the symbol of the first trace.
- A new signature is retraced: a cache returns the tensor of the old graph, which raises.

## Bad
```python
import tensorflow as tf


class Model(tf.Module):
    def __init__(self):
        super().__init__()
        self.last = None

    @tf.function
    def __call__(self, x):
        self.last = x * 2.0  # TFA505
        return x + 1.0


model = Model()
for value in (1.0, 2.0, 3.0):
    model(tf.constant(value))
    print("last:", hasattr(model.last, "numpy"))
```

```python
import functools

import tensorflow as tf


@functools.lru_cache(maxsize=None)
def table(size):
    return tf.range(size) * 2  # TFA505


@tf.function
def lookup(x):
    return tf.reduce_sum(table(4)) + x


for size in (1, 2, 3):
    print(lookup(tf.range(size)).numpy())
```

## Good
Return the tensor:

```python
import tensorflow as tf


class Model(tf.Module):
    def __init__(self):
        super().__init__()
        self.last = None

    @tf.function
    def compute(self, x):
        return x + 1.0, x * 2.0

    def __call__(self, x):
        result, self.last = self.compute(x)
        return result


model = Model()
for value in (1.0, 2.0, 3.0):
    model(tf.constant(value))
    print("last:", float(model.last))
```

A cache may contain tensors that are created under `tf.init_scope`:

```python
import tensorflow as tf

tables = {}


def table(size):
    if size not in tables:
        with tf.init_scope():
            tables[size] = tf.range(size) * 2
    return tables[size]


@tf.function
def lookup(x):
    return tf.reduce_sum(table(4)) + x


for size in (1, 2, 3):
    print(lookup(tf.range(size)).numpy())
```

## Not reported
- Variables, and Python values.
- Tensors created under `tf.init_scope`.
- An attribute that nothing reads, or only traced code and methods of the same class, is reported with low confidence: it carries a
  value from one method to the next within the call. Readers are looked for in the files that define the class or import it.
  What the code shows to be used by another trace, or eagerly, is reported wherever it was stored: in a cache, a dict, a list.
  A `tf.function` that reads it and whose own trace does not store it finds the tensor of another trace, which is reported, and so is what
  a method reads that eager code is seen to call, if only traces store it.

## Fix
Return the tensor and store it in eager code, or keep it in a `tf.Variable` with `assign`. In a cache keep Python
values or NumPy arrays, or create the tensor under `tf.init_scope`. Carry values between methods as arguments.
"""

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.rules.api import ErrorKind, Hit, Kind, Proof, Rule, Severity, TracedFunction
from tflint_autograph.traced.escape.tensor_leaks import leak, of_trace
from tflint_autograph.traced.graph.scopes import lifted
from tflint_autograph.traced.tree.mutations import NODES, Mutation, MutationKind, mutations

rule = Rule(
    __name__, code="TFA505", when="changes:lasting is:caches_result query:escape.stale_reads.met_leaks", proof=(Proof.LEAKS, Proof.RAISES),
    raises=(ErrorKind.SCOPE,), severity=Severity.ERROR
)


_KEEP = rule.advises("return the tensor, or keep it in a `tf.Variable`")
_CACHE = rule.advises("cache Python or NumPy values, or create the tensor under `tf.init_scope`")


@rule(*NODES)
def check(node: cst.CSTNode, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a tensor stored in a name, an attribute or a guarded cache that outlives the call."""
    for mutation in mutations(node, fn):
        confidence = leak(mutation, fn)
        if confidence is not None:
            yield Hit(
                mutation.node,
                _message(mutation),
                note="has no value after the trace",
                help=_CACHE() if mutation.how is MutationKind.ITEM else _KEEP(),
                confidence=confidence,
                labels=fn.because(mutation.stored) if mutation.stored is not None else (),
            )


@rule(cst.Return)
def check_cached(node: cst.Return, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a tensor returned by a function whose results Python caches."""
    if node.value is None or not fn.caches_result or lifted(fn):
        return
    value = fn.value(node.value)
    if value.kind is Kind.TENSOR:
        yield Hit(
            node.value,
            f"`{fn.fact.name}` caches a symbolic tensor of the first trace",
            note="raises in the next trace, and in eager code",
            help=_CACHE(),
            confidence=value.confidence,
            labels=fn.because(value),
        )


def _message(mutation: Mutation) -> str:
    if mutation.how is MutationKind.ITEM:
        return f"`{mutation.spoken}` caches a symbolic tensor of the first trace"
    other = of_trace(mutation.stored) if mutation.stored is not None else ""
    return f"`{mutation.spoken}` stores a {other} of the trace" if other else f"`{mutation.spoken}` stores a symbolic tensor"
