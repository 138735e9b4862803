"""Looks up attributes of eager code: of objects, classes, modules, and what `super` and `vars` give."""

from __future__ import annotations

from dataclasses import replace

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.project.bodies.walks import names_in
from tflint_autograph.tfapi.tables import STATIC
from tflint_autograph.traced.eager_runs import arrays, keras_models
from tflint_autograph.traced.eager_runs.constants import Choice, any_of
from tflint_autograph.traced.eager_runs.core import Missing
from tflint_autograph.traced.eager_runs.operators import Operators
from tflint_autograph.traced.eager_runs.results import named_part
from tflint_autograph.traced.eager_runs.unknown_texts import METHODS
from tflint_autograph.traced.eager_runs.values import (
    OPAQUE,
    Array,
    Class,
    Dataset,
    External,
    Frame,
    Function,
    Instance,
    Layer,
    Mapping,
    Module,
    Opaque,
    Plain,
    Scalar,
    Sequence,
    Value,
    class_of,
    next_number,
)
from tflint_autograph.traced.tree.states import Need

_MISSING = frozenset(f"builtins.{word}" for word in ("KeyError", "LookupError", "Exception", "BaseException"))
"""What catches that a dict lacks a key."""

_CACHED = "functools.cached_property"
_PROPERTIES = frozenset({"builtins.property", _CACHED})

_OF_TEXTS = frozenset(name for name in dir(str) if not name.startswith("_") and not hasattr(list, name))
"""Methods of texts that neither tensors nor lists have."""


class Attributes(Operators):
    """Looks up attributes, and catches what finds none in a dict."""

    def looked_up(self, item: Value, held: Value) -> None:
        """Notes that a value is a key of a dict, or an item of a set."""
        if isinstance(held, Mapping) or (isinstance(held, Sequence) and held.kind in ("set", "frozenset")):
            self.needed(item, Need.KEY)

    def tried(self, statement: ir.Try, frame: Frame) -> str:
        """Runs a `try` up to its `finally`. The only exception that is followed is that of a key which a dict surely lacks."""
        handling = next((each for each in statement.handlers if self._catches(each, frame)), None)
        before = self.doubts, self.depth, list(self.way), self.running, self.catching
        self.catching = self.doubts if handling is not None else None
        try:
            word = self.execute(statement.body, frame)
        except Missing:
            self.doubts, self.depth, self.way, self.running, self.catching = before
            return self.execute(handling.body, frame) if handling is not None else ""
        finally:
            self.catching = before[-1]
        return "" if word == "raise" else word or self.execute(statement.orelse, frame)

    def _catches(self, handler: ir.Handler, frame: Frame) -> bool:
        """Whether a handler catches that a dict lacks a key."""
        caught = self.value(handler.type, frame) if handler.type is not None else External("builtins.BaseException")
        kinds = (caught.items or ()) if isinstance(caught, Sequence) else (caught,)
        return any(isinstance(each, External) and each.name in _MISSING for each in kinds)

    def attribute(self, owner: Value, name: str, frame: Frame) -> Value:
        """Returns an attribute of a value."""
        if isinstance(owner, External) and owner.name == "super" and isinstance(owner.owner, Instance):
            return self._of_super(owner.owner, name, frame)
        if isinstance(owner, External):
            return External(f"{owner.name}.{name}", owner.owner) if owner.owner is not None else self.library(f"{owner.name}.{name}")
        if name == "__dict__" and isinstance(owner, (Instance, Class, Module)):
            return self.names_of(owner)
        if name == "__class__" and isinstance(owner, Instance):
            return class_of(owner)
        if name == "__name__" and isinstance(owner, Function | Class):
            return self._name_of(owner)
        if isinstance(owner, Module):
            found = owner.frame.names.get(name)
            return found if found is not None else OPAQUE
        if isinstance(owner, Instance):
            return self._of_instance(owner, name, frame)
        if isinstance(owner, Class):
            return self._of_class(owner.key, owner.frame, name)
        if isinstance(owner, Choice):
            with self.doubting():
                return any_of([self.attribute(each, name, frame) for each in owner.values])
        if isinstance(owner, Array) and name not in STATIC:
            self.consumed(owner)
            if owner.result is not None and name in _OF_TEXTS:
                self.needed(owner, Need.TEXT)
        if (named := named_part(owner, name)) is not None:
            return named
        if isinstance(owner, Array) and name in ("shape", "dtype", "T", "ndim", "size", "name"):
            return arrays.attribute(owner, name)
        if isinstance(owner, Sequence) and name in owner.names:
            return owner.items[owner.names.index(name)] if owner.items is not None else OPAQUE
        if isinstance(owner, Sequence) and owner.cls is not None and not hasattr(tuple, name):
            return self._of_object(owner, owner.cls, name, frame)
        if isinstance(owner, Layer) and name in owner.attributes:
            return owner.attributes[name]
        if isinstance(owner, (Array, Sequence, Mapping, Dataset, Layer, Plain, Scalar)) or (isinstance(owner, Opaque) and name in METHODS):
            return External(name, owner)
        if isinstance(owner, Function) and name in ("get_concrete_function", "python_function"):
            return External(f"function.{name}", owner)
        return OPAQUE

    def _name_of(self, held: Value) -> Value:
        """Returns the name of a function or a class; OPAQUE for a lambda."""
        if isinstance(held, Function) and held.names is not None:
            held = held.names
        if isinstance(held, Class):
            return Plain(held.key.qualname.rpartition(".")[2])
        fact = self.analysis.project.function(held.key) if isinstance(held, Function) and held.frame is not None else None
        return Plain(fact.name) if fact is not None and not fact.is_lambda else OPAQUE

    def is_of_keras(self, cls: ClassKey) -> bool:
        """Whether a class is one of Keras, or derives from one."""
        return self.analysis.classes.keras(cls) is not None if cls.path else "keras" in cls.qualname

    def names_of(self, owner: Instance | Class | Module) -> Mapping:
        """Returns the attributes of an object as a dict that changes with them."""
        held = owner.frame.names if isinstance(owner, Module) else (owner if isinstance(owner, Instance) else self.class_of(owner.key)).attributes
        return Mapping(held, None, owner)

    def _of_super(self, owner: Instance, name: str, frame: Frame) -> Value:
        """Returns a method that an object has from the classes behind that of the running method."""
        cls = self.analysis.project.owner(frame.key)
        method = self.method(owner.cls, name, after=cls)
        if method is None and owner.held is not None:
            return External(name, owner.held)
        if method is None and name in keras_models.INHERITED and self.is_of_keras(owner.cls):
            return External(name, owner)
        value = self._method(method, owner.frame) if method is not None else OPAQUE
        if not isinstance(value, Function):
            return OPAQUE
        return replace(value, receiver=owner)

    def _of_instance(self, owner: Instance, name: str, frame: Frame) -> Value:
        held = (owner.attributes or {}).get(name)
        if held is not None:
            return held
        if owner.attributes is None and self.method(owner.cls, name) is None:
            return OPAQUE
        return self._of_object(owner, Class(owner.cls, owner.frame), name, frame)

    def _of_object(self, owner: Instance | Sequence, cls: Class, name: str, frame: Frame) -> Value:
        """Returns an attribute that an object, or a named tuple, has from its class."""
        method = self.method(cls.key, name)
        if method is None and name in keras_models.METHODS and self.is_of_keras(cls.key):
            return External(name, owner)
        if method is None:
            held = owner.held if isinstance(owner, Instance) else None
            value = self._bound_to(owner, self._of_class(cls.key, cls.frame, name))
            return External(name, held) if value is OPAQUE and held is not None and hasattr(dict if isinstance(held, Mapping) else list, name) else value
        value = self._method(method, cls.frame)
        if isinstance(value, External) and value.name in _PROPERTIES and isinstance(value.owner, Function):
            made = self.call(replace(value.owner, receiver=owner), ([], {}), frame, self._header(method))
            if value.name == _CACHED and isinstance(owner, Instance) and owner.attributes is not None:
                owner.attributes[name] = made
            return made
        if isinstance(value, External) and value.name == "builtins.classmethod":
            return self._of_class(cls.key, cls.frame, name)
        if isinstance(value, External) and value.owner is not None:
            return value.owner
        return self._bound_to(owner, value) if isinstance(value, Function) else OPAQUE

    @staticmethod
    def _bound_to(owner: Instance | Sequence, value: Value) -> Value:
        """Returns a function that an attribute of a class has as the method that it is of an object."""
        if not isinstance(value, Function) or value.receiver is not None:
            return value
        if value.traced is not None:
            value.traced.place = None  # each object has one of its own
        return replace(value, receiver=owner, made=next_number())

    def _header(self, key: FunctionKey) -> ir.At:
        fact = self.analysis.project.function(key)
        return fact.header if fact is not None else ir.At(1, 1, 1, 1)

    def _method(self, key: FunctionKey, frame: Frame | None) -> Value:
        if key not in self.methods:
            owner = self.analysis.project.owner(key)
            around = frame if frame is not None and frame.key.path == key.path else self.module(key.path)
            self.methods[key] = made = self._bound_again(owner, key, self.function(key, around, owner), around)
            if isinstance(made, Function):
                made.made = None
        return self.methods[key]

    def _bound_again(self, cls: ClassKey | None, key: FunctionKey, made: Value, around: Frame) -> Value:
        """Returns what the class body binds to the name of a method below its definition, `step = tf.function(step)`, or the method."""
        fact, name = self.analysis.project.cls(cls) if cls is not None else None, key.qualname.rpartition(".")[2]
        again = dict(fact.attributes).get(name) if fact is not None else None
        if again is None:
            return made
        inner = Frame(around.key, around)
        inner.names[name] = made
        value = self.value(again, inner)
        if isinstance(value, Function) and value.traced is not None:
            value.traced.place = None  # each object has one of its own
        return value

    def _of_class(self, cls: ClassKey, frame: Frame | None, name: str) -> Value:
        kept = self.class_holder(cls, name)
        if kept is not None and kept.attributes is not None:
            return kept.attributes[name]
        method = self.method(cls, name)
        if method is not None:
            value = self._method(method, frame)
            if isinstance(value, External) and value.name == "builtins.classmethod" and isinstance(value.owner, Function):
                return replace(value.owner, receiver=Class(cls, frame), made=next_number())
            return value.owner if isinstance(value, External) and value.owner is not None else value
        found = self.analysis.classes.attribute_expressions(cls, name) if cls.path else None
        if found is None:
            return OPAQUE
        recorder, self.recorder = self.recorder, None
        made = self.value(found[1], self._class_body(found[0], found[1], name))
        self.recorder = recorder
        if isinstance(made, (Sequence, Mapping, Instance)):
            made.number = 0  # It is as old as the class.
        held = self.class_of(found[0])
        held.number = 0
        if held.attributes is not None:
            held.attributes[name] = made
        return made

    def _class_body(self, cls: ClassKey, expr: ir.Expr, name: str) -> Frame:
        """Returns the names that an expression of a class body reads: those of the class, but not the one it binds, and of the module."""
        module, fact = self.module(cls.path), self.analysis.project.cls(cls)
        inner = Frame(module.key, module)
        bound = {*dict(fact.methods), *dict(fact.attributes)} - {name} if fact is not None else set()
        for each in names_in(expr) & bound:
            inner.names[each] = self._of_class(cls, module, each)
        return inner
