"""What a run of the user's code did to the project. Standard library only."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ProjectChange:
    """What a unit did to a file or folder of the project: `how` is `new`, `changed`, `removed`, or `written` if only that is known.

    Paths are those in the project; that of a folder ends in a slash.
    """

    path: str
    how: str
