"""Cache keys: digests of everything the result of a run depends on: the code, the version of this package, the settings."""

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
"""Maximum number of bytes read at once. Nearly every file fits."""

LATER = frozenset(
    {
        "root", "config_file", "baseline", "origins", "min_severity", "min_confidence", "severity", "exclude", "extend_exclude",
        "force_exclude", "output_format", "output_file", "statistics", "quiet", "verbose", "color", "no_cache", "cache_dir",
        "exit_zero", "jobs", "profile", "fix", "unsafe_fixes", "fix_only", "show_fixes", "exit_non_zero_on_fix", "extend_safe_fixes",
        "extend_unsafe_fixes",
    }
)  # fmt: skip
"""Settings that select files or process findings later, and do not change the findings of a file."""


def of_settings(settings: Settings) -> bytes:
    """Returns a digest of this package, the version of Python, and each setting that influences findings."""
    fields = (field.name for field in dataclasses.fields(settings))
    told = [(name, getattr(settings, name)) for name in sorted(fields) if name not in LATER]
    return hashlib.sha256(repr((own_version(), told, settings.package)).encode("utf-8", "surrogatepass")).digest()


def of_verdicts(settings: Settings) -> str:
    """Returns the name of the cache entry with the verdicts of `confirm` on a project."""
    return f"verdicts-{of_parts((str(settings.root).encode('utf-8', 'surrogatepass'),))}"


@functools.cache
def own_version() -> tuple[object, ...]:
    """Returns the version of the package, of Python, and the state of the package's files, which change during development."""
    return (__version__, sys.version_info[:3], sys.implementation.name, *sorted(_own_files(Path(__file__).parents[2])))


def _own_files(folder: Path) -> Iterator[tuple[str, int, int]]:
    stack = [str(folder)]
    while stack:
        with os.scandir(stack.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False) and entry.name != "__pycache__":
                    stack.append(entry.path)
                elif entry.name.endswith((".py", ".toml", ".json")):
                    status = entry.stat()
                    yield entry.path, status.st_size, status.st_mtime_ns


def of_file(path: str) -> str:
    """Returns the SHA-256 of a file's content, or of the reason why it cannot be read, as hexadecimal digits."""
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
    """Returns one digest for several parts, as 64 hexadecimal digits."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(b"%d:" % len(part))
        digest.update(part)
    return digest.hexdigest()
