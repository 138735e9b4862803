"""`--baseline`, `--update-baseline` and `--changed` as a user gives them."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tflint_autograph.cli.group import with_implied
from tflint_autograph.cli.main import run

HAZARD = "import tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    print(x)\n    return x\n"


@pytest.fixture
def code(project: Path) -> Path:
    """A file with one finding in the current folder."""
    (project / "m.py").write_text(HAZARD)
    return project


def said(capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    out, err = capsys.readouterr()
    return out, err


class TestBaseline:
    def test_write_use_and_break_it(self, code: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["check", "--baseline", "b.json", "--update-baseline"]) == 0
        out, err = said(capsys)
        assert err == "b.json counts 1 finding in 1 place\n"
        assert out.splitlines() == ["No new findings. 1 traced function in 1 file.", "Not shown: 1 in the baseline"]
        assert json.loads((code / "b.json").read_text())["findings"] == {"m.py": {"TFA101": {"m.f": 1}}}
        assert run(["check"]) == 1
        assert run(["check", "--baseline", "b.json"]) == 0
        (code / "b.json").write_text("{")
        said(capsys)
        assert run(["check", "--baseline", "b.json"]) == 2
        assert run(["check", "--baseline", "b.json", "--update-baseline"]) == 2
        assert said(capsys) == (
            "",
            "error: b.json:1 is not JSON: expecting property name enclosed in double quotes\n" * 2,
        )

    def test_the_key_is_relative_to_the_root_and_the_flag_to_the_current_folder(
        self, code: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (code / "pyproject.toml").write_text('[tool.tflint-autograph]\nbaseline = "old/b.json"\n')
        (code / "old").mkdir()
        monkeypatch.chdir(code / "old")
        assert run(["check", "..", "--update-baseline", "-q"]) == 0
        assert run(["check", ".."]) == 0
        assert run(["check", "..", "--baseline", "b.json"]) == 0
        assert run(["check", "..", "--baseline", "old/b.json"]) == 2
        assert run(["check", "..", "--baseline", ""]) == 1
        assert [path.name for path in (code / "old").iterdir()] == ["b.json"]

    def test_a_clean_update_touches_nothing_else(self, code: Path) -> None:
        run(["check", "--baseline", "b.json", "--update-baseline"])
        first = (code / "b.json").read_bytes()
        assert first.endswith(b"\n")
        run(["check", "--baseline", "b.json", "--update-baseline"])
        assert (code / "b.json").read_bytes() == first

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (
                ["--update-baseline"],
                "`--update-baseline` needs a file\n  name it with `--baseline FILE`, or the key `baseline`",
            ),
            (
                ["--update-baseline", "--baseline", "b.json", "--changed"],
                "cannot combine `--update-baseline` with `--changed`: the baseline counts whole files",
            ),
            (
                ["--update-baseline", "--baseline", "b.json", "-"],
                "cannot combine `--update-baseline` with standard input: the baseline counts whole files",
            ),
            (["--baseline", "b.json"], "baseline b.json does not exist\n  write it with `--update-baseline`"),
        ],
    )
    def test_errors_of_use(
        self, code: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
    ) -> None:
        assert run(["check", *arguments]) == 2
        assert said(capsys) == ("", f"error: {message}\n")

    def test_why_needs_no_baseline(self, code: Path) -> None:
        (code / "pyproject.toml").write_text('[tool.tflint-autograph]\nbaseline = "b.json"\n')
        assert run(["why", "m.py:5"]) == 0


class TestAddIgnore:
    def test_comments_make_the_run_clean(self, code: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["check", "--add-ignore=for now", "m.py"]) == 0
        assert said(capsys)[1] == "Suppressed 1 finding\n"
        assert (code / "m.py").read_text() == HAZARD.replace("print(x)", "print(x)  # tflint: ignore[TFA101] for now")
        assert run(["check"]) == 0

    def test_a_diff_changes_nothing(self, code: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["check", "--add-ignore", "--diff"]) == 1
        out, err = said(capsys)
        assert "\n+    print(x)  # tflint: ignore[TFA101]\n" in out
        assert err == "Would suppress 1 finding\n"
        assert (code / "m.py").read_text() == HAZARD

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["--add-ignore", "--fix"], "cannot combine `--add-ignore` with `--fix`\n  fix first, then run `--add-ignore` alone"),
            (["--add-ignore=a # b"], "the reason of `--add-ignore` becomes a comment: write one line without a `#`"),
            (["--add-ignore=a\nb"], "the reason of `--add-ignore` becomes a comment: write one line without a `#`"),
            (
                ["--add-ignore", "--update-baseline", "--baseline=b"],
                "cannot combine `--update-baseline` with a fix\n  fix first, then update the baseline",
            ),
        ],
    )
    def test_errors_of_use(
        self, code: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
    ) -> None:
        assert run(["check", *arguments]) == 2
        assert said(capsys) == ("", f"error: {message}\n")
        assert (code / "m.py").read_text() == HAZARD

    def test_only_what_would_be_shown(self, code: Path) -> None:
        (code / "n.py").write_text(HAZARD)
        assert run(["check", "--add-ignore", "--min-severity", "error"]) == 0
        assert run(["check", "--add-ignore", "n.py"]) == 0
        assert (code / "m.py").read_text() == HAZARD


class TestChanged:
    @pytest.fixture
    def repository(self, code: Path) -> Path:
        (code / ".git").rmdir()
        author = ("-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false")
        for arguments in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-q", "-m", "x"]):
            subprocess.run(["git", *author, *arguments], cwd=code, check=True)
        return code

    def test_with_and_without_a_commit(self, repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["check", "--changed"]) == 0
        assert said(capsys)[0].splitlines()[1] == "Not shown: 1 on unchanged lines (--changed)"
        (repository / "n.py").write_text(HAZARD)
        assert run(["check", "--changed", "-f", "concise", "-q"]) == 1
        assert said(capsys)[0] == "n.py:6:5: TFA101 `print` runs only at trace time, not on every call\n"
        assert run(["check", "--changed", "m.py"]) == 0
        assert run(["check", "--changed", "main", "m.py"]) == 0
        assert run(["check", "--changed=main"]) == 1
        said(capsys)
        assert run(["check", "--changed", "nowhere"]) == 2
        assert said(capsys) == (
            "", "error: git knows no commit `nowhere`\n  fetch it first, or name another: `--changed=REF`\n"
        )  # fmt: skip

    def test_outside_of_a_repository(self, code: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["check", "--changed"]) == 2
        out, err = said(capsys)
        assert (out, err.count("\n")) == ("", 1)
        assert err.startswith("error: `--changed` failed to run git: not a git repository")


def test_a_flag_that_may_stand_alone(code: Path) -> None:
    assert list(with_implied(["--add-ignore", "old", "m.py"])) == ["--add-ignore=", "old", "m.py"]
    assert list(with_implied(["--changed"])) == ["--changed=HEAD"]
    assert list(with_implied(["--changed", "m.py", "x"])) == ["--changed=HEAD", "m.py", "x"]
    assert list(with_implied(["--changed", "-q"])) == ["--changed=HEAD", "-q"]
    assert list(with_implied(["--changed", "main", "m.py"])) == ["--changed=main", "m.py"]
    assert list(with_implied(["--changed=a", "--", "--changed"])) == ["--changed=a", "--", "--changed"]


@pytest.mark.parametrize("name", ["clean", "config", "confirm", "explain", "why"])
@pytest.mark.parametrize("flag", ["--watch", "--changed", "--add-ignore", "--update-baseline"])
def test_flags_of_a_check_are_of_no_other_command(name: str, flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([name, "--help"]) == 0
    assert f" {flag} " not in said(capsys)[0]
