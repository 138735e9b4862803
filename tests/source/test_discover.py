"""Which files are found, and how they are read."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tflint_autograph.model.finding import ProblemKind
from tflint_autograph.source.discover import Discovery, discover, read
from tflint_autograph.source.text import SourceError

posix = pytest.mark.skipif(os.name == "nt", reason="needs a POSIX file system")
not_root = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")


def make(root: Path, *names: str, text: str = "") -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def found(
    root: Path,
    *paths: str,
    exclude: Sequence[str] = (),
    extend_exclude: Sequence[str] = (),
    force_exclude: bool = False,
    respect_gitignore: bool = True,
) -> list[str]:
    """What is shown of the files below `root` that `paths` (else all of it) name."""
    discovery = discover(
        [root / path for path in paths or (".",)],
        root=root,
        exclude=exclude,
        extend_exclude=extend_exclude,
        force_exclude=force_exclude,
        respect_gitignore=respect_gitignore,
    )
    assert not discovery.problems
    assert not discovery.missing
    return list(discovery.files)


def problems(discovery: Discovery) -> list[tuple[ProblemKind, str, str]]:
    return [(problem.kind, problem.span.path, problem.message) for problem in discovery.problems]


def test_python_and_notebooks_in_the_order_of_their_paths(tmp_path: Path) -> None:
    make(tmp_path, "b.py", "a/z.py", "a.py", "n.ipynb", "a.pyi", "a.pyc", "README.md", "py", "ä b:c.py")
    assert found(tmp_path) == ["a.py", "a/z.py", "b.py", "n.ipynb", "ä b:c.py"]
    assert {*map(Path, discover([tmp_path / "a"], root=tmp_path).files.values())} == {tmp_path / "a" / "z.py"}


def test_a_named_file_is_taken_whatever_it_is_called(tmp_path: Path) -> None:
    make(tmp_path, "script", "a.py")
    assert found(tmp_path, "script") == ["script"]


def test_overlapping_paths_give_a_file_once(tmp_path: Path) -> None:
    make(tmp_path, "a/b/c.py")
    assert found(tmp_path, "a/b/c.py", "a", ".", "a/b/../b/c.py") == ["a/b/c.py"]


def test_names_that_differ_in_case_alone_are_one_file_where_the_system_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path, "Pkg/M.py", "pkg/m.py")
    paths = [tmp_path / "Pkg/M.py", tmp_path / "pkg/m.py"]
    if os.path.samefile(*paths):
        assert len(discover(paths, root=tmp_path).files) == 1
        return
    assert len(discover(paths, root=tmp_path).files) == 2
    monkeypatch.setattr(os.path, "samefile", lambda path, other: True)
    assert list(discover(paths, root=tmp_path).files) == ["Pkg/M.py"]


def test_relative_paths_count_from_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tmp_path, "a/b.py")
    monkeypatch.chdir(tmp_path / "a")
    assert list(discover(["."], root=tmp_path).files) == ["a/b.py"]
    assert list(discover(["b.py"], root="..").files) == ["a/b.py"]


def test_outside_the_root_a_file_keeps_its_own_path(tmp_path: Path) -> None:
    make(tmp_path, "in/a.py", "out/b.py", "out/c_pb2.py", "out/build/d.py")
    discovery = discover([tmp_path / "out"], root=tmp_path / "in", exclude=["build", "*_pb2.py"])
    assert list(discovery.files) == [(tmp_path / "out/b.py").as_posix()]


def test_missing_paths_are_named_as_they_were_given(tmp_path: Path) -> None:
    make(tmp_path, "a.py")
    discovery = discover([tmp_path / "a.py", "no/such", tmp_path / "a.py" / "x"], root=tmp_path)
    assert discovery.missing == tuple(sorted(["no/such", str(tmp_path / "a.py" / "x")]))
    assert len(discovery.files) == 1


@pytest.mark.parametrize("patterns", [["build"], ["build/"], ["src/build/**"], ["/src/build"], ["b*ld/"], ["**/build"]])
def test_patterns_of_folders(tmp_path: Path, patterns: list[str]) -> None:
    make(tmp_path, "src/build/a.py", "src/b.py")
    assert found(tmp_path, exclude=patterns) == ["src/b.py"]
    assert found(tmp_path, "src", extend_exclude=patterns) == ["src/b.py"]


@pytest.mark.parametrize(
    "patterns", [["a_pb2.py"], ["*_pb2.py"], ["src/*2.py"], ["*.py", "!b.py"], ["_pb2.py", "*2.py"]]
)
def test_patterns_of_files(tmp_path: Path, patterns: list[str]) -> None:
    make(tmp_path, "src/a_pb2.py", "src/b.py")
    assert found(tmp_path, exclude=patterns) == ["src/b.py"]


def test_a_folder_pattern_is_not_for_files(tmp_path: Path) -> None:
    make(tmp_path, "a.py", "b/a.py")
    assert found(tmp_path, exclude=["a.py/"]) == ["a.py", "b/a.py"]
    assert found(tmp_path, exclude=["*.ipynb", ".py"]) == ["a.py", "b/a.py"]


def test_a_pattern_that_means_nothing(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="!"):
        discover([tmp_path], root=tmp_path, exclude=["!"])


@pytest.mark.parametrize("pattern", ["build", "build/", "bu*", "/build/**", "a.py"])
def test_what_is_named_is_taken_unless_exclusion_is_forced(tmp_path: Path, pattern: str) -> None:
    make(tmp_path, "build/a.py")
    assert found(tmp_path, "build/a.py", exclude=[pattern]) == ["build/a.py"]
    assert found(tmp_path, "build/a.py", exclude=[pattern], force_exclude=True) == []


@pytest.mark.parametrize("pattern", ["build", "build/", "bu*", "/build/"])
def test_a_named_folder_is_walked_though_a_pattern_covers_it(tmp_path: Path, pattern: str) -> None:
    make(tmp_path, "build/a.py", "build/x/b.py", "build/node_modules/c.py")
    exclude = [pattern, "node_modules"]
    assert found(tmp_path, "build", exclude=exclude) == ["build/a.py", "build/x/b.py"]
    assert found(tmp_path, "build/x", exclude=exclude) == ["build/x/b.py"]
    assert found(tmp_path, "build", exclude=exclude, force_exclude=True) == []


def test_forced_exclusion_does_not_go_by_gitignore(tmp_path: Path) -> None:
    make(tmp_path, "a.py")
    make(tmp_path, ".gitignore", text="a.py\n")
    assert found(tmp_path, "a.py", exclude=["build"], force_exclude=True) == ["a.py"]


def test_gitignore_files_from_the_root_down(tmp_path: Path) -> None:
    make(tmp_path, ".gitignore", text="# comment\n\n/top.py\nlogs/\n*.gen.py\nsub/*_old.py\n")
    make(tmp_path, "sub/.gitignore", text="!keep.gen.py\nlocal.py\n")
    make(tmp_path, "top.py", "sub/top.py", "logs/a.py", "sub/logs/a.py", "x.gen.py", "sub/keep.gen.py", "sub/a_old.py")
    make(tmp_path, "local.py", "sub/local.py", "sub/deep/local.py", "sub/deep/a_old.py")
    expected = ["sub/deep/a_old.py", "sub/keep.gen.py", "sub/top.py"]
    assert found(tmp_path) == ["local.py", *expected]
    assert found(tmp_path, "sub") == expected
    assert found(tmp_path, "sub/deep") == ["sub/deep/a_old.py"]
    assert len(found(tmp_path, respect_gitignore=False)) == 11


def test_gitignore_agrees_with_git(tmp_path: Path) -> None:
    make(
        tmp_path,
        ".gitignore",
        text="a*/\n!/ab/\n!/ac/\n*.py\n!/k*.py\n!ab/**/k.py\n\\!x.py\n ab.py\nc/d\nfoo/**/bar.py\nac/**\n!ac/k.py\n",
    )
    make(tmp_path, "c/.gitignore", text="!d\n!*.py\n/e.py\n")
    folders = ("", "ab/", "ac/", "c/", "c/d/", "foo/", "foo/x/y/", "ab/ab/")
    make(tmp_path, *(folder + name for folder in folders for name in ("k.py", "x.py", "e.py", "bar.py", "!x.py")))
    try:
        subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    except FileNotFoundError:
        pytest.skip("needs git")
    command = ["git", "ls-files", "--others", "--exclude-standard", "-z", "*.py"]
    listed = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    assert found(tmp_path, exclude=[".git"]) == sorted(listed.split("\0")[:-1])


def test_a_bad_line_of_a_gitignore_spares_the_others(tmp_path: Path) -> None:
    make(tmp_path, "a.py", "b.py")
    (tmp_path / ".gitignore").write_bytes(b"\xef\xbb\xbfa.py\r\n!\n\xff\n")
    assert found(tmp_path) == ["b.py"]


def test_a_gitignore_that_is_a_folder_says_nothing(tmp_path: Path) -> None:
    make(tmp_path, ".gitignore/a.py")
    assert found(tmp_path) == [".gitignore/a.py"]


def test_names_alone_do_not_load_the_pattern_library(tmp_path: Path) -> None:
    make(tmp_path, "a.py", "build/b.py", "x.so/c.py")
    make(tmp_path, ".gitignore", text="build/\n*.so\n.env\n# comment\n")
    program = (
        "import sys; from tflint_autograph.source.discover import discover\n"
        f"print(*discover([{str(tmp_path)!r}], root={str(tmp_path)!r}, exclude=['dist']).files)\n"
        "print('pathspec' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["a.py", "False"]


def test_a_folder_named_like_a_module_is_walked(tmp_path: Path) -> None:
    make(tmp_path, "x.py/y.py", "x.ipynb/z.py")
    assert found(tmp_path) == ["x.ipynb/z.py", "x.py/y.py"]


@posix
def test_links_to_folders_are_not_followed_unless_named(tmp_path: Path) -> None:
    make(tmp_path, "a/b.py", "out/c.py")
    (tmp_path / "a" / "loop").symlink_to(tmp_path)
    (tmp_path / "a" / "self").symlink_to("self")
    (tmp_path / "a" / "out").symlink_to(tmp_path / "out")
    assert found(tmp_path, "a") == ["a/b.py"]
    assert found(tmp_path, "a/out") == ["a/out/c.py"]
    assert found(tmp_path, "a/out", "out") == ["out/c.py"]


@posix
def test_of_a_file_and_its_links_the_file_is_kept(tmp_path: Path) -> None:
    make(tmp_path, "m/z.py", "in/y.py", "w.py")
    (tmp_path / "m" / "a.py").symlink_to("z.py")
    (tmp_path / "in" / "w.py").symlink_to(tmp_path / "w.py")
    (tmp_path / "in" / "text.py").symlink_to(tmp_path / "in")
    assert found(tmp_path) == ["in/y.py", "m/z.py", "w.py"]
    assert found(tmp_path, "in") == ["in/w.py", "in/y.py"]
    assert found(tmp_path, "m/a.py", "m/z.py") == ["m/z.py"]


@posix
def test_a_link_out_of_the_root_is_shown_under_its_own_path(tmp_path: Path) -> None:
    make(tmp_path, "out.py")
    make(tmp_path, "in/a.py")
    (tmp_path / "in" / "link.py").symlink_to(tmp_path / "out.py")
    assert list(discover([tmp_path / "in"], root=tmp_path / "in").files) == ["a.py", "link.py"]


@posix
def test_a_root_behind_a_link(tmp_path: Path) -> None:
    make(tmp_path, "real/a.py")
    (tmp_path / "alias").symlink_to("real")
    for root, path in (("alias", "real"), ("real", "alias"), ("alias", "alias")):
        discovery = discover([tmp_path / path], root=tmp_path / root)
        assert list(discovery.files) == ["a.py"]


@posix
def test_dangling_links_are_a_problem_only_when_named(tmp_path: Path) -> None:
    make(tmp_path, "a.py")
    (tmp_path / "gone.py").symlink_to("nowhere.py")
    (tmp_path / "loop.py").symlink_to("loop.py")
    assert found(tmp_path) == ["a.py"]
    discovery = discover([tmp_path / "gone.py", tmp_path / "loop.py"], root=tmp_path)
    assert problems(discovery) == [
        (ProblemKind.IO, "gone.py", "the file does not exist"),
        (ProblemKind.IO, "loop.py", "too many levels of symbolic links"),
    ]


@posix
def test_pipes_and_sockets_are_never_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tmp_path, "a.py")
    monkeypatch.chdir(tmp_path)  # the path of a socket has about 100 bytes
    os.mkfifo("pipe.py")
    os.mkfifo(".gitignore")
    (tmp_path / "link.py").symlink_to("pipe.py")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket.py")
        assert found(tmp_path) == ["a.py"]
        discovery = discover(["pipe.py", "socket.py", "link.py"], root=tmp_path)
    names = ("link.py", "pipe.py", "socket.py")
    assert problems(discovery) == [(ProblemKind.IO, name, "not a regular file") for name in names]
    with pytest.raises(SourceError, match="not a regular file"):
        read("pipe.py")


@posix
@not_root
def test_what_may_not_be_read_is_a_problem(tmp_path: Path) -> None:
    make(tmp_path, "a.py", "closed/b.py")
    (tmp_path / "a.py").chmod(0)
    (tmp_path / "closed").chmod(0)
    discovery = discover([tmp_path], root=tmp_path)
    (tmp_path / "closed").chmod(0o700)
    assert problems(discovery) == [(ProblemKind.IO, "closed", "permission denied")]
    with pytest.raises(SourceError, match="permission denied"):
        read(str(tmp_path / "a.py"))


def test_a_folder_that_cannot_be_listed_is_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tmp_path, "a.py", "closed/b.py")
    scandir = os.scandir

    def refuse(path: str) -> object:
        if path.endswith("closed"):
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    discovery = discover([tmp_path], root=tmp_path)
    assert list(discovery.files) == ["a.py"]
    assert problems(discovery) == [(ProblemKind.IO, "closed", "permission denied")]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse the name")
def test_names_that_are_not_utf_8(tmp_path: Path) -> None:
    path = os.path.join(os.fsencode(tmp_path), b"\xff\n.py")
    with open(path, "wb") as file:
        file.write(b"x")
    ((display, found),) = discover([tmp_path], root=tmp_path, exclude=["*.tx?"]).files.items()
    assert display == "\udcff\n.py"
    assert read(found) == b"x"


def test_reads_bytes_up_to_the_limit(tmp_path: Path) -> None:
    make(tmp_path, "a.py", text="12345")
    assert read(str(tmp_path / "a.py"), limit=5) == b"12345"
    with pytest.raises(SourceError, match="the file has 5 bytes, more than the limit of 4"):
        read(str(tmp_path / "a.py"), limit=4)


def test_a_generated_file_is_too_large(tmp_path: Path) -> None:
    make(tmp_path, "a.py", text="x = 1\n" * 900_000)
    with pytest.raises(SourceError) as caught:
        read(str(tmp_path / "a.py"))
    assert caught.value.kind is ProblemKind.TOO_LARGE
    assert caught.value.message == "the file has 5,400,000 bytes, more than the limit of 1,048,576"


def test_a_file_that_vanished(tmp_path: Path) -> None:
    with pytest.raises(SourceError) as caught:
        read(str(tmp_path / "a.py"))
    assert (caught.value.kind, caught.value.message) == (ProblemKind.IO, "the file does not exist")


def test_empty_file(tmp_path: Path) -> None:
    make(tmp_path, "a.py")
    assert read(str(tmp_path / "a.py")) == b""
