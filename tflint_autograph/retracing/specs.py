"""Builds the `input_signature` that would have covered all recorded calls."""

from __future__ import annotations

from collections.abc import Sequence

from tflint_autograph.retracing.records import Function, Node, Parameter, Trace

_NUMBERS = {"int": "tf.int32", "float": "tf.float32", "bool": "tf.bool"}
"""The tensor dtype for a Python value in a signature."""


class Inexpressible(Exception):
    """Raised if no `input_signature` is possible for an argument; the message says why."""


def input_signature(traces: Sequence[Trace], function: Function) -> str:
    """Returns `input_signature=[...]` for all traces. Raises Inexpressible if an argument cannot be a tensor."""
    first = traces[0].signature
    if any(len(each.signature) != len(first) for each in traces):
        raise Inexpressible("the number of arguments differs")
    parts = []
    for index, (name, kind, _) in enumerate(first):
        if kind == "KEYWORD_ONLY":
            raise Inexpressible(f"`{name}` is passed by keyword only")
        parts.append(_merged([each.signature[index] for each in traces]))
    return f"input_signature=[{', '.join(parts)}]"


def _merged(parameters: Sequence[Parameter]) -> str:
    if len({name for name, _, _ in parameters}) > 1:
        raise Inexpressible("the names of the arguments differ")
    return _spec(parameters[0][0], [node for _, _, node in parameters])


def _spec(name: str, nodes: Sequence[Node]) -> str:
    kinds = {node["is"] for node in nodes}
    if kinds <= {"tensor", "value"}:
        return _tensor(name, nodes)
    first = nodes[0]
    if len(kinds) > 1 or first["is"] not in ("list", "tuple", "dict"):
        raise Inexpressible(f"`{name}` is not always a tensor")
    if any(node["items"].keys() != first["items"].keys() for node in nodes):
        raise Inexpressible(f"the structure of `{name}` differs")
    inner = {key: _spec(name, [node["items"][key] for node in nodes]) for key in first["items"]}
    if first["is"] == "dict":
        return "{" + ", ".join(f"{key}: {spec}" for key, spec in inner.items()) + "}"
    listed = ", ".join(inner.values())
    return f"[{listed}]" if first["is"] == "list" else f"({listed}{',' if len(inner) == 1 else ''})"


def _tensor(name: str, nodes: Sequence[Node]) -> str:
    dtypes = {_dtype(node) for node in nodes}
    if None in dtypes:
        raise Inexpressible(f"`{name}` is a Python value that is no number")
    if len(dtypes) > 1:
        raise Inexpressible(f"`{name}` has several dtypes")
    shapes = [node.get("shape", []) for node in nodes]
    dims = relaxed(shapes)
    return f"tf.TensorSpec({dims}, {dtypes.pop()})"


def _dtype(node: Node) -> str | None:
    return f"tf.{node['dtype']}" if node["is"] == "tensor" else _NUMBERS.get(node["type"])


def relaxed(shapes: Sequence[Sequence[int | None] | None]) -> list[int | None] | None:
    """Returns the most specific shape that covers all: None for an axis that differs, and for differing ranks."""
    if any(each is None for each in shapes) or len({len(each or ()) for each in shapes}) > 1:
        return None
    known = [each for each in shapes if each is not None]
    return [dims[0] if len(set(dims)) == 1 else None for dims in zip(*known, strict=True)]
