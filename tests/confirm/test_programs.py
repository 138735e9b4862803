"""Which tests and scripts of a project are run, until when. Runs none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import pytest

from tflint_autograph.confirm.execution import Execution
from tflint_autograph.confirm.found_programs import ProjectTest
from tflint_autograph.confirm.programs import Programs
from tflint_autograph.confirm.project_runs import ProjectRun
from tflint_autograph.confirm.protocol import CallObservation, Driver, Observation, Raised, Replayed

NOTHING = Observation("", "")
IMPORTED = "--import-mode=importlib"


class Fake:
    """Answers each driver with what the test says, one after the other, and remembers the drivers."""

    jobs = 1

    def __init__(self, answer: Callable[[Driver], Observation]) -> None:
        self.asked: list[Driver] = []
        self.answer = answer

    def programs(self, drivers: Sequence[Driver], *_: Any) -> list[Observation]:
        self.asked += drivers
        return [self.answer(each) for each in drivers]


def run_of(path: str, *findings: str) -> ProjectRun:
    return ProjectRun(path, dict.fromkeys(findings, (1, 1)), tuple(ProjectTest(f"/p/{path}", f"test_{each}", (each,)) for each in findings))


def raised(type: str, message: str = "") -> Observation:
    return Observation("", "", (CallObservation(Raised(type, message, (), ()), None, {}, ""),))


def run(answer: Callable[[Driver], Observation], runs: Sequence[ProjectRun], budget: float = 60.0) -> tuple[Fake, Programs, list[str]]:
    fake, told, left = Fake(answer), list[str](), ["0", "1"]

    def take(replayed: Replayed, said: str) -> None:
        told.append(said)
        left[:] = [each for each in left if each != replayed.function]

    programs = Programs(cast(Execution, fake), "/p", budget, take, lambda hits: None)
    programs.found(runs, (), lambda: left)
    return fake, programs, told


def test_nothing_is_run_for_what_is_settled() -> None:
    first = Observation("", "", replayed=(Replayed("0", "", NOTHING, NOTHING, NOTHING, "test_a.py::test_0"),))
    fake, _, told = run(lambda driver: first, [run_of("test_a.py", "0"), run_of("test_b.py", "0"), run_of("test_c.py", "0", "1")])
    assert [[each.name for each in driver.tests] for driver in fake.asked] == [["test_0"], ["test_1"]]
    assert told[0] == "test_a.py::test_0"


def test_findings_take_turns() -> None:
    runs = [run_of("test_a.py", "0"), run_of("test_b.py", "0"), run_of("test_c.py", "0"), run_of("test_d.py", "1")]
    fake, _, _ = run(lambda driver: NOTHING, runs)
    assert [each.tests[0].file for each in fake.asked] == ["/p/test_a.py", "/p/test_d.py", "/p/test_b.py", "/p/test_c.py"]


def test_the_nearest_file_is_the_first_and_its_tests_of_the_finding_come_first() -> None:
    far, near = ProjectRun("test_a.py", {"0": (2, 1)}, run_of("test_a.py", "0").tests), run_of("test_b.py", "1", "0")
    fake, _, _ = run(lambda driver: NOTHING, [far, near])
    assert [[each.name for each in driver.tests] for driver in fake.asked] == [["test_0", "test_1"], ["test_0"]]


def test_a_script_is_run_as_it_stands() -> None:
    fake, _, told = run(lambda driver: Observation("", "", replayed=(Replayed("0", "", NOTHING, NOTHING, NOTHING),)), [ProjectRun("a/run.py", {"0": (0, 1)})])
    assert [(each.program, each.is_found) for each in fake.asked] == [(("/p/a/run.py",), True)]
    assert told == ["python a/run.py"]


def test_what_pytest_cannot_import_is_imported_otherwise_and_so_are_the_next() -> None:
    def answer(driver: Driver) -> Observation:
        return NOTHING if IMPORTED in driver.program else raised("Uncollected", "no module")

    fake, programs, _ = run(answer, [run_of("test_a.py", "0"), run_of("test_b.py", "1"), run_of("test_c.py", "1")])
    assert [IMPORTED in each.program for each in fake.asked] == [False, True, True, True]
    assert len(programs.notes) == 3


@pytest.mark.parametrize(("budget", "asked"), [(60.0, 2), (1.0, 0)])
def test_without_a_budget_nothing_is_run(budget: float, asked: int) -> None:
    assert len(run(lambda driver: NOTHING, [run_of("test_a.py", "0"), run_of("test_b.py", "1")], budget)[0].asked) == asked


def test_without_pytest_one_line_says_so() -> None:
    fake, programs, _ = run(lambda driver: raised("ModuleNotFoundError", "No module named 'pytest'"), [run_of("a_test.py", "0"), run_of("b_test.py", "1")])
    assert len(fake.asked) == 1
    assert programs.notes == ["tests are not run: pytest is not installed for this Python"]
