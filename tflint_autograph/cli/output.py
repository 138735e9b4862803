"""Where text goes: streams, colors, files. Decides nothing about what is said."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TextIO

from tflint_autograph.config.errors import UsageError


def prepare_streams() -> None:
    """Let no character end the run: what a stream cannot encode is replaced."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def complain(message: str, hint: str = "") -> None:
    """Say on stderr why the work could not be done."""
    note([f"error: {message}", *([f"  {hint}"] if hint else [])])


def note(lines: Iterable[str]) -> None:
    """Write lines to stderr, where they disturb no reader of a report."""
    _write(sys.stderr, "".join(f"{line}\n" for line in lines))


def say(text: str) -> None:
    """Write text to stdout; when nobody reads on (`| head`), stop quietly."""
    _write(sys.stdout, text)


def save(text: str, file: str) -> None:
    """Replace a file by text in UTF-8, whole or not at all. Raises UsageError when it cannot be written."""
    target = Path(os.path.realpath(file))
    data = text.encode("utf-8", "replace")
    try:
        if target.exists() and not target.is_file():
            # A device or a pipe is written to; replacing it would take it away.
            target.write_bytes(data)
        else:
            _replace(target, data)
    except OSError as error:
        raise UsageError(f"cannot write {file}: {error.strerror}") from None


def use_color(wish: str, stream: TextIO, environ: Mapping[str, str]) -> bool:
    """Whether to color what goes to the stream; `wish` is `auto`, `always` or `never`."""
    if wish != "auto":
        return wish == "always"
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR"):
        return True
    return environ.get("TERM") != "dumb" and stream.isatty()


def use_unicode(stream: TextIO) -> bool:
    """Whether the stream can show more than ASCII."""
    return (stream.encoding or "").lower().startswith("utf")


def _write(stream: TextIO, text: str) -> None:
    try:
        stream.write(text)
        stream.flush()
    except BrokenPipeError:
        # The interpreter flushes once more at its end, and click exits with 1 for a pipe it sees broken.
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, stream.fileno())
        os.close(devnull)


def _replace(target: Path, data: bytes) -> None:
    mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o666 & ~_umask()
    descriptor, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with open(descriptor, "wb") as stream:
            stream.write(data)
        os.chmod(temporary, mode)
        os.replace(temporary, target)
    finally:
        Path(temporary).unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
