"""Finds symbolic tensors stored in names, attributes and caches that outlive the call."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr, Statement
from tflint_autograph.model.facts import ClassKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import Kind, Value
from tflint_autograph.project.bodies.order import order
from tflint_autograph.project.bodies.walks import descendants, dotted_path, expressions, sets_path, walk
from tflint_autograph.tfapi.tables import STATIC
from tflint_autograph.traced.escape.attribute_readers import is_run_eagerly, read_in_another_trace, read_in_calls_alone
from tflint_autograph.traced.escape.given_back import is_restored
from tflint_autograph.traced.escape.guards import filled_once, fills, set_up_once
from tflint_autograph.traced.escape.lifetime import lasts, reads, tensor_in, under_tensor
from tflint_autograph.traced.escape.self_dependent import depends_on_itself
from tflint_autograph.traced.escape.stale_reads import met_leaks
from tflint_autograph.traced.graph.scopes import lifted
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.mutations import Mutation, MutationKind

_CONVERT = frozenset({"tensorflow.cast", "tensorflow.convert_to_tensor"})
"""Functions that return a tensor argument unchanged if there is nothing to convert."""

_ORDERS = frozenset({"<", "<=", ">", ">="})


def leak(mutation: Mutation, fn: TracedFunction) -> Confidence | None:
    """Returns the confidence that a name, an attribute or a guarded cache stores a symbolic tensor, or None.

    Storing in any other container is a change of that container. A Python value set under a tensor condition, or in a graph loop, becomes a
    tensor through AutoGraph (FACTS leaks). What other code uses it, as runs show, was stored for that.
    """
    met = met_leaks(fn).get(fn.statement.ordinal) if fn.statement is not None else None
    if mutation.how is MutationKind.CALL or (mutation.how is MutationKind.ITEM and met is None and not _memo(mutation, fn)) or lifted(fn):
        return None
    kept = _kept(mutation, fn)
    sure = lasts(mutation, fn) if kept is not None else None
    if kept is None or sure is None:
        return None
    if met is not None:
        return met
    if mutation.augmented and kept is Confidence.LOW < sure:
        # Whatever is added, it is added once per trace: that is said instead.
        return None
    if mutation.how is not MutationKind.ATTRIBUTE:
        return min(kept, sure)
    held = mutation.owner
    if held.cls is None and held.klass is None and not held.callees and not held.module:
        return min(kept, Confidence.LOW)
    # An update starts from what the last call left, whoever reads it.
    scratch = sure is Confidence.LOW if mutation.augmented else _only_scratch(mutation, fn)
    if scratch and mutation.spoken in filled_once(fn) and len(fn.analysis.roots_above(fn.key)) > 1:
        # What a guard keeps from the trace of one root, the trace of another finds there.
        return min(kept, Confidence.MEDIUM)
    return Confidence.LOW if scratch else kept


def _memo(mutation: Mutation, fn: TracedFunction) -> bool:
    return fills(mutation.spoken.partition("[")[0], fn)


def _kept(mutation: Mutation, fn: TracedFunction) -> Confidence | None:
    """Returns the confidence that a tensor is stored, or None."""
    stored = mutation.stored
    if stored is not None and stored.kind is Kind.CONTAINER and (set_up_once(fn) or not (mutation.augmented or depends_on_itself(mutation, fn))):
        # What grows from call to call is a change of the container: that is said instead.
        stored = tensor_in(stored) or stored
    if stored is not None and (stored.kind is Kind.TENSOR or of_trace(stored)) and not _eager(stored):
        return stored.confidence
    if stored is None or stored.kind is not Kind.PYTHON or not fn.converted or not under_tensor(fn):
        return None
    if mutation.how is MutationKind.NAME and not mutation.augmented and not reads(fn, mutation.word):
        # A global that nothing reads further down is left out of the graph (FACTS control_global_in_tensor_if).
        return None
    return Confidence.HIGH if mutation.how in (MutationKind.NAME, MutationKind.ATTRIBUTE) else None


def of_trace(stored: Value) -> str:
    """Returns what an object of the graph other than a tensor is called that the value is, or an empty string."""
    return "`TensorArray`" if stored.kind is Kind.TENSORARRAY else "gradient tape" if stored.type == "tape" else ""


def _eager(value: Value) -> bool:
    """Whether the tensor was created outside the call."""
    return bool(value.spelling) and not value.parameter


def _only_scratch(mutation: Mutation, fn: TracedFunction) -> bool:
    """Whether the attribute may be temporary state of the call itself."""
    owner = mutation.owner.cls
    if is_restored(mutation.spoken, fn):
        return True
    if owner is None or _carried_over(mutation, owner, fn):
        return False
    stored_in_traces = not is_run_eagerly(fn.analysis, fn.key)
    if not read_in_calls_alone(fn.analysis, owner, mutation.word, by_any_method=True, stored_in_traces=stored_in_traces):
        return False
    return not read_in_another_trace(fn.analysis, owner, mutation.word)


def _carried_over(mutation: Mutation, owner: ClassKey, fn: TracedFunction) -> bool:
    """Whether the function reads the attribute before it sets it, and is the only traced reader: an earlier call stored it.

    A function that sets it several times restores it. A test whether it was set, a conversion to the same dtype, and what the other branch
    of an `if` reads, do not count as a read.
    """
    if _converts(fn):
        return False
    classes, family = fn.analysis.classes, fn.analysis.classes.family(owner)
    writers = {writer for cls in family for writer in classes.own_writers(cls).get(mutation.word, ())}
    if fn.analysis.project.setting(mutation.word) or any(each != fn.key and each in fn.analysis.results for each in writers):
        return False
    setting = [each.ordinal for each in walk(fn.body.statements) if sets_path(each, mutation.spoken)]
    statements = walk(fn.body.statements)
    reading = [each.ordinal for each in statements if any(reads_value(expr, mutation.spoken) for expr in _used(each))]
    return len(setting) == 1 and any(each <= setting[0] and not _is_other_way(each, setting[0], mutation.spoken, fn) for each in reading)


def _is_other_way(reading: int, setting: int, path: str, fn: TracedFunction) -> bool:
    """Whether an `if` runs one of two statements alone, and does not ask for the dotted name: what an earlier call stored decides nothing."""
    ways = {holder.statement.ordinal: holder.block for holder in order(fn.body).holders(setting) if isinstance(holder.statement, ir.If)}
    for holder in order(fn.body).holders(reading):
        if isinstance(holder.statement, ir.If) and ways.get(holder.statement.ordinal, holder.block) is not holder.block:
            return all(dotted_path(part) != path for part in descendants(holder.statement.test))
    return False


def _used(statement: Statement) -> Iterator[Expr]:
    """Yields the expressions of a statement; of a condition only comparisons of size, not tests of presence."""
    if not isinstance(statement, (ir.If, ir.While)):
        return expressions(statement)
    return (part for part in descendants(statement.test) if isinstance(part, ir.Operation) and not _ORDERS.isdisjoint(part.operators))


def reads_value(expr: Expr, path: str) -> bool:
    """Whether an expression reads the value of a dotted name, not only its dtype or shape, which a symbolic tensor has too."""
    parts = tuple(descendants(expr))
    read = [part for part in parts if isinstance(part, (ir.Name, ir.Attribute)) and dotted_path(part) == path]
    static = [part for part in parts if isinstance(part, ir.Attribute) and part.attr in STATIC and dotted_path(part.value) == path]
    return len(read) > len(static)


def _converts(fn: TracedFunction) -> bool:
    return isinstance(fn.statement, ir.Assign) and fn.flow.called(fn.statement.value) in _CONVERT
