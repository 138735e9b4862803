"""A report holds the lines it shows something of, and shows what it would if it held all."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tests.programs import report_of, settings_of, write
from tflint_autograph.engine import pipeline
from tflint_autograph.engine.filtering.adopt import Adoption
from tflint_autograph.engine.workspace import excerpts
from tflint_autograph.engine.workspace.files import Files
from tflint_autograph.model.report import Report
from tflint_autograph.report.formats import FORMATS, render

ROOT = Path(__file__).parents[2]
LONG = (
    "import random\nimport tensorflow as tf\n"
    + "# far\n" * 300
    + "\n\n@tf.function\ndef f(x):\n"
    + "    x = x + 1\n" * 40
    + "    print(x)\n    return x * random.random()\n"
    + "\n\n# behind\n" * 200
)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> pipeline.Run:
    root = tmp_path_factory.mktemp("project")
    for name in ("bad", "mnist_project"):
        shutil.copytree(ROOT / "examples" / name, root / name)
    write(root, {"long.py": LONG, "broken.py": "import tensorflow\n" + "\n" * 50 + "def f(:\n"})
    return pipeline.Run(settings_of(root, select=("ALL",)), (str(root),), None)


@pytest.fixture(scope="module")
def report(run: pipeline.Run) -> Report:
    return run.report(Adoption(run.settings))


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_shows_what_it_would_of_all_lines(run: pipeline.Run, report: Report, name: str) -> None:
    assert len(report.findings) > 20
    files = Files(run.settings, run.paths, None)
    whole = [pair for path in dict.fromkeys(path for (path, _), _ in report.sources) for pair in files.sources(path)]
    assert dict(report.sources) != dict(whole)
    assert render(name, report, color=False) == render(name, replace(report, sources=tuple(whole)), color=False)


def test_lines_that_nothing_is_shown_of_are_empty(tmp_path: Path) -> None:
    ((_, lines),) = report_of(tmp_path, {"long.py": LONG}).sources
    assert len(lines) == len(LONG.splitlines())
    assert "    print(x)" in lines
    assert 5 < sum(map(bool, lines)) < 100


def test_no_text_is_kept_for_a_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {f"m{number}.py": LONG for number in range(8)})
    kept: list[int] = []
    released = Files.release

    def releasing(self: Files, path: str) -> None:
        kept.append(len(self._texts))
        released(self, path)

    monkeypatch.setattr(Files, "release", releasing)
    run = pipeline.Run(settings_of(tmp_path, no_cache=True), (str(tmp_path),), None)
    assert len(excerpts.excerpts(run.files, run.report(Adoption(run.settings)).findings, ())) == 8
    assert len(kept) == 48
    assert max(kept) == 1
