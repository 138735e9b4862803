"""Finds text positions where a project function may be passed to a Keras layer: an activation, a regularizer, a constraint."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Statement
from tflint_autograph.tfapi.names import FRAMEWORKS

RUN_BY_LAYERS = ("activation", "regularizer", "constraint")
"""Suffixes of argument names for functions that a layer runs."""

_GAP = r"[\s\\(]*"
"""What may be between a name, `=` or `(`, and what follows."""

_KEYWORDS = {word: re.compile(rf"{word}{_GAP}={_GAP}([\w.]+)") for word in RUN_BY_LAYERS}

_POSITIONS = {
    "Activation": re.compile(rf"\bActivation[\s\\)]*\({_GAP}([\w.]+)"),
    "Dense": re.compile(rf"\bDense[\s\\)]*\([^,=]*,{_GAP}([\w.]+)[\s\\]*[,)]"),
}  # fmt: skip
"""Layer calls that take a function as a positional argument, by the text to search for."""

_PLAIN = frozenset({"lambda", "partial", "functools.partial"})


def given_to_layers(text: str, defined: Iterable[str], top: tuple[Statement, ...]) -> Iterator[int]:
    """Yields positions of arguments that may be project functions: one of the names `defined`, a method, or imported at the `top`.

    Nearly all others are strings, TensorFlow functions or parameters of the same name.
    """
    names: set[str] = set()
    for position, given in _given(text):
        names = names or {*defined, *_imported(top), *_PLAIN}
        first, _, last = given.partition(".")
        if (last if first == "self" else first) in names:
            yield position


def _given(text: str) -> Iterator[tuple[int, str]]:
    """Yields each position, with the name there."""
    for word, pattern in _KEYWORDS.items():
        if word in text:
            yield from ((each.start(), each[1]) for each in pattern.finditer(text) if _is_argument(text, each.start()))
    for word, pattern in _POSITIONS.items():
        if word in text:
            yield from ((each.start(), each[1]) for each in pattern.finditer(text))


def _is_argument(text: str, position: int) -> bool:
    """Whether the name of the argument at this position is inside the parentheses of a call."""
    before = _BEFORE.search(text, max(0, position - _LONGEST), position)
    return before is not None and before[0][0] in "(,"


_BEFORE = re.compile(r"\W\s*\w*$")
_LONGEST = 200
"""Maximum length in characters of a name, and of what precedes it on its line."""


def _imported(top: tuple[Statement, ...]) -> Iterator[str]:
    for each in top:
        if isinstance(each, ir.Import):
            yield from (name for name, dotted in each.names if dotted.partition(".")[0] not in FRAMEWORKS)
