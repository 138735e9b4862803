"""`check` finds what the example programs were written to show. Runs no TensorFlow."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.rules_pages.blocks import marks
from tests.rules_pages.checked import findings

EXAMPLES = Path(__file__).parents[2] / "examples"
PROGRAMS = sorted(EXAMPLES.glob("*/TFA*.py"))

HIDDEN = {
    ("data.py", "if random.random() < 0.5:", "TFA110"),
    ("data.py", "top = np.random.randint(0, SIZE - size)", "TFA110"),
    ("data.py", "left = np.random.randint(0, SIZE - size)", "TFA110"),
    ("helpers.py", 'logger.info("clipped gradients of norm %s", norm)', "TFA102"),
    ("helpers.py", 'print("WARNING:", name, "is not finite")', "TFA101"),
    ("metrics.py", "scores.write(digit, tf.math.divide_no_nan(tf.reduce_sum(hits), tf.reduce_sum(mask)))", "TFA507"),
    ("model.py", "self.batches_seen += 1", "TFA503"),
    ("model.py", "features = keras.layers.Dropout(self.dropout)(features, training=True)", "TFA502"),
    ("train.py", "started = time.perf_counter()", "TFA111"),
    ("train.py", "self.history.append((loss, time.perf_counter() - started))", "TFA111"),
    ("train.py", "self.history.append((loss, time.perf_counter() - started))", "TFA503"),
    ("train.py", "for _ in range(votes):", "TFA401"),
}


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    # As a project of their own: without a configuration that of the linter has all the programs of its tests.
    folder = tmp_path_factory.mktemp("project") / EXAMPLES.name
    shutil.copytree(EXAMPLES, folder)
    return findings(folder)


@pytest.mark.parametrize("path", [pytest.param(path, id=f"{path.parent.name}-{path.stem}") for path in PROGRAMS])
def test_an_example_is_reported_at_its_marks(path: Path, found: Iterable[dict[str, Any]]) -> None:
    here = [finding for finding in found if finding["path"] == path.relative_to(EXAMPLES).as_posix()]
    pairs = sorted((finding["range"]["start"]["line"], finding["code"]) for finding in here)
    assert tuple(pairs) == marks(path.read_text(encoding="utf-8"))


def test_every_bad_example_is_marked_with_its_own_code() -> None:
    for path in EXAMPLES.glob("bad/*.py"):
        assert path.stem.partition("_")[0] in {code for _, code in marks(path.read_text(encoding="utf-8"))}


def test_what_hides_in_the_project_is_found_once_each(found: Iterable[dict[str, Any]]) -> None:
    here = [finding for finding in found if finding["path"].startswith("mnist_project/") and finding["cell"] is None]
    assert Counter(_line(finding) for finding in here) == Counter(HIDDEN)


def test_what_hides_in_the_notebook_is_found(found: Iterable[dict[str, Any]]) -> None:
    here = [finding for finding in found if finding["path"] == "mnist_project/notebook.ipynb"]
    assert sorted(finding["code"] for finding in here) == ["TFA110", "TFA503"]
    assert len({finding["cell"] for finding in here}) == 1


def test_the_helpers_are_reported_with_the_way_from_the_training_step(found: Iterable[dict[str, Any]]) -> None:
    printed = next(finding for finding in found if _is(finding, "mnist_project/helpers.py", "TFA101"))
    paths = [step["path"].rpartition("/")[2] for step in printed["trace"]]
    assert paths[0] == "train.py"
    assert "metrics.py" in paths


def _is(finding: dict[str, Any], path: str, code: str) -> bool:
    return bool(finding["path"] == path and finding["code"] == code)


def _line(finding: dict[str, Any]) -> tuple[str, str, str]:
    path = EXAMPLES / finding["path"]
    text = path.read_text(encoding="utf-8").splitlines()[finding["range"]["start"]["line"] - 1]
    return path.name, text.strip(), finding["code"]
