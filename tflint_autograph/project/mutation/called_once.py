"""Decides whether eager code runs a function exactly once in a run of the program, or only when modules are imported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflint_autograph.model.facts import MODULE, FunctionKey
from tflint_autograph.project.bodies.order import order
from tflint_autograph.project.points_to.class_creation import runs_in_definitions

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis
    from tflint_autograph.project.values.body_result import CallSite


def is_called_once(analysis: Analysis, key: FunctionKey) -> bool:
    """Whether eager code calls a function exactly once, outside loops: at the top of a module, or in a function that itself runs once.

    Calls by tests do not count for code outside of tests.
    """
    seen: set[FunctionKey] = set()
    while key.qualname != MODULE:
        calls = analysis.call_sites.counted(key)
        if key in seen or len(calls) > 1 or any(call.decorates for call in calls):
            return False
        seen.add(key)
        caller, site = calls[0][:2] if calls else (FunctionKey(key.path, MODULE), _handed_over(analysis, key))
        if site is None or caller in analysis.results or order(analysis.project.body(caller)).repeats(site.index):
            return False
        key = caller
    return True


def registers_at_import(analysis: Analysis, key: FunctionKey) -> bool:
    """Whether eager code runs a function only while modules are imported, by calls, decorators or classes at their top.

    A function that runs other functions of the project does not count, since they may be traced between two of its calls.
    """
    fact = analysis.project.function(key)
    if any(site.func.callees for site in analysis.eager_calls(key).calls.values()):
        return False
    if fact is not None and runs_in_definitions(analysis, key):
        return not fact.parent
    calls = analysis.call_sites.counted(key)
    return bool(calls) and all(call.caller.qualname == MODULE for call in calls)


def is_called_in_shown_order(analysis: Analysis, key: FunctionKey) -> bool:
    """Whether eager code calls a function only at the top of modules, or in functions that it calls once: so it is seen what runs in between.
    """
    calls = analysis.call_sites.counted(key)
    return bool(calls) and all(call.caller.qualname == MODULE or is_called_once(analysis, call.caller) for call in calls)


def _handed_over(analysis: Analysis, key: FunctionKey) -> CallSite | None:
    """Returns the call at the top of its module that passes a function to another package, such as `app.run(main)`, or None."""
    sites = analysis.eager_calls(FunctionKey(key.path, MODULE)).calls.values()
    handing = [site for site in sites if site.func.name and any(target.key == key for _, value in site.args for target in value.callees)]
    return handing[0] if len(handing) == 1 else None
