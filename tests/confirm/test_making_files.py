"""Files that a function reads and nobody wrote: they are made up in the folders of the run alone."""

from __future__ import annotations

import importlib
import tempfile
from pathlib import Path
from typing import Any

import pytest

from tests.confirm.confirmed import confirmed
from tflint_autograph.confirm.probe.calls.making_files import MadeFiles, put, tree_of

pytestmark = [pytest.mark.tensorflow, pytest.mark.imports_tensorflow]

TEXT = """\
import json
import pathlib

import numpy as np
import tensorflow as tf

STATE = pathlib.Path("state.json")


@tf.function
def gain(x):
    return x * json.loads(STATE.read_text())["gain"]


@tf.function
def shifted(x):
    return x + np.load("folder/shift.npy")


@tf.function
def scaled(x):
    return x * tf.strings.to_number(tf.io.read_file("scale.txt"))
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    return tmp_path


def missing(path: str) -> OSError:
    return FileNotFoundError(2, "No such file or directory", path)


def test_a_missing_file_is_made_and_then_gets_other_contents(folder: Path) -> None:
    (folder / "m.py").write_text(TEXT, encoding="utf-8")
    files = MadeFiles(tree_of(str(folder / "m.py")))
    assert files.make_for(missing("deep/state.json"))
    path = folder / "work/deep/state.json"
    assert '"gain"' in path.read_text(encoding="utf-8")
    first = path.read_bytes()
    assert files.make_for(ValueError("cannot read this"))
    assert path.read_bytes() != first
    (made,) = files.made()
    assert (made.place, made.path) == ("work", "deep/state.json")
    path.unlink()
    assert put(made)
    assert path.exists()


def test_the_contents_come_to_an_end(folder: Path) -> None:
    files = MadeFiles(None)
    assert not files.make_for(ValueError("nothing is missing"))
    assert files.make_for(missing("a"))
    assert sum(files.make_for(ValueError("cannot read this")) for _ in range(100)) < 20


def test_a_file_in_the_temporary_folder_is_known_by_its_path_there(folder: Path) -> None:
    files = MadeFiles(None)
    assert files.make_for(missing(str(folder / "temporary/golden.json")))
    assert [(each.place, each.path) for each in files.made()] == [("temporary", "golden.json")]


@pytest.mark.parametrize("path", ["../outside.txt", "/outside/of/all.txt", "", "."])
def test_nothing_is_made_elsewhere(path: str, folder: Path) -> None:
    assert not MadeFiles(None).make_for(missing(path))
    assert not (folder / "outside.txt").exists()


def test_the_message_of_tensorflow_names_the_file(folder: Path) -> None:
    tf: Any = importlib.import_module("tensorflow")
    files = MadeFiles(None)
    with pytest.raises(tf.errors.NotFoundError) as raised:
        tf.io.read_file("scale.txt")
    assert files.make_for(raised.value)
    assert [each.path for each in files.made()] == ["scale.txt"]


def test_calls_that_read_made_up_files_confirm_what_reads_them(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(TEXT, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text("[tool.tflint-autograph]\n", encoding="utf-8")
    found = {each["range"]["start"]["line"]: each["evidence"] for each in confirmed(tmp_path)["findings"] if each["code"] == "TFA103"}
    assert [each["verdict"] for each in found.values()] == ["confirmed"] * 3
    texts = " ".join(each["text"] for each in found.values())
    assert all(f"with a made-up `{name}`" in texts for name in ("state.json", "folder/shift.npy", "scale.txt"))
    assert sorted(each.name for each in tmp_path.iterdir() if not each.name.startswith(".")) == ["m.py", "pyproject.toml"]
