"""What stays in memory from run to run: fewer things are looked at again, and nothing else is said."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.engine.test_incremental import PIECES, PROJECT, settings
from tests.programs import write
from tflint_autograph.engine.analysis import cores
from tflint_autograph.engine.pipeline import check_paths
from tflint_autograph.engine.session import EditSession
from tflint_autograph.engine.workspace import import_components
from tflint_autograph.engine.workspace.warm_state import WarmState
from tflint_autograph.model.report import Report

HELPERS = "import tensorflow as tf\n\ndef helper(x):\n    print(x)\n    return x\n"
TRACED = "import tensorflow as tf\nfrom {package}.helpers import helper\n\n@tf.function\ndef f(x):\n    return helper(x)\n"
OTHERS = {
    f"{package}/{name}.py": text
    for package in ("one", "two")
    for name, text in (("__init__", ""), ("helpers", HELPERS), ("traced", TRACED.format(package=package)))
}
NOTEBOOK = """{"cells": [{"cell_type": "code", "id": "a", "metadata": {}, "outputs": [], "execution_count": null, "source":
["import tensorflow as tf\\n", "from two.helpers import helper\\n", "@tf.function\\n", "def g(x):\\n", "    return helper(x)"]}],
"metadata": {}, "nbformat": 4, "nbformat_minor": 5}"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write(tmp_path, PROJECT | OTHERS | {"two/book.ipynb": NOTEBOOK})
    return tmp_path


@pytest.fixture(params=["parted", "whole"])
def small(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether no island is too small for a run of its own."""
    if request.param == "parted":
        monkeypatch.setattr(import_components, "LEAST", 1)
    return bool(request.param == "parted")


def said(report: Report) -> tuple[list[str], list[str]]:
    return [repr(each) for each in report.findings], [repr(each) for each in report.problems]


def edits(root: Path, dice: random.Random) -> Iterator[Path]:
    """Lines that come and go on disk, broken code among them, and a file that is there at times."""
    extra = root / "two" / "extra.py"
    for _ in range(20):
        path = dice.choice([root / name for name in (*PROJECT, *OTHERS)])
        if dice.random() < 0.15:
            extra.unlink() if extra.exists() else extra.write_text(TRACED.format(package="one"))
            yield extra
            continue
        before = path.read_text(encoding="utf-8")
        lines = before.split("\n")
        at = dice.randrange(len(lines) + 1)
        lines[at : at + dice.choice((0, 0, 1, 2))] = dice.choices(PIECES, k=dice.randrange(4))
        path.write_text("\n".join(lines), encoding="utf-8")
        yield path
        if dice.random() < 0.6:
            path.write_text(before, encoding="utf-8")
            yield path


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("cached", [True, False])
def test_runs_say_what_cold_runs_say(root: Path, seed: int, cached: bool, small: bool) -> None:
    residents = WarmState(most=1)
    cold = settings(root)
    again = replace(cold, no_cache=not cached, cache_dir=str(root / "cache"))
    for _ in edits(root, random.Random(seed)):
        report = check_paths(again, [str(root)], residents=residents)
        assert said(report) == said(check_paths(cold, [str(root)]))
        assert len(residents.paths) <= 1


@pytest.mark.parametrize("seed", range(2))
def test_sessions_say_what_cold_runs_say(root: Path, seed: int, small: bool) -> None:
    session = EditSession(settings(root))
    for path in edits(root, random.Random(seed)):
        session.touched(str(path))
        checked = session.check(session.buffers.all())
        anew = check_paths(session.settings, [str(root)])
        if not anew.problems:
            assert said(checked.report) == said(anew)


def test_a_run_looks_again_at_what_an_edit_can_touch(root: Path, small: bool) -> None:
    residents = WarmState(most=2)
    again = replace(settings(root), no_cache=False, cache_dir=str(root / "cache"))
    check_paths(again, [str(root)], residents=residents)
    counted = []
    for number in range(3):
        (root / "one" / "helpers.py").write_text(HELPERS + f"    # {number}\n" * number, encoding="utf-8")
        stats = check_paths(again, [str(root)], residents=residents).stats
        counted.append((stats.parsed, stats.cst_lines))
    # Where the project is parted, an island stays once it is edited.
    first = (2, 3) if small else (1, 0)
    assert counted == [(0, 0), first, (1, 0)]


def test_an_island_that_is_another_takes_the_place_of_the_old_one(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_components, "LEAST", 1)
    residents = WarmState()
    parsed = [check_paths(settings(root), [str(root)], residents=residents).stats.parsed]
    for name, text in (("one/helpers.py", f"import two.traced\n{HELPERS}"), ("two/more.py", ""), ("two/more.py", None)):
        path = root / name
        path.unlink() if text is None else path.write_text(text, encoding="utf-8")
        parsed.append(check_paths(settings(root), [str(root)], residents=residents).stats.parsed)
        every = [each for island in residents.paths for each in island]
        assert sorted(every) == sorted(set(every))
    # The edited file, and the file of the package that it imports now.
    assert parsed[1:] == [2, 0, 0]
    assert parsed[0] > 5


def test_a_file_that_moves_into_another_package_is_read_again(root: Path) -> None:
    residents = WarmState()
    write(root, {"lonely/m.py": TRACED.format(package="one")})
    check_paths(settings(root), [str(root)], residents=residents)
    write(root, {"lonely/__init__.py": "", "deep/__init__.py": ""})
    assert said(check_paths(settings(root), [str(root)], residents=residents)) == said(check_paths(settings(root), [str(root)]))


class TestSessionsOfIslands:
    @pytest.fixture(autouse=True)
    def parted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(import_components, "LEAST", 1)

    def test_only_the_islands_of_what_is_wanted_are_read(self, root: Path) -> None:
        session = EditSession(settings(root))
        report = session.check(["one/helpers.py"]).report
        assert [each.code for each in report.findings] == ["TFA101"]
        assert report.stats.parsed == 2
        assert session.check(session.buffers.all()).report.stats.parsed > 5

    def test_what_an_edit_can_say_something_of(self, root: Path) -> None:
        session = EditSession(settings(root))
        own = ("one/__init__.py", "one/helpers.py", "one/traced.py")
        assert session.joined(["one/helpers.py"]) == own
        # An import joins them, and stays where it is taken out again: nothing is said that would not be said without.
        session.put(str(root / "one" / "helpers.py"), f"import two.traced\n{HELPERS}")
        joined = session.joined(["one/helpers.py"])
        assert set(own) < set(joined)
        assert "two/helpers.py" in joined
        assert "train.py" not in joined

    def test_traced_defs_come_in_their_order(self, root: Path) -> None:
        session = EditSession(settings(root))
        traced = session.check(["two/traced.py", "one/helpers.py", "one/traced.py"]).traced
        assert [each.name for each in traced] == ["one.helpers.helper", "one.traced.f", "two.traced.f"]


def test_a_session_keeps_what_rules_say_of_a_large_project(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cores, "WORTH", 1)
    session = EditSession(replace(settings(root), jobs="2"))
    session.check(session.buffers.all())
    report = session.check(session.buffers.all()).report
    assert session.recomputed == {}
    assert report.stats.cst_lines == 0
