"""Finds calls that create objects of the project, and the arguments they pass to constructors, by parameter."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Expr
from tflint_autograph.model.facts import ClassFact, ClassKey, FunctionFact, FunctionKey
from tflint_autograph.model.mentions import Mention
from tflint_autograph.model.paths import is_test
from tflint_autograph.model.values import UNKNOWN, Callee, Kind, Origin, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.walks import word_of
from tflint_autograph.project.index.classes import constructor_of
from tflint_autograph.project.roots.single_assignment import SingleAssignments
from tflint_autograph.project.values.signature import bind

_LONGEST = 3
"""Maximum number of functions, one calling the other, that pass an argument on to a constructor."""

Kept = Mapping[FunctionKey, Collection[str]]
"""Maps a constructor to its relevant parameters."""


class ConstructorArgument(NamedTuple):
    """An argument of a constructor: the function that creates an object of the class `made`, by the call at `at`, and the parameter's `name`.

    What a constructor passes to a base constructor is given to objects of its own class, by no call.
    """

    caller: FunctionKey
    constructor: FunctionKey
    name: str
    value: Value
    made: ClassKey
    at: At | None = None


def optional(fact: FunctionFact) -> frozenset[str]:
    """Returns the parameters whose default is None."""
    return frozenset(each.name for each in fact.parameters if each.default == ir.Constant(None))


def is_constructor(key: FunctionKey) -> bool:
    """Whether a function is a constructor, which runs when its class is called."""
    return key.qualname.endswith(".__init__")


def passed_to(analysis: Analysis, wanted: Kept) -> Iterator[ConstructorArgument]:
    """Yields the arguments for these constructor parameters, also from subclass constructors. Tests are left out."""
    names = set()
    for owner in (ClassKey(key.path, key.qualname.rpartition(".")[0]) for key in wanted):
        for cls in (owner, *analysis.classes.subclasses(owner)):
            key = analysis.classes.method(cls, "__init__")
            if key in wanted:
                names.add(cls.qualname.rpartition(".")[2])
            if "__init__" in analysis.classes.methods_of(cls) and key is not None:
                yield from _passed_above(analysis, key, cls, wanted)
    yield from given_by_calls(analysis, names, wanted)


def _passed_above(analysis: Analysis, key: FunctionKey, owner: ClassKey, wanted: Kept) -> Iterator[ConstructorArgument]:
    """Yields the arguments that the constructor of a class passes to the base constructor."""
    above = analysis.classes.method(owner, "__init__", after=owner)
    fact, place = analysis.project.function(key), SingleAssignments.of(analysis, key) if above in wanted else None
    if above is not None and fact is not None and place is not None:
        for name, expr in given_above(analysis, place, fact, above, wanted[above]):
            yield ConstructorArgument(key, above, name, place.value(expr), owner)


def given_above(
    analysis: Analysis, place: SingleAssignments, fact: FunctionFact, above: FunctionKey, names: Collection[str]
) -> Iterator[tuple[str, Expr]]:
    """Yields the expressions that a constructor passes to the base constructor for these parameters."""
    own = tuple(ir.Argument(ir.Name(each.name), None) for each in fact.parameters[:1])
    for call in place.calls_of(("__init__",)):
        # `Base.__init__(self, ...)`, as well as `super().__init__(...)`.
        yield from _arguments(analysis, above, call.args[bool(own) and call.args[:1] == own :], names)


def given_by_calls(analysis: Analysis, classes: Collection[str], kept: Kept) -> Iterator[ConstructorArgument]:
    """Yields the arguments that calls of classes with these names, or their aliases, pass for the relevant parameters."""
    names = analysis.project.aliases(frozenset(classes))
    for place in calling(analysis, names):
        for call in place.calls_of(names):
            made = place.value(call.func).klass
            key = analysis.classes.method(made, "__init__") if made is not None else None
            if made is not None and key is None:
                fields = _fields(analysis, made, call.args, kept)
                yield from (ConstructorArgument(place.key, owner, name, place.value(expr), made, call.at) for owner, name, expr in fields)
            if made is None or key is None or key not in kept:
                continue
            for name, expr in _arguments(analysis, key, call.args, kept[key]):
                for value in _values(analysis, place, expr):
                    yield ConstructorArgument(place.key, key, name, value, made, call.at)
    for own, made in _decorating(analysis, names):
        key = analysis.classes.method(made, "__init__")
        if key is not None and key in kept:
            given = Value(Kind.CALLABLE, Origin.OUTER, callees=(own,))
            yield from (ConstructorArgument(own.key, key, name, given, made) for name, _ in _arguments(analysis, key, _DECORATED, kept[key]))


def _values(analysis: Analysis, place: SingleAssignments, expr: Expr, depth: int = _LONGEST) -> Iterator[Value]:
    """Yields the value of an argument; for a parameter of the function around the call, what calls of that function pass for it in turn."""
    value = place.value(expr)
    fact = analysis.project.function(place.key) if depth and value.parameter and value.kind is Kind.UNKNOWN and not value.callees else None
    if fact is None:
        yield value
        return
    passed = [
        each
        for outer in calling(analysis, analysis.project.aliases(frozenset({fact.name})))
        for call in outer.calls_of({fact.name})
        for target in outer.value(call.func).callees
        if target.key == place.key
        for _, given in _arguments(analysis, place.key, call.args, {value.parameter}, target.receiver)
        for each in _values(analysis, outer, given, depth - 1)
    ]
    yield from passed or [value]


def _decorating(analysis: Analysis, names: Collection[str]) -> Iterator[tuple[Callee, ClassKey]]:
    """Yields the functions decorated with classes of these names, without tests."""
    for module in analysis.project.loaded() if names else ():
        for fact in module.functions if not is_test(module.path) else ():
            for expr, _ in fact.decorators:
                made = analysis.evaluate_at_definition(module.path, fact.parent, expr).klass if word_of(expr) in names else None
                if made is not None:
                    yield Callee(FunctionKey(module.path, fact.qualname)), made

_DECORATED = (ir.Argument(ir.Constant(None), None),)
"""The constructor parameter that gets the decorated function."""


def calling(analysis: Analysis, names: frozenset[str], near: Collection[str] | None = None) -> Iterator[SingleAssignments]:
    """Yields the functions and modules, in the files `near` if given, that call something with one of the names. Tests are left out."""
    for key in analysis.project.all_mentioning(names, Mention(read=True), tests=False):
        place = SingleAssignments.of(analysis, key) if near is None or key.path in near else None
        if place is not None:
            yield place


def _arguments(
    analysis: Analysis, key: FunctionKey, given: tuple[ir.Argument, ...], names: Collection[str], receiver: Value | None = UNKNOWN
) -> Iterator[tuple[str, Expr]]:
    """Yields the parameters of a constructor for which a call passes an argument, which is unknown if unpacked.

    `receiver` is None for the parameters of a plain function.
    """
    fact = analysis.project.function(key)
    args = tuple((each.keyword, Value(const=number)) for number, each in enumerate(given))
    bound = bind(fact, Callee(key, receiver), args) if fact is not None else {}
    unpacked = any(each.keyword in ("*", "**") for each in given)
    left = optional(fact) if fact is not None and not unpacked else ()
    for name in sorted(names):
        taken = bound.get(name, UNKNOWN)
        if isinstance(taken.const, int):
            yield name, given[taken.const].value
        elif taken.items:
            yield name, ir.Display("tuple", tuple([given[each.const].value for each in taken.items if isinstance(each.const, int)]))
        elif unpacked:
            yield name, _unpacked(given, name)
        elif name in left:
            yield name, ir.Constant(None)


def _unpacked(given: tuple[ir.Argument, ...], name: str) -> Expr:
    """Returns an expression for what a call that unpacks a mapping passes to a parameter: the item under its name."""
    mappings = [each.value for each in given if each.keyword == "**"]
    one = mappings[0] if len(mappings) == 1 and not any(each.keyword == "*" for each in given) else ir.Mapping((), ())
    return ir.Starred(ir.Subscript(one, ir.Constant(name)))


def with_fields(analysis: Analysis, cls: ClassKey) -> list[tuple[ClassKey, ClassFact]]:
    """Returns the class and its project ancestors, nearest first, if a generated constructor fills their fields."""
    own = analysis.classes.lineage(cls) if analysis.classes.makes_fields(cls) else ()
    return [(base, fact) for base in own if (fact := analysis.project.cls(base)) is not None]


def _fields(
    analysis: Analysis, cls: ClassKey, given: tuple[ir.Argument, ...], kept: Kept
) -> Iterator[tuple[FunctionKey, str, Expr]]:
    """Yields the relevant fields of a class for which a call passes an argument."""
    fields = analysis.classes.filled_fields(cls)
    owners = {field.name: constructor_of(field.owner) for field in fields}
    by_position = [field.name for field in fields if not field.is_named]
    positional = [each.value for each in given if each.keyword is None]
    unpacked = any(each.keyword in ("*", "**") for each in given)
    held = dict(zip(by_position, positional, strict=False)) if not unpacked else {}
    held.update((each.keyword, each.value) for each in given if each.keyword in owners)
    for name, owner in owners.items():
        expr = _unpacked(given, name) if unpacked and name not in held else held.get(name)
        if expr is not None and name in kept.get(owner, ()):
            yield owner, name, expr
