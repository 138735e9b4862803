"""Finds the calls of traced functions in eager code."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.points_to.call_sites import EagerCall


def calls_of(analysis: Analysis, keys: frozenset[FunctionKey]) -> Iterator[EagerCall]:
    """Yields the calls of these functions in eager code, except calls they make themselves."""
    return (call for key in sorted(keys) for call in analysis.call_sites.of(key) if call.caller not in keys)
