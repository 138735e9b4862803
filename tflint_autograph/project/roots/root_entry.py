"""The entry state that a root implies for the parameters of its function."""

from __future__ import annotations

from tflint_autograph.model.facts import FunctionFact
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import UNKNOWN, Kind, Origin
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.roots.root import Root
from tflint_autograph.project.values.body_result import Env
from tflint_autograph.project.values.signature import bind


def said_by(analysis: Analysis, root: Root, fact: FunctionFact) -> Env:
    """Returns the value of each parameter when the function is traced from this root."""
    # Only `tf.function` is given objects its caller keeps; the others make what they pass.
    origin = Origin.ARGUMENT if root.parameters == "passed" else Origin.FRESH
    entry = analysis.parameters(root.target.key, origin)
    for name, value in _passed(analysis, root, fact).items():
        entry[name] = value._replace(parameter=name)
    return entry


def opened(analysis: Analysis, root: Root, fact: FunctionFact, entry: Env) -> Env:
    """Returns the parameters for which the root leaves the length of an axis open.

    Of those of `call` the first takes the batch. What others are, such as positions or a kernel, only calls show.
    """
    given = {name: value for name, value in _passed(analysis, root, fact).items() if value.unknown_axes}
    inputs = [each.name for each in fact.parameters[:2]] if root.word in _CALLED and fact.name == "call" else [*entry]
    for name in inputs if root.unsized else ():
        value = entry.get(name, UNKNOWN)
        if value.kind is Kind.TENSOR and not value.unknown_axes:
            given.setdefault(name, value._replace(unknown_axes=root.unsized))
    return {
        name: entry[name]._replace(unknown_axes=value.unknown_axes, provenance=value.provenance or entry[name].provenance)
        for name, value in given.items()
        if entry[name].kind is Kind.TENSOR
    }


_CALLED = frozenset({"Keras layer", "Keras model"})


def likely(roots: list[Root]) -> list[Root]:
    """Returns the roots of a function without those of low confidence, if there are others: their findings are shown for the others.

    A `train_step` that is a `tf.function`, which eager code calls with whole batches, is hardly given the open batches of `fit`.
    """
    return [root for root in roots if root.confidence is not Confidence.LOW] or roots


def _passed(analysis: Analysis, root: Root, fact: FunctionFact) -> Env:
    """Returns the arguments that the root passes: tensors, dataset elements, and what a partial has bound."""
    entry: Env = {}
    names = [parameter.name for parameter in fact.parameters if parameter.kind == "positional"]
    receiver = root.target.receiver
    if receiver is not None and names and fact.owner:
        entry[names[0]] = receiver._replace(origin=Origin.OUTER, spelling=receiver.spelling or names[0])
    # Further arguments of callers, which are collected, are unknown here.
    left = fact.packed.union(entry)
    bound = bind(fact, root.target, ())
    # A number that the code around may change is unknown here; functions and objects are what its visible calls pass.
    known = {name: value for name, value in bound.items() if not value.parameter or value.callees or value.cls is not None}
    entry.update({name: value._replace(parameter="") for name, value in known.items() if name not in left})
    free = [name for name in names[_is_method(analysis, root, fact) :] if name not in entry]
    if len(root.handed) == len(free):
        entry.update(zip(free, root.handed, strict=True))
    elif root.parameters == "elements" and root.handed:
        entry.update(_defaults(analysis, root, fact, [name for name in free if name not in bound]))
    if root.word == "Keras loss":
        # `keras.losses.Loss.__call__` keeps the weights, and passes on true and predicted values.
        entry.update({name: analysis.default_values.left(root.target.key, name) for name in free[2:]})
    if root.word == "Keras model" and fact.name == "call":
        # `fit` and its like pass the inputs, and these two by their names (`keras.src.backend.tensorflow.trainer`).
        given = {*free[:1], "training", "mask"}
        optional = {each.name for each in fact.parameters if each.default is not None}
        entry.update({name: analysis.default_values.left(root.target.key, name) for name in sorted(optional - given - left)})
    entry.update({name: value for name, value in zip(free, root.signature, strict=False) if value is not None})
    return entry


def _is_method(analysis: Analysis, root: Root, fact: FunctionFact) -> bool:
    return bool(fact.owner) and "builtins.staticmethod" not in analysis.decorator_names(root.target.key)


def lengths(analysis: Analysis, root: Root, fact: FunctionFact) -> dict[str, tuple[int | None, ...]]:
    """Returns the lengths of the axes that the signature of a root writes out, by parameter; None for one that it leaves open."""
    names = [each.name for each in fact.parameters if each.kind == "positional"][_is_method(analysis, root, fact) :]
    left = names[len(root.target.bound_args) :]
    return dict(zip(left, root.lengths, strict=False)) if not root.target.bound_keywords else {}


def greatest(one: tuple[int | None, ...], other: tuple[int | None, ...]) -> tuple[int | None, ...]:
    """Returns the greater length of each axis that both of two signatures write out, None for another; none if they differ in their number."""
    if len(one) != len(other):
        return ()
    return tuple([max(each, length) if each is not None and length is not None else None for each, length in zip(one, other, strict=True)])


def _defaults(analysis: Analysis, root: Root, fact: FunctionFact, free: list[str]) -> Env:
    """Returns the parameters that no component of an element fills, if all of them have a default."""
    left = free[len(root.handed) :]
    required = {parameter.name for parameter in fact.parameters if parameter.default is None}
    return {} if required.intersection(left) else {name: analysis.default_values.left(root.target.key, name) for name in left}
