"""Builds click's options from the table of options, and settings from the given values."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import TypeVar

import click

from tflint_autograph.cli.completing import offer_for
from tflint_autograph.cli.group import FlagOption
from tflint_autograph.config.errors import UsageError, did_you_mean, place
from tflint_autograph.config.load import load
from tflint_autograph.config.options import FLAGS, KEYS, Option, OptionKind
from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.analysis.select import check_selectors
from tflint_autograph.report.formats import FORMATS
from tflint_autograph.rules.catalogue import codes
from tflint_autograph.source.ignore import compile_patterns

MOST_JOBS = 256

F = TypeVar("F", bound=Callable[..., object])


def settings_options(*groups: str, without: Iterable[str] = ()) -> Callable[[F], F]:
    """Returns a decorator that adds the options of all other groups to a command, in the order of the table."""
    chosen = [option for option in FLAGS.values() if option.group in groups and option.name not in without]

    def decorate(function: F) -> F:
        for option in reversed(chosen):
            function = _click_option(option)(function)
        return function

    return decorate


def settings_for(paths: Sequence[str], given: Mapping[str, object]) -> Settings:
    """Returns the settings of a run over `paths`, validated as far as possible. Raises UsageError.

    `given` maps the fields of options to what click parsed: None or an empty tuple when the flag was not used.
    """
    first = given.get("stdin_filename") or next((path for path in paths if path != "-"), ".")
    settings = load(
        Path(os.path.abspath(str(first))),
        cwd=Path.cwd(),
        flags={name: _raw(given[option.field]) for name, option in KEYS.items() if _is_given(given.get(option.field))},
        environ=os.environ,
        config=[str(item) for item in _several(given.get("config"))],
        isolated=bool(given.get("isolated")),
    )
    check_selectors(settings, codes())
    _check_format(settings)
    _check_jobs(settings)
    _check_patterns(settings)
    return settings


def _is_given(value: object) -> bool:
    return value is not None and value != ()


def _raw(value: object) -> object:
    """Returns a value as TOML would have it: a repeated flag becomes one list, split at commas."""
    if not isinstance(value, tuple):
        return value
    return [word for item in value for word in map(str.strip, str(item).split(",")) if word]


def _several(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else ()


def _check_format(settings: Settings) -> None:
    name = settings.output_format
    if name not in FORMATS:
        where = place("output-format", settings.origin("output-format"))
        hint = did_you_mean(name, FORMATS) or f"choose from {', '.join(FORMATS)}"
        raise UsageError(f"unknown output format `{name}` in {where}", hint)


def _check_jobs(settings: Settings) -> None:
    jobs = settings.jobs
    if jobs != "auto" and not (jobs.isdecimal() and jobs.isascii() and 0 < int(jobs) <= MOST_JOBS):
        where = place("jobs", settings.origin("jobs"))
        raise UsageError(f"unknown value `{jobs}` in {where}", f"write `auto` or a number from 1 to {MOST_JOBS}")


def _check_patterns(settings: Settings) -> None:
    patterns = {
        "exclude": settings.exclude,
        "extend-exclude": settings.extend_exclude,
        "per-file-ignores": tuple(pattern for pattern, _ in settings.per_file_ignores),
    }
    for name, values in patterns.items():
        for pattern in values:
            try:
                compile_patterns((pattern.removeprefix("!") if name == "per-file-ignores" else pattern,), "")
            except ValueError:
                where = place(name, settings.origin(name, pattern))
                raise UsageError(f"pattern `{pattern}` in {where} matches nothing") from None


def _click_option(option: Option) -> Callable[[F], F]:
    names = [*([option.short] if option.short else []), f"--{option.name}"]
    help_text = option.help + (f": {', '.join(FORMATS)}" if option.name == "output-format" else "")
    if isinstance(option.default, Enum):
        help_text += f" (default: {option.default.value})"
    if option.kind is OptionKind.FLAG:
        names[-1] += f"/{_opposite(option.name)}"
        return click.option(*names, option.field, cls=FlagOption, default=None, help=help_text)
    multiple = option.kind is OptionKind.LIST
    metavar = option.metavar or "|".join(option.words)
    return click.option(
        *names, option.field, multiple=multiple, default=None, metavar=metavar, help=help_text,
        shell_complete=offer_for(option),
    )  # fmt: skip


def _opposite(name: str) -> str:
    return f"--{name.removeprefix('no-')}" if name.startswith("no-") else f"--no-{name}"
