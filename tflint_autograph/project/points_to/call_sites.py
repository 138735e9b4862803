"""Finds the callers of a function in eager code, by the index of mentions and the interpreter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionFact, FunctionKey, ModuleFacts
from tflint_autograph.model.mentions import Mention
from tflint_autograph.model.values import Callee, Kind, Origin, Value
from tflint_autograph.project.bodies.uses import Uses, uses
from tflint_autograph.project.bodies.walks import descendants, word_of
from tflint_autograph.project.index.project import body_of
from tflint_autograph.project.values.body_result import CallSite

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis

_CONSTRUCTORS = ("__init__", "__new__")
"""Methods that run when the class is called."""

_CALLED = "__call__"
"""The method that runs when the object is called."""

_DEEPEST = 2
"""Maximum depth of nested containers that are searched for a function."""


_Known = tuple[str, "FunctionKey | None"]
"""A name by which code may refer to a function, and the function whose local name it is, or None for other names."""


class EagerCall(NamedTuple):
    """A call in eager code, with the calling and the called function. For a decorator, also the function or class it `decorates`."""

    caller: FunctionKey
    site: CallSite
    target: Callee
    decorates: FunctionKey | None = None


class CallSites:
    """Queries about the calls of a function in the functions and modules of the files read so far."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.project = analysis.project
        self._calls: dict[FunctionKey, tuple[EagerCall, ...]] = {}
        self._uses: dict[FunctionKey, Uses | None] = {}

    def of(self, key: FunctionKey) -> tuple[EagerCall, ...]:
        """Returns the calls of a function, by caller and place. The caller of a decorator is the scope of the decorated definition."""
        known = self._calls.get(key)
        return known if known is not None else self.analysis.cycle_guard.kept(self._calls, key, lambda: self._found(key))

    def uses(self, key: FunctionKey) -> Uses | None:
        """Returns the summary of how a function or module uses names, or None if there is no such function."""
        if key not in self._uses:
            body = body_of(self.project, key)
            self._uses[key] = uses(body) if body is not None else None
        return self._uses[key]

    def _found(self, key: FunctionKey) -> tuple[EagerCall, ...]:
        found: list[EagerCall] = []
        known, seen = self._names(key), set[FunctionKey]()
        waiting = known
        while waiting:
            more: set[_Known] = set()
            every = self.project.aliases(frozenset(name for name, _ in known))
            for scope in (
                *self._scopes(key, frozenset(name for name, home in waiting if home is None), every),
                *self._inside(waiting, every),
            ):
                if scope not in seen:
                    seen.add(scope)
                    found += self._calls_in(scope, key, every)
                    more |= self._names_given(scope, key)
            waiting = frozenset(more - known)
            known |= waiting
        return tuple(
            sorted(
                dict.fromkeys(found), key=lambda each: (each.caller.path, each.caller.qualname != MODULE, each.site.at)
            )
        )

    def _names(self, key: FunctionKey) -> frozenset[_Known]:
        """Returns the names by which code may refer to a function: its own, its class's, and those of factories that return it."""
        fact = self.project.function(key)
        if fact is None:
            return frozenset()
        if fact.owner and fact.name in (*_CONSTRUCTORS, _CALLED):
            return frozenset((cls.qualname.rpartition(".")[2], None) for cls in self._classes_with(key, fact))
        home = FunctionKey(key.path, fact.parent) if fact.parent and not fact.owner else None
        names: set[_Known] = set() if fact.is_lambda or (fact.owner and fact.name == "call") else {(fact.name, home)}
        factory = fact.parent
        while factory:
            around = self.project.function(FunctionKey(key.path, factory))
            result = self.analysis.eager_summary(FunctionKey(key.path, factory)).result
            if around is None or result is None or not refers_to(result, key):
                break
            names.add((around.name, None))
            factory = around.parent
        return frozenset(names)

    def _classes_with(self, method: FunctionKey, fact: FunctionFact) -> Iterator[ClassKey]:
        """Yields the class of a method, and the subclasses that do not override it."""
        owner = ClassKey(method.path, fact.owner)
        for cls in (owner, *self.analysis.classes.descendants().get(owner, ())):
            if self.analysis.classes.method(cls, fact.name) == method:
                yield cls

    def _scopes(self, key: FunctionKey, names: frozenset[str], every: frozenset[str]) -> Iterator[FunctionKey]:
        """Yields the functions and modules that mention one of the names and may call one of `every`."""
        fact = self.project.function(key)
        is_constructor = fact is not None and bool(fact.owner) and fact.name in _CONSTRUCTORS
        is_method = fact is not None and bool(fact.owner) and fact.name not in (*_CONSTRUCTORS, _CALLED)
        for module in self.project.mentioning(names) if names else ():
            foreign = self.analysis.names.tensor_libraries(module.path)
            for scope in self.project.functions_mentioning(
                module.path, names, Mention(is_method, read=True, foreign=foreign)
            ):
                if scope.qualname == MODULE or self._may_call(scope, every, foreign):
                    yield scope
        if is_constructor and fact is not None:
            for cls in self.analysis.classes.descendants().get(ClassKey(key.path, fact.owner), ()):
                own = self.analysis.classes.methods_of(cls).get(fact.name)
                if own is not None:
                    yield FunctionKey(cls.path, own)

    def _inside(self, names: Iterable[_Known], every: frozenset[str]) -> Iterator[FunctionKey]:
        """Yields the functions that can see a local name, the one that binds it and nested ones, if they may call one of `every`."""
        for home in sorted({home for _, home in names if home is not None}):
            foreign = self.analysis.names.tensor_libraries(home.path)
            inner = (FunctionKey(home.path, each) for each in self.analysis.names.within(home.path, home.qualname))
            for scope in (home, *(each for each in inner if each != home)):
                if self._may_call(scope, every, foreign):
                    yield scope

    def _may_call(self, scope: FunctionKey, names: frozenset[str], foreign: frozenset[str]) -> bool:
        found = self.uses(scope)
        return found is not None and (found.may_call(names, foreign) or found.may_keep(names))

    def _calls_in(self, scope: FunctionKey, key: FunctionKey, names: frozenset[str]) -> Iterator[EagerCall]:
        for caller, flow in self.analysis.eager_functions.flows(scope):
            yield from self._of_sites(caller, flow.calls.values(), key)
        module = self.project.module(scope.path)
        if module is not None:
            yield from self._around_definitions(module, scope, key, names)

    def _around_definitions(
        self, module: ModuleFacts, scope: FunctionKey, key: FunctionKey, names: frozenset[str]
    ) -> Iterator[EagerCall]:
        """Yields the calls by decorators and class bodies in a scope."""
        parent = "" if scope.qualname == MODULE else scope.qualname
        for qualname, expr, at, words, is_class in self.analysis.names.decorators(module.path, parent):
            if words.isdisjoint(names):
                continue
            decorator, flow = self.analysis.evaluated_at_definition(module.path, parent, expr)
            yield from self._of_sites(scope, flow.calls.values(), key)
            own = FunctionKey(module.path, qualname)
            given = Value(Kind.CALLABLE, Origin.OUTER, callees=(Callee(own),))
            if is_class:
                given = self.analysis.definition(module.path, qualname, is_class=True)
            site = CallSite(at, 0, decorator, ((None, given),))
            yield from (each._replace(decorates=own) for each in self._of_sites(scope, (site,), key))
        for cls in module.classes:
            for _, expr in cls.attributes if cls.parent == parent else ():
                if isinstance(expr, ir.Call) and _mentions(expr, names):
                    _, flow = self.analysis.evaluated_at_definition(module.path, parent, expr)
                    yield from self._of_sites(scope, flow.calls.values(), key)

    def _of_sites(self, caller: FunctionKey, sites: Iterable[CallSite], key: FunctionKey) -> Iterator[EagerCall]:
        """Yields those of the calls that call the function, also by calling its class or an instance."""
        fact = self.project.function(key)
        name = fact.name if fact is not None and fact.owner else ""
        for site in sites:
            called = site.func.klass if name in _CONSTRUCTORS else site.func.cls if name == _CALLED else None
            if called is not None and self.analysis.classes.method(called, name) == key:
                receiver = site.func if name == _CALLED else Value(Kind.OBJECT, cls=called, exact=True)
                yield EagerCall(caller, site, Callee(key, receiver=receiver))
            # Inlined for speed: each call of a module is compared with each function that it may call.
            for target in site.func.callees:
                if target.key == key:
                    yield EagerCall(caller, site, target)

    def _names_given(self, scope: FunctionKey, key: FunctionKey) -> set[_Known]:
        """Returns the names and attributes under which a scope makes a function available, and its own name if it returns it."""
        fact = self.project.function(key)
        of_object = fact is not None and bool(fact.owner) and fact.name == _CALLED

        def is_it(value: Value) -> bool:
            by_object = value.cls if of_object else None
            return refers_to(value, key) or (
                by_object is not None and self.analysis.classes.method(by_object, _CALLED) == key
            )

        found: set[_Known] = set()
        for caller, flow in self.analysis.eager_functions.flows(scope):
            home = caller if caller.qualname != MODULE else None
            own = self.project.function(caller) if flow.result is not None and is_it(flow.result) else None
            if own is not None and not own.is_lambda:
                found.add((own.name, FunctionKey(caller.path, own.parent) if own.parent and not own.owner else None))
            found.update((each.name, None) for each in flow.writes.values() if is_it(each.value))
            found.update((name, self._home(name, home)) for name, value in flow.bindings.items() if is_it(value))
        return found

    def _home(self, name: str, scope: FunctionKey | None) -> FunctionKey | None:
        """Returns the function whose local variable a name is, or None for a name that other scopes see too."""
        body = body_of(self.project, scope) if scope is not None else None
        return None if body is not None and name in dict(body.shared) else scope


def refers_to(value: Value, key: FunctionKey, depth: int = _DEEPEST) -> bool:
    """Whether a value may be the function, or a container with it."""
    for target in value.callees:
        if target.key == key:
            return True
    if not value.items and value.element is None:
        return False
    inner = (*(value.items or ()), *([value.element] if value.element is not None else ())) if depth else ()
    return any(refers_to(each, key, depth - 1) for each in inner)


def _mentions(expr: Expr, names: frozenset[str]) -> bool:
    return any(word_of(part) in names for part in descendants(expr))
