"""Which tests and scripts of a project are run, until when. Runs none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, cast

import pytest

from tflint_autograph.confirm.execution import Execution
from tflint_autograph.confirm.found_programs import ProjectTest
from tflint_autograph.confirm.programs import Programs
from tflint_autograph.confirm.project_runs import ProjectRun
from tflint_autograph.confirm.protocol import CallObservation, Driver, Hits, Observation, Raised, Replayed

NOTHING = Observation("", "")
IMPORTED = "--import-mode=importlib"
ALONE = "--noconftest"


class Fake:
    """Answers each driver with what the test says, one after the other, and remembers the drivers."""

    jobs = 1

    def __init__(self, answer: Callable[[Driver], Observation]) -> None:
        self.asked: list[Driver] = []
        self.settled: list[list[str]] = []
        self.answer = answer

    def programs(self, drivers: Sequence[Driver], *given: Any) -> list[Observation]:
        self.asked += drivers
        found = [self.answer(each) for each in drivers]
        self.settled += [given[-1](replace(each, id=f"program {index}")) for index, each in enumerate(found)]
        return found


def run_of(path: str, *findings: str) -> ProjectRun:
    return ProjectRun(path, dict.fromkeys(findings, (1, 0, False, 1)), tuple(ProjectTest(f"/p/{path}", f"test_{each}", (each,)) for each in findings))


def raised(type: str, message: str = "") -> Observation:
    return Observation("", "", (CallObservation(Raised(type, message, (), ()), None, {}, ""),))


def run(answer: Callable[[Driver], Observation], runs: Sequence[ProjectRun], budget: float = 60.0) -> tuple[Fake, Programs, list[str]]:
    fake, told, left = Fake(answer), list[str](), ["0", "1"]

    def take(replayed: Replayed, said: str) -> None:
        told.append(said)
        left[:] = [each for each in left if each != replayed.function]

    programs = Programs(cast(Execution, fake), "/p", budget, take, lambda hits: None)
    programs.found(runs, (), (), lambda: left)
    return fake, programs, told


def files(fake: Fake) -> list[list[str]]:
    """The files of each process, in the order of their tests."""
    return [list(dict.fromkeys(each.file.removeprefix("/p/test_").removesuffix(".py") for each in driver.tests)) for driver in fake.asked]


def test_nothing_is_run_for_what_is_settled() -> None:
    first = Observation("", "", replayed=(Replayed("0", "", NOTHING, NOTHING, NOTHING, "test_a.py::test_0"),))
    fake, _, told = run(lambda driver: first, [*(run_of(f"test_{name}.py", "0") for name in "abcdef"), run_of("test_g.py", "0", "1")])
    assert files(fake) == [["a", "g", "b", "c"]]
    assert set(told) == {"test_a.py::test_0"}
    fake, _, _ = run(lambda driver: first, [*(run_of(f"test_{name}.py", "0") for name in "abcdef"), *(run_of(f"test_{name}.py", "0", "1") for name in "ghijk")])
    assert [[each.name for each in driver.tests] for driver in fake.asked][1:] == [["test_1"] * 3]


def test_a_running_program_learns_what_it_has_settled() -> None:
    first = Observation("", "", replayed=(Replayed("0", "", NOTHING, NOTHING, NOTHING, "test_a.py::test_0"),))
    fake, _, told = run(lambda driver: first, [run_of("test_a.py", "0", "1")])
    assert (fake.settled, set(told)) == ([["0"]], {"test_a.py::test_0"})


def test_findings_take_turns_for_files_and_for_tests() -> None:
    fake, _, _ = run(lambda driver: NOTHING, [*(run_of(f"test_{name}.py", "0") for name in "abcde"), run_of("test_x.py", "1"), run_of("test_y.py", "1")])
    assert files(fake) == [["a", "x", "b", "y"], ["c", "d", "e"]]


def test_what_there_was_no_time_for_is_run_next() -> None:
    def answer(driver: Driver) -> Observation:
        return Observation("", "", unrun=driver.tests[1:], seconds=1.0)

    fake, _, _ = run(answer, [run_of("test_a.py", "0", "1"), run_of("test_b.py", "1")])
    assert [[(each.file, each.name) for each in driver.tests] for driver in fake.asked] == [
        [("/p/test_a.py", "test_0"), ("/p/test_a.py", "test_1"), ("/p/test_b.py", "test_1")],
        [("/p/test_a.py", "test_1"), ("/p/test_b.py", "test_1")],
        [("/p/test_b.py", "test_1")],
    ]


def test_the_nearest_file_is_the_first() -> None:
    far = ProjectRun("test_a.py", {"0": (2, 0, False, 1)}, run_of("test_a.py", "0").tests)
    assert files(run(lambda driver: NOTHING, [far, run_of("test_b.py", "1", "0")])[0]) == [["b", "a"]]


def test_tests_of_far_files_do_not_stand_for_those_of_a_near_one() -> None:
    def tests(path: str, number: int, *findings: str) -> tuple[ProjectTest, ...]:
        return tuple(ProjectTest(f"/p/{path}", f"test_{each}", findings) for each in range(number))

    far = ProjectRun("test_a.py", {"0": (1, 0, False, 1), "1": (3, 0, False, 1)}, (ProjectTest("/p/test_a.py", "Net.call", ("0",)), *tests("test_a.py", 30, "0", "1")))
    near = ProjectRun("test_b.py", {"1": (2, 0, False, 1)}, tests("test_b.py", 4, "1"))
    fake, _, _ = run(lambda driver: NOTHING, [far, near])
    (driver,) = fake.asked
    of_second = [each for each in driver.tests if "1" in each.watches]
    assert [each.file for each in driver.tests[:4]] == ["/p/test_a.py", "/p/test_b.py"] * 2
    # What pytest takes for no test does not count
    assert (len(of_second), [each.name for each in of_second if each.file == "/p/test_b.py"]) == (12, [f"test_{each}" for each in range(4)])
    assert len([each for each in driver.tests if "0" in each.watches]) == 13


def test_a_script_is_run_as_it_stands() -> None:
    fake, _, told = run(lambda driver: Observation("", "", replayed=(Replayed("0", "", NOTHING, NOTHING, NOTHING),)), [ProjectRun("a/run.py", {"0": (0, 0, False, 1)})])
    assert [(each.program, each.is_found) for each in fake.asked] == [(("/p/a/run.py",), True)]
    assert set(told) == {"python a/run.py"}


def test_a_script_that_lacks_a_file_is_run_again_in_its_folder() -> None:
    def answer(driver: Driver) -> Observation:
        return NOTHING if driver.folder else raised("FileNotFoundError", "data.csv")

    fake, programs, _ = run(answer, [ProjectRun("a/run.py", {"0": (0, 0, False, 1)})])
    assert [each.folder for each in fake.asked] == ["", "/p/a"]
    assert programs.notes == ["a/run.py: ran to its end; calls of 0 functions with findings were replayed"]
    fake, _, _ = run(lambda driver: raised("FileNotFoundError", "data.csv"), [ProjectRun("a/run.py", {"0": (0, 0, False, 1)})])
    assert [each.folder for each in fake.asked] == ["", "/p/a"]


def test_a_notebook_is_run_in_its_folder() -> None:
    fake, _, _ = run(lambda driver: NOTHING, [ProjectRun("a/run.ipynb", {"0": (0, 0, False, 1)}, source="x = 1")])
    assert [each.folder for each in fake.asked] == ["/p/a"]


def test_no_further_program_is_run_for_what_enough_replays_do_not_show() -> None:
    shown = Observation("", "", hits=(Hits("0", (1,), (0,), {}),))
    three = Observation("", "", replayed=(Replayed("other", "", NOTHING, NOTHING, shown),) * 3)
    both, one = [f"test_{name}.py" for name in "abcd"], [f"test_{name}.py" for name in "efghijkl"]
    fake, _, _ = run(lambda driver: three, [*(run_of(name, "0", "1") for name in both), *(run_of(name, "0") for name in one)])
    assert files(fake) == [["a", "b", "c", "d"], ["e", "f", "g", "h"]]
    fake, _, _ = run(lambda driver: three, [run_of(f"test_{name}.py", "0", "1") for name in "abcdefghij"])
    assert [sorted({each for test in driver.tests for each in test.watches}) for driver in fake.asked] == [["0", "1"], ["0", "1"], ["1"]]
    assert [{*each} for each in fake.settled] == [set(), set(), {"0"}]


def test_what_pytest_cannot_import_is_imported_otherwise_and_so_are_the_next() -> None:
    def answer(driver: Driver) -> Observation:
        return NOTHING if IMPORTED in driver.program else raised("Uncollected", "no module")

    fake, programs, _ = run(answer, [*(run_of(f"test_{name}.py", "0") for name in "abcdef")])
    assert [(IMPORTED in each.program, len(each.tests)) for each in fake.asked] == [(False, 4), (True, 4), (True, 2)]
    assert [each.partition(":")[0] for each in programs.notes] == ["test_a.py, test_b.py, test_c.py, test_d.py", "test_e.py, test_f.py"]


def test_what_cannot_be_imported_otherwise_either_is_run_without_its_conftest() -> None:
    def answer(driver: Driver) -> Observation:
        return NOTHING if ALONE in driver.program else raised("Uncollected", "no plugin")

    fake, programs, _ = run(answer, [*(run_of(f"test_{name}.py", "0") for name in "ab")])
    assert [(IMPORTED in each.program, ALONE in each.program) for each in fake.asked] == [(False, False), (True, False), (True, True)]
    assert programs.notes == ["test_a.py, test_b.py: ran to its end; calls of 0 functions with findings were replayed"]


def test_why_tests_cannot_be_collected_is_told() -> None:
    _, programs, _ = run(lambda driver: raised("Uncollected", "ImportError: no module"), [run_of("test_a.py", "0")])
    assert programs.notes == ["test_a.py: pytest cannot collect its tests: ImportError: no module; calls of 0 functions with findings were replayed"]


def test_one_file_that_cannot_be_imported_costs_the_others_nothing() -> None:
    lost = Observation("", "", uncollected=("/p/test_a.py",))
    fake, _, _ = run(lambda driver: NOTHING if IMPORTED in driver.program else lost, [run_of("test_a.py", "0"), run_of("test_b.py", "0")])
    assert files(fake) == [["a", "b"], ["a"]]


@pytest.mark.parametrize(("budget", "asked"), [(60.0, 1), (1.0, 0)])
def test_without_a_budget_nothing_is_run(budget: float, asked: int) -> None:
    assert len(run(lambda driver: NOTHING, [run_of("test_a.py", "0"), run_of("test_b.py", "1")], budget)[0].asked) == asked


def test_without_pytest_one_line_says_so() -> None:
    fake, programs, _ = run(lambda driver: raised("ModuleNotFoundError", "No module named 'pytest'"), [run_of("a_test.py", "0"), run_of("b_test.py", "1")])
    assert len(fake.asked) == 1
    assert programs.notes == ["tests are not run: pytest is not installed for this Python"]
