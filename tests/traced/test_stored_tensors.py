"""Tensors that a trace stores somewhere, by what runs show of who uses them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

PROGRAM = """
import tensorflow as tf


class Store({base}):
    def __init__(self):
        super().__init__()
        self.data = {{}}

    def get(self, key):
        return self.data.get(key)

    def put(self, key, value):
        {put}
        return value

    def __missing__(self, key):
        self[key] = tf.range(4) * 2
        return self[key]


class Service:
    def __init__(self, store):
        self.store = store

    def squared(self, x):
        found = self.store.get("sq")
        if found is None:
            found = self.store.put("sq", {made})
        return found

    @tf.function
    def mean(self, x):
        return tf.reduce_mean({first}(x))

    @tf.function
    def peak(self, x):
        return tf.reduce_max({second}(x))


def run(chosen):
    x = tf.constant([1.0, 2.0])
    service = Service(Store())
    service.mean(x)
    {then}
"""


def confidences(
    folder: Path, *, base: str = "object", put: str = "self.data[key] = value", made: str = "x * x", first: str = "self.squared",
    second: str = "self.squared", then: str,
) -> list[Confidence]:  # fmt: skip
    program = PROGRAM.format(base=base, put=put, made=made, first=first, second=second, then=then)
    return [each.confidence for each in report_of(folder, program, select=("TFA505",)).findings]


@pytest.mark.parametrize(
    ("then", "expected"),
    [
        ("service.peak(x)", [Confidence.HIGH]),
        ("if chosen:\n        service.peak(x)", [Confidence.MEDIUM]),
        ('print(service.store.data["sq"])', [Confidence.HIGH]),
        ('service.store.data["sq"].shape', []),
        ("service.mean(x)", []),  # The same trace: Python does not run again.
        ("service.store.data.clear()\n    service.peak(x)", []),
    ],
)
def test_who_uses_what_a_trace_has_stored(tmp_path: Path, then: str, expected: list[Confidence]) -> None:
    assert confidences(tmp_path, then=then) == expected


@pytest.mark.parametrize(
    "given",
    [
        {"made": "float(3)"},
        {"made": "TABLE"},
        {"put": "pass"},
        {"second": "tf.square"},
    ],
)
def test_what_is_no_tensor_of_the_trace_or_of_no_use(tmp_path: Path, given: dict[str, str]) -> None:
    assert confidences(tmp_path, then="service.peak(x)\n\n\nTABLE = tf.ones([3])", **given) == []


def test_a_dict_that_makes_what_is_missing(tmp_path: Path) -> None:
    read = "(lambda x: self.store['k'])"
    assert confidences(tmp_path, base="dict", first=read, second=read, then="service.peak(x)") == [Confidence.HIGH]
    assert confidences(tmp_path, base="dict", first=read, second="tf.square", then="service.peak(x)") == []
