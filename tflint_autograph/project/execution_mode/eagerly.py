"""Detects models that Keras runs only eagerly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.mentions import ATTRIBUTE
from tflint_autograph.model.values import Value

if TYPE_CHECKING:
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
