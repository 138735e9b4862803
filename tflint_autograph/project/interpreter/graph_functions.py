"""Evaluates calls of TensorFlow that return what functions passed to them return, or tensors in the structure of an argument."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, reduce
from sys import intern
from typing import TYPE_CHECKING

from tflint_autograph.model.joins import join, join_all
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import UNKNOWN, Kind, Origin, Value
from tflint_autograph.project.values.body_result import CallSite
from tflint_autograph.project.values.elements import element_of
from tflint_autograph.tfapi.names import abbreviated

if TYPE_CHECKING:
    from tflint_autograph.project.interpreter.expressions import Evaluator

_NUMBERS = frozenset({"builtins.int", "builtins.float", "builtins.bool"})


def _cond(run: Evaluator, site: CallSite) -> Value:
    """`tf.cond(pred, true_fn, false_fn)`."""
    return _of_branches(run, site, (site.argument(1, "true_fn"), site.argument(2, "false_fn")))


def _switch(run: Evaluator, site: CallSite) -> Value:
    """`tf.switch_case(index, branch_fns, default)`."""
    functions = site.argument(1, "branch_fns")
    return _of_branches(run, site, (*_parts(functions), site.argument(2, "default")))


def _case(run: Evaluator, site: CallSite) -> Value:
    """`tf.case(pairs, default)`, whose pairs contain a condition and a function each."""
    pairs = site.argument(0, "pred_fn_pairs")
    return _of_branches(run, site, (*_parts(pairs), site.argument(1, "default")))


def _parts(given: Value | None) -> tuple[Value, ...]:
    """Returns what is in a container or in pairs in it, without conditions."""
    every = given.contents if given is not None else ()
    return tuple([part for each in every for part in (each.items or (each,)) if not part.kind.graph])


def _of_branches(run: Evaluator, site: CallSite, functions: tuple[Value | None, ...]) -> Value:
    """Returns the join of what the functions return, of which one runs."""
    found = [run.reached(partial(run.applied, each, ())) for each in functions if each is not None and each.kind is not Kind.NONE]
    made = reduce(join, [value for value in found if value is not None] or [run.unreached()])
    return _in_graph(run, site, made)


def _mapped(run: Evaluator, site: CallSite) -> Value:
    """`tf.map_fn(f, elems)`: stacks what the function returns for each row."""
    function, rows = _first(site, "fn", "f", "function"), site.argument(1, "elems") or site.argument(1, "xs") or UNKNOWN
    return _in_graph(run, site, run.applied(function, ((None, _row(rows)),)))


def _folded(run: Evaluator, site: CallSite) -> Value:
    """`tf.scan(f, elems, initializer)` and `tf.foldl`: give what is like the initial value, or like a row."""
    start = site.argument(2, "initializer")
    return _in_graph(run, site, start if start is not None and start.kind is not Kind.NONE else _row(site.argument(1, "elems") or UNKNOWN))


def _looped(run: Evaluator, site: CallSite) -> Value:
    """`tf.while_loop(cond, body, loop_vars)`: gives tensors in the structure of the loop variables."""
    return _in_graph(run, site, site.argument(2, "loop_vars") or UNKNOWN)


def _alike(run: Evaluator, site: CallSite) -> Value:
    """`tf.identity_n(values)` and `tf.tuple(values)`: give tensors in the structure of the argument."""
    return _in_graph(run, site, _first(site, "input", "tensors"))


def _gradients(run: Evaluator, site: CallSite) -> Value:
    """`tf.gradients(ys, xs)`: gives tensors in the structure of `xs`."""
    return _in_graph(run, site, site.argument(1, "xs") or UNKNOWN)


def _clipped(run: Evaluator, site: CallSite) -> Value:
    """`tf.clip_by_global_norm(tensors, norm)`: returns the clipped tensors and the norm that they had."""
    clipped = _in_graph(run, site, _first(site, "t_list"))
    return Value(Kind.CONTAINER, Origin.FRESH, type="builtins.tuple", items=(clipped, _tensor(run, site)))


def _svd(run: Evaluator, site: CallSite) -> Value:
    """`tf.linalg.svd(x)`: returns three tensors, or one with `compute_uv=False`."""
    said = site.argument(2, "compute_uv")
    one = _tensor(run, site)
    if said is None or said.const is True:
        return Value(Kind.CONTAINER, Origin.FRESH, type="builtins.tuple", items=(one, one, one))
    return one if said.const is False else UNKNOWN


def _named(fields: str, run: Evaluator, site: CallSite) -> Value:
    """`tf.math.top_k(x, k)`: returns a named tuple of tensors."""
    held = tuple([(name, _tensor(run, site)) for name in fields.split()])
    items = tuple([value for _, value in held])
    return Value(Kind.CONTAINER, Origin.FRESH, type="builtins.tuple", items=items, items_by_key=held, element=items[0])


def _parsed(run: Evaluator, site: CallSite) -> Value:
    """`tf.io.parse_single_example(text, features)`: returns a dict of tensors."""
    one = _tensor(run, site)
    features = site.argument(1, "features")
    keys = tuple([(name, one) for name, _ in features.items_by_key]) if features is not None and features.items_by_key else None
    return Value(Kind.CONTAINER, Origin.FRESH, type="builtins.dict", element=one, items_by_key=keys)


def _structure(run: Evaluator, site: CallSite) -> Value:
    """`tf.nest.map_structure(f, structure)`: calls a function for each value in a structure."""
    function, structure = _first(site, "func"), site.argument(1, "structure") or UNKNOWN
    made = _each(structure, lambda leaf: run.applied(function, ((None, leaf),)))
    # What is not known may be a tuple or dict of values, and so may an argument that is said to be a tensor: no code maps over one.
    is_open = structure.kind is Kind.UNKNOWN or (structure.kind is Kind.TENSOR and bool(structure.parameter))
    return made._replace(confidence=Confidence.LOW) if is_open else made


def _flat(run: Evaluator, site: CallSite) -> Value:
    """`tf.nest.flatten(structure)`: returns a list of the values in a structure."""
    given = _first(site, "structure")
    if given.kind is Kind.UNKNOWN:
        return UNKNOWN
    return Value(Kind.CONTAINER, Origin.FRESH, type="builtins.list", element=join_all(_leaves(given)))


def _leaves(value: Value) -> tuple[Value, ...]:
    if value.kind is not Kind.CONTAINER:
        return (value,)
    return tuple([leaf for each in value.contents or (value.element or UNKNOWN,) for leaf in _leaves(each)])


def _row(value: Value) -> Value:
    """Returns what a function that is mapped over the rows of tensors in a structure is called with."""
    return _each(value, lambda leaf: element_of(leaf) if leaf.kind.graph else UNKNOWN)


def _in_graph(run: Evaluator, site: CallSite, value: Value) -> Value:
    """Returns the tensors that a graph makes of a result: Python scalars become tensors, and None stays. In eager code nothing changes."""
    run.flow.ops.add(site.index)
    return _each(value, partial(_as_tensor, run, site)) if run.traced else value


def _as_tensor(run: Evaluator, site: CallSite, leaf: Value) -> Value:
    is_number = leaf.kind is Kind.PYTHON and (leaf.type in _NUMBERS or isinstance(leaf.const, (bool, int, float)))
    if leaf.kind in (Kind.TENSOR, Kind.VARIABLE) or is_number or leaf.kind is Kind.NUMPY:
        return _tensor(run, site)._replace(dtype=leaf.dtype if leaf.kind.graph else "", confidence=leaf.confidence)
    return leaf if leaf.kind in (Kind.NONE, Kind.TENSORARRAY) else UNKNOWN


def _tensor(run: Evaluator, site: CallSite) -> Value:
    name = site.func.name
    run.flow.ops.add(site.index)
    because = run.step(site.at, intern(Kind.TENSOR.created_by(abbreviated(name))), Kind.TENSOR, name)
    return Value(Kind.TENSOR, Origin.FRESH, type="tensor", provenance=because)


def _each(value: Value, changed: Callable[[Value], Value]) -> Value:
    """Returns a structure with each value in it replaced."""
    if value.kind is not Kind.CONTAINER:
        return changed(value)
    items = tuple([_each(item, changed) for item in value.items]) if value.items is not None else None
    keyed = tuple([(name, _each(item, changed)) for name, item in value.items_by_key]) if value.items_by_key is not None else None
    element = join_all(items) if items else _each(value.element, changed) if value.element is not None else None
    return Value(Kind.CONTAINER, Origin.FRESH, type=value.type, items=items, items_by_key=keyed, element=element)


def _first(site: CallSite, *names: str) -> Value:
    return next((given for name in names if (given := site.argument(0, name)) is not None), UNKNOWN)


_FIELDS = {
    "tensorflow.nn.top_k": "values indices", "tensorflow.math.top_k": "values indices", "tensorflow.unique": "y idx",
    "tensorflow.unique_with_counts": "y idx count", "tensorflow.linalg.qr": "q r", "tensorflow.linalg.lu": "lu p",
    "tensorflow.linalg.slogdet": "sign log_abs_determinant", "tensorflow.nn.max_pool_with_argmax": "output argmax",
    "tensorflow.image.combined_non_max_suppression": "nmsed_boxes nmsed_scores nmsed_classes valid_detections",
}  # fmt: skip
"""The fields of the named tuples that functions return."""

GRAPH_FUNCTIONS: dict[str, Callable[[Evaluator, CallSite], Value]] = {
    **dict.fromkeys(("tensorflow.cond", "keras.ops.cond"), _cond),
    "tensorflow.switch_case": _switch,
    "tensorflow.case": _case,
    **dict.fromkeys(("tensorflow.map_fn", "tensorflow.vectorized_map", "keras.ops.map", "keras.ops.vectorized_map"), _mapped),
    **dict.fromkeys(("tensorflow.scan", "tensorflow.foldl", "tensorflow.foldr"), _folded),
    **dict.fromkeys(("tensorflow.while_loop", "keras.ops.while_loop"), _looped),
    **dict.fromkeys(("tensorflow.identity_n", "tensorflow.tuple"), _alike),
    "tensorflow.gradients": _gradients,
    "tensorflow.clip_by_global_norm": _clipped,
    "tensorflow.linalg.svd": _svd,
    **{name: partial(_named, fields) for name, fields in _FIELDS.items()},
    **dict.fromkeys(("tensorflow.io.parse_example", "tensorflow.io.parse_single_example"), _parsed),
    "tensorflow.nest.map_structure": _structure,
    "tensorflow.nest.flatten": _flat,
}
"""Maps the canonical dotted name of a function to the evaluator of its calls."""
