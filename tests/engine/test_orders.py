"""What is said does not depend on the order of questions, not even where functions, classes and modules need each other."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.engine.circles import MODULES, project
from tests.programs import settings_of, write
from tflint_autograph.engine.filtering.adopt import Adoption
from tflint_autograph.engine.pipeline import Run, check_paths
from tflint_autograph.engine.session import EditSession
from tflint_autograph.model.facts import MODULE, FunctionKey
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.globals_ import bindings
from tflint_autograph.project.tracing.tracing import Tracing
from tflint_autograph.project.values.body_result import BodyResult

Question = tuple[str, Callable[[], object]]


def questions(analysis: Analysis) -> list[Question]:
    """What can be asked of plain Python, each with its name."""
    found: list[Question] = []

    def add(ask: Callable[..., object], *given: object) -> None:
        found.append((f"{ask.__name__} {given}", lambda: ask(*given)))

    for module in analysis.project.loaded():
        keys = [FunctionKey(module.path, fact.qualname) for fact in module.functions]
        for key in keys:
            add(analysis.function_value, key)
            add(analysis.default_values.alone, key)
        for key in (FunctionKey(module.path, MODULE), *keys):
            add(analysis.eager_calls, key)
        for name in bindings(module.body):
            add(analysis.module_value, module.path, name)
    for cls in analysis.project.classes():
        add(analysis.classes.bases, cls)
        add(analysis.classes.mro, cls)
        for attr in analysis.classes.own_writers(cls):
            add(analysis.attributes.stored, cls, attr)
    return found


def shown(answer: object) -> str:
    return repr((answer.result, answer.bindings, answer.writes, answer.calls)) if isinstance(answer, BodyResult) else repr(answer)


def answers(root: Path, dice: random.Random | None) -> dict[str, str]:
    """All answers about a project, asked for in order or in the order of the dice."""
    run = Run(settings_of(root), (str(root),), None, strict=True)
    for path in run.files.all():
        run.program.project.module(path)
    asked = questions(run.program.analysis)
    if dice is not None:
        dice.shuffle(asked)
    return {name: shown(ask()) for name, ask in asked}


@pytest.mark.parametrize("seed", range(16))
def test_answers_are_the_same_in_every_order(tmp_path: Path, seed: int) -> None:
    write(tmp_path, project(seed))
    said = answers(tmp_path, None)
    for order in range(3):
        again = answers(tmp_path, random.Random(order))
        assert {name: answer for name, answer in again.items() if said[name] != answer} == {}


def found(root: Path) -> list[str]:
    return [repr(each) for each in check_paths(settings_of(root, no_cache=True), [str(root)], strict=True).findings]


@pytest.mark.parametrize("seed", [13, 16, 31, 45, 52, 55, 82, 83])
def test_findings_are_the_same_whatever_was_asked_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    write(tmp_path, project(seed))
    said, run = found(tmp_path), Tracing.run
    for order in (seed, seed + 1):
        dice = random.Random(order)

        def asked(tracing: Tracing, dice: random.Random = dice) -> None:
            before = questions(tracing.analysis)
            for _, ask in dice.sample(before, len(before) // 2):
                ask()
            run(tracing)

        monkeypatch.setattr(Tracing, "run", asked)
        assert found(tmp_path) == said


@pytest.mark.parametrize("seed", range(10))
def test_a_file_alone_says_what_it_says_with_all_others(tmp_path: Path, seed: int) -> None:
    write(tmp_path, project(seed))
    run = Run(settings_of(tmp_path, no_cache=True), (str(tmp_path),), None, strict=True)
    whole = run.report(Adoption(run.settings)).findings
    for name in ("main.py", *(f"pkg/{each}.py" for each in MODULES)):
        alone = check_paths(run.settings, [str(tmp_path / name)], strict=True).findings
        assert [repr(each) for each in alone] == [repr(each) for each in whole if each.span.path == name]


@pytest.mark.parametrize("seed", [3, 25, 62, 73])
def test_a_session_says_what_a_cold_run_says(tmp_path: Path, seed: int) -> None:
    write(tmp_path, project(seed))
    session = EditSession(settings_of(tmp_path, no_cache=True))
    dice = random.Random(seed)
    for _ in range(6):
        said = [repr(each) for each in session.check(session.buffers.all()).report.findings]
        assert said == found(tmp_path)
        other = project(seed + dice.randrange(1000, 1003))
        name = dice.choice([each for each in other if other[each]])
        (tmp_path / name).write_text(other[name], encoding="utf-8")
        session.touched(str(tmp_path / name))
