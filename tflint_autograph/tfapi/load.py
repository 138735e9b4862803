"""Loads the tables next to this module. Their meaning is defined by the modules that use them."""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


@cache
def table(name: str) -> dict[str, Any]:
    """Returns the content of `<name>.toml`, written by hand, or `<name>.json`, generated; read once per process."""
    path = Path(__file__).with_name(f"{name}.toml")
    if not path.exists():
        made: dict[str, Any] = json.loads(path.with_suffix(".json").read_text("utf-8"))
        return made
    return tomllib.loads(path.read_text("utf-8"))


@cache
def words(name: str, group: str, key: str) -> frozenset[str]:
    """Returns the words under a key of a group of a table; none if there is no such key."""
    return frozenset(table(name)[group].get(key, "").split())


def inverted(groups: dict[str, str]) -> dict[str, str]:
    """Converts a map from value to "name name ..." into one from name to value; the last value wins."""
    return {name: value for value, names in groups.items() for name in names.split()}
