"""The notation of the programs in this folder: code that is advised against, and beside it the code that follows the advice.

    #: the sum of a tensor
    total = sum(x)  #- use `tf.reduce_sum(x)`
    total = tf.reduce_sum(x)  #+

A program begins at `#: title`; what stands above the first one belongs to each of the file. Lines marked `#-` are only in the
code before, lines marked `#+` only in the code after. Behind `#-` stands the help of the finding on that line, or of several
findings with `||` between them; a marked line without a text has no finding. `#: title | changes` is a program whose output is
meant to change, such as one that shows symbols or repeats a draw.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent
_TITLE = re.compile(r"#: (?P<title>[^|]+?)(?: \| (?P<flag>changes))?")
_MARK = re.compile(r"\s*#(?P<sort>[-+])(?: (?P<help>\S.*))?$")


@dataclass(frozen=True, slots=True)
class Followed:
    """One program before and after. `helps` are the (line, help) pairs of the findings of the rule `code` in `before`."""

    code: str
    title: str
    before: str
    after: str
    helps: tuple[tuple[int, str], ...]
    is_same: bool

    @property
    def name(self) -> str:
        """The code and the title, as a name for files."""
        return f"{self.code}-{self.title.replace(' ', '-')}"


def programs(folder: Path = FOLDER) -> tuple[Followed, ...]:
    """Every program of the folder, by file and place. Raises ValueError for a title or mark written wrongly."""
    paths = sorted(folder.glob("TFA*.py"))
    return tuple(program for path in paths for program in read(path.stem, path.read_text(encoding="utf-8")))


def read(code: str, text: str) -> Iterator[Followed]:
    """The programs of one file."""
    shared, *parts = re.split(r"^(?=#: )", text, flags=re.MULTILINE)
    for part in parts:
        heading, _, body = part.partition("\n")
        match = _TITLE.fullmatch(heading)
        if match is None:
            raise ValueError(f"{code}: expected `#: title`, got {heading!r}")
        yield _program(code, match["title"], shared + body, is_same=match["flag"] is None)


def _program(code: str, title: str, text: str, *, is_same: bool) -> Followed:
    before: list[str] = []
    after: list[str] = []
    helps: list[tuple[int, str]] = []
    for line in text.splitlines():
        mark = _MARK.search(line)
        plain = line[: mark.start()] if mark else line
        if mark is None or mark["sort"] == "-":
            before.append(plain)
        if mark is None or mark["sort"] == "+":
            after.append(plain)
        if mark is not None and mark["help"]:
            helps += [(len(before), each) for each in mark["help"].split(" || ")]
    if not helps or before == after:
        raise ValueError(f"{code}: {title}: no line with advice, or none that follows it")
    return Followed(code, title, "\n".join(before) + "\n", "\n".join(after) + "\n", tuple(helps), is_same)
