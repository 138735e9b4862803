"""Generates the JSON Schema of the table in `pyproject.toml` from the table of options."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from tflint_autograph.config.options import KEYS, Option, OptionKind


def schema() -> dict[str, object]:
    """Returns a JSON Schema (draft 2020-12) of `[tool.tflint-autograph]`."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "[tool.tflint-autograph] in pyproject.toml",
        "type": "object",
        "properties": _properties(sorted(KEYS)),
        "additionalProperties": False,
    }


def _properties(names: Sequence[str]) -> dict[str, object]:
    """Returns the properties of these keys; keys with a dot are in a nested table."""
    groups = sorted({name.partition(".")[0] for name in names if "." in name})
    found: dict[str, object] = {name: _property(KEYS[name]) for name in names if "." not in name}
    for group in groups:
        inner = {name.partition(".")[2]: _property(KEYS[name]) for name in names if name.startswith(f"{group}.")}
        found[group] = {"type": "object", "properties": inner, "additionalProperties": False}
    return found


def plain(option: Option, value: object) -> object:
    """Returns the typed value of an option as plain data for JSON and TOML."""
    if isinstance(value, Enum):
        return value.value
    if not isinstance(value, tuple):
        return value
    if option.kind is OptionKind.TABLE:
        return {key: list(item) if isinstance(item, tuple) else plain(option, item) for key, item in value}
    return list(value)


def _property(option: Option) -> dict[str, object]:
    default = {} if option.kind is OptionKind.TABLE else {"default": plain(option, option.default)}
    return {"description": option.help, **_type(option.kind, option), **default}


def _type(kind: OptionKind, option: Option) -> dict[str, object]:
    match kind:
        case OptionKind.FLAG:
            return {"type": "boolean"}
        case OptionKind.COUNT:
            return {"type": "integer", "minimum": 0}
        case OptionKind.LIST | OptionKind.NAMES:
            return {"type": "array", "items": {"type": "string"}}
        case OptionKind.CHOICE:
            return {"enum": list(option.words)}
        case OptionKind.JOBS:
            return {"type": ["string", "integer"]}
        case OptionKind.STRING | OptionKind.VERSION | OptionKind.URL:
            return {"type": "string"}
        case OptionKind.TABLE:
            return {"type": "object", "additionalProperties": _type(option.entries or OptionKind.STRING, option)}
