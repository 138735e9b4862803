"""Reads the event files of TensorBoard, which name and time what they hold differently in each run."""

from __future__ import annotations

import importlib
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_MARK = ".tfevents."
_HEAD, _TAIL = 12, 4
"""The bytes of a record before its data, which begin with their number, and after them (`TFRecord`)."""


def is_event_file(path: Path) -> bool:
    """Whether a file is one that summaries are written to."""
    return _MARK in path.name


def event_file_name(path: Path) -> Path:
    """Returns the path without the time, the host and the process that its name ends in."""
    return path.with_name(path.name.partition(_MARK)[0] + _MARK.rstrip("."))


def events(data: bytes) -> str:
    """Returns a text that is equal for files with the same events at other times; an incomplete last one does not count."""
    event_pb2: Any = importlib.import_module("tensorflow.core.util.event_pb2")
    found = []
    for record in _records(data):
        event = event_pb2.Event.FromString(record)
        event.ClearField("wall_time")
        found.append(event.SerializeToString(deterministic=True))
    return f"{len(found)} events, {zlib.crc32(b''.join(found)):x}"


def _records(data: bytes) -> Iterator[bytes]:
    while len(data) >= _HEAD:
        size = struct.unpack("<Q", data[:8])[0]
        if len(data) < _HEAD + size + _TAIL:
            return
        yield data[_HEAD : _HEAD + size]
        data = data[_HEAD + size + _TAIL :]
