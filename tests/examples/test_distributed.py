"""The example that checks on a cluster says what a check on one machine says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.programs import write

ROOT = Path(__file__).parents[2]
HAZARD = "import tensorflow as tf\nfrom shared import h\n@tf.function\ndef f(x):\n    print(x)\n    return h(x)\n"
FILES = {f"m{number}.py": HAZARD for number in range(6)} | {
    "shared.py": "import random\ndef h(x):\n    return x + random.random()\n",
    "pyproject.toml": "[tool.tflint-autograph]\n",
}


def test_a_cluster_says_what_one_machine_says(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    check = [sys.executable, "-m", "tflint_autograph", "check", "--no-cache", "-q", "-f", "concise", "."]
    alone = subprocess.run(check, cwd=tmp_path, capture_output=True, text=True, check=False)
    example = [sys.executable, str(ROOT / "examples/distributed/check_on_dask.py"), "."]
    spread = subprocess.run(example, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300)
    assert (spread.stdout, spread.returncode) == (alone.stdout, 1), spread.stderr
    assert len(alone.stdout.splitlines()) == 7
