"""What an annotation says of a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import Kind, Origin, Value
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
_CHOICES = _TRANSPARENT | {"typing.Union"}


_SPECS = {
    "tensorflow.TensorSpec": "tensor",
    "tensorflow.RaggedTensorSpec": "ragged",
    "tensorflow.SparseTensorSpec": "sparse",
}


def specified(spec: Value) -> Value | None:
    """What a `tf.TensorSpec` says of a parameter: it is a tensor (FACTS retrace_input_signature_scalar_ok)."""
    word = _SPECS.get(canonical(spec.maker)) if spec.maker else None
    if word is None:
        return None
    because = spec.because if spec.unsized else None
    return Value(Kind.TENSOR, Origin.FRESH, type=word, unsized=spec.unsized, because=because)


_NO_TENSORS = frozenset(
    f"{module}.{name}"
    for module in ("typing", "collections.abc")
    for name in ("Callable", "Collection", "Container", "Generator", "ItemsView", "Iterable", "Iterator", "KeysView", "Mapping",
                 "MutableMapping", "MutableSequence", "MutableSet", "Sequence", "Set", "ValuesView")
) | {"typing.AbstractSet", "typing.Counter", "typing.DefaultDict", "typing.Deque", "typing.FrozenSet", "typing.OrderedDict",
     "typing.Text", "typing.Type", "builtins.frozenset", "builtins.range", "builtins.slice", "builtins.type",
     "collections.Counter", "collections.OrderedDict", "collections.defaultdict", "collections.deque"}  # fmt: skip
"""What nobody means a tensor by, although one can be iterated."""


def rules_out_tensor(analysis: Analysis, annotation: Expr, path: str) -> bool:
    """Whether an annotation speaks of plain Python alone, of whose kind `value_of` has nothing to say."""
    if isinstance(annotation, ir.Operation) and annotation.operators == ("|",):
        return all(rules_out_tensor(analysis, side, path) for side in annotation.operands)
    if isinstance(annotation, ir.Constant):
        return annotation.value is None
    if isinstance(annotation, ir.Subscript):
        outside = analysis.outside(path, "", annotation.value).name
        if outside not in _CHOICES:
            return rules_out_tensor(analysis, annotation.value, path)
        sides = annotation.item.items if isinstance(annotation.item, ir.Display) else (annotation.item,)
        return all(rules_out_tensor(analysis, side, path) for side in sides[: 1 if outside in _TRANSPARENT else None])
    if not isinstance(annotation, (ir.Name, ir.Attribute)):
        return False
    meant = analysis.outside(path, "", annotation)
    _, word = _KINDS.get(canonical(meant.name), (None, "")) if meant.name else (None, "")
    return meant.klass is not None or meant.name in _NO_TENSORS or word.startswith("builtins.")


def value_of(analysis: Analysis, annotation: Expr, path: str) -> Value | None:
    """The kind an annotation promises, with medium confidence as nothing enforces it; None for one we cannot read."""
    if isinstance(annotation, ir.Subscript):
        outside = analysis.outside(path, "", annotation.value).name
        if outside in _TRANSPARENT:
            inner = annotation.item
            first = inner.items[0] if isinstance(inner, ir.Display) and inner.items else inner
            return value_of(analysis, first, path)
        return value_of(analysis, annotation.value, path)
    if isinstance(annotation, ir.Operation) and annotation.operators == ("|",):
        sides = [side for side in annotation.operands if side != ir.Constant(None)]
        return value_of(analysis, sides[0], path) if len(sides) == 1 else None
    if not isinstance(annotation, (ir.Name, ir.Attribute)):
        return None
    meant = analysis.outside(path, "", annotation)
    if meant.klass is not None:
        return Value(Kind.OBJECT, Origin.UNKNOWN, cls=meant.klass, confidence=Confidence.MEDIUM)
    known = _KINDS.get(canonical(meant.name)) if meant.name else None
    if known is None:
        return None
    plain = known[1].startswith("builtins.")
    confidence = Confidence.MEDIUM if plain else Confidence.HIGH
    return Value(known[0], Origin.UNKNOWN, type=known[1], confidence=confidence)
