"""Decides whether batches may have an unknown length, from what reachable code says about batch sizes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.mentions import ATTRIBUTE
from tflint_autograph.model.paths import is_test
from tflint_autograph.model.reachable import reachable
from tflint_autograph.model.values import Kind
from tflint_autograph.project.bodies.uses import keywords_given
from tflint_autograph.project.execution_mode.relevant_calls import BATCHES, INPUT_SHAPE, SHAPES, STEPS, TAPE
from tflint_autograph.project.index.scopes import with_enclosing
from tflint_autograph.tfapi.names import canonical

if TYPE_CHECKING:
    from tflint_autograph.project.execution_mode.execution_mode import ExecutionMode
    from tflint_autograph.project.values.body_result import CallSite


def may_open(running: ExecutionMode, path: str) -> bool:
    """Whether what the file defines may be traced with batches of unknown length (FACTS keras_call_batch_size_none).

    This happens in `fit` and when a functional model is built. It does not if reachable code only passes fixed batch sizes to inputs,
    uses custom training loops that see whole batches, or drops the smaller last batch.
    """
    users = running.importing.users(path)
    if any(map(running.sizes_batches, users)):
        return False
    if not any(map(running.opens_tape, users)) and path not in running.files_of_whole_batches():
        return True
    return running.shows_batches(path)


def doubts_open(running: ExecutionMode, path: str) -> bool:
    """Whether no code in reach fits a model or declares an input, or no input is declared and all datasets may drop the smaller last batch.

    A setting may say so. Datasets in reach are those of the program around the file: of the files that import it, and of what these import.
    """
    if not running.shows_batches(path):
        return True
    return not any(map(running.builds_model, running.importing.users(path))) and are_whole(running, _program(running, path), maybe=True)


def _program(running: ExecutionMode, path: str) -> tuple[str, ...]:
    """Returns the files that import a file, and what these import, without tests: other programs of the project are left out."""
    users = (user for user in running.importing.users(path) if not is_test(user))
    return tuple(sorted(reachable(users, running.analysis.importing.targets)))


def sizes_batches(running: ExecutionMode, path: str) -> bool:
    """Whether a call in the file passes a fixed batch size to a layer or an input."""
    inputs = (site for _, site in running.calls(path, frozenset({_INPUT})) if _is_input(site))
    sizes = (site.argument(_SIZE_PLACE, _SIZE) for site in inputs)
    if any(size is not None and size.kind is not Kind.NONE for size in sizes):
        return True
    shaped = (given for site in _giving(running, path, SHAPES) for given in site.args)
    return any(name in SHAPES and value.kind is not Kind.NONE for name, value in shaped)


def _giving(running: ExecutionMode, path: str, keywords: frozenset[str]) -> Iterator[CallSite]:
    """Yields the calls in functions of a file that pass one of these keyword arguments, or unpack a mapping."""
    for key in running.project.functions_mentioning(path, keywords):
        if not keywords_given(running.project.body(key)).isdisjoint({*keywords, "**"}):
            yield from running.analysis.eager_calls(key).calls.values()


def builds_model(running: ExecutionMode, path: str) -> bool:
    """Whether a call in the file declares a model's input. Keras then calls its layers with batches of unknown length."""
    inputs = (site for _, site in running.calls(path, frozenset({_INPUT})))
    shaped = (site for site in _giving(running, path, frozenset({INPUT_SHAPE})) if not _has_own_shape(running, site))
    return any(map(_is_input, inputs)) or any(map(_says_shape, shaped))


def _is_input(site: CallSite) -> bool:
    return canonical(site.func.name) == "keras.Input"


def _has_own_shape(running: ExecutionMode, site: CallSite) -> bool:
    """Whether a call creates a model or layer of the project whose constructor names the argument itself: Keras is not told of it."""
    makes = running.analysis.classes.method(site.func.klass, "__init__") if site.func.klass is not None else None
    fact = running.project.function(makes) if makes is not None else None
    return fact is not None and INPUT_SHAPE in fact.given


def _says_shape(site: CallSite) -> bool:
    """Whether a call passes an input shape of its own instead of forwarding one. That of `build` has the batch size in it."""
    given = site.argument(None, INPUT_SHAPE) if site.method != "build" else None
    return given is not None and given.kind is not Kind.NONE and not given.parameter


def opens_tape(running: ExecutionMode, path: str) -> bool:
    """Whether code in the file opens a tape outside the steps that `fit` runs."""
    sites = running.calls(path, frozenset({TAPE.rpartition(".")[2]}))
    return any(canonical(site.func.name) == TAPE and not _is_in_step(running, key) for key, site in sites)


def _is_in_step(running: ExecutionMode, key: FunctionKey) -> bool:
    """Whether a function, or one that encloses it, is a training step of a Keras class."""
    functions = ((each, running.project.function(each)) for each in with_enclosing(running.project, key))
    return any(fact is not None and fact.name in STEPS and running.is_of_keras(each) for each, fact in functions)


def are_whole(running: ExecutionMode, paths: tuple[str, ...], *, maybe: bool = False) -> bool:
    """Whether the files create batches, and all of them drop the smaller batch at the end, or with `maybe` do so if a setting says so."""
    dropping = [_drops_remainder(site) for path in paths for site in _batching(running, path)]
    return bool(dropping) and all(each is True or (maybe and each is not False) for each in dropping)


def _batching(running: ExecutionMode, path: str) -> Iterator[CallSite]:
    """Yields the calls in a file that may create batches of a dataset."""
    for _, site in running.calls(path, BATCHES, ATTRIBUTE):
        receiver = site.receiver if site.method in BATCHES else None
        if receiver is not None and (receiver.kind is Kind.DATASET or (receiver.kind is Kind.UNKNOWN and not receiver.name)):
            yield site


def _drops_remainder(site: CallSite) -> object:
    """Returns whether a call drops the smaller batch at the end, or another value if that is not known."""
    given = site.argument(1 if site.method == "batch" else None, "drop_remainder")
    return given.const if given is not None else False


_INPUT = "Input"
_SIZE, _SIZE_PLACE = "batch_size", 1
"""The argument of an input that fixes the batch size (`keras.src.layers.core.input_layer.Input`)."""
