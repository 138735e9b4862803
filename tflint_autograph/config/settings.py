"""The settings of one run, built from layers of values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tflint_autograph.config.options import ALL, DEFAULT, EXCLUDED, KEYS
from tflint_autograph.model.levels import Confidence, Severity
from tflint_autograph.model.record import record


class SettingValue(NamedTuple):
    """A typed value and its origin: `default`, `pyproject.toml:14`, `--select` or the name of a variable.

    `entries` maps the words of a list, or the keys of a table, to their places, where known.
    """

    value: object
    origin: str
    entries: tuple[tuple[str, str], ...] = ()


Layer = Mapping[str, SettingValue]


@record
class Settings:
    """The settings of a run. Every field after `entries` is the option of that name, see the table of options.

    `root` is the absolute folder paths and patterns are relative to. `config_file` is the file that was read, relative to the current
    folder, or empty. `pedantic` and the profile `strict` are expanded into the fields they stand for.
    """

    root: Path
    config_file: str = ""
    origins: tuple[tuple[str, str], ...] = ()
    entries: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    select: tuple[str, ...] = (DEFAULT,)
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    min_severity: Severity = Severity.WARNING
    min_confidence: Confidence = Confidence.MEDIUM
    profile: str = "application"
    pedantic: bool = False
    severity: tuple[tuple[str, Severity], ...] = ()
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()
    fix: bool = False
    unsafe_fixes: bool = False
    fix_only: bool = False
    show_fixes: bool = False
    exit_non_zero_on_fix: bool = False
    extend_safe_fixes: tuple[str, ...] = ()
    extend_unsafe_fixes: tuple[str, ...] = ()
    exclude: tuple[str, ...] = EXCLUDED
    extend_exclude: tuple[str, ...] = ()
    force_exclude: bool = False
    baseline: str = ""
    output_format: str = "full"
    output_file: str = ""
    statistics: bool = False
    quiet: bool = False
    verbose: bool = False
    rule_url: str = ""
    color: str = "auto"
    jobs: str = "auto"
    cache_dir: str = ""
    no_cache: bool = False
    exit_zero: bool = False
    source_roots: tuple[str, ...] = ("src", ".")
    extra_roots: tuple[str, ...] = ()
    extra_eager: tuple[str, ...] = ()
    tensorflow: str = ""
    confirm_calls: tuple[tuple[str, tuple[str, ...]], ...] = ()
    unroll_limit: int = 16

    def origin(self, name: str, entry: str = "") -> str:
        """Returns the origin of the value of the option `name`, or of a word of its list, or a key of its table."""
        return dict(dict(self.entries).get(name, ())).get(entry) or dict(self.origins).get(name, "default")

    def base(self, name: str) -> Path:
        """Returns the folder that the path in the option `name` is relative to: for a flag the current folder."""
        origin = self.origin(name)
        typed = ":" not in origin and origin != "default"
        return Path.cwd() if typed else self.root

    @property
    def package(self) -> str:
        """The name of the root if it is a package itself, else an empty string."""
        return self.root.name if (self.root / "__init__.py").exists() else ""

    def value(self, name: str) -> object:
        """Returns the value of the option `name`."""
        field: object = getattr(self, KEYS[name].field)
        return field


def build(root: Path, config_file: str, layers: Sequence[Layer]) -> Settings:
    """Returns the settings from layers over the defaults, the least specific first."""
    merged: dict[str, SettingValue] = {}
    for layer in _with_preset(layers):
        for name, given in layer.items():
            merged[name] = _added(merged[name], given) if KEYS[name].adds_up and name in merged else given
    # The table of options has already given each value the type of its field; a test compares the two.
    fields: dict[str, Any] = {KEYS[name].field: given.value for name, given in merged.items()}
    origins = tuple(sorted((name, given.origin) for name, given in merged.items()))
    entries = tuple(sorted((name, given.entries) for name, given in merged.items() if given.entries))
    return Settings(root=root, config_file=config_file, origins=origins, entries=entries, **fields)


def _added(farther: SettingValue, nearer: SettingValue) -> SettingValue:
    values = (*_strings(farther.value), *_strings(nearer.value))
    return SettingValue(tuple(dict.fromkeys(values)), f"{farther.origin}, {nearer.origin}", farther.entries + nearer.entries)


def _strings(value: object) -> tuple[str, ...]:
    return tuple(str(item) for item in value) if isinstance(value, tuple) else ()


def _with_preset(layers: Sequence[Layer]) -> list[Layer]:
    """Inserts what `pedantic` stands for below the layer that turns it on: values in that or more specific layers win."""
    found = list(layers)
    for name, on in (("pedantic", True), ("profile", "strict")):
        given = [level for level, layer in enumerate(found) if name in layer]
        if given and found[given[-1]][name].value == on:
            found.insert(given[-1], _pedantic(found[given[-1]][name].origin))
    return found


def _pedantic(origin: str) -> Layer:
    lowest = {"min-severity": SettingValue(min(Severity), origin), "min-confidence": SettingValue(min(Confidence), origin)}
    return {"select": SettingValue((ALL,), origin), **lowest}
