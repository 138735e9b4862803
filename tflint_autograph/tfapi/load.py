"""Reading the TOML tables that lie beside this module; what they mean is the business of the modules that ask."""

from __future__ import annotations

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
    """The content of `<name>.toml`, read once a process."""
    return tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text("utf-8"))


def inverted(groups: dict[str, str]) -> dict[str, str]:
    """From value -> "name name ..." to name -> value; the last value wins when a name stands in two groups."""
    return {name: value for value, names in groups.items() for name in names.split()}
