"""A file that nobody has touched is not read again; any other is."""

from __future__ import annotations

import hashlib
import os
import time
from pathlib import Path

import pytest

from tests.engine.cache.test_runs import FILES, bare, checked
from tests.programs import write
from tflint_autograph.engine.cache import keys
from tflint_autograph.engine.cache.digests import YOUNG, Digests, Signs


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is written now was written long ago for who reads it."""
    now = time.time_ns
    monkeypatch.setattr("time.time_ns", lambda: now() + 10 * YOUNG)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "a.py"
    path.write_bytes(b"one")
    return path


def digest(seen: Digests, path: Path) -> bytes:
    return seen.of("a.py", str(path))


@pytest.mark.usefixtures("later")
def test_what_is_known_is_not_read(path: Path) -> None:
    first = Digests({})
    assert digest(first, path) == hashlib.sha256(b"one").digest()
    second = Digests(first.told)
    assert digest(second, path) == digest(first, path)
    assert (second.read, second.has_news()) == (0, False)


@pytest.mark.usefixtures("later")
def test_other_code_of_the_same_size_and_time_is_read(path: Path) -> None:
    first = Digests({})
    digest(first, path)
    times = path.stat()
    # The time a file says it was written at can be set; that of its last change of any kind can not.
    time.sleep(0.02)
    path.write_bytes(b"two")
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    second = Digests(first.told)
    assert digest(second, path) == hashlib.sha256(b"two").digest()
    assert (second.read, second.has_news()) == (1, True)


def test_what_was_written_just_now_is_read_again(path: Path) -> None:
    first = Digests({})
    digest(first, path)
    assert first.told == {}


@pytest.mark.usefixtures("later")
@pytest.mark.parametrize("said", ["", "00", "martian", "g" * 64, "0" * 65, "-" + "0" * 63])
def test_a_digest_that_is_none_is_not_believed(path: Path, said: str) -> None:
    first = Digests({})
    expected = digest(first, path)
    sign = first.told["a.py"].rpartition(" ")[0]
    assert digest(Digests({"a.py": f"{sign} {said}"}), path) == expected


@pytest.mark.usefixtures("later")
def test_what_cannot_be_read_is_tried_again(path: Path) -> None:
    first = Digests({})
    expected = digest(first, path)
    path.unlink()
    second = Digests(first.told)
    assert digest(second, path) == keys.of_file(str(path)) != expected
    assert second.told == {}


@pytest.mark.usefixtures("later")
def test_a_run_reads_what_was_changed_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, FILES)
    first = checked(tmp_path)
    read: list[str] = []
    of_file = keys.of_file

    def reading(path: str) -> bytes:
        read.append(os.path.basename(path))
        return of_file(path)

    monkeypatch.setattr(keys, "of_file", reading)
    assert bare(checked(tmp_path)) == bare(first)
    assert read == []
    (tmp_path / "plain.py").write_text("x = 2\n", encoding="utf-8")
    assert bare(checked(tmp_path)) == bare(first)
    assert read == ["plain.py"]


@pytest.mark.usefixtures("later")
def test_a_run_in_which_nobody_has_touched_a_file_asks_for_no_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, FILES)
    first = checked(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(Digests, "of", _refused)
        assert bare(checked(tmp_path)) == bare(first)
    (tmp_path / "helpers.py").write_text("def h(x):\n    return x\n", encoding="utf-8")
    second = checked(tmp_path)
    assert bare(second) == bare(checked(tmp_path, no_cache=True)) != bare(first)
    with monkeypatch.context() as patch:
        patch.setattr(Digests, "of", _refused)
        assert bare(checked(tmp_path)) == bare(second)


def _refused(*given: object) -> bytes:
    raise AssertionError("a digest was asked for")


def test_signs_of_what_was_written_just_now_do_not_last(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not Signs([str(path)]).lasting
    now = time.time_ns()
    monkeypatch.setattr("time.time_ns", lambda: now + 10 * YOUNG)
    first = Signs([str(path)])
    assert first.lasting
    assert first.digest == Signs([str(path)]).digest
    times = path.stat()
    time.sleep(0.02)
    path.write_bytes(b"two")
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert first.digest != Signs([str(path)]).digest
    assert not Signs([str(path), str(path.parent / "gone.py")]).lasting
