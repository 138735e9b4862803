"""After an edit a run looks anew at the island of the edited file alone, and says what a run without a cache says."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from tests.engine.test_islands import HELPER, PROJECT, small
from tests.programs import settings_of, write
from tflint_autograph.engine.analysis import components
from tflint_autograph.engine.cache.digests import YOUNG
from tflint_autograph.engine.cache.runs import FOLDER
from tflint_autograph.engine.pipeline import check_paths
from tflint_autograph.model.report import Report
from tflint_autograph.report.document import render

__all__ = ["small"]
pytestmark = pytest.mark.usefixtures("small")


def checked(root: Path, *paths: str, **options: object) -> Report:
    return check_paths(settings_of(root, **options), tuple(str(root / path) for path in paths) or (str(root),))


def test_an_edit_makes_one_island_be_looked_at(tmp_path: Path) -> None:
    write(tmp_path, PROJECT)
    first = checked(tmp_path)
    (tmp_path / "b/two/helpers.py").write_text(HELPER + "    print(x)\n")
    second = checked(tmp_path)
    assert render(second) == render(checked(tmp_path, no_cache=True))
    assert (first.stats.parsed, second.stats.parsed) == (7, 2)
    (tmp_path / "b/two/helpers.py").write_text(HELPER)
    third = checked(tmp_path)
    assert (render(third), third.stats.parsed) == (render(first), 0)


def test_an_import_that_is_new_joins_islands(tmp_path: Path) -> None:
    caller = "import tensorflow\nfrom two import helpers\n\ndef change():\n    helpers.RATE = 2\n"
    reader = "import tensorflow as tf\nRATE = 1\n@tf.function\ndef f(x):\n    return x * RATE\n"
    write(tmp_path, PROJECT | {"b/two/helpers.py": reader, "c/three/helpers.py": "import tensorflow\n" + HELPER})
    before = checked(tmp_path)
    (tmp_path / "c/three/helpers.py").write_text(caller)
    after = checked(tmp_path)
    assert render(after) == render(checked(tmp_path, no_cache=True))
    assert {"b/two/helpers.py"} <= {finding.span.path for finding in after.findings}
    assert "b/two/helpers.py" not in {finding.span.path for finding in before.findings}


def test_a_file_that_is_new_or_gone_makes_all_be_looked_at(tmp_path: Path) -> None:
    write(tmp_path, PROJECT)
    checked(tmp_path)
    write(tmp_path, {"a/one/more.py": "import tensorflow\n"})
    assert checked(tmp_path).stats.parsed == 8
    (tmp_path / "a/one/more.py").unlink()
    assert checked(tmp_path).stats.parsed == 0


def test_other_wanted_files_are_another_question(tmp_path: Path) -> None:
    write(tmp_path, PROJECT)
    checked(tmp_path)
    assert render(checked(tmp_path, "b")) == render(checked(tmp_path, "b", no_cache=True))
    assert checked(tmp_path, "b").stats.parsed == 0


def test_what_somebody_else_wrote_is_not_believed(tmp_path: Path) -> None:
    write(tmp_path, PROJECT)
    first = checked(tmp_path)
    for entry in (tmp_path / FOLDER).iterdir():
        if entry.name.startswith(("run-", "last-", "islands-")):
            entry.unlink()
        elif entry.name.startswith("island-"):
            entry.write_bytes(entry.read_bytes()[:-1])
    assert render(checked(tmp_path)) == render(first)


def test_an_edit_while_an_island_is_looked_at_is_seen_by_the_next_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, PROJECT)
    first = checked(tmp_path)
    path = tmp_path / "b/two/helpers.py"
    texts = ("def h(x):\n    return x\n", "def h(x):\n    print(x)\n    return x\n")
    look = components._look_at

    def meanwhile(*given: object, **named: object) -> object:
        path.write_text(texts[1])
        return look(*given, **named)  # type: ignore[arg-type]

    path.write_text(texts[0])
    with monkeypatch.context() as patch:
        patch.setattr(components, "_look_at", meanwhile)
        assert render(checked(tmp_path)) != render(first)
    for text in texts:
        path.write_text(text)
        assert render(checked(tmp_path)) == render(checked(tmp_path, no_cache=True))


def test_a_run_is_made_of_what_its_islands_have_shown(tmp_path: Path) -> None:
    write(tmp_path, PROJECT)
    first = checked(tmp_path)
    (entry,) = (tmp_path / FOLDER).glob("run-*")
    islands = list((tmp_path / FOLDER).glob("island-*"))
    assert len(islands) > 1
    for gone in (entry, *islands):
        assert checked(tmp_path).stats.parsed == 0
        gone.unlink()
        assert render(checked(tmp_path)) == render(first)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("later", [0, 10 * YOUNG], ids=["at once", "later"])
def test_edits_at_random_change_what_a_run_without_a_cache_says(
    tmp_path: Path, seed: int, later: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time_ns
    monkeypatch.setattr("time.time_ns", lambda: now() + later)
    drawn = random.Random(seed)
    lines = ("import one.m", "from two.helpers import h", "import three", "print(1)", "RATE = 1", "", "# tflint: ignore[TFA110] so")
    write(tmp_path, PROJECT)
    texts = dict(PROJECT)
    for _ in range(8):
        name = drawn.choice(sorted(PROJECT))
        texts[name] = PROJECT[name] if drawn.random() < 0.3 else drawn.choice(lines) + "\n" + texts[name]
        time.sleep(0.01 if later else 0)  # clocks of files are coarse
        (tmp_path / name).write_text(texts[name])
        for _ in range(drawn.randrange(1, 3)):
            assert render(checked(tmp_path)) == render(checked(tmp_path, no_cache=True))
