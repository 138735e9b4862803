"""Whatever the user's code does to its process, the parent gets an answer, goes on, and nothing is left running."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest

from tests.confirm.hostile import MODULES, observed, written
from tflint_autograph.config.errors import UsageError
from tflint_autograph.confirm.protocol import Driver, Observation, Unit
from tflint_autograph.confirm.runner import Runner

pytestmark = pytest.mark.tensorflow


def unit(folder: Path, name: str) -> Unit:
    file = folder / f"{name}.py"
    driver = Driver("step", ("tf.constant(1.0)",)) if name == "works" else Driver()
    return Unit(name, str(file), name, (str(folder),), str(folder), driver, "graph", (), 8.0, 1 << 29, for_imports=8.0)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("hostile"), MODULES)


@pytest.fixture(scope="module")
def seen(folder: Path) -> Mapping[str, Observation]:
    return observed(unit(folder, name) for name in MODULES)


def test_every_module_gets_an_answer(seen: Mapping[str, Observation]) -> None:
    assert seen.keys() == MODULES.keys()


@pytest.mark.parametrize(
    ("name", "ended"),
    [
        ("kills", "was killed by SIGKILL"),
        ("aborts", "was killed by SIGABRT"),
        ("hangs", "did not end its imports within 8 s (--timeout)"),
        ("floods", "wrote more than 16 MB of output"),
        ("floods_python", "wrote more than 16 MB of output"),
        ("leaves", "ended the process with exit code 7"),
    ],
)
def test_an_end_without_a_result_is_told(name: str, ended: str, seen: Mapping[str, Observation]) -> None:
    assert seen[name].ended == ended


@pytest.mark.parametrize(("name", "type"), [("exits", "SystemExit"), ("raises", "ValueError"), ("hoards", "MemoryError")])
def test_an_exception_at_import_is_that_of_the_import(name: str, type: str, seen: Mapping[str, Observation]) -> None:
    raised = seen[name].calls[0].raised
    assert raised is not None
    assert raised.type == type


@pytest.mark.parametrize("name", ["forks", "threads", "writes", "changes"])
def test_an_import_that_does_more_is_an_import(name: str, seen: Mapping[str, Observation]) -> None:
    assert seen[name].ended == ""
    assert seen[name].calls[0].raised is None


def test_the_others_go_on(seen: Mapping[str, Observation]) -> None:
    assert [call.raised for call in seen["works"].calls] == [None] * 4
    assert [call.result["value"] for call in seen["works"].calls[1:]] == [2.0, 2.0, 2.0]


def test_nothing_is_written_beside_the_modules(folder: Path, seen: Mapping[str, Observation]) -> None:
    assert sorted(path.name for path in folder.iterdir()) == sorted(f"{name}.py" for name in MODULES)


def test_a_python_without_tensorflow_is_an_error_of_use(tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\nexec {sys.executable} -S \"$@\"\n", encoding="utf-8")
    python.chmod(0o755)
    with pytest.raises(UsageError, match="has no TensorFlow that can be imported"):
        Runner(str(python), jobs=1)


@pytest.mark.parametrize("python", ["/nowhere/python", "/bin/true", "/bin/ls"])
def test_what_is_no_python_is_an_error_of_use(python: str) -> None:
    with pytest.raises(UsageError, match="cannot run"):
        Runner(python, jobs=1)


def test_what_keras_draws_plots_with_is_imported_once_where_a_unit_uses_it(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    (tmp_path / "draws.py").write_text("import sys\nprint('matplotlib.pyplot' in sys.modules)\nimport matplotlib.pyplot\n")
    with closing(Runner(sys.executable, jobs=1)) as runner:
        runs = [each for _ in range(2) for each in runner.run([unit(tmp_path, "draws")])]
    assert [[written.text for written in each.written] for each in runs] == [["False\n"], ["True\n"]]
