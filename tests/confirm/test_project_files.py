"""What differs in a project is named, and what is known to be the runs' own is put back."""

from __future__ import annotations

from pathlib import Path

import pytest

from tflint_autograph.confirm.project_files import Changes, ProjectFiles


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "pkg").mkdir()
    for name in ("kept.txt", "changed.txt", "removed.txt", "pkg/m.py"):
        (tmp_path / name).write_text(name)
    return tmp_path


def test_nothing_differs_at_first(project: Path) -> None:
    assert ProjectFiles(str(project)).changes() == Changes()


def test_what_differs_is_named_once(project: Path) -> None:
    files = ProjectFiles(str(project))
    (project / "logs" / "deep").mkdir(parents=True)
    (project / "logs" / "deep" / "a.txt").write_text("a")
    (project / "logs.txt").write_text("a")
    (project / "changed.txt").write_text("other")
    (project / "removed.txt").unlink()
    assert files.changes() == Changes(("logs.txt", "logs/"), ("changed.txt",), ("removed.txt",))


def test_new_files_that_the_runs_wrote_are_removed_and_no_others(project: Path) -> None:
    files = ProjectFiles(str(project))
    for name in ("ours", "shared"):
        (project / name).mkdir()
        (project / name / "a.txt").write_text("a")
    (project / "shared" / "theirs.txt").write_text("b")
    (project / "changed.txt").write_text("other")
    files.put_back({"ours", "ours/a.txt", "shared", "shared/a.txt", "changed.txt", "kept.txt"})
    assert files.changes() == Changes(("shared/",), ("changed.txt",))
    assert [path.name for path in (project / "shared").iterdir()] == ["theirs.txt"]
    assert (project / "kept.txt").exists()


def test_a_link_is_not_followed(project: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (project / "link").symlink_to(outside)
    files = ProjectFiles(str(project))
    (outside / "new.txt").write_text("new")
    assert files.changes() == Changes()
