"""Finds look-ups of `tf.function` methods on objects that nothing else references."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Body, Expr, Statement
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionKey
from tflint_autograph.model.mentions import ATTRIBUTE
from tflint_autograph.model.record import record
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.arguments import run_alone
from tflint_autograph.project.bodies.liveness import flat
from tflint_autograph.project.bodies.single import assigned_to, full_path, only_assignment
from tflint_autograph.project.bodies.walks import spelled, targets, walk, word_of
from tflint_autograph.project.callsites.caller import Caller, ProgramPoint

_HARMLESS = ("experimental_get_tracing_count", "pretty_printed_concrete_signatures", "function_spec", "input_signature", "name")
"""Attributes of a method that can be read without running it."""


_BINDING = frozenset({"builtins.staticmethod", "builtins.classmethod"})
"""Decorators of Python after which a call still returns what the function returns."""

_DEPTH = 4
"""Maximum number of functions, one called by the other, that hand on a new object."""


@record
class MethodLookup:
    """A look-up of the `tf.function` method `key` on an object of class `cls` that is released right after, or when the function returns.
    """

    caller: Caller
    at: At
    key: FunctionKey
    cls: ClassKey

    @property
    def verb(self) -> str:
        """The verb for messages: what the caller does with the function."""
        return "looks up"


class MethodLookups:
    """Finds the look-ups of the given functions."""

    def __init__(self, analysis: Analysis, keys: frozenset[FunctionKey]) -> None:
        self.analysis = analysis
        self._keys = keys
        facts = {key: fact for key in keys if (fact := analysis.project.function(key)) is not None and fact.owner}
        owners = {ClassKey(key.path, fact.owner) for key, fact in facts.items()}
        below = analysis.classes.descendants() if owners else {}
        classes = {*owners, *chain.from_iterable(below.get(cls, ()) for cls in owners)}
        names = frozenset(cls.qualname.rpartition(".")[2] for cls in classes)
        factories = names
        for _ in range(_DEPTH):
            making = analysis.project.mentioning(factories)
            factories = factories.union(chain.from_iterable(_returning(analysis, module.path, factories) for module in making))
        self._factories = analysis.project.aliases(factories)
        self.files = frozenset(module.path for module in analysis.project.mentioning(factories))
        self._names = frozenset(fact.name for fact in facts.values())

    def found(self, path: str) -> Iterator[tuple[FunctionKey, At, FunctionKey, ClassKey]]:
        """Yields the look-ups in a file: the function they are in, the place, the method, and the class of the object."""
        if path not in self.files:
            return
        for key in self.analysis.project.functions_mentioning(path, self._names, ATTRIBUTE):
            body = self.analysis.project.body(key)
            found = () if body.generator else tuple(self._spelled(body))
            if not found:
                continue
            traced = self.analysis.results.get(key)
            caller = Caller(self.analysis, key, traced or self.analysis.eager_calls(key), traced=traced is not None)
            for statement, expr in found:
                looked = self._looked_up(caller, statement, expr)
                if looked is not None:
                    yield key, expr.at, *looked

    def _spelled(self, body: Body) -> Iterator[tuple[Statement, ir.Attribute]]:
        """Yields the attribute expressions with one of the names on a call, and on local names returned with them."""
        for statement in walk(body.statements):
            exprs = list(spelled(statement))
            asked = {each.value for each in exprs if isinstance(each, ir.Attribute) and each.attr in _HARMLESS}
            returned = tuple(_handed_back(statement, body))
            looked = (each for each in exprs if isinstance(each, ir.Attribute) and each.attr in self._names and each not in asked)
            for each in looked:
                func = each.value.func if isinstance(each.value, ir.Call) else None
                called = (full_path(func, body).rpartition(".")[2] or word_of(func)) if func is not None else ""
                if called in self._factories or (each in returned and isinstance(each.value, ir.Name)):
                    yield statement, each

    def _looked_up(self, caller: Caller, statement: Statement, expr: ir.Attribute) -> tuple[FunctionKey, ClassKey] | None:
        """Returns the method that is looked up and the class of its temporary object, or None."""
        place, call = caller.place(statement.ordinal), expr.value
        if isinstance(call, ir.Name):
            made = only_assignment(caller.body, call.id)
            if made is None or not isinstance(made.value, ir.Call) or not _is_only_returned_of(call.id, caller):
                return None
            call, place = made.value, caller.place(made.ordinal)
        cls = self._made(place, call) if isinstance(call, ir.Call) else None
        method = self.analysis.classes.method(cls, expr.attr) if cls is not None else None
        return (method, cls) if method in self._keys and method is not None and cls is not None else None

    def _made(self, place: ProgramPoint, call: ir.Call, depth: int = _DEPTH) -> ClassKey | None:
        """Returns the class of the object that a call creates, itself or through project functions that return it."""
        called = place.value(call.func)
        if called.klass is not None or not depth:
            return called.klass if not called.parameter and not called.possible_classes else None
        key = target.key if not called.name and (target := run_alone(self.analysis.project, called.callees)) is not None else None
        lowered = self.analysis.project.lowered(key) if key is not None else None
        if key is None or lowered is None or lowered.fact.is_async or lowered.body.generator:
            return None
        if len(self.analysis.decorator_names(key) - _BINDING) >= len(called.callees):
            return None
        returns = [each for each in walk(lowered.body.statements) if isinstance(each, ir.Return)]
        caller = Caller(self.analysis, key, self.analysis.eager_calls(key), traced=False) if len(returns) == 1 else None
        made, at = self._returned(returns[0], caller) if caller is not None else (None, 0)
        return self._made(caller.place(at), made, depth - 1) if caller is not None and isinstance(made, ir.Call) else None

    def _returned(self, statement: ir.Return, caller: Caller) -> tuple[Expr | None, int]:
        """Returns the expression that a function returns and uses for nothing else, and the ordinal of the statement that creates it."""
        value = statement.value
        assign = only_assignment(caller.body, value.id) if isinstance(value, ir.Name) else None
        if not isinstance(value, ir.Name) or assign is None:
            return value, statement.ordinal
        return (assign.value, assign.ordinal) if _is_read_once(value, caller.statements.values()) and not _is_shared(value.id, caller) else (None, 0)


def _returning(analysis: Analysis, path: str, names: frozenset[str]) -> Iterator[str]:
    """Yields the names of the functions of a file that may return an object created under one of these names."""
    every = analysis.project.aliases(names)
    for key in analysis.project.functions_mentioning(path, names):
        body = analysis.project.body(key)
        made = (_returned(each, body) for each in walk(body.statements))
        calls = [each for each in made if isinstance(each, ir.Call)] if key.qualname != MODULE else []
        if any(not every.isdisjoint((word_of(each.func), full_path(each.func, body).rpartition(".")[2])) for each in calls):
            yield key.qualname.rpartition(".")[2]


def _returned(statement: Statement, body: Body) -> Expr | None:
    """Returns the returned expression; for a name that the body binds once, the expression assigned to it."""
    value = statement.value if isinstance(statement, ir.Return) else None
    return (assigned_to(value.id, body, statement.ordinal) or value) if isinstance(value, ir.Name) else value


def _handed_back(statement: Statement, body: Body) -> Iterator[Expr]:
    """Yields the objects that a return passes to the caller, or that are assigned to a name of which the body has no use but to return it."""
    if isinstance(statement, ir.Return):
        yield from _given(statement.value)
    target = statement.targets[0] if isinstance(statement, ir.Assign) and len(statement.targets) == 1 else None
    if isinstance(statement, ir.Assign) and isinstance(target, ir.Name) and only_assignment(body, target.id) is statement:
        every = [*walk(body.statements)]
        if any(isinstance(each, ir.Return) and each.value == target for each in every) and _is_read_once(target, every):
            yield from _given(statement.value)


def _is_read_once(name: ir.Name, statements: Iterable[Statement]) -> bool:
    """Whether these statements mention a name that one of them sets, and only once more."""
    return sum(part == name for each in statements for part in spelled(each)) == 2


def _given(expr: Expr | None) -> Iterator[Expr]:
    """Yields the objects that a return passes to the caller: the expression itself, or the items of a display."""
    if isinstance(expr, ir.Display):
        yield from expr.items
    elif isinstance(expr, ir.Mapping):
        yield from expr.values
    elif expr is not None:
        yield expr


def _is_only_returned_of(name: str, caller: Caller) -> bool:
    """Whether a function uses a local name only to return something looked up on it."""
    if caller.key.qualname == MODULE or _is_shared(name, caller):
        return False
    return all(map(partial(_fits, name, caller.body), caller.statements.values()))


def _is_shared(name: str, caller: Caller) -> bool:
    """Whether a name belongs to another scope, or is used in a nested function."""
    inner = (caller.analysis.project.body(FunctionKey(caller.key.path, qualname)) for qualname in caller.body.functions)
    return name in dict(caller.body.shared) or any(name in each.names for each in inner)


def _fits(name: str, body: Body, statement: Statement) -> bool:
    every = list(spelled(statement))
    fitting = [*flat(targets(statement)), *(each.value for each in _handed_back(statement, body) if isinstance(each, ir.Attribute))]
    return every.count(ir.Name(name)) == fitting.count(ir.Name(name))
