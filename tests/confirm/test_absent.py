"""Objects whose attributes raise, as a package makes them for what is not installed, keep no run from being observed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.confirm.confirmed import confirmed
from tflint_autograph.confirm.probe.state.attributes import attribute, has_attribute

MODULE = """\
import tensorflow as tf


class Absent:
    def __getattr__(self, name):
        raise ImportError("not installed")


absent = Absent()
kept = [absent, {"a": absent}]


class Net(tf.Module):
    def __init__(self):
        self.absent = absent

    @tf.function
    def step(self, x):
        print("step")
        return x


if __name__ == "__main__":
    Net().step(tf.constant(1.0))
"""


class Absent:
    """Raises for each attribute that it does not have."""

    def __getattr__(self, name: str) -> None:
        raise ImportError(name)


def test_an_attribute_that_raises_is_none() -> None:
    assert attribute(Absent(), "dtype") is None
    assert not has_attribute(Absent(), "dtype")
    assert has_attribute(1, "real")


@pytest.mark.tensorflow
@pytest.mark.parametrize("using", ["main", "made-up"])
def test_runs_with_such_objects_are_observed(tmp_path: Path, using: str) -> None:
    (tmp_path / "m.py").write_text(MODULE, encoding="utf-8")
    (found,) = confirmed(tmp_path, "--no-cache", "--select", "TFA101", "--using", using)["findings"]
    assert found["evidence"]["verdict"] == "confirmed", found["evidence"]
