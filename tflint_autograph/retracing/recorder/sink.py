"""Destinations of records: a file that another process reads, or a list."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    Record = dict[str, Any]


class Sink(Protocol):
    """Takes records one after the other."""

    def write(self, record: Record) -> None:
        """Stores one record."""


class FileSink:
    """Appends each record to an open file as a line of JSON immediately, so that the file is complete however the process ends."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._file = self._identity()

    def _identity(self) -> tuple[int, int] | None:
        try:
            state = os.fstat(self._descriptor)
        except OSError:
            return None
        return state.st_dev, state.st_ino

    def write(self, record: Record) -> None:
        """Appends one record, unless the program has closed the file, whose descriptor may now belong to another file."""
        if self._file is not None and self._identity() == self._file:
            os.write(self._descriptor, json.dumps(record, separators=(",", ":")).encode() + b"\n")


class ListSink:
    """Keeps records in this process."""

    def __init__(self) -> None:
        self.records: list[Record] = []

    def write(self, record: Record) -> None:
        """Stores one record."""
        self.records.append(record)
