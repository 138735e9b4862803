"""Converts paths for display in the current folder."""

from __future__ import annotations

import os
from pathlib import Path

from tflint_autograph.config.toml import shown
from tflint_autograph.model.report import Report
from tflint_autograph.report.relocate import relocate


def here(path: Path) -> str:
    """Returns the path relative to the current folder if it is below it."""
    return shown(path, Path.cwd())


def from_here(root: Path, report: Report) -> Report:
    """Returns the report with paths relative to the current folder instead of the project's root."""
    folder = Path.cwd()
    if root == folder:
        # What lies below the root is written as it is.
        return relocate(report, lambda path: shown(Path(path), folder) if os.path.isabs(path) else path)
    return relocate(report, lambda path: shown(root / path, folder))
