"""One pass over findings with fixes: collisions, fixes of several files, fixes that spoil a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tests.cli.command import FINDING
from tflint_autograph.engine.fix.onepass import Pass, one_pass
from tflint_autograph.engine.fix.refusal import Refusal
from tflint_autograph.model.finding import Edit, Finding, Fix
from tflint_autograph.model.levels import Safety
from tflint_autograph.model.location import Position, Span

FILES = {"a.py": b"a = 1\nb = 2\n", "b.py": b"c = 3\n"}
TF = "import tensorflow as tf\n"


def edit(line: int, start: int, end: int, text: str, path: str = "a.py") -> Edit:
    return Edit(Span(path, Position(line, start), Position(line, end)), text)


def finding(*edits: Edit) -> Finding:
    return replace(FINDING, span=edits[-1].span, fix=Fix("mend it", edits, Safety.SAFE))


def run(*findings: Finding, files: Mapping[str, bytes] = FILES) -> Pass:
    def load(path: str) -> bytes:
        if path not in files:
            raise Refusal("not yours")
        return files[path]

    return one_pass(findings, load, lambda finding: True)


def test_fixes_beside_each_other() -> None:
    first, second = finding(edit(1, 5, 6, "x")), finding(edit(2, 5, 6, "y"))
    done = run(first, second)
    assert done.data == {"a.py": b"a = x\nb = y\n"}
    assert done.applied == [first, second]


def test_a_colliding_fix_waits() -> None:
    first, second = finding(edit(1, 1, 6, "x = 0")), finding(edit(1, 5, 6, "y"))
    done = run(first, second)
    assert (done.data, done.applied, done.refused) == ({"a.py": b"x = 0\nb = 2\n"}, [first], {})


def test_an_edit_of_two_fixes_is_made_once() -> None:
    both = edit(1, 1, 1, TF)
    done = run(finding(both, edit(1, 5, 6, "tf.x")), finding(both, edit(2, 5, 6, "tf.y")))
    assert done.data == {"a.py": f"{TF}a = tf.x\nb = tf.y\n".encode()}


def test_a_fix_of_several_files_is_made_in_all_or_none() -> None:
    both = finding(edit(1, 1, 2, "z"), edit(1, 1, 2, "z", "b.py"))
    assert run(both).data == {"a.py": b"z = 1\nb = 2\n", "b.py": b"z = 3\n"}
    spoiling = finding(edit(1, 1, 2, "z"), edit(1, 1, 2, ")", "b.py"))
    done = run(spoiling)
    assert (done.data, done.refused) == ({}, {spoiling: "the file would not be valid Python"})
    done = run(both, files={"a.py": FILES["a.py"]})
    assert (done.data, done.refused) == ({}, {both: "not yours"})


def test_the_fix_that_spoils_a_file_is_dropped() -> None:
    first, bad, last = finding(edit(1, 5, 6, "x")), finding(edit(2, 1, 2, "(")), finding(edit(2, 5, 6, "y"))
    done = run(first, bad, last)
    assert done.data == {"a.py": b"a = x\nb = y\n"}
    assert done.applied == [first, last]
    assert list(done.refused) == [bad]


def test_fixes_that_spoil_only_each_other_are_left_for_another_pass() -> None:
    first, second = finding(edit(1, 1, 1, "global b; ")), finding(edit(2, 1, 1, "b = 0; "))
    done = run(second, first, files={"a.py": b"x = 1\ny = 2\n"})
    assert done.data == {"a.py": b"global b; x = 1\nb = 0; y = 2\n"}
    done = run(finding(edit(1, 1, 2, "b; global b")), files={"a.py": b"x\n"})
    assert not done.applied
    together = finding(edit(1, 1, 1, "b; ")), finding(edit(2, 1, 1, "global b; "))
    done = run(*together, files={"a.py": b"x = 1\ny = 2\n"})
    assert (done.applied, done.refused) == ([together[0]], {})


def test_who_is_asked() -> None:
    asked: list[Finding] = []

    def accept(finding: Finding) -> bool:
        asked.append(finding)
        return len(asked) == 1

    first, colliding, other = finding(edit(1, 1, 6, "x")), finding(edit(1, 5, 6, "y")), finding(edit(2, 5, 6, "z"))
    done = one_pass([first, colliding, other], FILES.__getitem__, accept)
    assert asked == [first, other]
    assert done.data == {"a.py": b"x\nb = 2\n"}
