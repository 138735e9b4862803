"""Unified diffs, given to git."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tflint_autograph.report.diff import unified


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"a\nb\n", b"a\nc\n"),
        (b"a\r\nb\r\n", b"a\r\nc\r\n"),
        (b"a\nb", b"a\nb\nc"),
        (b"a\nb\n", b"a\nb"),
        (b"\xe9\n\x0cb\n", b"\xe9\n\x0cc\n"),
        (b"a\rb\r", b"a\rc\r"),
    ],
)
@pytest.mark.parametrize("name", ["a.py", "a b.py", 'q"\\t\té.py', "sub/é.py"])
def test_git_applies_it(tmp_path: Path, name: str, before: bytes, after: bytes) -> None:
    file = tmp_path / name
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(before)
    subprocess.run(["git", "-C", tmp_path, "init", "-q"], check=True)
    subprocess.run(["git", "-C", tmp_path, "apply"], input=unified(name, before, after), check=True)
    assert file.read_bytes() == after


def test_nothing_for_equal_bytes() -> None:
    assert unified("a.py", b"a", b"a") == b""


def test_colours() -> None:
    diff = unified("a.py", b"a\nb\r\n", b"a\nc\r\n", color=True)
    assert b"\x1b[31m-b\x1b[0m\r\n\x1b[32m+c\x1b[0m\r\n" in diff
    assert b"\x1b[1m--- a/a.py\x1b[0m\n" in diff
