"""Values created through the class of an object: `type(self)(...)`, `self.__class__(...)`, and `cls(...)` in a class method.

A caller with an object of a subclass gets an object of the subclass.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tflint_autograph.model.facts import ClassKey, FunctionFact
from tflint_autograph.model.values import UNKNOWN, Kind, Origin, Value
from tflint_autograph.project.values.body_result import CallSite
from tflint_autograph.project.values.bound import OF_CLASS

if TYPE_CHECKING:
    from tflint_autograph.project.interpreter.expressions import Evaluator

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
