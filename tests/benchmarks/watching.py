"""From a saved file to its findings: `python -m tests.benchmarks.watching FOLDER FILE [--edits 6]`.

Copies a project, and does what `check --watch` does when FILE, a path below FOLDER, is saved: one line or two stand before the
first `return` of it, other ones each time. Prints the first run and, of those after an edit, minimum and median of the wall time.
Nothing here is asserted: machines differ.
"""

from __future__ import annotations

import argparse
import gc
import shutil
import statistics
import tempfile
import time
from pathlib import Path

from tflint_autograph.cli.watch import RESIDENTS
from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.pipeline import check_paths
from tflint_autograph.engine.workspace.warm_state import WarmState


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("file")
    parser.add_argument("--edits", type=int, default=6)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "project"
        shutil.copytree(given.folder, root)
        edited = root / given.file
        text = edited.read_text(encoding="utf-8")
        before, found, behind = text.partition("    return ")
        indent = before.rpartition("\n")[2]
        settings, residents = Settings(root), WarmState(most=RESIDENTS)
        # As in the command, which looks for garbage when nobody waits.
        gc.disable()
        times = []
        for number in range(given.edits + 2):
            lines = f"    edited = {number}\n{indent}" * (number % 2 + 1)
            edited.write_text(f"{before}{lines}{found}{behind}", encoding="utf-8")
            gc.collect()
            start = time.perf_counter()
            report = check_paths(settings, [str(root)], residents=residents)
            times.append(time.perf_counter() - start)
        print(f"{report.stats.project_files} files, {report.stats.traced} traced functions")
        # Where the project is parted, the first edit looks at all of the file's part.
        print(f"first run: {times[0]:.2f} s, first edit: {times[1]:.2f} s")
        print(f"edits: minimum {min(times[2:]):.2f} s, median {statistics.median(times[2:]):.2f} s")


if __name__ == "__main__":
    main()
