"""Recognises code that runs once by design: guards such as `if self.v is None:`, constructors and builders."""

from __future__ import annotations

from functools import partial

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr, Statement
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import Kind, Origin, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.arguments import as_written, run_alone
from tflint_autograph.project.bodies.decorators import is_cached
from tflint_autograph.project.bodies.single import each_replaced, without_names
from tflint_autograph.project.bodies.walks import calls, spelled_path, walk
from tflint_autograph.project.callsites.caller import Caller
from tflint_autograph.project.callsites.renaming import in_caller
from tflint_autograph.project.mutation.called_once import is_called_once
from tflint_autograph.project.values.body_result import BodyResult, Env
from tflint_autograph.traced.escape.given_back import is_given_back, may_be_undone
from tflint_autograph.traced.escape.missing_values import absent, assigned, guarded_at
from tflint_autograph.traced.escape.one_shot_flags import used_up
from tflint_autograph.traced.tree.point import TracedPoint, in_every_call, on_every_path

_SCOPED = frozenset({"__enter__", "__exit__"})
"""Methods that undo on exit what they did on entry."""

_BUILD = "build"
"""The method that libraries call once, on the first call of an object; of a class without a base from one it is any method."""

_PLAIN = frozenset({"", "module"})
"""The values of `keras_kind` for classes that are not Keras classes."""

MANAGES = "contextlib.contextmanager"
"""The decorator that turns a generator into a context manager."""

_ONCE = frozenset({"sonnet.once", "sonnet.src.once.once", "tensorflow_federated.tf_computation", "tensorflow_federated.tensorflow.computation"})
"""Decorators of functions that run once. TensorFlow Federated traces a computation once, where it is defined, in a graph of its own."""


def spelled_out(test: Expr, key: FunctionKey, flow: BodyResult | None, analysis: Analysis) -> Expr:
    """Returns a condition of a function with calls replaced by the expression that they return: `if self._needs_init():`."""
    return each_replaced(test, lambda part: as_written(analysis, key, part, flow=flow)) if flow is not None else test


def filled_once(fn: TracedPoint) -> frozenset[str]:
    """Returns the names that an enclosing guard finds missing and fills, or finds true and makes false."""
    if fn.statement is None:
        return frozenset()
    spelled = partial(spelled_out, key=fn.key, flow=fn.flow, analysis=fn.analysis)
    sets = partial(_set_by, caller=fn.as_caller)
    return guarded_at(fn.body, fn.statement.ordinal, spelled, sets, fn.table(filled_once)) | flags_used_up(fn)


def _set_by(statements: tuple[Statement, ...], caller: Caller, depth: int = 2) -> set[str]:
    """Returns what statements assign or fill, and what functions do that they call, by the names that it has here."""
    found, analysis = assigned(statements), caller.analysis
    for call in (each for statement in walk(statements) for each in calls(statement)) if depth else ():
        site = caller.flow.calls.get(call.at)
        target = run_alone(analysis.project, site.func.callees) if site is not None else None
        if site is not None and target is not None and target.key in analysis.results:
            inner = Caller(analysis, target.key, analysis.results[target.key], traced=True)
            found.update(in_caller(name, target.key, caller, site) for name in _set_by(inner.body.statements, inner, depth - 1))
    return found - {""}


def fills(container: str, fn: TracedPoint) -> bool:
    """Whether the current statement puts what an enclosing guard finds missing into a container, as it is spoken of or as it is written."""
    filled = filled_once(fn)
    targets = fn.statement.targets if isinstance(fn.statement, ir.Assign) else ()
    return container in filled or any(isinstance(each, ir.Subscript) and spelled_path(each.value) in filled for each in targets)


def flags_used_up(fn: TracedPoint) -> set[str]:
    """Returns the object flags that an enclosing guard tests and that are switched permanently (`one_shot_flags`)."""
    ordinal = fn.statement.ordinal if fn.statement is not None else 0
    return used_up(fn.analysis, fn.key, fn.body, ordinal, fn.class_held)


@on_every_path
def runs_once(fn: TracedPoint) -> bool:
    """Whether the current statement runs once by design, however often the function is called.

    True in a builder or cached function, in a constructor unless traced code creates the object on every call, in a context manager where
    its other side may undo it, and under a guard that finds something missing and provides it (FACTS variables, "OK: variable-singleton"). A guard first reached in a later trace does not count (FACTS variables_singleton_after_first_trace), nor does one
    on an argument of the root.
    """
    if is_builder(fn.analysis, fn.key):
        return not made_each_call(fn)
    return _is_undone(fn) or finds_missing(fn)


def _is_undone(fn: TracedPoint) -> bool:
    """Whether the current statement is one of a context manager, whose other side may undo it."""
    ordinal = fn.statement.ordinal if fn.statement is not None else 0
    return is_scoped(fn.analysis, fn.key) and may_be_undone(fn.analysis, fn.key, ordinal)


@in_every_call
def undone_by_callers(fn: TracedPoint, path: str) -> bool:
    """Whether each call of the function is in a context manager that may undo on its other side what is done to a dotted name."""
    return is_scoped(fn.analysis, fn.key) and is_given_back(path, fn)


def finds_missing(fn: TracedPoint) -> bool:
    """Whether the current statement is under a guard that provides what it finds missing for good, first reached in the first trace."""
    # An argument that is missing is passed again on every call.
    lasting = filled_once(fn) - fn.fact.given
    return bool(lasting) and not _is_made_here(fn) and not _reached_late(fn)


@on_every_path
def runs_once_for_all(fn: TracedPoint) -> bool:
    """Whether the current statement runs once by design whatever the arguments of the root are.

    A guard that provides an item of a container, `if name not in self.heads:`, finds it missing again in a later trace for another name,
    which is an argument of the root that may be a Python value. An argument with a default is taken for one that never differs.
    """
    if is_builder(fn.analysis, fn.key) and not _makes_plain_object(fn):
        return True
    return _is_undone(fn) or (finds_missing(fn) and not _is_keyed(fn))


def _is_keyed(fn: TracedPoint) -> bool:
    """Whether the guard around the current statement provides items at keys that come from an argument of the root."""
    filled = filled_once(fn)
    keys = (
        (target.item, each.ordinal)
        for each in walk(fn.body.statements) if isinstance(each, ir.Assign)
        for target in each.targets if isinstance(target, ir.Subscript) and spelled_path(target.value) in filled
    )  # fmt: skip
    facts = filter(None, map(fn.analysis.project.function, fn.analysis.roots_above(fn.key)))
    chosen = frozenset(each.name for fact in facts for each in fact.parameters if each.default is not None)
    values = (fn.value_at(key, ordinal) for key, ordinal in keys)
    return any(_may_differ(value) and value.parameter not in chosen for value in values)


def _may_differ(key: Value) -> bool:
    """Whether a key is an argument of the root that is not known to be a tensor."""
    return key.origin is Origin.ARGUMENT and (key.kind in (Kind.UNKNOWN, Kind.PYTHON) or key.confidence is Confidence.LOW)


def set_up_once(fn: TracedPoint) -> bool:
    """Whether the current statement is under a guard that provides what it finds missing, here or in all callers.

    Unlike `runs_once`, a guard first reached in a later trace counts too, since that matters only to variables.
    """
    return bool(filled_once(fn)) or called_once(fn)


def made_each_call(fn: TracedPoint) -> bool:
    """Whether the statement is in the constructor of an object that traced code creates on every call.

    Keras objects are left out: there the creation itself is the problem.
    """
    return _makes_plain_object(fn) and not (called_once(fn) if _runs_for_every_object(fn) else _called_by_builders(fn))


def _makes_plain_object(fn: TracedPoint) -> bool:
    """Whether the function is the constructor of objects, none of Keras, that traced code creates."""
    if fn.fact.name != "__init__" or not fn.fact.owner or fn.analysis.keras_kind(ClassKey(fn.key.path, fn.fact.owner)) not in _PLAIN:
        return False
    return bool(fn.analysis.callers.get(fn.key))


def is_builder(analysis: Analysis, key: FunctionKey) -> bool:
    """Whether a function is a constructor, a builder, a method that Keras or Sonnet runs once, or Python for a key that is missing, or cached."""
    fact = analysis.project.function(key)
    if fact is None:
        return False
    if is_cached(analysis, key) or analysis.decorator_names(key) & _ONCE:
        return True
    if not fact.owner:
        return False
    owner = ClassKey(key.path, fact.owner)
    if fact.name in ("__init__", "__missing__") or (fact.name == _BUILD and analysis.classes.external(owner)):
        return True
    method = analysis.keras_versions.method(key)
    return method is not None and method.name in method.base.once


def is_decorated_to_run_once(analysis: Analysis, key: FunctionKey) -> bool:
    """Whether a decorator runs a function once, as TensorFlow Federated does with a computation."""
    return bool(analysis.decorator_names(key) & _ONCE)


def is_scoped(analysis: Analysis, key: FunctionKey) -> bool:
    """Whether a function is the entry or exit of a context manager, so that each call runs it."""
    fact = analysis.project.function(key)
    if fact is None or is_cached(analysis, key):
        return False
    return bool(fact.owner and fact.name in _SCOPED) or MANAGES in analysis.decorator_names(key)


def is_kept(fn: TracedPoint) -> bool:
    """Whether Python runs the function once too: it is cached, or every call of it is, or is under a guard by what it provides permanently."""
    return is_cached(fn.analysis, fn.key) or _is_called_for_good(fn)


@in_every_call
def _is_called_for_good(fn: TracedPoint) -> bool:
    return is_cached(fn.analysis, fn.key) or any(lives_on(path, fn.body, fn.env) for path in filled_once(fn))


def lives_on(path: str, body: Body, env: Env) -> bool:
    """Whether the value of a name or dotted name persists to the next call. `env` is the state in the body."""
    first, dot, _ = path.partition(".")
    if first not in body.bound:
        return True
    return bool(dot) and first in env and env[first].origin is Origin.OUTER


@in_every_call
def called_once(fn: TracedPoint) -> bool:
    """Whether every traced call of the function is under a guard, or in code that runs once itself."""
    builds = is_builder(fn.analysis, fn.key) and not (_makes_plain_object(fn) and _runs_for_every_object(fn))
    return builds or _is_provided_once(fn)


@in_every_call
def _called_by_builders(fn: TracedPoint) -> bool:
    """Like `called_once`, where every constructor counts as code that runs once, whatever creates the object."""
    return is_builder(fn.analysis, fn.key) or _is_provided_once(fn)


def _is_provided_once(fn: TracedPoint) -> bool:
    # An argument that is missing is passed again on every call.
    return _is_undone(fn) or bool(filled_once(fn) - fn.fact.given)


def _runs_for_every_object(fn: TracedPoint) -> bool:
    """Whether no condition is around the current statement: in a constructor one asks for an option, which an object need not have been given."""
    return next(fn.guarded_by("If", "Match"), None) is None


def _is_made_here(fn: TracedPoint) -> bool:
    """Whether what the guard finds missing belongs to an object that traced code creates on every call."""
    held = [fn.env.get(path.split(".")[0]) for path in filled_once(fn) if "." in path]
    return bool(held) and all(each is not None and each.cls is not None and each.origin is Origin.FRESH for each in held)


def _reached_late(fn: TracedPoint) -> bool:
    """Whether the guard is under a condition on an argument of the root, or tests an attribute of an argument that may be another one."""
    guarded = filled_once(fn)
    names = {path.split(".")[0] for path in guarded}
    for name in names:
        held = fn.env.get(name)
        if held is not None and held.origin is Origin.ARGUMENT and not (held.cls is not None and is_sole(fn.analysis, held.cls)):
            return True
    for frame in fn.frames:
        statement = frame.statement
        if isinstance(statement, ir.If) and not absent(without_names(statement.test, fn.body, statement.ordinal)):
            test = fn.test(statement)
            if decided_by_caller(test) or test.kind.graph:
                return True
    return False


def decided_by_caller(test: Value) -> bool:
    """Whether a condition is an argument of the root that may be a Python value."""
    return test.origin is Origin.ARGUMENT and test.kind in (Kind.UNKNOWN, Kind.PYTHON)


def is_sole(analysis: Analysis, cls: ClassKey) -> bool:
    """Whether one call in eager code, which runs once, creates the objects of a class. A class without a constructor is not known."""
    made = analysis.classes.method(cls, "__init__")
    return made is not None and not analysis.classes.subclasses(cls) and is_called_once(analysis, made)
