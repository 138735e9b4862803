"""`check`: exit codes, where the report goes, what is handed to the engine."""

from __future__ import annotations

import io
import json
import os
import stat
import sys
from pathlib import Path

import pytest

from tests.cli.command import BROKEN, CLEAN, FOUND, disguised, fake_engine
from tflint_autograph.cli.main import run
from tflint_autograph.config.errors import UsageError
from tflint_autograph.model.report import Report

pytestmark = pytest.mark.usefixtures("project")
NO_RULE = "  name rules, or leave it out to run the default ones\n"
FOR_FIXES = ("--unsafe-fixes", "--show-fixes", "--exit-non-zero-on-fix")
NO_FIX = "  write `--fix {}`, or `--diff` to see what would change\n"
CONCISE = "pkg/é.py:3:5: TFA101 `print` runs only at trace time, not on every call\n"


@pytest.mark.parametrize(
    ("report", "code", "with_exit_zero"),
    [(CLEAN, 0, 0), (FOUND, 1, 0), (BROKEN, 2, 2)],
    ids=["clean", "findings", "could-not-read"],
)
def test_exit_code(monkeypatch: pytest.MonkeyPatch, report: Report, code: int, with_exit_zero: int) -> None:
    fake_engine(monkeypatch, lambda: report)
    assert run(["check"]) == code
    assert run(["check", "--exit-zero"]) == with_exit_zero
    assert run(["check", "-e", "--no-exit-zero"]) == code


def test_missing_path(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def refuse() -> Report:
        raise UsageError("src/modle.py does not exist")

    fake_engine(monkeypatch, refuse)
    assert run(["check", "src/modle.py"]) == 2
    assert capsys.readouterr() == ("", "error: src/modle.py does not exist\n")


def test_empty_path(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", ""]) == 2
    assert capsys.readouterr() == ("", "error: an empty path was passed\n")


@pytest.mark.parametrize("error", [KeyboardInterrupt(), disguised()], ids=["plain", "out of a class statement"])
def test_interruption(
    error: BaseException, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt() -> Report:
        raise error

    fake_engine(monkeypatch, interrupt)
    assert run(["check"]) == 130
    assert capsys.readouterr().err.strip() == ""


def test_a_bug_is_no_interruption_and_no_finding(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> Report:
        raise RuntimeError("a bug") from ValueError("of ours")

    fake_engine(monkeypatch, fail)
    assert run(["check"]) == 2
    assert "RuntimeError: a bug\n" in capsys.readouterr().err


def test_paths_default_to_the_current_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = fake_engine(monkeypatch, lambda: CLEAN)
    run(["check"])
    run(["check", "a.py", "src"])
    assert [paths for _, paths, _ in calls] == [(".",), ("a.py", "src")]


def test_configuration_is_that_of_the_first_path(monkeypatch: pytest.MonkeyPatch, project: Path) -> None:
    (project / "a").mkdir()
    (project / "a/pyproject.toml").write_text("[tool.tflint-autograph]\nunroll-limit = 1\n")
    calls = fake_engine(monkeypatch, lambda: CLEAN)
    run(["check", "a/x.py", "b"])
    assert (calls[0][0].unroll_limit, calls[0][0].root) == (1, project / "a")


def test_lists_take_commas_and_repetition(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = fake_engine(monkeypatch, lambda: CLEAN)
    run(["check", "--exclude", "a, b", "--exclude", "c", "--select", "ALL"])
    assert (calls[0][0].exclude, calls[0][0].select) == (("a", "b", "c"), ("ALL",))
    run(["check", "--exclude", ""])
    assert calls[1][0].exclude == ()


def test_every_switch_has_an_opposite(monkeypatch: pytest.MonkeyPatch, project: Path) -> None:
    (project / "pyproject.toml").write_text("[tool.tflint-autograph]\nno-cache = true\nforce-exclude = true\n")
    calls = fake_engine(monkeypatch, lambda: CLEAN)
    run(["check"])
    run(["check", "--cache", "--no-force-exclude"])
    assert [(call[0].no_cache, call[0].force_exclude) for call in calls] == [(True, True), (False, False)]


class TestStdin:
    def test_bytes_and_name_go_to_the_engine(self, monkeypatch: pytest.MonkeyPatch) -> None:
        calls = fake_engine(monkeypatch, lambda: CLEAN)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xe9 = 1\n")))
        assert run(["check", "-", "--stdin-filename", "pkg/a.py"]) == 0
        assert calls[0][1:] == (("pkg/a.py",), ("pkg/a.py", b"\xe9 = 1\n"))

    @pytest.mark.parametrize(("arguments", "name"), [(["-"], "stdin.py"), (["--stdin-filename", "a.py"], "a.py")])
    def test_either_is_enough(self, monkeypatch: pytest.MonkeyPatch, arguments: list[str], name: str) -> None:
        calls = fake_engine(monkeypatch, lambda: CLEAN)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
        run(["check", *arguments])
        assert calls[0][1:] == ((name,), (name, b""))

    def test_not_beside_other_paths(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        fake_engine(monkeypatch, lambda: CLEAN)
        assert run(["check", "-", "a.py"]) == 2
        assert capsys.readouterr().err == "error: cannot combine standard input (`-`) with other paths\n"

    def test_name_decides_the_configuration(self, monkeypatch: pytest.MonkeyPatch, project: Path) -> None:
        (project / "a").mkdir()
        (project / "a/pyproject.toml").write_text("[tool.tflint-autograph]\nunroll-limit = 1\n")
        calls = fake_engine(monkeypatch, lambda: CLEAN)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
        run(["check", "-", "--stdin-filename", "a/x.py"])
        assert calls[0][0].unroll_limit == 1


class TestOutput:
    def test_full_holds_its_summary(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        fake_engine(monkeypatch, lambda: FOUND)
        run(["check"])
        out, err = capsys.readouterr()
        assert out.startswith("warning[TFA101]: ")
        assert "\n1 finding (1 warning)" in out
        assert err == ""

    def test_other_formats_leave_it_to_stderr(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        fake_engine(monkeypatch, lambda: FOUND)
        run(["check", "-f", "concise"])
        out, err = capsys.readouterr()
        assert out == CONCISE
        assert err.startswith("1 finding (1 warning)")
        run(["check", "-f", "concise", "-q"])
        assert capsys.readouterr() == (CONCISE, "")

    def test_json_is_alone_on_stdout(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        fake_engine(monkeypatch, lambda: FOUND)
        run(["check", "--output-format", "json", "--statistics", "-v"])
        assert len(json.loads(capsys.readouterr().out)["findings"]) == 1

    def test_statistics(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        fake_engine(monkeypatch, lambda: FOUND)
        run(["check", "--statistics"])
        density = "1000 findings per 1000 traced functions; confidence: 1 high (100 %)\n"
        assert capsys.readouterr().out.endswith(f"\n1  TFA101  python-print\n{density}")
        run(["check", "--statistics", "-f", "concise", "-q"])
        assert capsys.readouterr() == (CONCISE, f"1  TFA101  python-print\n{density}")

    def test_verbose(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], project: Path) -> None:
        (project / "pyproject.toml").write_text("[tool.tflint-autograph]\n")
        fake_engine(monkeypatch, lambda: CLEAN)
        run(["check", "-v"])
        lines = capsys.readouterr().err.splitlines()
        assert lines[:3] == [
            "configuration: pyproject.toml",
            f"root: {project}",
            "files: 2 to report on, 1 with TensorFlow, 1 parsed",
        ]
        assert "phase facts: 0.25 s" in lines

    def test_format_from_the_environment(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        fake_engine(monkeypatch, lambda: FOUND)
        monkeypatch.setenv("TFLINT_AUTOGRAPH_OUTPUT_FORMAT", "concise")
        run(["check"])
        assert capsys.readouterr().out == CONCISE

    @pytest.mark.parametrize(
        ("where", "message"),
        [
            ("flag", "error: unknown output format `jsn` in --output-format\n  did you mean `json`?\n"),
            ("variable", "error: unknown output format `jsn` in TFLINT_AUTOGRAPH_OUTPUT_FORMAT\n  did you mean `json`?\n"),
            ("file", "error: unknown output format `jsn` in `output-format` (pyproject.toml:2)\n  did you mean `json`?\n"),
        ],
    )  # fmt: skip
    def test_unknown_format(
        self,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
        project: Path,
        where: str,
        message: str,
    ) -> None:
        fake_engine(monkeypatch, lambda: CLEAN)
        if where == "variable":
            monkeypatch.setenv("TFLINT_AUTOGRAPH_OUTPUT_FORMAT", "jsn")
        if where == "file":
            (project / "pyproject.toml").write_text('[tool.tflint-autograph]\noutput-format = "jsn"\n')
        assert run(["check", *(["-f", "jsn"] if where == "flag" else [])]) == 2
        assert capsys.readouterr() == ("", message)


class TestOutputFile:
    def test_holds_the_report_and_stdout_nothing(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], project: Path
    ) -> None:
        fake_engine(monkeypatch, lambda: FOUND)
        assert run(["check", "-f", "concise", "-o", "report.txt", "-q"]) == 1
        assert capsys.readouterr() == ("", "")
        assert (project / "report.txt").read_text(encoding="utf-8") == CONCISE
        assert [file.name for file in project.iterdir() if file.name.startswith(".report")] == []

    @pytest.mark.skipif(sys.platform == "win32", reason="no such devices and permissions")
    def test_keeps_permissions_links_and_devices(self, monkeypatch: pytest.MonkeyPatch, project: Path) -> None:
        fake_engine(monkeypatch, lambda: FOUND)
        (project / "report.txt").touch(0o600)
        (project / "link").symlink_to("report.txt")
        os.mkfifo(project / "pipe")
        reader = os.open(project / "pipe", os.O_RDONLY | os.O_NONBLOCK)
        for target in ("link", "pipe"):
            assert run(["check", "-q", "-f", "concise", "-o", target]) == 1
        assert (project / "link").is_symlink()
        assert (project / "report.txt").read_text(encoding="utf-8") == CONCISE
        assert stat.S_IMODE((project / "report.txt").stat().st_mode) == 0o600
        assert os.read(reader, 1000).decode() == CONCISE
        os.close(reader)

    @pytest.mark.skipif(sys.platform == "win32", reason="no such permissions")
    def test_replaces_what_was_there(self, monkeypatch: pytest.MonkeyPatch, project: Path) -> None:
        fake_engine(monkeypatch, lambda: FOUND)
        (project / "report.txt").write_text("x" * 10_000)
        run(["check", "-o", "report.txt", "-f", "concise"])
        assert (project / "report.txt").read_text(encoding="utf-8") == CONCISE
        (project / "plain").touch()
        assert stat.S_IMODE((project / "report.txt").stat().st_mode) == stat.S_IMODE((project / "plain").stat().st_mode)

    @pytest.mark.parametrize("color", [[], ["--color", "always"]])
    def test_is_not_colored_by_a_terminal(
        self, monkeypatch: pytest.MonkeyPatch, project: Path, color: list[str]
    ) -> None:
        monkeypatch.setenv("FORCE_COLOR", "1")
        fake_engine(monkeypatch, lambda: FOUND)
        run(["check", "-o", "report.txt", *color])
        assert ("\x1b[" in (project / "report.txt").read_text(encoding="utf-8")) is bool(color)

    def test_that_cannot_be_written(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        fake_engine(monkeypatch, lambda: FOUND)
        assert run(["check", "-o", "missing/report.txt"]) == 2
        assert capsys.readouterr() == ("", "error: cannot write missing/report.txt: No such file or directory\n")


class TestErrorsOfUse:
    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["--slect", "A"], "error: unknown option `--slect`\n  did you mean `--select`?\n"),
            (["--sel", "A"], "error: unknown option `--sel`\n  did you mean `--select`?\n"),
            (["--min-severity", "eror"], "error: unknown value `eror` in --min-severity\n  did you mean `error`?\n"),
            (["--select", "TFA10l"], "error: unknown rule `TFA10l` in --select\n  did you mean `TFA101` (python-print)?\n"),
            (["--extend-exclude", "a[", "--exclude", "!"], "error: pattern `!` in --exclude matches nothing\n"),
            (["--config", "slect = []"], "error: unknown key `slect` in --config\n  did you mean `select`?\n"),
            (["--select", ""], f"error: --select names no rule\n{NO_RULE}"),
            (["--config", "select = []"], f"error: `select` (--config) names no rule\n{NO_RULE}"),
            *(([flag], f"error: `{flag}` has no effect without `--fix`\n{NO_FIX.format(flag)}") for flag in FOR_FIXES),
        ],
    )  # fmt: skip
    def test_message(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
    ) -> None:
        calls = fake_engine(monkeypatch, lambda: CLEAN)
        assert run(["check", *arguments]) == 2
        assert capsys.readouterr() == ("", message)
        assert calls == []

    def test_option_without_its_value(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["check", "--select"]) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert err.startswith("error: ")
        assert "--select" in err

    def test_unknown_rule_in_the_file(self, capsys: pytest.CaptureFixture[str], project: Path) -> None:
        (project / "pyproject.toml").write_text('[tool.tflint-autograph.per-file-ignores]\nx = ["python-prnt"]\n')
        assert run(["check"]) == 2
        assert capsys.readouterr().err == (
            "error: unknown rule `python-prnt` in `per-file-ignores` (pyproject.toml:2)\n"
            "  did you mean `TFA101` (python-print)?\n"
        )


def test_help_lists_the_options_in_groups(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "-h"]) == 0
    help_text = capsys.readouterr().out
    headings = [line.rstrip(":") for line in help_text.splitlines() if line.endswith(":") and line[0] != " "]
    assert headings == ["Select", "Fix", "Files", "Adopt", "Output", "Run", "Config", "Options"]
    assert help_text.index("--min-severity") < help_text.index("Files:") < help_text.index("--exclude")
    assert "--no-pedantic" not in help_text


class TestPlaces:
    def test_are_relative_to_the_current_folder(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], project: Path
    ) -> None:
        fake_engine(monkeypatch, lambda: FOUND)
        for folder, place in (("pkg", "é.py"), ("other/deep", "../../pkg/é.py")):
            (project / folder).mkdir(parents=True)
            monkeypatch.chdir(project / folder)
            run(["check", "-f", "concise", "-q"])
            assert capsys.readouterr().out == CONCISE.replace("pkg/é.py", place)
            run(["check", "-q"])
            assert f" --> {place}:3:5\n" in capsys.readouterr().out

    def test_outside_of_the_current_folder_are_as_short_as_can_be(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], project: Path
    ) -> None:
        fake_engine(monkeypatch, lambda: FOUND)
        deep = project.joinpath(*"abcdefghijklmnopqrstuvwxyz" * 3)
        deep.mkdir(parents=True)
        for folder, place in ((deep, (project / "pkg/é.py").as_posix()), (project / "a/b", "../../pkg/é.py")):
            monkeypatch.chdir(folder)
            run(["check", "-f", "concise", "-q"])
            assert capsys.readouterr().out == CONCISE.replace("pkg/é.py", place)

    def test_of_json_are_relative_to_the_root(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], project: Path
    ) -> None:
        fake_engine(monkeypatch, lambda: FOUND)
        documents = []
        for folder in (".", "pkg"):
            (project / folder).mkdir(exist_ok=True)
            monkeypatch.chdir(project / folder)
            run(["check", "-f", "json", "-q"])
            documents.append(capsys.readouterr().out)
        assert documents[0] == documents[1]
        assert json.loads(documents[0])["findings"][0]["path"] == "pkg/é.py"
