"""Determines why a trace was made: the nearest earlier trace, and how it differs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tflint_autograph.model.record import record
from tflint_autograph.retracing.records import Function, Line, Trace
from tflint_autograph.retracing.signature import SignatureDifference, differences, shape

_WEIGHTS = {"structure": 3, "type": 2}
_SHAPES = ("shape", "smaller-batch", "relaxed")


@record
class RetraceReason:
    """Why a function was traced once more. `kind` is a member of `KINDS`, `paths` the arguments concerned, those of this kind first.

    `kinds` has the kind of each argument, mostly the same. `text` says how the call differed, `compared` is the earlier trace it differed
    from, `at` the line of the call, or of what creates the new object.
    """

    kind: str
    paths: tuple[str, ...]
    text: str
    before: str
    after: str
    compared: str
    at: Line | None
    kinds: tuple[str, ...] = ()


KINDS = {
    "value": "a different Python value",
    "shape": "a different shape",
    "smaller-batch": "a smaller batch, as the last one of an epoch is",
    "dtype": "a different dtype",
    "structure": "a different structure",
    "type": "a different kind of argument",
    "object": "a new object of the same type",
    "gone": "a new object in place of one that is gone",
    "specification": "a different specification",
    "alias": "other arguments are the same variable",
    "relaxed": "a different shape, for which TensorFlow relaxed the signature",
    "new-function": "a new `tf.function` object of the same source",
    "outer": "the function that creates it was retraced",
    "another-function": "a `tf.function` object of the same source that is created at another line",
    "new-instance": "the method of a new instance",
    "variables": "variables created on the first call",
    "captures": "different captured values",
    "context": "a different context",
    "recursion": "it calls itself while it is traced",
    "failed": "the trace before it failed",
    "unknown": "no recorded difference",
}
"""The kinds of reasons, each with a short text."""


def reason(
    trace: Trace, function: Function, earlier: Sequence[Trace], other: tuple[Function, Trace] | None, outer: Mapping[str, str]
) -> RetraceReason | None:
    """Returns why a trace was made, or None for the first one.

    `earlier` are the traces of the same `tf.function` object to compare with, `other` is the last one from the same source, of another
    object if there are no earlier ones. `outer` maps a nested trace to the function of the enclosing trace.
    """
    if not earlier:
        return _new_function(trace, function, other, outer) if other is not None else None
    ranked = [(_distance(trace, each, function), index) for index, each in enumerate(earlier)]
    nearest = earlier[min(ranked, key=lambda each: (each[0], -each[1]))[1]]
    found = _differences(trace, nearest, function)
    return _of_signature(trace, nearest, found) if found else _of_state(trace, nearest)


def _differences(trace: Trace, earlier: Trace, function: Function) -> tuple[SignatureDifference, ...]:
    return differences(earlier.traced or earlier.signature, trace.signature, function, trace.died)


def _distance(trace: Trace, earlier: Trace, function: Function) -> int:
    found = sum(_WEIGHTS.get(each.kind, 1) for each in _differences(trace, earlier, function))
    return 2 * found + (_state(trace.context) != _state(earlier.context))


def _of_signature(trace: Trace, nearest: Trace, found: Sequence[SignatureDifference]) -> RetraceReason:
    kind = _kind(trace, found)
    main = "shape" if kind in _SHAPES else kind
    ordered = sorted(found, key=lambda each: each.kind != main)
    kinds = {each.path: kind if each.kind == main else each.kind for each in ordered}
    text = ", ".join(_told(each, is_short=index > 0 and each.kind == main) for index, each in enumerate(ordered[:3]))
    if len(ordered) > 3:
        text += f" and {len(ordered) - 3} more"
    if kind == "relaxed":
        text += f"; TensorFlow traced {_relaxed(trace, ordered)}, which covers later shapes"
    first = ordered[0]
    return RetraceReason(kind, tuple(kinds), text, first.before, first.after, nearest.number, trace.line, tuple(kinds.values()))


def _kind(trace: Trace, found: Sequence[SignatureDifference]) -> str:
    kinds = {each.kind for each in found}
    if kinds == {"shape"}:
        if trace.traced is not None:
            return "relaxed"
        return "smaller-batch" if all(map(_is_smaller_batch, found)) else "shape"
    order = ("structure", "type", "dtype", "value", "object", "gone", "specification", "shape", "alias")
    return next(each for each in order if each in kinds)


def _is_smaller_batch(found: SignatureDifference) -> bool:
    """Whether only the first axis is shorter."""
    old, new = found.old.get("shape"), found.new.get("shape")
    if not old or not new or len(old) != len(new) or None in (old[0], new[0]):
        return False
    return bool(new[0] < old[0] and old[1:] == new[1:])


def _told(found: SignatureDifference, *, is_short: bool) -> str:
    path, before, after = found.path, found.before, found.after
    words = {
        "value": f"`{path}` is a Python value, {before} -> {after}",
        "shape": f"the shape of `{path}` is {before} -> {after}",
        "dtype": f"the dtype of `{path}` is {before} -> {after}",
        "structure": f"the structure of `{path}` is {before} -> {after}",
        "type": f"`{path}` is {before} -> {after}",
        "object": f"`{path}` is another object, {before} -> {after}",
        "gone": f"`{path}` is a new object, {before} -> {after}, and the earlier one is gone",
        "specification": f"the specification of `{path}` is {before} -> {after}",
        "alias": f"`{path}` is the same variable as another argument, or no longer so",
    }
    return f"`{path}` {before} -> {after}" if is_short and found.kind not in ("gone", "alias") else words[found.kind]


def _relaxed(trace: Trace, found: Sequence[SignatureDifference]) -> str:
    traced = {each[0]: each[2] for each in trace.traced or ()}
    name = found[0].path
    node = traced.get(name)
    return f"`{name}` as {shape(node['shape'])}" if node is not None and "shape" in node else "a more general signature"


def _of_state(trace: Trace, nearest: Trace) -> RetraceReason:
    """Returns the reason if no argument differs: another part of the trace's key does."""

    def made(kind: str, text: str, before: str = "", after: str = "") -> RetraceReason:
        return RetraceReason(kind, (), text, before, after, nearest.number, trace.line)

    if _is_within(trace, nearest):
        return made("recursion", "it calls itself with the same arguments while it is traced")
    if nearest.error is not None:
        return made("failed", f"the trace before it ended with {nearest.error}", nearest.error)
    for key, text in _CONTEXT.items():
        before, after = nearest.context.get(key), trace.context.get(key)
        if before != after:
            return made("context", f"{text}: {_worded(before)} -> {_worded(after)}", _worded(before), _worded(after))
    if nearest.context["variables"] and not trace.context["variables"]:
        return made("variables", "the first call created variables; TensorFlow traces again without creating any")
    if nearest.captures != trace.captures:
        return made("captures", "what it captures by reference has another type", nearest.captures, trace.captures)
    return made("unknown", "TensorFlow retraced, but no recorded property differs")


_CONTEXT = {
    "graph": "it is called in another graph",
    "devices": "it is called on another device",
    "cross_replica": "it is called inside of `strategy.run`, or outside of it",
    "saving": "it is traced to be saved",
    "xla": "it is called inside of another XLA context",
    "colocated": "it is called in another colocation",
}


def _state(context: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(str(context.get(key)) for key in (*_CONTEXT, "variables"))


def _worded(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(each or "any device" for each in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if value else "none"


def _is_within(trace: Trace, other: Trace) -> bool:
    """Whether a trace was made during another trace of its thread."""
    ends = float("inf") if other.seconds is None else other.start + other.seconds
    return trace.thread == other.thread and other.start <= trace.start < ends


def _new_function(
    trace: Trace, function: Function, before: tuple[Function, Trace], outer: Mapping[str, str]
) -> RetraceReason:
    """Returns the reason for the first trace of an object whose source was traced before, for another object."""
    other, nearest = before
    is_within = trace.outer != nearest.outer and outer.get(trace.number) == outer.get(nearest.number) is not None
    if is_within:
        return RetraceReason("outer", (), "the function that creates it was retraced, and created it again", "", "", nearest.number, trace.line)
    if function.instance and function.instance != other.instance:
        gone = other.instance in trace.died
        text = f"`self` is a new `{function.type}` object{', and the earlier one is gone' if gone else ''}; each instance traces for itself"
        return RetraceReason("new-instance", ("self",), text, "", function.type, nearest.number, trace.line)
    at, former = (each.made[0] if each.made else trace.line for each in (function, other))
    if at is not None and former is not None and (at.file, at.line) != (former.file, former.line):
        text = f"another `tf.function` object of the same source was created, the earlier one at line {former.line}"
        return RetraceReason("another-function", (), text, "", "", nearest.number, at)
    return RetraceReason("new-function", (), "a new `tf.function` object of the same source was created", "", "", nearest.number, at)
