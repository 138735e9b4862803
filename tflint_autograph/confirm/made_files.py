"""The files that are made up for calls that read what is not there. Standard library only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Place: TypeAlias = Literal["work", "temporary"]
"""The folder of a run that a file is in: the one it runs in, or that for temporary files."""


@dataclass(frozen=True, slots=True)
class MadeFile:
    """A file by its path in one of the folders of a run; each character of `content` is one byte (latin-1)."""

    place: Place
    path: str
    content: str
