"""`confirm` proves what raises behind the line that ends a trace, with the values that the eager run has there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.confirm.confirmed import confirmed

pytestmark = pytest.mark.tensorflow

MODULE = """\
import tensorflow as tf


@tf.function(autograph=False)
def conditions(x):
    if tf.reduce_sum(x) > 0:
        x = x + 1.0
    for _ in range(tf.shape(x)[0]):
        if x[0] > 100.0:
            return x
        x = x * 2.0
    count = int(x[0])
    for each in x:
        count = count + float(each)
    return x + count + x.numpy()


@tf.function(autograph=False)
def guarded(x):
    if x[0] > 0.0:
        x = x + 1.0
    try:
        start = int(x[0])
    except TypeError:
        start = 0
    if hasattr(x, "numpy"):
        start = x.numpy()[0]
    return x + start


@tf.function(autograph=False)
def known(x, flag):
    if x[0] > 0.0:
        x = x + 1.0
    if flag:
        x = x + 2.0
    return x
"""

TESTS = """\
import tensorflow as tf

import m


def test_all():
    tf.config.run_functions_eagerly(True)
    for value in (1.0, 2.0, 3.0):
        m.conditions(tf.constant([value, value]))
        m.guarded(tf.constant([value, value]))
        m.known(tf.constant([value, value]), True)
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[int, Any]]:
    folder: Path = tmp_path_factory.mktemp("bypassing")
    (folder / "m.py").write_text(MODULE, encoding="utf-8")
    (folder / "test_m.py").write_text(TESTS, encoding="utf-8")
    return by_function(folder, "tests")


def by_function(folder: Path, using: str) -> dict[str, dict[int, Any]]:
    """The evidence of each finding, by function and line."""
    shown = confirmed(folder, "--no-cache", "--select", "TFA2,TFA3", "--using", using, "--timeout", "20")["findings"]
    known: dict[str, dict[int, Any]] = {}
    for each in shown:
        known.setdefault(each["function"], {})[each["range"]["start"]["line"]] = each["evidence"]
    return known


def test_each_line_that_needs_a_value_is_proved(found: dict[str, dict[int, Any]]) -> None:
    lines = found["m.conditions"]
    assert {line: each["verdict"] for line, each in lines.items()} == dict.fromkeys((6, 8, 9, 12, 13, 14, 15), "confirmed"), found
    assert "is mended" not in lines[6]["text"]
    assert all("once what raises before it is mended" in each["text"] for line, each in lines.items() if line > 6)


def test_what_a_guard_keeps_from_the_graph_is_not_proved(found: dict[str, dict[int, Any]]) -> None:
    lines = found["m.guarded"]
    assert lines.pop(20)["verdict"] == "confirmed", found
    assert all("is mended" not in each["text"] for each in lines.values()), found


def test_a_value_of_python_is_not_proved(found: dict[str, dict[int, Any]]) -> None:
    lines = found["m.known"]
    assert [line for line, each in lines.items() if each["verdict"] == "confirmed"] == [33], found


def test_made_up_calls_prove_it_too(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(MODULE, encoding="utf-8")
    found = by_function(tmp_path, "made-up")
    lines = found["m.conditions"]
    assert {line: each["verdict"] for line, each in lines.items()} == dict.fromkeys((6, 8, 9, 12, 13, 14, 15), "confirmed"), found
    assert all("is mended" not in each["text"] for each in found["m.guarded"].values()), found
    assert [line for line, each in found["m.known"].items() if each["verdict"] == "confirmed"] == [33], found
