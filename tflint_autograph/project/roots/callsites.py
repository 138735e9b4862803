"""Where in the project plain Python calls functions. Asks for no argument."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator

from tflint_autograph.model.facts import MODULE, FunctionKey, ModuleFacts
from tflint_autograph.model.values import Target
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.globals_ import tensor_libraries
from tflint_autograph.project.index.project import Project
from tflint_autograph.project.roots.roots import Roots
from tflint_autograph.project.values.flow import CallSite

_SPECIAL = frozenset({"__call__", "call", "<lambda>"})
"""Functions that are not called by their own names."""


def calls_of(analysis: Analysis, roots: Roots, keys: frozenset[FunctionKey]) -> Iterator[tuple[FunctionKey, CallSite, Target]]:
    """The calls of these functions by name in functions that are none of them, and at module level; the caller first."""
    for caller in callers_of(analysis, keys):
        yield from calls_by(roots, caller, keys)


def callers_of(
    analysis: Analysis, keys: frozenset[FunctionKey], matters: Callable[[ModuleFacts], bool] = lambda module: True
) -> Iterator[FunctionKey]:
    """The functions that are none of these, and the modules, in whose lines something of the name of one is called.

    In files that do not matter nothing is looked for.
    """
    names = frozenset({fact.name for key in keys if (fact := analysis.project.function(key)) is not None} - _SPECIAL)
    for module in analysis.project.calling(names):
        found = (FunctionKey(module.path, qualname) for qualname in callers_in(analysis.project, module, names))
        yield from (key for key in found if key not in keys) if matters(module) else ()


def calls_by(roots: Roots, caller: FunctionKey, keys: frozenset[FunctionKey]) -> Iterator[tuple[FunctionKey, CallSite, Target]]:
    """The calls of these functions that a function or a module makes as plain Python, itself or in a lambda; the caller first."""
    for key, flow in roots.eager_flows(caller):
        for site in flow.calls.values():
            for target in site.func.targets:
                if target.key in keys:
                    yield key, site, target


def callers_in(project: Project, module: ModuleFacts, names: frozenset[str]) -> list[str]:
    """The module, and the functions in whose lines one of the names is called; nothing where none is."""
    lines = project.call_lines(module.path, names, tensor_libraries(module.body))
    if not lines:
        return []
    found = [MODULE]
    for fact in module.functions:
        inside = fact.at.line + (fact.at.line < fact.at.end_line)
        position = bisect_left(lines, inside)
        if position < len(lines) and lines[position] <= fact.at.end_line:
            found.append(fact.qualname)
    return found
