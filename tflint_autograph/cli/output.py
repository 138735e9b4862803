"""Output to streams and files, and the detection of colors."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TextIO

from tflint_autograph.config.errors import UsageError
from tflint_autograph.source.write import replace_file


def prepare_streams() -> None:
    """Makes the streams replace characters they cannot encode."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def complain(message: str, hint: str = "") -> None:
    """Writes to stderr why the command failed."""
    note([f"error: {message}", *([f"  {hint}"] if hint else [])])


def note(lines: Iterable[str]) -> None:
    """Writes lines to stderr, separate from the report."""
    _write(sys.stderr, "".join(f"{line}\n" for line in lines))


def say(text: str, stream: TextIO | None = None) -> None:
    """Writes text to stdout, or another stream. Stops quietly when the reader is gone (`| head`).

    Raises UsageError when it cannot be written for another reason, such as a full disk.
    """
    _write(stream or sys.stdout, text)


def say_bytes(data: bytes) -> None:
    """Writes bytes to stdout unchanged. Raises UsageError like `say`."""
    _write(sys.stdout, data)


def save(text: str, file: str) -> None:
    """Replaces a file atomically by text in UTF-8. Raises UsageError when it cannot be written."""
    target = Path(os.path.realpath(file))
    data = text.encode("utf-8", "replace")
    try:
        if target.exists() and not target.is_file():
            # A device or a pipe is written to; replacing it would take it away.
            target.write_bytes(data)
        else:
            replace_file(target, data)
    except OSError as error:
        raise UsageError(f"cannot write {file}: {error.strerror}") from None


def use_color(wish: str, stream: TextIO, environ: Mapping[str, str]) -> bool:
    """Whether to color the output on the stream; `wish` is `auto`, `always` or `never`."""
    if wish != "auto":
        return wish == "always"
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR"):
        return True
    return environ.get("TERM") != "dumb" and stream.isatty()


def can_link(stream: TextIO, environ: Mapping[str, str]) -> bool:
    """Whether the stream is a terminal that supports or ignores OSC 8 links."""
    return stream.isatty() and environ.get("TERM") not in ("dumb", "linux") and not environ.get("CI")


def use_unicode(stream: TextIO) -> bool:
    """Whether the stream can show more than ASCII."""
    return (stream.encoding or "").lower().startswith("utf")


def _write(stream: TextIO, text: str | bytes) -> None:
    try:
        if isinstance(text, bytes):
            stream.flush()
            stream.buffer.write(text)
        else:
            stream.write(text)
        stream.flush()
    except BrokenPipeError:
        _discard(stream)
    except OSError as error:
        _discard(stream)
        # A full disk behind stderr cannot be reported; the exit code still says how the run ended.
        if stream is not sys.stderr:
            raise UsageError(f"cannot write the output: {error.strerror}") from None


def _discard(stream: TextIO) -> None:
    """Discards what a broken stream still buffers: the interpreter would flush it at exit, and click exits with 1 for a broken pipe."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, stream.fileno())
    os.close(devnull)
