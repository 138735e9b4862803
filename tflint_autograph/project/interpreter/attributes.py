"""Evaluates attribute reads: members of modules and classes, methods, and attributes that methods set on `self`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import ClassKey, FunctionFact, FunctionKey
from tflint_autograph.model.joins import join, join_all
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import NO_TENSOR, NOTHING, UNKNOWN, Kind, Origin, Value, each_of, outside
from tflint_autograph.project.bodies import globals_
from tflint_autograph.project.bodies.walks import word_of
from tflint_autograph.project.index.classes import constructor_of
from tflint_autograph.project.interpreter.calls import KINDS, LISTS, list_of
from tflint_autograph.project.interpreter.missing_attributes import says_what_is_given, without_those_of_others
from tflint_autograph.project.interpreter.records import class_of
from tflint_autograph.project.interpreter.special import NAMESPACE, REPLACED
from tflint_autograph.project.points_to.shared_attributes import SharedAttributes, shared_thing
from tflint_autograph.project.queries.cycles import STORED
from tflint_autograph.project.queries.memoize import memoised
from tflint_autograph.project.queries.query import query
from tflint_autograph.project.values import shapes
from tflint_autograph.project.values.bound import ENUMERATION
from tflint_autograph.project.values.elements import owned
from tflint_autograph.project.values.parameters import may_be_told
from tflint_autograph.project.values.traced_results import AS_EAGER
from tflint_autograph.tfapi import tables
from tflint_autograph.tfapi.keras import TRAINABLE
from tflint_autograph.tfapi.names import is_without_tensors, own_name

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis


class Attributes:
    """Attribute look-up. The value of an attribute of `self` joins what any method of the class stores there."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.cycle_guard = analysis.cycle_guard
        self.shared = SharedAttributes(analysis)
        self._methods: dict[tuple[str, Value, ClassKey], Value] = {}

    def of(self, receiver: Value, attr: str, *, traced: bool, own: ClassKey | None = None) -> Value:
        """Returns the value of `receiver.attr`. `own` is the class of the receiver if it is more precise than the receiver's value."""
        if receiver.module:
            return globals_.member(self.analysis, receiver.module, attr)
        if receiver.name:
            return _outside(receiver.name, attr, receiver.spelling)
        if receiver.type == "builtins.super":
            return self._inherited(receiver, attr)
        if receiver.klass is not None:
            return self._of_class(receiver, receiver.klass, attr, exact=traced or not receiver.parameter)
        if receiver.cls is not None:
            return self._of_instance(receiver, own or receiver.cls, attr, traced=traced)
        if receiver.callees:
            return self._of_function(receiver, attr)
        if receiver.possible_classes:
            return join_all(tuple([self.of(one, attr, traced=traced) for one in each_of(receiver)]))
        return self._of_kind(receiver, attr)

    def _of_function(self, receiver: Value, attr: str) -> Value:
        if attr in ("python_function", "__wrapped__"):
            return receiver._replace(callees=tuple(target._replace(wrapper="") for target in receiver.callees))
        if receiver.kind is not Kind.CALLABLE:
            return Value()  # It may as well be something else.
        return (self._shared(receiver, attr) or UNKNOWN)._replace(origin=Origin.OUTER, spelling=_place(receiver, attr))

    def _shared(self, receiver: Value, attr: str) -> Value | None:
        """Returns what code sets as the attribute of a class, function or module-level object from outside the project, or None."""
        return self.shared.of(shared_thing(receiver), attr)

    def _of_kind(self, receiver: Value, attr: str) -> Value:
        if (receiver.unknown_axes or attr == "shape") and (known := shapes.attribute(receiver, attr)) is not None:
            return known
        if receiver.type == NAMESPACE and attr == "__dict__":
            return Value(Kind.CONTAINER, receiver.origin, type="builtins.dict", spelling=_place(receiver, attr))
        if receiver.type == "builtins.tuple" and attr in dict(receiver.items_by_key or ()):
            return owned(dict(receiver.items_by_key or ())[attr], receiver)
        if receiver.items_by_key is not None and receiver.type == NAMESPACE:
            return owned(dict(receiver.items_by_key).get(attr, UNKNOWN), receiver, _place(receiver, attr))._replace(const=NOTHING)
        word = tables.attribute_result(receiver.type, attr) if receiver.type else tables.UNKNOWN
        if receiver.kind is Kind.NUMPY and word in KINDS and KINDS[word] is Kind.NUMPY:
            # `x.T` and `x.flat` show the same numbers in another way.
            return Value(Kind.NUMPY, receiver.origin, type=word, spelling=_place(receiver, attr))
        if word in KINDS:
            return Value(KINDS[word], Origin.FRESH, type=word, provenance=receiver.provenance)
        if word in LISTS:
            return list_of(word)
        is_computed = receiver.kind is Kind.UNKNOWN and not receiver.type and attr in TRAINABLE
        origin = Origin.FRESH if is_computed else receiver.origin if receiver.origin is not Origin.FRESH else Origin.UNKNOWN
        value = (self._shared(receiver, attr) or UNKNOWN)._replace(origin=origin, spelling=_place(receiver, attr))
        return value._replace(kind=Kind.OBJECT, type=word) if word in _OBJECTS else value

    def _inherited(self, receiver: Value, attr: str) -> Value:
        """Returns `super().attr`: the next method after the class that contains the call."""
        owner = receiver.element.klass if receiver.element is not None else None
        if receiver.cls is None or owner is None:
            return UNKNOWN
        method = self.analysis.classes.method(receiver.cls, attr, after=owner)
        if method is None:
            return Value(origin=Origin.OUTER, name=_NEW) if attr == "__new__" else UNKNOWN
        return self._bound(method, receiver._replace(type="", element=None))

    def _bound(self, method: FunctionKey, receiver: Value) -> Value:
        """Returns a method looked up on an instance or class, bound to its receiver if it takes one."""
        fact = self.analysis.project.function(method)
        value = self._defined(method, fact)
        words = self.analysis.decorator_names(method) if fact and fact.decorators else frozenset()
        if "builtins.staticmethod" in words:
            return value
        slim = _slim(receiver)
        if "builtins.classmethod" in words and receiver.cls is not None:
            slim = Value(Kind.CALLABLE, Origin.OUTER, klass=receiver.cls, spelling="cls")
        elif receiver.klass is not None and "builtins.classmethod" not in words:
            return value
        targets = (target._replace(receiver=slim) if target.receiver is None and not target.bound_args else target for target in value.callees)
        return value._replace(callees=tuple(targets))

    def _defined(self, method: FunctionKey, fact: FunctionFact | None) -> Value:
        """Returns the value that the class body leaves under a method's name: the function, or its wrapper (`f = tf.function(f)`)."""
        owner = ClassKey(method.path, fact.owner) if fact is not None else None
        cls = self.analysis.project.cls(owner) if owner is not None else None
        if fact is not None and owner is not None and cls is not None and fact.name in dict(cls.attributes):
            value = self.class_value(owner, fact.name)
            if value is not None and any(target.key == method for target in value.callees):
                return value
        return self.analysis.definition(method.path, method.qualname, is_class=False)

    def _of_class(self, receiver: Value, cls: ClassKey, attr: str, *, exact: bool) -> Value:
        """Returns a member of a class, or, unless it is `exact`, of any of its subclasses if it is a method."""
        methods = self.analysis.classes.meant(cls, attr, exact=exact)
        if methods:
            return join_all(tuple([self._bound(method, receiver) for method in methods]))
        if self.analysis.classes.is_member(cls, attr):
            return Value(Kind.OBJECT, Origin.OUTER, cls=cls, exact=True, spelling=_place(receiver, attr), factory=ENUMERATION)
        value = self.class_value(cls, attr)
        if value is None and self.analysis.project.cls(nested := ClassKey(cls.path, f"{cls.qualname}.{attr}")) is not None:
            return Value(Kind.CALLABLE, Origin.OUTER, klass=nested)
        base = value if value is not None else UNKNOWN
        if base.kind in (Kind.NONE, Kind.UNKNOWN) and not globals_.says_what_runs(base):
            base = self._shared(receiver, attr) or base
        base = self.analysis.containers.in_attribute(cls, attr, base) if base.kind is Kind.CONTAINER else base
        is_fixed = (base.const is not NOTHING or base.items_by_key) and self.analysis.classes.fixed_in_body(cls, attr) is not None
        base = self.analysis.containers.fixed(attr, base) if is_fixed else base._replace(const=NOTHING)
        origin = Origin.FRESH if receiver.klass == cls and receiver.origin is Origin.FRESH else Origin.OUTER
        return base._replace(origin=origin, spelling=_place(receiver, attr))

    def class_value(self, cls: ClassKey, attr: str) -> Value | None:
        """Returns what the body of the class or of an ancestor binds to a name, or None."""
        owner, expr = self.analysis.classes.attribute_expressions(cls, attr) or (None, None)
        if owner is None or expr is None:
            return None
        fact = self.analysis.project.cls(owner)
        if fact is None or isinstance(expr, ir.Constant):
            return self.analysis.evaluate_at_definition(owner.path, "", expr)
        methods = {name: self.analysis.definition(owner.path, method, is_class=False) for name, method in fact.methods}
        return self.analysis.evaluate_at_definition(owner.path, fact.parent, expr, methods)

    def made_in_class(self, cls: ClassKey, attr: str) -> Value | None:
        """Returns what the body of the class, or of an ancestor, binds to a name by a call, or None."""
        _, expr = self.analysis.classes.attribute_expressions(cls, attr) or (None, None)
        return self.of(Value(klass=cls, spelling=cls.qualname), attr, traced=True) if isinstance(expr, ir.Call) else None

    def _of_instance(self, receiver: Value, cls: ClassKey, attr: str, *, traced: bool) -> Value:
        keys = self._meant(receiver, cls, attr)
        if keys:
            slim = _slim(receiver)
            known = self._methods.get((attr, slim, cls))
            if known is not None:
                return known
            return self.cycle_guard.kept(
                self._methods, (attr, slim, cls), lambda: join_all(tuple([self._bound(key, slim) for key in keys]))
            )
        filled = self._filled_field(receiver, cls, attr) if receiver.items_by_key is not None else None
        if filled is not None:
            return filled
        made = self._made_method(receiver, cls, attr)
        if made is not None:
            return made
        stored = self._set_while_tracing(cls, attr) if traced else self.stored(cls, attr)
        if stored is not None and stored.kind is Kind.CONTAINER:
            stored = self.analysis.containers.in_attribute(cls, attr, stored)
        if stored is None and attr == "__class__":
            return class_of(receiver)
        if stored is None and attr == "_replace" and "typing.NamedTuple" in self.analysis.classes.external(cls):
            return Value(Kind.CALLABLE, Origin.OUTER, name=REPLACED)
        if stored is None and attr == "__dict__":
            return Value(Kind.CONTAINER, receiver.origin, type="builtins.dict", spelling=_place(receiver, attr))
        if stored is None:
            kind = self.analysis.keras_kind(cls)
            if traced and kind == "model" and attr == "run_eagerly":
                # If it is true, Keras traces none of the methods of the model.
                return Value(Kind.PYTHON, Origin.FRESH, type="builtins.bool", const=False)
            return self._of_kind(receiver._replace(type=kind), attr)
        if traced and may_be_told(stored):
            stored = self._given(cls, attr, stored)
        return self._owned(stored, receiver, attr)

    def _filled_field(self, receiver: Value, cls: ClassKey, attr: str) -> Value | None:
        """Returns what the constructor that made an object has put into a field, less surely where code may put something else there."""
        value = dict(receiver.items_by_key or ()).get(attr)
        if value is None or value.kind is Kind.UNKNOWN:
            return None
        is_fixed = receiver.items is not None or not (self.analysis.project.setting(attr) or self.analysis.classes.writers(cls, attr))
        most = Confidence.HIGH if is_fixed else Confidence.MEDIUM
        return owned(value, receiver)._replace(const=value.const if is_fixed else NOTHING, confidence=min(value.confidence, most))

    def _made_method(self, receiver: Value, cls: ClassKey, attr: str) -> Value | None:
        """Returns a method that a class body makes by a lambda or `functools.partialmethod`, bound to its receiver, or None."""
        _, expr = self.analysis.classes.attribute_expressions(cls, attr) or (None, None)
        is_partial = isinstance(expr, ir.Call) and word_of(expr.func) == "partialmethod"
        if not (is_partial or isinstance(expr, ir.Lambda)) or self.analysis.classes.writers(cls, attr):
            return None
        value, slim = self.class_value(cls, attr), _slim(receiver)
        return value and value._replace(callees=tuple(target._replace(receiver=slim) for target in value.callees))

    def _meant(self, receiver: Value, cls: ClassKey, attr: str) -> tuple[FunctionKey, ...]:
        """Returns all functions that `attr` may resolve to. If the possible classes are known, one for each of them."""
        classes = self.analysis.classes
        among = [one for one in receiver.possible_classes if cls in classes.mro(one)]
        if not among:
            return classes.meant(cls, attr, exact=receiver.exact)
        return tuple(dict.fromkeys(key for one in among for key in classes.meant(one, attr, exact=True)))

    def _owned(self, stored: Value, receiver: Value, attr: str) -> Value:
        """Gives an attribute the lifetime of its object."""
        origin = stored.origin
        if origin in (Origin.FRESH, Origin.UNKNOWN, Origin.ARGUMENT):
            origin = receiver.origin if origin is Origin.FRESH else max(receiver.origin, Origin.UNKNOWN)
        place = _place(receiver, attr) if stored.origin is not Origin.OUTER or not stored.spelling else stored.spelling
        callees = outside(stored.callees) if receiver.origin is Origin.OUTER else stored.callees
        return stored._replace(origin=origin, spelling=place, const=NOTHING, parameter="", callees=callees)

    def _given(self, cls: ClassKey, attr: str, stored: Value) -> Value:
        """Returns what constructors store under the attribute, using the known arguments of the calls that create instances."""
        writers, arguments_of = self.analysis.classes.writers(cls, attr), self.analysis.arguments_of
        declared = self.analysis.classes.declared(cls, attr) if not writers else None
        value: Value | None = None
        if declared is not None:
            value = (arguments_of(constructor_of(declared[0])) or {}).get(attr)
        elif told_by := [method for method in writers if arguments_of(method) is not None and says_what_is_given(self.analysis, cls, method)]:
            with_arguments = self.analysis.eager_functions.with_arguments
            value = self._joined(cls, attr, lambda method: with_arguments(method).stored(attr) if method in told_by else self._written(method, attr))
            value = without_those_of_others(self.analysis, cls, told_by, value) if value is not None and value.callees else value
        told = value is not None and (value.kind not in (Kind.UNKNOWN, Kind.NONE) or bool(value.callees or value.name or value.factory or stored.name))
        return value if value is not None and told else stored

    def _may_be_put_again(self, cls: ClassKey, attr: str) -> bool:
        """Whether a method is still being interpreted, and may set the attribute further down."""
        return any(map(self.analysis.is_unfinished, self.analysis.classes.writers(cls, attr)))

    @query(cycle=STORED, start=lambda attributes, cls, attr: None, drops=_may_be_put_again)
    def stored(self, cls: ClassKey, attr: str) -> Value | None:
        """Returns what the methods and the body of the class store under the attribute, or None."""
        value = self._joined(cls, attr, lambda method: self.analysis.eager_calls(method).stored(attr))
        return self._declared(cls, attr, value) if value is None or value.kind is Kind.NONE else value

    def _joined(self, cls: ClassKey, attr: str, written_by: Callable[[FunctionKey], Value | None]) -> Value | None:
        """Returns what the class body, and the methods with these results, store under the attribute."""
        value = self.class_value(cls, attr)
        for method in self.analysis.classes.writers(cls, attr):
            written = written_by(method)
            if written is not None:
                value = written if value is None else join(value, written)
        return value

    def _declared(self, cls: ClassKey, attr: str, value: Value | None) -> Value | None:
        """Returns the value implied by the annotation of a field whose value comes from the creator. A default of None implies nothing."""
        found = self.analysis.classes.declared(cls, attr)
        if found is None:
            return value
        owner, annotation = found
        told = self.analysis.annotated(annotation, owner.path)
        if told is None and self.analysis.classes.makes_fields(owner):
            return Value(parameter=attr)
        if told is None:
            return UNKNOWN if value is not None else None
        return told._replace(confidence=min(told.confidence, Confidence.MEDIUM))

    def prepared(self, cls: ClassKey, attr: str) -> Value | None:
        """Returns what the class body and the methods that are not traced store under the attribute: its value before the first trace."""
        traced, eager = self.analysis.results, self.analysis.eager_calls
        return self._joined(cls, attr, lambda method: eager(method).stored(attr) if method not in traced else None)

    @query
    def first_set_by(self, cls: ClassKey, attr: str) -> tuple[FunctionKey, ...]:
        """Returns the traced functions that set the attribute of an object that is not new, not from its old value."""
        return tuple(
            key
            for key, flow in self.analysis.results.items()
            if any(
                write.name == attr and not write.augmented and write.receiver is not None
                and write.receiver.cls == cls and write.receiver.origin is not Origin.FRESH
                for write in flow.writes.values()
            )
        )

    def _set_while_tracing(self, cls: ClassKey, attr: str) -> Value | None:
        """Returns the value of an attribute in traced code, including what traced methods store there."""
        methods = self.analysis.classes.writers(cls, attr)
        if any(self.analysis.is_interpreted(method) for method in methods):
            return self._joined(cls, attr, lambda method: self._written(method, attr))
        for method in methods:
            self.analysis.depend(method, "writes", attr, AS_EAGER)
        return self.stored(cls, attr)

    def _written(self, method: FunctionKey, attr: str) -> Value | None:
        """Returns what a method, traced or run as eager code, stores under an attribute, or None."""
        if self.analysis.is_interpreted(method):
            return self.analysis.part(method, "writes", attr)
        self.analysis.depend(method, "writes", attr, AS_EAGER)
        return self.analysis.eager_calls(method).stored(attr)


_NEW = "builtins.object.__new__"
"""What creates the objects of a class without a method for it."""

_OBJECTS = frozenset({"strategy", "strategy-extended", "pathlib.Path"})
"""Types of attribute values with methods that rules look at."""


def _slim(receiver: Value) -> Value:
    """Returns what a bound method keeps of its receiver."""
    fields = receiver.items_by_key if receiver.kind is Kind.OBJECT and receiver.cls is not None else None
    return receiver._replace(items=None, items_by_key=fields, element=None, const=NOTHING, provenance=None)


@memoised(4096)
def _outside(name: str, attr: str, place: str) -> Value:
    """Returns a member of something outside the project. Memoised, since `tf.shape` and the like occur thousands of times."""
    type_name = NO_TENSOR if is_without_tensors(name) else ""
    return Value(origin=Origin.OUTER, type=type_name, name=own_name(f"{name}.{attr}"), spelling=place)


def _place(receiver: Value, attr: str) -> str:
    return f"{receiver.spelling}.{attr}" if receiver.spelling else ""

