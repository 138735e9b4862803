"""
A traced function returns a Python value that eager code needs as such, and that becomes a tensor.

## What it does
Flags a number, `bool` or text in a `return` of a `tf.function` where eager code of the project uses what it gets in a way that no tensor
supports: `json.dumps`, as a key of a dict or an item of a set, a method of texts, `is True`, or arithmetic of an integer with a `float`;
or tests its type: `isinstance(count, int)`, `type(count) is int`.

## Why it matters
The result of a graph consists of tensors, so that `3` arrives as `tf.Tensor(3, dtype=int32)` and a text as bytes in a tensor. Eagerly
the function returns the Python value itself. Code that counts on it raises a `TypeError`, or an `InvalidArgumentError` in arithmetic;
`done is True` and `isinstance(count, int)` are never true.

## When
- First, second and third call: each returns tensors, and the use raises.
- A new signature: the same.
- In a function that traced code calls, the value stays what it is.

## Bad
```python
import json

import tensorflow as tf


@tf.function
def summary(x):
    return tf.reduce_mean(x), x.shape[0]  # TFA311


for value in (1.0, 2.0, 3.0):
    mean, count = summary(tf.constant([value, 2.0]))
    print(json.dumps({"mean": float(mean), "count": count}))
```

## Good
```python
import json

import tensorflow as tf


@tf.function
def summary(x):
    return tf.reduce_mean(x), x.shape[0]


for value in (1.0, 2.0, 3.0):
    mean, count = summary(tf.constant([value, 2.0]))
    print(json.dumps({"mean": float(mean), "count": int(count)}))
```

## Not reported
- Results that eager code converts first, with `int`, `float` or `.numpy()`, prints, compares or uses as an index: tensors support it.
- Tensors in the result, for which the use raises eagerly as well, and `None`, which stays `None`.
- Tests of a type that decide what runs, such as `if isinstance(count, int):`, or that other types than those of Python and NumPy pass.
- Functions that no eager code in the project calls.

## Fix
Convert the value where it arrives, with `int(...)` or `float(...)`, a text with `.numpy().decode()`; or compute it outside of the traced function.

## Fix safety
Suggestion only: which of the callers converts is a choice.
"""

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.rules.api import Hit, Kind, Label, Proof, Rule, Severity, TracedFunction, Value
from tflint_autograph.traced.escape.stale_reads import needed_results
from tflint_autograph.traced.graph.results import part_at, values_in
from tflint_autograph.traced.graph.symbolic import spoken
from tflint_autograph.traced.tree.states import Need

rule = Rule(
    __name__, code="TFA311", when="query:escape.stale_reads.needed_results",
    proof=(Proof.CONVERTED,), severity=Severity.ERROR
)

_CONVERT = rule.advises("convert it where it arrives, with `int(...)`, `float(...)` or `.numpy().decode()`")

_ALL = frozenset({"builtins.int", "builtins.float", "builtins.bool", "builtins.str"})
_TYPES = {
    Need.INTEGER: frozenset({"builtins.int"}), Need.TEXT: frozenset({"builtins.str"}), Need.IDENTITY: frozenset({"builtins.bool"}),
    Need.JSON: _ALL | {""}, Need.OF_INT: frozenset({"builtins.int", "builtins.bool"}), Need.OF_FLOAT: frozenset({"builtins.float"}),
    Need.OF_BOOL: frozenset({"builtins.bool"}), Need.OF_TEXT: frozenset({"builtins.str"}),
}  # fmt: skip
"""The types of Python values that a use needs, where it is not all of `_ALL`. What `json` accepts eagerly is one of these, known or not."""


@rule(cst.Return)
def check(statement: cst.Return, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a part of a root's result that is a Python value."""
    if statement.value is None:
        return
    told = set[int]()
    for needed in needed_results(fn):
        node, path = _part(statement.value, needed.path)
        value = part_at(fn.value(node), path)
        if id(node) in told or value is None or not _becomes_tensor(value, needed.need):
            continue
        told.add(id(node))
        yield Hit(
            node,
            f"{spoken(node, 'the value')} becomes a tensor as a result",
            note=needed.need.value,
            help=_CONVERT(),
            confidence=value.confidence,
            labels=(Label(needed.span, "needs a Python value"),),
        )


def _part(node: cst.BaseExpression, path: tuple[object, ...]) -> tuple[cst.BaseExpression, tuple[object, ...]]:
    """Returns the part of a result at keys and positions, as far as the code writes its containers out, and the keys that are left."""
    for place, key in enumerate(path):
        if isinstance(node, cst.Dict):
            items: dict[object, cst.BaseExpression] = {
                each.key.evaluated_value: each.value
                for each in node.elements if isinstance(each, cst.DictElement) and isinstance(each.key, cst.SimpleString)
            }
        elif isinstance(node, cst.Tuple | cst.List) and all(isinstance(each, cst.Element) for each in node.elements):
            items = dict(enumerate(each.value for each in node.elements))
        else:
            items = {}
        if key not in items:
            return node, path[place:]
        node = items[key]
    return node, ()


def _becomes_tensor(value: Value, need: Need) -> bool:
    """Whether a value is a Python scalar or text that the use needs, or a container of nothing else."""
    inner = values_in(value)
    if value.kind is Kind.CONTAINER:
        return need is Need.JSON and bool(inner) and all(_becomes_tensor(each, need) or each.const is None for each in inner)
    return value.kind is Kind.PYTHON and value.const is not None and value.type in _TYPES.get(need, _ALL)
