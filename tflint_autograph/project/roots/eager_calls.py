"""Finds the calls of traced functions in eager code."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.values import Callee
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.points_to.call_sites import EagerCall
from tflint_autograph.project.roots.roots import Roots
from tflint_autograph.project.values.body_result import CallSite


def calls_of(analysis: Analysis, keys: frozenset[FunctionKey]) -> Iterator[EagerCall]:
    """Yields the calls of these functions in eager code, except calls they make themselves."""
    return (call for key in sorted(keys) for call in analysis.call_sites.of(key) if call.caller not in keys)


def calls_by(roots: Roots, caller: FunctionKey, keys: frozenset[FunctionKey]) -> Iterator[tuple[FunctionKey, CallSite, Callee]]:
    """Yields the calls of these functions that a function or module makes as eager code, itself or in a lambda. The caller comes first."""
    for key, flow in roots.analysis.visible_arguments.flows(caller):
        for site in flow.calls.values():
            for target in site.func.callees:
                if target.key in keys:
                    yield key, site, target
