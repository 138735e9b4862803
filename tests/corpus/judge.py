"""Findings on real packages, judged by hand: draw a sample to read, and re-check what was judged before.

    python -m tests.corpus.judge sample CORPUS [--count 100] [--seed 1]
    python -m tests.corpus.judge recheck CORPUS

CORPUS is a folder with one unpacked package per folder (`tf-agents-0.19.0/...`). `sample` prints a CSV of findings at
default settings, drawn evenly over the rules that fire, to be judged and added to judged.csv. `recheck` runs the linter
again and says which of the judged findings are still reported: right ones should be, wrong ones should not. Nothing of
the packages is kept: a row names a place, not its code.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

JUDGED = Path(__file__).with_name("judged.csv")
FIELDS = ("package", "path", "line", "rule", "verdict", "why")


def findings(corpus: Path) -> list[dict[str, Any]]:
    """What `check` reports by default for the whole corpus."""
    command = [sys.executable, "-m", "tflint_autograph", "check", "--isolated", "--output-format", "json", "-q", "."]
    run = subprocess.run(command, cwd=corpus, capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1):
        sys.exit(run.stderr)
    found: list[dict[str, Any]] = json.loads(run.stdout)["findings"]
    return found


def row(finding: dict[str, Any]) -> tuple[str, str, str, str]:
    """Package, path in it, 1-based line and rule code."""
    package, _, path = finding["path"].partition("/")
    return package, path, str(finding["range"]["start"]["line"]), finding["code"]


def drawn(found: list[dict[str, Any]], count: int, seed: int) -> list[tuple[str, str, str, str]]:
    """A sample that takes from each rule in turn until `count` are drawn, the same one for the same seed."""
    by_rule = defaultdict(list)
    for finding in found:
        by_rule[finding["code"]].append(row(finding))
    source = random.Random(seed)
    for rows in by_rule.values():
        source.shuffle(rows)
    sample: list[tuple[str, str, str, str]] = []
    while len(sample) < count and any(by_rule.values()):
        sample += [rows.pop() for _, rows in sorted(by_rule.items()) if rows]
    return sorted(sample[:count], key=lambda each: (each[3], each))


def judged() -> list[dict[str, str]]:
    """The rows of judged.csv."""
    with JUDGED.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def recheck(corpus: Path) -> int:
    """Print how the judged findings fare now; 1 when a wrong one is still reported or a right one is gone."""
    reported = {row(finding) for finding in findings(corpus)}
    present = {path.name for path in corpus.iterdir()}
    wrong = []
    counts: dict[tuple[str, bool], int] = defaultdict(int)
    for each in judged():
        if each["package"] not in present:
            continue
        still = (each["package"], each["path"], each["line"], each["rule"]) in reported
        counts[each["verdict"], still] += 1
        if still is (each["verdict"] == "wrong"):
            wrong.append(each)
    for (verdict, still), count in sorted(counts.items()):
        print(f"{count:4} judged {verdict}, {'still' if still else 'no longer'} reported")
    for each in wrong:
        print(f"     {each['rule']} {each['package']}/{each['path']}:{each['line']} judged {each['verdict']}")
    return 1 if wrong else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("command", choices=("sample", "recheck"))
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.command == "recheck":
        return recheck(options.corpus)
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(FIELDS)
    writer.writerows((*each, "", "") for each in drawn(findings(options.corpus), options.count, options.seed))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
