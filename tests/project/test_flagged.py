"""The way to a function that a flag decides on is one on which no call says that it is not to run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of

PROGRAM = """
import tensorflow as tf

{prepare}

def augment(image):
    print(image)
    return image

def evaluate(image):
    return {eval}

def train(image, options):
    return wrapped(image, options)

def wrapped(image, options):
    return {train}

a = tf.data.Dataset.range(3).map(evaluate)
b = tf.data.Dataset.range(3).map(lambda image: train(image, tf.saved_model.LoadOptions()))
"""
PLAIN = "def prepare(image, training=False):\n    if training:\n        return augment(image)\n    return image\n"
NEGATED = "def prepare(image, training=False):\n    if not training:\n        image = image + 1\n    else:\n        image = augment(image)\n    return image\n"
BOTH = "def prepare(image, training=False, name=None):\n    if name and training:\n        return augment(image)\n    return image\n"
EARLIER = (
    "def prepare(image, training=False):\n    if image.shape.rank:\n        training = True\n        return image\n"
    "    if training:\n        return augment(image)\n    return image\n"
)
REBOUND = "def prepare(image, training=False):\n    training = training or image.shape.rank\n    if training:\n        return augment(image)\n    return image\n"


def way(tmp_path: Path, prepare: str, evaluate: str, train: str) -> list[str]:
    """The functions on the way to the print, from the root on."""
    report = report_of(tmp_path, PROGRAM.format(prepare=prepare, eval=evaluate, train=train), select=("TFA101",))
    (finding,) = report.findings
    assert finding.trace is not None
    return [step.text.partition(" calls ")[0].strip("`") for step in finding.trace.steps[1:]]


LONG = ["m.<lambda>", "m.train", "m.wrapped", "m.prepare"]
SHORT = ["m.evaluate", "m.prepare"]


@pytest.mark.parametrize(
    ("prepare", "evaluate", "train", "expected"),
    [
        (PLAIN, "prepare(image, False)", "prepare(image, options.flag)", LONG),
        (PLAIN, "prepare(image)", "prepare(image, options.flag)", LONG),
        (NEGATED, "prepare(image)", "prepare(image, options.flag)", LONG),
        (BOTH, "prepare(image, training=True)", "prepare(image, options.flag, 'cut')", LONG),
        (EARLIER, "prepare(image)", "prepare(image, options.flag)", LONG),
        (PLAIN, "prepare(image, image.flag)", "prepare(image, options.flag)", SHORT),
        (REBOUND, "prepare(image)", "prepare(image, options.flag)", SHORT),
    ],
)
def test_the_way_is_one_on_which_it_runs(tmp_path: Path, prepare: str, evaluate: str, train: str, expected: list[str]) -> None:
    assert way(tmp_path, prepare, evaluate, train) == expected
