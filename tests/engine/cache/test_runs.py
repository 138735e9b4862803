"""With a cache a run says what it says without one, and does no work where nothing has changed."""

from __future__ import annotations

import dataclasses
import hashlib
import multiprocessing
import os
import random
from pathlib import Path

import pytest

from tests.programs import notebook, settings_of, write
from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.cache import keys
from tflint_autograph.engine.cache.runs import FOLDER
from tflint_autograph.engine.pipeline import check_paths
from tflint_autograph.model.report import Report, Stats
from tflint_autograph.report.document import render

HAZARD = "import tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    print(x)\n    return x\n"
FILES = {
    "train.py": "import tensorflow as tf\nfrom helpers import h\n@tf.function\ndef f(x):\n    return h(x)\n",
    "helpers.py": "def h(x):\n    print(x)  # tflint: ignore[TFA101] wanted\n    print(x)\n    return x\n",
    "broken.py": "import tensorflow\ndef f(:\n",
    "note.ipynb": notebook("import tensorflow as tf", "@tf.function\ndef g(x):\n    print(x)\n    return x"),
    "plain.py": "x = 1\n",
}


def checked(root: Path, *paths: str, **options: object) -> Report:
    return check_paths(settings_of(root, **options), tuple(str(root / path) for path in paths) or (str(root),))


def bare(report: Report) -> Report:
    """The report without what tells of the work."""
    return dataclasses.replace(
        report, stats=dataclasses.replace(report.stats, seconds=0, phases=(), parsed=0, cst_lines=0)
    )


def work(stats: Stats) -> tuple[int, int]:
    return stats.parsed, stats.cst_lines


def test_a_second_run_says_the_same_and_parses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Where a fix has to import something, the file is parsed for the place of that.
    write(tmp_path, {**FILES, "helpers.py": f"import tensorflow as tf\n{FILES['helpers.py']}"})
    first = checked(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr("ast.parse", _refused)
        patch.setattr("tokenize.generate_tokens", _refused)
        second = checked(tmp_path)
    assert bare(second) == bare(first) == bare(checked(tmp_path, no_cache=True))
    assert first.stats.parsed
    assert (work(second.stats), len(second.findings), len(second.suppressed)) == ((0, 0), 2, 1)


def _refused(*given: object, **named: object) -> None:
    raise AssertionError("code is read again of which nothing has changed")


@pytest.mark.parametrize("name", sorted(FILES))
def test_any_change_of_any_file_is_seen(tmp_path: Path, name: str) -> None:
    write(tmp_path, FILES)
    checked(tmp_path)
    path = tmp_path / name
    status = path.stat()
    path.write_bytes(path.read_bytes().replace(b"x", b"y"))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert bare(checked(tmp_path)) == bare(checked(tmp_path, no_cache=True))


def test_files_that_come_go_and_move_are_seen(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    checked(tmp_path)
    (tmp_path / "helpers.py").rename(tmp_path / "others.py")
    assert not any(finding.span.path == "helpers.py" for finding in checked(tmp_path).findings)
    (tmp_path / "others.py").rename(tmp_path / "helpers.py")
    write(tmp_path, {"new.py": HAZARD})
    assert "new.py" in {finding.span.path for finding in checked(tmp_path).findings}


@pytest.mark.parametrize(
    "option", [{"select": ("TFA102",)}, {"unroll_limit": 3}, {"extra_roots": ("helpers.h",)}, {"tensorflow": "2.13"}]
)
def test_a_setting_with_a_part_in_findings_asks_for_a_new_look(tmp_path: Path, option: dict[str, object]) -> None:
    write(tmp_path, FILES)
    checked(tmp_path)
    assert work(checked(tmp_path, **option).stats) != (0, 0)


@pytest.mark.parametrize("option", [{"output_format": "json"}, {"quiet": True}, {"exit_zero": True}, {"severity": ()}])
def test_a_setting_of_the_output_does_not(tmp_path: Path, option: dict[str, object]) -> None:
    write(tmp_path, FILES)
    checked(tmp_path)
    assert work(checked(tmp_path, **option).stats) == (0, 0)


def test_another_name_of_a_root_that_is_a_package_asks_for_a_new_look(tmp_path: Path) -> None:
    one, other = tmp_path / "lab", tmp_path / "other"
    write(one, {**FILES, "train.py": FILES["train.py"].replace("helpers", "lab.helpers"), "__init__.py": ""})
    first = checked(one)
    one.rename(other)
    second = checked(other)
    assert [finding.code for finding in first.findings] == ["TFA101", "TFA101"]
    assert [finding.code for finding in second.findings] == ["TFA901", "TFA101"]


def test_another_version_of_ours_asks_for_a_new_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, FILES)
    checked(tmp_path)
    monkeypatch.setattr(keys, "own_version", lambda: ("another",))
    assert work(checked(tmp_path).stats) != (0, 0)


def test_settings_said_to_come_later_exist() -> None:
    assert {field.name for field in dataclasses.fields(Settings)} >= keys.LATER


def test_a_file_that_cannot_be_looked_at_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, FILES)

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr("tflint_autograph.engine.analysis.analyze.analyze", broken)
        assert any(problem.kind.value == "internal" for problem in checked(tmp_path).problems)
    assert bare(checked(tmp_path)) == bare(checked(tmp_path, no_cache=True))


def test_without_a_cache_none_is_made(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    checked(tmp_path, no_cache=True)
    assert not (tmp_path / FOLDER).exists()


def test_the_folder_can_be_elsewhere(tmp_path: Path) -> None:
    write(tmp_path / "project", FILES)
    for _ in range(2):
        report = checked(tmp_path / "project", cache_dir=str(tmp_path / "cache"))
    assert work(report.stats) == (0, 0)
    assert not (tmp_path / "project" / FOLDER).exists()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a user who may not write everywhere")
def test_a_tree_that_cannot_be_written_is_checked(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    tmp_path.chmod(0o500)
    try:
        assert checked(tmp_path).findings
    finally:
        tmp_path.chmod(0o700)


def test_code_from_an_editor_takes_the_place_of_the_file(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    checked(tmp_path)
    buffer = (str(tmp_path / "helpers.py"), b"def h(x):\n    return x\n")
    report = check_paths(settings_of(tmp_path), (), stdin=buffer)
    assert not report.findings
    assert checked(tmp_path).findings


def _check(root: Path) -> str:
    return render(checked(root))


def test_two_runs_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        texts = set(pool.map(_check, [tmp_path] * 4))
    assert texts == {_check(tmp_path)}
    assert work(checked(tmp_path).stats) == (0, 0)


def test_a_change_in_a_file_nobody_asks_for_costs_nothing(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    checked(tmp_path)
    for text in ("x = 2\n", "x = 3\n"):
        write(tmp_path, {"plain.py": text})
        assert work(checked(tmp_path).stats) == (0, 0)
        assert bare(checked(tmp_path)) == bare(checked(tmp_path, no_cache=True))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("plain.py", HAZARD),
        ("plain.py", "import tensorflow\ndef f(:\n"),
        ("plain.py", "x = 1  # tflint: ignore[TFA999]\n"),
        ("helpers.py", "def h(x):\n    return x\n"),
        ("train.py", "x = 1\n"),
        ("new.py", "x = 1\n"),
    ],
)
def test_a_change_that_may_say_something_is_looked_at(tmp_path: Path, name: str, text: str) -> None:
    write(tmp_path, FILES)
    checked(tmp_path)
    write(tmp_path, {name: text})
    assert bare(checked(tmp_path)) == bare(checked(tmp_path, no_cache=True))


def test_a_file_that_is_asked_for_now_and_was_not_before(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    checked(tmp_path)
    write(tmp_path, {"plain.py": "def k(x):\n    print(x)\n    return x\n"})
    checked(tmp_path)
    write(tmp_path, {"helpers.py": "from plain import k\ndef h(x):\n    return k(x)\n"})
    assert "plain.py" in {finding.span.path for finding in checked(tmp_path).findings}


def test_a_file_that_gets_a_model_from_another_one_now(tmp_path: Path) -> None:
    write(tmp_path, {**FILES, "base.py": "import tensorflow as tf\nclass Base(tf.keras.Model):\n    pass\n"})
    checked(tmp_path)
    write(tmp_path, {"plain.py": "from base import Base\nclass Net(Base):\n    def call(self, x):\n        print(x)\n        return x\n"})
    assert "plain.py" in {finding.span.path for finding in checked(tmp_path).findings}


def test_random_edits_never_make_a_difference(tmp_path: Path) -> None:
    source = random.Random(7)
    write(tmp_path, FILES)
    texts = [
        *FILES.values(),
        HAZARD,
        "x = 2\n",
        "from helpers import h\n",
        "# tflint: ignore-file[TFA101] no\n" + HAZARD,
    ]
    for _ in range(40):
        write(tmp_path, {source.choice([name for name in FILES if name.endswith(".py")]): source.choice(texts)})
        assert bare(checked(tmp_path)) == bare(checked(tmp_path, no_cache=True))


@pytest.mark.parametrize("size", [0, 1, keys.CHUNK - 1, keys.CHUNK, keys.CHUNK + 1, 3 * keys.CHUNK])
def test_the_digest_is_that_of_all_bytes(tmp_path: Path, size: int) -> None:
    (tmp_path / "a").write_bytes(b"x" * size)
    assert keys.of_file(str(tmp_path / "a")) == hashlib.sha256(b"x" * size).hexdigest()
