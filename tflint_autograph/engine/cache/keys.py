"""What the result of a run depends on, as digests: the code, our own version, the settings. Reads bytes, parses nothing."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from tflint_autograph import __version__
from tflint_autograph.config.settings import Settings

CHUNK = 1 << 20
"""Bytes read at once at most; nearly every file fits."""

LATER = frozenset(
    {
        "root", "config_file", "baseline", "origins", "min_severity", "min_confidence", "severity", "exclude", "extend_exclude",
        "force_exclude", "output_format", "output_file", "statistics", "quiet", "verbose", "color", "no_cache", "cache_dir",
        "exit_zero", "jobs", "profile", "fix", "unsafe_fixes", "fix_only", "show_fixes", "exit_non_zero_on_fix", "extend_safe_fixes",
        "extend_unsafe_fixes",
    }
)  # fmt: skip
"""Settings that say which files there are, or what becomes of findings: those change no finding of a file."""


def of_settings(settings: Settings) -> bytes:
    """A digest of our own code, the version of Python, and each setting that has a part in a finding."""
    fields = (field.name for field in dataclasses.fields(settings))
    told = [(name, getattr(settings, name)) for name in sorted(fields) if name not in LATER]
    return hashlib.sha256(repr((own_version(), told, settings.package)).encode("utf-8", "surrogatepass")).digest()


@functools.cache
def own_version() -> tuple[object, ...]:
    """Our version, Python's, and the state of our own files: a package under development changes without a version."""
    return (__version__, sys.version_info[:3], sys.implementation.name, *sorted(_own_files(Path(__file__).parents[2])))


def _own_files(folder: Path) -> Iterator[tuple[str, int, int]]:
    stack = [str(folder)]
    while stack:
        with os.scandir(stack.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False) and entry.name != "__pycache__":
                    stack.append(entry.path)
                elif entry.name.endswith((".py", ".toml")):
                    status = entry.stat()
                    yield entry.path, status.st_size, status.st_mtime_ns


def of_file(path: str) -> str:
    """The SHA-256 of what a file holds, or of the reason why it cannot be read, in hexadecimal digits."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
        try:
            # A buffer of the file's size: to make a larger one takes longer than reading.
            wanted = min(os.fstat(descriptor).st_size + 1, CHUNK)
            data = os.read(descriptor, wanted)
            digest = hashlib.sha256(data)
            while len(data) == wanted:
                wanted = CHUNK
                data = os.read(descriptor, CHUNK)
                digest.update(data)
            return digest.hexdigest()
        finally:
            os.close(descriptor)
    except OSError as error:
        return hashlib.sha256(repr(error.errno).encode()).hexdigest()


def of_parts(parts: Iterable[bytes]) -> str:
    """One name for several parts, as 64 hexadecimal digits."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(b"%d:" % len(part))
        digest.update(part)
    return digest.hexdigest()
