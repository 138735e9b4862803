"""Decides which objects TensorFlow takes for another argument than those before them, and which it cannot take at all."""

from __future__ import annotations

from collections.abc import Sequence as PySequence
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import ClassKey
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.traced.eager_runs.values import (
    OPAQUE,
    Array,
    Class,
    External,
    Function,
    Instance,
    Mapping,
    Module,
    Plain,
    Scalar,
    Sequence,
    Value,
    is_same_constant,
)

if TYPE_CHECKING:
    from tflint_autograph.traced.eager_runs.core import Made

_PLAIN = ("builtins.object", "tensorflow.Module", "keras.", "tensorflow.keras.", "tf_keras.", "abc.ABC")
"""Bases, by the beginnings of their names, whose objects are equal only to themselves."""

_TRACED_AS = "__tf_tracing_type__"
"""The method by which an object says itself what it is as an argument (`tf.types.experimental.SupportsTracingProtocol`)."""

_EQUAL = ("__eq__", _TRACED_AS)


def compared_by(cls: ClassKey, analysis: Analysis, *, is_gone_after: bool) -> tuple[str, ...] | None:
    """Returns the fields by which TensorFlow compares an instance with those before it, or None where that is not known.

    None of them if it is another one in any case: equal only to itself, or equal to one that is gone.
    """
    fact = analysis.project.cls(cls) if cls.path else None
    if fact is None or any(analysis.classes.method(cls, method) for method in _EQUAL):
        return None
    options = _options(cls, analysis)
    if options is None or not all(name.startswith(_PLAIN) for name in analysis.classes.external(cls)):
        return None
    if not options or options.get("eq") is False or (is_gone_after and options.get("frozen") is True):
        return ()
    if options.get("frozen") is not True or analysis.classes.method(cls, "__post_init__") is not None:
        return None  # Another value of a field need not be that of another object, nor the argument.
    fields = analysis.classes.filled_fields(cls)
    values = [dict(fact.attributes).get(each.name) for each in fields if (fact := analysis.project.cls(each.owner)) is not None]
    is_plain = not any(isinstance(each, ir.Call) and any(arg.keyword == "compare" for arg in each.args) for each in values)
    is_plain = is_plain and not any(_is_passed_on(each.owner, each.name, analysis) for each in fields)
    return tuple(each.name for each in fields) or None if is_plain and not is_unhashable(cls, analysis) else None


def _is_passed_on(cls: ClassKey, name: str, analysis: Analysis) -> bool:
    """Whether what a data class declares under a name is no field, but passed to `__post_init__`: `scale: InitVar[float]`."""
    fact = analysis.project.cls(cls)
    declared = dict(fact.declared).get(name) if fact is not None else None
    kind = declared.value if isinstance(declared, ir.Subscript) else declared
    return kind is not None and analysis.evaluate_at_definition(cls.path, "", kind).name == "dataclasses.InitVar"


def is_fixed(value: Value) -> bool:
    """Whether a value is a constant, what a module defines, or made of such alone."""
    if isinstance(value, (Sequence, Mapping)):
        return value.items is not None and all(map(is_fixed, value.items.values() if isinstance(value, Mapping) else value.items))
    if isinstance(value, Function):
        return value.made is None
    return value.is_fixed if isinstance(value, Instance) else isinstance(value, (Plain, Class, Module, External))


def is_equal_object(one: Value, other: Value) -> bool:
    """Whether two objects of a class have equal constants alone, besides the functions that each made of its methods: neither has a state of its own."""
    if not isinstance(one, Instance) or not isinstance(other, Instance) or one.cls != other.cls or not one.attributes or not other.attributes:
        return False
    pairs = [(value, other.attributes.get(name, OPAQUE)) for name, value in one.attributes.items()]
    of_methods = [isinstance(first, Function) and first.receiver is one for first, _ in pairs]
    return len(pairs) == len(other.attributes) and all(is_own or is_same_constant(*pair) for is_own, pair in zip(of_methods, pairs, strict=True))


def is_unhashable(cls: ClassKey, analysis: Analysis) -> bool:
    """Whether Python can compare instances and cannot hash them: `__eq__` without `__hash__`, also that of a data class."""
    if analysis.classes.method(cls, _TRACED_AS) or not all(name.startswith(_PLAIN) for name in analysis.classes.external(cls)):
        return False
    for owner in analysis.classes.lineage(cls):
        fact = analysis.project.cls(owner)
        options = _options(owner, analysis)
        if fact is None or options is None:
            return False
        bound = dict(fact.attributes)
        if "__hash__" in bound:
            return bound["__hash__"] == ir.Constant(None)
        names = {*dict(fact.methods), *bound}
        if "__hash__" in names:
            return False
        if options and options["eq"] is True:
            return not options.get("frozen") and not options.get("unsafe_hash")
        if "__eq__" in names:
            return True
    return False


def _options(cls: ClassKey, analysis: Analysis) -> dict[str, object] | None:
    """Returns the options of a dataclass, empty for a class without decorators, or None if its decorators are others."""
    fact = analysis.project.cls(cls) if cls.path else None
    if fact is None or not fact.decorators:
        return {}
    (expr, _), *others = fact.decorators
    name = analysis.called_name(cls.path, fact.parent, expr) or analysis.evaluate_at_definition(cls.path, fact.parent, expr).name
    given = {each.keyword: each.value.value for each in expr.args if isinstance(each.value, ir.Constant)} if isinstance(expr, ir.Call) else {}
    return {"eq": True, **{str(word): value for word, value in given.items()}} if name == "dataclasses.dataclass" and not others else None


def compared_own(several: PySequence[Made], bound: frozenset[str] | None) -> tuple[bool, bool]:
    """Returns whether functions have the same of the code around them, and whether they call objects or functions of their own.

    `bound` are the names that may mean something else for each of them, if that is known.
    """
    first = several[0]
    own = first.own.items() if bound is None else [(name, value) for name, value in first.own.items() if name in bound]
    other = {name for name, value in own if any(not _is_same(value, each.own.get(name, OPAQUE)) for each in several[1:])}
    data = (Plain, Scalar, Array, Sequence, Mapping)
    return not other, any(name in first.called and not isinstance(first.own[name], data) for name in other)


def _is_same(one: Value, other: Value) -> bool:
    """Whether two values are equal constants, one object, or equal objects."""
    return is_same_constant(one, other) or (one is other and one is not OPAQUE) or is_equal_object(one, other)
