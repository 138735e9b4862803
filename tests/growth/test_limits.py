"""Where a limit of the analysis is reached, less is known, nothing wrong, and the statistics say so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.growth.nestings import HEAD, IMPORT
from tests.programs import settings_of, write
from tflint_autograph.cli.main import run as command
from tflint_autograph.engine.pipeline import Run, check_paths
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.report import LIMITS
from tflint_autograph.model.values import Kind
from tflint_autograph.project import eager_code
from tflint_autograph.project.eager_code import DEEPEST
from tflint_autograph.project.interpreter.loops import MOST_PASSES, PASSES
from tflint_autograph.project.interpreter.statements import BodyInterpreter
from tflint_autograph.project.tracing import recursion

NAMES = ("a", "b", "c", "d", "e", "g")
ROTATED = "".join(f"        {name} = {following}\n" for name, following in zip(NAMES, (*NAMES[1:], "x"), strict=True))
UNSETTLED = f"{HEAD}    a, b, c, d, e, g = 1, 'b', None, [], {{}}, 1.0\n    for i in tf.range(3):\n{ROTATED}    return a\n"


def limits(root: Path, source: str) -> dict[str, int]:
    write(root, source)
    return dict(check_paths(settings_of(root, no_cache=True), (str(root),), strict=True).stats.limits)


class TestLoops:
    def test_values_that_settle_reach_no_limit(self, tmp_path: Path) -> None:
        settled = "    a = []\n    for i in tf.range(3):\n        for j in range(3):\n            a.append([x])\n    return a\n"
        assert limits(tmp_path, HEAD + settled) == {}

    def test_values_that_do_not_are_counted(self, tmp_path: Path) -> None:
        assert limits(tmp_path, UNSETTLED) == {"loop-passes": 1}

    def test_nothing_is_known_of_them(self, tmp_path: Path) -> None:
        write(tmp_path, UNSETTLED)
        run = Run(settings_of(tmp_path), (str(tmp_path),), None, strict=True)
        run.program.build()
        flow = run.program.analysis.results[FunctionKey("m.py", "f")]
        last = max(flow.states)
        assert flow.states[last]["a"].kind is Kind.UNKNOWN
        assert flow.states[last]["x"].kind is Kind.TENSOR

    def test_a_body_is_run_few_times_however_many_loops_are_around_it(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        runs: dict[int, int] = {}
        block = BodyInterpreter.block

        def counted(self: BodyInterpreter, statements: tuple[object, ...]) -> None:
            if self.env is not None and self.traced:
                for statement in statements:
                    runs[statement.ordinal] = runs.get(statement.ordinal, 0) + 1  # type: ignore[attr-defined]
            block(self, statements)  # type: ignore[arg-type]

        monkeypatch.setattr(BodyInterpreter, "block", counted)
        loops = "".join("    " * depth + "for i in tf.range(3):\n" for depth in range(1, 16))
        moved = "".join("    " * 16 + line.strip() + "\n" for line in ROTATED.splitlines())
        write(tmp_path, f"{HEAD}    a, b, c, d, e, g = 1, 'b', None, [], {{}}, 1.0\n{loops}{moved}    return a\n")
        check_paths(settings_of(tmp_path, no_cache=True), (str(tmp_path),), strict=True)
        assert PASSES < max(runs.values()) <= 2 * MOST_PASSES


def test_eager_calls_that_are_nested_too_deeply(tmp_path: Path) -> None:
    chain = "".join(f"def g{number}():\n    return g{number + 1}()\n\n\n" for number in range(DEEPEST + 4))
    source = f"{IMPORT}{chain}def g{DEEPEST + 4}():\n    return 1\n\n\nN = g0()\n\n\n@tf.function\ndef f(x):\n    return x + N\n"
    assert limits(tmp_path, source)["call-depth"] >= 1


def test_results_of_recursive_functions_that_do_not_settle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recursive = "def g(n):\n    if n == 0:\n        return 1\n    return [g(n - 1)]\n\n\nN = g(9)\n\n\n"
    source = f"{IMPORT}{recursive}@tf.function\ndef f(x):\n    return x + N\n"
    assert limits(tmp_path, source) == {}
    monkeypatch.setattr(eager_code, "MOST_PASSES", 1)
    assert limits(tmp_path, source) == {"recursion": 1}


def test_arguments_that_do_not_settle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = f"{IMPORT}def g(a):\n    return a\n\n\n@tf.function\ndef f(x):\n    g(1)\n    return g(x)\n"
    assert limits(tmp_path, source) == {}
    monkeypatch.setattr(recursion, "ROUNDS", 1)
    assert limits(tmp_path, source) == {"caller-visits": 1}


class TestWhereItIsSaid:
    @pytest.fixture(autouse=True)
    def _program(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        write(tmp_path, UNSETTLED)
        monkeypatch.chdir(tmp_path)

    @pytest.mark.parametrize("option", ["--statistics", "--verbose"])
    def test_in_words(self, option: str, capsys: pytest.CaptureFixture[str]) -> None:
        for _ in range(2):  # the second time from the cache
            command(["check", option, "."])
            said = "".join(capsys.readouterr())
            assert f"1 function analysed less precisely: {LIMITS['loop-passes']} (loop-passes)\n" in said

    def test_in_json(self, capsys: pytest.CaptureFixture[str]) -> None:
        command(["check", "--no-cache", "--output-format", "json", "."])
        assert json.loads(capsys.readouterr().out)["summary"]["limits"]["loop_passes"] == 1

    def test_of_several_islands_they_are_added_up(self, tmp_path: Path) -> None:
        write(tmp_path, {"other.py": UNSETTLED, "third.py": UNSETTLED})
        report = check_paths(settings_of(tmp_path), (str(tmp_path),))
        assert dict(report.stats.limits) == {"loop-passes": 3}
