"""Paths as somebody reads them in the folder of the run. Writes nothing."""

from __future__ import annotations

import os
from pathlib import Path

from tflint_autograph.config.toml import shown
from tflint_autograph.model.report import Report
from tflint_autograph.report.relocate import relocate


def here(path: Path) -> str:
    """The path relative to the current folder where it lies below it; people click on these."""
    return shown(path, Path.cwd())


def from_here(root: Path, report: Report) -> Report:
    """The report with its paths, which are relative to the project's root, relative to the current folder."""
    folder = Path.cwd()
    if root == folder:
        # What lies below the root is written as it is.
        return relocate(report, lambda path: shown(Path(path), folder) if os.path.isabs(path) else path)
    return relocate(report, lambda path: shown(root / path, folder))
