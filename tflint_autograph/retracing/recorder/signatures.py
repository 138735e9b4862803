"""Converts the signature of a trace to plain data: a list of parameters, each with a tree of its value."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tflint_autograph.retracing.recorder.objects import Objects, described

if TYPE_CHECKING:
    Node = dict[str, Any]

_LONGEST = 120
"""Maximum number of characters kept of a value."""

_PLAIN = (bool, int, float, complex, str, bytes, type(None))
"""Types whose `repr` runs no user code."""


class Signatures:
    """Converts TensorFlow's trace types."""

    def __init__(self, objects: Objects) -> None:
        self._objects = objects

    def parameters(self, function_type: Any) -> list[list[Any]]:
        """Returns name, kind and tree of each parameter."""
        return [[each.name, each.kind.name, self.node(each.type_constraint)] for each in function_type.parameters.values()]

    def captures(self, function_type: Any) -> list[Any]:
        """Returns the types of values captured by reference, which belong to the signature."""
        return [self.node(each) for each in getattr(function_type, "captures", {}).values()]

    def node(self, kind: Any) -> Node:
        """Returns the tree of one type: values, tensors, objects and nested structures."""
        name = type(kind).__name__
        encode = _ENCODERS.get(name)
        if encode is not None:
            return encode(self, kind)
        if hasattr(kind, "dtype") and hasattr(kind, "shape"):
            return self._tensor(kind, name)
        return self._composite(kind, name)

    def _tensor(self, kind: Any, name: str) -> Node:
        dims = kind.shape.as_list() if kind.shape.rank is not None else None
        node: Node = {"is": "tensor", "dtype": getattr(kind.dtype, "name", str(kind.dtype)), "shape": dims}
        if "Variable" in name:
            node.update({"is": "variable", "alias": str(getattr(kind, "alias_id", None))})
        elif name != "TensorSpec":
            node.update({"is": "composite", "type": name, "text": _short(str(kind))})
        return node

    def _composite(self, kind: Any, name: str) -> Node:
        # The type of an iterator is not public
        inner = getattr(kind, "element_spec", getattr(kind, "_element_spec", None))
        # The user's own type of a trace may be written as an address in memory
        cls: Any = type(kind)
        text = name if cls.__repr__ is object.__repr__ else _short(str(kind))
        node: Node = {"is": "composite", "type": name, "text": text}
        return node if inner is None else {**node, "items": {"element_spec": self._nest(inner)}}

    def _nest(self, value: Any) -> Node:
        """Returns the tree of specs in ordinary Python containers."""
        if isinstance(value, dict):
            return {"is": "dict", "type": "dict", "items": {_key(key): self._nest(each) for key, each in value.items()}}
        if isinstance(value, (list, tuple)):
            return _several(type(value).__name__, (self._nest(each) for each in value))
        return self.node(value)

    def _literal(self, kind: Any) -> Node:
        value = kind.value
        if isinstance(value, _PLAIN):
            return {"is": "value", "type": type(value).__name__, "text": _short(repr(value))}
        if type(value) is object:
            return {"is": "value", "type": "float", "text": "nan"}
        text = _short(repr(value)) if type(value).__module__.partition(".")[0] in ("builtins", "numpy", "tensorflow") else ""
        return {"is": "value", "type": type(value).__name__, "text": text or f"{type(value).__name__} #{hash(value)}"}

    def _weak(self, kind: Any) -> Node:
        value = kind._ref()
        if value is None:
            return {"is": "object", "type": "object", "number": 0, "text": "an object that is gone"}
        return {"is": "object", "type": type(value).__name__, "number": self._objects.number(value), "text": described(value)}

    def _tuple(self, kind: Any) -> Node:
        return _several("tuple", map(self.node, kind.components))

    def _list(self, kind: Any) -> Node:
        return _several("list", map(self.node, kind.components_tuple.components))

    def _named(self, kind: Any) -> Node:
        # The user's Python may be too old for `zip(strict=True)`
        items = dict(zip(kind.attribute_names, map(self.node, kind.attributes.components)))  # noqa: B905
        return {"is": "fields", "type": kind.type_name, "items": items}

    def _attrs(self, kind: Any) -> Node:
        return self._named(kind.named_attributes)

    def _dict(self, kind: Any) -> Node:
        made = getattr(kind, "_placeholder_type", None)
        items = {_key(key): self.node(each) for key, each in kind.mapping.items()}
        return {"is": "dict", "type": getattr(made, "__name__", "dict"), "items": items}

    def _reference(self, kind: Any) -> Node:
        return self.node(kind.base)

    def _custom(self, kind: Any) -> Node:
        items = {str(index): self.node(each) for index, each in enumerate(kind.components)}
        return {"is": "fields", "type": kind.value_type.__name__, "items": items}


_ENCODERS = {
    "Literal": Signatures._literal,
    "Weakref": Signatures._weak,
    "Tuple": Signatures._tuple,
    "List": Signatures._list,
    "NamedTuple": Signatures._named,
    "Attrs": Signatures._attrs,
    "Dict": Signatures._dict,
    "Reference": Signatures._reference,
    "CustomNestTraceType": Signatures._custom,
}


def _several(name: str, items: Iterable[Node]) -> Node:
    return {"is": name, "type": name, "items": {str(index): each for index, each in enumerate(items)}}


def _key(key: Any) -> str:
    return repr(key) if isinstance(key, _PLAIN) else type(key).__name__


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def context(found: Any, objects: Objects) -> dict[str, Any]:
    """Returns what else a trace depends on: the enclosing graph, devices, strategy, saving, and whether it may create variables."""
    inner = getattr(found, "context", None)
    graph = getattr(inner, "parent_graph", None)
    scope = getattr(found, "scope_type", None)
    policy = getattr(inner, "variable_policy", None)
    return {
        "graph": 0 if graph is None else objects.number(graph),
        "devices": [_device(each) for each in getattr(inner, "device_functions", ())],
        "colocated": len(getattr(inner, "colocation_stack", ())),
        "cross_replica": bool(getattr(inner, "in_cross_replica_context", False)),
        "saving": None if policy is None else str(policy),
        "xla": getattr(inner, "xla_context_id", 0) != 0,
        "variables": getattr(scope, "name", "NO_SCOPE") == "VARIABLE_CREATION",
    }


def _device(value: Any) -> str:
    """Returns a device, or a function that selects one, in words without a memory address."""
    inner = getattr(value, "_spec", value)
    if hasattr(inner, "to_string"):
        return str(inner.to_string())
    return inner if isinstance(inner, str) else str(getattr(inner, "__name__", type(inner).__name__))
