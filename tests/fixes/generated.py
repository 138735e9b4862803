"""Programs made at random around each fix that is applied, run eagerly before and after it and as graphs after it.

`python -m tests.fixes.generated --many` makes some thousand programs, and shows those on which the three runs disagree;
`--seed` and `--count` choose others.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.fixes.applied import Applied, applied
from tests.fixes.shapes import SHAPES, Shape
from tests.runtime.harness import Run, run

_BATCH = 40
"""Programs in one file, which is run in one process."""

_MANY = 10
"""Seeds of a large run."""

_HEAD = '''import math
import random
import sys
import time

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(1)


def plain(value):
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    value = value.numpy() if hasattr(value, "numpy") else value
    value = value.tolist() if hasattr(value, "tolist") else value
    if isinstance(value, list):
        return [plain(each) for each in value]
    if isinstance(value, bytes):
        return value.decode()
    return float(f"{float(value):.4g}") if isinstance(value, (bool, int, float)) else value


def traits(value):
    value = tf.convert_to_tensor(value)
    return value.dtype.name, value.shape.as_list(), bool(tf.reduce_all(tf.abs(tf.cast(value, tf.float64)) < 1e12))


def show(number, look, function, *args):
    try:
        said = look(function(*args))
    except (AssertionError, tf.errors.InvalidArgumentError, ValueError, TypeError, NotImplementedError, AttributeError) as error:
        failed = isinstance(error, AssertionError) or any(words in str(error) for words in ("assertion failed", "to be true"))
        said = "refused" if failed else f"raises {type(error).__name__}"
    print(f"\\n@{number}", said, flush=True)


'''
_FINE = ("agrees", "partly", "unfixed", "invalid")
_MARK = re.compile(r"^# program (\d+): (.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Made:
    """One program: its number in the file, the shape it was made from, its text before and after, and what three runs said.

    `left` says that a finding of it is left, which is no fix's or one's for display: the graph may raise still.
    """

    number: int
    title: str
    before: str
    after: str
    said: tuple[str, str, str]
    left: bool

    @property
    def verdict(self) -> str:
        """`agrees`, `partly` where a finding is left, `unfixed`, `invalid` where Python itself refuses the program, or what is wrong."""
        python, eager, graph = self.said
        if self.before == self.after:
            return "unfixed"
        if "raises" in python:
            return "invalid"
        if python == eager and self.left and "raises" in graph:
            return "partly"
        return "agrees" if python == eager == graph else f"before {python!r}, after {eager!r}, as a graph {graph!r}"


def made(seed: int, count: int, shapes: tuple[Shape, ...] = SHAPES) -> list[Made]:
    """The programs of a seed with what was seen of them."""
    chance = random.Random(seed)
    texts = [_program(number, shapes[number % len(shapes)], chance) for number in range(count)]
    files = {f"batch{start}": _HEAD + "".join(texts[start : start + _BATCH]) for start in range(0, count, _BATCH)}
    with tempfile.TemporaryDirectory(prefix="tflint-fixes-") as name:
        done = applied(files, Path(name))
    fixed = {title: each.text for title, each in done.items()}
    runs = run(
        {f"{title} before": (text, ("eager",)) for title, text in files.items()}
        | {f"{title} after": (fixed[title], ("eager", "graph")) for title in files},
        seconds=300.0,
    )
    found = []
    for title, text in files.items():
        said = [_said(runs[f"{title} before"]["eager"]), *(_said(runs[f"{title} after"][mode]) for mode in ("eager", "graph"))]
        after = _parts(fixed[title])
        left = _left(done[title])
        for number, (shape, before) in _parts(text).items():
            python, eager, graph = (lines.get(number, "nothing") for lines in said)
            found.append(Made(number, shape, before, after[number][1], (python, eager, graph), number in left))
    return found


def _program(number: int, shape: Shape, chance: random.Random) -> str:
    code, calls, look = shape.make(chance)
    body = code.replace("NAME", f"f{number}")
    shown = "".join(f"show({number}, {look}, f{number}, {call})\n" for call in calls)
    return f"# program {number}: {shape.title}\n{body}\n\n{shown}\n\n"


def _parts(text: str) -> dict[int, tuple[str, str]]:
    """The programs of a file by their numbers, each with its title."""
    marks = [*_MARK.finditer(text)]
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    return {int(mark[1]): (mark[2], text[mark.end() : end]) for mark, end in zip(marks, ends, strict=True)}


def _left(done: Applied) -> set[int]:
    """The numbers of the programs that a finding is left of."""
    starts = [(done.text.count("\n", 0, mark.start()) + 1, int(mark[1])) for mark in _MARK.finditer(done.text)]
    return {starts[bisect_right(starts, (each.span.start[0], len(starts))) - 1][1] for each in done.after}


def _said(seen: Run) -> dict[int, str]:
    """What was printed of each program's results."""
    found: Counter[int] = Counter()
    said: dict[int, str] = {}
    for line in seen.stdout.splitlines():
        match = re.fullmatch(r"@(\d+) (.*)", line)
        if match is not None:
            number = int(match[1])
            found[number] += 1
            said[number] = f"{said.get(number, '')}{match[2]}; "
    if seen.exception:
        said[-1] = f"{seen.exception}: {seen.message}"
    return said


def main() -> int:
    """Make, fix and run programs; say how often each shape agrees, and show each that does not."""
    options = argparse.ArgumentParser(description="Run programs before and after their fixes.")
    options.add_argument("--many", action="store_true", help="several seeds, one after the other")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--count", type=int, default=20 * len(SHAPES), help="programs of one seed")
    given = options.parse_args()
    counts: dict[str, Counter[str]] = {shape.title: Counter() for shape in SHAPES}
    for seed in range(given.seed, given.seed + (_MANY if given.many else 1)):
        found = made(seed, given.count)
        for each in found:
            counts[each.title][each.verdict if each.verdict in _FINE else "wrong"] += 1
        for text in wrong(found):
            print(f"--- seed {seed}, {text}", flush=True)
    for title, verdicts in counts.items():
        print(f"{title}: {', '.join(f'{word} {number}' for word, number in sorted(verdicts.items()))}")
    return int(any(verdicts["wrong"] for verdicts in counts.values()))


def wrong(found: list[Made]) -> Iterator[str]:
    """The programs on which the runs disagree, as a test shows them."""
    for each in found:
        if each.verdict not in _FINE:
            yield f"{each.title}: {each.verdict}\n{each.before.strip()}\n+++\n{each.after.strip()}\n"


if __name__ == "__main__":
    sys.exit(main())
