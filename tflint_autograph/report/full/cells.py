"""Measures text in terminal cells, and prepares source lines for display. The only report module that uses rich."""

from __future__ import annotations

from tflint_autograph.model.record import record
from tflint_autograph.report.place import ascii_only, one_line

_TAB = 4


def width(text: str) -> int:
    """Returns the number of terminal cells of `text`; wide characters take two, combining ones none."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


@record
class ShownLine:
    """A source line as it is displayed. `offsets[i]` is the offset of its code point `i` in `text`; the last is the end."""

    text: str
    offsets: tuple[int, ...]

    def offset(self, column: int) -> int:
        """Returns the offset of the code point at a 1-based column in `text`; columns beyond the line give its end."""
        return self.offsets[min(column, len(self.offsets)) - 1]


def shown(line: str, *, unicode: bool) -> ShownLine:
    """Returns a line with tabs expanded to stops of four, and unsafe characters (and non-ASCII ones unless `unicode`) escaped."""
    text, offsets = "", [0]
    for char in line:
        if char == "\t":
            text += " " * (_TAB - len(text) % _TAB)
        else:
            text += one_line(char) if unicode else ascii_only(one_line(char))
        offsets.append(len(text))
    return ShownLine(text, tuple(offsets))
