"""Converts type annotations to abstract values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import MAPPINGS, UNKNOWN, Kind, Origin, Value
from tflint_autograph.tfapi.names import canonical

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis

_KINDS = {
    "tensorflow.Tensor": (Kind.TENSOR, "tensor"),
    "tensorflow.SparseTensor": (Kind.TENSOR, "sparse"),
    "tensorflow.RaggedTensor": (Kind.TENSOR, "ragged"),
    "tensorflow.Variable": (Kind.VARIABLE, "variable"),
    "tensorflow.TensorArray": (Kind.TENSORARRAY, "tensorarray"),
    "tensorflow.data.Dataset": (Kind.DATASET, "dataset"),
    "numpy.ndarray": (Kind.NUMPY, "numpy"),
    "builtins.int": (Kind.PYTHON, "builtins.int"),
    "builtins.float": (Kind.PYTHON, "builtins.float"),
    "builtins.bool": (Kind.PYTHON, "builtins.bool"),
    "builtins.str": (Kind.PYTHON, "builtins.str"),
    "builtins.bytes": (Kind.PYTHON, "builtins.bytes"),
    "builtins.list": (Kind.CONTAINER, "builtins.list"),
    "builtins.dict": (Kind.CONTAINER, "builtins.dict"),
    "builtins.set": (Kind.CONTAINER, "builtins.set"),
    "builtins.tuple": (Kind.CONTAINER, "builtins.tuple"),
    "typing.List": (Kind.CONTAINER, "builtins.list"),
    "typing.Dict": (Kind.CONTAINER, "builtins.dict"),
    "typing.Set": (Kind.CONTAINER, "builtins.set"),
    "typing.Tuple": (Kind.CONTAINER, "builtins.tuple"),
}
_TRANSPARENT = frozenset({"typing.Optional", "typing.Annotated", "typing.Final", "typing.ClassVar", "typing.Required"})

_SPECS = {
    "tensorflow.TensorSpec": "tensor",
    "tensorflow.RaggedTensorSpec": "ragged",
    "tensorflow.SparseTensorSpec": "sparse",
}


def specified(spec: Value) -> Value | None:
    """Returns the value that a `tf.TensorSpec` gives a parameter: a tensor (FACTS retrace_input_signature_scalar_ok)."""
    word = _SPECS.get(canonical(spec.factory)) if spec.factory else None
    if word is None:
        return None
    because = spec.provenance if spec.unknown_axes else None
    return Value(Kind.TENSOR, Origin.FRESH, type=word, unknown_axes=spec.unknown_axes, dtype=spec.dtype, provenance=because)


def lengths(spec: Value) -> tuple[int | None, ...]:
    """Returns the lengths of the axes that a `tf.TensorSpec` writes out, None for one that it does not; none if it leaves their number open."""
    return tuple([each.const if type(each.const) is int else None for each in spec.items or ()]) if spec.factory else ()


def _abstract(names: str) -> frozenset[str]:
    """Returns these names as members of `typing` and `collections.abc`."""
    return frozenset(f"{module}.{name}" for module in ("typing", "collections.abc") for name in names.split())


_SEQUENCES = _abstract("Collection Iterable Iterator MutableSequence Sequence")
"""Annotations of abstract containers, which leave the type of the container open."""

_NO_TENSORS = _SEQUENCES | _abstract(
    "Callable Container Generator ItemsView KeysView Mapping MutableMapping MutableSet Set ValuesView"
) | {"typing.AbstractSet", "typing.Counter", "typing.DefaultDict", "typing.Deque", "typing.FrozenSet", "typing.OrderedDict",
     "typing.Text", "typing.Type", "builtins.frozenset", "builtins.range", "builtins.slice", "builtins.type",
     "collections.Counter", "collections.OrderedDict", "collections.defaultdict", "collections.deque"}  # fmt: skip
"""Annotations that nobody uses for a tensor, although a tensor can be iterated."""


def rules_out_tensor(analysis: Analysis, annotation: Expr, path: str) -> bool:
    """Whether an annotation means something other than a tensor, even one for which `value_of` has no kind."""
    for side in _choices(analysis, annotation, path):
        name, value = _meant(analysis, side.value if isinstance(side, ir.Subscript) else side, path)
        if name not in _NO_TENSORS and (value is None or not (value.cls is not None or value.type.startswith("builtins."))):
            return False
    return True


def value_of(analysis: Analysis, annotation: Expr, path: str) -> Value | None:
    """Returns the kind an annotation promises, with medium confidence as nothing enforces it, or None.

    For `X | None` it is the kind of `X`.
    """
    sides = _choices(analysis, annotation, path)
    if len(sides) != 1:
        return None
    (side,) = sides
    if not isinstance(side, ir.Subscript):
        return _meant(analysis, side, path)[1]
    name, value = _meant(analysis, side.value, path)
    if value is not None and value.kind is Kind.CONTAINER:
        return _filled(analysis, value, side.item, path)
    return _filled(analysis, UNKNOWN, side.item, path) if name in _SEQUENCES and value is None else value


def of_result(analysis: Analysis, annotation: Expr, path: str) -> Value | None:
    """Returns the value that the annotation of a result promises if nothing else is known, or None if it leaves it open.

    What is annotated as a number, array or tensor is often one of the others, or a pair, and works as well in eager code. An object of a
    class with subclasses may be of any of these.
    """
    told = value_of(analysis, annotation, path)
    if told is None or told.kind not in (Kind.OBJECT, Kind.CONTAINER, Kind.DATASET, Kind.UNKNOWN):
        return None
    below = analysis.classes.descendants()
    if any(each is not None and each.cls in below for each in (told, told.element, *(told.items or ()))):
        return None
    return told._replace(confidence=Confidence.LOW)


def _choices(analysis: Analysis, annotation: Expr, path: str) -> tuple[Expr, ...]:
    """Returns the alternatives of an annotation, without `None`."""
    if isinstance(annotation, ir.Operation) and annotation.operators == ("|",):
        return tuple(each for side in annotation.operands for each in _choices(analysis, side, path))
    if isinstance(annotation, ir.Subscript):
        outside = analysis.evaluate_at_definition(path, "", annotation.value).name
        items = _items(annotation.item)
        if outside in _TRANSPARENT:
            return _choices(analysis, items[0], path) if items else (annotation,)
        if outside == "typing.Union":
            return tuple(each for side in items for each in _choices(analysis, side, path))
    return () if annotation == ir.Constant(None) else (annotation,)


def _meant(analysis: Analysis, annotation: Expr, path: str) -> tuple[str, Value | None]:
    """Returns the dotted name of a plain annotation outside the project, and the value it promises."""
    if not isinstance(annotation, (ir.Name, ir.Attribute)):
        return "", None
    meant = analysis.evaluate_at_definition(path, "", annotation)
    if meant.klass is not None:
        return "", Value(Kind.OBJECT, Origin.UNKNOWN, cls=meant.klass, confidence=Confidence.MEDIUM)
    known = _KINDS.get(canonical(meant.name)) if meant.name else None
    if known is None:
        return meant.name, None
    plain = known[1].startswith("builtins.")
    confidence = Confidence.MEDIUM if plain else Confidence.HIGH
    return meant.name, Value(known[0], Origin.UNKNOWN, type=known[1], confidence=confidence)


def _filled(analysis: Analysis, container: Value, item: Expr, path: str) -> Value:
    """Returns a container with the elements its annotation promises."""
    items = _items(item)
    if container.type == "builtins.tuple" and len(items) > 1 and items[-1] != ir.Constant(...):
        return container._replace(items=tuple([value_of(analysis, each, path) or UNKNOWN for each in items]))
    held = items[-1] if container.type in MAPPINGS else items[0] if items else None
    element = value_of(analysis, held, path) if held is not None else None
    if element is not None and container.type in MAPPINGS:
        # Some key or other often leads to what the annotation does not speak of.
        element = element._replace(confidence=min(element.confidence, Confidence.LOW))
    return container._replace(element=element)


def _items(item: Expr) -> tuple[Expr, ...]:
    """Returns the expressions in the brackets of an annotation."""
    return item.items if isinstance(item, ir.Display) else (item,)
