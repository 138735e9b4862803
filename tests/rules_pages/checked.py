"""What `check` reports for a folder, taken from its JSON. Uses nothing of the package but the command."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any


def findings(folder: Path, *arguments: str) -> list[dict[str, Any]]:
    """The findings of one run in `folder`; fails when the run did not end with exit code 0 or 1."""
    command = [sys.executable, "-m", "tflint_autograph", "check", "--isolated", "--output-format", "json", *arguments]
    run = subprocess.run([*command, "."], cwd=folder, capture_output=True, text=True, check=False)
    assert run.returncode in (0, 1), run.stderr
    found: list[dict[str, Any]] = json.loads(run.stdout)["findings"]
    return found
