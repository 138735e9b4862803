"""Classes of the project: method resolution order, Keras kind, and overridden methods."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.facts import ClassFact, ClassKey, FunctionFact, FunctionKey
from tflint_autograph.model.paths import counts_for
from tflint_autograph.model.values import Value
from tflint_autograph.project.index.blocks import does_nothing
from tflint_autograph.project.index.project import SourceProject
from tflint_autograph.project.index.scopes import with_enclosing
from tflint_autograph.project.queries.cycles import BASES, DESCENDANTS, ORDER, CycleGuard
from tflint_autograph.project.queries.query import query
from tflint_autograph.tfapi import keras

Base = ClassKey | str
"""A base class: a class of the project, or the dotted name of one outside."""


BARE = frozenset({"builtins.object", "abc.ABC", "typing.Generic", "typing.Protocol"})
"""Bases outside the project that add no methods and keep no references to an object."""


class Field(NamedTuple):
    """A field that a generated constructor fills: the class that declares it, its name, and whether it is keyword-only."""

    owner: ClassKey
    name: str
    is_named: bool


class Classes:
    """Queries about classes. `evaluate` returns the value of an expression next to a class."""

    def __init__(self, project: SourceProject, evaluate: Callable[[str, str, Expr], Value], cycle_guard: CycleGuard) -> None:
        self.project = project
        self.evaluate = evaluate
        self.cycle_guard = cycle_guard
        self._meant: dict[tuple[ClassKey, str, bool], tuple[FunctionKey, ...]] = {}

    @query(cycle=BASES, start=lambda classes, key: ())
    def bases(self, key: ClassKey) -> tuple[Base, ...]:
        """Returns the direct bases in order, without those that cannot be resolved."""
        fact = self.project.cls(key)
        found: list[Base] = []
        for base in fact.bases if fact else ():
            written = base.value if isinstance(base, ir.Subscript) else base  # `Base[int]` is the class `Base`
            value = self.evaluate(key.path, fact.parent if fact else "", written)
            if value.klass is not None:
                found.append(value.klass)
            elif value.name:
                found.append(value.name)
        return tuple(found)

    @query(cycle=ORDER, start=lambda classes, key: (key,))
    def mro(self, key: ClassKey) -> tuple[Base, ...]:
        """Returns the class and everything it inherits from, in method resolution order."""
        order: dict[Base, None] = {key: None}
        for base in self.bases(key):
            for ancestor in self.mro(base) if isinstance(base, ClassKey) else (base,):
                order.pop(ancestor, None)
                order[ancestor] = None
        return tuple(order)

    def lineage(self, key: ClassKey) -> tuple[ClassKey, ...]:
        """Returns the class and the classes of the project that it inherits from, in method resolution order."""
        return tuple([each for each in self.mro(key) if isinstance(each, ClassKey)])

    def subclasses(self, key: ClassKey) -> tuple[ClassKey, ...]:
        """Returns all classes that inherit from the class, of the files read before the first query; none while they are being found."""
        return self.descendants().get(key, ())

    @query
    def family(self, key: ClassKey) -> tuple[ClassKey, ...]:
        """Returns the class with its bases in the project and its subclasses."""
        return (*self.lineage(key), *self.subclasses(key))

    def method(self, key: ClassKey, name: str, after: ClassKey | None = None) -> FunctionKey | None:
        """Returns the function that `name` of an instance resolves to; with `after`, what `super()` in that class resolves to.

        None if there is none.
        """
        order = self.lineage(key)
        if after is not None and after in order:
            order = order[order.index(after) + 1 :]
        return next((FunctionKey(base.path, found) for base in order if (found := self.methods_of(base).get(name))), None)

    @query
    def methods_of(self, key: ClassKey) -> dict[str, str]:
        """Returns the methods defined in the class itself, by name."""
        fact = self.project.cls(key)
        return dict(fact.methods) if fact is not None else {}

    @query
    def attributes_of(self, key: ClassKey) -> dict[str, Expr]:
        """Returns the names bound in the body of the class itself, with their expressions."""
        fact = self.project.cls(key)
        return dict(fact.attributes) if fact is not None else {}

    @query
    def replaced(self, key: ClassKey) -> frozenset[str]:
        """Returns the attributes that `__new__` of the class sets on each object, perhaps in place of methods: `obj.result = wrapped`."""
        new = self.method(key, "__new__")
        statements = self.project.body(new).statements if new is not None else ()
        targets = (target for each in statements if isinstance(each, ir.Assign) for target in each.targets)
        return frozenset(target.attr for target in targets if isinstance(target, ir.Attribute))

    def meant(self, key: ClassKey, name: str, *, exact: bool) -> tuple[FunctionKey, ...]:
        """Returns all functions that `name` of an instance may resolve to: the own or inherited one and, unless `exact`, its overrides."""
        if name in self.replaced(key):
            return ()
        asked = key, name, exact
        known = self._meant.get(asked)
        return known if known is not None else self.cycle_guard.kept(self._meant, asked, lambda: self._find(*asked))

    def _find(self, key: ClassKey, name: str, exact: bool) -> tuple[FunctionKey, ...]:
        method = self.method(key, name)
        overrides = () if exact else self.overrides(key, name)
        return overrides if method is None or (overrides and self._only_raises(method)) else (method, *overrides)

    def _only_raises(self, method: FunctionKey) -> bool:
        """Whether a method only raises: it is abstract, and says nothing about the result of a call."""
        lowered = self.project.lowered(method)
        doing = (each for each in lowered.body.statements if not does_nothing(each)) if lowered is not None else iter(())
        return isinstance(next(doing, None), ir.Raise)

    def overrides(self, key: ClassKey, name: str) -> tuple[FunctionKey, ...]:
        """Returns the methods of subclasses that replace a method: their own, or those of another base of theirs."""
        below = self.subclasses(key)
        found = [FunctionKey(child.path, method) for child in below if (method := self.methods_of(child).get(name))]
        for base in self._beside(key):
            method = self.methods_of(base).get(name)
            meant = FunctionKey(base.path, method) if method else None
            if meant is not None and any(self.method(child, name) == meant for child in below):
                found.append(meant)
        # Code that works with any subclass does not meet the stand-ins of tests where it has real ones.
        return tuple([each for each in found if counts_for(each.path, key.path)] or found)

    @query
    def _beside(self, key: ClassKey) -> tuple[ClassKey, ...]:
        """Returns the other bases of the subclasses, as for a mixin."""
        family = set(self.family(key))
        bases = dict.fromkeys(base for child in self.subclasses(key) for base in self.bases(child) if base not in family)
        above = dict.fromkeys(each for base in bases if isinstance(base, ClassKey) for each in self.lineage(base))
        return tuple([each for each in above if each not in family])

    @query(cycle=DESCENDANTS, start=lambda classes: {})
    def descendants(self) -> dict[ClassKey, tuple[ClassKey, ...]]:
        """Maps every class of the files read before the first query to all its subclasses.

        Empty while it is being computed: finding a base may need the value of an expression that queries overrides.
        """
        found: defaultdict[ClassKey, list[ClassKey]] = defaultdict(list)
        for key in self.project.classes():
            for base in self.lineage(key)[1:]:
                found[base].append(key)
        return {key: tuple(children) for key, children in found.items()}

    def of_own(self, key: FunctionKey, name: str) -> ClassKey | None:
        """Returns the class whose instance is the first parameter, called `name`, of a method or of the method around a function."""
        facts = filter(None, map(self.project.function, with_enclosing(self.project, key)))
        fact = next((each for each in facts if any(parameter.name == name for parameter in each.parameters)), None)
        if fact is None or fact.receiver != name or self._is_static(key.path, fact):
            return None
        return ClassKey(key.path, fact.owner)

    def _is_static(self, path: str, method: FunctionFact) -> bool:
        return any(self.evaluate(path, method.parent, each).name == "builtins.staticmethod" for each, _ in method.decorators)

    @query
    def external(self, key: ClassKey) -> tuple[str, ...]:
        """Returns the dotted names of all ancestors outside the project."""
        return tuple([base for base in self.mro(key) if isinstance(base, str)])

    def is_of_project(self, key: ClassKey) -> bool:
        """Whether a class and all its bases are of the project. An unresolved base may be anything."""
        for each in self.mro(key):
            fact = self.project.cls(each) if isinstance(each, ClassKey) else None
            if each not in BARE and (fact is None or (isinstance(each, ClassKey) and len(self.bases(each)) < len(fact.bases))):
                return False
        return True

    @query
    def keras(self, key: ClassKey) -> tuple[keras.KerasBase, str] | None:
        """Returns the Keras kind of the class, and the dotted name of the base it follows from, or None."""
        for name in self.external(key):
            base = keras.base(name)
            if base is not None:
                return base, name
        return None

    def attribute_expressions(self, key: ClassKey, name: str) -> tuple[ClassKey, Expr] | None:
        """Returns the expression that a class body binds to `name`, with the class in the hierarchy that does so."""
        return self._in_a_body(key, name, self.attributes_of)

    def fixed_in_body(self, key: ClassKey, name: str) -> tuple[ClassKey, Expr] | None:
        """Returns what `attribute_expressions` does where nothing in the files read so far sets the attribute, of the class or an object."""
        found = self.attribute_expressions(key, name)
        if found is None or self.project.setting(name) or self.project.resets(name) or self._written_in(self.family(key), name):
            return None
        return found if not any(name in self.attributes_of(each) for each in self.subclasses(key)) else None

    def declared(self, key: ClassKey, name: str) -> tuple[ClassKey, Expr] | None:
        """Returns the annotation of a name in a class body, with the class in the hierarchy that has it."""
        return self._in_a_body(key, name, self._declared_in)

    def makes_fields(self, key: ClassKey) -> bool:
        """Whether a generated constructor assigns its arguments to the fields of the class."""
        if self.method(key, "__init__") is not None:
            return False
        return any(map(self.has_fields, self.lineage(key)))

    def has_fields(self, key: ClassKey) -> bool:
        """Whether the annotated names in the body of the class are fields."""
        return "typing.NamedTuple" in self.external(key) or self._is_dataclass(key)

    @query
    def filled_fields(self, key: ClassKey) -> tuple[Field, ...]:
        """Returns the fields that the generated constructor of the class takes, those of its bases first; empty if it has none."""
        if not self.makes_fields(key):
            return ()
        found: dict[str, Field] = {}
        for base in reversed(self.lineage(key)):
            fact = self.project.cls(base)
            for name, is_named in self._taken(base, fact) if fact is not None and self.has_fields(base) else ():
                found[name] = Field(base, name, is_named)
        return tuple(found.values())

    def runs(self, key: ClassKey, function: FunctionKey) -> bool:
        """Whether a function is the method of its name of the class, or stands for a generated constructor that fills fields in its calls."""
        name = self.method_name(function)
        if name and self.project.function(function) is None:
            return any(constructor_of(field.owner) == function for field in self.filled_fields(key))
        return bool(name) and self.method(key, name) == function

    def method_name(self, key: FunctionKey) -> str:
        """Returns the name of a method, also of one that stands for a generated constructor; empty for another function."""
        fact = self.project.function(key)
        return _INIT if fact is None and is_constructor(key) else fact.name if fact is not None and fact.owner else ""

    def _taken(self, key: ClassKey, fact: ClassFact) -> Iterator[tuple[str, bool]]:
        """Yields the fields of the class itself that its constructor takes, each with whether it is keyword-only."""
        named = any(_says(expr, "kw_only", True) for expr, _ in fact.decorators)
        bound = dict(fact.attributes)
        for name, annotation in fact.declared:
            word = self.evaluate(key.path, fact.parent, annotation.value if isinstance(annotation, ir.Subscript) else annotation).name
            default = bound.get(name)
            if word == "dataclasses.KW_ONLY":
                named = True
            elif word not in _NO_FIELDS and not _says(default, "init", False):
                yield name, named or _says(default, "kw_only", True)

    def _is_dataclass(self, key: ClassKey) -> bool:
        fact = self.project.cls(key)
        if fact is None:
            return False
        words = (each.func if isinstance(each, ir.Call) else each for each, _ in fact.decorators)
        return any(self.evaluate(key.path, fact.parent, each).name in _DATACLASSES for each in words)

    def _declared_in(self, key: ClassKey) -> dict[str, Expr]:
        fact = self.project.cls(key)
        return dict(fact.declared) if fact is not None else {}

    def _in_a_body(
        self, key: ClassKey, name: str, held: Callable[[ClassKey], dict[str, Expr]]
    ) -> tuple[ClassKey, Expr] | None:
        """Returns what the body of a class or its nearest ancestor has under a name, with that class."""
        return next(((base, found) for base in self.lineage(key) if (found := held(base).get(name)) is not None), None)

    def is_member(self, key: ClassKey, name: str) -> bool:
        """Whether a class is an enumeration that creates an object for the name."""
        return not name.startswith("_") and name in self.attributes_of(key) and self.is_enumeration(key)

    def is_enumeration(self, key: ClassKey) -> bool:
        """Whether a call of a class looks a member up by its value."""
        return not _ENUMERATIONS.isdisjoint(self.external(key))

    @query
    def writers(self, key: ClassKey, name: str) -> tuple[FunctionKey, ...]:
        """Returns the methods, of the class or an ancestor, that assign `self.<name>`; of subclasses too if no constructor among them does."""
        found = self._written_in(self.lineage(key), name)
        if any(each.qualname.endswith(".__init__") for each in found) or self.attribute_expressions(key, name) is not None:
            return found
        # What the constructors of the class and its bases do not set, the classes that derive from it do.
        below = self.subclasses(key)
        return (*found, *self._written_in((*below, *self._beside(key)), name)) if below else found

    def _written_in(self, classes: tuple[ClassKey, ...], name: str) -> tuple[FunctionKey, ...]:
        return tuple([method for each in classes for method in self.own_writers(each).get(name, ())])

    @query
    def own_writers(self, key: ClassKey) -> dict[str, tuple[FunctionKey, ...]]:
        """Maps the attributes of `self` to the methods of the class itself that assign them."""
        found: defaultdict[str, list[FunctionKey]] = defaultdict(list)
        fact = self.project.cls(key)
        for _, qualname in fact.methods if fact else ():
            method = FunctionKey(key.path, qualname)
            function = self.project.function(method)
            for name in function.stores if function is not None else ():
                found[name].append(method)
        return {name: tuple(methods) for name, methods in found.items()}

_ENUMERATIONS = frozenset(f"enum.{name}" for name in ("Enum", "Flag", "IntEnum", "IntFlag", "StrEnum"))
"""Classes whose subclasses turn each name in the body into an object."""

_NO_FIELDS = frozenset({"typing.ClassVar", "typing_extensions.ClassVar"})


def _says(expr: Expr | None, keyword: str, value: object) -> bool:
    """Whether a call has a keyword with this value, as in `dataclass(kw_only=True)` or `field(init=False)`."""
    return isinstance(expr, ir.Call) and ir.Argument(ir.Constant(value), keyword) in expr.args


_DATACLASSES = frozenset(
    {"dataclasses.dataclass", "attr.s", "attr.dataclass", "attr.define", "attr.frozen", "attr.mutable", "attrs.define", "attrs.frozen",
     "attrs.mutable"}
)  # fmt: skip
"""Decorators that generate a constructor from the annotated names of a class body."""


_INIT = "__init__"


def constructor_of(cls: ClassKey) -> FunctionKey:
    """Returns the key that stands for a generated constructor, which assigns arguments to fields."""
    return FunctionKey(cls.path, f"{cls.qualname}.{_INIT}")


def is_constructor(key: FunctionKey) -> bool:
    """Whether a function is a constructor, which runs when its class is called."""
    return key.qualname.endswith(f".{_INIT}")
