"""Recognises classes of which a run of the program creates one object, so that an argument of that class is always the same one."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionKey
from tflint_autograph.model.paths import is_test
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.walks import last_ordinal, walk
from tflint_autograph.project.index.project import body_of

_DEEPEST = 3
"""Maximum number of callers above the place that creates the object."""


def is_sole(analysis: Analysis, cls: ClassKey) -> bool:
    """Whether one call in eager code, which runs once, creates the objects of a class. A class without a constructor is not known."""
    made = analysis.classes.method(cls, "__init__")
    return made is not None and not analysis.classes.descendants().get(cls) and _is_called_once(analysis, made, _DEEPEST)


def _is_called_once(analysis: Analysis, key: FunctionKey, depth: int) -> bool:
    """Whether eager code has one call of the function, outside of loops, and runs it once. Calls by tests do not count."""
    found = [call for call in analysis.call_sites.of(key) if not is_test(call.caller.path)]
    if len(found) != 1 or not depth or found[0].caller in analysis.results:
        return False
    caller, ordinal = found[0].caller, found[0].site.index
    body = body_of(analysis.project, caller)
    loops = (each for each in walk(body.statements) if isinstance(each, (ir.For, ir.While))) if body is not None else ()
    if any(each.ordinal < ordinal <= last_ordinal(each) for each in loops):
        return False
    return caller.qualname == MODULE or _is_called_once(analysis, caller, depth - 1)
