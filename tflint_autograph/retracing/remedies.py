"""Suggests how to avoid retraces for a reason, and counts the traces that would remain."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from tflint_autograph.model.record import record
from tflint_autograph.retracing.reasons import RetraceReason
from tflint_autograph.retracing.records import Function, Line, Node, Parameter, Trace
from tflint_autograph.retracing.signature import leaves

Instances = Mapping[str, Function]
"""The `tf.function` objects of one source, by number."""

_HARMLESS = ("relaxed", "variables", "failed", "recursion", "outer", "context", "unknown", "captures")
"""Reasons that do not recur, or that a change of the arguments does not avoid."""

_ITERATOR = "keep one iterator of the dataset, or iterate it inside of a `tf.function`: each new iterator traces again"

_MODEL = "use one model, compiled once: each model traces for itself, and again after each `compile`"

_CREATORS = (
    (":make_train_function", _MODEL),
    (":make_test_function", _MODEL),
    (":make_predict_function", _MODEL),
    ("/data_adapters/", "pass a dataset that is built once: each call with arrays builds one, and traces its functions, again"),
    ("/keras/", "call Keras once at this line: each call creates the function, and traces it, again"),
    (":__iter__", _ITERATOR),
    ("/tensorflow/python/data/", "build the dataset once, outside of the loop or function that is run again, and iterate it again"),
)
"""Library functions that create `tf.function` objects, by a part of the file or function name, with the suggestion."""

_FLAGS = {"True", "False", "None"}


@record
class Remedy:
    """What to change, as an imperative.

    `relaxes`: TensorFlow still traces once more, for the relaxed signature. `is_one`: one `tf.function` object is left.
    """

    text: str
    relaxes: bool = False
    is_one: bool = False

    @property
    def changes(self) -> bool:
        """Whether there is something to change."""
        return not self.text.startswith("nothing")


def remedy(reason: RetraceReason, traces: Sequence[Trace], all_traces: Sequence[Trace], instances: Instances) -> Remedy:
    """Returns the remedy; `traces` are those made for this reason, `all_traces` those of the source."""
    function = instances[traces[0].function]
    if not reason.kinds:
        text = _of_state(reason, function)
        # Of one iterator over several devices there are several objects
        return Remedy(text, is_one=reason.kind in ("new-function", "new-instance") and text != _ITERATOR)
    kinds = dict.fromkeys(reason.kinds)
    found = [_of_arguments(kind, _Arguments(reason, kind), function, all_traces) for kind in kinds]
    return Remedy("; ".join(each.text for each in found), any(each.relaxes for each in found))


def _of_state(reason: RetraceReason, function: Function) -> str:
    advice = {
        "new-function": _hoist(reason.at, function),
        "outer": "nothing to change here: see the function that creates it",
        "another-function": "nothing to change where both objects are needed: each has traces of its own",
        "new-instance": f"create one `{function.type}` and use it again, or trace a function outside of the class",
        "variables": "nothing to change, or create the variables before the first call, with Keras by `model.build(...)` and "
        "`optimizer.build(...)`",
        "context": "nothing to change where each context is needed: each of them has a trace of its own",
        "captures": "capture the same kind of value in each call",
        "recursion": "end the recursion by a Python value, or write a loop",
        "failed": "repair the error of the trace before it",
    }
    return advice.get(reason.kind, "")


class _Arguments:
    """The arguments of one kind that a reason is about, in words; `texts` are the values of the first one."""

    def __init__(self, reason: RetraceReason, kind: str) -> None:
        self.paths = [path for path, each in _by_path(reason) if each == kind]
        self.texts = {reason.before, reason.after} if kind == reason.kind else set()
        self.words = ", ".join(f"`{path}`" for path in self.paths[:3])

    def call(self, form: str) -> str:
        """Returns a code template filled with each argument: `tf.constant(a)`, `tf.constant(b)`."""
        return ", ".join(f"`{form.format(path)}`" for path in self.paths[:3])


def _of_arguments(kind: str, given: _Arguments, function: Function, traces: Sequence[Trace]) -> Remedy:
    if kind in ("shape", "smaller-batch"):
        return _shape(kind, given, function, traces)
    if kind == "dtype":
        return _dtype(given, function, traces)
    create = f"create one object and pass it as {given.words} in each call, or give each object a `tf.function` of its own"
    advice = {
        "value": _value(given),
        "structure": f"pass {given.words} with the same structure in each call",
        "type": f"pass the same kind of value as {given.words} in each call, a tensor where it can be one",
        "object": create,
        "gone": create,
        "specification": f"pass {given.words} with the same specification in each call",
        "alias": "pass different variables, or the same one, in each call",
        "relaxed": "nothing to change: the relaxed trace covers later shapes",
    }
    return Remedy(advice[kind])


def _value(given: _Arguments) -> str:
    if given.texts and given.texts <= _FLAGS:
        has = "has" if len(given.paths) == 1 else "have"
        return f"nothing to change where the code needs both: {given.words} {has} a trace for each of the values"
    if given.texts & _FLAGS or any(text[:1] in "'\"" for text in given.texts):
        return f"pass few values as {given.words}, or a tensor, {given.call('tf.constant({})')}"
    return f"pass a tensor: {given.call('tf.constant({})')}"


def _shape(kind: str, given: _Arguments, function: Function, traces: Sequence[Trace]) -> Remedy:
    signature = written(function, traces)
    drop = "drop the last batch, `batch(..., drop_remainder=True)`" if kind == "smaller-batch" else ""
    if signature:
        return Remedy(f"write `{signature}`" + (f", or {drop}" if drop else ""))
    # The second shape is traced as it is relaxed: only a third one gains
    can_relax = function.is_own and not function.reduce and _shapes(given, function, traces) > 2
    relax = "write `reduce_retracing=True`" if can_relax else ""
    if drop:
        return Remedy(f"{drop}{f', or {relax}' if relax else ''}")
    return Remedy(relax or f"pass {given.words} with one shape in each call, padded where it is smaller", bool(relax))


def _shapes(given: _Arguments, function: Function, traces: Sequence[Trace]) -> int:
    """Returns the number of different shape combinations of the arguments."""
    found = set()
    for trace in traces:
        nodes = {leaf.path: leaf.node for leaf in leaves(trace.signature, function)}
        found.add(tuple(str(nodes[path].get("shape")) for path in given.paths if path in nodes))
    return len(found)


def _dtype(given: _Arguments, function: Function, traces: Sequence[Trace]) -> Remedy:
    if any(text.startswith("string ") for text in given.texts):
        return Remedy(f"nothing to change where the code needs both: {given.words} cannot have one dtype")
    text = f"pass {given.words} with one dtype, converted where it is made: {given.call('tf.cast({}, ...)')}"
    if _shapes(given, function, traces) == 1:
        return Remedy(text)
    return Remedy(f"{text}; with `reduce_retracing=True`, as the shape differs, too", relaxes=function.is_own)


def _hoist(at: Line | None, function: Function) -> str:
    """Returns the suggestion to create a `tf.function`, or the library object that creates it, once."""
    known = [advice for part, advice in _CREATORS if any(part in each for each in function.through)]
    if known:
        return known[0]
    if not function.is_own:
        return "call the library once at this line: each call creates the function, and traces it, again"
    where = f" at line {at.line}" if at is not None else ""
    return f"create the `tf.function`{where} once, outside of the loop or function that is run again, and use it again"


def written(function: Function, traces: Sequence[Trace]) -> str:
    """Returns the `input_signature` that covers all traces, or an empty string if there is none or the function has one."""
    if function.has_signature or not function.is_own:
        return ""
    try:
        return input_signature(traces)
    except Inexpressible:
        return ""


def remaining(given: Collection[tuple[RetraceReason, Remedy]], traces: Sequence[Trace], instances: Instances) -> int:
    """Returns how many of the traces would remain after these remedies."""
    masks = {path: kind for reason, _ in given for path, kind in _by_path(reason) if kind not in _HARMLESS}
    is_one = any(each.is_one for _, each in given)
    left = len({_key(trace, instances, masks, is_one=is_one) for trace in traces})
    return min(left + any(each.relaxes for _, each in given), len(traces))


def _by_path(reason: RetraceReason) -> Iterator[tuple[str, str]]:
    """Yields the arguments a reason is about with their kinds; nothing for a reason that is not about arguments."""
    if reason.kinds:
        yield from zip(reason.paths, reason.kinds, strict=True)


def _key(trace: Trace, instances: Instances, masks: Mapping[str, str], *, is_one: bool) -> tuple[object, ...]:
    """Returns what distinguishes a trace after masking; with `is_one`, all instances count as one."""
    function = instances[trace.function]
    signature = tuple(
        (leaf.path, _masked(leaf.node, masks[leaf.path]) if leaf.path in masks else leaf.text)
        for leaf in leaves(trace.signature, function)
        if masks.get(leaf.path) != "structure"
    )
    context = tuple(sorted((key, str(value)) for key, value in trace.context.items()))
    return (signature, context, trace.captures, trace.is_kept, trace.process, _object(function) if is_one else trace.function)


def _object(function: Function) -> str:
    """Returns the identity of a function's objects after the remedy: one per creating line, for a method one for all instances."""
    return "" if function.instance else str(function.made[:1])


def _masked(node: Node, kind: str) -> str:
    """Returns a leaf without what a remedy makes equal: its shape, or shape and dtype."""
    return str(node.get("dtype")) if kind in ("shape", "smaller-batch") else ""


_NUMBERS = {"int": "tf.int32", "float": "tf.float32", "bool": "tf.bool"}
"""The tensor dtype for a Python value in a signature."""


class Inexpressible(Exception):
    """Raised if no `input_signature` is possible for an argument; the message says why."""


def input_signature(traces: Sequence[Trace]) -> str:
    """Returns `input_signature=[...]` for all traces. Raises Inexpressible if an argument cannot be a tensor."""
    first = traces[0].signature
    if any(len(each.signature) != len(first) for each in traces):
        raise Inexpressible("the number of arguments differs")
    parts = []
    for index, (name, kind, _) in enumerate(first):
        if kind == "KEYWORD_ONLY":
            raise Inexpressible(f"`{name}` is passed by keyword only")
        parts.append(_merged([each.signature[index] for each in traces]))
    return f"input_signature=[{', '.join(parts)}]"


def _merged(parameters: Sequence[Parameter]) -> str:
    if len({name for name, _, _ in parameters}) > 1:
        raise Inexpressible("the names of the arguments differ")
    return _spec(parameters[0][0], [node for _, _, node in parameters])


def _spec(name: str, nodes: Sequence[Node]) -> str:
    kinds = {node["is"] for node in nodes}
    if kinds <= {"tensor", "value"}:
        return _tensor(name, nodes)
    first = nodes[0]
    if len(kinds) > 1 or first["is"] not in ("list", "tuple", "dict"):
        raise Inexpressible(f"`{name}` is not always a tensor")
    if any(node["items"].keys() != first["items"].keys() for node in nodes):
        raise Inexpressible(f"the structure of `{name}` differs")
    inner = {key: _spec(name, [node["items"][key] for node in nodes]) for key in first["items"]}
    if first["is"] == "dict":
        return "{" + ", ".join(f"{key}: {spec}" for key, spec in inner.items()) + "}"
    listed = ", ".join(inner.values())
    return f"[{listed}]" if first["is"] == "list" else f"({listed}{',' if len(inner) == 1 else ''})"


def _tensor(name: str, nodes: Sequence[Node]) -> str:
    dtypes = {_dtype_word(node) for node in nodes}
    if None in dtypes:
        raise Inexpressible(f"`{name}` is a Python value that is no number")
    if len(dtypes) > 1:
        raise Inexpressible(f"`{name}` has several dtypes")
    shapes = [node.get("shape", []) for node in nodes]
    dims = relaxed(shapes)
    return f"tf.TensorSpec({dims}, {dtypes.pop()})"


def _dtype_word(node: Node) -> str | None:
    return f"tf.{node['dtype']}" if node["is"] == "tensor" else _NUMBERS.get(node["type"])


def relaxed(shapes: Sequence[Sequence[int | None] | None]) -> list[int | None] | None:
    """Returns the most specific shape that covers all: None for an axis that differs, and for differing ranks."""
    if any(each is None for each in shapes) or len({len(each or ()) for each in shapes}) > 1:
        return None
    known = [each for each in shapes if each is not None]
    return [dims[0] if len(set(dims)) == 1 else None for dims in zip(*known, strict=True)]
