"""What forked processes share is imported without the collection of garbage, which then is on or off as before."""

from __future__ import annotations

import gc
import importlib
import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.programs import write
from tflint_autograph.processes.forking import import_before_forks


@pytest.fixture(autouse=True)
def shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    write(tmp_path, {"shared.py": "import gc\nwas_on = gc.isenabled()\nkept = []\n"})
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    sys.modules.pop("shared", None)
    gc.unfreeze()


@pytest.mark.parametrize("on", [True, False])
def test_it_is_imported_with_the_collection_off(on: bool) -> None:
    (gc.enable if on else gc.disable)()
    try:
        import_before_forks("shared")
        assert gc.isenabled() is on
    finally:
        gc.enable()
    module = importlib.import_module("shared")
    assert not module.was_on
    assert not [each for each in gc.get_objects() if each is module.kept]


def test_a_module_that_is_not_there_leaves_the_collection_on() -> None:
    with pytest.raises(ImportError):
        import_before_forks("shared", "no_such_module")
    assert gc.isenabled()


def test_what_plots_are_drawn_with_is_imported_once_a_process_has_used_it() -> None:
    code = "from tflint_autograph.processes import forking; forking.import_plots(); print(forking.has_plots())"
    installed = importlib.util.find_spec("matplotlib") is not None
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == f"{installed}\n"
