"""Positions of what is read once: told without reading on. Runs no traced function."""

from __future__ import annotations

import importlib
import itertools
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tflint_autograph.confirm.probe.state.positions import position


def numbers() -> Iterator[int]:
    total = 0
    while True:
        yield total
        total += 2


@pytest.mark.parametrize(
    ("made", "step"),
    [
        (lambda: iter([1, 2, 3]), next),
        (lambda: iter(range(3)), next),
        (numbers, next),
        (itertools.count, next),
        (lambda: random.Random(3), lambda given: given.random()),
        (lambda: importlib.import_module("numpy").random.default_rng(3), lambda given: given.random()),
    ],
)
def test_a_position_stays_when_it_is_told_and_goes_on_with_a_step(made: Callable[[], Any], step: Callable[[Any], Any]) -> None:
    given, other = made(), made()
    first = position(given)
    assert first is not None
    assert position(given) == position(other) == first
    assert step(given) == step(other)
    assert position(given) == position(other)
    step(given)
    assert position(given) != position(other)


def test_a_file_is_at_its_byte_until_it_is_closed(tmp_path: Path) -> None:
    with (tmp_path / "log.txt").open("w") as stream:
        assert position(stream) == "0"
        stream.write("line")
        assert position(stream) == "4"
    assert position(stream) == "closed"


@pytest.mark.parametrize("given", [[1], {}, "text", 3, None, object(), zip([1], [2], strict=True)])
def test_other_things_have_none(given: Any) -> None:
    assert position(given) is None
