"""Changed lines, on repositories made for the purpose."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.programs import notebook, settings_of, write
from tflint_autograph.config.errors import UsageError
from tflint_autograph.engine.filtering.adopt import Adoption
from tflint_autograph.engine.filtering.changed import changed
from tflint_autograph.engine.pipeline import check_paths
from tflint_autograph.model.report import Report

OLD = "import tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    print(x)\n    return x\n"
NEW = OLD.replace("    return x", "    print(1)\n    return x")


class Repository:
    """A git repository in a folder of its own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.git("init", "-q", "-b", "main")

    def git(self, *arguments: str) -> None:
        author = ("-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false")
        subprocess.run(["git", *author, *arguments], cwd=self.root, check=True, capture_output=True)

    def commit(self, files: dict[str, str]) -> None:
        write(self.root, files)
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "x")

    def lines(self, ref: str = "HEAD") -> dict[str, object]:
        found = changed(self.root, ref).lines
        return {os.path.relpath(path, os.path.realpath(self.root)): ranges for path, ranges in found.items()}

    def check(self, ref: str = "HEAD", *paths: str) -> Report:
        settings = settings_of(self.root)
        wanted = [str(self.root / path) for path in paths] or [str(self.root)]
        return check_paths(settings, wanted, strict=True, adoption=Adoption(settings, ref=ref))


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path)
    made.commit({"m.py": OLD})
    return made


def places(report: Report) -> list[tuple[str, int]]:
    return [(finding.span.path, finding.span.start.line) for finding in report.findings]


def test_nothing_changed(repository: Repository) -> None:
    assert repository.lines() == {}
    report = repository.check()
    assert (places(report), report.unchanged, report.exit_code) == ([], 1, 0)


def test_only_what_stands_on_changed_lines_is_shown(repository: Repository) -> None:
    write(repository.root, {"m.py": NEW})
    assert repository.lines() == {"m.py": ((7, 7),)}
    assert places(repository.check()) == [("m.py", 7)]
    repository.git("add", "-A")
    assert places(repository.check()) == [("m.py", 7)]


def test_any_line_of_a_finding_will_do(repository: Repository) -> None:
    repository.commit({"m.py": OLD.replace("print(x)", "print(\n        x,\n    )")})
    write(repository.root, {"m.py": OLD.replace("print(x)", "print(\n        x + 1,\n    )")})
    assert places(repository.check()) == [("m.py", 6)]


def test_the_analysis_stays_whole(repository: Repository) -> None:
    repository.commit(
        {"m.py": "import tensorflow as tf\nfrom h import g\nf = tf.function(g)\n", "h.py": "def g(x):\n    return x\n"}
    )
    write(repository.root, {"h.py": "def g(x):\n    print(x)\n    return x\n"})
    assert places(repository.check()) == [("h.py", 2)]


def test_untracked_files_are_new_and_ignored_ones_are_not(repository: Repository) -> None:
    write(repository.root, {"deep/n.py": OLD, "o.py": OLD, ".gitignore": "o.py\n"})
    assert places(repository.check()) == [("deep/n.py", 6)]


def test_deleted_lines_are_no_lines(repository: Repository) -> None:
    write(repository.root, {"m.py": OLD.replace("    return x\n", "")})
    assert repository.lines() == {"m.py": ()}
    os.remove(repository.root / "m.py")
    assert repository.check().exit_code == 0


def test_renamed_files(repository: Repository) -> None:
    repository.git("mv", "m.py", "ä b.py")
    assert repository.lines() == {"ä b.py": ()}
    write(repository.root, {"ä b.py": NEW})
    assert places(repository.check()) == [("ä b.py", 7)]


@pytest.mark.skipif(sys.platform == "win32", reason="no such names")
def test_odd_names(repository: Repository) -> None:
    names = ['a"b.py', "a\tb.py", "a\nb.py", "-x.py", "b/ c.py", "ü.py"]
    repository.commit(dict.fromkeys(names, OLD))
    write(repository.root, dict.fromkeys(names, NEW))
    assert repository.lines() == dict.fromkeys(names, ((7, 7),))


def test_lines_that_look_like_headers(repository: Repository) -> None:
    odd = "++ b/other.py\n-- a/other.py\n@@ -1 +1 @@\ndiff --git a/x b/x\n"
    repository.commit({"m.py": '"""\nx\n"""\n'})
    write(repository.root, {"m.py": f'"""\n{odd}"""\n'})
    assert repository.lines() == {"m.py": ((2, 5),)}


def test_a_folder_below_the_top_and_settings_of_the_user(repository: Repository) -> None:
    for name, value in [("diff.noprefix", "true"), ("color.ui", "always"), ("diff.external", "false"), ("diff.relative", "true"),
                        ("diff.renames", "false"), ("diff.context", "9")]:  # fmt: skip
        repository.git("config", name, value)
    repository.commit({"pkg/n.py": OLD})
    write(repository.root, {"m.py": NEW, "pkg/n.py": NEW})
    expected = {os.path.realpath(repository.root / name): ((7, 7),) for name in ("m.py", "pkg/n.py")}
    assert changed(repository.root / "pkg", "HEAD").lines == expected


class TestRef:
    def test_what_the_other_branch_did_since_is_not_ours(self, repository: Repository) -> None:
        repository.git("switch", "-q", "-c", "topic")
        repository.commit({"n.py": OLD})
        repository.git("switch", "-q", "main")
        repository.commit({"m.py": "x = 1\n"})
        repository.git("switch", "-q", "topic")
        assert repository.lines("main") == {"n.py": ((1, 7),)}
        assert repository.lines("HEAD") == {}

    def test_without_a_common_commit_it_is_compared_with_itself(self, repository: Repository) -> None:
        repository.git("switch", "-q", "--orphan", "other")
        repository.commit({"m.py": NEW})
        assert repository.lines("main") == {"m.py": ((7, 7),)}

    @pytest.mark.parametrize("ref", ["nowhere", "-x", "--output=x", "", "HEAD:m.py"])
    def test_unknown(self, repository: Repository, ref: str) -> None:
        with pytest.raises(UsageError) as caught:
            changed(repository.root, ref)
        assert caught.value.message == f"git knows no commit `{ref}`"

    def test_before_the_first_commit_everything_is_new(self, tmp_path: Path) -> None:
        repository = Repository(tmp_path)
        write(tmp_path, {"m.py": OLD, "n.py": OLD})
        repository.git("add", "m.py")
        assert places(repository.check()) == [("m.py", 6), ("n.py", 6)]


class TestNotebook:
    def test_cells_count_and_not_their_json(self, repository: Repository) -> None:
        repository.commit({"n.ipynb": notebook("import tensorflow as tf", OLD)})
        write(
            repository.root,
            {"n.ipynb": notebook("import tensorflow as tf", NEW).replace('"outputs": []', '"outputs": [1]')},
        )
        (finding,) = repository.check().findings
        assert (finding.span.cell, finding.span.start.line) == (2, 7)

    def test_output_alone_is_no_change(self, repository: Repository) -> None:
        write(repository.root, {".gitattributes": "*.ipynb -diff\n"})
        repository.commit({"n.ipynb": notebook(OLD)})
        write(repository.root, {"n.ipynb": notebook(OLD).replace('"outputs": []', '"outputs": [1]')})
        assert repository.lines() == {"n.ipynb": ()}

    def test_what_was_none_before_is_new(self, repository: Repository) -> None:
        repository.commit({"n.ipynb": "{"})
        write(repository.root, {"n.ipynb": notebook(OLD)})
        assert repository.lines() == {"n.ipynb": None}


def test_a_file_git_takes_for_binary_is_new_as_a_whole(repository: Repository) -> None:
    write(repository.root, {".gitattributes": "m.py -diff\n", "m.py": NEW})
    assert places(repository.check()) == [("m.py", 6), ("m.py", 7)]


def test_a_file_behind_a_link(repository: Repository, tmp_path_factory: pytest.TempPathFactory) -> None:
    link = tmp_path_factory.mktemp("other") / "link"
    link.symlink_to(repository.root)
    write(repository.root, {"m.py": NEW})
    settings = settings_of(link)
    report = check_paths(settings, [str(link)], strict=True, adoption=Adoption(settings, ref="HEAD"))
    assert places(report) == [("m.py", 7)]


def test_problems_of_unchanged_files_are_left_out(repository: Repository) -> None:
    repository.commit({"old.py": "import keras\nprint 'x'\n"})
    assert repository.check().problems == ()
    write(repository.root, {"old.py": "import keras\nprint 'y'\n"})
    assert [problem.span.path for problem in repository.check().problems] == ["old.py"]


class TestNoGit:
    def test_no_repository(self, tmp_path: Path) -> None:
        with pytest.raises(UsageError) as caught:
            changed(tmp_path, "HEAD")
        assert caught.value.message.startswith("`--changed` failed to run git: not a git repository")

    def test_no_program(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PATH", str(tmp_path))
        with pytest.raises(UsageError) as caught:
            changed(tmp_path, "HEAD")
        assert caught.value.message == "`--changed` needs git, which is not installed"
