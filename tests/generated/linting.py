"""What the linter reports for programs that are written to a folder, by default and in pedantic mode."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

LEVELS = ("default", "pedantic")


@dataclass(frozen=True, slots=True, order=True)
class Found:
    """A finding: its program, its file within it, its first and last line, and what it says."""

    program: str
    path: str
    first: int
    last: int
    code: str
    confidence: str
    message: str

    def covers(self, path: str, line: int) -> bool:
        """Whether the line is one of the finding's."""
        return self.path == path and self.first <= line <= self.last


Findings = dict[str, list[Found]]
"""The findings by program."""


def findings(folder: Path, *, pedantic: bool) -> Findings:
    """Check all programs below the folder in one run."""
    command = [sys.executable, "-m", "tflint_autograph", "check", "--output-format", "json", "--no-cache", "--isolated"]
    options = ["--pedantic"] if pedantic else []
    run = subprocess.run([*command, *options, "."], cwd=folder, capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1):
        raise RuntimeError(f"check exited with {run.returncode}\n{run.stderr[-4000:]}")
    document = json.loads(run.stdout)
    if document["problems"]:
        raise RuntimeError(str(document["problems"][:3]))
    found: defaultdict[str, list[Found]] = defaultdict(list)
    for each in document["findings"]:
        program, _, path = str(each["path"]).removeprefix("./").partition("/")
        first, last = (each["range"][end]["line"] for end in ("start", "end"))
        found[program].append(
            Found(program, path, first, max(first, last), each["code"], each["confidence"], each["message"])
        )
    return {program: sorted(each) for program, each in found.items()}
