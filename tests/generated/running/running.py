"""Writes programs to a folder and has them run under TensorFlow."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from tests.generated.composing import Composed
from tests.generated.running.protocol import MODES, Asked, Pair, Seen
from tests.runtime.warm import warm_python
from tflint_autograph.confirm.messages import parsed

REPOSITORY = Path(__file__).parents[3]
_QUIET = {
    "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1", "TF_ENABLE_ONEDNN_OPTS": "0", "KERAS_BACKEND": "tensorflow",
    "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1",
}  # fmt: skip


def written(programs: Iterable[Composed], folder: Path) -> None:
    """Write each program to a folder of its own."""
    for program in programs:
        for path, text in program.files.items():
            file = folder / program.name / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")


def observe(
    programs: Iterable[Composed], folder: Path, *, jobs: int = 2, batch: int = 20, seconds: float = 20.0
) -> dict[str, Pair]:
    """Run every program that is written below the folder in both modes."""
    asked = [asdict(Asked(each.name, str(folder / each.name), each.script, each.entries)) for each in programs]
    request = folder / "request.json"
    request.write_text(
        json.dumps({"programs": asked, "root": f"{folder}{os.sep}", "jobs": jobs, "batch": batch, "seconds": seconds})
    )
    command = [warm_python(), "-m", "tests.generated.running.server", str(request)]
    run = subprocess.run(
        command, cwd=REPOSITORY, env={**os.environ, **_QUIET}, capture_output=True, text=True, check=False
    )
    request.unlink()
    if run.returncode:
        raise RuntimeError(run.stderr[-4000:])
    seen: dict[str, dict[str, Seen]] = {}
    for line in run.stdout.splitlines():
        name, mode, told = json.loads(line)
        seen.setdefault(name, {})[mode] = parsed(Seen, told)
    return {name: Pair(modes[MODES[0]], modes[MODES[1]]) for name, modes in seen.items()}
