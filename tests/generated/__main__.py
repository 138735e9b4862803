"""`python -m tests.generated [--seed N] [--count N] [--only WHAT] [--keep DIR] [--jobs N] [--sample]`."""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from dataclasses import asdict
from pathlib import Path

from tests.generated import sample
from tests.generated.checking import checked
from tests.generated.comparing import Verdict
from tests.generated.composing import compose, wanted
from tests.generated.report import told


def main() -> int:
    """Compose, run, check, compare and report; the exit code is 0 whatever is found."""
    parser = _parser()
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tflint-generated-") as name:
        folder = options.keep.resolve() if options.keep else Path(name)
        if options.sample:
            sample.write(sample.disagreements(checked(sample.programs(), folder, jobs=options.jobs)))
            return 0
        try:
            only = wanted(options.only)
        except ValueError as error:
            parser.error(str(error))
        started = time.monotonic()
        programs = [compose(options.seed, number, only) for number in range(options.count)]
        verdicts = checked(programs, folder, jobs=options.jobs)
        if options.keep:
            (folder / "verdicts.jsonl").write_text("".join(map(_line, verdicts)), encoding="utf-8")
    print(f"seed {options.seed}, {time.monotonic() - started:.0f} s")
    print("\n".join(told(verdicts)))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.generated", description="Shows where the linter and TensorFlow disagree."
    )
    new = str(random.SystemRandom().randrange(10**6))
    option = parser.add_argument
    option("--seed", default=new, help="the same seed gives the same programs (default: a new one)")
    option("--count", type=int, default=2000, help="number of programs (default: 2000)")
    option(
        "--only",
        default="",
        help="rules, a root, a context, a form of a hazard or a guard that each program must have, with commas between",
    )
    option("--keep", type=Path, help="write programs and verdicts to this folder")
    option("--jobs", type=int, default=2, help="processes that run TensorFlow at a time (default: 2)")
    option("--sample", action="store_true", help="run the sample of the tests and write the list of what is known")
    return parser


def _line(verdict: Verdict) -> str:
    """A verdict as a line of JSON; the files of its program stand in the folder."""
    program = verdict.program
    lines = [f"{path}:{line} {' '.join(mark.codes)}" for (path, line), mark in program.places.items()]
    told = {
        "program": program.name,
        "truth": verdict.truth,
        "reason": verdict.reason,
        "rule": program.rule,
        "lines": lines,
        "missed": verdict.missed,
    }
    given = {name: [[level, asdict(found)] for level, found in getattr(verdict, name)] for name in ("false", "beside")}
    return json.dumps({**told, **given, "chosen": program.chosen}) + "\n"


if __name__ == "__main__":
    sys.exit(main())
