"""Small projects written to disk for the tests of the analysis, and what the analysis says of them."""

from __future__ import annotations

import dataclasses
import json
import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path

from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.pipeline import Run, check_paths
from tflint_autograph.model.levels import Confidence, Severity
from tflint_autograph.model.report import Report
from tflint_autograph.model.trace import Trace

Sources = Mapping[str, str] | str


def write(root: Path, sources: Sources) -> None:
    """Write files by their paths; a lone text becomes `m.py`. Texts are dedented."""
    for name, text in ({"m.py": sources} if isinstance(sources, str) else sources).items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text), encoding="utf-8")


def notebook(*cells: str) -> str:
    """The JSON of a notebook with these code cells."""
    made = [{"cell_type": "code", "metadata": {}, "outputs": [], "source": textwrap.dedent(cell)} for cell in cells]
    return json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def settings_of(root: Path, **options: object) -> Settings:
    """The defaults with every finding shown, and the given options."""
    pedantic = Settings(root=root, min_severity=Severity.INFO, min_confidence=Confidence.LOW)
    return dataclasses.replace(pedantic, **options)  # type: ignore[arg-type]


def traces_of(root: Path, sources: Sources, **options: object) -> dict[str, Trace]:
    """The traced functions of a project by dotted name, without the module's name where that is `m`."""
    write(root, sources)
    run = Run(settings_of(root, **options), (str(root),), None, strict=True)
    run.program.build()
    traces = run.program.tracing.traces
    return {run.program.project.display(key).removeprefix("m."): trace for key, trace in sorted(traces.items())}


def report_of(root: Path, sources: Sources, *paths: str, **options: object) -> Report:
    """The report on a project; bugs of ours are raised."""
    write(root, sources)
    wanted = tuple(str(root / path) for path in paths) or (str(root),)
    return check_paths(settings_of(root, **options), wanted, strict=True)


Traced = Callable[..., dict[str, Trace]]
