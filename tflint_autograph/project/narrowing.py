"""Which names a condition rules out as tensors where it holds, or where it fails. Decides no condition itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.project.walks import dotted_path
from tflint_autograph.tfapi.names import canonical

if TYPE_CHECKING:
    from tflint_autograph.project.evaluate import Evaluator
    from tflint_autograph.project.flow import CallSite

_QUESTIONS = frozenset({"tensorflow.is_tensor", "keras.ops.is_tensor"})
_OTHERS = frozenset(
    {"tensorflow.RaggedTensor", "tensorflow.SparseTensor", "tensorflow.Variable", "numpy.ndarray"}
    | {f"builtins.{name}" for name in ("bool", "bytes", "dict", "float", "int", "list", "set", "str", "tuple")}
)
"""Types no instance of which is a `tf.Tensor`."""


def no_tensors(run: Evaluator, test: Expr, *, holds: bool) -> Iterator[Expr]:
    """The names and dotted names that are no tensors where the condition, just evaluated, holds or fails.

    `isinstance(x, tf.Tensor)` says so of `x` where it fails, `isinstance(x, list)` where it holds.
    """
    if isinstance(test, ir.Operation) and test.operators[0] == "not":
        yield from no_tensors(run, test.operands[0], holds=not holds)
    elif isinstance(test, ir.Operation) and test.operators[0] in ("and", "or"):
        operands = test.operands
        if holds is (test.operators[0] == "or"):
            # One of them is enough for that: it is known which where the others are constants.
            operands = tuple([each for each in operands if run.evaluate(each).const is not (not holds)])
            operands = operands if len(operands) == 1 else ()
        for operand in operands:
            yield from no_tensors(run, operand, holds=holds)
    elif isinstance(test, ir.Call) and test.args:
        site, asked = run.flow.calls.get(test.at), test.args[0].value
        if site is not None and dotted_path(asked) and _says_tensor(site) is (not holds):
            yield asked


def _says_tensor(site: CallSite) -> bool | None:
    """Whether a call that is true of a value says that it is a tensor, or that it is none; None where it says neither."""
    if site.func.name != "builtins.isinstance":
        return True if canonical(site.func.name) in _QUESTIONS else None
    types = site.argument(1, "")
    if types is None:
        return None
    names = [canonical(each.name) for each in (types.items if types.items is not None else (types,))]
    if "tensorflow.Tensor" in names:
        return True
    return False if all(name in _OTHERS for name in names) else None
