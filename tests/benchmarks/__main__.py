"""Us and our peers, in turn, on three sets of real packages.

    python -m tests.benchmarks CORPUS [--sets small,four,all] [--cores 1,2] [--repeat 3] [--limit 120] [--peers ruff,flake8]

CORPUS holds one unpacked package a folder. Peers and we are installed into throw-away environments, kept with `--environments
FOLDER`. Every round runs each way once, so that what else the machine does meets all alike; slow peers run once. Prints
minimum and median of the wall time, the ratio of our minimum to the peer's, lines a second and the memory of the
largest process, and the share of each of our phases.
"""

from __future__ import annotations

import argparse
import re
import shutil
import statistics
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks.measure import Measured, measured
from tests.benchmarks.peers import PEERS, SETS, WAYS, Way, installed

_PHASE = re.compile(r"^phase (.*): (\d+\.\d+) s$", re.MULTILINE)


class Bench:
    """One set of packages on so many cores."""

    def __init__(self, folder: Path, environments: Path, caches: Path, cores: int, limit: float) -> None:
        self.folder = folder
        self.environments = environments
        self.caches = caches
        self.cores = cores
        self.limit = limit
        self.runs: defaultdict[str, list[Measured]] = defaultdict(list)
        self.lines = sum(path.read_bytes().count(b"\n") for path in folder.rglob("*.py"))
        self.edited = sorted(folder.rglob("*.py"), key=lambda path: path.stat().st_size)[-40]

    def round(self, ways: Sequence[Way], number: int) -> None:
        """Run each way once, the slow ones in the first round alone."""
        for way in ways:
            if number and not way.repeated:
                continue
            cache = self.caches / f"{way.name.replace(' ', '-')}-{self.cores}"
            command = [installed(way.tool, self.environments), *way.command(self.cores, cache)]
            if way.warm:  # each time: the edit of another way changes a file of all
                measured(command, self.folder, self.cores, self.limit)
            if way.edited:
                with self.edited.open("a", encoding="utf-8") as file:
                    file.write(f"\n\ndef edited_{self.cores}_{number}(x):\n    return x + {number}\n")
            self.runs[way.name].append(measured(command, self.folder, self.cores, self.limit))

    def table(self, ways: Sequence[Way]) -> str:
        """The results, one line a way."""
        best = {name: min(run.wall for run in runs) for name, runs in self.runs.items()}
        rows = [
            "| way | minimum | median | ours / it | lines/s | memory |",
            "| --- | ---: | ---: | ---: | ---: | ---: |",
        ]
        for way in ways:
            runs = self.runs[way.name]
            own = best.get("ours, nothing changed" if way.warm else "ours, cold", 0.0)
            memory = max(run.memory for run in runs)
            middle = statistics.median(run.wall for run in runs)
            ratio = "" if not way.tool else f"{own / best[way.name]:.3f}"
            failed = "" if all(run.code in (0, 1) or way.tool == "pylint" for run in runs) else " (did not end well)"
            rows.append(
                f"| {way.name}{failed} | {best[way.name]:.2f} s | {middle:.2f} s | {ratio} "
                f"| {self.lines / best[way.name]:,.0f} | {memory:.0f} MiB |"
            )
        return "\n".join(rows)

    def phases(self) -> str:
        """The shares of our phases in the quickest cold run; where processes go through them at once, in what they took together."""
        run = min(self.runs["ours, cold"], key=lambda each: each.wall)
        parts = [(name, float(seconds)) for name, seconds in _PHASE.findall(run.said)]
        spent = sum(seconds for _, seconds in parts)
        whole = max(run.wall, spent)
        rest = [("start, files and report", whole - spent)] if whole > spent else []
        return ", ".join(f"{name} {seconds / whole:.0%}" for name, seconds in [*parts, *rest])


def copied(corpus: Path, name: str, folder: Path) -> Path:
    """The packages of a set, in a folder of their own: one of them is edited."""
    for package in SETS[name] or sorted(path.name for path in corpus.iterdir() if path.is_dir()):
        shutil.copytree(corpus / package, folder / name / package)
    return folder / name


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--cores", default="1,2")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--limit", type=float, default=120, help="seconds after which a run is given up")
    parser.add_argument("--peers", default=",".join(PEERS))
    parser.add_argument("--environments", type=Path)
    options = parser.parse_args()
    tools = {"", *options.peers.split(",")}
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        for chosen in options.sets.split(","):
            folder = copied(options.corpus, chosen, scratch / "sets")
            ways = [way for way in WAYS if chosen in way.sets and way.tool in tools]
            for cores in map(int, options.cores.split(",")):
                place = options.environments or scratch / "environments"
                bench = Bench(folder, place, scratch / "caches" / chosen, cores, options.limit)
                for number in range(options.repeat):
                    bench.round(ways, number)
                print(f"\n{chosen}: {bench.lines:,} lines, {cores} {'core' if cores == 1 else 'cores'}\n")
                print(bench.table(ways))
                print(f"\nOurs, cold: {bench.phases()}", flush=True)


if __name__ == "__main__":
    main()
