"""Captures what Python writes and logs, with the responsible user lines. Output of operations is read from the file."""

from __future__ import annotations

import importlib
import io
import logging
import os
import re
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from tflint_autograph.confirm.probe.state.lines import OPERATORS, LineCounter
from tflint_autograph.confirm.protocol import UNLOGGED, Line, WrittenLine

_MOST = 4000
"""Maximum number of text pieces kept of a unit. The size limit ends a flood; this bounds the report."""

_LONGEST = 2000
_NOISE = re.compile(
    r"^(WARNING:|INFO:|[IWEF]\d{4} |\d{4}-\d\d-\d\d |/.*Warning: |  warnings\.warn|To silence this|Cause: |Please report"
    r"|All log messages before absl)"
)
_AUTOGRAPH = "tensorflow.python.autograph."
_LOGGING = frozenset({"logging", "absl.logging"})
"""Modules whose functions log what they are called with."""


class OutputCapture:
    """Replaces Python's streams. `call` is the number of the current call."""

    def __init__(self, lines: LineCounter, folder: Path) -> None:
        self.lines = lines
        self.warnings: list[str] = []
        self._written: list[tuple[int, str, tuple[Line, ...], list[str]]] = []
        self._file = folder / "stderr"
        self._read = 0
        self._streams: tuple[Stream, ...] = ()
        self.add: Callable[[str, str], None] = self._add

    def start(self) -> None:
        """Starts capturing. The file behind the streams still grows with what is written, so that its size can be limited."""
        self._streams = Stream(self, "stdout", 1), Stream(self, "stderr", 2)
        self.forget()
        warnings.simplefilter("always")
        tf: Any = importlib.import_module("tensorflow")
        # Converted logging calls it, and AutoGraph would convert all the code that looks for the user's lines
        self.add = tf.autograph.experimental.do_not_convert(self._add)
        handle = logging.Logger.callHandlers

        def logged(logger: logging.Logger, record: logging.LogRecord) -> None:
            if logger.name == "tensorflow":
                self.warnings.append(record.getMessage())
                return
            self.add("log", record.getMessage() + "\n")
            handle(logger, record)

        setattr(logging.Logger, "callHandlers", logged)  # noqa: B010
        is_enabled = logging.Logger.isEnabledFor

        def asked(logger: logging.Logger, level: int) -> bool:
            is_on = is_enabled(logger, level)
            if not is_on and self._is_logged_by_user(sys._getframe(1)):
                self.add(UNLOGGED, "\n")
            return is_on

        # AutoGraph calls what carries this as it is
        setattr(asked, "autograph_info__", {})  # noqa: B010
        setattr(logging.Logger, "isEnabledFor", asked)  # noqa: B010

    def forget(self) -> None:
        """Starts again, replacing whatever replaced the streams meanwhile."""
        sys.stdout, sys.stderr = self._streams
        self.warnings.clear()
        self._written.clear()
        self.printed()

    def _add(self, stream: str, text: str) -> None:
        """Records a piece of text; consecutive pieces from one place are joined. Warnings of packages are left out."""
        if stream == "stderr" and self._is_warning_of_package(sys._getframe(1)):
            return
        at = self.lines.stack()
        last = self._written[-1] if self._written else None
        if last and last[:3] == (self.lines.call, stream, at) and not last[3][-1].endswith("\n"):
            last[3].append(text[:_LONGEST])
        elif len(self._written) < _MOST:
            self._written.append((self.lines.call, stream, at, [text[:_LONGEST]]))

    def _is_logged_by_user(self, frame: FrameType | None) -> bool:
        """Whether a function that logs asks for its level, called by code of the user. AutoGraph converts and calls both."""
        is_logged = False
        while frame is not None and (_logs(frame) or str(frame.f_globals.get("__name__")).startswith(_AUTOGRAPH)):
            is_logged = is_logged or _logs(frame)
            frame = frame.f_back
        return is_logged and frame is not None and self.lines.of_frame(frame, frame.f_lineno) is not None

    def _is_warning_of_package(self, frame: FrameType | None) -> bool:
        """Whether `warnings` writes on behalf of a package: TensorFlow warns about the mode."""
        files = []
        while frame is not None and self.lines.of_frame(frame, frame.f_lineno) is None:
            files.append(frame.f_code.co_filename)
            frame = frame.f_back
        at = next((index for index, file in enumerate(files) if _warns(file)), len(files))
        between = (file for file in files[at:] if not _warns(file))
        return any(not any(each in file for each in OPERATORS) for file in between)

    def written(self) -> tuple[WrittenLine, ...]:
        """Returns everything captured so far."""
        return tuple(WrittenLine(call, stream, at, "".join(text)[:_LONGEST]) for call, stream, at, text in self._written)

    def printed(self) -> str:
        """Returns what operations wrote since the last call, without TensorFlow's own log."""
        with self._file.open("rb") as stream:
            stream.seek(self._read)
            data = stream.read()
        self._read += len(data)
        lines = data.decode("utf-8", "replace").splitlines()
        return "".join(f"{line}\n" for line in lines if line.strip() and not _NOISE.match(line))[:_LONGEST]


def _warns(file: str) -> bool:
    return os.path.basename(file) in ("warnings.py", "_py_warnings.py")


class Stream(io.TextIOBase):
    """A text stream that records, and copies its input to a file to count it."""

    def __init__(self, output: OutputCapture, name: str, descriptor: int) -> None:
        self.output = output
        self.name = name
        self._descriptor = descriptor
        self._volume = os.open(f"../{name}.python", os.O_CREAT | os.O_WRONLY | os.O_APPEND)

    encoding = "utf-8"

    def writable(self) -> bool:
        """Returns True."""
        return True

    def fileno(self) -> int:
        """Returns the descriptor of the real stream, for programs that bypass Python."""
        return self._descriptor

    def write(self, text: str) -> int:
        """Records the text."""
        os.write(self._volume, text.encode("utf-8", "replace"))
        self.output.add(self.name, text)
        return len(text)


def _logs(frame: FrameType) -> bool:
    return frame.f_globals.get("__name__") in _LOGGING
