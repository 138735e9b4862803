"""Helpers that map over a dataset which they are given: what they map is traced."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of, traces_of
from tflint_autograph.model.levels import Confidence

HEAD = "import tensorflow as tf\n\ndef parse(x):\n    return x\n\n"
PREPARE = "def prepare(ds, training=False):\n    if training:\n        ds = ds.shuffle(3)\n    return ds.map(parse).batch(3)\n\n"


def traced(root: Path, source: str) -> set[str]:
    """The names of the traced functions that are no lambdas."""
    return {name for name in traces_of(root, HEAD + source) if "<lambda>" not in name}


@pytest.mark.parametrize(
    "use",
    [
        "prepare(tf.data.Dataset.range(3))",
        "prepare(unknown)\nprepare(training=True, ds=tf.data.TFRecordDataset('a'))",
        "def main():\n    files = tf.data.Dataset.list_files('*')\n    return prepare(files.shuffle(3), True)",
    ],
)
def test_a_helper_maps_over_the_dataset_of_a_call(tmp_path: Path, use: str) -> None:
    assert traced(tmp_path, PREPARE + use + "\n") == {"parse"}


def test_a_method_maps_over_the_dataset_of_a_call(tmp_path: Path) -> None:
    source = (
        "class Data:\n    def prepare(self, ds):\n        return ds.filter(lambda x: self.keeps(x))\n\n"
        "    def keeps(self, x):\n        return x > 1\n\nData().prepare(tf.data.Dataset.range(3))\n"
    )
    assert traced(tmp_path, source) == {"Data.keeps"}


@pytest.mark.parametrize("use", ["prepare([1, 2])", "prepare(unknown)", "", "prepare(unknown, tf.data.Dataset.range(3))"])
def test_a_helper_that_is_given_no_dataset_traces_nothing(tmp_path: Path, use: str) -> None:
    assert traced(tmp_path, PREPARE + use + "\n") == set()


APPLIED = "def prepare(ds):\n    return ds.map(parse)\n\ndef make(count):\n    def inner(ds):\n        return ds.take(count).map(parse)\n    return inner\n\n"


@pytest.mark.parametrize("given", ["prepare", "transformation_func=prepare", "make(3)", "lambda ds: ds.map(parse)"])
def test_a_dataset_applies_what_maps_over_it(tmp_path: Path, given: str) -> None:
    assert traced(tmp_path, f"{APPLIED}tf.data.Dataset.range(3).apply({given}).batch(3)\n") == {"parse"}


@pytest.mark.parametrize("use", ["frame.apply(prepare)", "tf.data.Dataset.range(3).apply(unknown)", "prepare.apply(tf.data.Dataset.range(3))"])
def test_what_no_dataset_applies_traces_nothing(tmp_path: Path, use: str) -> None:
    assert traced(tmp_path, f"{APPLIED}{use}\n") == set()


THROUGH = (
    "def shuffled(ds):\n    return ds.shuffle(3)\n\n"
    "def perhaps(ds, training):\n    if training:\n        ds = ds.cache()\n    return ds\n\n"
    "def both(ds):\n    return perhaps(shuffled(ds), True).repeat(2)\n\n"
    "class Data:\n    def prepare(self, ds):\n        return self.inner(ds).take(3)\n\n    def inner(self, ds):\n        return ds.skip(1)\n\n"
)


@pytest.mark.parametrize("helper", ["shuffled({})", "perhaps({}, False)", "both({})", "both(shuffled({}))", "Data().prepare({})"])
def test_a_dataset_comes_back_from_helpers(tmp_path: Path, helper: str) -> None:
    assert traced(tmp_path, f"{THROUGH}{helper.format('tf.data.Dataset.range(3)')}.map(parse)\n") == {"parse"}


@pytest.mark.parametrize("helper", ["shuffled({})", "perhaps({}, False)", "both({})", "Data().prepare({})"])
@pytest.mark.parametrize("given", ["[1, 2]", "unknown", "tf.constant(1)"])
def test_what_is_no_dataset_comes_back_as_none(tmp_path: Path, helper: str, given: str) -> None:
    assert traced(tmp_path, f"{THROUGH}{helper.format(given)}.map(parse)\n") == set()


PASSED_ON = (
    "def outermost(ds):\n    return outer(ds, 3)\n\n"
    "def outer(ds, n):\n    ds = ds.shuffle(n)\n    if n:\n        ds = prepare(ds)\n    return ds\n\n"
)


@pytest.mark.parametrize("use", ["outermost(tf.data.Dataset.range(3))", "def main(n):\n    return outer(tf.data.Dataset.range(3), n)"])
def test_a_helper_is_given_a_dataset_through_other_helpers(tmp_path: Path, use: str) -> None:
    assert traced(tmp_path, f"{PREPARE}{PASSED_ON}{use}\n") == {"parse"}


@pytest.mark.parametrize("use", ["outermost([1, 2])", "outermost(unknown)", "", "outer(unknown, tf.data.Dataset.range(3))"])
def test_a_helper_that_is_passed_on_no_dataset_traces_nothing(tmp_path: Path, use: str) -> None:
    assert traced(tmp_path, f"{PREPARE}{PASSED_ON}{use}\n") == set()


@pytest.mark.parametrize(
    ("dataset", "left"),
    [
        ("tf.data.Dataset.list_files('*.png')", True),
        ("tf.data.TFRecordDataset('a').batch(3)", True),
        ("tf.data.Dataset.from_tensor_slices({'a': [1, 2]})", True),
        ("tf.data.Dataset.from_tensor_slices(([1, 2], [3, 4]))", False),
        ("tf.data.Dataset.range(3).enumerate()", False),
        ("tf.data.Dataset.from_generator(unknown, tf.int32)", False),
    ],
)
def test_what_no_component_of_an_element_fills_is_left_to_its_default(tmp_path: Path, dataset: str, left: bool) -> None:
    source = f"def load(x, size=None):\n    return resized(x) if size else x\n\ndef resized(x):\n    return x\n\n{dataset}.map(load)\n"
    assert traced(tmp_path, source) == ({"load"} if left else {"load", "resized"})


def test_what_a_partial_fills_is_not_left_to_its_default(tmp_path: Path) -> None:
    source = (
        "import functools\n\ndef load(x, size=None):\n    return resized(x) if size else x\n\ndef resized(x):\n    return x\n\n"
        "def read(size):\n    return tf.data.Dataset.list_files('*').map(functools.partial(load, size=size))\n"
    )
    assert traced(tmp_path, source) == {"load", "resized"}


@pytest.mark.parametrize("run", ["scan(0.0, step)", "scan(initial_state=0.0, scan_func=step)", "reduce(0.0, step)"])
def test_an_element_that_is_added_to_a_state_is_that_of_the_dataset(tmp_path: Path, run: str) -> None:
    source = f"""
import tensorflow as tf


def step(state, element):
    tf.print("at " + str(element), str(state))
    return state + element, element


tf.data.Dataset.from_tensor_slices([1.0, 2.0]).{run}
"""
    found = report_of(tmp_path, source, select=("TFA106",)).findings
    assert [each.confidence for each in found] == [Confidence.HIGH] * 2
