"""Reports where the analysis reached a limit and is therefore less precise."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import TYPE_CHECKING

from tflint_autograph.model.facts import FunctionKey

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis


def limits(analysis: Analysis, unsettled: Iterable[FunctionKey], paths: Container[str]) -> tuple[tuple[str, int], ...]:
    """Returns, for each reached limit (`LIMITS`), the number of functions and modules of these files it affects.

    `unsettled` are functions whose callers kept changing what they pass.
    """
    flows = [*analysis.results.items(), *analysis.eager_functions.kept.items()]
    reached = {
        "loop-passes": {key for key, flow in flows if flow.unsettled},
        "caller-visits": set(unsettled),
        **{name: {key for key, flow in flows if flow.limit == name} for name in ("call-depth", "recursion")},
    }
    counts = [(name, sum(key.path in paths for key in keys)) for name, keys in sorted(reached.items())]
    return tuple([(name, count) for name, count in counts if count])
