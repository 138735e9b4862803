"""Prefilters by side effects and reads of Python that the graph does not repeat."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.values import Kind, Origin, Value
from tflint_autograph.project.bodies.walks import targets, walk, word_of
from tflint_autograph.project.values.bound import method_of
from tflint_autograph.tfapi import effects
from tflint_autograph.traced.graph.scopes import may_lift
from tflint_autograph.traced.tree.function_view import FunctionView, made_once
from tflint_autograph.traced.tree.kinds import changes, is_file, is_path, logs_by

HANDLE_METHODS = frozenset({"read", "readline", "readlines", "write", "writelines", "flush", "seek", "close", "truncate"})
"""Methods of open files."""

FOLDED = frozenset({"tensorflow.io.read_file", "tensorflow.io.matching_files"})
"""Operations whose result for a constant path is computed once (FACTS constant-path-io-folded)."""

def prints(fn: FunctionView) -> bool:
    """Whether the function writes to the terminal."""
    consoles = any(effects.maker_prints(receiver.factory, method) for method, _, receiver in fn.methods if receiver.factory)
    return consoles or any(map(effects.prints, fn.called_names))


def logs(fn: FunctionView) -> bool:
    """Whether the function writes log records or warnings."""
    return any(map(effects.logs, fn.called_names)) or any(map(logs_by, fn.calls))


def touches_files(fn: FunctionView) -> bool:
    """Whether the function reads or writes files, or records data."""
    if any(effects.does_io(name) or effects.records(name) or name in FOLDED for name in fn.called_names):
        return True
    if any(effects.maker_records(receiver.factory, method) for method, _, receiver in fn.methods if receiver.factory):
        return True
    asked = any(effects.path_does_io(name) or name in HANDLE_METHODS for name in fn.body.attributes)
    return asked and any(
        (effects.path_does_io(method) and is_path(receiver))
        or (method in HANDLE_METHODS and is_file(receiver) and receiver.origin is Origin.OUTER)
        for method, _, receiver in fn.methods
    )


def draws(fn: FunctionView) -> bool:
    """Whether the function draws random numbers in Python or NumPy."""
    return any(map(effects.draws, fn.called_names)) or any(
        effects.generator_draws(site.receiver.factory, site.method)
        for site in fn.calls
        if site.method and site.receiver is not None and site.receiver.factory
    )


def reads_clock(fn: FunctionView) -> bool:
    """Whether the function reads a clock."""
    return any(site.func.name and effects.clock(site.func.name, len(site.args)) for site in fn.calls)


def reads_environment(fn: FunctionView) -> bool:
    """Whether the function reads the environment of the process or machine."""
    words = environment_words(fn)
    return not words.isdisjoint((*fn.body.names, *fn.body.attributes)) or any(map(effects.reads_environment, fn.called_names))


def happens_once(fn: FunctionView) -> bool:
    """Whether the function makes a call, or enters a context manager around operations, for another side effect."""
    return (
        any(map(effects.lost, fn.called_names))
        or any(effects.method_lost(receiver.factory, method) for method, _, receiver in fn.methods if receiver.factory)
        or _changes_process(fn)
        or _calls_back(fn)
        or _manages(fn)
        or _assigns_lifted(fn)
    )


def _changes_process(fn: FunctionView) -> bool:
    """Whether the function sets, deletes or adds to something named like a process-wide mapping or list."""
    words = words_for(effects.process_names(), fn)
    if words.isdisjoint((*fn.body.names, *fn.body.attributes)):
        return False
    return any(_word_set(target) in words for statement in walk(fn.body.statements) for target in targets(statement))


@made_once
def environment_words(fn: FunctionView) -> frozenset[str]:
    """Returns the names by which a function may call the process-wide mappings and lists."""
    return words_for(effects.environment_names(), fn)


def words_for(names: frozenset[str], fn: FunctionView) -> frozenset[str]:
    """Returns the last parts of dotted names, and the local names under which the module imports one of them."""
    imported = (fn.analysis.names.imported_as(fn.key.path, name) for name in names)
    return frozenset(name.rpartition(".")[2] for name in names).union(*imported)


def _word_set(target: Expr) -> str:
    """Returns the last part of the name that is set, or whose item is set."""
    return word_of(target.value if isinstance(target, ir.Subscript) else target)


def _calls_back(fn: FunctionView) -> bool:
    """Whether the function calls an argument as a statement."""
    return any(is_callback(fn.seen_value(call.func)) for call in fn.alone if isinstance(call.func, ir.Name))


def is_callback(value: Value) -> bool:
    """Whether a callable is an otherwise unknown argument, except a method that changes its object."""
    held = method_of(value, None)
    if held is not None and changes(held.receiver, held.method):
        return False
    known = value.callees or value.name or value.klass or value.cls or value.kind in (Kind.NONE, Kind.MODULE)
    return not known and bool(value.parameter) and value.origin is not Origin.FRESH


def _manages(fn: FunctionView) -> bool:
    return "With" in fn.body.kinds and any(
        manages(fn.seen_value(context), fn)
        for statement in walk(fn.body.statements)
        if isinstance(statement, ir.With)
        for context, _ in statement.items
    )


def manages(context: Value, fn: FunctionView) -> bool:
    """Whether a context manager has a Python side effect on the code in its block, or writes something that outlives the call."""
    return effects.manages(context.factory) or _keeps_state(context, fn)


def _keeps_state(value: Value, fn: FunctionView) -> bool:
    """Whether the value is an instance of a project class whose `__enter__` or `__exit__` writes something that outlives the call."""
    if value.cls is None:
        return False
    for method in ("__enter__", "__exit__"):
        key = fn.analysis.classes.method(value.cls, method)
        if key is None or key not in fn.analysis.results or fn.analysis.makes_graph(key):
            continue
        if fn.analysis.results[key].writes:
            return True
    return False


def _assigns_lifted(fn: FunctionView) -> bool:
    """Whether the function may assign a variable under `tf.init_scope`."""
    return (
        any(map(assigns, fn.body.attributes))
        and any(assigns(method) and receiver.kind is Kind.VARIABLE for method, _, receiver in fn.methods)
        and may_lift(fn)
    )


def assigns(method: str) -> bool:
    """Whether the method changes a variable."""
    return method.startswith("assign")
