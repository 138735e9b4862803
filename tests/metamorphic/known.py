"""The differences that are defects of the linter today: `known.toml`, by transformation, rule and program.

An entry says how many findings are lost (`-2`), new (`+1`) or at another level (`~1`). It is checked both ways: a new
difference is an error, and so is an entry that no longer holds, which then has to be taken out.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FILE = Path(__file__).with_name("known.toml")

Counts = Mapping[tuple[str, str, str], str]
"""Transformation, rule and program, and the differences there."""


def load(file: Path = FILE) -> dict[tuple[str, str, str], str]:
    """The list of known differences."""
    document = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return {
        (transform, rule, program): text
        for transform, rules in document.items()
        for rule, programs in rules.items()
        for program, text in programs.items()
    }


def written(counts: Counts) -> str:
    """The text of the list, sorted."""
    lines: list[str] = []
    group: tuple[str, str] | None = None
    for (transform, rule, program), text in sorted(counts.items()):
        if group != (transform, rule):
            group = transform, rule
            lines += [*([""] if lines else []), f"[{transform}.{rule}]"]
        lines.append(f'"{program}" = "{text}"')
    return "\n".join([*lines, ""])


def wrong(found: Counts, known: Counts, transforms: Iterable[str], programs: Iterable[str]) -> Iterator[str]:
    """What the list says otherwise about these transformations and programs."""
    names, titles = set(transforms), set(programs)
    for key in sorted({*found, *known}):
        transform, rule, program = key
        if transform not in names or program not in titles or found.get(key) == known.get(key):
            continue
        if key not in known:
            yield f"{transform}: {program}: {rule} {found[key]}: not known"
        elif key not in found:
            yield f"{transform}: {program}: {rule} {known[key]}: gone, to be taken from the list"
        else:
            yield f"{transform}: {program}: {rule} {found[key]}: {known[key]} is known"
