"""What a process can do to the project once it is protected from it; each runs by itself, without TensorFlow."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tflint_autograph.confirm.probe.limits.copying import copied
from tflint_autograph.confirm.probe.limits.folders import remove
from tflint_autograph.confirm.probe.limits.landlock import version
from tflint_autograph.confirm.probe.limits.protecting import best
from tflint_autograph.confirm.probe.limits.writing import noted
from tflint_autograph.confirm.project_change import ProjectChange
from tflint_autograph.confirm.protocol import COPY, READ_ONLY

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux protects the project")

_PROTECTED = """
import os, shutil, sys, time
from pathlib import Path
from tflint_autograph.confirm.probe.limits.landlock import forbid_signals
from tflint_autograph.confirm.probe.limits.protecting import protect
from tflint_autograph.confirm.probe.limits.writing import note_writing

project, folder = Path({project!r}), Path({folder!r})
{how}
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    made = tmp_path / "pro,je:ct \\ö"
    (made / "pkg").mkdir(parents=True)
    (made / "old").mkdir()
    for name in ("kept.txt", "changed.txt", "removed.txt", "pkg/changed.txt", "old/one.txt"):
        (made / name).write_text(name)
    return made


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    made = tmp_path / "run"
    made.mkdir()
    yield made
    remove(made)
    assert not made.exists()


def run(project: Path, folder: Path, how: str, code: str) -> str:
    """What the code writes in a process of its own."""
    program = _PROTECTED.format(project=str(project), folder=str(folder), how=how) + code
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def texts(project: Path) -> dict[str, str]:
    return {str(each.relative_to(project)): each.read_text() for each in sorted(project.rglob("*")) if each.is_file()}


CHANGES = """
(project / "new.txt").write_text("new")
(project / "made").mkdir()
(project / "made" / "inside.txt").write_text("new")
(project / "changed.txt").write_text("other")
(project / "pkg" / "changed.txt").open("a").write("more")
(project / "kept.txt").touch()
(project / "removed.txt").unlink()
shutil.rmtree(project / "old")
print((project / "changed.txt").read_text(), (project / "kept.txt").read_text(), (project / "removed.txt").exists())
"""


def copies(project: Path, folder: Path) -> None:
    (trial := folder / "trial").mkdir()
    if best(project, trial) != COPY:
        pytest.skip("no mount namespace to be had here")


def test_a_copy_takes_what_is_written_and_the_project_stays(project: Path, folder: Path) -> None:
    copies(project, folder)
    before = texts(project)
    assert run(project, folder, f"protect({COPY!r}, project, folder)", CHANGES) == "other kept.txt False\n"
    assert texts(project) == before
    assert copied(project, folder) == (
        ProjectChange("changed.txt", "changed"),
        ProjectChange("made/", "new"),
        ProjectChange("new.txt", "new"),
        ProjectChange("old/", "removed"),
        ProjectChange("pkg/changed.txt", "changed"),
        ProjectChange("removed.txt", "removed"),
    )


def test_a_folder_that_is_made_anew_is_a_changed_one(project: Path, folder: Path) -> None:
    copies(project, folder)
    code = "shutil.rmtree(project / 'old')\n(project / 'old').mkdir()\nprint(os.listdir(project / 'old'))\n"
    assert run(project, folder, f"protect({COPY!r}, project, folder)", code) == "[]\n"
    assert copied(project, folder) == (ProjectChange("old/", "changed"),)


def test_a_folder_of_the_run_inside_of_the_project_is_no_part_of_the_copy(project: Path) -> None:
    (folder := project / "run").mkdir()
    copies(project, folder)
    run(project, folder, f"protect({COPY!r}, project, folder)", "(folder / 'result.json').write_text('seen')")
    assert (folder / "result.json").read_text() == "seen"


def test_a_project_with_another_file_system_in_it_is_not_copied(project: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tflint_autograph.confirm.probe.limits.copying._mount_points", lambda: [project / "pkg"])
    assert best(project, folder) == (READ_ONLY if version() >= 2 else "")


needs_landlock = pytest.mark.skipif(version() < 3, reason="no Landlock, or one that does not know of truncation")


@needs_landlock
@pytest.mark.parametrize(
    "code",
    [
        "(project / 'new.txt').write_text('new')",
        "(project / 'changed.txt').write_text('new')",
        "(project / 'changed.txt').open('a')",
        "os.truncate(project / 'changed.txt', 0)",
        "(project / 'made').mkdir()",
        "(project / 'removed.txt').unlink()",
        "shutil.rmtree(project / 'old')",
        "(project / 'kept.txt').rename(folder / 'kept.txt')",
        "(folder / 'mine.txt').write_text('x'); (folder / 'mine.txt').rename(project / 'mine.txt')",
        "(project / 'link').symlink_to('kept.txt')",
        "os.link(project / 'kept.txt', project / 'link')",
    ],
)
def test_a_project_that_cannot_be_written_to(project: Path, folder: Path, code: str) -> None:
    before = texts(project)
    tried = f"try:\n    {code}\nexcept PermissionError:\n    print('refused')\n"
    assert run(project, folder, f"protect({READ_ONLY!r}, project, folder)", tried) == "refused\n"
    assert texts(project) == before


@needs_landlock
def test_beside_the_project_everything_can_be_written_to(project: Path, folder: Path, tmp_path: Path) -> None:
    (beside := tmp_path / "beside").mkdir()
    code = f"""
print((project / "kept.txt").read_text())
Path({str(beside)!r}, "new.txt").write_text("new")
(folder / "one").mkdir()
(folder / "one" / "a").write_text("a")
(folder / "one" / "a").rename(folder / "b")
Path("/dev/null").write_text("nothing")
"""
    assert run(project, folder, f"protect({READ_ONLY!r}, project, folder)", code) == "kept.txt\n"
    assert (beside / "new.txt").read_text() == "new"


@needs_landlock
@pytest.mark.skipif(not os.access("/dev/shm", os.W_OK), reason="no folder in memory")
def test_a_project_in_memory_cannot_be_written_to(folder: Path) -> None:
    with tempfile.TemporaryDirectory(dir="/dev/shm") as project:
        code = """
try:
    (project / "new.txt").write_text("new")
except PermissionError:
    print("refused")
Path("/dev/null").write_text("nothing")
"""
        assert run(Path(project), folder, f"protect({READ_ONLY!r}, project, folder)", code) == "refused\n"
        assert os.listdir(project) == []


@pytest.mark.skipif(version() < 6, reason="no Landlock that forbids signals")
def test_a_process_cannot_end_its_parent_and_can_end_its_children(project: Path, folder: Path) -> None:
    code = """
import signal, subprocess
try:
    os.kill(os.getppid(), signal.SIGKILL)
except PermissionError:
    print("refused")
child = subprocess.Popen(["sleep", "1000"])
child.kill()
print(child.wait())
"""
    assert run(project, folder, "forbid_signals()", code) == "refused\n-9\n"


def test_what_python_writes_is_noted_though_the_process_dies(project: Path, folder: Path) -> None:
    code = """
os.chdir(project / "pkg")
open("relative.txt", "w")
open(project / "kept.txt").read()
os.open(project / "opened.txt", os.O_CREAT | os.O_WRONLY)
os.mkdir(project / "made")
os.rename(project / "changed.txt", project / "moved.txt")
open("/dev/null", "w")
"""
    run(project, folder, "note_writing(project, folder)", code)
    names = {"pkg/relative.txt", "opened.txt", "made", "moved.txt"}
    assert {each.path for each in noted(folder)} == names
    assert {each.how for each in noted(folder)} == {"written"}


def test_a_folder_nobody_may_enter_is_removed(tmp_path: Path) -> None:
    (inner := tmp_path / "run" / "closed" / "inner").mkdir(parents=True)
    (inner / "file").touch()
    inner.chmod(0)
    inner.parent.chmod(0)
    remove(tmp_path / "run")
    assert os.listdir(tmp_path) == []
