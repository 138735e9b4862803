"""What Python's own functions and methods do with an argument: which iterate it, compare it, convert it or write it as text."""

from __future__ import annotations

RANGE = "builtins.range"
RANGES = frozenset({RANGE, "builtins.enumerate", "builtins.zip"})
"""Functions over whose results AutoGraph makes a graph loop if an argument is a tensor."""

TO_TEXT = frozenset({"builtins.str", "builtins.repr", "builtins.format", "builtins.ascii"})
"""Functions that write their argument as text."""

COMPARING_METHODS = frozenset({"count", "index", "remove", "sort"})
"""Methods of lists, tuples and deques that compare elements: `sort` with each other, the others with an argument."""

GIVEN_TO_PYTHON = {"__len__": "a number", "__contains__": "a truth value"}
"""Methods whose result Python uses itself: some accept an eager tensor, none a symbolic one."""

_LOOKING = TO_TEXT | {f"builtins.{word}" for word in ("sorted", "min", "max", "any", "all")}
_MODULES = ("builtins.", "math.", "operator.", "itertools.", "collections.")
_INDIFFERENT = frozenset(
    f"builtins.{word}"
    for word in ("callable", "dir", "getattr", "hasattr", "id", "isinstance", "issubclass", "print", "setattr", "super", "type", "vars")
)
"""Built-ins that accept a symbolic tensor as any other object."""


def takes(name: str) -> bool:
    """Whether the call is of a Python function that needs the length, the elements or the value of its arguments."""
    return name.startswith(_MODULES) and name not in _INDIFFERENT


def looks_into(name: str) -> bool:
    """Whether the call compares the elements of its arguments, or writes them as text."""
    return name in _LOOKING


def looks_into_by(kind: str, method: str) -> bool:
    """Whether the method compares the elements of its object and arguments, or writes the arguments as text."""
    return method == "format" or (kind == "container" and method in COMPARING_METHODS)
