"""Splits signatures of traces into leaves by path, and finds where two signatures differ."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from tflint_autograph.model.record import record
from tflint_autograph.retracing.records import Function, Node, Parameter

_LEAVES = ("tensor", "variable", "value", "object")
_ABSENT: Node = {"is": "absent", "type": "", "text": "not passed"}


@record
class Leaf:
    """The value of one argument, or of one part of a nested one."""

    path: str
    node: Node

    @property
    def text(self) -> str:
        """The value in words: `float32 (32, 10)`, `3`, `Config object 2`."""
        return told(self.node)


@record
class SignatureDifference:
    """One place where two signatures differ: the trees before and after, and both in words."""

    kind: str
    path: str
    before: str
    after: str
    old: Node
    new: Node


def leaves(parameters: Sequence[Parameter], function: Function) -> Iterator[Leaf]:
    """Yields the leaves of a signature in order."""
    for parameter in parameters:
        yield from _leaves(named(parameter, function), parameter[2])


def _leaves(path: str, node: Node) -> Iterator[Leaf]:
    items = node.get("items")
    if items is None or node["is"] in _LEAVES:
        yield Leaf(path, node)
        return
    if not items:
        yield Leaf(path, node)
    for key, item in items.items():
        yield from _leaves(_inside(path, node, key), item)


def named(parameter: Parameter, function: Function) -> str:
    """Returns a parameter as the user would write it: `args[0]` and `kwargs["lr"]` for collected ones."""
    name, kind, _ = parameter
    kinds = dict(function.parameters)
    if name in kinds and not kinds[name].startswith("VAR_"):
        return name
    gathered = {each: other for other, each in function.parameters if each.startswith("VAR_")}
    prefix, _, index = name.rpartition("_")
    if gathered.get("VAR_POSITIONAL") == prefix and index.isdecimal() and kind != "KEYWORD_ONLY":
        return f"{prefix}[{index}]"
    return f'{gathered["VAR_KEYWORD"]}["{name}"]' if "VAR_KEYWORD" in gathered else name


def _inside(path: str, node: Node, key: str) -> str:
    if node["is"] in ("fields", "composite"):
        return f"{path}.{key}"
    return f'{path}["{key[1:-1]}"]' if key[:1] == "'" and '"' not in key else f"{path}[{key}]"


def told(node: Node) -> str:
    """Returns a leaf in words."""
    kind = node["is"]
    if kind in ("tensor", "variable"):
        return f"{'variable ' if kind == 'variable' else ''}{node['dtype']} {shape(node['shape'])}"
    if kind == "object":
        return f"{node['text']}" + (f" object {node['number']}" if node["text"] == node["type"] else f" ({node['number']})")
    return str(node.get("text") or f"{node['type']} of {len(node.get('items', ()))}")


def shape(dims: Sequence[int | None] | None) -> str:
    """Returns a shape as Python writes a tuple; `unknown` for unknown rank."""
    if dims is None:
        return "unknown"
    return f"({', '.join(map(str, dims))}{',' if len(dims) == 1 else ''})"


def differences(
    before: Sequence[Parameter], after: Sequence[Parameter], function: Function, died: Collection[int]
) -> tuple[SignatureDifference, ...]:
    """Returns where a signature differs from an earlier one; `died` are the objects freed by then."""
    old = {named(each, function): each[2] for each in before}
    new = {named(each, function): each[2] for each in after}
    found: list[SignatureDifference] = []
    for path in dict.fromkeys((*old, *new)):
        if path in old and path in new:
            found += _compared(path, old[path], new[path], died)
        else:
            found.append(_difference("structure", path, old.get(path, _ABSENT), new.get(path, _ABSENT)))
    return tuple(found)


def _difference(kind: str, path: str, old: Node, new: Node) -> SignatureDifference:
    if kind == "shape":
        return SignatureDifference(kind, path, shape(old["shape"]), shape(new["shape"]), old, new)
    if kind == "alias":
        return SignatureDifference(kind, path, "", "", old, new)
    return SignatureDifference(kind, path, _outline(old), _outline(new), old, new)


def _compared(path: str, old: Node, new: Node, died: Collection[int]) -> Iterator[SignatureDifference]:
    if old["is"] != new["is"]:
        kind = "structure" if "items" in old or "items" in new else "type"
        yield _difference(kind, path, old, new)
    elif old["is"] in _LEAVES:
        yield from _leaf(path, old, new, died)
    elif old.get("items") is None or new.get("items") is None:
        if old.get("text") != new.get("text") or old["type"] != new["type"]:
            yield _difference("specification", path, old, new)
    elif old["items"].keys() != new["items"].keys() or old["type"] != new["type"]:
        yield _difference("structure", path, old, new)
    else:
        inner = [
            each
            for key in old["items"]
            for each in _compared(_inside(path, old, key), old["items"][key], new["items"][key], died)
        ]
        yield from inner
        if not inner and old.get("text") != new.get("text"):
            yield _difference("specification", path, old, new)


def _leaf(path: str, old: Node, new: Node, died: Collection[int]) -> Iterator[SignatureDifference]:
    kind = old["is"]
    if kind in ("tensor", "variable"):
        if old["dtype"] != new["dtype"]:
            yield _difference("dtype", path, old, new)
        elif not _covers(old["shape"], new["shape"]):
            yield _difference("shape", path, old, new)
        elif old.get("alias") != new.get("alias"):
            yield _difference("alias", path, old, new)
    elif kind == "value":
        if old["text"] != new["text"]:
            yield _difference("value", path, old, new)
    elif old["number"] != new["number"]:
        gone = old["number"] in died or old["number"] == 0
        yield _difference("gone" if gone else "object" if old["type"] == new["type"] else "type", path, old, new)


def _covers(old: Sequence[int | None] | None, new: Sequence[int | None] | None) -> bool:
    if old is None or new is None:
        return old is None
    return len(old) == len(new) and all(one is None or one == other for one, other in zip(old, new, strict=True))


def _outline(node: Node) -> str:
    """Returns a nested structure by its kind and keys, a leaf in words."""
    items = node.get("items")
    if items is None or node["is"] in _LEAVES:
        return told(node)
    if node["is"] in ("list", "tuple"):
        return f"{node['type']} of {len(items)}"
    return f"{node['type']} with {', '.join(items) or 'nothing'}"
