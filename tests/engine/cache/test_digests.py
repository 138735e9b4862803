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


def digests(path: Path, known: dict[str, str] | None = None) -> Digests:
    return Digests(signs(path), known or {})


def signs(*paths: Path) -> Signs:
    return Signs({path.name: str(path) for path in paths})


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@pytest.mark.usefixtures("later")
def test_what_is_known_is_not_read(path: Path) -> None:
    first = digests(path)
    assert (first.of, first.read, first.has_news()) == ({"a.py": digest(b"one")}, ["a.py"], True)
    second = digests(path, first.told)
    assert (second.of, second.read, second.told, second.has_news()) == (first.of, [], first.told, False)


@pytest.mark.usefixtures("later")
def test_other_code_of_the_same_size_and_time_is_read(path: Path) -> None:
    first = digests(path)
    times = path.stat()
    # The time a file says it was written at can be set; that of its last change of any kind can not.
    time.sleep(0.02)
    path.write_bytes(b"two")
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    second = digests(path, first.told)
    assert (second.of, second.read, second.has_news()) == ({"a.py": digest(b"two")}, ["a.py"], True)


def test_what_was_written_just_now_is_read_again(path: Path) -> None:
    first = digests(path)
    assert (first.told, first.has_news()) == ({}, False)


@pytest.mark.usefixtures("later")
def test_a_few_files_that_are_new_are_rather_read_again(tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}.py" for number in range(300)]
    for path in paths:
        path.write_bytes(b"x")
    all_signs = signs(*paths)
    first = Digests(all_signs, {})
    for few, is_news in ((3, False), (4, True)):
        second = Digests(all_signs, dict(list(first.told.items())[few:]))
        assert (second.of, second.told, len(second.read), second.has_news()) == (first.of, first.told, few, is_news)


@pytest.mark.usefixtures("later")
@pytest.mark.parametrize("said", ["", "00", "martian", "0" * 63, "0" * 65])
def test_a_digest_that_is_none_is_not_believed(path: Path, said: str) -> None:
    first = digests(path)
    sign = first.told["a.py"].rpartition(" ")[0]
    assert digests(path, {"a.py": f"{sign} {said}"}).of == first.of


@pytest.mark.usefixtures("later")
def test_what_cannot_be_read_is_tried_again(path: Path) -> None:
    first = digests(path)
    path.unlink()
    second = digests(path, first.told)
    assert second.of == {"a.py": keys.of_file(str(path))} != first.of
    assert second.told == {}


@pytest.mark.usefixtures("later")
def test_a_run_reads_what_was_changed_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, FILES)
    first = checked(tmp_path)
    read: list[str] = []
    of_file = keys.of_file

    def reading(path: str) -> str:
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
        patch.setattr(Digests, "__init__", _refused)
        assert bare(checked(tmp_path)) == bare(first)
    (tmp_path / "helpers.py").write_text("def h(x):\n    return x\n", encoding="utf-8")
    second = checked(tmp_path)
    assert bare(second) == bare(checked(tmp_path, no_cache=True)) != bare(first)
    with monkeypatch.context() as patch:
        patch.setattr(Digests, "__init__", _refused)
        assert bare(checked(tmp_path)) == bare(second)


def _refused(*given: object) -> None:
    raise AssertionError("a digest was asked for")


def test_signs_of_what_was_written_just_now_do_not_last(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not signs(path).lasting
    now = time.time_ns()
    monkeypatch.setattr("time.time_ns", lambda: now + 10 * YOUNG)
    first = signs(path)
    assert first.lasting
    assert first.lasts("a.py")
    assert first.digest == signs(path).digest
    times = path.stat()
    time.sleep(0.02)
    path.write_bytes(b"two")
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert first.digest != signs(path).digest
    with_gone = signs(path, path.parent / "gone.py")
    assert (with_gone.lasting, with_gone.lasts("a.py"), with_gone.lasts("gone.py")) == (False, True, False)


def test_the_tables_of_the_package_belong_to_its_version() -> None:
    named = {Path(each[0]).name for each in keys.own_version() if isinstance(each, tuple) and len(each) == 3 and isinstance(each[0], str)}
    assert {"tables.json", "tracing.toml", "keys.py"} <= named
