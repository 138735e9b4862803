"""Resolves module-level names and imports, through re-exports and star imports."""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from functools import reduce
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Statement
from tflint_autograph.model.facts import MODULE, FunctionKey, ModuleFacts
from tflint_autograph.model.joins import join
from tflint_autograph.model.values import NOTHING, UNKNOWN, Kind, Origin, Value, outside
from tflint_autograph.project.bodies.alternatives import bound_by_then, is_tensorflow, meant
from tflint_autograph.project.bodies.filled_modules import best
from tflint_autograph.project.bodies.liveness import bound, spelled
from tflint_autograph.project.bodies.walks import descendants, read_parts, walk
from tflint_autograph.project.queries.memoize import MANY, memoised, memoised_by_body
from tflint_autograph.tfapi import tables
from tflint_autograph.tfapi.names import own_name

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis

_TENSORS = ("tensorflow", "numpy")
"""Libraries whose functions return tensors or arrays."""


def bindings_in(body: Body) -> dict[str, tuple[Statement, ...]]:
    """Returns the statements of a body that bind each name, with star imports under `*`."""
    found: dict[str, list[Statement]] = {}
    for statement in walk(body.statements):
        for name in _bound(statement):
            found.setdefault(name, []).append(statement)
    return {name: tuple(statements) for name, statements in found.items()}


@memoised_by_body(MANY)
def bindings(body: Body) -> dict[str, tuple[Statement, ...]]:
    """`bindings_in`, memoised: for bodies that are queried often, such as those of modules."""
    return bindings_in(body)


@memoised_by_body(MANY)
def is_bound_in_turn(body: Body, name: str) -> bool:
    """Whether a module binds the name by something other than imports and definitions, or defines it more than once."""
    statements = bindings(body).get(name, ())
    defined = sum(isinstance(each, ir.Define) for each in statements)
    return defined > 1 or not all(isinstance(each, (ir.Import, ir.Define)) for each in statements)


def sole_value(module: ModuleFacts, name: str) -> ir.Expr | None:
    """Returns the expression whose value a module-level name always has (`ModuleNames.sole_value`), or None."""
    statements = bindings(module.body)
    statement = _sole(module, statements.get(name, ()), name)
    if statement is None or statement.value is None:
        return None
    read = [each.id for each in descendants(statement.value) if isinstance(each, ir.Name)]
    return statement.value if all(_is_settled(module, statements.get(each, ()), each) for each in read) else None


def _sole(module: ModuleFacts, statements: tuple[Statement, ...], name: str) -> ir.Assign | None:
    """Returns the only binding of a name, if it is a plain assignment to this name at the top of the module."""
    one = statements[0] if len(statements) == 1 and name not in module.rebound else None
    is_plain = isinstance(one, ir.Assign) and one.annotation is None and len(one.targets) == 1 and isinstance(one.targets[0], ir.Name)
    return one if is_plain and any(each is one for each in module.body.statements) else None  # type: ignore[return-value]


def _is_settled(module: ModuleFacts, statements: tuple[Statement, ...], name: str) -> bool:
    """Whether a name has one value wherever the module reads it."""
    if not statements:
        return hasattr(builtins, name)
    if len(statements) == 1 and isinstance(statements[0], ir.Define):
        return True
    # Notebooks import the same library again and again.
    imported = {dict(each.names)[name] if isinstance(each, ir.Import) else None for each in statements}
    return (len(imported) == 1 and None not in imported) or _sole(module, statements, name) is not None


def imports(body: Body) -> tuple[str, ...]:
    """Returns the dotted names that the imports of a module bind or read, without duplicates."""
    statements = (each for each in walk(body.statements) if isinstance(each, ir.Import))
    return tuple(dict.fromkeys(dotted for each in statements for dotted in imports_of(each)))


def imports_of(statement: ir.Import) -> tuple[str, ...]:
    """Returns the dotted names that an import binds or reads."""
    return (*(dotted for _, dotted in statement.names), *statement.deep)


@memoised_by_body(MANY)
def tensor_libraries(body: Body) -> frozenset[str]:
    """Returns the names that a module binds only to TensorFlow, NumPy or parts of them. Calls through them never return Python scalars."""
    return frozenset(name for name, statements in bindings(body).items() if all(_is_of_tensors(name, each) for each in statements))


def _is_of_tensors(name: str, statement: Statement) -> bool:
    """Whether a statement imports a part of TensorFlow or NumPy under this name."""
    imported = [dotted for own, dotted in statement.names if own == name] if isinstance(statement, ir.Import) else []
    return bool(imported) and all(dotted.partition(".")[0] in _TENSORS for dotted in imported)


def _bound(statement: Statement) -> list[str]:
    """Returns the names that a statement binds itself, or declares by an annotation."""
    return sorted(spelled(statement.targets) if isinstance(statement, ir.Assign) else bound(statement))


def value_of(analysis: Analysis, path: str, name: str) -> Value | None:
    """Returns the value that functions of the project see under a module-level name, or None if the module does not bind it."""
    module = analysis.project.module(path)
    if module is None:
        return None
    statements = analysis.names.binding(path, name)
    if not statements:
        return _starred(analysis, module, name) or _given(analysis, module, name)
    value: Value | None = None
    for statement in analysis.names.in_force(path, name):
        found = _one(analysis, path, name, statement)
        if found is None:
            found = _assigned(analysis, module, name, once=len(statements) == 1)
        value = found if value is None else _alternative(value, found, statement)
    if name in module.rebound and value is not None and value.kind in (Kind.NONE, Kind.UNKNOWN) and not says_what_runs(value):
        return _rebound(analysis, module, name) or value
    return value


def value_by_then(analysis: Analysis, path: str, name: str, qualname: str) -> Value | None:
    """Returns the value of a module-level name when a function runs for the last time, as far as the module shows when that is.

    `qualname` is the function's. None if the module does not define the name again later: then `value_of` applies.
    """
    statements = analysis.names.binding(path, name)
    if len(statements) < 2 or not all(isinstance(each, ir.Define) for each in statements):
        return None
    module = analysis.project.module(path)
    if module is None:
        return None
    reached = bound_by_then(module.body, qualname, statements)
    last = analysis.last_run(FunctionKey(path, qualname)) if reached == statements else None
    if last is not None:
        reached = tuple(each for each in statements if each.ordinal <= last)
    if len(reached) == len(statements):
        return None
    found = [analysis.definition(path, each.qualname, each.is_class) for each in in_force(module.body, reached) if isinstance(each, ir.Define)]
    return reduce(join, found) if found else None


def last_run(analysis: Analysis, key: FunctionKey) -> int | None:
    """Returns the ordinal of the last statement at the top of a module that runs a function defined there; None if that is not seen.

    It is seen where the module does nothing with the function but call it, at its top or in functions for which it is seen as well, and no
    file that imports the module mentions one of them.
    """
    project, last, waiting, seen = analysis.project, -1, [key], {key}
    importers = analysis.importing.importers().get(key.path, ())
    while waiting:
        name = waiting.pop().qualname
        if not name.isidentifier() or name in analysis.names.words_of_definitions(key.path, ""):
            return None
        if any(module.path in importers for module in project.mentioning(frozenset({name}))):
            return None
        for user in project.functions_mentioning(key.path, frozenset({name})):
            mentions = [(each.ordinal, part) for each in walk(project.body(user).statements) for part in read_parts(each)]
            calls = [ordinal for ordinal, part in mentions if isinstance(part, ir.Call) and part.func == ir.Name(name)]
            if calls != [ordinal for ordinal, part in mentions if part == ir.Name(name)]:
                return None
            if user.qualname == MODULE:
                last = max([last, *calls])
            elif user not in seen:
                seen.add(user)
                waiting.append(user)
    return last if last >= 0 else None


def _given(analysis: Analysis, module: ModuleFacts, name: str) -> Value | None:
    """Returns the value a module sets dynamically under a name that is not a built-in, or None."""
    return None if hasattr(builtins, name) else analysis.filled.value(module.path, name)


def _rebound(analysis: Analysis, module: ModuleFacts, name: str) -> Value | None:
    """Returns the value that functions bind to a `global` name that starts as `tf = None`, if that value is callable or has members."""
    found: Value | None = None
    for key in rebinders(analysis, module.path, name):
        for write in analysis.eager_calls(key).writes.values():
            if write.receiver is None and write.name == name and says_what_runs(write.value):
                found = write.value if found is None else join(found, write.value)
    return found and found._replace(origin=Origin.OUTER, spelling=name, const=NOTHING, parameter="")


def rebinders(analysis: Analysis, path: str, name: str) -> Iterator[FunctionKey]:
    """Yields the functions of a module that declare a name as `global`."""
    module = analysis.project.module(path)
    for fact in module.functions if module is not None and name in module.rebound else ():
        key = FunctionKey(path, fact.qualname)
        if (name, "global") in analysis.project.body(key).shared:
            yield key


def says_what_runs(value: Value) -> bool:
    """Whether the value tells what runs when it is called or its members are read."""
    return bool(value.name or value.callees or value.module or value.possible_classes) or value.cls is not None or value.klass is not None


def in_force(body: Body, statements: tuple[Statement, ...]) -> tuple[Statement, ...]:
    """Returns the bindings that functions may see under a name: a `def` or import that always runs overrides those before it."""
    statements = meant(body, statements)
    if len(statements) < 2:
        return statements
    always = {id(each) for each in body.statements if isinstance(each, (ir.Define, ir.Import))}
    last = max((place for place, each in enumerate(statements) if id(each) in always), default=0)
    return tuple(each for place, each in enumerate(statements) if place >= last or not isinstance(each, (ir.Define, ir.Import)))


def _alternative(value: Value, found: Value, statement: Statement) -> Value:
    """Joins the values of two binding statements. Of two imports from outside the project, the first is assumed to succeed."""
    if value.name and found.name and isinstance(statement, ir.Import):
        return value
    return join(value, found)


def _one(analysis: Analysis, path: str, name: str, statement: Statement) -> Value | None:
    if isinstance(statement, ir.Define):
        return analysis.definition(path, statement.qualname, statement.is_class)
    if isinstance(statement, ir.Import):
        return imported(analysis, path, dict(statement.names)[name])
    return None


def _assigned(analysis: Analysis, module: ModuleFacts, name: str, *, once: bool) -> Value:
    """Returns the value of a name bound by an assignment. Mutable objects in it live outside every call."""
    sole = analysis.names.sole_value(module.path, name)
    # Without the rest of the module, whose calls may need this very name. What a container or namespace holds is known after the other statements.
    value = analysis.evaluate_at_definition(module.path, MODULE, sole) if sole is not None else UNKNOWN
    if sole is None or value.kind is Kind.CONTAINER or value.items_by_key is not None:
        value = analysis.eager_calls(FunctionKey(module.path, MODULE)).bindings.get(name, Value())
    value = analysis.containers.in_name(module.path, name, value) if value.kind is Kind.CONTAINER else value
    once = once and name not in module.rebound
    value = analysis.containers.fixed(name, value) if once and value.kind is Kind.CONTAINER else value
    constant = value.const if once else NOTHING
    return value._replace(origin=Origin.OUTER, spelling=name, const=constant, parameter="", callees=outside(value.callees))


def _starred(analysis: Analysis, module: ModuleFacts, name: str) -> Value | None:
    if name.startswith("_"):
        return None
    inside: list[str] = []
    outside: list[str] = []
    for statement in analysis.names.binding(module.path, "*"):
        assert isinstance(statement, ir.Import)
        dotted = dict(statement.names)["*"]
        source = analysis.project.index.find(dotted, module.path)
        (outside if source is None else inside).append(source or dotted)
    value = best(analysis, iter(inside), name)
    if value is None and not hasattr(builtins, name) and (known := [f"{each}.{name}" for each in outside if is_tensorflow(each)]):
        # What nothing else binds comes from there: from the last one that is known to have it, if any is.
        return Value(origin=Origin.OUTER, name=([each for each in known if tables.result(each) != tables.UNKNOWN] or known)[-1])
    return value


def imported(analysis: Analysis, path: str, dotted: str) -> Value:
    """Returns the module, or the member of a module, that `dotted` names. For code outside the project the value is just the name."""
    index = analysis.project.index
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        found = index.find(".".join(parts[:length]), path)
        if found is None:
            continue
        hiding = _hiding(analysis, path, parts) if length == len(parts) else None
        if hiding is not None:
            return hiding
        value = Value(Kind.MODULE, Origin.OUTER, module=found)
        for part in parts[length:]:
            value = analysis.attribute(value, part, traced=False)
        return value
    return Value(origin=Origin.OUTER, name=own_name(dotted))


def _hiding(analysis: Analysis, path: str, parts: list[str]) -> Value | None:
    """Returns what a package binds itself under the name of one of its modules: `from pkg import net` finds that before the module."""
    package = analysis.project.index.find(".".join(parts[:-1]), path) if len(parts) > 1 else None
    if package is None or package == path or analysis.is_sought(package, parts[-1]):
        return None
    return analysis.module_value(package, parts[-1]) if analysis.names.is_bound(package, parts[-1]) else None


def member(analysis: Analysis, path: str, name: str) -> Value:
    """Returns `module.name` for a module of the project: a name it binds, or a module below it."""
    module = analysis.project.module(path)
    value = analysis.module_value(path, name)
    if value is not None:
        return value
    below = analysis.project.index.find(f"{module.module}.{name}", path) if module and module.is_package else None
    if below:
        return Value(Kind.MODULE, Origin.OUTER, module=below)
    if module is None:
        return Value(origin=Origin.OUTER)
    # Nothing is seen that binds it: under its name the settings may know it.
    return _answered(analysis, module) or Value(origin=Origin.OUTER, name=f"{module.module}.{name}")


def _answered(analysis: Analysis, module: ModuleFacts) -> Value | None:
    """Returns what the `__getattr__` of a module returns, if that is always the same function, class or module."""
    if not analysis.names.is_bound(module.path, "__getattr__"):
        return None
    result = analysis.eager_calls(FunctionKey(module.path, "__getattr__")).result
    return result if result is not None and says_what_runs(result) else None


@memoised(512)
def builtin(name: str) -> Value:
    """Returns the built-in with this name, or unknown."""
    return Value(name=f"builtins.{name}", origin=Origin.OUTER) if hasattr(builtins, name) else UNKNOWN
