"""Evaluates calls that create containers, and calls of their methods."""

from __future__ import annotations

from tflint_autograph.model.values import NOTHING, UNKNOWN, Kind, Origin, Value
from tflint_autograph.project.values.body_result import CallSite
from tflint_autograph.project.values.elements import element_of, item_of, joined_alike, owned, under

_OF_ITEMS = frozenset({"builtins.list", "builtins.tuple"})
_MUTABLE = frozenset({"list", "dict", "set"})
COLLECTIONS = frozenset(
    f"collections.{name}" for name in ("deque", "Counter", "OrderedDict", "defaultdict", "ChainMap", "UserList", "UserDict")
)


def new_container(site: CallSite, name: str) -> Value:
    """Returns a new container with the elements of the first argument."""
    positional = [value for keyword, value in site.args if keyword is None]
    if name == "collections.defaultdict":
        made = positional[0].name.removeprefix("builtins.") if positional else ""
        element = Value(Kind.CONTAINER, Origin.FRESH, type=f"builtins.{made}") if made in _MUTABLE else None
        return Value(Kind.CONTAINER, Origin.FRESH, type=name, element=element)
    given = [value for keyword, value in site.args if keyword not in (None, "*", "**", "maxlen")]
    taken = item_of if name.endswith(("dict", "Dict")) else element_of
    element = taken(positional[0]) if positional and not positional[0].callees else None
    if element is not None and element.origin is not Origin.OUTER:
        element = None if element.kind is Kind.UNKNOWN else element
    if given:
        element = joined_alike(tuple(given))
    all_known = name == "builtins.dict" and all(keyword not in (None, "*", "**") for keyword, _ in site.args)
    keyed = tuple((keyword or "", value) for keyword, value in site.args) if all_known else None
    is_empty = not site.args and name in _OF_ITEMS
    return Value(Kind.CONTAINER, Origin.FRESH, type=name, items=() if is_empty else None, items_by_key=keyed, element=element)


def by_method(receiver: Value, method: str, first: Value | None) -> Value:
    """Returns the result of calling a method of a container; `first` is its first argument."""
    if method in ("copy", "union", "intersection", "difference", "symmetric_difference", "__copy__"):
        keyed = receiver.items_by_key if receiver.origin is Origin.FRESH else None
        return receiver._replace(origin=Origin.FRESH, items_by_key=keyed, spelling="", parameter="")
    if method in ("get", "pop", "popleft", "setdefault", "popitem"):
        element = receiver.element or UNKNOWN
        if receiver.items_by_key and first is not None and first.const is not NOTHING:
            return under(receiver, first.const)
        return element._replace(origin=max(element.origin, receiver.origin))
    if method in ("values", "items", "keys", "elements", "most_common"):
        element = receiver.element or UNKNOWN
        if method == "items":
            pair = (Value(Kind.UNKNOWN, Origin.FRESH), element._replace(origin=max(element.origin, receiver.origin)))
            element = Value(Kind.CONTAINER, Origin.FRESH, type="builtins.tuple", items=pair)
        elif method == "values":
            element = owned(element, receiver)
        else:
            element = Value(Kind.PYTHON, Origin.FRESH)
        return Value(Kind.CONTAINER, Origin.FRESH, type="builtins.list", element=element)
    return Value(Kind.PYTHON, Origin.FRESH)
