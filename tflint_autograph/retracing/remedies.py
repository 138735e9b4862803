"""What to change so that a function is not retraced for a reason, and how many traces would remain."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from tflint_autograph.retracing.reasons import Reason
from tflint_autograph.retracing.records import Function, Line, Node, Trace
from tflint_autograph.retracing.signature import leaves
from tflint_autograph.retracing.specs import Inexpressible, input_signature

Instances = Mapping[str, Function]
"""The `tf.function` objects of one source, by number."""

_DATASETS = "/tensorflow/python/data/"

_HARMLESS = ("relaxed", "variables", "failed", "recursion", "outer", "context", "unknown", "captures")
"""Reasons after which no further trace is to be expected, or of which a change of the arguments takes none away."""


def remedy(reason: Reason, traces: Sequence[Trace], all_traces: Sequence[Trace], instances: Instances) -> str:
    """What to write instead, an imperative; `traces` are those made for this reason, `all_traces` those of the source."""
    function = instances[traces[0].function]
    argument = f"`{reason.paths[0]}`" if reason.paths else "it"
    advice: dict[str, Callable[[], str]] = {
        "value": lambda: _value(reason, traces, argument),
        "shape": lambda: _shape(function, all_traces),
        "smaller-batch": lambda: f"drop the last batch, `batch(..., drop_remainder=True)`, or {_shape(function, all_traces)}",
        "dtype": lambda: f"pass {argument} with one dtype: convert it where it is made, `tf.cast({reason.paths[0]}, ...)`",
        "structure": lambda: f"pass {argument} with the same structure in each call",
        "type": lambda: f"pass the same kind of value as {argument} in each call, a tensor where it can be one",
        "object": lambda: _object(argument),
        "gone": lambda: _object(argument),
        "specification": lambda: f"pass {argument} with the same specification in each call",
        "alias": lambda: "pass different variables, or the same one, in each call",
        "relaxed": lambda: "nothing to change: the relaxed trace covers later shapes",
        "new-function": lambda: _hoist(reason.at, function),
        "outer": lambda: "nothing to change here: see the function that creates it",
        "another-function": lambda: "nothing to change where both objects are needed: each has traces of its own",
        "new-instance": lambda: f"create one `{function.type}` and use it again, or trace a function outside of the class",
        "variables": lambda: "nothing to change, or create the variables before the first call, `model.build(...)` for Keras",
        "context": lambda: "nothing to change where each context is needed: each of them has a trace of its own",
        "captures": lambda: "capture the same kind of value in each call",
        "recursion": lambda: "end the recursion by a Python value, or write a loop",
        "failed": lambda: "mend the error of the trace before it",
    }
    return advice.get(reason.kind, lambda: "")()


def _value(reason: Reason, traces: Sequence[Trace], argument: str) -> str:
    name = reason.paths[0]
    texts = {reason.before, reason.after}
    if texts <= {"True", "False", "None"}:
        return f"nothing to change where the code needs both: {argument} has a trace for each of its values"
    if texts & {"True", "False", "None"} or any(text[:1] in "'\"" for text in texts):
        return f"pass few values as {argument}, or a tensor, `tf.constant({name})`"
    return f"pass a tensor: `tf.constant({name})`"


def _shape(function: Function, traces: Sequence[Trace]) -> str:
    signature = written(function, traces)
    if signature:
        return f"write `{signature}`"
    return "write `reduce_retracing=True`" if not function.reduce else "pad to one shape"


def _object(argument: str) -> str:
    return f"create one object and pass it as {argument} in each call, or give each object a `tf.function` of its own"


def _hoist(at: Line | None, function: Function) -> str:
    """What to create once: a `tf.function`, or what of a library creates it."""
    if any(_DATASETS in each for each in function.through):
        return "build the dataset once, outside of the loop or function that is run again, and iterate it again"
    if not function.is_own:
        return "call the library once at this line: each call with a new object, as a model that is compiled anew, traces again"
    where = f" at line {at.line}" if at is not None else ""
    return f"create the `tf.function`{where} once, outside of the loop or function that is run again, and use it again"


def written(function: Function, traces: Sequence[Trace]) -> str:
    """The `input_signature` that covers all traces, empty where there is none or the function has one."""
    if function.has_signature or not function.is_own:
        return ""
    try:
        return input_signature(traces, function)
    except Inexpressible:
        return ""


def remaining(reasons: Collection[Reason], traces: Sequence[Trace], instances: Instances) -> int:
    """How many of the traces there would still be without these reasons."""
    masks = {path: reason.kind for reason in reasons for path in reason.paths if reason.kind not in _HARMLESS}
    kinds = {reason.kind for reason in reasons}
    is_one = bool(kinds & {"new-function", "new-instance"})
    return len({_key(trace, instances, masks, is_one=is_one) for trace in traces})


def _key(trace: Trace, instances: Instances, masks: Mapping[str, str], *, is_one: bool) -> tuple[object, ...]:
    """What tells traces apart, without what is masked; those of all instances are one where `is_one`."""
    function = instances[trace.function]
    signature = tuple(
        (leaf.path, _masked(leaf.node, masks[leaf.path]) if leaf.path in masks else leaf.text)
        for leaf in leaves(trace.signature, function)
        if masks.get(leaf.path) != "structure"
    )
    context = tuple(sorted((key, str(value)) for key, value in trace.context.items()))
    return (signature, context, trace.captures, trace.is_kept, trace.process, "" if is_one else trace.function)


def _masked(node: Node, kind: str) -> str:
    forms: dict[str, Callable[[], str]] = {
        "shape": lambda: str(node.get("dtype")),
        "smaller-batch": lambda: str(node.get("dtype")),
        "dtype": lambda: str(node.get("shape")),
    }
    return forms.get(kind, str)()
