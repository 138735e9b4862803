"""Finds the callers of a function in eager code, by the index of mentions and the interpreter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import NO_BODY
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionKey, ModuleFacts
from tflint_autograph.model.mentions import Mention
from tflint_autograph.model.paths import counts_for
from tflint_autograph.model.values import Callee, Kind, Value, classes_named, classes_of
from tflint_autograph.project.bodies.arguments import hands_on
from tflint_autograph.project.bodies.decorators import decorated
from tflint_autograph.project.bodies.uses import NameUses, uses
from tflint_autograph.project.index.scopes import enclosing
from tflint_autograph.project.points_to.keeping import (
    keeping,
    kept_as_defaults,
    kept_by_calls,
    kept_by_decorators,
    kept_in_class_bodies,
    mentions_name,
    undecorated,
)
from tflint_autograph.project.points_to.meaning import CALL, CALLED, CONSTRUCTORS, OF_OBJECTS, Known, Meaning
from tflint_autograph.project.points_to.referring import (
    RESULT,
    FlowIndex,
    Holder,
    Referred,
    Subject,
    referred,
    refers_to,
)
from tflint_autograph.project.queries.query import query
from tflint_autograph.project.values.body_result import BodyResult, CallSite

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis


class EagerCall(NamedTuple):
    """A call in eager code, with the calling and the called function. For a decorator, also the function or class it `decorates`.

    With the arguments that the caller gets in place of those that it only forwards, `behalf` is the call of the caller.
    """

    caller: FunctionKey
    site: CallSite
    target: Callee
    decorates: FunctionKey | None = None
    behalf: EagerCall | None = None


class References(NamedTuple):
    """What the result of a body tells about one function: the calls of it, what holds it afterwards, and the names of containers in which
    called functions put it.
    """

    calls: tuple[EagerCall, ...]
    holders: tuple[Holder, ...]
    kept: frozenset[Known]


class CallSearch(NamedTuple):
    """The calls of a function in eager code, and the names that refer to it there."""

    calls: tuple[EagerCall, ...]
    names: frozenset[str]


_INDEXED = 256
"""Maximum number of indexed body results. When it is reached, all are dropped."""


class CallSites:
    """Queries about the calls of a function in the functions and modules of the files read so far."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.cycle_guard = analysis.cycle_guard
        self.project = analysis.project
        self._referred: dict[FunctionKey, Referred] = {}
        self._indexes: dict[int, tuple[BodyResult, FlowIndex]] = {}
        self._mentions: dict[tuple[frozenset[str], bool], tuple[int, tuple[FunctionKey, ...]]] = {}

    def of(self, key: FunctionKey) -> tuple[EagerCall, ...]:
        """Returns the calls of a function, by caller and place. The caller of a decorator is the scope of the decorated definition."""
        return self.search(key).calls

    def by_others(self, keys: frozenset[FunctionKey]) -> Iterator[EagerCall]:
        """Yields the calls of these functions, except calls they make themselves."""
        return (call for key in sorted(keys) for call in self.of(key) if call.caller not in keys)

    def counted(self, key: FunctionKey) -> tuple[EagerCall, ...]:
        """Returns the calls of a function (`of`) without those by tests; for a function of a test file, all of them.

        A wrapper that only hands its arguments on counts where nothing else calls the function.
        """
        calls = tuple(call for call in self.of(key) if counts_for(call.caller.path, key.path))
        return tuple(call for call in calls if len(calls) == 1 or not hands_on(self.project, call.caller)) or calls

    @query
    def search(self, key: FunctionKey) -> CallSearch:
        """Returns the calls of a function, by caller and place, and the names under which they were sought."""
        found: list[EagerCall] = []
        seen: set[FunctionKey] = set()
        known, givers = self._names(key)
        subjects = self.subjects(key)
        containers = {name for subject in subjects for name in self.registered(subject)}
        known |= containers
        written_in = self.scope_of_lambda(key)
        if written_in is not None:
            # It has no name of its own: the code around it shows what refers to it.
            seen.add(written_in)
            found += self._calls_in(written_in, key, frozenset())
            known |= self._names_given(written_in, key, givers, containers)
        waiting = known
        while waiting:
            more: set[Known] = set()
            meaning = Meaning(self.analysis, key, known, frozenset(givers), frozenset(name for name, _ in containers))
            shared = frozenset(name for name, home in waiting if home is None)
            more.update(kept_as_defaults(self.analysis, self._mentioning(shared, is_method=False) if shared else (), subjects, meaning.every))
            for scope in (*self._scopes(key, shared, meaning, seen), *self._inside(waiting, meaning, seen)):
                if scope not in seen:
                    seen.add(scope)
                    found += self._calls_in(scope, key, meaning.every)
                    more |= self._names_given(scope, key, givers, containers)
                    more.update(kept_in_class_bodies(self.analysis, scope, subjects, meaning.every))
            waiting = frozenset(more - known)
            known |= waiting
        calls = sorted(dict.fromkeys(found), key=lambda each: (each.caller.path, each.caller.qualname != MODULE, each.site.at))
        return CallSearch(tuple(calls), frozenset(name for name, _ in known))

    @query
    def uses(self, key: FunctionKey) -> NameUses | None:
        """Returns the summary of how a function or module uses names, or None if there is no such function."""
        body, fact = self.project.body(key), self.project.function(key)
        return uses(body, fact) if body is not NO_BODY else None

    @query
    def keeping(self, key: FunctionKey) -> dict[str, frozenset[Known]]:
        """Returns the names of the containers to which a function adds its arguments, by parameter."""
        return keeping(self.analysis, key)

    @query
    def registered(self, subject: Subject) -> frozenset[Known]:
        """Returns the names of the containers in which the decorators of a function or a class put it."""
        return frozenset(kept_by_decorators(self.analysis, subject))

    def subjects(self, key: FunctionKey) -> tuple[Subject, ...]:
        """Returns the function itself; for a constructor or `__call__`, the classes whose calls, or whose instances' calls, run it."""
        return self._classes_with(key) if self.analysis.classes.method_name(key) in CALLED else (key,)

    def _names(self, key: FunctionKey) -> tuple[frozenset[Known], set[FunctionKey]]:
        """Returns the names by which code may refer to a function (its own, its class's, those of factories that return it), and the factories."""
        if self.analysis.classes.method_name(key) in CALLED:
            return frozenset((cls.qualname.rpartition(".")[2], None) for cls in self._classes_with(key)), set()
        fact = self.project.function(key)
        if fact is None:
            return frozenset(), set()
        home = FunctionKey(key.path, fact.parent) if fact.parent and not fact.owner else None
        names: set[Known] = set() if fact.is_lambda or (fact.owner and fact.name == "call") else {(fact.name, home)}
        factories: set[FunctionKey] = set()
        for factory in enclosing(self.project, key):
            around, result = self.project.function(factory), self.analysis.eager_calls(factory).result
            if around is None or result is None or not refers_to(result, key):
                break
            names.add((around.name, None))
            factories.add(factory)
        return frozenset(names), factories

    def scope_of_lambda(self, key: FunctionKey) -> FunctionKey | None:
        """Returns the function with a name, or the module, around a lambda, or None for a function that has a name."""
        fact = self.project.function(key)
        while fact is not None and fact.is_lambda:
            key = FunctionKey(key.path, fact.parent or MODULE)
            fact = self.project.function(key)
            if fact is None or not fact.is_lambda:
                return key
        return None

    @query
    def _classes_with(self, method: FunctionKey) -> tuple[ClassKey, ...]:
        """Returns the class of a method, and the subclasses that do not override it."""
        owner = ClassKey(method.path, method.qualname.rpartition(".")[0])
        return tuple([cls for cls in (owner, *self.analysis.classes.subclasses(owner)) if self.analysis.classes.runs(cls, method)])

    def _scopes(
        self, key: FunctionKey, names: frozenset[str], meaning: Meaning, seen: set[FunctionKey]
    ) -> Iterator[FunctionKey]:
        """Yields the functions and modules, other than those seen, that mention one of the names and may call the function."""
        name = self.analysis.classes.method_name(key)
        is_method = bool(name) and name not in CALLED
        for scope in self._mentioning(names, is_method=is_method) if names else ():
            if scope not in seen and not self._is_silent(scope, meaning) and (scope.qualname == MODULE or self._may_call(scope, meaning)):
                yield scope
        if name in CONSTRUCTORS:
            for cls in self.analysis.classes.subclasses(ClassKey(key.path, key.qualname.rpartition(".")[0])):
                own = self.analysis.classes.methods_of(cls).get(name)
                if own is not None:
                    yield FunctionKey(cls.path, own)

    def _inside(self, names: Iterable[Known], meaning: Meaning, seen: set[FunctionKey]) -> Iterator[FunctionKey]:
        """Yields the functions that can see a local name, the one that binds it and nested ones, if they may call one of `every`."""
        for home in sorted({home for _, home in names if home is not None}):
            for scope in self.analysis.names.within(home):
                if scope not in seen and not self._is_silent(scope, meaning) and self._may_call(scope, meaning):
                    yield scope

    def _mentioning(self, names: frozenset[str], *, is_method: bool) -> tuple[FunctionKey, ...]:
        """Returns the functions and modules of the files read so far that may refer to a function by one of these names."""
        asked, read = (names, is_method), self.project.count()
        known = self._mentions.get(asked)
        if known is None or known[0] != read or not self.cycle_guard.keeps:
            # Functions have the same names in many files, and each is asked about.
            scopes = tuple(scope for module in self.project.mentioning(names) for scope in self._in_file(module, names, is_method=is_method))
            known = self._mentions[asked] = read, scopes
        return known[1]

    def _in_file(self, module: ModuleFacts, names: frozenset[str], *, is_method: bool) -> Iterator[FunctionKey]:
        foreign = self.analysis.names.tensor_libraries(module.path)
        plain = frozenset[str]() if is_method else self._known_at_top(module, names)
        for some, as_attribute in ((plain, False), (names - plain, True)):
            if some:
                yield from self.project.functions_mentioning(module.path, some, Mention(as_attribute, read=True, foreign=foreign))

    def _known_at_top(self, module: ModuleFacts, names: frozenset[str]) -> frozenset[str]:
        """Returns the names that code of a file may use without a dot: names that the module may bind, or that a function imports."""
        path, bindings = module.path, self.analysis.names
        if bindings.is_bound(path, "*") or bindings.may_fill_itself(path):
            return names
        bound = frozenset(name for name in names if bindings.is_bound(path, name) or name in module.rebound)
        return bound if bound == names else bound | (names & bindings.imported_inside(path))

    def _is_silent(self, scope: FunctionKey, meaning: Meaning) -> bool:
        """Whether the calls of a scope are known already, and none of its values refers to the function."""
        refers = self.referred_by(scope)
        if refers is None or meaning.is_among(refers):
            return False
        return not self._defines_with(scope, meaning.every)

    def _may_call(self, scope: FunctionKey, meaning: Meaning) -> bool:
        """Whether the code of a scope, or the decorators in it, may call the function."""
        return self._defines_with(scope, meaning.every) or meaning.may_call(scope)

    def _defines_with(self, scope: FunctionKey, names: frozenset[str]) -> bool:
        """Whether decorators or class bodies in a scope use one of the names."""
        parent = "" if scope.qualname == MODULE else scope.qualname
        return not self.analysis.names.words_of_definitions(scope.path, parent).isdisjoint(names)

    def referred_by(self, scope: FunctionKey) -> Referred | None:
        """Returns the functions and classes that the values of a scope refer to, or None while its flow is not known."""
        known = self._referred.get(scope)
        if known is None:
            flows = self.analysis.eager_functions.settled(scope)
            if flows is None:
                return None
            known = self._referred[scope] = referred(flows)
        return known

    def _calls_in(self, scope: FunctionKey, key: FunctionKey, names: frozenset[str]) -> Iterator[EagerCall]:
        for caller in self.analysis.eager_functions.with_lambdas(scope):
            yield from self.found_in(caller, key).calls
        module = self.project.module(scope.path)
        if module is not None:
            yield from self._around_definitions(module, scope, key, names)

    def found_in(self, caller: FunctionKey, key: FunctionKey) -> References:
        """Returns what the result of a body tells about a function."""
        name, runs = self.analysis.classes.method_name(key), self.analysis.classes.runs
        index = self.index_of(caller, self.analysis.eager_calls(caller))
        of_class = index.of_class if name in CONSTRUCTORS else index.of_object if name == CALL else {}
        called = [(number, site, cls) for cls, sites in of_class.items() if runs(cls, key) for number, site in sites]
        sites = [(number, site, _receiving(key, name, site, cls)) for number, site, cls in called] + index.calls.get(key, [])
        sites.sort(key=itemgetter(0))
        holders = dict(index.held.get(key, {}))
        for cls, held in (index.classes if name in CONSTRUCTORS else index.objects if name in OF_OBJECTS else {}).items():
            holders |= held if runs(cls, key) else {}
        passed = (name for subject in self.subjects(key) for name in kept_by_calls(self.analysis, index.given.get(subject, ()), subject))
        return References(tuple([EagerCall(caller, site, target) for _, site, target in sites]), tuple(holders), frozenset(passed))

    def index_of(self, caller: FunctionKey, flow: BodyResult) -> FlowIndex:
        """Returns the index of a result. It is kept unless the result still changes."""
        known = self._indexes.get(id(flow))
        if known is None or known[0] is not flow:
            if self.analysis.eager_functions.is_open(caller):
                return FlowIndex(flow)
            if len(self._indexes) >= _INDEXED:
                self._indexes.clear()
            known = self._indexes[id(flow)] = flow, FlowIndex(flow)
        return known[1]

    def _around_definitions(self, module: ModuleFacts, scope: FunctionKey, key: FunctionKey, names: frozenset[str]) -> Iterator[EagerCall]:
        """Yields the calls by decorators and class bodies in a scope."""
        parent = "" if scope.qualname == MODULE else scope.qualname
        for qualname, expr, at, _, is_class in self.analysis.names.decorators_with(module.path, parent, names):
            decorator, flow = self.analysis.evaluated_at_definition(module.path, parent, expr)
            yield from self.among(scope, flow.calls.values(), key)
            own = FunctionKey(module.path, qualname)
            if is_class:
                given = self.analysis.definition(module.path, qualname, is_class=True)
            else:
                given = decorated(self.analysis, own, undecorated(own), below=expr)
            site = CallSite(at, 0, decorator, ((None, given),))
            yield from (each._replace(decorates=own) for each in self.among(scope, (site,), key))
        for cls in module.classes:
            for _, expr in cls.attributes if cls.parent == parent else ():
                if isinstance(expr, ir.Call) and mentions_name(expr, names):
                    _, flow = self.analysis.evaluated_at_definition(module.path, parent, expr)
                    yield from self.among(scope, flow.calls.values(), key)

    def among(self, caller: FunctionKey, sites: Iterable[CallSite], key: FunctionKey) -> Iterator[EagerCall]:
        """Yields those of the calls that call the function, also by calling its class or an instance."""
        name = self.analysis.classes.method_name(key)
        for site in sites:
            called = classes_named(site.func) if name in CONSTRUCTORS else classes_of(site.func) if name == CALL else ()
            yield from (EagerCall(caller, site, _receiving(key, name, site, cls)) for cls in called if self.analysis.classes.runs(cls, key))
            yield from (EagerCall(caller, site, target) for target in site.func.callees if target.key == key)

    def _names_given(self, scope: FunctionKey, key: FunctionKey, givers: set[FunctionKey], containers: set[Known]) -> set[Known]:
        """Returns the names and attributes under which a scope makes a function available, and its own name if it returns it.

        Adds the functions that return it to `givers`, and the names of containers in which others put it to `containers`.
        """
        found: set[Known] = set()
        for caller in self.analysis.eager_functions.with_lambdas(scope):
            home = caller if caller.qualname != MODULE else None
            references = self.found_in(caller, key)
            found |= references.kept
            containers |= references.kept
            own = self.project.function(caller) if RESULT in references.holders else None
            if own is not None:
                givers.add(caller)
            if own is not None and not own.is_lambda:
                found.add((own.name, FunctionKey(caller.path, own.parent) if own.parent and not own.owner else None))
            found.update((name, self._home(name, home) if is_variable else None) for name, is_variable in references.holders if name)
        return found

    def _home(self, name: str, scope: FunctionKey | None) -> FunctionKey | None:
        """Returns the function whose local variable a name is, or None for a name that other scopes see too."""
        return None if scope is None or name in dict(self.project.body(scope).shared) else scope


def _receiving(key: FunctionKey, name: str, site: CallSite, cls: ClassKey) -> Callee:
    """Returns the method that runs when a class, or an object of it, is called, with its receiver."""
    return Callee(key, receiver=site.func._replace(cls=cls, possible_classes=()) if name == CALL else Value(Kind.OBJECT, cls=cls, exact=True))
