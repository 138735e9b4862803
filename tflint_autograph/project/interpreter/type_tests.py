"""Finds functions that only tell what their argument is, such as `def is_list(x): return isinstance(x, list)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Statement
from tflint_autograph.model.values import Callee
from tflint_autograph.project.index.classes import is_text
from tflint_autograph.project.values.body_result import CallSite
from tflint_autograph.project.values.scope import Arguments

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis


def made_by(analysis: Analysis, target: Callee, args: Arguments) -> tuple[CallSite, ...]:
    """Returns the tests of its argument that a call of a function returns the results of; empty if the function does anything else.

    `if version < 2: return isinstance(x, tf.Tensor)` and then `return tf.is_tensor(x)` are two.
    """
    lowered = analysis.project.lowered(target.key) if len(args) == 1 and args[0][0] is None and target.receiver is None else None
    if lowered is None or len(lowered.fact.parameters) != 1:
        return ()
    path, parent = target.key.path, lowered.fact.parent
    found = []
    for test in _returned(lowered.body.statements, lowered.fact.parameters[0].name) or ():
        func, *others = [analysis.evaluate_at_definition(path, parent, each) for each in (test.func, *[arg.value for arg in test.args[1:]])]
        found.append(CallSite(test.at, 0, func, (*args, *[(None, each) for each in others])))
    return tuple(found)


def _returned(statements: tuple[Statement, ...], name: str) -> list[ir.Call] | None:
    """Returns the calls with a name as first argument that all returns of a block return, or None if it contains anything else."""
    found: list[ir.Call] = []
    for each in statements:
        if isinstance(each, ir.Return) and isinstance(each.value, ir.Call):
            args = each.value.args
            if not args or args[0].value != ir.Name(name) or any(arg.keyword is not None for arg in args):
                return None
            found.append(each.value)
        elif isinstance(each, ir.If):
            inside = [_returned(block, name) for block in (each.body, each.orelse)]
            if None in inside:
                return None
            found.extend(test for block in inside if block is not None for test in block)
        elif not is_text(each):
            return None
    return found
