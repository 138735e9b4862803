"""Reading the tables that lie beside this module; what they mean is the business of the modules that ask."""

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
    """The content of `<name>.toml`, which people write, or of `<name>.json`, which a tool does; read once a process."""
    path = Path(__file__).with_name(f"{name}.toml")
    if not path.exists():
        made: dict[str, Any] = json.loads(path.with_suffix(".json").read_text("utf-8"))
        return made
    return tomllib.loads(path.read_text("utf-8"))


def inverted(groups: dict[str, str]) -> dict[str, str]:
    """From value -> "name name ..." to name -> value; the last value wins when a name is in two groups."""
    return {name: value for value, names in groups.items() for name in names.split()}
