"""Recognises attributes that options of the command line define: `parser.add_argument("--layers", type=int)` makes `params.layers` a Python value."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.mentions import ATTRIBUTE
from tflint_autograph.model.paths import is_test
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.walks import read_in

_ADDS = "add_argument"


def is_option(analysis: Analysis, spelled: str) -> bool:
    """Whether a dotted name, of an object that is not known, reads an attribute that options of this name define and no code but tests sets."""
    project, (holder, _, name) = analysis.project, spelled.rpartition(".")
    if not holder or holder == "self" or project.resets(name) or not all(map(is_test, project.setting(name))):
        return False
    found = project.all_mentioning(frozenset({_ADDS}), ATTRIBUTE, tests=False)
    return any(_defines(part, name) for key in found for part in read_in(project.body(key).statements))


def _defines(part: ir.Expr, name: str) -> bool:
    """Whether an expression adds an option whose value is an attribute of this name: by `dest`, or by the first long spelling."""
    if not isinstance(part, ir.Call) or not isinstance(part.func, ir.Attribute) or part.func.attr != _ADDS:
        return False
    stored = next((each.value for each in part.args if each.keyword == "dest"), None)
    if stored is not None:
        return isinstance(stored, ir.Constant) and stored.value == name
    spelled = [each.value.value for each in part.args if each.keyword is None and isinstance(each.value, ir.Constant)]
    texts = [each for each in spelled if isinstance(each, str)]
    long = next((each for each in texts if each.startswith("--")), texts[0] if texts else "")
    return long.lstrip("-").replace("-", "_") == name
