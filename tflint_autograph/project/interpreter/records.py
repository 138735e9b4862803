"""Objects created through the class of an object, as in `type(self)(...)`, and dataclasses and named tuples, whose calls show the fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tflint_autograph.model.facts import ClassKey, FunctionFact
from tflint_autograph.model.joins import join_all
from tflint_autograph.model.values import UNKNOWN, ItemsByKey, Kind, Origin, Value
from tflint_autograph.project.values.body_result import CallSite
from tflint_autograph.project.values.bound import OF_CLASS
from tflint_autograph.project.values.elements import unpacked
from tflint_autograph.project.values.signature import bind_fields

if TYPE_CHECKING:
    from tflint_autograph.project.interpreter.expressions import Evaluator


NAMED_TUPLE = "collections.namedtuple"
"""The `type` of a class that `collections.namedtuple` makes. Its `items_by_key` has the fields."""


def filled(run: Evaluator, site: CallSite, made: Value) -> Value:
    """Returns a new object with the fields that a generated constructor fills from the arguments of the call, if its class has one."""
    if made.cls is None or not run.traced or made.origin is not Origin.FRESH:
        return made
    fields = run.scope.classes.filled_fields(made.cls)
    if not fields:
        return made
    given = _given(site, [field.name for field in fields if not field.is_named], [field.name for field in fields])
    if given is None:
        return made
    klass = Value(Kind.CALLABLE, Origin.OUTER, klass=made.cls)
    held = tuple([(name, given.get(name) or run.scope.attribute(klass, name, traced=True)) for name in (field.name for field in fields)])
    is_tuple = "typing.NamedTuple" in run.scope.classes.external(made.cls)
    return made._replace(items_by_key=held, items=tuple([value for _, value in held]) if is_tuple else None)


def _given(site: CallSite, positions: Sequence[str], names: Sequence[str]) -> dict[str, Value] | None:
    """Returns the arguments by field, or None if the call does not say which is which."""
    args = tuple(unpacked(site.args))
    is_open = any(keyword in ("*", "**") for keyword, _ in args)
    return None if is_open or len([None for keyword, _ in args if keyword is None]) > len(positions) else bind_fields(positions, names, args)


def named_tuple(run: Evaluator, site: CallSite) -> Value:
    """`collections.namedtuple("Step", ["x", "y"])`: returns the class."""
    names = _names(site.argument(1, "field_names"))
    if names is None:
        return Value(origin=Origin.FRESH, factory=NAMED_TUPLE)
    defaults = site.argument(None, "defaults")
    last = defaults.items if defaults is not None and defaults.items else ()
    padded = (*[UNKNOWN] * (len(names) - len(last)), *last)
    return Value(Kind.CALLABLE, Origin.FRESH, type=NAMED_TUPLE, factory=NAMED_TUPLE, items_by_key=tuple(zip(names, padded, strict=False)))


def _names(given: Value | None) -> list[str] | None:
    if given is None:
        return None
    if isinstance(given.const, str):
        return given.const.replace(",", " ").split()
    words = [item.const for item in given.items or ()]
    return [word for word in words if isinstance(word, str)] if words and all(isinstance(word, str) for word in words) else None


def tuple_of(site: CallSite, fields: ItemsByKey) -> Value:
    """Returns a named tuple that a call of its class makes."""
    names = [name for name, _ in fields]
    given = _given(site, names, names)
    if given is None:
        return Value(Kind.CONTAINER, Origin.FRESH, type="builtins.tuple", element=UNKNOWN)
    held = {**dict(fields), **given}
    items = tuple(held.values())
    return Value(Kind.CONTAINER, Origin.FRESH, type="builtins.tuple", items=items, items_by_key=tuple(held.items()), element=join_all(items))


_CLASS = ".__class__"


def class_of(thing: Value) -> Value:
    """Returns the class of an object of a project class, which outlives each of its objects."""
    owner = thing.spelling or thing.parameter
    place = f"{owner}{_CLASS}" if owner else thing.cls.qualname.rpartition(".")[2] if thing.cls is not None else ""
    return Value(Kind.UNKNOWN, Origin.OUTER, klass=thing.cls, exact=thing.exact, factory=OF_CLASS, spelling=place)


def object_of(func: Value, klass: ClassKey) -> Value:
    """Returns the result of calling a project class, by its name or as the class of an object."""
    if func.factory == OF_CLASS:
        return Value(Kind.OBJECT, Origin.FRESH, cls=klass, exact=func.exact, factory=OF_CLASS, spelling=func.spelling.removesuffix(_CLASS))
    own = func.parameter
    return Value(Kind.OBJECT, Origin.FRESH, cls=klass, exact=True, factory=OF_CLASS if own else "", spelling=own)


def subclasses_of(run: Evaluator, klass: ClassKey) -> Value:
    """Returns the list of the classes that derive directly from a class of the project."""
    classes = run.scope.classes
    below = tuple([Value(Kind.CALLABLE, Origin.OUTER, klass=each) for each in classes.subclasses(klass) if klass in classes.bases(each)])
    return Value(Kind.CONTAINER, Origin.FRESH, type="builtins.list", items=below, element=join_all(below) if below else None)


def shared_object(run: Evaluator, site: CallSite) -> Value | None:
    """Returns the object that a `__new__` of the class keeps and returns each time, or None if each call creates one."""
    targets = run.scope.attribute(site.func, "__new__", traced=run.traced).callees
    made = [run.scope.result(target, ((None, site.func), *site.args), traced=run.traced) for target in targets]
    return made[0] if len(made) == 1 and made[0].origin is Origin.OUTER and made[0].cls is not None else None


def made_for(value: Value, given: Value | None) -> Value:
    """Returns a value created from the class of a parameter, for a caller that passes this object or class."""
    if given is None or (given.cls is None and given.klass is None):
        return value
    cls, exact = (given.cls, given.exact) if given.klass is None else (given.klass, given.exact or given.factory != OF_CLASS)
    own = given.parameter
    return value._replace(cls=cls, exact=exact, factory=OF_CLASS if own else "", spelling=own)


def super_of(fact: FunctionFact | None, path: str, env: Mapping[str, Value]) -> Value:
    """Returns the value of `super()` in a method, given the state `env`."""
    if fact is None or not fact.receiver:
        return UNKNOWN
    receiver = env.get(fact.receiver, UNKNOWN)
    owner = ClassKey(path, fact.owner)
    return receiver._replace(type="builtins.super", klass=None, cls=receiver.cls or owner, element=Value(klass=owner))
