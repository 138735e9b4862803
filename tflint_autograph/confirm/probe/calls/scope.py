"""The names that generated and declared calls may use, those of the module first."""

from __future__ import annotations

import builtins
import types
from collections import Counter
from collections.abc import Callable, Iterator, Sized
from typing import Any

from tflint_autograph.confirm.probe.calls.making_files import MadeFiles
from tflint_autograph.confirm.probe.limits.clock import Clock, Enough, patience
from tflint_autograph.confirm.probe.state.attributes import attribute, has_attribute
from tflint_autograph.confirm.probe.state.exceptions import message_of
from tflint_autograph.confirm.probe.state.holders import is_own_class, own_modules
from tflint_autograph.confirm.probe.state.lines import LineCounter

TARGET = "__tflint_target__"
HOLDER = "__tflint_holder__"

_PATIENCE, _LEAST = 0.2, 1.0
"""The fraction of the time for a search that one call may compute, and the least seconds."""

_OBJECTS = 2000
"""Maximum number of objects that are searched for shapes."""


class CallNames:
    """The namespace of calls: the names of the module, TensorFlow as `tf`, NumPy as `np` and the called function as `TARGET`.

    The user's classes in other modules are available by name too.
    """

    def __init__(self, names: dict[str, Any], lines: LineCounter, seconds: float, files: MadeFiles | None = None) -> None:
        """`seconds` is the time for a search, from now on; `files` are made up where calls miss them, if given."""
        self.names = names
        self.files = files
        self._lines = lines
        self.is_impatient = False
        self._clock = Clock()
        self._deadline = self._clock.now() + seconds
        self._patience = max(_PATIENCE * seconds, _LEAST)
        self._refusals: Counter[str] = Counter()

    def value(self, code: str | types.CodeType) -> Any:
        """Returns the value of an expression. Raises whatever the user's code raises."""
        return eval(code, self.names, _Locals(self.own_class))

    def tried(self, code: str) -> Any:
        """Returns the value of an expression, or raises TimeoutError if that takes too much of the time for the search."""
        try:
            with patience(self._patience):
                return self.value(code)
        except Enough as error:
            # Where one call does not end, many do not
            self.is_impatient = True
            self._patience = max(self._patience / 4, _LEAST / 2)
            raise TimeoutError(str(error)) from None

    def constant(self, code: str) -> Any:
        """Returns the value of code that makes a tensor (`tf.ones([2])`), or None for other code, which may run the user's."""
        return self.value(code) if code.startswith(("tf.constant(", "tf.ones(")) else None

    def own_class(self, name: str) -> Any:
        """Returns a user class that the module does not name. Raises KeyError."""
        if name in self.names or hasattr(builtins, name):
            raise KeyError(name)
        for _, module in own_modules(self._lines):
            held = vars(module).get(name)
            if isinstance(held, type) and held.__module__ == module.__name__:
                return held
        raise KeyError(name)

    def is_own(self, kind: type) -> bool:
        """Whether a class is defined in the user's code."""
        return is_own_class(kind, self._lines)

    def shapes(self) -> Iterator[tuple[int, ...]]:
        """Yields the shapes of the variables, tensors and arrays in the module, in the object of the calls, and in what these have."""
        waiting: list[Any] = [*self.names.values(), self.names.get(HOLDER)]
        seen: set[int] = set()
        for _ in range(_OBJECTS):
            held: Any = waiting.pop() if waiting else None
            if id(held) in seen:
                continue
            seen.add(id(held))
            if has_attribute(held, "dtype") and has_attribute(held, "shape"):
                is_known = isinstance(held.shape, Sized) and getattr(held.shape, "rank", 0) is not None
                yield from [tuple(filter(None, held.shape))] if is_known and not isinstance(held, type) else []
            elif isinstance(held, (list, tuple)):
                waiting.extend(held)  # wrappers of TensorFlow define what `+=` would call first
            elif isinstance(held, dict):
                waiting += held.values()
            elif has_attribute(held, "__dict__") and self.is_own(type(held)):
                waiting += vars(held).values()
                # A model that is not built has no weights yet, and in other classes the name may stand for one variable
                known = (attribute(held, name) for name in ("weights", "variables"))
                waiting.extend(next((each for each in known if isinstance(each, (list, tuple)) and each), ()))

    def reached(self, code: str) -> tuple[frozenset[str], bool]:
        """Returns the watches whose statements run while an expression is evaluated, and whether it raises."""
        self._lines.forget()
        raised = False
        try:
            with self._lines.counting():
                self.tried(code)
        except Exception:  # noqa: BLE001 - the user's code raises what it likes
            raised = True
        return frozenset(each.id for each in self._lines.hits(1)), raised

    def way(self, error: Exception) -> tuple[int, ...]:
        """Returns the user's lines that an exception came through, outermost first."""
        return tuple(at.line for at in self._lines.of_traceback(error.__traceback__))

    def classes(self) -> tuple[type, ...]:
        """Returns the user's classes that the module names."""
        return tuple(each for _, each in sorted(self.names.items()) if isinstance(each, type) and self.is_own(each))

    def refuse(self, error: Exception) -> None:
        """Records why arguments were rejected."""
        self._refusals[f"{type(error).__name__}: {message_of(error)}"[:100].rstrip(": ")] += 1

    def refusal(self) -> str:
        """Returns the most frequent reason for rejected arguments, in parentheses; empty if none were tried."""
        return "".join(f" ({text})" for text, _ in self._refusals.most_common(1))

    def is_over(self) -> bool:
        """Whether the time for a search is over."""
        return self._clock.now() > self._deadline


class _Locals(dict[str, Any]):
    """A dict that also looks up user classes. It must be a dict, since AutoGraph reads the locals of all frames."""

    def __init__(self, lookup: Callable[[str], Any]) -> None:
        super().__init__()
        self._lookup = lookup

    def __missing__(self, name: str) -> Any:
        return self._lookup(name)
