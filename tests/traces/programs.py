"""The programs of `programs.txt`, what is expected of them, and what a run of all of them shows."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tflint_autograph.retracing.records import recording
from tflint_autograph.retracing.report import Report, report

ROOT = Path(__file__).parents[2]
HEAD = "import tensorflow as tf\n"

_MARK = re.compile(r" (\S+) (\S+) (\d+|\*)(?: \[(\w+)\])?$")


@dataclass(frozen=True)
class Expected:
    """A reason: its kind, arguments, line and how many traces; `only` says where it holds."""

    kind: str
    paths: tuple[str, ...]
    line: int
    count: str
    only: str = ""


@dataclass
class Program:
    """A program with the reasons its traces have."""

    name: str
    text: str
    expected: list[Expected] = field(default_factory=list)


@dataclass
class Shown:
    """What a run of a program showed: the report, and the counts of TensorFlow by `tf.function` object."""

    report: Report
    counts: dict[str, int]
    error: str


def programs() -> list[Program]:
    """All programs of the file."""
    text = Path(__file__).with_name("programs.txt").read_text(encoding="utf-8")
    return [_program(*part.split("\n", 1)) for part in text.split("\n=== ")[1:]]


def _program(name: str, body: str) -> Program:
    program = Program(name, HEAD + body)
    for number, line in enumerate(program.text.splitlines(), 1):
        for part in line.split("#!")[1:2]:
            program.expected += [_expected(mark, number) for mark in part.split(";")]
    return program


def _expected(text: str, line: int) -> Expected:
    mark = _MARK.match(text)
    assert mark is not None, text
    paths = () if mark[2] == "-" else tuple(mark[2].split(","))
    return Expected(mark[1], paths, line, mark[3], mark[4] or "")


def run(folder: Path, python: str = sys.executable, only: tuple[str, ...] = ()) -> dict[str, Shown]:
    """Run the programs in one process of a Python, and read what each showed."""
    listed = folder / "programs.list"
    chosen = [each for each in programs() if not only or each.name in only]
    for each in chosen:
        (folder / f"{each.name}.py").write_text(each.text, encoding="utf-8")
    listed.write_text("".join(f"{each.name} {folder / each.name}.py\n" for each in chosen))
    out = folder / "out.jsonl"
    command = [python, str(Path(__file__).with_name("runner.py")), str(ROOT), str(listed), str(out)]
    environ = os.environ | {"TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": ""}
    done = subprocess.run(command, capture_output=True, text=True, env=environ, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return dict(_shown(json.loads(line)) for line in out.read_text().splitlines())


def _shown(result: dict[str, Any]) -> tuple[str, Shown]:
    found = report(recording(result["records"], Counts(result["calls"])), 1.0)
    return result["name"], Shown(found, result["counts"], result["error"])


class Counts(list[int]):
    """Counters of which those that are 0 at the end are left out."""

    def __getitem__(self, index: Any) -> Any:
        return super().__getitem__(index) if index < len(self) else 0


def reasons(shown: Shown, *, own: bool) -> list[Expected]:
    """The reasons of a report, of the user's functions or of the libraries'."""
    return [
        Expected(group.reason.kind, group.reason.paths, group.line.line if group.line else 0, str(len(group.made)))
        for each in shown.report.functions
        if each.is_own == own
        for group in each.groups
    ]
