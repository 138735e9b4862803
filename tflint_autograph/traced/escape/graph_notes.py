"""Recognises texts that say how a graph is built: without a tensor, in what makes a graph, or where Python decides whether they are sent."""

from __future__ import annotations

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.values import NOTHING, Origin
from tflint_autograph.project.bodies.walks import descendants
from tflint_autograph.traced.escape.deliberate import shows_tensor
from tflint_autograph.traced.escape.lifetime import under_tensor
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.point import EnclosingScope, TracedPoint, on_every_path

TOLD = "as far as is known, it shows no tensor, only how the graph is built"
"""Why such a text is not reported by default."""


def tells_of_choice(call: cst.Call, fn: TracedFunction) -> bool:
    """Whether a printed text, as far as is known without a tensor, only says which way Python went at trace time, in no step of a program.

    What other code sets may differ on the next call, and a handler is not entered for what fails in the graph: the text would be missed.
    """
    if is_step(fn) or under_tensor(fn) or shows_tensor(call, fn) or any(frame.part != "body" for frame in fn.guarded_by("Try")):
        return False
    return _never_turns(fn) if makes_graph(fn) else _never_turns_in_helper(fn)


def _is_fixed(fn: TracedPoint) -> bool:
    """Whether the innermost condition around the current statement turns out the same in each trace."""
    frame = next(fn.guarded_by("If"), None)
    return frame is not None and not under_tensor(fn) and not _may_turn(frame, fn)


_never_turns = on_every_path(_is_fixed)
_never_turns_in_helper = on_every_path(lambda fn: not fn.is_root and _is_fixed(fn))


def _may_turn(frame: EnclosingScope, fn: TracedPoint) -> bool:
    """Whether a condition reads what the caller of the root passes or the trace makes, an attribute that more than constructors set, or a
    global that is set again.
    """
    project, module = fn.analysis.project, fn.analysis.project.module(fn.key.path)
    parts = [*descendants(frame.statement.test)] if isinstance(frame.statement, ir.If) else []
    attributes = (part.attr for part in parts if isinstance(part, ir.Attribute))
    names = {part.id for part in parts if isinstance(part, ir.Name)}
    local = [fn.value_at(ir.Name(name), frame.statement.ordinal) for name in sorted(names & fn.body.bound)]
    is_passed = any(value.const is NOTHING and value.origin in (Origin.ARGUMENT, Origin.FRESH) for value in local)
    is_rebound = module is not None and not (names - fn.body.bound).isdisjoint(module.rebound)
    return is_passed or is_rebound or any(project.resets(each) or project.setting(each) for each in attributes)


def is_step(fn: TracedFunction) -> bool:
    """Whether the function is itself what the program calls again and again: a `tf.function` or a `train_step`."""
    return fn.is_root and not makes_graph(fn)


def makes_graph(fn: TracedFunction) -> bool:
    """Whether it is what a dataset applies, or `call` of a layer or model, or a helper of these: no step of a program."""
    return fn.trace.root.startswith("Dataset.") or any(_is_keras_call(key, fn) for key in fn.analysis.callers_above(fn.key))


def _is_keras_call(key: FunctionKey, fn: TracedFunction) -> bool:
    fact = fn.analysis.project.function(key)
    return fact is not None and bool(fact.owner) and fact.name == "call" and bool(fn.keras_kind(ClassKey(key.path, fact.owner)))


def _is_under_choice(fn: TracedPoint) -> bool:
    chosen = any(isinstance(frame.statement, ir.If) or frame.part != "body" for frame in fn.guarded_by("If", "Try"))
    return chosen and not under_tensor(fn)


is_chosen = on_every_path(_is_under_choice)
"""Whether Python decides at trace time whether the statement runs: under an `if`, or in the handler of an exception."""

is_chosen_in_helper = on_every_path(lambda fn: not fn.is_root and _is_under_choice(fn))
"""Likewise, in a function that is no root itself."""
