"""The functions that `confirm` is asked for by name, as it can call them. Calls none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tflint_autograph.config.errors import UsageError
from tflint_autograph.engine.pipeline import Run
from tflint_autograph.engine.targets import Place, find


@dataclass(frozen=True, slots=True)
class Callable:
    """A function by its name for readers, its file as findings carry it and its qualified name there.

    `traced` says that something of the project traces it; `first` and `last` are its 1-based lines in the module.
    """

    name: str
    path: str
    target: str
    traced: bool
    first: int
    last: int


def callables(run: Run, names: Iterable[str]) -> tuple[Callable, ...]:
    """The functions of these dotted names, or of `file:line`. Raises UsageError for a name that means none or several."""
    run.program.build()
    return tuple(_callable(run, name) for name in dict.fromkeys(names))


def _callable(run: Run, name: str) -> Callable:
    found = find(run, Place.parse(name))
    if found.outside or found.overview or len(found.keys) != 1:
        raise UsageError(f"{name} does not name one function", "name it as `pkg.mod.func` or as `file.py:LINE`")
    key = found.keys[0]
    if "<" in key.qualname:
        raise UsageError(f"{name} is inside another function and cannot be called by itself", "name the function around it")
    lowered = run.program.project.lowered(key)
    assert lowered is not None
    fact = lowered.fact
    display = f"{run.program.index.dotted(key.path)}.{key.qualname}"
    return Callable(display, key.path, key.qualname, key in run.program.tracing.traces, fact.first, fact.at.end_line)
