'''
A tensor used where Python needs a number, an index or a truth value.

## What it does
Flags symbolic tensors in `bool()`, `complex()`, `math.*` and `operator.index`, as index or slice bound of a list,
tuple, string or NumPy array and as key of a dict, in `x in (1, 2)`, in `min`, `max`, `sorted`, `any` and `all` over
several tensors, as result of their `key` function, in `count`, `index`, `remove` and `sort` of a list, where lists of
tensors are compared, as subject of `match` or a part of it, and as result of `__len__` and `__contains__`. A
Python scalar or string that an `if` on a tensor chooses is a tensor, too. In code that AutoGraph does not convert,
`int()`, `float()`, `len()`, `range()` and `sorted()` of a tensor and `len()` of a dataset are flagged as well. With
`--pedantic` the rule also reports that a converted `int()` gives an int32 and `float()` a float32 tensor.

## Why it matters
A symbolic tensor has no value at trace time, so Python cannot index a list with it or use it as a bool. In eager code
the same line works: the error appears when the decorator is added, or when `fit` is called. AutoGraph converts only `int`, `float`, `len`, `range`, `abs` and `sorted`.

## When
- First call: raises `TypeError` or `OperatorNotAllowedInGraphError` at trace time.
- Second and third call: traces again, raises again.
- In Keras 3 `call` and `train_step`, which AutoGraph does not convert: raises under `fit`, `evaluate` and `predict`.
- `int(x)` in converted code: right on every call while the number fits into 32 bits, and silently wrong beyond.
- A new signature: retraced, and raises again.

## Bad
```python
import tensorflow as tf

WEIGHTS = [0.5, 1.5, 2.5]


@tf.function
def weighted(x, level):
    return x * WEIGHTS[level]  # TFA301


for level in (0, 1, 2):
    print(float(weighted(tf.constant(2.0), tf.constant(level))))
```

```python
import math

import tensorflow as tf


@tf.function
def shrink(x):
    norm = tf.reduce_sum(x * x)
    return x / math.sqrt(norm)  # TFA301


for value in (1.0, 2.0, 3.0):
    print(float(shrink(tf.constant([value]))[0]))
```

```python
import tensorflow as tf


@tf.function
def larger(a, b):
    if a in (1.0, 2.0):  # TFA301
        return a
    return max(a, b)  # TFA301


for value in (3.0, 4.0, 5.0):
    print(float(larger(tf.constant(value), tf.constant(4.0))))
```

Without AutoGraph `float` and `len` need a value, too:

```python
import tensorflow as tf


@tf.function(autograph=False)
def mean(x):
    return tf.reduce_sum(x) / float(len(x))  # TFA301


for value in (1.0, 2.0, 3.0):
    print(float(mean(tf.constant([value, value]))))
```

## Good
```python
import tensorflow as tf

WEIGHTS = [0.5, 1.5, 2.5]
LIMIT = tf.constant(2)


@tf.function
def weighted(x, level):
    chosen = x * tf.gather(WEIGHTS, level)
    for i in range(len(WEIGHTS)):
        chosen += WEIGHTS[i]
    for weight in WEIGHTS[:LIMIT]:
        chosen += weight
    return tf.maximum(tf.sqrt(chosen), abs(chosen) / len(tf.stack([x, x])))


for level in (0, 1, 2):
    print(round(float(weighted(tf.constant(2.0), tf.constant(level))), 4))
```

## Not reported
- `int`, `float`, `len`, `range`, `abs`, `pow` and `sorted` of a tensor in converted code, `abs` and `pow` anywhere.
- `sum` of a Python list of tensors, `x is None`, `isinstance(x, tf.Tensor)`, a key looked up in a dict of tensors.
- Static metadata: `x.shape[0]`, `len(x.shape)`, `x.dtype`.
- An eager constant created outside of the function, which keeps its value.
- Iteration over a tensor (TFA203), conditions (TFA201, TFA214), `assert` (TFA215), texts (TFA106).

## Fix
Use the operation: `tf.gather(tf.stack(values), i)` for an index, `tf.sqrt` for `math.sqrt`, `tf.maximum(a, b)` for `max`,
`tf.reduce_any(tf.equal(x, [1, 2]))` for `in`, `tf.cast(x, tf.int64)` for an `int()` of large numbers, a
`tf.lookup.StaticHashTable` for a dict, `tf.shape(x)[0]` for `len`.

## Fix safety
Unsafe: the result is a tensor instead of a Python scalar, with the dtype of its operands. Offered for `math` functions of one
argument, `max` and `min` of two, `any` and `all` of a list, `float`, `int`, `len` and `bool`, an index of a list of numbers and
`in` a list of numbers, where the result is computed with, returned or decides an `if` that may be a graph conditional; only a
suggestion elsewhere, and where the body does not show a dtype that matters: `float` of a float64 tensor stays float64, `int` truncates.
'''

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.fixes.instead import Chosen, of_call, of_item, of_method, of_several
from tflint_autograph.fixes.numbers import as_operation, in_its_place
from tflint_autograph.model.dtypes import REPRESENTED
from tflint_autograph.rules.api import (
    UNKNOWN,
    Confidence,
    ErrorKind,
    Hit,
    Kind,
    Proof,
    Rule,
    Severity,
    TracedFunction,
    Value,
)
from tflint_autograph.tfapi import equivalents, python_uses
from tflint_autograph.traced.graph.compared import (
    SEQUENCES,
    TRUTHS,
    compared,
    has_key,
    indices,
    is_hashed,
    key_of,
    looked_up,
    matched,
    ordered,
    told_apart,
)
from tflint_autograph.traced.graph.eager_checks import looks_first
from tflint_autograph.traced.graph.promoted_ints import chosen_by
from tflint_autograph.traced.graph.symbolic import inlined, inlined_operand, spoken
from tflint_autograph.traced.tree.kinds import symbolic

_NARROWS = {"builtins.int": ("int32", "tf.int64"), "builtins.float": ("float32", "tf.float64")}
_INDEXED = {"builtins.list": "list", "builtins.tuple": "tuple", "builtins.str": "string", "builtins.range": "range",
            "collections.deque": "deque", "builtins.dict": "dict", "collections.OrderedDict": "dict",
            "collections.defaultdict": "dict"}  # fmt: skip


rule = Rule(
    __name__, code="TFA301", when="python decides",
    proof=(Proof.RAISES, Proof.DIFFERS),
    raises=(ErrorKind.VALUE, ErrorKind.LENGTH, ErrorKind.TRUTH, ErrorKind.DTYPE), severity=Severity.ERROR
)


_ADVICE = {text: rule.advises(text) for text in equivalents.ALL}


@rule(cst.Call)
def check_call(call: cst.Call, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a Python function that needs the value of a tensor."""
    name = fn.called(call)
    if not name.startswith(("builtins.", "math.", "operator.", "itertools.", "bisect.")) or not call.args:
        return
    values = [value for keyword, value in fn.arguments(call) if keyword is None]
    direct = next((value for value in values if symbolic(value)), None)
    word = name.removeprefix("builtins.")
    if direct is not None and (name in python_uses.NEED_VALUE or name.startswith("math.")):
        yield from _raises(call, f"`{word}` needs the value of {direct.kind.spoken}", direct, fn, of_call(call, name, fn))
    elif direct is not None and name in python_uses.ARE_CONVERTED and not fn.converted and not looks_first(call, fn):
        yield from _raises(
            call, f"`{word}` of {direct.kind.spoken} raises in code AutoGraph does not convert", direct, fn, of_call(call, name, fn),
            Confidence.LOW if _may_be_list(name, direct, fn) else Confidence.HIGH, fn.unconverted_under,
        )  # fmt: skip
    elif name == "builtins.len" and not fn.converted and values and values[0].kind is Kind.DATASET:
        chosen = equivalents.CARDINALITY, {"x": inlined_operand(call.args[0].value)}
        yield from _raises(call, "`len` of a dataset raises in code AutoGraph does not convert", values[0], fn, chosen, under=fn.unconverted_under)
    elif direct is not None and name in python_uses.REFUSE_TENSORS:
        yield from _raises(call, f"`{word}` does not take {direct.kind.spoken}", direct, fn, of_call(call, name, fn), Confidence.LOW)
    elif direct is not None and name in _NARROWS and direct is values[0]:
        yield from _narrows(call, name, direct, fn)
    elif name in python_uses.COMPARING:
        yield from _compared(call, name, values, fn)


@rule(cst.Call)
def check_member(call: cst.Call, fn: TracedFunction) -> Iterator[Hit]:
    """Reports `Mode(x)`, which compares a tensor with the values of an enumeration."""
    cls = fn.value(call.func).klass
    value = fn.value(call.args[0].value) if cls is not None and len(call.args) == 1 else UNKNOWN
    if cls is not None and symbolic(value) and fn.analysis.classes.is_enumeration(cls):
        message = f"`{cls.qualname.rpartition('.')[2]}` compares {value.kind.spoken} with its members, which needs a Python bool"
        yield from _raises(call, message, value, fn, (equivalents.BRANCHES, {}))


def _may_be_list(name: str, value: Value, fn: TracedFunction) -> bool:
    """Whether `len` is called on an argument of a Keras layer: a tensor, or the list that a layer with several inputs gets."""
    return name == "builtins.len" and value.confidence < Confidence.HIGH and fn.trace.root.startswith("Keras")


def _narrows(call: cst.Call, name: str, value: Value, fn: TracedFunction) -> Iterator[Hit]:
    dtype, wide = _NARROWS[name]
    if value.dtype in REPRESENTED[dtype]:
        return
    word = name.removeprefix("builtins.")
    yield Hit(
        call,
        f"`{word}` of {value.kind.spoken} gives a tensor of dtype {dtype}",
        note=f"values that {dtype} cannot represent are silently changed",
        help=_ADVICE[equivalents.CAST](x=inlined(call.args[0].value), wide=wide),
        # Each float64 loses digits, but an int64 is most often a counter, which int32 represents.
        severity=Severity.WARNING if value.dtype == "float64" and dtype == "float32" else Severity.INFO,
        confidence=Confidence.MEDIUM if wide == f"tf.{value.dtype}" else Confidence.LOW,
        labels=fn.because(value),
        fix=as_operation(call, name, fn),
    )


def _compared(call: cst.Call, name: str, values: list[Value], fn: TracedFunction) -> Iterator[Hit]:
    """Yields hits for `max(a, b)`, `any([a, b])`, `sorted([a, b])`, which compare tensors or test their truth."""
    found, word = compared(call, name, values, fn), name.removeprefix("builtins.")
    if found is not None:
        why = "tests the truth of" if name in TRUTHS else "compares"
        chosen = of_several(call, word, fn, by_key=has_key(call))
        yield from _raises(call, f"`{word}` {why} tensors, which needs a Python bool", found, fn, chosen)


@rule(cst.Call)
def check_method(call: cst.Call, fn: TracedFunction) -> Iterator[Hit]:
    """Reports `values.index(x)`, `values.sort()`: list methods that compare elements."""
    method = call.func.attr.value if isinstance(call.func, cst.Attribute) else ""
    if not isinstance(call.func, cst.Attribute) or method not in python_uses.COMPARING_METHODS:
        return
    owner = fn.value(call.func.value)
    given = [value for keyword, value in fn.arguments(call) if keyword is None]
    if owner.kind is not Kind.CONTAINER or owner.type not in SEQUENCES:
        return
    if method == "sort":
        found, sure = key_of(call, [owner], fn) if has_key(call) else ordered(owner), Confidence.HIGH
    else:
        found, sure = (looked_up(given[0], owner) if given else None) or (None, Confidence.LOW)
    if found is not None:
        # To count, Python compares all elements.
        sure = Confidence.HIGH if method == "count" else sure
        sought = call.args[0].value if call.args and call.args[0].keyword is None else None
        chosen = of_method(method, call.func.value, sought)
        yield from _raises(call, f"`{method}` compares tensors, which needs a Python bool", found, fn, chosen, sure)


@rule(cst.Subscript)
def check_subscript(node: cst.Subscript, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a tensor as index, key or slice bound of a Python object."""
    owner = fn.value(node.value)
    what = "NumPy array" if owner.kind is Kind.NUMPY else _INDEXED.get(owner.type, "")
    if not what or owner.kind.graph:
        return
    for element in node.slice:
        for index in indices(element.slice):
            value = fn.value(index)
            if value.kind is Kind.PYTHON and isinstance(index, cst.Name) and fn.statement is not None:
                value = chosen_by(index.value, fn, fn.statement.ordinal) or value
            if symbolic(value) and value.kind is Kind.TENSOR:
                if is_hashed(value, owner):
                    continue
                role = "key" if what == "dict" else "index" if isinstance(element.slice, cst.Index) else "slice bound"
                message = f"{spoken(index, 'a tensor')} is a tensor used as the {role} of a {what}"
                yield from _raises(index, message, value, fn, of_item(what, role, node.value, index, fn))


@rule(cst.Comparison)
def check_membership(node: cst.Comparison, fn: TracedFunction) -> Iterator[Hit]:
    """Reports `tensor in (1, 2)`, where each comparison is used as a Python bool."""
    one, left = node.left, fn.value(node.left)
    for part in node.comparisons:
        other, right = part.comparator, fn.value(part.comparator)
        if isinstance(part.operator, (cst.In, cst.NotIn)) and right.kind is Kind.CONTAINER:
            found, sure = looked_up(left, right) or (None, Confidence.LOW)
            if found is not None and not is_hashed(left, right):
                chosen = of_method("in" if isinstance(part.operator, cst.In) else "not in", other, one)
                yield from _raises(node, "`in` compares tensors, which needs a Python bool", found, fn, chosen, sure)
        if isinstance(part.operator, (cst.Equal, cst.NotEqual)) and (apart := told_apart(left, right)) is not None:
            found, sure = apart
            what = "tuples" if left.type == "builtins.tuple" else "lists"
            message = f"comparing {what} compares tensors, which needs a Python bool"
            yield from _raises(node, message, found, fn, of_method("==", other, one), sure)
        one, left = other, right


@rule(cst.Return)
def check_method_result(node: cst.Return, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a tensor that `__len__` returns to Python's `len`, or `__contains__` to `in`."""
    wanted = python_uses.GIVEN_TO_PYTHON.get(fn.fact.name, "") if fn.fact.owner else ""
    value = fn.value(node.value) if wanted and node.value is not None else None
    if node.value is not None and value is not None and symbolic(value) and fn.is_called_implicitly:
        message = f"`{fn.fact.name}` returns {value.kind.spoken} where Python needs {wanted}"
        yield from _raises(node.value, message, value, fn, (equivalents.NAMED, {}))


@rule(cst.Match)
def check_match(node: cst.Match, fn: TracedFunction) -> Iterator[Hit]:
    """Reports `match tensor:` with a value to compare with."""
    subject = fn.value(node.subject)
    compared = [each for case in node.cases for each in matched(case.pattern, subject)]
    texts = {value for value, literal in compared if isinstance(literal, cst.SimpleString) and value.confidence < Confidence.HIGH}
    value = next((value for value, _ in compared if symbolic(value) and value not in texts), None)
    if value is not None:
        yield from _raises(
            node.subject, f"`match` compares {value.kind.spoken}, which needs a Python bool", value, fn,
            (equivalents.BRANCHES, {}), Confidence.HIGH if value is subject else Confidence.MEDIUM,
        )  # fmt: skip


def _raises(
    node: cst.CSTNode, message: str, value: Value, fn: TracedFunction, chosen: Chosen, sure: Confidence = Confidence.HIGH, under: str = "",
) -> Iterator[Hit]:  # fmt: skip
    if looks_first(node, fn):
        return
    text, words = chosen
    yield Hit(
        node,
        message,
        note="the tensor has no value yet: raises at trace time",
        help=_ADVICE[text](**words),
        confidence=min(sure, value.confidence),
        labels=fn.because(value),
        fix=in_its_place(node, fn),
        under=under,
    )
