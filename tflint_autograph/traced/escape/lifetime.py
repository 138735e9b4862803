"""Decides whether a change outlives the call that makes it, with a confidence."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr, Statement
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import NOTHING, Kind, Origin, Value
from tflint_autograph.project.bodies.changes import mentions, named
from tflint_autograph.project.bodies.walks import descendants, dotted_path, sets_path, walk
from tflint_autograph.project.callsites.renaming import reading
from tflint_autograph.project.values.body_result import CallSite
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.escape.free_variables import owner_of
from tflint_autograph.traced.escape.given_back import is_given_back, is_taken_back
from tflint_autograph.traced.escape.guards import (
    filled_once,
    finds_missing,
    flags_used_up,
    is_builder,
    is_scoped,
    made_each_call,
    runs_once,
    set_up_once,
    undone_by_callers,
)
from tflint_autograph.traced.escape.one_shot_flags import asked, thrown_back, throws
from tflint_autograph.traced.escape.passed_within_trace import is_handed_on, item_stored, item_target
from tflint_autograph.traced.escape.reset_per_call import emptied, is_used_up, made_by_callers, renewed_before
from tflint_autograph.traced.escape.self_dependent import depends_on_itself, only_updates
from tflint_autograph.traced.graph.scopes import lifted, lifted_in
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.inherited import over_frames
from tflint_autograph.traced.tree.kinds import assigns, held_by_argument, lasting_container, lasting_object
from tflint_autograph.traced.tree.mutations import Mutation, MutationKind
from tflint_autograph.traced.tree.point import EnclosingScope, TracedPoint

_GRAPHS = frozenset({"tensorflow.get_default_graph", "keras.backend.get_graph"})
"""Functions that return the graph being traced."""


def lasts(mutation: Mutation, fn: TracedFunction) -> Confidence | None:
    """Returns the confidence that a change affects something outside the call, or None if it does not."""
    if not _keeps_graph(mutation, fn):
        if is_scoped(fn.analysis, fn.key):
            return _left_behind(mutation, fn)
        if (is_builder(fn.analysis, fn.key) and not _is_beside(mutation, fn)) or undone_by_callers(fn, mutation.spoken):
            return None
    if mutation.how is MutationKind.NAME:
        return _name(mutation, fn)
    if mutation.how is MutationKind.ATTRIBUTE:
        return _attribute(mutation, fn)
    return _container(mutation, fn)


def _is_beside(mutation: Mutation, fn: TracedFunction) -> bool:
    """Whether a constructor changes something other than its object, which traced code creates on every call."""
    return mutation.spoken.partition(".")[0] != fn.fact.receiver and made_each_call(fn)


def _left_behind(mutation: Mutation, fn: TracedFunction) -> Confidence | None:
    """Returns the confidence that a context manager's change outlives its block because the exit does not undo it, or None."""
    owner = mutation.owner
    if finds_missing(fn):
        return None
    if mutation.how in (MutationKind.NAME, MutationKind.ATTRIBUTE):
        adds = (mutation.augmented or depends_on_itself(mutation, fn)) and (mutation.how is MutationKind.NAME or lasting_object(owner))
        adds = adds and (mutation.how is MutationKind.NAME or Kind.PYTHON in _kinds_before(mutation, fn))
    else:
        adds = lasting_container(owner) and owner.kind in (Kind.CONTAINER, Kind.NUMPY) and not _says_the_same(mutation, fn)
    undone = is_given_back(mutation.spoken, fn) or is_taken_back(mutation.spoken, fn)
    return Confidence.HIGH if adds and not undone else None


def assumed(mutation: Mutation, fn: TracedFunction) -> tuple[str, ...]:
    """Returns the ids of what it rests on that a change lasts, and that it matters (`tfapi/assumptions.toml`)."""
    if mutation.how in (MutationKind.NAME, MutationKind.ATTRIBUTE):
        stored = mutation.stored
        is_flag = not mutation.augmented and stored is not None and stored.const is not NOTHING and not under_tensor(fn)
        return ("read-flag",) if is_flag and mutation.spoken not in filled_once(fn) else ()
    if mutation.owner.kind in (Kind.CONTAINER, Kind.NUMPY):
        return ()
    # Under a condition of the graph, it happens at trace time whatever the condition is.
    return ("keeps-items",) if mutation.how is MutationKind.ITEM and not under_tensor(fn) else ("keeps-elements",)


def _container(mutation: Mutation, fn: TracedFunction) -> Confidence | None:
    owner = mutation.owner
    if not lasting_container(owner):
        return None
    if mutation.stored is not None and mutation.stored.kind is Kind.VARIABLE:
        return None
    if mutation.key is not None and canonical(mutation.key.factory) in _GRAPHS:
        # Each trace has its own graph, and finds nothing in it that another one has left.
        return None
    if runs_once(fn) and not _keeps_graph(mutation, fn):
        return None
    if is_taken_back(mutation.spoken, fn) or made_by_callers(fn, mutation.spoken):
        return None
    if _says_the_same(mutation, fn) or _sets_again(mutation, fn) or _renewed(mutation, fn) or renewed_before(mutation.spoken, fn) or is_handed_on(mutation, fn):
        return Confidence.LOW
    if emptied(fn, mutation.spoken) or (_is_item(mutation) and not under_tensor(fn) and is_used_up(mutation.spoken, fn)):
        return Confidence.LOW
    if held_by_argument(owner):
        # Calls with another object each trace again, and change that; a tensor is symbolic in each.
        return Confidence.MEDIUM if mutation.stored is not None and tensor_in(mutation.stored) is not None else Confidence.LOW
    return Confidence.HIGH if owner.kind in (Kind.CONTAINER, Kind.NUMPY) else Confidence.MEDIUM


def _is_item(mutation: Mutation) -> bool:
    return mutation.how is MutationKind.ITEM and not mutation.augmented


def _renewed(mutation: Mutation, fn: TracedFunction) -> bool:
    """Whether the container is an attribute that a `__call__` of the model sets again: then it is per-call temporary state.

    Keras runs a `__call__` of the class before `call`, whoever calls the model (`keras.layers.Layer.__call__`).
    """
    thing, _, name = mutation.spoken.partition("[")[0].rpartition(".")
    cls = fn.class_held(thing)
    first = fn.analysis.classes.method(cls, "__call__") if cls is not None and fn.keras_kind(cls) else None
    fact = fn.analysis.project.function(first) if first is not None else None
    return fact is not None and name in fact.stores


def _says_the_same(mutation: Mutation, fn: TracedFunction) -> bool:
    """Whether a constant is stored under a constant key: repeating it changes nothing.

    A value that reads an element does not count: `counts["seen"] = counts["seen"] + 1`.
    """
    if mutation.how is not MutationKind.ITEM or mutation.augmented or mutation.key is None or mutation.stored is None:
        return False
    if mutation.key.const is NOTHING or mutation.stored.const is NOTHING:
        return False
    value = item_stored(fn)
    return value is None or not _reads_element(value)


def _sets_again(mutation: Mutation, fn: TracedFunction) -> bool:
    """Whether an item of a Python container is set to a Python value, or to what an outer object has, that does not depend on the container.

    As for an attribute, another call with the same arguments would set the same. A slice may become longer by it.
    """
    stored, value = mutation.stored, item_stored(fn)
    if mutation.how is not MutationKind.ITEM or mutation.augmented or mutation.owner.kind is Kind.NUMPY or stored is None or value is None:
        return False
    is_found = stored.kind in (Kind.UNKNOWN, Kind.CALLABLE) and stored.origin is Origin.OUTER
    if (stored.kind not in (Kind.PYTHON, Kind.OBJECT, Kind.CONTAINER) and not is_found) or tensor_in(stored) is not None or under_tensor(fn):
        return False
    holder, key = item_target(fn) or (None, None)
    if holder is None or key is None or isinstance(key, ir.Slice):
        return False
    # Under any of its names: `counts = self.counts`.
    name = mutation.spoken.partition("[")[0]
    container = named(name, dotted_path(holder))
    returned = (part for part in descendants((key, value)) if isinstance(part, ir.Call))
    return not any(mentions(each, container) for each in (key, value)) and not any(fn.value_of(part).spelling == name for part in returned)


def _reads_element(expr: Expr) -> bool:
    return any(isinstance(part, (ir.Subscript, ir.Call)) for part in descendants(expr))


def _keeps_graph(mutation: Mutation, fn: TracedFunction) -> bool:
    """Whether a symbolic tensor is stored. A guard that fills a cache once does not make that right."""
    return mutation.stored is not None and tensor_in(mutation.stored) is not None and not lifted(fn)


def tensor_in(stored: Value) -> Value | None:
    """Returns the value if it is a tensor, or a tensor in a container, or None."""
    if stored.kind is not Kind.CONTAINER:
        return stored if stored.kind is Kind.TENSOR else None
    held = (*(stored.items or ()), *(each for _, each in stored.items_by_key or ()), *((stored.element,) if stored.element is not None else ()))
    return next((each for each in held if each.kind is Kind.TENSOR), None)


def _attribute(mutation: Mutation, fn: TracedFunction) -> Confidence | None:
    """Returns the confidence for an attribute of an object that outlives the call, or None."""
    owner, stored = mutation.owner, mutation.stored
    if owner.module:
        return _rebound(mutation, fn)
    if not lasting_object(owner) or assigns(mutation.owner, mutation.word, fn):
        return None
    kept = stored.kind if stored is not None else Kind.UNKNOWN
    if kept is Kind.VARIABLE or (stored is not None and stored.cls is not None and runs_once(fn)):
        return None
    if not mutation.augmented and stored is not None and stored.const is not NOTHING:
        return _constant(mutation, fn)
    if runs_once(fn) and not _keeps_graph(mutation, fn):
        # What else is behind a guard such as `self.calls == 0` runs on every call, if it is of the graph.
        return Confidence.HIGH if mutation.spoken in flags_used_up(fn) and _guards_operations(fn) else None
    return _by_kind(mutation, kept, fn)


def _by_kind(mutation: Mutation, kept: Kind, fn: TracedFunction) -> Confidence | None:
    if mutation.augmented and _set_in_trace(mutation, fn):
        return Confidence.LOW
    if mutation.augmented:
        before = _kinds_before(mutation, fn)
        if Kind.VARIABLE in before:
            return None
        known = bool(before & {Kind.PYTHON, Kind.TENSOR, Kind.NUMPY})
        return Confidence.HIGH if known else Confidence.MEDIUM if kept is Kind.PYTHON else Confidence.LOW
    # Set again from other values, an attribute has the value it would have after the same call in eager code.
    if kept in (Kind.PYTHON, Kind.CONTAINER, Kind.NUMPY) and depends_on_itself(mutation, fn):
        return Confidence.HIGH if mutation.owner.origin is Origin.OUTER else Confidence.MEDIUM
    if kept is Kind.UNKNOWN and depends_on_itself(mutation, fn) and _kinds_before(mutation, fn) - {Kind.UNKNOWN} == {Kind.PYTHON}:
        return Confidence.MEDIUM
    return Confidence.LOW


def _kinds_before(mutation: Mutation, fn: TracedFunction) -> set[Kind]:
    """Returns the kinds of the attribute's value before the update; in a loop and in a second trace, its first value counts too."""
    held = [fn.env.get(mutation.spoken)]
    if held[0] is None and mutation.owner.origin is not Origin.UNKNOWN:
        held.append(fn.analysis.attribute(mutation.owner, mutation.word, traced=True))
    if mutation.owner.cls is not None:
        held.append(fn.analysis.attributes.prepared(mutation.owner.cls, mutation.word))
    return {value.kind for value in held if value is not None}


def _set_in_trace(mutation: Mutation, fn: TracedFunction) -> bool:
    """Whether traced code sets the attribute before it is updated: then it is per-call temporary state."""
    owner = mutation.owner.cls
    setting = fn.analysis.attributes.first_set_by(owner, mutation.word) if owner is not None else ()
    return not all(is_builder(fn.analysis, key) or only_updates(fn.analysis, key, mutation.word) for key in setting)


def _constant(mutation: Mutation, fn: TracedFunction) -> Confidence | None:
    """Returns the confidence for storing a constant: it changes nothing unless something here depends on it (FACTS frozen, mutation)."""
    if under_tensor(fn):
        return Confidence.HIGH
    if mutation.spoken in filled_once(fn):
        return Confidence.HIGH if _guards_operations(fn) else None
    if not reads(fn, mutation.spoken) or set_up_once(fn):
        return None
    if not _reads_before(fn, mutation.spoken):
        return Confidence.LOW
    if _shuts_guards(mutation, fn):
        return None
    return Confidence.LOW if _set_back(mutation, fn) else Confidence.MEDIUM


def _reads_before(fn: TracedFunction, path: str) -> bool:
    """Whether the function reads the dotted name before the current statement, or in a loop around it.

    Later reads see the same on every call.
    """
    loops = tuple(frame.statement for frame in fn.guarded_by("For", "While"))
    first = fn.statement.ordinal if fn.statement is not None else 0
    again = {each.ordinal for each in walk(loops)}
    return any(each.ordinal <= first or each.ordinal in again for each in reading(path, fn.as_caller))


def _set_back(mutation: Mutation, fn: TracedFunction) -> bool:
    """Whether the function sets the attribute several times: changed temporarily, then restored."""
    return sum(sets_path(each, mutation.spoken) for each in walk(fn.body.statements)) > 1


def _guards_operations(fn: TracedFunction) -> bool:
    """Whether the guard that the constant closes also contains operations: they then run on every call, or on none."""
    guard = next(fn.guarded_by("If"), None)
    return guard is not None and _holds_operations(guard.statement, fn)


def _shuts_guards(mutation: Mutation, fn: TracedFunction) -> bool:
    """Whether only guards without operations test the flag, which they close permanently after one pass."""
    path, off = mutation.spoken, mutation.stored is not None and mutation.stored.const is True
    for guard in reading(path, fn.as_caller):
        if not isinstance(guard, ir.If) or (path, off) not in set(asked(guard.test)) or _holds_operations(guard, fn):
            return False
        if not throws(fn.body, path, off, guard.ordinal):
            return False
    return not thrown_back(fn.analysis, path, fn.class_held)


def _holds_operations(guard: Statement, fn: TracedFunction) -> bool:
    """Whether a guard contains operations, its own or those of helpers, and creates no variables nor objects of the project."""
    from tflint_autograph.traced.escape.unused_operations import computed_in_vain  # few functions have guards

    inside = {statement.ordinal for statement in walk((guard,))} - {guard.ordinal} - lifted_in(guard, fn)
    if any(_keeps_something(site, fn) for site in fn.sites(guard) if site.index in inside) or _makes_variables(fn, inside):
        return False
    used = inside - computed_in_vain(guard, fn)
    helpers = {target.key for site in fn.sites(guard) if site.index in used for target in site.func.callees}
    return bool(used & fn.flow.ops) or any(map(fn.analysis.makes_graph, helpers))


def _keeps_something(site: CallSite, fn: TracedFunction, depth: int = 3) -> bool:
    """Whether a call creates an object of the project, or runs functions of it that set something outside, or what they call does."""
    flows = [fn.analysis.results.get(target.key) for target in site.func.callees]
    if site.func.klass is not None or (flows and not depth):
        return True
    return any(flow is None or flow.writes or any(_keeps_something(each, fn, depth - 1) for each in flow.calls.values()) for flow in flows)


def _makes_variables(fn: TracedFunction, ordinals: set[int]) -> bool:
    writes = [write for write in fn.flow.writes.values() if write.index in ordinals]
    made = [each for write in writes for each in (write.value, *(write.value.items or ()), write.value.element)]
    return any(each is not None and each.kind in (Kind.VARIABLE, Kind.OBJECT) for each in made)


def _name(mutation: Mutation, fn: TracedFunction) -> Confidence | None:
    """Returns the confidence for a name declared `global` or `nonlocal`, or None."""
    scope = dict(fn.body.shared).get(mutation.word)
    if scope == "nonlocal" and _owner_is_traced(fn, mutation.word):
        return None
    return _rebound(mutation, fn)


def _rebound(mutation: Mutation, fn: TracedFunction) -> Confidence | None:
    """Returns the confidence for rebinding a module-level name, in this module or through another, or None."""
    stored = mutation.stored
    if not mutation.augmented and stored is not None and stored.const is not NOTHING:
        if under_tensor(fn):
            return Confidence.HIGH
        if mutation.spoken in filled_once(fn) or not reads(fn, mutation.spoken):
            return None
        return Confidence.MEDIUM
    if runs_once(fn) and not _keeps_graph(mutation, fn):
        return None
    return Confidence.HIGH


def _owner_is_traced(fn: TracedFunction, name: str) -> bool:
    """Whether the variable belongs to an enclosing function of the same trace (FACTS "nonlocal-of-traced-parent")."""
    owner = owner_of(name, fn)
    return owner is not None and owner in fn.analysis.results and not fn.is_root


@over_frames(start=False)
def under_tensor(frame: EnclosingScope, fn: TracedPoint, outside: bool) -> bool:
    """Whether an enclosing condition or loop is a graph conditional or graph loop: a tensor, or an argument in a comparison."""
    if outside or not isinstance(frame.statement, (ir.If, ir.While, ir.For)) or frame.part not in ("body", "orelse"):
        return outside
    test = fn.test(frame.statement)
    return test.kind.graph or (test.kind is Kind.UNKNOWN and test.origin is Origin.ARGUMENT and not test.spelling)


def reads(fn: TracedFunction, path: str) -> bool:
    """Whether the function, or one that it calls, reads the name or dotted name anywhere."""
    return any(reading(path, fn.as_caller))
