"""What the next run costs after an edit in each package of a corpus: `python -m tests.benchmarks.edits CORPUS [--cores 2]`.

CORPUS holds one unpacked package a folder; all of them together are one project, which is copied and checked once. Then a
function is added to one file of each package in turn, the one of which nine in ten that speak of TensorFlow are no larger, and
the whole project is checked again: prints the wall time of that run and how many files it parsed, then minimum and median of
all. How long it takes is a matter of what imports join with the file.
"""

from __future__ import annotations

import argparse
import re
import shutil
import statistics
import tempfile
from pathlib import Path

from tests.benchmarks.measure import measured
from tests.benchmarks.peers import OURS, installed

_PARSED = re.compile(r"(\d+) parsed")


def edited(package: Path) -> Path | None:
    """The file of a package that is edited; None where none speaks of TensorFlow."""
    found = [path for path in package.rglob("*.py") if b"tensorflow" in path.read_bytes()]
    found.sort(key=lambda path: (path.stat().st_size, path))
    return found[len(found) * 9 // 10] if found else None


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--environments", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        folder = scratch / "project"
        shutil.copytree(options.corpus, folder)
        python = installed("", options.environments or scratch / "environments")
        command = [python, *OURS, "--cache-dir", str(scratch / "cache"), "."]
        print(f"cold: {measured(command, folder, options.cores).wall:.2f} s")
        measured(command, folder, options.cores)  # its files are old enough by now to be known by their signs
        times = []
        for package in sorted(path for path in folder.iterdir() if path.is_dir()):
            path = edited(package)
            if path is None:
                continue
            with path.open("a", encoding="utf-8") as file:
                file.write("\n\ndef edited(x):\n    return x + 1\n")
            run = measured(command, folder, options.cores)
            parsed = _PARSED.search(run.said)
            times.append(run.wall)
            print(f"{run.wall:6.2f} s, {parsed[1] if parsed else '?':>5} files parsed: {path.relative_to(folder)}", flush=True)
        print(f"minimum {min(times):.2f} s, median {statistics.median(times):.2f} s, maximum {max(times):.2f} s")


if __name__ == "__main__":
    main()
