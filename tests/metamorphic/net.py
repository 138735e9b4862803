"""Every transformation over every program, with the differences it makes."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.metamorphic.compared import Difference, differences
from tests.metamorphic.exceptions import is_excepted
from tests.metamorphic.findings import Found, findings
from tests.metamorphic.places import Correspondence, Place
from tests.metamorphic.programs import Program
from tests.metamorphic.transform import Sources, Transform, Transformed, apply, identity

CRASH = "CRASH"
"""Stands for a rule where the linter does not get through a program."""


@dataclass(frozen=True, slots=True)
class Original:
    """A program with what is reported for it and the places of its nodes."""

    program: Program
    found: tuple[Found, ...]
    places: Correspondence


@dataclass(frozen=True, slots=True)
class Result:
    """A program after one transformation, or several in a row: how many findings were compared, and what differs."""

    transform: str
    program: str
    files: Mapping[str, str]
    compared: int
    differences: tuple[Difference, ...]


def original(program: Program) -> Original:
    """Check a program as it is."""
    return Original(program, _found(program.files), identity(program))


def result(transform: Transform, old: Original) -> Result | None:
    """What a transformation changes in a program; None when it does not fit."""
    transformed = apply(transform, Sources(old.program))
    return None if transformed is None else _compared(transform.name, old, transformed)


def results(transform: Transform, originals: Iterable[Original]) -> Iterator[Result]:
    """What a transformation changes in the programs that it fits."""
    for each in originals:
        found = result(transform, each)
        if found is not None:
            yield found


def chained(transforms: Sequence[Transform], old: Original, source: random.Random, length: int) -> Result | None:
    """What several transformations in a row change, drawn until `length` of them have fitted."""
    sources, names, last = Sources(old.program), [], None
    for transform in source.sample(transforms, len(transforms)):
        transformed = apply(transform, sources)
        if transformed is None:
            sources = Sources.of(last) if last is not None else Sources(old.program)
            continue
        names.append(transform.name)
        last, sources = transformed, Sources.of(transformed)
        if len(names) == length:
            break
    return None if last is None else _compared(" ".join(names), old, last)


def _compared(name: str, old: Original, transformed: Transformed) -> Result:
    new = _found(transformed.files)
    found = differences(old.found, new, old.places, transformed.correspondence)
    real = tuple(each for each in found if not is_excepted(name, old.program.name, each))
    return Result(name, old.program.name, transformed.files, len(old.found), real)


def _found(files: Mapping[str, str]) -> tuple[Found, ...]:
    """What is reported; a bug of the linter is a finding of its own."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            return findings(Path(folder).resolve(), files)
        except Exception as error:  # noqa: BLE001 - whatever a bug raises
            place = Place(min(files), 1, 1, 1, 1)
            return (Found(place, CRASH, "", "", f"{type(error).__name__}: {error}"),)
