"""How sure a finding is in a method that is one of many a call may run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.joins import MOST_CLASSES
from tflint_autograph.model.levels import Confidence


def program(overrides: int) -> str:
    """A traced call of a method of a base class, of which every override prints."""
    classes = "".join(f"class C{n}(Base):\n    def run(self, x):\n        print(x)\n        return x\n\n\n" for n in range(overrides))
    return (
        "import tensorflow as tf\n\n\nclass Base:\n    def run(self, x):\n        raise NotImplementedError\n\n\n"
        f"{classes}@tf.function\ndef step(base: Base, x):\n    return base.run(x)\n"
    )


@pytest.mark.parametrize(
    ("overrides", "confidence"), [(2, Confidence.HIGH), (MOST_CLASSES - 1, Confidence.HIGH), (MOST_CLASSES + 1, Confidence.LOW)]
)
def test_one_of_many_overrides_may_never_run(tmp_path: Path, overrides: int, confidence: Confidence) -> None:
    found = [each for each in report_of(tmp_path, {"m.py": program(overrides)}).findings if each.code == "TFA101"]
    assert len(found) == overrides
    assert {each.confidence for each in found} == {confidence}
