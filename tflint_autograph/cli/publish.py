"""Renders a report and writes it to its destination."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from tflint_autograph.cli.output import can_link, note, save, say, use_color, use_unicode
from tflint_autograph.config.settings import Settings
from tflint_autograph.model.report import Output, Report, Stats
from tflint_autograph.report.formats import Base, base, render


def publish(settings: Settings, report: Report, stream: TextIO) -> None:
    """Writes the report to a stream."""
    write(settings, rendered(settings, report, stream), stream)


def rendered(settings: Settings, report: Report, stream: TextIO) -> Output:
    """Returns the rendered report. Only `full` contains its summary; for every other format it goes to stderr."""
    color, unicode, links, unicode_notes = how(settings, stream)
    based = _based(base(settings.output_format), settings.root, report)
    text = render(settings.output_format, based, color=color, unicode=unicode, quiet=settings.quiet, links=links)
    counts = _statistics(based) if settings.statistics else ()
    if settings.output_format == "full":
        text += "".join(f"{line}\n" for line in ("", *counts) if counts)
        return Output(text, (), report.exit_code, report.stats)
    notes = counts if settings.quiet else (*counts, *_summary(based, unicode=unicode_notes))
    return Output(text, notes, report.exit_code, report.stats)


def _statistics(report: Report) -> tuple[str, ...]:
    from tflint_autograph.report.statistics import statistics

    return statistics(report)


def _summary(report: Report, *, unicode: bool) -> tuple[str, ...]:
    from tflint_autograph.report.summary import summary

    return summary(report, unicode=unicode)


def how(settings: Settings, stream: TextIO) -> tuple[bool, bool, bool, bool]:
    """Returns whether to use color, non-ASCII characters, links, and non-ASCII characters on stderr."""
    file = settings.output_file
    return (
        settings.color == "always" if file else use_color(settings.color, stream, os.environ),
        bool(file) or use_unicode(stream),
        not file and settings.color != "never" and can_link(stream, os.environ),
        use_unicode(sys.stderr),
    )


def write(settings: Settings, output: Output, stream: TextIO) -> None:
    """Writes a rendered report, after what `--verbose` shows."""
    if settings.verbose:
        note(_details(settings, output.stats))
    if settings.output_file:
        save(output.text, settings.output_file)
    else:
        say(output.text, stream)
    note(output.notes)


def _based(wanted: Base, root: Path, report: Report) -> Report:
    """Returns the report with paths relative to what the format requires."""
    if wanted is Base.FOLDER:
        from tflint_autograph.report.relocate import from_here

        return from_here(root, report)
    if wanted is Base.REPOSITORY:
        from tflint_autograph.report.relocate import relocate

        repository = _repository(Path(os.path.realpath(root)))
        return relocate(report, lambda path: _below(repository, Path(os.path.realpath(root / path))))
    return report


def _repository(folder: Path) -> Path:
    """Returns the nearest folder upwards with a `.git`, or the current one."""
    parents = (folder, *folder.parents)
    return next((parent for parent in parents if (parent / ".git").exists()), Path(os.path.realpath(".")))


def _below(folder: Path, path: Path) -> str:
    """Returns the path relative to the folder, or absolute if it is not below it."""
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.as_posix()


def _details(settings: Settings, stats: Stats) -> Iterator[str]:
    from tflint_autograph.report.statistics import limited

    yield f"configuration: {settings.config_file or 'none'}"
    yield f"root: {settings.root}"
    yield f"files: {stats.files} to report on, {stats.relevant} with TensorFlow, {stats.parsed} parsed"
    yield f"project: {stats.project_files} files, {stats.functions} functions, {stats.traced} traced"
    yield from (f"root kind {kind}: {count}" for kind, count in stats.roots)
    yield from limited(stats)
    yield from (f"phase {name}: {seconds:.2f} s" for name, seconds in stats.phases)
    yield f"time: {stats.seconds:.2f} s"
