"""The net itself: what counts as a difference, what the list of known ones says, and what the command prints."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import pytest

from tests.metamorphic import __main__ as command
from tests.metamorphic import known, net, programs
from tests.metamorphic.checked import MANY, WIDE
from tests.metamorphic.compared import counted
from tests.metamorphic.exceptions import EXCEPTIONS
from tests.metamorphic.net import chained, original, result
from tests.metamorphic.programs import Program
from tests.metamorphic.transform import TRANSFORMS, Sources, Transform

SOURCE = """\
import random
import tensorflow as tf

log = []

@tf.function
def step(x):
    log.append(x)
    return x * random.random()
"""
PROGRAM = Program("shape/test", {"m.py": SOURCE})


def changed(old: str, new: str) -> Transform:
    """A transformation that is none: it writes other code in place of a statement."""

    def on_trees(sources: Sources) -> bool:
        for node in sources.nodes():
            for statement in getattr(node, "body", ()):
                if ast.unparse(statement) == old:
                    node.body[node.body.index(statement)] = ast.parse(new).body[0]  # type: ignore[attr-defined]
        return True

    return Transform("changed", "test", "", on_trees=on_trees)


@pytest.mark.parametrize(
    ("old", "new", "counts"),
    [
        ("log.append(x)", "log.append(x)", {"TFA503": "-1 +1"}),  # new code stands for nothing
        ("log.append(x)", "pass", {"TFA503": "-1"}),
        ("log = []", "log = list(random.random() for _ in ())", {}),
        ("return x * random.random()", "return x", {"TFA110": "-1"}),
    ],
)
def test_findings_that_are_lost_and_new_are_differences(old: str, new: str, counts: dict[str, str]) -> None:
    found = result(changed(old, new), original(PROGRAM))
    assert found is not None
    assert found.compared == 2
    assert counted(found.differences) == counts


def test_another_confidence_is_a_difference() -> None:
    text = "import tensorflow as tf\n\n@tf.function\ndef f(x: tf.Tensor):\n    return list(x)\n"
    found = result(changed("x", "x"), original(Program("p", {"m.py": text})))
    assert found is not None
    assert found.differences == ()

    def without_hint(sources: Sources) -> bool:
        for node in sources.nodes():
            if isinstance(node, ast.arg):
                node.annotation = None
        return True

    found = result(Transform("t", "test", "", on_trees=without_hint), original(Program("p", {"m.py": text})))
    assert found is not None
    assert counted(found.differences) == {"TFA203": "~1"}


def test_a_program_that_the_linter_does_not_get_through_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    before = original(PROGRAM)

    def broken(folder: Path, files: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr(net, "findings", broken)
    found = result(TRANSFORMS["unparse"], before)
    assert found is not None
    assert counted(found.differences)["CRASH"] == "+1"


def test_the_list_is_checked_both_ways() -> None:
    listed = {
        ("a", "TFA101", "p"): "-1",
        ("a", "TFA102", "p"): "+1",
        ("b", "TFA101", "p"): "-1",
        ("a", "TFA101", "q"): "-1",
    }
    found = {("a", "TFA101", "p"): "-2", ("a", "TFA103", "p"): "~1"}
    assert list(known.wrong(found, listed, ["a"], ["p"])) == [
        "a: p: TFA101 -2: -1 is known",
        "a: p: TFA102 +1: gone, to be taken from the list",
        "a: p: TFA103 ~1: not known",
    ]


def test_the_list_is_written_as_it_is_read(tmp_path: Path) -> None:
    listed = {("b", "TFA101", "p/q"): "-1 +2", ("a", "TFA102", "p"): "~1", ("a", "TFA101", "p"): "-1"}
    file = tmp_path / "known.toml"
    file.write_text(known.written(listed))
    assert known.load(file) == listed
    assert file.read_text().startswith('[a.TFA101]\n"p" = "-1"\n\n[a.TFA102]\n')


def test_the_list_is_sorted_and_names_what_there_is() -> None:
    listed = known.load()
    assert known.FILE.read_text(encoding="utf-8") == known.written(listed)
    titles = {each.name for each in (*programs.pages(), *programs.examples(), *programs.shapes(), *programs.fixtures())}
    assert {transform for transform, _, _ in listed} <= TRANSFORMS.keys()
    assert {program for _, _, program in listed} <= titles


def test_thirty_transformations_fit_a_hundred_programs() -> None:
    assert len(WIDE) >= 30
    assert TRANSFORMS.keys() >= WIDE
    assert len(list(programs.always())) >= MANY == 100


def test_exceptions_name_transformations_and_say_why() -> None:
    assert {each.transform for each in EXCEPTIONS} <= TRANSFORMS.keys()
    assert all(len(each.reason.split()) > 5 for each in EXCEPTIONS)


def test_transformations_in_a_row_keep_the_places_of_the_original() -> None:
    names = [
        "redundant-brackets",
        "alias-of-a-name",
        "helpers-in-another-module",
        "tabs",
        "docstrings",
        "append-as-extend",
    ]
    text = SOURCE.replace("random.random()", "draw()") + "\ndef draw():\n    return random.random()\n"
    found = chained([TRANSFORMS[name] for name in names], original(Program("p", {"m.py": text})), random.Random(1), 5)
    assert found is not None
    assert len(found.transform.split()) == 5
    assert found.compared == 2
    assert found.differences == ()


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases" / "one.py").write_text(SOURCE)
    monkeypatch.setitem(TRANSFORMS, "changed", changed("log.append(x)", "pass"))
    listed = tmp_path / "known.toml"
    arguments = [
        "--cases",
        str(tmp_path / "cases"),
        "--programs",
        "case/one",
        "--only",
        "changed",
        "--known",
        str(listed),
    ]
    assert command.main([*arguments, "--show", "1", "--keep", str(tmp_path / "kept")]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "1 programs with 2 findings"
    assert lines[1].split() == ["changed", "1", "programs", "2", "findings", "1", "differences"]
    assert lines[2].startswith("    case/one: - one.py:8:5 TFA503 error/high: `log` is changed only ")
    assert lines[3] == "changed: case/one: TFA503 -1: not known"
    assert "pass" in (tmp_path / "kept" / "changed" / "case" / "one" / "one.py").read_text()
    assert command.main(["--cases", str(tmp_path / "cases"), "--programs", "case/one", "--only", "unparse"]) == 0
    assert command.main([*arguments, "--seed", "1"]) == 1
    assert command.main([*arguments, "--update"]) == 0
    assert listed.read_text() == '[changed.TFA503]\n"case/one" = "-1"\n'
    assert command.main(arguments) == command.main([*arguments, "--seed", "1"]) == 0
    assert command.main(["--only", "no such"]) == 2
    assert command.main(["--only", "unparse", "--list"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("unparse  ")
