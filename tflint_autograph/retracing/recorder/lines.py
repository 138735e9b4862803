"""Finds the user's lines on a stack, innermost first, with AutoGraph's generated code mapped back."""

from __future__ import annotations

import os
import re
from types import FrameType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    # Python 3.8, which may run the program, cannot make the alias
    Place = tuple[str, int, str]
    """File, line and function."""

_DEEPEST = 12
"""Maximum number of user lines that are kept of one stack."""

_STANDARD = os.path.dirname(os.__file__) + os.sep
_OURS = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_PACKAGES = tuple(f"{os.sep}{name}{os.sep}" for name in ("site-packages", "dist-packages"))
_CELL_OF_IPYTHON = "<ipython-input-"
_GENERATED = "__autograph_generated_file"
_BLOCKS = re.compile(r"<(?:listcomp|genexpr|dictcomp|setcomp)>$")


def is_own(file: str) -> bool:
    """Whether the file is the user's: not of an installed package, of Python or of this package."""
    if file.startswith("<"):
        return file.startswith(_CELL_OF_IPYTHON)
    if os.path.basename(file).startswith(_GENERATED):
        return False
    return not file.startswith((_STANDARD, _OURS)) and not any(folder in file for folder in _PACKAGES)


class Lines:
    """Maps frames to the user's lines; is told about each file that AutoGraph generates."""

    def __init__(self) -> None:
        self._generated: dict[str, dict[int, Place]] = {}

    def learn(self, file: str, source_map: dict[Any, Any]) -> None:
        """Records the source map of a generated file."""
        self._generated[file] = {
            at.lineno: (origin.loc.filename, origin.loc.lineno, origin.function_name or "")
            for at, origin in source_map.items()
        }

    def is_generated(self, file: str) -> bool:
        """Whether AutoGraph generated the file from known code."""
        return file in self._generated

    def origin(self, file: str, line: int) -> Place | None:
        """Returns the user's first line of a generated function; its own first line is not always mapped."""
        found = self._generated.get(file, {})
        after = [at for at in found if at >= line]
        return found[min(after)] if after else None

    def stack(self, frame: FrameType | None) -> list[Place]:
        """Returns the user's lines on the stack, innermost first, without duplicates."""
        found: list[Place] = []
        while frame is not None and len(found) < _DEEPEST:
            place = self.place(frame)
            if place is not None and (not found or found[-1][:2] != place[:2]):
                found.append(place)
            frame = frame.f_back
        return found

    def place(self, frame: FrameType) -> Place | None:
        """Returns the user's line of a frame, or None for other code."""
        file, code = frame.f_code.co_filename, frame.f_code
        if file in self._generated:
            place = self._generated[file].get(frame.f_lineno)
            return place if place is not None and is_own(place[0]) else None
        if not is_own(file):
            return None
        # `co_qualname` is there from Python 3.11 on
        name = getattr(code, "co_qualname", code.co_name)
        return os.path.abspath(file) if not file.startswith("<") else file, frame.f_lineno, _BLOCKS.sub("", name)


def through(frame: FrameType | None) -> list[str]:
    """Returns the library functions between a frame and the user's first line, outermost last: `file:function`."""
    found: list[str] = []
    while frame is not None and len(found) < _DEEPEST and not is_own(frame.f_code.co_filename):
        found.append(f"{frame.f_code.co_filename}:{frame.f_code.co_name}")
        frame = frame.f_back
    return found
