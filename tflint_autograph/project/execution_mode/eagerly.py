"""Detects models that Keras runs only eagerly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionFact, FunctionKey
from tflint_autograph.model.mentions import ATTRIBUTE, Mention
from tflint_autograph.model.values import Value
from tflint_autograph.project.bodies.walks import spelled_in, word_of
from tflint_autograph.tfapi.names import canonical

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis
    from tflint_autograph.project.execution_mode.execution_mode import ExecutionMode
    from tflint_autograph.project.values.body_result import CallSite


CALLED = ("layer", "model")
"""Stands for an object that is called like a function."""

RUN_EAGERLY = "run_eagerly"


def only_eagerly(running: ExecutionMode, cls: ClassKey, kind: str) -> bool:
    """Whether, as far as the project shows, the methods of the class only run eagerly (FACTS keras_run_eagerly_ok).

    Either they are only run by models compiled with `run_eagerly=True`, or all reachable files turn tracing off. Tests do not count: they
    run eagerly in order to inspect values. A functional model is traced even if its `compile` says otherwise.
    """
    users = running.importing.counted_users(cls.path)
    if kind in CALLED and any(map(running.builds_model, users)):
        return False
    if all(map(running.switched.traces_nothing, users)):
        return True
    return any(map(running.runs_eagerly, users)) and compiled_eagerly(running, cls, users)


def layers_only_eagerly(running: ExecutionMode, key: FunctionKey) -> bool:
    """Like `only_eagerly`, for the layers created in the function or module `key`."""
    owner = running.project.owner(key)
    kind = running.analysis.keras_kind(owner) if owner is not None else ""
    if owner is not None and kind:
        return only_eagerly(running, owner, kind)
    users = running.importing.counted_users(key.path)
    found = [eagerly for path in users for _, eagerly in running.compiles(path)]
    return bool(found) and all(found) and not any(map(running.builds_model, users))


def compiled_eagerly(running: ExecutionMode, cls: ClassKey, users: tuple[str, ...]) -> bool:
    """Whether all `compile` calls on instances of the class run them eagerly, or all in the files if there are none on instances."""
    found = {each for path in users for each in running.compiles(path)}
    own = [eagerly for made, eagerly in found if made is not None and cls in running.analysis.classes.mro(made)]
    return all(own or [eagerly for _, eagerly in found])


def compiles_eagerly(running: ExecutionMode, path: str, site: CallSite) -> bool:
    """Whether a `compile` call makes the model run eagerly.

    `model.run_eagerly = True` and a file that turns tracing off count too.
    """
    option = site.argument(None, RUN_EAGERLY)
    told = option is not None and option.const is True
    return told or running.switched.traces_nothing(path) or site.receiver in _switched_by_hand(running, path)


def leaves_to_callers(running: ExecutionMode, path: str, site: CallSite) -> bool:
    """Whether a `compile` call forwards what its function is passed for `run_eagerly`, and is passed True or has True by default."""
    option = site.argument(None, RUN_EAGERLY)
    for key in running.project.functions_mentioning(path, frozenset({RUN_EAGERLY})) if option is not None and option.parameter else ():
        fact = running.project.function(key)
        given = next((each for each in fact.parameters if option is not None and each.name == option.parameter), None) if fact is not None else None
        if given is not None and given.default in (None, ir.Constant(True)) and site in running.analysis.eager_calls(key).calls.values():
            return True
    return False


def _switched_by_hand(running: ExecutionMode, path: str) -> list[Value]:
    """Returns the models of the file whose attribute `run_eagerly` is set."""
    keys = running.project.functions_mentioning(path, frozenset({RUN_EAGERLY}), ATTRIBUTE)
    writes = (each for key in keys for each in running.analysis.eager_calls(key).writes.values() if each.name == RUN_EAGERLY)
    return [each.receiver for each in writes if each.receiver is not None and each.value.const is True]


_DEEPEST = 4
"""Maximum number of callers up the stack that are examined."""

_MOST = 20
"""Maximum number of functions that may mention one function by its name."""

_PLAIN = frozenset({"builtins.staticmethod", "builtins.classmethod", "builtins.property"})
"""Decorators behind which a method runs as its caller does."""


def runs_as_eager_code(analysis: Analysis, key: FunctionKey, passed: frozenset[str]) -> bool:
    """Whether a function or module runs as eager code alone, as far as the project shows, and what it passes on by these names is not symbolic.

    No decorator and no Keras method is around it, nothing hands it on, and all functions that call something of its name run as eager
    code too. None of them declares the input of a functional model. Code outside the project that calls a public function counts as
    eager code, but may pass it anything.
    """
    return _is_eager(analysis, key, passed, _DEEPEST, frozenset())


def _is_eager(analysis: Analysis, key: FunctionKey, passed: frozenset[str], depth: int, seen: frozenset[FunctionKey]) -> bool:
    if key in seen:
        return True
    fact = analysis.project.function(key)
    if key.qualname == MODULE:
        return not declares_input(analysis, key)
    if not depth or fact is None or not _is_plain(analysis, key, fact):
        return False
    scopes = _mentioning(analysis, fact.name)
    if len(scopes) > _MOST:
        return False
    callers = [scope for scope in scopes if _calls(analysis, scope, fact.name)]
    if not callers and not passed.isdisjoint(each.name for each in fact.parameters):
        return False
    if any(_hands_on(analysis, scope, fact.name) for scope in scopes) or declares_input(analysis, key):
        return False
    hands_over = not passed.isdisjoint(each.name for each in fact.parameters)
    return all(
        _is_eager(analysis, scope, _names_passed(analysis, scope, fact.name) if hands_over else frozenset(), depth - 1, seen | {key}) for scope in callers
    )


def _names_passed(analysis: Analysis, scope: FunctionKey, name: str) -> frozenset[str]:
    """Returns the names that a function or module passes to what has the name."""
    made = (part for part in spelled_in(analysis.project.body(scope).statements) if isinstance(part, ir.Call) and word_of(part.func) == name)
    return frozenset(each.value.id for part in made for each in part.args if isinstance(each.value, ir.Name))


def _mentioning(analysis: Analysis, name: str) -> list[FunctionKey]:
    """Returns the functions and modules of the project that read a name."""
    return [*analysis.project.all_mentioning(frozenset({name}), _READ)]


def declares_input(analysis: Analysis, key: FunctionKey) -> bool:
    """Whether a function or module declares the input of a functional model."""
    may_declare = key in analysis.project.functions_mentioning(key.path, frozenset({_INPUT.rpartition(".")[2]}))
    return may_declare and any(canonical(site.func.name) == _INPUT for site in analysis.eager_calls(key).calls.values())


def _calls(analysis: Analysis, scope: FunctionKey, name: str) -> bool:
    uses = analysis.call_sites.uses(scope)
    return uses is None or name in uses.names.called or name in uses.parts.called


def _hands_on(analysis: Analysis, scope: FunctionKey, name: str) -> bool:
    """Whether a function or module passes on or stores what has the name, or cannot be read."""
    uses = analysis.call_sites.uses(scope)
    return uses is None or name in uses.given or any(name in words.passed or name in words.kept for words in (uses.names, uses.parts))


def _is_plain(analysis: Analysis, key: FunctionKey, fact: FunctionFact) -> bool:
    """Whether a function is neither nested, special, wrapped by a decorator, nor a method that Keras calls when it runs a model."""
    if fact.is_lambda or (fact.parent and not fact.owner) or (fact.name.startswith("__") and fact.name != "__init__"):
        return False
    if fact.decorators and not analysis.decorator_names(key) <= _PLAIN:
        return False
    method = analysis.keras_versions.method(key)
    return method is None or fact.name not in method.base.traced | method.base.repeated | method.base.once


_READ = Mention(read=True)
_INPUT = "keras.Input"
