"""The cells of a session as a program: what was run again, what it replaces, and how much of it is worked out anew."""

from __future__ import annotations

import gc
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

from tests.programs import write
from tflint_autograph.config.errors import UsageError
from tflint_autograph.ipython.cells import Cells, cell
from tflint_autograph.ipython.checking import Checker, UserModules
from tflint_autograph.model import sameness

IMPORT = "import tensorflow as tf"
TRACED = "@tf.function\ndef step(x):\n    return helper(x)"
PRINTS = "def helper(x):\n    print(x)\n    return x"
MENDED = "def helper(x):\n    tf.print(x)\n    return x"


def ran(checker: Checker, *texts: str, identity: str = "") -> None:
    for text in texts:
        made = cell(identity, max([0, *(each.number for each in checker.cells.all)]) + 1, text)
        assert made is not None
        checker.ran(made)


def said(checker: Checker) -> list[tuple[str, int | None, int]]:
    found = checker.check()
    assert found.problems == ()
    return [(each.code, each.span.cell, each.span.start.line) for each in found.findings]


@pytest.fixture
def checker(tmp_path: Path) -> Checker:
    return Checker(tmp_path)


def test_a_cell_is_checked_with_those_run_before_it(checker: Checker) -> None:
    ran(checker, IMPORT, PRINTS)
    assert said(checker) == []
    ran(checker, TRACED)
    assert said(checker) == [("TFA101", 2, 2)]


def test_a_cell_that_is_mended_says_nothing_any_more(checker: Checker) -> None:
    ran(checker, IMPORT, PRINTS, TRACED, MENDED)
    assert said(checker) == []
    assert [each.text for each in checker.cells.all] == [IMPORT, TRACED, MENDED]


def test_what_an_editor_knows_as_one_cell_keeps_its_place(checker: Checker) -> None:
    ran(checker, IMPORT)
    ran(checker, f"{PRINTS}\nRATE = 1", identity="a")
    ran(checker, TRACED, identity="b")
    ran(checker, MENDED, identity="a")
    assert [each.text for each in checker.cells.all] == [IMPORT, MENDED, TRACED]
    assert said(checker) == []


def test_of_a_cell_that_did_more_only_the_definition_gives_way(checker: Checker) -> None:
    ran(checker, IMPORT, f"other = 1\n{PRINTS}", TRACED, MENDED)
    assert len(checker.cells.all) == 4
    assert said(checker) == []


def test_a_value_that_is_bound_again_is_a_change_and_replaces_nothing(checker: Checker) -> None:
    reads = "@tf.function\ndef f(x):\n    return x * RATE"
    ran(checker, IMPORT, "RATE = 1.0", reads, "f(tf.constant(1.0))", "RATE = 2.0", "f(tf.constant(2.0))")
    assert len(checker.cells.all) == 6
    assert [code for code, _, _ in said(checker)] == ["TFA113"]


def test_what_is_no_python_was_not_run() -> None:
    assert cell("", 1, "def f(:") is None
    assert cell("", 1, "%%bash\nls (") is not None


def test_names_are_those_of_statements_at_the_top() -> None:
    made = cell("", 1, "import a.b as c, d.e\nx, *y = 1, 2\nz.w = 3\nif x:\n    v = 1\n@deco\ndef f(): pass\n")
    assert made is not None
    assert sorted(made.bound) == ["c", "d", "f", "x", "y"]
    assert [(each.name, each.first, each.last) for each in made.defined] == [("f", 6, 7)]


def test_a_module_is_read_when_it_is_imported_and_when_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "project").mkdir()
    checker = Checker(tmp_path / "project")
    write(tmp_path, {"elsewhere/losses.py": PRINTS.replace("helper", "loss"), "project/own.py": PRINTS, "project/unrelated.py": f"{IMPORT}\n{PRINTS}\n{TRACED}\n"})
    for name in ("elsewhere/losses.py", "project/own.py"):
        module = ModuleType(Path(name).stem)
        module.__file__ = str(tmp_path / name)
        monkeypatch.setitem(sys.modules, module.__name__, module)
    ran(checker, f"{IMPORT}\nimport losses\nfrom own import helper", TRACED, "@tf.function\ndef f(x):\n    return losses.loss(x)")
    assert [(each.span.path, each.code) for each in checker.check().findings] == [(f"{tmp_path}/elsewhere/losses.py", "TFA101"), ("own.py", "TFA101")]
    (tmp_path / "project/own.py").write_text(MENDED.replace("tf.print", "id"))
    assert [each.span.path for each in checker.check().findings] == [f"{tmp_path}/elsewhere/losses.py"]


def test_modules_are_the_users_own(tmp_path: Path) -> None:
    files = {"a": "pkg/a.py", "pkg.b": "src/pkg/b.py", "installed": "site-packages/installed.py", "built": "built.so", "pkg": "src/pkg/__init__.py"}
    loaded: dict[str, ModuleType | None] = {"gone": None, "textwrap": sys.modules["textwrap"]}
    for name, file in files.items():
        write(tmp_path, {file: ""})
        loaded[name] = ModuleType(name)
        loaded[name].__file__ = str(tmp_path / file)  # type: ignore[union-attr]
    modules = UserModules()
    found = {Path(each.file).relative_to(tmp_path).as_posix(): each.start for each in modules.changed(loaded)}
    assert found == {"pkg/a.py": str(tmp_path / "pkg"), "src/pkg/b.py": str(tmp_path / "src"), "src/pkg/__init__.py": str(tmp_path / "src")}
    assert list(modules.changed(loaded)) == []


def test_a_cell_more_works_out_that_cell(checker: Checker) -> None:
    cells = [f"def helper_{n}(x):\n    print(x)\n    return x\n\n@tf.function\ndef step_{n}(x):\n    return helper_{n}(x)\n\nstep_{n}(tf.ones([{n}]))" for n in range(8)]
    ran(checker, IMPORT, *cells[:-1])
    assert len(said(checker)) == 7
    ran(checker, cells[-1])
    assert len(said(checker)) == 8
    assert checker.session.recomputed["rules"] == 2
    assert said(checker) == said(checker)
    assert checker.session.recomputed.get("rules", 0) == 0


def again(checker: Checker, number: int, count: list[int]) -> tuple[int, Counter[str]]:
    """How many comparisons a cell takes that is run again with another text, and how many results by kind."""
    ran(checker, CELL.format(number, number + 100), identity=str(number))
    before = len(count)
    found = said(checker)
    assert found == sorted(found, key=lambda each: each[1] or 0)
    return len(count) - before, Counter(checker.session.recomputed)


CELL = """import tensorflow as tf
rate_{0} = tf.Variable({1}.0)

@tf.function
def step_{0}(x):
    return helper_{0}(x) * rate_{0}

@tf.function
def helper_{0}(x):
    print("value", x)
    return tf.reduce_sum(x) + {1}

step_{0}(tf.constant([1.0, 2.0]))"""


def test_a_cell_that_is_run_again_leaves_the_others_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    same, count = sameness.same, list[int]()

    def counted(one: object, other: object) -> bool:
        count.append(1)
        return same(one, other)

    monkeypatch.setattr(sameness, "same", counted)  # for the parts of what is compared
    costs: dict[int, list[int]] = {}
    for cells in (4, 12):
        checker = Checker(tmp_path)
        for number in range(cells):
            ran(checker, CELL.format(number, number), identity=str(number))
        assert len(said(checker)) == cells
        for number in (1, cells // 2, cells - 1):
            compared, worked = again(checker, number, count)
            costs.setdefault(cells, []).append(compared)
            assert max(worked["rules"], worked["CallSites.of"], worked["follow"], worked["eager"]) <= 3
            # However many cells there are; only the calls of each function are looked for in the changed module again.
            assert sum(worked.values()) - worked["CallSites.found_in"] <= 40
            found = said(checker)
            assert not checker.session.recomputed, "nothing has changed"
            assert found == said(checker)
    # What each function is compared with, and no more where a cell is the last one of many.
    assert max(costs[12]) < 1.5 * min(costs[12])
    assert max(costs[12]) < 5 * min(costs[4])


def test_a_check_leaves_little_more_to_the_collector_in_a_longer_session(tmp_path: Path) -> None:
    left = []
    for cells in (4, 12):
        checker = Checker(tmp_path)
        for number in range(cells):
            ran(checker, CELL.format(number, number), identity=str(number))
        assert len(said(checker)) == cells
        ran(checker, CELL.format(1, 7), identity="1")
        gc.collect()
        gc.disable()
        try:
            checker.check()
            left.append(gc.collect())
        finally:
            gc.enable()
    assert left[1] < left[0] + 300


def test_the_process_of_the_user_stays_as_it_is(checker: Checker) -> None:
    limit = sys.getrecursionlimit()
    ran(checker, IMPORT, PRINTS, TRACED)
    assert said(checker)
    assert sys.getrecursionlimit() == limit


def test_the_configuration_of_the_folder_counts(tmp_path: Path) -> None:
    write(tmp_path, {"pyproject.toml": '[tool.tflint-autograph]\nignore = ["TFA101"]\n'})
    checker = Checker(tmp_path)
    ran(checker, IMPORT, PRINTS, TRACED)
    assert said(checker) == []
    write(tmp_path, {"pyproject.toml": "[tool.tflint-autograph]\nignored = []\n"})
    with pytest.raises(UsageError):
        Checker(tmp_path)


def test_a_place_behind_the_last_cell_is_in_none() -> None:
    from tflint_autograph.model.location import Span

    assert Cells().at(Span.point("__main__.ipynb")) is None
