"""Finds the expressions that Python itself iterates: arguments of built-ins, comprehensions, starred expressions; whether they are one tensor;
and what a loop does with its counter.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.facts import ClassKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import Kind, Value
from tflint_autograph.project.bodies.liveness import bound
from tflint_autograph.project.bodies.walks import expressions, parts, walk
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.tfapi.python_uses import ITERATING
from tflint_autograph.tfapi.tables import STATIC
from tflint_autograph.traced.graph.structures import is_of_tensorflow
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.nodes import descendants

_FIRST = frozenset({"list", "tuple", "set", "frozenset", "iter", "sum", "any", "all"})
_ALONE = frozenset({"max", "min"})
_LAZY = frozenset({"enumerate", "reversed"})


def consumed(call: cst.Call, name: str) -> Iterator[cst.BaseExpression]:
    """Yields the arguments that the built-in `name` iterates to the end (FACTS, "builtins and numpy on a symbolic tensor")."""
    word = name.removeprefix("builtins.")
    positional = [arg.value for arg in call.args if arg.keyword is None and not arg.star]
    if word == name or not positional:
        return
    if word in _FIRST or (word in _ALONE and len(positional) == 1 == len([arg for arg in call.args if not arg.keyword])):
        yield positional[0]


def wrapped(call: cst.Call, name: str) -> Iterator[cst.BaseExpression]:
    """Yields the arguments that the iterator of the built-in `name` iterates: `enumerate`, `zip`, `map`, ..."""
    word = name.removeprefix("builtins.")
    positional = [arg.value for arg in call.args if arg.keyword is None and not arg.star]
    if word == name:
        return
    if word in _LAZY:
        yield from positional[:1]
    elif word == "zip":
        yield from positional
    elif word in ("map", "filter"):
        yield from positional[1:]


def iterated_by_library(call: cst.Call, name: str) -> Iterator[cst.BaseExpression]:
    """Yields the arguments that a function of the standard library iterates, at once or later: `itertools.permutations`."""
    if name in ITERATING:
        yield from [arg.value for arg in call.args if arg.keyword is None and not arg.star][ITERATING[name]]


def iterated(node: cst.BaseExpression, fn: TracedFunction) -> Iterator[cst.BaseExpression]:
    """Yields what iterating the expression iterates to the end. For a `zip` of several, nothing.

    `zip(range(3), dataset)` ends with its shortest argument, so the others may not be exhausted.
    """
    inner = list(wrapped(node, fn.called(node))) if isinstance(node, cst.Call) else []
    if not inner:
        yield node
    elif len(inner) == 1:
        yield from iterated(inner[0], fn)


_TESTS = frozenset(
    {"builtins.isinstance", "builtins.type", "builtins.hasattr", "tensorflow.is_tensor", "tensorflow.nest.is_nested"}
)
"""Functions that distinguish a tensor from a list of tensors. Code with such tests expects either."""


def told_apart(source: cst.BaseExpression, fn: TracedFunction, *, by_length: bool = False) -> bool:
    """Whether the function tests the type of the iterated name; with `by_length`, a test of its length counts too."""
    if not isinstance(source, cst.Name):
        return False
    words = _TESTS | {"builtins.len"} if by_length else _TESTS
    held = ir.Name(source.value)
    statements = walk(fn.analysis.written_out(fn.key).statements)
    return any(_asks(expr, held, words, each.ordinal, fn) for each in statements for expr in expressions(each))


def _asks(expr: Expr, held: ir.Name, words: frozenset[str], ordinal: int, fn: TracedFunction) -> bool:
    if isinstance(expr, ir.Call) and expr.args and expr.args[0].value == held and canonical(fn.value_at(expr.func, ordinal).name) in words:
        return True
    return any(_asks(part, held, words, ordinal, fn) for part in parts(expr))


def starred(node: cst.CSTNode) -> Iterator[cst.BaseExpression]:
    """Yields what `*` unpacks in a call or display, and what `yield from` goes through."""
    if isinstance(node, cst.Yield) and isinstance(node.value, cst.From):
        yield node.value.item
    if isinstance(node, cst.StarredElement) or (isinstance(node, cst.Arg) and node.star == "*"):
        yield node.value


def changes_shapes(loop: cst.For) -> bool:
    """Whether the counter is one end of a slice, `x[:, :i]`: the length differs from iteration to iteration, as no graph loop allows."""
    counters = {each.value for each in descendants(loop.target) if isinstance(each, cst.Name)}
    slices = (each for each in descendants(loop.body) if isinstance(each, cst.Slice))
    ends = ([_names(end) & counters for end in (each.lower, each.upper)] for each in slices)
    return any(bool(lower) is not bool(upper) for lower, upper in ends)


def picks_objects(loop: cst.For, fn: TracedFunction) -> bool:
    """Whether the counter is the index of an object, `models[k - 1](x)`, or part of a text that is a key: `example[f"axis_{k}"]`."""
    counters = {each.value for each in descendants(loop.target) if isinstance(each, cst.Name)}
    for part in descendants(loop.body):
        if isinstance(part, cst.Subscript) and any(_counts_in_text(each, counters) for each in descendants(part)):
            return True
        if isinstance(part, (cst.Subscript, cst.Call)) and counters & set().union(*map(_names, _asked(part, fn))) and _has_function(part, fn):
            return True
        is_use = isinstance(part, cst.Attribute) and part.attr.value not in (*STATIC, "numpy")
        picked = part.func if isinstance(part, cst.Call) else part.value if is_use and isinstance(part, cst.Attribute) else None
        if isinstance(picked, cst.Subscript) and counters & set().union(*map(_names, picked.slice)) and not fn.value(picked.value).kind.graph:
            return True
    return False


def _asked(part: cst.Subscript | cst.Call, fn: TracedFunction) -> Iterator[cst.CSTNode]:
    """Yields the index of an item, or the arguments of a call without tensors: what may select a Python object."""
    if isinstance(part, cst.Subscript):
        yield from part.slice
    else:
        yield from (each for each in part.args if not fn.value(each.value).kind.graph)


def _has_function(item: cst.BaseExpression, fn: TracedFunction) -> bool:
    """Whether an item, or a result, is a function, or a tuple or list with one: `branches[k][1]`."""
    return any(each.callees for each in (fn.value(item), *fn.value(item).contents))


def _counts_in_text(node: cst.CSTNode, counters: set[str]) -> bool:
    """Whether a text contains a counter: an f-string, or a call of `format`."""
    formats = isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value == "format"
    is_text = formats or isinstance(node, cst.FormattedString)
    return is_text and not counters.isdisjoint(_names(node))


def _names(end: cst.CSTNode | None) -> set[str]:
    """Returns the names in a part of the code, such as one end of a slice."""
    return {each.value for each in descendants(end) if isinstance(each, cst.Name)} if end is not None else set()


def is_given_by_program(source: cst.BaseExpression, value: Value, fn: TracedFunction) -> bool:
    """Whether the value is an argument of a `tf.function`, or a part of one: its callers alone know whether it is a tensor or a list of them.

    Elsewhere code that iterates what may be either expects the list: Keras, datasets and functions of the project pass both.
    """
    if isinstance(source, cst.Subscript):
        return is_given_by_program(source.value, fn.value(source.value), fn)
    is_argument = bool(value.parameter) or (isinstance(source, cst.Name) and _is_computed_argument(source.value, fn))
    is_given = is_argument and fn.is_root and fn.trace.root == "tf.function"
    return is_given and not _is_element(value) and not _is_of_layer(value, fn)


def _is_computed_argument(name: str, fn: TracedFunction) -> bool:
    """Whether a name is a parameter that the body binds again only as a whole: `x = x + 1.0`, and not a part of it."""
    whole = ir.Name(name)
    binding = [each for each in walk(fn.body.statements) if name in bound(each)]
    return name in fn.fact.given and all(
        (isinstance(each, ir.Assign) and whole in each.targets) or (isinstance(each, ir.Augment) and each.target == whole) for each in binding
    )


def is_one_tensor(source: cst.BaseExpression, value: Value, fn: TracedFunction) -> bool:
    """Whether the value is one tensor and no tuple: layers, models and callers may pass either."""
    if value.kind is Kind.VARIABLE or isinstance(fn.written(source), ir.Operation):
        return True
    if isinstance(source, cst.Subscript):  # a part of one tensor is one, too
        return is_one_tensor(source.value, fn.value(source.value), fn)
    if value.parameter:
        annotated = value.provenance is None and _is_of_layer(value, fn)  # of what a layer takes apart, it speaks of a part
        return value.confidence is Confidence.HIGH and not annotated and not _is_element(value)
    return is_of_tensorflow(value)


def _is_element(value: Value) -> bool:
    """Whether the value is an element of a dataset or iterator: if it is unpacked, it is a tuple of unknown parts."""
    return value.provenance is not None and value.provenance.kind in (Kind.DATASET.value, Kind.ITERATOR.value)


def _is_of_layer(value: Value, fn: TracedFunction) -> bool:
    """Whether the value is an argument of a Keras method: layers unpack lists of tensors, and never the rows of one."""
    return bool(value.parameter and fn.fact.owner and fn.keras_kind(ClassKey(fn.key.path, fn.fact.owner)))
