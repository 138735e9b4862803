"""Helpers of the command line's tests: a child process, and an engine that returns a report made by hand."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable

import pytest

from tflint_autograph.config.settings import Settings
from tflint_autograph.model.finding import Finding, Problem, ProblemKind
from tflint_autograph.model.levels import Confidence, Severity
from tflint_autograph.model.location import Position, Span
from tflint_autograph.model.report import Report, Stats

COMMAND = (sys.executable, "-m", "tflint_autograph")
SPAN = Span("pkg/é.py", Position(3, 5), Position(3, 10))
FINDING = Finding(
    "TFA101",
    "python-print",
    "`print` runs only at trace time, not on every call",
    SPAN,
    Severity.WARNING,
    Confidence.HIGH,
    "f",
    None,
)
STATS = Stats(files=2, project_files=3, relevant=1, parsed=1, functions=4, traced=1, phases=(("facts", 0.25),))
CLEAN = Report((), stats=STATS)
FOUND = Report((FINDING,), stats=STATS, sources=((("pkg/é.py", None), ("def f():", "    x = 1", "    print(x)")),))
BROKEN = Report((FINDING,), problems=(Problem(ProblemKind.IO, "permission denied", SPAN),), stats=STATS)

Call = tuple[Settings, tuple[str, ...], tuple[str, bytes] | None]


def fake_engine(monkeypatch: pytest.MonkeyPatch, answer: Callable[[], Report]) -> list[Call]:
    """Let `check` get `answer()` instead of the engine's report; returns the list its calls are added to."""
    calls: list[Call] = []

    def check_paths(
        settings: Settings, paths: tuple[str, ...], *, stdin: tuple[str, bytes] | None = None, adoption: object = None,
        progress: object = None, residents: object = None, cache: object = None,
    ) -> Report:
        calls.append((settings, paths, stdin))
        return answer()

    module = types.ModuleType("tflint_autograph.engine.pipeline")
    module.__dict__["check_paths"] = check_paths
    monkeypatch.setitem(sys.modules, module.__name__, module)
    # What the engine has said earlier is not asked for.
    monkeypatch.setattr("tflint_autograph.cli.check._outputs", lambda settings, paths: None)
    return calls


def disguised() -> RuntimeError:
    """What Ctrl-C becomes where it comes into a `__set_name__`, in Pythons before 3.12."""
    error = RuntimeError("Error calling __set_name__ on 'Field' instance 'x' in 'C'")
    error.__cause__ = KeyboardInterrupt()
    return error
