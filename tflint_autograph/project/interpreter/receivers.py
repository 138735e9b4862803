"""Refines and updates the receiver of a method call: recognises datasets and strategies, and records elements added to containers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.trace import Step
from tflint_autograph.model.values import NO_AXES, UNKNOWN, Callee, Kind, Value
from tflint_autograph.project.bodies.walks import dotted_path
from tflint_autograph.project.interpreter.special import GLOBALS, note_member
from tflint_autograph.project.values.body_result import CallSite, Env
from tflint_autograph.project.values.bound import MADE_OF, source_of
from tflint_autograph.project.values.elements import item_of
from tflint_autograph.tfapi import tables
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.tfapi.tracing import tracing_method

if TYPE_CHECKING:
    from tflint_autograph.project.interpreter.expressions import Evaluator


def hinted(run: Evaluator, node: ir.Call, receiver: Value) -> Value:
    """Returns a dataset if only a dataset has such a call: `num_parallel_calls=`, `tf.data.AUTOTUNE`, `tf.data.experimental.scan(...)`.

    Returns a strategy if the file reads, from something with this name, what only a strategy has.
    """
    if receiver.kind is not Kind.UNKNOWN or receiver.name or receiver.cls or receiver.callees or receiver.module:
        return receiver
    assert isinstance(node.func, ir.Attribute)
    if tracing_method("strategy", node.func.attr) is not None and _is_strategy(run, dotted_path(node.func.value)):
        return receiver._replace(kind=Kind.OBJECT, type="strategy")
    own = _OWN.get(node.func.attr, ())
    told = any(argument.keyword == "num_parallel_calls" or argument.keyword in own for argument in node.args) or (
        node.func.attr in _TOLD and any(_is_of_datasets(run, argument.value) for argument in node.args)
    )
    if not told and node.func.attr not in _ALONE:
        return receiver
    because = run.step(node.at, f"only a dataset has this `{node.func.attr}`", Kind.DATASET)
    _also_before(run, receiver, because)
    return receiver._replace(kind=Kind.DATASET, type="dataset", provenance=because)


def made_of_unknown(run: Evaluator, site: CallSite, receiver: Value) -> Value:
    """Returns the result of a method call on an unknown value. If the result proves to be a dataset, the receiver was one too."""
    if run.traced or tables.method_result("dataset", site.method) != "dataset":
        return UNKNOWN
    source = source_of(receiver)
    value = Value(factory=MADE_OF, spelling=source) if source else Value()
    run.open[id(value)] = value, site, (receiver,)
    return value


def note_either(run: Evaluator, merged: Env, left: Env, right: Env) -> None:
    """Records, where two branches join, that a name may be either result derived from something unknown."""
    for name, one in left.items():
        other = right.get(name, one)
        if one is not other and (id(one) in run.open or id(other) in run.open):
            source = source_of(one)
            same = source and source == source_of(other)
            value = merged[name] = Value(factory=MADE_OF, spelling=source) if same else Value(*merged[name])
            run.open[id(value)] = value, None, (one, other)


def _also_before(run: Evaluator, value: Value, because: Step) -> None:
    """Marks the values that a dataset was derived from as datasets too: only a dataset's `map`, `batch` and the like return one."""
    waiting = [value]
    while waiting:
        _, site, sources = run.open.pop(id(waiting.pop()), _NOTHING)
        waiting += sources
        if site is not None and site.receiver is not None:
            told = site.receiver._replace(kind=Kind.DATASET, type="dataset", provenance=because)
            run.flow.calls[site.at] = replace(site, receiver=told)


_NOTHING: tuple[Value, None, tuple[()]] = (UNKNOWN, None, ())


def _is_strategy(run: Evaluator, path: str) -> bool:
    return bool(path) and any(run.scope.mentions(run.path, f"{path}.{word}") for word in _OF_STRATEGIES)


_OF_STRATEGIES = ("num_replicas_in_sync", "experimental_local_results(", "experimental_distribute_dataset(",
                  "experimental_distribute_datasets_from_function(", "distribute_datasets_from_function(")  # fmt: skip

_OWN = {
    "map": frozenset({"map_func"}),
    "flat_map": frozenset({"map_func"}),
    "interleave": frozenset({"map_func", "cycle_length", "block_length"}),
    "shuffle": frozenset({"reshuffle_each_iteration"}),
}
"""By method name: the keywords that only the dataset method of this name takes."""

_ALONE = frozenset(
    {"padded_batch", "ragged_batch", "bucket_by_sequence_length", "group_by_window", "rejection_resample", "assert_cardinality",
     "as_numpy_iterator", "make_one_shot_iterator", "make_initializable_iterator", "map_with_legacy_function"}
)  # fmt: skip
"""Methods that only a dataset has."""

_TOLD = frozenset({"map", "batch", "prefetch", "interleave", "apply"})


def _is_of_datasets(run: Evaluator, given: Expr) -> bool:
    """Whether the argument occurs only in dataset calls: `tf.data.AUTOTUNE`, or an object of `tf.data.experimental`."""
    if isinstance(given, ir.Call):
        return canonical(run.evaluate(given.func).name).startswith("tensorflow.data.experimental.")
    return isinstance(given, (ir.Name, ir.Attribute)) and run.evaluate(given).name.endswith(".AUTOTUNE")


def note_shape(run: Evaluator, expr: Expr, receiver: Value, method: str) -> None:
    """Records that `set_shape` gave a tensor a known length along each axis."""
    path = dotted_path(expr)
    if method == "set_shape" and receiver.unknown_axes and path:
        run.set(path, receiver._replace(unknown_axes=NO_AXES))


def note_helper(run: Evaluator, node: ir.Call, targets: tuple[Callee, ...]) -> None:
    """Records what a helper does to an argument that calls nothing but a method of it: `def grow(parts, x): parts.append(x)`."""
    done = run.scope.done_by(node, targets[0]) if len(targets) == 1 and run.env else None
    if done is None or not isinstance(done.func, ir.Attribute) or dotted_path(done.func.value) not in (run.env or {}):
        return
    receiver = run.evaluate(done.func.value)
    note_shape(run, done.func.value, receiver, done.func.attr)
    if receiver.kind is Kind.CONTAINER:
        note_growth(run, done.func.value, receiver, done.func.attr, tuple([(each.keyword, run.evaluate(each.value)) for each in done.args]))


def note_growth(
    run: Evaluator, expr: Expr, receiver: Value, method: str, args: tuple[tuple[str | None, Value], ...]
) -> None:
    """Records the elements added to a local container."""
    if receiver.kind is not Kind.CONTAINER or not args:
        return
    if method in ("append", "add", "appendleft", "insert"):
        run.widen(expr, receiver, args[-1][1])
    elif method in ("extend", "update"):
        if receiver.spelling == GLOBALS:
            note_member(run, run.at, UNKNOWN, UNKNOWN)
        keyword, given = args[-1]
        run.widen(expr, receiver, item_of(given) if keyword in (None, "**") else given)
    elif method == "setdefault" and len(args) > 1 and args[0][1].const not in dict(receiver.items_by_key or ()):
        run.widen(expr, receiver, args[1][1], args[0][1].const)
