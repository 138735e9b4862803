"""Finds the lines of keys and values in a TOML text, which `tomllib` does not report."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

Keys = tuple[str | int, ...]
"""The path to a value: the keys of tables, and for list elements the index from 0."""

_TOKEN = re.compile(
    r"""
    (?P<string> \"{3}(?:\\.|[^\\])*?\"{3}(?!\") | '{3}.*?'{3}(?!') | "(?:\\.|[^"\\\n])*" | '[^'\n]*' )
    | (?P<comment> \#[^\n]* )
    | (?P<end> \n )
    | (?P<sign> [\[\]{}=,.] )
    | (?P<bare> [^\s\[\]{}=,.\#"']+ )
    """,
    re.VERBOSE | re.DOTALL,
)


@lru_cache(maxsize=4)
def lines_of(text: str) -> Mapping[Keys, int]:
    """Maps each table, key and list element of a valid TOML text to its 1-based line, the first of several."""
    found: dict[Keys, int] = {}
    for keys, line in _Scan(text).document():
        for length in range(1, len(keys) + 1):
            found.setdefault(keys[:length], line)
    return found


class _Scan:
    """One walk over the tokens of a text; the next one is `kind`, `word`, on `line`."""

    def __init__(self, text: str) -> None:
        self._tokens = _tokens(text)
        self._next()

    def _next(self) -> None:
        self.kind, self.word, self.line = next(self._tokens, ("", "", 0))

    def document(self) -> Iterator[tuple[Keys, int]]:
        header: Keys = ()
        while self.kind:
            line = self.line
            if self.word == "[" and self.kind == "sign":
                header = self._keys()
                yield header, line
            elif self.kind == "end":
                self._next()
            else:
                yield from self._pair(header)

    def _pair(self, above: Keys) -> Iterator[tuple[Keys, int]]:
        """Yields a key, dotted or not, and the value after it."""
        line = self.line
        keys = (*above, *self._keys())
        yield keys, line
        yield from self._value(keys)

    def _keys(self) -> Keys:
        """Returns the parts of a dotted key, up to the character or line end after it."""
        keys: list[str] = []
        while self.kind and not (self.kind == "end" or self.word == "="):
            if self.kind in ("bare", "string"):
                keys.append(_key(self.kind, self.word))
            self._next()
        self._next()
        return tuple(keys)

    def _value(self, keys: Keys) -> Iterator[tuple[Keys, int]]:
        sign = self.word if self.kind == "sign" else ""
        if sign == "[":
            yield from self._list(keys)
        elif sign == "{":
            yield from self._inline(keys)
        else:
            # A number with a point, or a date, is several tokens.
            while self.kind and self.kind != "end" and not (self.kind == "sign" and self.word in ",]}"):
                self._next()

    def _list(self, keys: Keys) -> Iterator[tuple[Keys, int]]:
        index = 0
        self._next()
        while self.kind and not self._at("]"):
            if self.kind == "end":
                self._next()
            elif self._at(","):
                index += 1
                self._next()
            else:
                yield (*keys, index), self.line
                yield from self._value((*keys, index))
        self._next()

    def _inline(self, keys: Keys) -> Iterator[tuple[Keys, int]]:
        self._next()
        while self.kind and not self._at("}"):
            if self.kind == "end" or self._at(","):
                self._next()
            else:
                yield from self._pair(keys)
        self._next()

    def _at(self, sign: str) -> bool:
        return self.kind == "sign" and self.word == sign


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    """Yields kind, text and line of each token, without comments."""
    line = 1
    for match in _TOKEN.finditer(text):
        kind = str(match.lastgroup)
        if kind != "comment":
            yield kind, match[0], line
        line += match[0].count("\n")


def _key(kind: str, word: str) -> str:
    if kind == "bare":
        return word
    if word[0] == "'":
        return word[1:-1]
    try:
        return str(json.loads(word))
    except ValueError:
        # An escape that only TOML has; no option is spelled with one.
        return word[1:-1]
