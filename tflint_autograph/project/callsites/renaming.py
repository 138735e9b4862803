"""Says what name a variable, or an attribute of one, has on the other side of a call: in the caller, or in the called function."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import MODULE, FunctionKey
from tflint_autograph.model.values import Callee
from tflint_autograph.project.bodies.walks import dotted_path
from tflint_autograph.project.callsites.caller import Caller, arguments
from tflint_autograph.project.index.project import SourceProject
from tflint_autograph.project.values.body_result import CallSite


def in_callee(name: str, call: ir.Call, caller: Caller) -> Iterator[tuple[Callee, str]]:
    """Yields the dotted names that a dotted name of the caller has in the only project function that a call runs, with that function."""
    site = caller.flow.calls.get(call.at)
    targets = site.func.callees if site is not None else ()
    if len(targets) != 1 or targets[0].wrapper or targets[0].key == caller.key:
        return
    key, project = targets[0].key, caller.analysis.project
    for parameter, owner in _passed(call, caller, targets[0]).items():
        if owner and (name == owner or name.startswith(f"{owner}.")):
            yield targets[0], parameter + name[len(owner) :]
    first = name.partition(".")[0]
    if _home(project, key, first) == _home(project, caller.key, first):
        yield targets[0], name


def in_caller(name: str, key: FunctionKey, caller: Caller, site: CallSite) -> str:
    """Returns the dotted name that a dotted name of the function `key` has in a caller of it, or an empty string if it has none."""
    first, dot, rest = name.partition(".")
    project, call = caller.analysis.project, caller.call(site)
    fact = project.function(key)
    if fact is None or call is None:
        return ""
    if any(each.name == first for each in fact.parameters):
        targets = [each for each in site.func.callees if each.key == key]
        owner = _passed(call, caller, targets[0]).get(first, "") if targets else ""
        return f"{owner}{dot}{rest}" if owner else ""
    return name if _home(project, key, first) == _home(project, caller.key, first) else ""


def _passed(call: ir.Call, caller: Caller, target: Callee) -> dict[str, str]:
    """Returns the dotted names that a call passes, by parameter; empty for other expressions."""
    given = {parameter: dotted_path(expr) for parameter, expr in arguments(call, caller, target).items()}
    fact = caller.analysis.project.function(target.key)
    if target.receiver is not None and isinstance(call.func, ir.Attribute) and fact is not None and fact.parameters:
        given[fact.parameters[0].name] = dotted_path(call.func.value)
    return given


def _home(project: SourceProject, key: FunctionKey, name: str) -> FunctionKey:
    """Returns the function, or the module, whose variable a name is in a function."""
    qualname = key.qualname
    while qualname and qualname != MODULE:
        lowered = project.lowered(FunctionKey(key.path, qualname))
        if lowered is None:
            break
        if name in lowered.body.bound and name not in dict(lowered.body.shared):
            return FunctionKey(key.path, qualname)
        qualname = lowered.fact.parent
    return FunctionKey(key.path, MODULE)
