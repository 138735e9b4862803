"""A question about one function is asked of the part of the project that can answer it, and answered as by all of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import settings_of, write
from tflint_autograph.config.errors import UsageError
from tflint_autograph.engine.explain.callables import callables
from tflint_autograph.engine.explain.passed import near
from tflint_autograph.engine.explain.why import why
from tflint_autograph.engine.pipeline import Run
from tflint_autograph.engine.workspace import import_components

TRACED = "import tensorflow as tf\nfrom {package}.helpers import h\n\n@tf.function\ndef f(x):\n    return h(x)\n"
PROJECT = {
    f"{package}/{name}.py": text
    for package in ("one", "two")
    for name, text in (("__init__", ""), ("traced", TRACED.format(package=package)), ("helpers", "def h(x):\n    return x\n"))
}


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(import_components, "LEAST", 1)
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {**PROJECT, "two/only.py": "import tensorflow as tf\n\ndef lonely(x):\n    return x\n"})
    return tmp_path


def run(root: Path) -> Run:
    return Run(settings_of(root), (str(root),), None)


def test_only_the_files_that_imports_join_are_read(root: Path) -> None:
    part = near(run(root), ["one/helpers.py"])
    assert part.program.project.asked() == {"one/helpers.py", "one/traced.py"}
    assert near(run(root), ["one/helpers.py", "two/only.py"]).program.parsed == 5
    assert near(run(root), []).program.parsed == 5


@pytest.mark.parametrize("target", ["one/helpers.py:1", "one.helpers.h", "two/only.py", "only.lonely", "one"])
def test_what_is_said_is_what_the_whole_project_says(root: Path, target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said = why(settings_of(root), target)
    monkeypatch.undo()
    monkeypatch.chdir(root)
    assert said == why(settings_of(root), target)


def test_a_name_of_two_parts_means_two_things(root: Path) -> None:
    with pytest.raises(UsageError, match=r"`helpers\.h` is ambiguous: 2 definitions"):
        why(settings_of(root), "helpers.h")


def test_a_line_is_one_of_the_file_it_is_written_with(root: Path) -> None:
    (found,) = callables(run(root), ["two/helpers.py:1"])
    assert (found.name, found.traced) == ("two.helpers.h", True)
    assert [each.name for each in callables(run(root), ["two.only.lonely", "one/traced.py:6"])] == ["two.only.lonely", "one.traced.f"]
    with pytest.raises(UsageError, match="does not name one function"):
        callables(Run(settings_of(root), (str(root / "one"),), None), ["two/helpers.py:1"])
