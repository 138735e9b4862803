"""What generator functions give to eager code, which calls traced methods of it or passes it on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of

PROGRAM = """
import tensorflow as tf


class Net:
    def __init__(self):
        self.gain = 2.0

    @tf.function
    def step(self, x):
        return x * self.gain


class Table:
    def step(self, x):
        return x


SHARED = Net()


def nets():
    {body}


def main():
    for each in nets():
        each.step(tf.constant(1.0))


main()
"""
NEW = {
    "yielded": "for _ in range(6):\n        yield Net()",
    "yielded from a list": "yield from [Net() for _ in range(6)]",
    "taken from a list": "for each in [Net() for _ in range(6)]:\n        yield each",
    "with a result of its own": "for _ in range(6):\n        yield Net()\n    return 'done'",
}
OLD = {
    "one object": "for _ in range(6):\n        yield SHARED",
    "another class": "for _ in range(6):\n        yield Table()",
}


def found(folder: Path, body: str) -> list[str]:
    return [each.code for each in report_of(folder, PROGRAM.format(body=body), select=("TFA404",)).findings]


@pytest.mark.parametrize("way", NEW)
def test_new_objects_come_from_a_generator(way: str, tmp_path: Path) -> None:
    assert found(tmp_path, NEW[way]) == ["TFA404"]


@pytest.mark.parametrize("way", OLD)
def test_a_generator_gives_nothing_that_is_traced_again(way: str, tmp_path: Path) -> None:
    assert found(tmp_path, OLD[way]) == []
