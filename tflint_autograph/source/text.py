"""Converts bytes to text, text to lines, and columns."""

from __future__ import annotations

import codecs
import io
import re
import tokenize
from functools import lru_cache

from tflint_autograph.model.finding import Problem, ProblemKind
from tflint_autograph.model.location import Position, Span
from tflint_autograph.model.record import record

_START = Position(1, 1)
_LINE_END = re.compile(rb"\r\n?|\n")


class SourceError(Exception):
    """A file without usable text: the kind of problem, a sentence about it, and the position."""

    def __init__(self, kind: ProblemKind, message: str, position: Position = _START) -> None:
        super().__init__(kind, message, position)
        self.kind = kind
        self.message = message
        self.position = position

    def problem(self, path: str) -> Problem:
        """Returns the error as a report entry; `path` is the display path."""
        return Problem(self.kind, self.message, Span(path, self.position, self.position))


@record
class Source:
    """The text of a file without its byte order mark; `encoding` and `bom` say how to write it back."""

    text: str
    encoding: str
    bom: bool


def decode(data: bytes) -> Source:
    """Decodes a module as Python does: byte order mark, PEP 263 cookie, else UTF-8. Line ends stay as they are.

    Raises SourceError(ENCODING) for a NUL byte, bytes the encoding does not allow, and an unknown encoding.
    """
    nul = data.find(b"\0")
    if nul >= 0:
        message = f"source code cannot contain NUL bytes (offset {nul})"
        raise SourceError(ProblemKind.ENCODING, message, _position(data, nul, "utf-8"))
    encoding = _encoding(data)
    bom = data.startswith(codecs.BOM_UTF8)
    skipped = len(codecs.BOM_UTF8) if bom else 0
    try:
        text = data[skipped:].decode(encoding)
    except UnicodeDecodeError as error:
        offset = error.start + skipped
        message = f"byte 0x{data[offset]:02x} at offset {offset} is not valid {encoding}"
        raise SourceError(ProblemKind.ENCODING, message, _position(data, offset, encoding)) from None
    except (LookupError, UnicodeError):
        raise SourceError(ProblemKind.ENCODING, f"`{encoding}` is not an encoding of source code") from None
    if encoding != "utf-8" and "coding" not in text:
        raise SourceError(ProblemKind.ENCODING, f"`{encoding}` is not an encoding of source code")
    return Source(text, encoding, bom)


def encode(text: str) -> bytes:
    """Returns the bytes an editor saves a module as: in the encoding of its cookie, else in UTF-8.

    A character the encoding lacks becomes `?`. Raises SourceError(ENCODING) for an unknown encoding.
    """
    return text.encode(_encoding(text.encode("utf-8", "replace")), "replace")


def _encoding(data: bytes) -> str:
    """Returns the normalised name of the encoding declared in the first two lines."""
    bom = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    ends = [match.end() for match, _ in zip(_LINE_END.finditer(data), range(2), strict=False)]
    head = data[len(bom) : ends[1] if len(ends) == 2 else len(data)]
    if b"coding" not in head:
        return "utf-8"
    # detect_encoding splits at \n only and requires UTF-8 around the cookie; CPython requires neither.
    body = _LINE_END.sub(b"\n", head).decode("ascii", "replace").encode("ascii", "replace")
    try:
        return tokenize.detect_encoding(io.BytesIO(bom + body).readline)[0].removesuffix("-sig")
    except SyntaxError as error:
        message = "the cookie contradicts the UTF-8 byte order mark" if bom else str(error.msg)
        raise SourceError(ProblemKind.ENCODING, message) from None


def _position(data: bytes, offset: int, encoding: str) -> Position:
    before = data[:offset].removeprefix(codecs.BOM_UTF8).decode(encoding, "replace")
    last = re.split(r"\r\n?|\n", before)
    return Position(len(last), len(last[-1]) + 1)


@lru_cache(maxsize=4)
def split_lines(text: str) -> tuple[str, ...]:
    r"""Returns the lines of a text without line ends, which are `\n`, `\r\n` and `\r` and nothing else.

    A text that ends with a line end has no empty line after it; the empty text has no lines.
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    return tuple(lines)


def code_point_column(line: str, utf8_offset: int) -> int:
    """Returns the 1-based column in code points for the 0-based UTF-8 byte offset that `ast` gives in `line`."""
    if line.isascii():
        return utf8_offset + 1
    return len(line.encode()[:utf8_offset].decode(errors="replace")) + 1
