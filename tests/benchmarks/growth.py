"""How time grows with a project, and whether large ones come to an end.

    python -m tests.benchmarks.growth [--doublings 5] [--picture growth.png] [--large]

Prints processor seconds per size and the exponent of the power that fits them, 1 meaning linear; with matplotlib a
picture is drawn besides. `--large` checks the projects of extreme shape instead and prints time and memory of each.
"""

from __future__ import annotations

import argparse
import importlib.util
import math
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks.measure import measured
from tests.benchmarks.projects import GROWING, LARGE

CHECK = (sys.executable, "-m", "tflint_autograph", "check", "--isolated", "--no-cache", "-q", "-j", "1", ".")


def exponent(points: Sequence[tuple[float, float]]) -> float:
    """The slope of the line that fits the logarithms best."""
    logs = [(math.log(size), math.log(seconds)) for size, seconds in points]
    middle = [sum(axis) / len(logs) for axis in zip(*logs, strict=True)]
    across = sum((one - middle[0]) * (two - middle[1]) for one, two in logs)
    return float(across / sum((one - middle[0]) ** 2 for one, _ in logs))


def grown(doublings: int, folder: Path) -> dict[str, list[tuple[float, float]]]:
    """Processor seconds by size for each way to grow, those of a run over nothing taken off; the best of three."""
    (folder / "nothing").mkdir()
    idle = min(measured(CHECK, folder / "nothing").cpu for _ in range(3))
    found: dict[str, list[tuple[float, float]]] = {}
    for name, (make, least) in GROWING.items():
        for step in range(doublings + 1):
            size = least * 2**step
            project = folder / f"{name}-{size}"
            make(project, size)
            seconds = min(measured(CHECK, project).cpu for _ in range(3 if step < 4 else 1)) - idle
            found.setdefault(name, []).append((size, max(seconds, 1e-3)))
            print(f"{name:18} {size:8,} {seconds:8.2f} s", flush=True)
        # The first points are start-up more than anything else.
        print(f"{name:18} exponent {exponent(found[name][-4:]):.2f}", flush=True)
    return found


def drawn(found: dict[str, list[tuple[float, float]]], picture: Path) -> None:
    """Draw the curves on logarithmic axes beside a line."""
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 5))
    for name, points in found.items():
        sizes, seconds = zip(*points, strict=True)
        label = f"{name}, exponent {exponent(points[-4:]):.2f}"
        axes.loglog([size / sizes[0] for size in sizes], [second / seconds[0] for second in seconds], "o-", label=label)
    top = max(len(points) for points in found.values())
    axes.loglog([2**step for step in range(top)], [2**step for step in range(top)], "k--", label="linear")
    axes.set(
        xlabel="size, times the smallest", ylabel="processor time, times the smallest", title="tflint-autograph check"
    )
    axes.legend()
    figure.savefig(picture, dpi=120)


def large(folder: Path) -> int:
    """Check the projects of extreme shape; 1 when one of them ends in a way it should not."""
    bad = 0
    for name, (make, size) in LARGE.items():
        project = folder / name.replace(" ", "-")
        make(project, size)
        run = measured(CHECK, project)
        lines = [line for line in run.said.splitlines() if "Traceback" in line or "bug of ours" in line]
        bad += run.code not in (0, 1) or bool(lines)
        print(f"{name:28} {run.wall:7.1f} s  {run.memory:6.0f} MiB  exit {run.code} {' '.join(lines)}", flush=True)
    return 1 if bad else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--doublings", type=int, default=5)
    parser.add_argument("--picture", type=Path)
    parser.add_argument("--large", action="store_true")
    options = parser.parse_args()
    if options.picture and importlib.util.find_spec("matplotlib") is None:
        parser.error("a picture needs matplotlib: pip install matplotlib")
    with tempfile.TemporaryDirectory() as folder:
        if options.large:
            return large(Path(folder))
        found = grown(options.doublings, Path(folder))
    if options.picture:
        drawn(found, options.picture)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
