"""`why`: what it hands to the engine and prints."""

from __future__ import annotations

import io
import sys
import types
from pathlib import Path

import pytest

from tflint_autograph.cli.main import run
from tflint_autograph.config.errors import UsageError
from tflint_autograph.config.settings import Settings


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Path, str]]:
    calls: list[tuple[Path, str]] = []

    def why(settings: Settings, target: str) -> tuple[str, ...]:
        calls.append((settings.root, target))
        if target == "nothing":
            raise UsageError("no function `nothing`", "did you mean `pkg.nothing`?")
        return ("pkg.f is traced", "└── @tf.function")

    module = types.ModuleType("tflint_autograph.engine.explain.why")
    module.__dict__.update(why=why, roots=lambda: ("tf.function", "tf.map_fn"))
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return calls


def test_target(project: Path, asked: list[tuple[Path, str]], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["why", "pkg.f"]) == 0
    assert capsys.readouterr() == ("pkg.f is traced\n└── @tf.function\n", "")
    assert asked == [(project, "pkg.f")]


@pytest.mark.parametrize("target", ["sub/a.py", "sub/a.py:4"])
def test_configuration_is_that_of_the_file(project: Path, asked: list[tuple[Path, str]], target: str) -> None:
    (project / "sub").mkdir()
    (project / "sub/a.py").touch()
    (project / "sub/pyproject.toml").write_text("[tool.tflint-autograph]\n")
    run(["why", target])
    assert asked == [(project / "sub", target)]


def test_on_a_stream_that_knows_ascii_only(
    project: Path, asked: list[tuple[Path, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="ascii"))
    assert run(["why", "pkg.f"]) == 0
    assert written.getvalue() == b"pkg.f is traced\n`-- @tf.function\n"


def test_roots(project: Path, asked: list[tuple[Path, str]], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["why", "--roots"]) == 0
    assert capsys.readouterr().out == "tf.function\ntf.map_fn\n"
    assert asked == []


def test_errors(project: Path, asked: list[tuple[Path, str]], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["why", "nothing"]) == 2
    assert capsys.readouterr() == ("", "error: no function `nothing`\n  did you mean `pkg.nothing`?\n")
    assert run(["why"]) == 2
    assert capsys.readouterr().err.startswith("error: why needs a target\n")
