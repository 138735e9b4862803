"""The programs under other versions of TensorFlow: `python -m tests.traces.versions PYTHON...`.

Each PYTHON is one that has TensorFlow installed, as `/tmp/tf-2.13/bin/python`. What is not as expected is printed; the exit code is
1 where anything is.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.traces.programs import programs, run
from tests.traces.test_programs import mismatch, uncounted


def main(pythons: list[str]) -> int:
    """Run all programs with each Python."""
    return max((_compare(python) for python in pythons), default=0)


def _compare(python: str) -> int:
    with tempfile.TemporaryDirectory() as folder:
        shown = run(Path(folder), python)
    version = next(iter(shown.values())).report.tensorflow
    bad = 0
    for each in programs():
        found = mismatch(each, shown[each.name]) or str(uncounted(shown[each.name]) or "")
        if found:
            print(f"TensorFlow {version}: {each.name}: {found}")
            bad += 1
    print(f"TensorFlow {version}: {len(shown) - bad} of {len(shown)} programs as expected")
    return min(1, bad)



if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
