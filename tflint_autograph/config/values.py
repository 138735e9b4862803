"""Converts a raw value from TOML or the command line to the typed value of an option."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import Enum
from types import MappingProxyType

from tflint_autograph.config.errors import UsageError, did_you_mean, place
from tflint_autograph.config.options import Option, OptionKind

_VERSION = re.compile(r"\d+\.\d+(\.\d+)?")
# Other characters in an address are percent-encoded (RFC 3986).
_URL = re.compile(r"https?://[\w.~:/?#\[\]@!$&'()*+,;=%{}-]+", re.ASCII)

_WANTED = {
    OptionKind.FLAG: "true or false",
    OptionKind.LIST: "a list of strings",
    OptionKind.NAMES: "a list of strings",
    OptionKind.CHOICE: "a string",
    OptionKind.STRING: "a string",
    OptionKind.VERSION: "a version written as a string",
    OptionKind.URL: "an address written as a string",
    OptionKind.COUNT: "a whole number from 0 on",
    OptionKind.JOBS: "a number or `auto`",
    OptionKind.TABLE: "a table",
}


def convert(option: Option, raw: object, where: str, entries: Mapping[str, str] = MappingProxyType({})) -> object:
    """Returns the typed value: a tuple for a list, sorted pairs for a table, a member if the choices are an enumeration.

    `where` names the option in an error, `entries` the place of each key of a table. Raises UsageError for a wrong type or an unknown word.
    """
    if option.kind is OptionKind.TABLE:
        return _table(option, raw, where, entries)
    return _CONVERTERS[option.kind](option, raw, where)


def _flag(option: Option, raw: object, where: str) -> bool:
    if not isinstance(raw, bool):
        raise _wrong(option.kind, raw, where)
    return raw


def _string(option: Option, raw: object, where: str) -> str:
    if not isinstance(raw, str):
        raise _wrong(option.kind, raw, where)
    return raw


def _count(option: Option, raw: object, where: str) -> int:
    if isinstance(raw, bool) or not isinstance(raw, int) or raw < 0:
        raise _wrong(option.kind, raw, where)
    return raw


def _list(option: Option, raw: object, where: str) -> tuple[str, ...]:
    if not isinstance(raw, list) or not all(isinstance(item, str) for item in raw):
        hint = f'write `["{raw}"]`' if isinstance(raw, str) else ""
        raise _wrong(OptionKind.LIST, raw, where, hint)
    return tuple(raw)


def _names(option: Option, raw: object, where: str) -> tuple[str, ...]:
    names = _list(option, raw, where)
    for name in names:
        if not all(map(str.isidentifier, name.split("."))):
            raise UsageError(f"`{name}` in {where} is not a dotted name", 'write it like `"mylib.compiled"`')
    return names


def _jobs(option: Option, raw: object, where: str) -> str:
    if isinstance(raw, bool) or not isinstance(raw, (int, str)):
        raise _wrong(option.kind, raw, where)
    return str(raw)


def _choice(option: Option, raw: object, where: str) -> Enum | str:
    word = _string(option, raw, where)
    if word not in option.words:
        hint = did_you_mean(word, option.words) or f"choose from {', '.join(option.words)}"
        raise UsageError(f"unknown value `{word}` in {where}", hint)
    return word if isinstance(option.choices, tuple) else option.choices(word)


def _version(option: Option, raw: object, where: str) -> str:
    version = _string(option, raw, where)
    if version and not _VERSION.fullmatch(version):
        raise UsageError(f"`{version}` in {where} is not a version", 'write it like `"2.15"`')
    return version


def _url(option: Option, raw: object, where: str) -> str:
    url = _string(option, raw, where)
    if url and not (_URL.fullmatch(url) and any(sign in url for sign in ("{code}", "{name}"))):
        hint = 'write it like `"https://example.org/rules/{name}"`: each rule has an address of its own'
        raise UsageError(f"`{url}` in {where} is not the address of a page", hint)
    return url


def _table(option: Option, raw: object, where: str, entries: Mapping[str, str]) -> tuple[tuple[str, object], ...]:
    if not isinstance(raw, dict) or option.entries is None:
        raise _wrong(option.kind, raw, where)
    entry = _CONVERTERS[option.entries]
    places = {key: place(option.name, entries[key]) if key in entries else where for key in raw}
    return tuple((key, entry(option, value, f"`{key}` of {places[key]}")) for key, value in sorted(raw.items()))


def _wrong(kind: OptionKind, raw: object, where: str, hint: str = "") -> UsageError:
    return UsageError(f"{where} is {_described(raw)}, not {_WANTED[kind]}", hint)


def _described(raw: object) -> str:
    if isinstance(raw, bool):
        return str(raw).lower()
    if isinstance(raw, (int, float)):
        return str(raw)
    if isinstance(raw, list):
        return "a list" if all(isinstance(item, str) for item in raw) else "a list of other things"
    if isinstance(raw, str):
        return "a string"
    return "a table" if isinstance(raw, dict) else "a date or a time"


_CONVERTERS: dict[OptionKind, Callable[[Option, object, str], object]] = {
    OptionKind.FLAG: _flag,
    OptionKind.LIST: _list,
    OptionKind.NAMES: _names,
    OptionKind.CHOICE: _choice,
    OptionKind.STRING: _string,
    OptionKind.VERSION: _version,
    OptionKind.URL: _url,
    OptionKind.COUNT: _count,
    OptionKind.JOBS: _jobs,
}
