"""Finds what code adds to the containers of a module or an object: `TABLE[name] = function`.

Only functions, classes and objects of the project are recorded, since they run when an element is used.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr, Statement
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionKey
from tflint_autograph.model.joins import MOST_KEYS, join, join_all
from tflint_autograph.model.mentions import ANY, ATTRIBUTE
from tflint_autograph.model.paths import is_test
from tflint_autograph.model.values import UNKNOWN, Kind, Origin, Value, outside
from tflint_autograph.project.bodies.changes import items_in, items_read
from tflint_autograph.project.bodies.container_puts import Put, puts
from tflint_autograph.project.bodies.globals_ import bindings_in
from tflint_autograph.project.bodies.liveness import flat
from tflint_autograph.project.bodies.single import END, assigned_to
from tflint_autograph.project.bodies.walks import descendants, names_in, targets, walk, word_of
from tflint_autograph.project.index.scopes import scope_of
from tflint_autograph.project.points_to.class_creation import defined_as
from tflint_autograph.project.points_to.keeping import called_inside
from tflint_autograph.project.points_to.receivers import referents
from tflint_autograph.project.queries.cycles import IN_ATTRIBUTE, IN_NAME
from tflint_autograph.project.queries.query import query
from tflint_autograph.project.values.body_result import NO_ENV, Env
from tflint_autograph.project.values.bound import OF_CLASS
from tflint_autograph.project.values.signature import bind
from tflint_autograph.tfapi import effects

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis
    from tflint_autograph.project.points_to.call_sites import EagerCall

_MOST = 64
"""Maximum number of distinguished elements of a container. A larger one is treated as unknown."""

_LONGEST = 2
"""Maximum depth to which names that stand for names are followed."""


class _Element(NamedTuple):
    """An element added to a container, under a known key or any key."""

    value: Value
    key: str | None


class Containers:
    """Queries about containers that functions fill from their arguments and from names they can see."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.cycle_guard = analysis.cycle_guard
        self.project = analysis.project

    def in_name(self, path: str, name: str, held: Value) -> Value:
        """Returns the value `held` of a module-level name with the elements that functions add to it."""
        return _with_elements(held, self.of_name(path, name)) if _may_grow(held) else held

    def in_attribute(self, cls: ClassKey, attr: str, held: Value) -> Value:
        """Returns the value `held` of an attribute of objects, or of their class, with the elements that methods add to it."""
        return _with_elements(held, self.of_attribute(cls, attr)) if _may_grow(held) else held

    def fixed(self, name: str, held: Value) -> Value:
        """Returns a dict that is bound once, marked `exact` if the project only reads its items. Dicts in it are marked too if none of them is
        handed out.
        """
        if held.type != "builtins.dict" or not held.items_by_key or self.project.aliases(frozenset({name})) != {name}:
            return held
        bound, keys = 0, []
        if any(map(partial(_leaves, name), self._outside_bodies(name))):
            return held
        for scope in self._with_lambdas(self.project.all_mentioning(frozenset({name}), ANY)):
            body = self.project.body(scope)
            bound += sum(word_of(each) == name for statement in walk(body.statements) for each in flat(targets(statement)))
            read = items_read(body, name, binds=bound == 1)
            if read is None or bound > 1:
                return held
            keys += read
        return _exact(held, inside=not any(map(partial(_gives_container, held), keys)))

    def _outside_bodies(self, name: str) -> Iterator[Expr]:
        """Yields the defaults, decorators and values of class bodies in the files that mention a name."""
        for module in self.project.mentioning(frozenset({name})):
            yield from (each.default for fact in module.functions for each in fact.parameters if each.default is not None)
            yield from (expr for fact in module.functions for expr, _ in fact.decorators)
            yield from (expr for cls in module.classes for expr, _ in cls.decorators)
            yield from (expr for cls in module.classes for _, expr in cls.attributes)

    # The key of an element may itself be read from the container.
    @query(cycle=IN_NAME, start=lambda containers, path, name: None)
    def of_name(self, path: str, name: str) -> Value | None:
        """Returns what functions add to the container of a module-level name, or None if nothing that runs."""
        return self._joined(self._into_name(path, name))

    @query(cycle=IN_ATTRIBUTE, start=lambda containers, cls, attr: None)
    def of_attribute(self, cls: ClassKey, attr: str) -> Value | None:
        """Returns what methods of a class add to the container of an attribute, or None if nothing that runs."""
        return self._joined(self._into_attribute(cls, attr))

    def _into_name(self, path: str, name: str) -> Iterator[_Element]:
        for scope, _, put in self._puts(self.project.functions_mentioning(path, frozenset({name}), ANY), name):
            if put.holder == ir.Name(name) and (put.nested or scope.qualname != MODULE) and scope_of(self.project, scope, name).qualname == MODULE:
                yield from self._elements(scope, put)

    def _into_attribute(self, cls: ClassKey, attr: str) -> Iterator[_Element]:
        lineage = self.analysis.classes.lineage(cls)
        for base in lineage:
            for scope, _, put in self._puts(self.project.functions_mentioning(base.path, frozenset({attr}), ATTRIBUTE), attr):
                if self._is_own(scope, put.holder, attr, base):
                    yield from self._elements(scope, put)
        family = {*lineage, *self.analysis.classes.subclasses(cls)}
        for scope, statement, put in self._puts(self.project.all_mentioning(frozenset({attr}), ATTRIBUTE, tests=is_test(cls.path)), attr):
            if self._is_of(scope, put.holder, attr, statement.ordinal, family):
                yield from self._elements(scope, put)

    def _is_of(self, scope: FunctionKey, holder: Expr, attr: str, ordinal: int, family: Collection[ClassKey]) -> bool:
        """Whether an expression is this attribute of an object of one of these classes, and not of the object of a method: `net.layer.hooks`."""
        if not isinstance(holder, ir.Attribute) or holder.attr != attr:
            return False
        if isinstance(holder.value, ir.Name) and self.analysis.classes.of_own(scope, holder.value.id) is not None:
            return False
        return any(value.cls in family for value, _ in referents(self.analysis, scope, holder.value, ordinal))

    def _is_own(self, scope: FunctionKey, holder: Expr, attr: str, cls: ClassKey) -> bool:
        """Whether an expression is this attribute of the class by its name, or, in a method of the class, of its own object or class."""
        if not isinstance(holder, ir.Attribute) or holder.attr != attr or not isinstance(holder.value, ir.Name):
            return False
        if scope.qualname.startswith(f"{cls.qualname}.") and self.analysis.classes.of_own(scope, holder.value.id) is not None:
            return True
        name = holder.value.id
        return name == cls.qualname and scope_of(self.project, scope, name).qualname == MODULE and bool(self.analysis.names.binding(cls.path, name))

    def _puts(self, scopes: Iterable[FunctionKey], name: str) -> Iterator[tuple[FunctionKey, Statement, Put]]:
        """Yields what functions and modules add to the containers of variables or attributes of this name, with the statements that do."""
        for scope in self._with_lambdas(scopes):
            for statement in walk(self.project.body(scope).statements) if name in self._filled(scope) else ():
                yield from ((scope, statement, put) for put in puts(statement) if word_of(put.holder) == name)

    @query
    def _filled(self, scope: FunctionKey) -> frozenset[str]:
        """Returns the names of the variables and attributes to whose containers a function or module adds elements. Kept where a body is too large."""
        return frozenset([word_of(put.holder) for statement in walk(self.project.body(scope).statements) for put in puts(statement)])

    def _with_lambdas(self, scopes: Iterable[FunctionKey]) -> Iterator[FunctionKey]:
        """Yields each function or module and the lambdas in it, whose code is its own: `lambda fn: TABLE.setdefault(name, fn)`."""
        return (each for scope in scopes for each in self.analysis.eager_functions.with_lambdas(scope))

    def _elements(self, scope: FunctionKey, put: Put) -> Iterator[_Element]:
        """Yields the elements that a statement adds, over all calls of its function."""
        for value, key in self._given(scope, put):
            nested = put.nested and _runs(value)
            yield _Element(Value(Kind.CONTAINER, Origin.OUTER, type="builtins.list", element=_shared(value)) if nested else value, key)

    def _given(self, scope: FunctionKey, put: Put) -> Iterator[tuple[Value, str | None]]:
        """Yields the values that a statement adds over all calls of its function, each with its key."""
        put = put._replace(value=self._computed(scope, put.value))
        first = put.sources[0] if put.sources else ""
        defined = defined_as(self.analysis, scope_of(self.project, scope, first), first) if first else ()
        if defined:
            classes = (self.analysis.definition(cls.path, cls.qualname, is_class=True) for cls in defined)
            yield from ((self._value(scope, put.value, given={first: each}), None) for each in classes)
            return
        called = called_inside(self.analysis, scope, put.value)
        homes = [around for name in (*put.sources, *called) if (around := self._parameter_of(scope, name)) is not None]
        home = max(homes, key=lambda around: len(around.qualname), default=None)  # the innermost: `def register(name): def keep(function)`
        fact = self.project.function(home) if home is not None else None
        if home is None or fact is None:
            yield self._value(scope, put.value), self._constant(scope, put.key)
            return
        for call in self.analysis.call_sites.of(home):
            bound = bind(fact, call.target, call.site.args)
            given = {name: bound[name] for name in put.sources if name in bound and scope_of(self.project, scope, name) == home}
            key = self._key(scope, put.key, home, call, bound) if called or given else None
            if called:
                wrapper = self._value(scope, put.value)
                yield wrapper._replace(callees=(*(each for name in called for each in bound.get(name, UNKNOWN).callees), *wrapper.callees)), key
            elif given:
                if isinstance(put.value, ir.Name):
                    made = (bind(fact, each.target, each.site.args) for each in self.analysis.passed_functions.as_made(call))
                    yield from ((each[first], key) for each in made if first in each)
                else:
                    yield self._value(scope, put.value, given=given), key

    def _parameter_of(self, scope: FunctionKey, name: str) -> FunctionKey | None:
        """Returns the function whose parameter a name is in a scope, or None."""
        home = scope_of(self.project, scope, name)
        fact = self.project.function(home)
        return home if fact is not None and name in fact.given else None

    def _computed(self, scope: FunctionKey, expr: Expr) -> Expr:
        """Returns the call of a parameter that a local name with a single binding stands for: `made = cls()`; else the expression."""
        assigned, fact = assigned_to(expr.id, self.project.body(scope), END) if isinstance(expr, ir.Name) else None, self.project.function(scope)
        called = assigned.func if isinstance(assigned, ir.Call) else None
        is_own = fact is not None and any(called == ir.Name(each.name) for each in fact.parameters)
        return assigned if assigned is not None and is_own else expr

    def _value(self, scope: FunctionKey, expr: Expr, depth: int = _LONGEST, given: Env = NO_ENV) -> Value:
        """Returns the value of an expression of a function, using names with a single binding, or what is `given` for them. Interprets no body.
        """
        fact, body = self.project.function(scope), self.project.body(scope)
        if scope.qualname == MODULE or fact is None:
            return self.analysis.evaluate_at_definition(scope.path, "", expr)
        used = names_in(expr) & body.bound
        env = {name: self._local(scope, body, name, depth) for name in used - given.keys()}
        return self.analysis.evaluate_at_definition(scope.path, fact.parent, expr, {**env, **given})

    def _local(self, scope: FunctionKey, body: Body, name: str, depth: int) -> Value:
        """Returns the value of a local name with a single binding, to a function or to an expression."""
        statements = bindings_in(body).get(name, ())
        if not statements:
            return self._own(scope, name)
        if len(statements) != 1 or not depth:
            return UNKNOWN
        if isinstance(statements[0], ir.Define):
            return self.analysis.definition(scope.path, statements[0].qualname, is_class=statements[0].is_class)
        assigned = assigned_to(name, body, END)
        return self._value(scope, assigned, depth - 1) if assigned is not None else UNKNOWN

    def _own(self, scope: FunctionKey, name: str) -> Value:
        """Returns the class that a class method gets as its first parameter of this name, else an unknown value."""
        cls = self.analysis.classes.of_own(scope, name)
        is_class = cls is not None and "builtins.classmethod" in self.analysis.decorator_names(scope)
        return Value(Kind.CALLABLE, Origin.OUTER, klass=cls, factory=OF_CLASS) if is_class else UNKNOWN

    def _constant(self, scope: FunctionKey, key: Expr | None) -> str | None:
        const = self._value(scope, key).const if key is not None else None
        return const if isinstance(const, str) else None

    def _key(self, scope: FunctionKey, key: Expr | None, home: FunctionKey, call: EagerCall, bound: dict[str, Value]) -> str | None:
        """Returns the key under which one call of the function `home` adds its argument, or None if unknown."""
        if isinstance(key, ir.Attribute) and key.attr == "__name__" and isinstance(key.value, ir.Name):
            return _name_of(bound.get(key.value.id, UNKNOWN))
        if not isinstance(key, ir.Name):
            return self._constant(scope, key)
        if scope_of(self.project, scope, key.id) == home:
            const = bound.get(key.id, UNKNOWN).const
        else:
            const = self._given_around(scope, key.id, call).const
        return const if isinstance(const, str) else None

    def _given_around(self, scope: FunctionKey, name: str, call: EagerCall) -> Value:
        """Returns the argument that an enclosing function was called with: `"a"` for `register("a")(f)`."""
        around = scope_of(self.project, scope, name)
        fact = self.project.function(around)
        if fact is None:
            return UNKNOWN
        for each in self.analysis.call_sites.of(around):
            if each.caller == call.caller and each.site.at[:2] == call.site.at[:2]:
                return bind(fact, each.target, each.site.args).get(name, UNKNOWN)
        return UNKNOWN

    def _joined(self, elements: Iterable[_Element]) -> Value | None:
        """Joins the elements into one container, with keys if all are known; None if no element runs."""
        found = list(dict.fromkeys(each for each in elements))
        values = [each._replace(value=_shared(each.value)) for each in found if _runs(each.value) or _holds_running(each.value)]
        if not values or len(values) > _MOST:
            return None
        keys: dict[str, Value] = {}
        for each in values:
            if each.key is not None:
                keys[each.key] = join(keys[each.key], each.value) if each.key in keys and _holds_running(each.value) else each.value
        whole = len(keys) == len({each.key for each in found}) <= MOST_KEYS and None not in {each.key for each in found}
        element = join_all(tuple(each.value for each in values))
        return Value(Kind.CONTAINER, Origin.OUTER, items_by_key=tuple(keys.items()) if whole else None, element=element)


def _may_grow(held: Value) -> bool:
    """Whether a container may get elements that run: it is mutable, and contains nothing of another kind."""
    if held.type in _FIXED:
        return False
    return held.element is None or _is_empty(held.element) or held.element.kind in (Kind.UNKNOWN, Kind.CALLABLE, Kind.OBJECT)


def _is_empty(element: Value | None) -> bool:
    """Whether nothing is known to be in the containers that a container holds, or in itself."""
    return element is None or (element.kind is Kind.CONTAINER and element.element is None)


_FIXED = frozenset({"builtins.tuple", "builtins.frozenset"})


def _with_elements(held: Value, added: Value | None) -> Value:
    """Returns a container with the elements that are added elsewhere."""
    if added is None:
        return held
    before = () if held.type == "collections.defaultdict" and held.items_by_key is None and _is_empty(held.element) else held.items_by_key
    keys = None if before is None or added.items_by_key is None else tuple({**dict(before), **dict(added.items_by_key)}.items())
    values = tuple(each for each in (held.element, added.element) if each is not None)
    return held._replace(items=None, items_by_key=keys, element=join_all(values))


def _leaves(name: str, expr: Expr) -> bool:
    """Whether an expression uses what a name refers to other than to read its items."""
    parts = list(descendants(expr))
    return sum(word_of(part) == name for part in parts) > len(list(items_in(parts, name)))


def _exact(held: Value, *, inside: bool) -> Value:
    """Returns a dict marked as `exact`; with `inside`, also the dicts in it."""
    inner = [(key, _exact(each, inside=True) if inside and each.items_by_key else each) for key, each in held.items_by_key or ()]
    return held._replace(exact=True, items_by_key=tuple(inner))


def _gives_container(held: Value, keys: tuple[Expr, ...]) -> bool:
    """Whether reading an item by these keys, one after the other, may give a container."""
    if not keys or held.items_by_key is None:
        return held.kind in (Kind.CONTAINER, Kind.UNKNOWN)
    key = keys[0].value if isinstance(keys[0], ir.Constant) else None
    return any(_gives_container(each, keys[1:]) for name, each in held.items_by_key if key is None or name == key)


def _runs(value: Value) -> bool:
    """Whether a value of the project runs when it is called or its members are used."""
    known = value.klass is not None or value.cls is not None or effects.acts(value.name)
    return known or bool(value.callees or value.possible_classes)


def _holds_running(value: Value) -> bool:
    """Whether a value is a container of such values, or of some among others."""
    return value.kind is Kind.CONTAINER and any(map(_runs, value.contents))


def _shared(value: Value) -> Value:
    """Returns a value as code that did not add it sees it."""
    return value._replace(origin=Origin.OUTER, parameter="", provenance=None, callees=outside(value.callees))


def _name_of(value: Value) -> str | None:
    """Returns the `__name__` of a single function or class, else None."""
    if value.klass is not None:
        return value.klass.qualname.rpartition(".")[2]
    return value.callees[0].key.qualname.rpartition(".")[2] if len(value.callees) == 1 else None
