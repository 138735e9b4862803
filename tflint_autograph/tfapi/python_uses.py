"""What Python's own functions and methods do with an argument: which iterate it, compare it, convert it or write it as text."""

from __future__ import annotations

RANGE = "builtins.range"
RANGES = frozenset({RANGE, "builtins.enumerate", "builtins.zip"})
"""Functions over whose results AutoGraph makes a graph loop if an argument is a tensor."""

TO_TEXT = frozenset({"builtins.str", "builtins.repr", "builtins.format", "builtins.ascii"})
"""Functions that write their argument as text."""

FILLING = frozenset({"substitute", "safe_substitute"})
"""Methods of `string.Template` that write their arguments as text."""

COMPARING_METHODS = frozenset({"count", "index", "remove", "sort"})
"""Methods of lists, tuples and deques that compare elements: `sort` with each other, the others with an argument."""

GIVEN_TO_PYTHON = {"__len__": "a number", "__contains__": "a truth value"}
"""Methods whose result Python uses itself: some accept an eager tensor, none a symbolic one."""

NEED_VALUE = frozenset({"builtins.bool", "builtins.complex", "operator.index", "operator.truth", "itertools.islice"})
"""Functions that need the value of a tensor, besides those of `math`."""

ARE_CONVERTED = frozenset({"builtins.int", "builtins.float", "builtins.len", "builtins.range", "builtins.sorted"})
"""Functions that AutoGraph makes accept a symbolic tensor."""

SELECTING = frozenset({"builtins.filter", "itertools.filterfalse"})
"""Functions that test the truth of the elements of their second argument where the first is None."""

COMPARING = frozenset({"builtins.min", "builtins.max", "builtins.any", "builtins.all", "builtins.sorted", "bisect.bisect", "bisect.bisect_left",
                       "bisect.bisect_right", *SELECTING})  # fmt: skip
"""Functions that compare their arguments, or the elements of one, or test their truth."""

REFUSE_TENSORS = frozenset({"builtins.round", "builtins.divmod", "builtins.hash", "builtins.chr"})
"""Functions that raise in eager code as well, which anyone who runs the code notices."""

ITERATING = {
    **dict.fromkeys((f"itertools.{word}" for word in ("accumulate", "combinations", "combinations_with_replacement", "compress", "cycle",
                                                      "groupby", "islice", "pairwise", "permutations", "tee")), slice(0, 1)),
    **dict.fromkeys((f"itertools.{word}" for word in ("dropwhile", "filterfalse", "starmap", "takewhile")), slice(1, 2)),
    **dict.fromkeys((f"itertools.{word}" for word in ("chain", "product", "zip_longest")), slice(None)),
    **dict.fromkeys(("heapq.nlargest", "heapq.nsmallest", "functools.reduce"), slice(1, 2)),
    **dict.fromkeys(("itertools.chain.from_iterable", "collections.deque"), slice(0, 1)),
}  # fmt: skip
"""By function of the standard library, besides the built-ins: the positional arguments that it iterates. Each accepts an eager tensor and
raises for a symbolic one (run with TensorFlow 2.21)."""

_MODULES = ("builtins.", "math.", "operator.", "itertools.", "collections.")
_INDIFFERENT = frozenset(
    f"builtins.{word}"
    for word in ("callable", "dir", "getattr", "hasattr", "id", "isinstance", "issubclass", "print", "setattr", "super", "type", "vars")
)
"""Built-ins that accept a symbolic tensor as any other object."""


def takes(name: str) -> bool:
    """Whether the call is of a Python function that needs the length, the elements or the value of its arguments."""
    return (name.startswith(_MODULES) and name not in _INDIFFERENT) or name in ITERATING


def looks_into(name: str) -> bool:
    """Whether the call compares the elements of its arguments, or writes them as text."""
    return name in COMPARING or name in TO_TEXT


def looks_into_by(kind: str, method: str) -> bool:
    """Whether the method compares the elements of its object and arguments, or writes the arguments as text."""
    return method == "format" or method in FILLING or (kind == "container" and method in COMPARING_METHODS)
