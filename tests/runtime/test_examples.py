"""The example programs run under TensorFlow: the bad ones differ from what they say in Python, the good ones do not."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.runtime.harness import Observation, differs, observe
from tflint_autograph.rules.catalogue import codes

pytestmark = pytest.mark.tensorflow

EXAMPLES = Path(__file__).parents[2] / "examples"
PATHS = {f"{path.parent.name}/{path.stem}": path for path in sorted(EXAMPLES.glob("*/TFA*.py"))}


@pytest.fixture(scope="module")
def seen() -> Mapping[str, Observation]:
    return observe({title: path.read_text(encoding="utf-8") for title, path in PATHS.items()})


FIRST = ("TFA101", "TFA102", "TFA110", "TFA111", "TFA401", "TFA501", "TFA502", "TFA503", "TFA504", "TFA507")
"""What the product was made for; the pages of the other rules have their programs too."""


@pytest.mark.parametrize("kind", ["bad", "good"])
def test_the_first_rules_have_an_example_each_and_every_example_a_rule(kind: str) -> None:
    titles = {title for title in PATHS if title.startswith(kind)}
    assert titles >= {f"{kind}/{code}_{codes()[code].replace('-', '_')}" for code in FIRST}
    assert titles <= {f"{kind}/{code}_{name.replace('-', '_')}" for code, name in codes().items()}


@pytest.mark.parametrize("title", [title for title in PATHS if title.startswith("bad/")])
def test_a_bad_example_differs(title: str, seen: Mapping[str, Observation]) -> None:
    assert seen[title].eager.exception == "", seen[title].eager.message
    assert differs(seen[title]) is not None


@pytest.mark.parametrize("title", [title for title in PATHS if title.startswith("good/")])
def test_a_good_example_is_the_same(title: str, seen: Mapping[str, Observation]) -> None:
    assert seen[title].graph.exception == "", seen[title].graph.message
    assert seen[title].graph.stdout
    assert differs(seen[title]) is None


def test_the_project_trains() -> None:
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
    run = subprocess.run(
        [sys.executable, "train.py", "--steps", "20"],
        cwd=EXAMPLES / "mnist_project",
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert "accuracy" in run.stdout
