"""Whether batches may come without a length: what code in reach says of how big they are, and who sees them whole."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tflint_autograph.facts.scan import innermost
from tflint_autograph.model.facts import FunctionKey, ModuleFacts
from tflint_autograph.project.usage.telling import STEPS

if TYPE_CHECKING:
    from tflint_autograph.project.usage.running import Running


def may_open(running: Running, path: str) -> bool:
    """Whether Keras may trace what the file defines for batches of a length that is not known."""
    users = running.users(path)
    modules = [module for path in users if (module := running.project.module(path)) is not None]
    if any(module.lines_with(_BATCH_SHAPE, "batch_") for module in modules):
        return False
    if not any(_tapes(running, module) for module in modules) and path not in running.files_of_whole_batches():
        return True
    return any(map(_puts_together, modules)) or any(map(running.fits, users))


def are_whole(running: Running, paths: tuple[str, ...]) -> bool:
    """Whether the files make batches, and all of them without the smaller one that may be left at the end."""
    modules = [module for path in paths if (module := running.project.module(path)) is not None and module.mentions("batch(")]
    made = [call.group("given") for module in modules for call in _BATCHING.finditer(module.text)]
    return bool(made) and all(given is not None and "drop_remainder=True" in given for given in made)


def _puts_together(module: ModuleFacts) -> bool:
    """Whether something in the file says what goes into a model, which calls its layers at once, for batches of any length."""
    return module.mentions("Input(") or bool(module.lines_with(_INPUT_SHAPE, "input_shape"))


def _tapes(running: Running, module: ModuleFacts) -> bool:
    """Whether something in the file opens a tape but the steps that `fit` runs, and what is inside them."""
    around = innermost(module.functions, module.lines_with(_TAPE, "GradientTape"))
    return not all(_is_in_step(running, FunctionKey(module.path, qualname)) for qualname in around)


def _is_in_step(running: Running, key: FunctionKey) -> bool:
    """Whether a function, or one around it, is a step of a class Keras knows."""
    fact = running.project.function(key)
    if fact is None:
        return False
    is_step = fact.name in STEPS and running.is_of_keras(key)
    return is_step or (bool(fact.parent) and _is_in_step(running, FunctionKey(key.path, fact.parent)))


_BATCH_SHAPE = re.compile(r"\bbatch_(?:input_)?shape\s*=|\bInput\(.*\bbatch_size\s*=")
_INPUT_SHAPE = re.compile(r"^(?!\s*def ).*\w\(.*\binput_shape\s*=\s*[(\[]")
_TAPE = re.compile(r"GradientTape\(")
_BATCHING = re.compile(r"\.(?:padded_)?batch\((?P<given>(?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?")
