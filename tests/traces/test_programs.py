"""What is said of each program: the reason of each trace with its line, and the traces TensorFlow counts itself."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.traces.programs import Expected, Program, Shown, programs, reasons, run

pytestmark = pytest.mark.tensorflow

PROGRAMS = programs()


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Shown]:
    return run(tmp_path_factory.mktemp("programs"))


def mismatch(program: Program, shown: Shown) -> str:
    """What is not as expected of a program, empty where everything is; also what other versions are compared by."""
    if shown.error:
        return shown.error
    own = reasons(shown, own=True)
    library = {(each.kind, each.paths, each.line) for each in reasons(shown, own=False)}
    wanted = [each for each in program.expected if not each.only]
    if Counter(own) != Counter(wanted):
        return f"{own} instead of {wanted}"
    of_library = {(each.kind, each.paths, each.line) for each in program.expected if each.only}
    return "" if of_library == library else f"{library} instead of {of_library} of libraries"


def uncounted(shown: Shown) -> dict[str, tuple[int, int]]:
    """The `tf.function` objects of which TensorFlow counts other traces than the report."""
    told = Counter(made.trace.function for each in shown.report.functions for made in each.made if made.trace.is_kept)
    return {number: (count, told[number]) for number, count in shown.counts.items() if number in told and count != told[number]}


@pytest.mark.parametrize("program", PROGRAMS, ids=[each.name for each in PROGRAMS])
def test_the_reasons_are_right(program: Program, shown: dict[str, Shown]) -> None:
    assert mismatch(program, shown[program.name]) == ""


@pytest.mark.parametrize("program", PROGRAMS, ids=[each.name for each in PROGRAMS])
def test_the_count_is_that_of_tensorflow(program: Program, shown: dict[str, Shown]) -> None:
    assert uncounted(shown[program.name]) == {}


def test_the_counts_are_compared(shown: dict[str, Shown]) -> None:
    """Guards the test above: of most programs the functions are still there when they are counted."""
    assert sum(bool(each.counts) for each in shown.values()) > 40


def test_calls_are_counted(shown: dict[str, Shown]) -> None:
    calls = {name: [(each.name, each.calls) for each in found.report.functions if each.is_own] for name, found in shown.items()}
    assert calls["python_int"] == [("step", 4)]
    assert calls["always_the_same"] == [("step", 5)]
    assert calls["first_call_variables"] == [("Net.__call__", 3)]
    assert calls["relaxed"] == [("total", 5)]


def test_every_kind_of_reason_is_expected_somewhere() -> None:
    from tflint_autograph.retracing.reasons import KINDS

    seen = {each.kind for program in PROGRAMS for each in program.expected}
    # What is captured by reference, and what we do not know, no program shows
    assert set(KINDS) - seen == {"captures", "unknown"}


def test_a_mark_is_read() -> None:
    assert Expected("value", ("epoch",), 7, "3") in next(each for each in PROGRAMS if each.name == "python_int").expected
