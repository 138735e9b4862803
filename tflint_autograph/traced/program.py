"""What rules may know of the whole program, outside of the traced function. They import nothing of `project` themselves."""

from __future__ import annotations

from tflint_autograph.facts.scan import innermost
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies import disabled
from tflint_autograph.project.bodies.changes import is_swapped, mentions
from tflint_autograph.project.bodies.liveness import bound, stored
from tflint_autograph.project.bodies.order import order
from tflint_autograph.project.bodies.single import asks_for_none, loop_target, only_assignment
from tflint_autograph.project.bodies.walks import (
    attribute_read,
    calls,
    descendants,
    dotted_path,
    expressions,
    item_path,
    last_ordinal,
    preceded_by,
    spelled_path,
    targets,
    walk,
)
from tflint_autograph.project.callsites.caller import ProgramPoint, fixed, passed
from tflint_autograph.project.callsites.method_lookups import MethodLookup
from tflint_autograph.project.callsites.root_calls import FunctionCreation, RootCall, RootCalls, Use
from tflint_autograph.project.index.blocks import blocks
from tflint_autograph.project.mutation.confidence import NameWrite
from tflint_autograph.project.tracing.higher_order import APPLYING
from tflint_autograph.project.tracing.unconverted import Cause, Unconverted
from tflint_autograph.project.values.body_result import CallSite
from tflint_autograph.project.values.elements import is_output, sure_of_one

__all__ = [
    "APPLYING",
    "Analysis",
    "CallSite",
    "Cause",
    "FunctionCreation",
    "MethodLookup",
    "NameWrite",
    "ProgramPoint",
    "RootCall",
    "RootCalls",
    "Unconverted",
    "Use",
    "asks_for_none",
    "attribute_read",
    "blocks",
    "bound",
    "calls",
    "descendants",
    "disabled",
    "dotted_path",
    "expressions",
    "fixed",
    "innermost",
    "is_output",
    "is_swapped",
    "item_path",
    "last_ordinal",
    "loop_target",
    "mentions",
    "only_assignment",
    "order",
    "passed",
    "preceded_by",
    "spelled_path",
    "stored",
    "sure_of_one",
    "targets",
    "walk",
]
