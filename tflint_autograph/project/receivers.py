"""What a method call says of its receiver, and does to it: datasets told by their calls, containers that grow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.values import NO_AXES, Kind, Value
from tflint_autograph.project.elements import item_of
from tflint_autograph.project.walks import dotted_path

if TYPE_CHECKING:
    from tflint_autograph.project.evaluate import Evaluator


def hinted(run: Evaluator, node: ir.Call, receiver: Value) -> Value:
    """A dataset, where only a dataset has such a call: `num_parallel_calls=`, `tf.data.AUTOTUNE`, `.prefetch(...)`."""
    if receiver.kind is not Kind.UNKNOWN or receiver.name or receiver.cls or receiver.targets or receiver.module:
        return receiver
    assert isinstance(node.func, ir.Attribute)
    keywords = {argument.keyword for argument in node.args}
    told = "num_parallel_calls" in keywords or (
        node.func.attr in ("map", "batch", "prefetch", "interleave")
        and any(
            run.evaluate(argument.value).name.endswith(".AUTOTUNE")
            for argument in node.args
            if isinstance(argument.value, (ir.Name, ir.Attribute))
        )
    )
    if not told:
        return receiver
    because = run.step(node.at, f"only a dataset has this `{node.func.attr}`")
    return receiver._replace(kind=Kind.DATASET, type="dataset", because=because)


def note_shape(run: Evaluator, expr: Expr, receiver: Value, method: str) -> None:
    """Take a tensor whose shape is set to have a length along each axis."""
    path = dotted_path(expr)
    if method == "set_shape" and receiver.unsized and path:
        run.set(path, receiver._replace(unsized=NO_AXES))


def note_growth(
    run: Evaluator, expr: Expr, receiver: Value, method: str, args: tuple[tuple[str | None, Value], ...]
) -> None:
    """Remember what is put into a local container."""
    if receiver.kind is not Kind.CONTAINER or not args:
        return
    if method in ("append", "add", "appendleft", "insert"):
        run.widen(expr, receiver, args[-1][1])
    elif method in ("extend", "update"):
        run.widen(expr, receiver, item_of(args[-1][1]))
