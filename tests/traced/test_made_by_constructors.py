"""A `tf.function` that a constructor makes of an argument runs where a method calls it, or what a property or a method returns."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of

LIBRARY = """
import tensorflow as tf

RATE = 1.0


class Rows:
    def __init__(self):
        self.rows = [1.0]


kept = Rows()


def process(t):
    return t + RATE + float(len(kept.rows))


class Unit:
    def __init__(self, fn):
        self.fn = tf.function(fn)

    def run(self, value):
        return self.fn(value)


class Tracker:
    def __init__(self):
        self._traced = tf.function(self._step)

    def _step(self, x):
        return process(x)

    @property
    def drive(self):
        return self._traced

    def driver(self):
        return self._traced

    @property
    def plain(self):
        return self._step
"""
PROGRAM = """
import lib
import tensorflow as tf


def main():
    unit = {made}
    {changes}
    print(float(unit{called}(tf.constant(1.0))))
    {changes}
    print(float(unit{called}(tf.constant(2.0))))


if __name__ == "__main__":
    main()
"""


@pytest.mark.parametrize(
    ("made", "called", "changes", "codes"),
    [
        ("lib.Unit(lib.process)", ".run", "lib.kept.rows.append(1.0)", ["TFA114"]),
        ("lib.Unit(lib.process)", ".fn", "lib.kept.rows.append(1.0)", ["TFA114"]),
        ("lib.Unit(lib.process)", ".run", "print(lib.kept.rows)", []),
        ("lib.Tracker()", ".drive", "lib.RATE *= 0.5", ["TFA113"]),
        ("lib.Tracker()", ".driver()", "lib.RATE *= 0.5", ["TFA113"]),
        ("lib.Tracker()", ".plain", "lib.RATE *= 0.5", []),
    ],
)
def test_what_changes_between_its_calls_is_found(tmp_path: Path, made: str, called: str, changes: str, codes: list[str]) -> None:
    main = PROGRAM.format(made=made, called=called, changes=changes)
    found = report_of(tmp_path, {"lib.py": LIBRARY, "run.py": main}, select=("TFA113", "TFA114")).findings
    assert [each.code for each in found] == codes
