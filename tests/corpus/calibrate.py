"""Judged findings on packages and applications outside of the corpus: how often each level of confidence is right.

    python -m tests.corpus.calibrate

prints tables of calibration.csv: by the level at which a finding is reported, and for what is shown by default by rule, and for
packages and repositories apart: a package has a version, a repository a commit. A row
names a place and not its code. Its `confidence` is `high` or `medium` for what a run shows without options, and `low` or `info` for
what it only counts, or finds no more. Its verdict is that of a maintainer who has the code and the message alone:

- `right`: the finding is true, and worth a change.
- `noise`: the finding is true, and the code is as its author wants it.
- `wrong`: what the message says does not happen where the code runs.

Of findings with one cause in a project, which would outweigh all others, it has the first few.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

CALIBRATION = Path(__file__).with_name("calibration.csv")
FIELDS = ("package", "version", "path", "line", "code", "confidence", "verdict", "reason")
LEVELS = ("high", "medium", "low", "info")
SHOWN = LEVELS[:2]
"""The levels of what a run shows without options."""

VERDICTS = ("right", "noise", "wrong")

Row = dict[str, str]


def rows() -> list[Row]:
    """Returns the rows of calibration.csv."""
    with CALIBRATION.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def counted(found: Iterable[Row], field: str) -> dict[str, Counter[str]]:
    """Returns the number of each verdict by the values of a field."""
    table: dict[str, Counter[str]] = {}
    for row in found:
        table.setdefault(row[field], Counter())[row["verdict"]] += 1
    return table


def share(counts: Counter[str], verdict: str = "right") -> float:
    """Returns the share of a verdict, from 0 to 1."""
    return counts[verdict] / counts.total()


def table(counts: dict[str, Counter[str]], head: str) -> Iterator[str]:
    """Yields the lines of a table: a column for each verdict, the sum, and the share that is right."""
    yield f"{head:<12}" + "".join(f"{word:>8}" for word in (*VERDICTS, "all", "right"))
    for name, found in counts.items():
        numbers = "".join(f"{found[word]:>8}" for word in VERDICTS)
        yield f"{name:<12}{numbers}{found.total():>8}{share(found):>8.0%}"


def main() -> None:
    """Print the tables."""
    judged = rows()
    levels = counted(judged, "confidence")
    print(*table({level: levels[level] for level in LEVELS if level in levels}, "level"), sep="\n")
    shown = [row for row in judged if row["confidence"] in SHOWN]
    print("", *table(dict(sorted(counted(shown, "code").items())), "shown"), sep="\n")
    apart = [{**row, "version": "packages" if "." in row["version"] else "repositories"} for row in shown]
    print("", *table(dict(sorted(counted(apart, "version").items())), "shown"), sep="\n")


if __name__ == "__main__":
    main()
