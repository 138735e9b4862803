"""A module that another imports in passing is imported when it is used, and is then the usual one."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.programs import write
from tflint_autograph.processes.forking import deferred

PACKAGE = {"plots/__init__.py": "", "plots/drawing.py": "def draw():\n    return 'drawn'\n", "plots/other.py": "", "user.py": "import plots.drawing as d\n"}


@pytest.fixture(autouse=True)
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    write(tmp_path, PACKAGE)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    for name in ("plots", "plots.drawing", "plots.other", "user"):
        sys.modules.pop(name, None)


def test_it_is_imported_when_it_is_used() -> None:
    with deferred("plots", "drawing"):
        user = importlib.import_module("user")
    assert "plots" not in sys.modules
    assert user.d.draw() == "drawn"
    assert importlib.import_module("plots.drawing").draw is user.d.draw


def test_other_modules_of_the_package_are_imported_at_once() -> None:
    with deferred("plots", "drawing"):
        other = importlib.import_module("plots.other")
    assert other.__name__ == "plots.other"


def test_a_package_that_is_there_stays_as_it_is() -> None:
    there = importlib.import_module("plots.drawing")
    with deferred("plots", "drawing"):
        assert importlib.import_module("plots.drawing") is there
    assert importlib.import_module("plots.drawing") is there


def test_a_package_that_is_not_installed_is_none_in_the_block_too() -> None:
    with deferred("no_such_plots", "drawing"), pytest.raises(ImportError):
        importlib.import_module("no_such_plots.drawing")
