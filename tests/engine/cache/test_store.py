"""The folder of a cache: what is put in comes out, and nothing that happens to it does harm."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tflint_autograph.engine.cache.store import Store

A, B, C = (f"run-{letter * 64}" for letter in "abc")
LIMIT = 1 << 20


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(str(tmp_path / "cache"))


def entries(store: Store) -> set[str]:
    return {name for name in os.listdir(store.folder) if name.startswith("run-")}


def test_what_is_put_in_comes_out(store: Store) -> None:
    assert store.get(A) is None
    assert store.put(A, b"one", LIMIT)
    assert (store.get(A), store.get(B)) == (b"one", None)


def test_git_and_backups_leave_the_folder_alone(store: Store) -> None:
    store.put(A, b"one", LIMIT)
    assert Path(store.folder, ".gitignore").read_text() == "*\n"
    assert Path(store.folder, "CACHEDIR.TAG").read_text().startswith("Signature: 8a477f597d28d172789f06886806bc55\n")


def test_the_entry_used_longest_ago_goes_first(store: Store) -> None:
    for number, name in enumerate((A, B)):
        store.put(name, os.urandom(400), LIMIT)
        os.utime(Path(store.folder, name), (number, number))
    assert store.get(A) is not None
    store.put(C, os.urandom(400), 1000)
    assert entries(store) == {A, C}


def test_an_entry_larger_than_the_cache_is_not_kept(store: Store) -> None:
    assert not store.put(A, os.urandom(2000), 1000)
    assert store.get(A) is None


@pytest.mark.parametrize("damage", [b"", b"\0" * 400, os.urandom(400)])
def test_a_garbled_entry_is_none(store: Store, damage: bytes) -> None:
    store.put(A, b"one", LIMIT)
    Path(store.folder, A).write_bytes(damage)
    assert store.get(A) is None


def test_a_cut_entry_is_none(store: Store) -> None:
    store.put(A, os.urandom(400), LIMIT)
    path = Path(store.folder, A)
    path.write_bytes(path.read_bytes()[:-1])
    assert store.get(A) is None


def test_a_full_disk_leaves_nothing_half_written(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.put(A, b"one", LIMIT)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert not store.put(B, b"two", LIMIT)
    assert sorted(os.listdir(store.folder)) == [".gitignore", "CACHEDIR.TAG", A]


def test_a_file_in_the_place_of_the_folder_is_no_cache(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("mine")
    store = Store(str(tmp_path / "cache"))
    assert (store.put(A, b"one", LIMIT), store.get(A), store.clean()) == (False, None, 0)
    assert (tmp_path / "cache").read_text() == "mine"


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "cache").symlink_to(tmp_path / "elsewhere")
    store = Store(str(tmp_path / "cache"))
    assert (store.put(A, b"one", LIMIT), store.clean()) == (False, 0)
    assert not list((tmp_path / "elsewhere").iterdir())


def test_what_a_killed_run_has_left_goes_in_time(store: Store) -> None:
    store.put(A, b"one", LIMIT)
    for name, age in (("tmp-old", 7200), ("tmp-new", 10)):
        path = Path(store.folder, name)
        path.write_text("half")
        used = path.stat().st_mtime - age
        os.utime(path, (used, used))
    store.put(B, b"two", LIMIT)
    assert {name for name in os.listdir(store.folder) if name.startswith("tmp")} == {"tmp-new"}


def test_cleaning_removes_what_is_ours_alone(store: Store) -> None:
    store.put(A, b"one", LIMIT)
    Path(store.folder, "mine.txt").write_text("mine")
    assert store.clean() == 1
    assert os.listdir(store.folder) == ["mine.txt"]
    Path(store.folder, "mine.txt").unlink()
    store.put(A, b"one", LIMIT)
    store.clean()
    assert not os.path.exists(store.folder)
