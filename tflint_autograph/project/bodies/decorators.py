"""Applies decorators to functions: which function is called instead, and which wrapper it is called through."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING

from tflint_autograph.facts.interning import one_set
from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Expr
from tflint_autograph.model.facts import FunctionKey, ModuleFacts
from tflint_autograph.model.values import Callee, Origin, Value
from tflint_autograph.project.bodies import globals_
from tflint_autograph.project.bodies.walks import dotted_path, read_in, read_parts, walk
from tflint_autograph.tfapi import tracing
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.tfapi.tracing import When

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis


_GRAPH = "tensorflow.function"
_WRAPPERS = frozenset(
    {"builtins.property", "functools.cached_property", "functools.lru_cache", "functools.cache",
     "contextlib.contextmanager"}
)  # fmt: skip
"""Decorators of the standard library that change how a function is called or converted."""

_CURRYING = frozenset(f"{module}.curry" for module in ("toolz", "toolz.functoolz", "cytoolz", "cytoolz.functoolz"))
"""Decorators of a function that runs only when a later call gives the last of its arguments: which one is not known."""


def names_of_decorators(analysis: Analysis, key: FunctionKey) -> frozenset[str]:
    """Returns the canonical dotted names of a function's decorators; decorators of the project keep the name a user would write."""
    fact = analysis.project.function(key)
    names = set()
    for expr, _ in fact.decorators if fact else ():
        value = analysis.evaluate_at_definition(key.path, fact.parent if fact else "", expr.func if isinstance(expr, ir.Call) else expr)
        names.add(canonical(value.name))
        names.update(analysis.project.display(target.key) for target in value.callees)
    return one_set(names - {""})


def traced_with(analysis: Analysis, key: FunctionKey) -> Iterator[str]:
    """Yields the names of the decorators that a `tf.function` of the function is given together with it: those below, or all if none traces.
    """
    for _, name, extra in _applied(analysis, key):
        if extra or name == _GRAPH:
            return
        yield name


def decorated(analysis: Analysis, key: FunctionKey, value: Value, below: ir.Expr | None = None) -> Value:
    """Returns the function `value` with its decorators applied, the innermost first: those `below` one of them, or all."""
    for decorator, name, extra in _applied(analysis, key, below):
        if extra:
            value = _through(value, _GRAPH)
        elif name in _WRAPPERS or tracing.tracing_call(name) is not None:
            value = _through(value, name)
        elif name == DISPATCHING:
            value = with_registered(analysis, key, value)
        elif name in _CURRYING:
            return Value()
        elif decorator.callees:
            value = _wrapped(analysis, decorator, value)
    return value


def may_be_another(decorator: Value) -> bool:
    """Whether a value that traces may also be a plain function of the project: `graph = tf.function if fast else plain`."""
    return bool(decorator.name and decorator.callees)


def put_around(analysis: Analysis, key: FunctionKey, *, below: bool) -> tuple[Callee, ...]:
    """Returns the wrappers that project decorators put around a function: those below the tracing decorator if `below`, else all of them.
    """
    value = Value()
    for decorator, name, extra in _applied(analysis, key):
        row = tracing.tracing_call(name)
        if below and (extra or wraps_in_function(analysis, decorator) or (row is not None and row.when is When.ALWAYS)):
            return value.callees
        if row is None and decorator.callees:
            value = _wrapped(analysis, decorator, value)
    return () if below else value.callees


def _applied(analysis: Analysis, key: FunctionKey, below: ir.Expr | None = None) -> Iterator[tuple[Value, str, bool]]:
    """Yields the decorators of a function, the innermost first: value, name, and whether the configuration declares that it traces.

    Those from `below` outwards are left out.
    """
    fact = analysis.project.function(key)
    parent = fact.parent if fact else ""
    for expr, _ in reversed(fact.decorators) if fact else ():
        if below is not None and expr == below:
            return
        decorator = analysis.evaluate_at_definition(key.path, parent, expr)
        name = canonical(decorator.name or analysis.called_name(key.path, parent, expr))
        yield decorator, name, analysis.is_extra_decorator(key.path, parent, expr)


_CACHES = frozenset({"functools.lru_cache", "functools.cache", "functools.cached_property"})


def is_cached(analysis: Analysis, key: FunctionKey) -> bool:
    """Whether a decorator of the function caches its results: with an object, unless traced code creates a new one on every call.

    A decorator of the project that stores each result under its arguments caches, too.
    """
    names = analysis.decorator_names(key)
    caches = _CACHES & names
    if caches != {"functools.cached_property"}:
        own = any(not name.startswith(_FAMILIAR) for name in names)
        return bool(caches) or (own and any(map(partial(_stores, analysis), _from_the_top(analysis, key))))
    fact = analysis.project.function(key)
    receiver = fact.parameters[0].name if fact is not None and fact.parameters else ""
    held = analysis.entries.get(key, {}).get(receiver)
    return held is None or held.origin is not Origin.FRESH


def _stores(analysis: Analysis, decorator: Value) -> bool:
    """Whether a decorator of the project puts what the function returns into a container around the wrapper, which returns it from there."""
    for target in decorator.callees:
        fact, made = analysis.project.function(target.key), analysis.eager_calls(target.key).result
        if made is None or fact is None or not fact.parameters:
            continue
        for wrapper in made.callees:
            lowered = analysis.project.lowered(wrapper.key) if wrapper.key.qualname.startswith(f"{target.key.qualname}.<locals>.") else None
            if lowered is not None and _fills_and_returns(lowered.body, fact.parameters[0].name):
                return True
    return False


def _fills_and_returns(body: ir.Body, function: str) -> bool:
    """Whether a body calls a function, stores an item in a container from around, and returns an item of that."""
    statements = list(walk(body.statements))
    parts = (part for each in statements for part in read_parts(each))
    if not any(isinstance(part, ir.Call) and part.func == ir.Name(function) for part in parts):
        return False
    targets = [target for each in statements if isinstance(each, ir.Assign) for target in each.targets]
    returned = [each.value for each in statements if isinstance(each, ir.Return)]
    stored, given = ({each.value for each in found if isinstance(each, ir.Subscript)} for found in (targets, returned))
    return any(isinstance(each, ir.Name) and each.id not in body.bound for each in stored & given)


def escapes(target: Callee) -> bool:
    """Whether a wrapper runs the function as eager code on every call, like `@tf.py_function(...)`."""
    return bool(target.wrapper) and tracing.escapes(target.wrapper)


def is_handed_out(analysis: Analysis, key: FunctionKey) -> bool:
    """Whether a decorator passes the function to eager code, so that the decorators above do not trace it."""
    fact = analysis.project.function(key)
    targets = analysis.function_value(key).callees if fact is not None and fact.decorators else ()
    return any(target.key == key and escapes(target) for target in targets)


_FAMILIAR = ("builtins.", "functools.", "contextlib.", "abc.", "typing.", "tensorflow.", "keras.")
"""Prefixes of decorators that run the function once a call, or whose tracing behaviour is known."""


def stands_behind_foreign(analysis: Analysis, key: FunctionKey) -> bool:
    """Whether a decorator of another package decides how often and with which arguments the function runs, for example by compiling it."""
    return any(map(_is_foreign, _from_the_top(analysis, key)))


def is_traced_by_foreign(analysis: Analysis, key: FunctionKey) -> bool:
    """Whether a decorator of another package, or an object as a decorator, gets the `tf.function` and decides when to trace it."""
    above = list(takewhile(lambda each: canonical(each.name) != _GRAPH, _from_the_top(analysis, key)))
    fact = analysis.project.function(key)
    return fact is not None and len(above) < len(fact.decorators) and any(map(_is_foreign, above))


def _from_the_top(analysis: Analysis, key: FunctionKey) -> Iterator[Value]:
    """Yields the decorators of a function without their arguments, the outermost first."""
    fact = analysis.project.function(key)
    for expr, _ in fact.decorators if fact is not None else ():
        yield analysis.evaluate_at_definition(key.path, fact.parent if fact is not None else "", expr.func if isinstance(expr, ir.Call) else expr)


def _is_foreign(decorator: Value) -> bool:
    return not decorator.callees and not decorator.name.startswith(_FAMILIAR)


def wraps_in_function(analysis: Analysis, decorator: Value) -> bool:
    """Whether a decorator of the project returns the decorated function wrapped in `tf.function`."""
    for target in decorator.callees:
        made = analysis.eager_calls(target.key).result
        if made is not None and (made.type == "function" or any(each.wrapper == _GRAPH for each in made.callees)):
            return True
    return False


def _wrapped(analysis: Analysis, decorator: Value, value: Value) -> Value:
    """Applies a project decorator: the result calls its inner function and the function that it wraps."""
    for target in decorator.callees:
        made = analysis.eager_calls(target.key).result
        if made is not None and made.type == "function":
            value = _through(value, _GRAPH)
        wrappers = made.callees if made is not None else ()
        for wrapper in wrappers:
            if _makes_one_of(analysis, wrapper, wrappers):
                continue
            escape = _handed_to_python(analysis, target, wrapper)
            if wrapper.wrapper or escape:
                value = _through(value, wrapper.wrapper or escape)
            if not wrapper.wrapper and wrapper not in value.callees:
                value = value._replace(callees=(*value.callees, wrapper))
    return value


def _handed_to_python(analysis: Analysis, decorator: Callee, wrapper: Callee) -> str:
    """Returns the call by which a wrapper only passes the decorated function to eager code, such as `tf.py_function`, else an empty string.
    """
    fact, lowered = analysis.project.function(decorator.key), analysis.project.lowered(wrapper.key)
    if fact is None or not fact.parameters or lowered is None:
        return ""
    function, name = ir.Name(fact.parameters[0].name), ""
    uses = 0
    for part in read_in(lowered.body.statements):
        if isinstance(part, ir.Name) and part == function:
            uses += 1
        elif isinstance(part, ir.Attribute) and isinstance(part.value, ir.Name) and part.value == function:
            uses -= 1  # its name, say, or its text
        elif isinstance(part, ir.Call) and any(isinstance(each.value, ir.Name) and each.value == function for each in part.args):
            called = analysis.called_name(wrapper.key.path, wrapper.key.qualname, part)
            if tracing.escapes(called):
                uses, name = uses - 1, called
    return name if not uses else ""


def _makes_one_of(analysis: Analysis, wrapper: Callee, wrappers: tuple[Callee, ...]) -> bool:
    """Whether one wrapper returns another: `def log(f=None): return with_options if f is None else with_options(f)`.

    Such a wrapper is the result of a decorator written with arguments, and is not called in place of the decorated function.
    """
    made = analysis.eager_calls(wrapper.key).result if len(wrappers) > 1 else None
    made_keys = {target.key for target in made.callees} if made is not None else set()
    return any(other.key in made_keys for other in wrappers if other.key != wrapper.key)


def _through(value: Value, name: str) -> Value:
    """Returns the functions of a value, called through one more wrapper. Functions run as eager code stay eager."""
    word = "builtins.property" if name == "functools.cached_property" else name
    return value._replace(callees=tuple(map(partial(_behind, word=word), value.callees)))


def _behind(target: Callee, word: str) -> Callee:
    outer = target._replace(wrapper=word)
    return target if escapes(target) or (target.wrapper == _GRAPH and escapes(outer)) else outer


DISPATCHING = "functools.singledispatch"
_REGISTER = "register"


def with_registered(analysis: Analysis, key: FunctionKey, value: Value) -> Value:
    """Returns the function `value` under `functools.singledispatch`, with the functions registered with it."""
    others = tuple(Callee(each) for each in _registered(analysis, key))
    return value._replace(callees=(*value.callees, *others))


def _registered(analysis: Analysis, key: FunctionKey) -> Iterator[FunctionKey]:
    for module in analysis.project.mentioning(frozenset({_REGISTER})):
        for fact in module.functions:
            if any(_is_of(analysis, module, expr, key) for expr, _ in fact.decorators):
                yield FunctionKey(module.path, fact.qualname)


def _is_of(analysis: Analysis, module: ModuleFacts, decorator: Expr, key: FunctionKey) -> bool:
    """Whether a decorator registers its function with the one of this key. Does not evaluate values, since `key` is being resolved."""
    called = decorator.func if isinstance(decorator, ir.Call) else decorator
    name, _, word = dotted_path(called).rpartition(".")
    first, _, rest = name.partition(".")
    for statement in globals_.bindings(module.body).get(first, ()) if word == _REGISTER else ():
        if isinstance(statement, ir.Define) and not rest:
            return key == (module.path, statement.qualname)
        if isinstance(statement, ir.Import):
            home, _, own = ".".join(filter(None, (dict(statement.names)[first], rest))).rpartition(".")
            return own == key.qualname and analysis.project.index.find(home, module.path) == key.path
    return False


def written(module: ModuleFacts, at: At) -> str:
    """Returns a decorator as the file spells it, without its arguments; empty if its name is not all on its first line."""
    first = next(iter(module.between(at.line, at.line)), "")[at.column - 1 :]
    head = (first[: at.end_column - at.column] if at.line == at.end_line else first).partition("(")[0].strip()
    return head if at.line == at.end_line or head.replace(".", "").isidentifier() else ""
