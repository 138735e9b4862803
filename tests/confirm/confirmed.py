"""`confirm` over a folder, taken from its JSON. Uses nothing of the package but the command."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.runtime.warm import warm_python


def confirmed(folder: Path, *arguments: str) -> dict[str, Any]:
    """The document of one run in `folder`; fails when the run did not end with exit code 0 or 1."""
    command = [sys.executable, "-m", "tflint_autograph", "confirm", "--pedantic", "--output-format", "json"]
    run = subprocess.run(
        [*command, "--python", warm_python(), *arguments, "."], cwd=folder, capture_output=True, text=True, check=False
    )
    assert run.returncode in (0, 1), run.stderr
    found: dict[str, Any] = json.loads(run.stdout)
    return found
