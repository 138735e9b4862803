"""Scores `confirm` on a folder of fact programs: `python -m tests.confirm.score FOLDER [--made-up] [--only PREFIX ...]`.

Each program marks the lines to be flagged with `# HAZARD: fact` and harmless ones with `# OK: fact`, has an `entry` and
gives its arguments with `calls()`; `codes.json` beside the programs' folder says which rules stand for a fact. With
`--made-up` the arguments are kept from `confirm`. Judges no program itself.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.confirm.confirmed import confirmed

_MARK = re.compile(r"#\s*(HAZARD|OK):\s*([a-z0-9-]+)")


class Scored(NamedTuple):
    """A finding with what its lines are marked with: `HAZARD` of a fact its rule stands for, `OK`, or nothing."""

    place: str
    code: str
    mark: str
    verdict: str
    text: str


def score(programs: Path, *, made_up: bool, only: Sequence[str] = (), seconds: int = 40) -> tuple[Scored, ...]:
    """Every finding in the programs whose names begin with one of `only`, in the order of the report.

    `seconds` are the limit of each run.
    """
    facts = json.loads((programs.parent / "codes.json").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory(prefix="tflint-score-") as name:
        folder = Path(name) / "programs"
        shutil.copytree(programs, folder)
        for path in folder.glob("*.py"):
            if only and not path.name.startswith(tuple(only)):
                path.unlink()
        (folder / "pyproject.toml").write_text(_declared(folder, made_up), encoding="utf-8")
        found = confirmed(folder, "--timeout", str(seconds))["findings"]
        return tuple(_scored(finding, _marks(folder / finding["path"]), facts) for finding in found)


def _declared(folder: Path, made_up: bool) -> str:
    lines = ["[tool.tflint-autograph.confirm.calls]"]
    for path in sorted(folder.glob("*.py")):
        if not made_up and "def calls" in path.read_text(encoding="utf-8"):
            lines.append(f'"{path.stem}.entry" = ["*calls()[0]", "*calls()[1]", "*calls()[2]"]')
    return "\n".join(lines) + "\n"


def _marks(path: Path) -> dict[int, tuple[str, str]]:
    lines = path.read_text(encoding="utf-8").split("\n")
    return {number: (match[1], match[2]) for number, line in enumerate(lines, 1) if (match := _MARK.search(line))}


def _scored(finding: dict[str, Any], marks: Mapping[int, tuple[str, str]], facts: Mapping[str, Any]) -> Scored:
    first, last = finding["range"]["start"]["line"], finding["range"]["end"]["line"]
    mark = ""
    for kind, fact in (marks[line] for line in range(first, max(first, last) + 1) if line in marks):
        if kind == "OK" or finding["code"] in facts.get(fact, {}).get("codes", ()):
            mark = kind
    evidence = finding["evidence"]
    return Scored(f"{finding['path']}:{first}", finding["code"], mark, evidence["verdict"], evidence["text"])


def lines(scored: Sequence[Scored]) -> Iterator[str]:
    """The counts, and every finding that is not as it is to be."""
    hazards: dict[str, Scored] = {}
    for one in sorted(scored, key=lambda one: one.verdict == "confirmed"):
        if one.mark == "HAZARD":
            hazards[one.place] = one
    counts = Counter(one.verdict for one in hazards.values())
    yield f"{len(hazards)} hazard lines reported: {dict(sorted(counts.items()))}"
    yield from (f"hazard {one.verdict}: {one.place} {one.code} {one.text}" for one in hazards.values() if one.verdict != "confirmed")
    refuted = [one for one in scored if one.mark == "HAZARD" and one.verdict == "refuted" and one not in hazards.values()]
    yield from (f"also refuted: {one.place} {one.code} {one.text}" for one in refuted)
    others = [one for one in scored if one.mark != "HAZARD" and one.verdict == "confirmed"]
    yield from (f"{one.mark or 'unmarked'} confirmed: {one.place} {one.code} {one.text}" for one in others)


def main() -> None:
    """Print the score."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("programs", type=Path)
    parser.add_argument("--made-up", action="store_true")
    parser.add_argument("--only", nargs="*", default=[])
    options = parser.parse_args()
    print("\n".join(lines(score(options.programs, made_up=options.made_up, only=options.only))))


if __name__ == "__main__":
    main()
