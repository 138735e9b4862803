"""Finds the operations whose results nothing uses."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Statement
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.liveness import spelled
from tflint_autograph.project.bodies.walks import calls, read_parts, walk
from tflint_autograph.project.values.body_result import CallSite
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.tree.function import TracedFunction

_COMPUTING = frozenset({"tensorflow", "tensorflow.math", "tensorflow.linalg", "tensorflow.nn", "tensorflow.strings"})
"""Modules whose functions compute tensors and keep no state, unless they get a function to call."""


def computed_in_vain(block: Statement, fn: TracedFunction) -> set[int]:
    """Returns the statements in a compound statement that only compute names which nothing reads behind it: their operations change nothing."""
    read = fn.liveness.after.get(block.ordinal, frozenset())
    left, found = [each for each in walk((block,)) if each is not block], set[int]()
    for _ in tuple(left):
        used = read.union(part.id for each in left for part in read_parts(each) if isinstance(part, ir.Name))
        unused = {each.ordinal for each in left if isinstance(each, ir.Assign) and used.isdisjoint(spelled(each.targets)) and _only_computes(each, fn)}
        if not unused:
            break
        found, left = found | unused, [each for each in left if each.ordinal not in unused]
    return found


def _only_computes(statement: ir.Assign, fn: TracedFunction) -> bool:
    """Whether a statement binds names to what operations without state compute, and does nothing else."""
    sites = [fn.flow.calls.get(each.at) for each in calls(statement)]
    return all(isinstance(target, ir.Name) for target in statement.targets) and all(site is not None and _computes(site, fn.analysis, 2) for site in sites)


def _computes(site: CallSite, analysis: Analysis, depth: int) -> bool:
    """Whether a call is of an operation without state, or of helpers that call nothing else and set nothing outside."""
    if any(value.callees for _, value in site.args):
        return False
    flows = [analysis.results.get(target.key) for target in site.func.callees]
    inner = (flow is not None and not flow.writes and all(_computes(each, analysis, depth - 1) for each in flow.calls.values()) for flow in flows)
    return all(inner) if flows and depth else canonical(site.func.name).rpartition(".")[0] in _COMPUTING
