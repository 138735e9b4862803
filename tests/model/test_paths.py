"""Paths as reports write them, of every system on any."""

from __future__ import annotations

import os
import posixpath
from pathlib import PurePath, PurePosixPath, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tflint_autograph.model.paths import written

NAMES = st.lists(st.sampled_from(["a", "b", "A", "ä c", "x.py"]), max_size=5)


@pytest.mark.parametrize(
    ("path", "folder", "expected"),
    [
        (r"C:\proj\pkg\m.py", r"C:\proj", "pkg/m.py"),
        (r"C:\Proj\Pkg\M.py", r"c:\proj", "Pkg/M.py"),
        (r"C:\other\m.py", r"C:\proj\pkg", "../../other/m.py"),
        (r"C:\proj", r"C:\proj", "."),
        (r"D:\data\m.py", r"C:\proj", "D:/data/m.py"),
        (r"\\server\share\m.py", r"C:\proj", "//server/share/m.py"),
        (r"\\server\share\a\m.py", r"\\SERVER\share\b", "../a/m.py"),
        (r"C:\a b\ä\m.py", r"C:\a b", "ä/m.py"),
    ],
)
def test_windows(path: str, folder: str, expected: str) -> None:
    assert written(PureWindowsPath(path), PureWindowsPath(folder)) == expected


@pytest.mark.parametrize(
    ("path", "folder", "expected"),
    [
        ("/proj/pkg/m.py", "/proj", "pkg/m.py"),
        ("/Proj/m.py", "/proj", "../Proj/m.py"),
        ("/m.py", "/proj/pkg", "../../m.py"),
        ("/proj/a\\b.py", "/proj", "a\\b.py"),
    ],
)
def test_posix(path: str, folder: str, expected: str) -> None:
    assert written(PurePosixPath(path), PurePosixPath(folder)) == expected


@given(NAMES, NAMES)
def test_as_the_standard_library_does_it(path: list[str], folder: list[str]) -> None:
    absolute, base = PurePosixPath("/", *path), PurePosixPath("/", *folder)
    assert written(absolute, base) == posixpath.relpath(absolute, base)


def test_of_this_system() -> None:
    here = PurePath(os.getcwd())
    assert written(here / "a" / "b.py", here) == "a/b.py"
