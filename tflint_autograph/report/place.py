"""Formats places and user text for text formats."""

from __future__ import annotations

import functools
import os
import re
from pathlib import PurePath

from tflint_autograph.model.location import Span
from tflint_autograph.model.report import Report
from tflint_autograph.source.notebook import execution_counts

# Control characters, line and paragraph separators, bidirectional overrides and lone surrogates: what would break a
# line apart, steer a terminal, show code in another order than it runs, or fail to encode.
_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_ASCII_GLYPHS = str.maketrans({"…": "...", "·": "-", "→": "->", "└": "`", "─": "-"})


def one_line(text: str) -> str:
    r"""Returns `text` with everything unsafe on a line as a backslash escape."""
    return _UNSAFE.sub(lambda match: match[0].encode("unicode_escape").decode("ascii"), text)


def ascii_only(text: str) -> str:
    """Returns `text` for ASCII output: glyphs replaced, other characters as backslash escapes."""
    return text.translate(_ASCII_GLYPHS).encode("ascii", "backslashreplace").decode("ascii")


def line_place(span: Span) -> str:
    """Returns `path:line`, or `nb.ipynb:cell 3:2` in a notebook; lines are 1-based."""
    cell = "" if span.cell is None else f":cell {span.cell}"
    return f"{one_line(span.path)}{cell}:{span.start.line}"


def url(span: Span) -> str:
    """Returns the address of a place whose path is relative to the current folder; VS Code understands `#L2,7`."""
    # 2 ms that only a terminal with links need pay.
    from urllib.parse import quote

    fragment = f"#L{span.start.line},{span.start.column}" if span.cell is None else ""
    path = PurePath(os.path.abspath(span.path)).as_posix()
    # A Windows drive gets the slash that an address needs; a name that is no valid text gets an address all the same.
    return f"file://{quote(path if path.startswith('/') else f'/{path}', safe='/:', errors='surrogatepass')}{fragment}"


def place(span: Span) -> str:
    """Returns `path:line:col`, or `nb.ipynb:cell 3:2:7` in a notebook; columns are 1-based code points."""
    return f"{line_place(span)}:{span.start.column}"


class Executions:
    """The execution counts in the notebooks of a report; each notebook is parsed on first use."""

    def __init__(self, report: Report | None = None) -> None:
        self._notebooks = dict(report.notebooks) if report is not None else {}
        self._counts = functools.cache(lambda path: execution_counts(self._notebooks[path]))

    def of(self, span: Span) -> str:
        """Returns `In [7]` for code in a cell that was run, else an empty string."""
        if span.cell is None or span.path not in self._notebooks:
            return ""
        count = self._counts(span.path).get(span.cell)
        return f"In [{count}]" if count is not None else ""


NONE = Executions()
