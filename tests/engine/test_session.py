"""A session over edits finds what a fresh check of the same code finds."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from tests.programs import notebook, write
from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.pipeline import check_paths
from tflint_autograph.engine.session import Cancelled, EditSession
from tflint_autograph.model.finding import Finding

ROOT = Path(__file__).parents[2]


def fresh(root: Path) -> tuple[Finding, ...]:
    return check_paths(Settings(root, no_cache=True), [str(root)]).findings


def in_session(session: EditSession) -> tuple[Finding, ...]:
    return session.check(session.buffers.all()).report.findings


@pytest.fixture
def examples(tmp_path: Path) -> Path:
    for name in ("bad", "mnist_project"):
        shutil.copytree(ROOT / "examples" / name, tmp_path / name)
    return tmp_path


def test_the_examples_have_the_findings_of_a_check(examples: Path) -> None:
    found = in_session(EditSession(Settings(examples)))
    assert found == fresh(examples)
    assert len(found) > 20


def edited(text: str, dice: random.Random) -> str:
    """A small edit that leaves Python behind: a line doubled, taken out or moved in, or a word for another."""
    lines = text.split("\n")
    kind = dice.randrange(5)
    at = dice.randrange(len(lines))
    if kind == 0:
        lines.insert(at, lines[at])
    elif kind == 1:
        lines.pop(at)
    elif kind == 2:
        lines.insert(at, "")
    elif kind == 3:
        return text.replace("@tf.function", "@staticmethod" if "class" in text else "", 1)
    else:
        return text.replace("tf.print", "print", 1) if dice.random() < 0.5 else text.replace("print(", "tf.print(", 1)
    return "\n".join(lines)


def is_python(text: str) -> bool:
    try:
        compile(text, "m.py", "exec", dont_inherit=True)
    except SyntaxError:
        return False
    return True


@pytest.mark.parametrize("seed", range(2))
def test_random_edits_end_where_a_fresh_check_does(examples: Path, tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    session = EditSession(Settings(examples))
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(examples.rglob("*.py"))}
    for step in range(24):
        path = dice.choice(list(texts))
        text = edited(texts[path], dice)
        session.put(str(path), text)
        if is_python(text):
            texts[path] = text
        else:
            session.check(session.buffers.all())
            session.put(str(path), texts[path])
        found = in_session(session)
        if step % 8 == 7:
            for each, written in texts.items():
                each.write_text(written, encoding="utf-8")
            assert found == fresh(examples)


def test_half_written_code_leaves_other_files_alone(tmp_path: Path) -> None:
    caller = "import tensorflow as tf\nfrom helpers import f\n\n@tf.function\ndef step(x):\n    return f(x)\n"
    write(tmp_path, {"train.py": caller, "helpers.py": "def f(x):\n    print(x)\n    return x\n"})
    session = EditSession(Settings(tmp_path))
    before = in_session(session)
    assert [each.span.path for each in before] == ["helpers.py"]
    session.put(str(tmp_path / "train.py"), caller + "def half(:\n")
    checked = session.check(["train.py", "helpers.py"])
    assert checked.report.findings == before
    assert [each.span.path for each in checked.report.problems] == ["train.py"]
    session.put(str(tmp_path / "train.py"), None)
    assert in_session(session) == before


def test_a_cell_that_is_half_written_leaves_the_others_alone(tmp_path: Path) -> None:
    hazard = "import tensorflow as tf\n\n@tf.function\ndef f(x):\n    print(x)\n    return x\n"
    write(tmp_path, {"n.ipynb": notebook("half = 1", hazard)})
    session = EditSession(Settings(tmp_path))
    before = in_session(session)
    assert [(each.span.cell, each.span.start.line) for each in before] == [(2, 5)]
    for _ in range(2):
        session.put(str(tmp_path / "n.ipynb"), None, notebook("half =", hazard).encode())
        report = session.check(["n.ipynb"]).report
        assert report.findings == before
        assert [(each.span.cell, each.span.start.line) for each in report.problems] == [(1, 1)]
        session.put(str(tmp_path / "n.ipynb"), None)
        report = session.check(["n.ipynb"]).report
        assert (report.findings, report.problems) == (before, ())


def test_a_run_that_is_not_wanted_any_more_ends(examples: Path) -> None:
    session = EditSession(Settings(examples))
    with pytest.raises(Cancelled):
        session.check(session.buffers.all(), lambda: True)
    assert in_session(session) == fresh(examples)


def test_nothing_is_parsed_twice(examples: Path) -> None:
    session = EditSession(Settings(examples))
    in_session(session)
    path = examples / "mnist_project" / "helpers.py"
    session.put(str(path), path.read_text() + "\n")
    assert session.check(session.buffers.all()).report.stats.parsed == 1


def test_a_copy_goes_its_own_way(examples: Path) -> None:
    session = EditSession(Settings(examples))
    path = examples / "bad" / min(each.name for each in (examples / "bad").glob("*.py"))
    before = in_session(session)
    copy = session.copy()
    copy.put(str(path), "x = 1\n")
    assert len(in_session(copy)) < len(before)
    assert in_session(session) == before
    assert in_session(copy.copy(saved=True)) == before
