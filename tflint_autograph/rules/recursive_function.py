"""
A traced function that calls itself until a tensor or a number stops it.

## What it does
Flags a call by which a traced function reaches itself again, directly or through others, where the condition that ends
the recursion is a tensor. Where the condition is on a Python scalar that is an argument of a `tf.function`, the call is a
warning: it works, with one trace for each depth.

## Why it matters
At trace time a tensor condition has no value: both branches are traced, the one with the recursive call too,
which traces both branches again, and so on until Python's recursion limit. On a Python scalar the recursion ends, but
each number is a signature of its own: a graph is built for every depth.

## When
- First call: with a tensor, tracing ends in a `RecursionError` (seen as `StagingError`); with a Python scalar `n` traces
  are made.
- Second and third call with the same number: the existing traces are used.
- A greater number: one more trace for each number not seen yet.
- A new signature of tensors: retraced, as deep as the recursion goes.

## Bad
```python
import tensorflow as tf


@tf.function
def factorial(n):
    if n <= 1:
        return 1
    return n * factorial(n - 1)  # TFA212


for n in (2, 3, 4):
    print(int(factorial(tf.constant(n))))
```

## Good
```python
import tensorflow as tf


@tf.function
def factorial(n):
    result = tf.constant(1)
    while n > 1:
        result *= n
        n -= 1
    return result


for n in (2, 3, 4):
    print(int(factorial(tf.constant(n))))
```

Recursion over a Python structure ends at trace time:

```python
import tensorflow as tf


def total(tree):
    if isinstance(tree, (list, tuple)):
        return sum(total(branch) for branch in tree)
    return tree


@tf.function
def double_total(tree):
    return 2.0 * total(tree)


for value in (1.0, 2.0, 3.0):
    print(float(double_total([tf.constant(value), [tf.constant(1.0), tf.constant(2.0)]])))
```

## Not reported
- Recursion over lists, dicts and static shapes, and a helper's recursion on a Python scalar: it is unrolled in one trace.
- Recursion that a Python value ends as well, which differs from call to call: `if left > 0 and level < left:`.

## Fix
Write a `while` loop with a tensor condition: it becomes a graph loop.
"""

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.rules.api import (
    Confidence,
    ErrorKind,
    Expr,
    Hit,
    Kind,
    Origin,
    Proof,
    Rule,
    Severity,
    Statement,
    TracedFunction,
    Value,
)
from tflint_autograph.traced.graph.symbolic import ancestors
from tflint_autograph.traced.program import blocks, descendants
from tflint_autograph.traced.tree.kinds import symbolic
from tflint_autograph.traced.tree.mutations import written

rule = Rule(
    __name__, code="TFA212", when="is:cycle+is:is_root is:cycle+decides", proof=(Proof.RAISES, Proof.UNROLLED, Proof.RESHAPED),
    raises=(ErrorKind.RECURSION,), severity=Severity.ERROR
)


_WHILE = rule.advises("write a `while` loop with the tensor as its condition")
_HELPER = rule.advises("write a loop, or call a helper without `@tf.function` that recurses")


@rule(cst.Call)
def check(call: cst.Call, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a call that leads back to the function it is in."""
    targets = fn.value(call.func).callees
    if not targets or not any(target.key in fn.cycle for target in targets):
        return
    tests = [fn.value(node.test) for node in ancestors(call, fn) if isinstance(node, cst.IfExp)]
    deciding = list(_deciding(fn.body.statements, fn.statement.ordinal)) if fn.statement is not None else []
    tests += map(fn.test, deciding)
    tensor = next((test for test in tests if symbolic(test)), None)
    if tensor is not None and _ends_in_python(call, deciding, fn):
        return
    if tensor is not None:
        yield Hit(
            call,
            f"recursion in `{fn.fact.name}` is stopped by a tensor, so tracing never ends",
            note="both branches of a tensor condition are traced",
            help=_WHILE(),
            confidence=Confidence.LOW if _is_held(call, fn) else tensor.confidence,
            labels=fn.because(tensor),
        )
    elif fn.is_root and fn.trace.root == "tf.function" and any(_number(test, call, fn) for test in tests):
        yield Hit(
            call,
            f"`{fn.fact.name}` calls itself, with one trace for each depth",
            note="each Python scalar is a signature of its own",
            help=_HELPER(),
            severity=Severity.WARNING,
        )


def _is_held(call: cst.Call, fn: TracedFunction) -> bool:
    """Whether the called function is stored in an attribute, and is no method of the object.

    It may lead to another object of the class, and end with one that has none.
    """
    if not isinstance(call.func, cst.Attribute) or not fn.fact.owner or written(call.func.value) != fn.fact.receiver:
        return False
    targets = (fn.analysis.project.function(target.key) for target in fn.value(call.func).callees)
    return not any(target is not None and target.owner for target in targets)


def _ends_in_python(call: cst.Call, deciding: list[ir.If | ir.While], fn: TracedFunction) -> bool:
    """Whether a part of the conditions is Python's and reads what differs from call to call: `if left > 0 and x < left:` ends as well."""
    changing = {each.parameter for each in _given(call, fn)} | (fn.body.bound - {each.name for each in fn.fact.parameters})
    parts = ((part, each.ordinal) for each in deciding for part in _parts(each.test))
    return any(not symbolic(fn.value_at(part, at)) and any(isinstance(each, ir.Name) and each.id in changing for each in descendants(part)) for part, at in parts)


def _parts(test: Expr) -> Iterator[Expr]:
    """Yields what a condition joins by `and`, `or` and `not`."""
    if isinstance(test, ir.Operation) and test.operators[0] in ("and", "or", "not"):
        for operand in test.operands:
            yield from _parts(operand)
    else:
        yield test


def _number(test: Value, call: cst.Call, fn: TracedFunction) -> bool:
    """Whether a condition depends on a Python scalar that varies between calls: no constant, container or type check."""
    return test.kind in (Kind.PYTHON, Kind.UNKNOWN) and test.origin in (Origin.ARGUMENT, Origin.FRESH, Origin.UNKNOWN) and (
        any(value.kind is Kind.PYTHON and value.type in ("builtins.int", "builtins.float", "") for value in _given(call, fn))
    )


def _given(call: cst.Call, fn: TracedFunction) -> Iterator[Value]:
    """Yields the parameter values that the call does not forward unchanged."""
    entry = fn.analysis.entries.get(fn.key, {})
    made = fn.written(call)
    kept = {fn.value_of(each.value).parameter for each in made.args} if isinstance(made, ir.Call) else set()
    return (value for value in entry.values() if value.parameter and value.parameter not in kept)


def _deciding(statements: tuple[Statement, ...], ordinal: int) -> Iterator[ir.If | ir.While]:
    """Yields the `if` and `while` statements around a statement, and those before it that may have returned."""
    for statement in statements:
        if statement.ordinal > ordinal:
            return
        if isinstance(statement, (ir.If, ir.While)) and (_around(statement, ordinal) or _returns(statement)):
            yield statement
        for block in blocks(statement):
            yield from _deciding(block, ordinal) if _around(statement, ordinal) else ()


def _around(statement: Statement, ordinal: int) -> bool:
    inner = (each for block in blocks(statement) for each in block)
    return any(each.ordinal == ordinal or _around(each, ordinal) for each in inner)


def _returns(statement: Statement) -> bool:
    inner = (each for block in blocks(statement) for each in block)
    return any(isinstance(each, ir.Return) or _returns(each) for each in inner)
