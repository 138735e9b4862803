"""Summaries that a call writes are compared by what they say, not by when and by which process they were written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.confirm.confirmed import confirmed
from tflint_autograph.confirm.probe.instrumentation.event_files import event_file_name

pytestmark = pytest.mark.tensorflow

MODULE = """\
import tensorflow as tf

writer = tf.summary.create_file_writer("logs")
STEP = 0


@tf.function
def log(x):
    with writer.as_default():
        tf.summary.write("x", x, step=STEP)
    return x


def entry(x):  # tflint: call(tf.constant(1.0))
    global STEP
    STEP += 1
    y = log(x)
    writer.flush()
    return y
"""


def test_a_frozen_step_of_a_summary_is_confirmed(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(MODULE, encoding="utf-8")
    (found,) = confirmed(tmp_path, "--no-cache", "--select", "TFA113", "--using", "tests")["findings"]
    assert found["evidence"]["verdict"] == "confirmed"
    assert found["evidence"]["text"].startswith("left of call 2: 3 events, ")


def test_the_name_of_an_event_file_is_that_of_each_run() -> None:
    assert event_file_name(Path("logs/events.out.tfevents.1764.host.12.3.v2")) == Path("logs/events.out.tfevents")
