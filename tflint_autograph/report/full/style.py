"""Colors and glyphs of the `full` format."""

from __future__ import annotations

from enum import Enum

from tflint_autograph.model.record import record
from tflint_autograph.report.place import NONE, Executions, ascii_only, one_line


class Ink(Enum):
    """The role of a piece of text, with its ANSI color (ECMA-48 SGR parameters)."""

    ERROR = "1;31"
    WARNING = "1;33"
    INFO = "1;36"
    TITLE = "1"
    FRAME = "1;34"
    HELP = "1;32"
    PLACE = "2"
    REMOVED = "31"
    ADDED = "32"


@record
class Style:
    """What the output supports: ANSI colors, non-ASCII characters, and links; `rule_url` is the option of that name.

    `executions` are the execution counts of the notebooks in the report.
    """

    color: bool
    unicode: bool
    links: bool = False
    rule_url: str = ""
    executions: Executions = NONE

    @property
    def ellipsis(self) -> str:
        """The mark for omitted text."""
        return "…" if self.unicode else "..."

    def words(self, text: str) -> str:
        """Returns text of the user or a rule, made safe for one line of this output."""
        return one_line(text) if self.unicode else ascii_only(one_line(text))

    def paint(self, text: str, ink: Ink) -> str:
        """Returns `text` in its color, or unchanged without colors."""
        return f"\x1b[{ink.value}m{text}\x1b[0m" if self.color else text

    def link(self, text: str, target: str) -> str:
        """Returns `text` as a terminal link, or unchanged without links."""
        return f"\x1b]8;;{target}\x1b\\{text}\x1b]8;;\x1b\\" if self.links else text

    def margin(self, gutter: int, sign: str, number: str = "") -> str:
        """Returns the left margin of a row: a line number of up to `gutter` cells, or nothing, and a frame glyph."""
        return self.paint(f"{number:>{gutter}}{sign}", Ink.FRAME)
