"""Loads settings from the nearest configuration file, the environment and the command line.

Reads no Python file. Names of rules and report formats are validated by other layers.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tflint_autograph.config.dependencies import declared
from tflint_autograph.config.errors import UsageError, did_you_mean, place
from tflint_autograph.config.options import KEYS
from tflint_autograph.config.settings import Layer, Settings, SettingValue, build
from tflint_autograph.config.toml import Document, inline, read, shown
from tflint_autograph.config.values import convert

VARIABLES = {"output-format": "TFLINT_AUTOGRAPH_OUTPUT_FORMAT", "cache-dir": "TFLINT_AUTOGRAPH_CACHE_DIR"}
"""The environment variable of each option that has one."""
TABLES = (("tool", "tflint-autograph"), ("tool", "tflint_autograph"))


def load(
    start: Path,
    *,
    cwd: Path,
    flags: Mapping[str, object],
    environ: Mapping[str, str],
    config: Sequence[str] = (),
    isolated: bool = False,
) -> Settings:
    """Returns the settings for a run whose first path is `start` (absolute): defaults, file, environment, `--config`, flags.

    `flags` maps option names to the raw values of the flags used. Raises UsageError.
    """
    files = [item for item in config if "=" not in item or Path(cwd, item).is_file()]
    pairs = [item for item in config if item not in files]
    if isolated and files:
        raise UsageError(f"cannot combine `--isolated` with a file in `--config`: {files[0]}")
    if files:
        found = [_named(Path(cwd, file), cwd) for file in files]
    else:
        found = [] if isolated else list(_discovered(start, cwd))[:1]
    root = found[0].path.parent if found and not files else _root(start, cwd)
    layers = [
        *([] if isolated else [_dependencies(root)]),
        *(_layer(document.table, document) for document in found),
        _environment(environ),
        *(_layer(inline(pair), None) for pair in pairs),
        {name: SettingValue(convert(KEYS[name], raw, f"--{name}"), f"--{name}") for name, raw in flags.items()},
    ]
    return build(root, ", ".join(document.shown for document in found), layers)


def _discovered(start: Path, cwd: Path) -> Iterator[Document]:
    """Yields files with the linter's table from `start` upwards, nearest first, up to the repository root."""
    for folder in _upward(start):
        file = folder / "pyproject.toml"
        document = read(file, cwd, TABLES) if file.is_file() else None
        if document is not None:
            yield document
        if (folder / ".git").exists():
            return


def _named(file: Path, cwd: Path) -> Document:
    document = read(file, cwd, TABLES)
    if document is None:
        raise UsageError(f"{shown(file, cwd)} has no [tool.tflint-autograph] table")
    return document


def _root(start: Path, cwd: Path) -> Path:
    """Returns the folder of the repository or project that contains `start`, else the current one, else that of `start`.

    A home folder or the root of a disk is never a project, since all of it would be read.
    """
    for folder in _upward(start):
        if (folder / ".git").exists() or (folder / "pyproject.toml").is_file():
            return folder
    nearest = next(folder for folder in _upward(start) if folder.is_dir())
    everything = (Path(os.path.expanduser("~")), Path(cwd.anchor))
    return cwd if nearest.is_relative_to(cwd) and cwd not in everything else nearest


def _upward(start: Path) -> Iterator[Path]:
    if not start.is_file():
        yield start
    yield from start.parents


def _layer(table: Mapping[str, object], document: Document | None) -> Layer:
    layer = {}
    for name, raw in _flat(table):
        origin = document.place(name) if document else "--config"
        if name not in KEYS:
            raise UsageError(f"unknown key `{name}` in {origin}", did_you_mean(name, KEYS))
        entries = dict(_entries(name, raw, document)) if document else {}
        layer[name] = SettingValue(convert(KEYS[name], raw, place(name, origin), entries), origin, tuple(entries.items()))
    return layer


def _entries(name: str, raw: object, document: Document) -> Iterator[tuple[str, str]]:
    """Yields the place of each word of a list, or each key of a table."""
    if isinstance(raw, dict):
        yield from ((key, document.place(name, key)) for key in raw)
    elif isinstance(raw, list):
        yield from ((str(word), document.place(name, index)) for index, word in enumerate(raw))


def _flat(table: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """Yields the keys of the table; those in grouping tables as `confirm.calls`."""
    groups = {name.partition(".")[0] for name in KEYS if "." in name}
    for name, raw in table.items():
        if name in groups and isinstance(raw, dict):
            yield from ((f"{name}.{key}", value) for key, value in raw.items())
        else:
            yield name, raw


def _dependencies(root: Path) -> Layer:
    """Returns the layer with the TensorFlow version the project depends on."""
    bounds, file = declared(root)
    return {"tensorflow": SettingValue(bounds, f"dependencies in {file}")} if bounds else {}


def _environment(environ: Mapping[str, str]) -> Layer:
    given = {name: environ.get(variable) for name, variable in VARIABLES.items()}
    return {name: SettingValue(value, VARIABLES[name]) for name, value in given.items() if value}
