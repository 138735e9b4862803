"""Code that is nearly right: files of our own with tokens or bytes deleted, doubled and swapped. Runs nothing."""

from __future__ import annotations

import ast
import io
import random
import tokenize
import warnings
from pathlib import Path

_TESTS = Path(__file__).parents[1]
SEEDS = (*sorted((_TESTS / "rules").glob("TFA*.py")), *sorted((_TESTS.parent / "examples" / "bad").glob("*.py")))
"""Files full of what rules look at."""


def mutated(source: random.Random) -> bytes:
    """One of the files, changed in one to eight places; mostly so that it still is Python, which is looked at deepest."""
    data = source.choice(SEEDS).read_bytes()
    broken = source.random() < 0.2
    for _ in range(source.randint(1, 8)):
        for _ in range(20):
            new = _bytes(data, source) if source.random() < 0.15 else _tokens(data, source)
            if broken or _is_python(new):
                data = new
                break
    return data


def _is_python(data: bytes) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            ast.parse(data)
        except (SyntaxError, ValueError):
            return False
    return True


def _bytes(data: bytes, source: random.Random) -> bytes:
    """Some bytes replaced by other ones, NUL and half a character of UTF-8 among them."""
    at = source.randrange(len(data) + 1)
    new = bytes(
        source.choice((0, 9, 10, 12, 13, 32, 34, 35, 40, 58, 92, 195, 237, 255)) for _ in range(source.randint(0, 3))
    )
    return data[:at] + new + data[at + source.randint(0, 4) :]


def _tokens(data: bytes, source: random.Random) -> bytes:
    """A token deleted, doubled, or swapped with another one, as their text is written."""
    words = _words(data)
    if len(words) < 2:
        return data
    one, two = sorted(source.sample(words, 2))
    match source.randrange(4):
        case 0:
            return data[: one[0]] + data[one[1] :]
        case 1:
            return data[: one[1]] + b" " + data[one[0] : one[1]] + data[one[1] :]
        case 2:
            return data[: two[0]] + data[one[0] : one[1]] + data[two[1] :]
        case _:
            return (
                data[: one[0]] + data[two[0] : two[1]] + data[one[1] : two[0]] + data[one[0] : one[1]] + data[two[1] :]
            )


def _words(data: bytes) -> list[tuple[int, int]]:
    """Where tokens start and end, in bytes; of broken code as many as can be told."""
    starts = [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    try:
        for token in tokenize.tokenize(io.BytesIO(data).readline):
            if token.string.strip() and token.start[0] and token.string.isascii():
                found.append((starts[token.start[0] - 1] + token.start[1], starts[token.end[0] - 1] + token.end[1]))
    except (SyntaxError, UnicodeDecodeError, tokenize.TokenError, IndexError):
        pass
    return sorted(set(found))
