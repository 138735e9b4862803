"""Reads TOML files with the lines of their keys."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from tflint_autograph.config.errors import UsageError
from tflint_autograph.model.paths import written
from tflint_autograph.model.record import record

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_LINE = re.compile(r"\s*\(at line (\d+), column \d+\)")


@record
class Document:
    """One table of a TOML file: `shown` is the file relative to the current folder, `header` the keys that lead to it."""

    path: Path
    shown: str
    text: str
    header: tuple[str, ...]
    table: dict[str, object]

    def place(self, key: str, *inner: str | int) -> str:
        """Returns file and 1-based line of a key of the table, or of `inner` below it; if unknown, that of what contains it."""
        # Most runs have no configuration, or none with the linter's keys.
        from tflint_autograph.config.toml_lines import lines_of

        lines = lines_of(self.text)
        wanted = (*self.header, *key.split("."), *inner)
        line = next((lines[wanted[:length]] for length in range(len(wanted), 0, -1) if wanted[:length] in lines), 1)
        return f"{self.shown}:{line}"


def read(path: Path, cwd: Path, headers: Sequence[tuple[str, ...]]) -> Document | None:
    """Returns the one of the tables `headers` that the file has, or None. Raises UsageError if it is unreadable, or has two."""
    file = shown(path, cwd)
    try:
        text = path.read_text(encoding="utf-8-sig")
        data = tomllib.loads(text)
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{file} is not UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise _broken(file, text, str(error)) from None
    found = []
    for header in headers:
        table: object = data
        for key in header:
            table = table.get(key) if isinstance(table, dict) else None
        if table is not None and not isinstance(table, dict):
            raise UsageError(f"`{'.'.join(header)}` in {file} is not a table")
        if table is not None:
            found.append(Document(path, file, text, header, table))
    if len(found) > 1:
        names = " and ".join(f"[{'.'.join(document.header)}]" for document in found)
        raise UsageError(f"{file} has {names}, which are the same", "keep one of them")
    return found[0] if found else None


def shown(path: Path, cwd: Path) -> str:
    """Returns the path for messages: POSIX style, relative to the current folder, or absolute if that is shorter."""
    absolute = Path(os.path.abspath(Path(cwd, path)))
    relative, whole = written(absolute, Path(os.path.abspath(cwd))), absolute.as_posix()
    return whole if relative.startswith("../") and len(whole) < len(relative) else relative


def inline(text: str) -> dict[str, object]:
    """Returns the table for `key = value` on the command line. Raises UsageError."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise UsageError(
            f"`{text}` in --config is not TOML", "write it like `--config 'min-severity = \"error\"'`"
        ) from None


def _broken(file: str, text: str, message: str) -> UsageError:
    found = _LINE.search(message)
    line = int(found[1]) if found else text.count("\n") + 1
    reason = re.sub(r"\s*\(at .*\)$", "", message)
    return UsageError(f"{file}:{line} is not TOML: {reason[:1].lower()}{reason[1:]}")
