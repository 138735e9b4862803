"""What is said of each program: the reason of each trace with its line, and the traces TensorFlow counts itself."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import jsonschema
import pytest

from tests.traces.programs import Expected, Program, Shown, programs, reasons, run
from tflint_autograph.report.full.style import Style
from tflint_autograph.retracing import text
from tflint_autograph.retracing.bundles import bundled
from tflint_autograph.retracing.compare import changes
from tflint_autograph.retracing.document import document, schema
from tflint_autograph.retracing.html import page
from tflint_autograph.retracing.reasons import KINDS
from tflint_autograph.retracing.records import Line
from tflint_autograph.retracing.report import StaticFinding, Traced

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
    wanted = [replace(each, only="") for each in program.expected if each.only in _own(shown)]
    if Counter(own) != Counter(wanted):
        return f"{own} instead of {wanted}"
    of_library = {(each.kind, each.paths, each.line) for each in program.expected if each.only in _libraries(shown)}
    return "" if of_library == library else f"{library} instead of {of_library} of libraries"


def _version(shown: Shown) -> tuple[int, ...]:
    return tuple(map(int, shown.report.tensorflow.split(".")[:2]))


def _own(shown: Shown) -> tuple[str, str]:
    return "", "own3" if _version(shown) >= (2, 16) else "own2"


def _libraries(shown: Shown) -> tuple[str, str]:
    """The marks that hold under a version: Keras 3 comes with TensorFlow 2.16."""
    return "library", "library3" if _version(shown) >= (2, 16) else "library2"


def uncounted(shown: Shown) -> dict[str, tuple[int, int]]:
    """The `tf.function` objects of which TensorFlow counts other traces than the report; before 2.14 it counts failed ones, too."""
    counts_all = _version(shown) < (2, 14)
    told = Counter(
        made.trace.function for each in shown.report.functions for made in each.made if made.trace.is_kept or counts_all
    )
    return {number: (count, told[number]) for number, count in shown.counts.items() if number in told and count != told[number]}


@pytest.mark.parametrize("program", PROGRAMS, ids=[each.name for each in PROGRAMS])
def test_the_reasons_are_right(program: Program, shown: dict[str, Shown]) -> None:
    assert mismatch(program, shown[program.name]) == ""


@pytest.mark.parametrize("program", PROGRAMS, ids=[each.name for each in PROGRAMS])
def test_the_count_is_that_of_tensorflow(program: Program, shown: dict[str, Shown]) -> None:
    assert uncounted(shown[program.name]) == {}


def test_nested_traces_lie_within_the_enclosing_one(shown: dict[str, Shown]) -> None:
    made = [{each.trace.number: each.trace for one in found.report.functions for each in one.made} for found in shown.values()]
    pairs = [(inner, traces[inner.outer]) for traces in made for inner in traces.values() if inner.outer in traces]
    assert len(pairs) > 20
    for inner, outer in pairs:
        assert inner.seconds is not None
        assert outer.seconds is not None
        assert outer.start <= inner.start
        assert inner.start + inner.seconds <= outer.start + outer.seconds + 1e-6


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
    seen = {each.kind for program in PROGRAMS for each in program.expected}
    # What is captured by reference, and what we do not know, no program shows
    assert set(KINDS) - seen == {"captures", "unknown"}


def test_a_mark_is_read() -> None:
    assert Expected("value", ("epoch",), 7, "3") in next(each for each in PROGRAMS if each.name == "python_int").expected


def function(shown: dict[str, Shown], program: str) -> Traced:
    return next(each for each in shown[program].report.functions if each.groups)


REMEDIES = {
    "python_int": ("pass a tensor: `tf.constant(epoch)`", 1),
    "nested_deep": ("pass a tensor: `tf.constant(batch[\"meta\"][1][\"scale\"])`", 1),
    "python_flag": ("nothing to change where the code needs both: `training` has a trace for each of the values", 2),
    "shape": ("write `input_signature=[tf.TensorSpec([3, None], tf.float32)]`", 1),
    "shape_of_rank": ("write `input_signature=[tf.TensorSpec(None, tf.float32)]`", 1),
    "nested_shape": (
        "write `input_signature=[{'image': tf.TensorSpec([4, None], tf.float32), 'label': tf.TensorSpec([4], tf.float32)}]`", 1
    ),
    "last_batch_of_pairs": (
        "write `input_signature=[tf.TensorSpec([None, 3], tf.float32), tf.TensorSpec([None], tf.float32)]`, or drop the last batch, `batch(..., drop_remainder=True)`", 1
    ),
    "dtype_of_numpy": ("pass `x` with one dtype, converted where it is made: `tf.cast(x, ...)`", 1),
    "dtype_and_shape_at_once": (
        "pass `eps` with one dtype, converted where it is made: `tf.cast(eps, ...)`; with `reduce_retracing=True`, as the shape differs, too", 2
    ),
    "two_values_at_once": ("pass a tensor: `tf.constant(rate)`, `tf.constant(epoch)`", 1),
    "value_and_shape_at_once": ("pass a tensor: `tf.constant(n)`; write `input_signature=[tf.TensorSpec([None], tf.float32), tf.TensorSpec([], tf.float32)]`", 1),
    "two_shapes_beside_an_object": ("pass `x` with one shape in each call, padded where it is smaller", 1),
    "three_shapes_beside_an_object": ("write `reduce_retracing=True`", 2),
    "method_of_instances": ("create one `Net` and use it again, or trace a function outside of the class", 1),
    "relaxed": ("nothing to change: the relaxed trace covers later shapes", 2),
}  # fmt: skip


@pytest.mark.parametrize("program", REMEDIES)
def test_the_remedy_and_what_would_remain(program: str, shown: dict[str, Shown]) -> None:
    found = function(shown, program)
    assert (found.groups[0].remedy.text, found.remaining) == REMEDIES[program]


def test_what_helps_is_the_finding_with_its_fix_else_the_remedy(shown: dict[str, Shown]) -> None:
    found = function(shown, "python_int")
    group = found.groups[0]
    assert text.helps(found, group) == ["pass a tensor: `tf.constant(epoch)`; 1 trace would remain"]
    at = Line("train.py", 7)
    checked = replace(group, finding=StaticFinding("TFA402", "it retraces", at, "pass a tensor", "write `tf.constant(k)` at line 7"))
    assert text.helps(found, checked) == ["pass a tensor", "write `tf.constant(k)` at line 7; 1 trace would remain"]
    shapes = function(shown, "shape")
    checked = replace(shapes.groups[0], finding=StaticFinding("TFA405", "it retraces", at, "give a signature", ""))
    assert text.helps(shapes, checked)[0].startswith("write `input_signature=[tf.TensorSpec([3, None]")


def test_the_time_lost_is_told_by_reason(shown: dict[str, Shown]) -> None:
    found = function(shown, "many_lines")
    assert sum(group.seconds for group in found.groups) == pytest.approx(found.seconds - found.made[0].trace.lost)
    slow = replace(found.groups[0].made[0], trace=replace(found.groups[0].made[0].trace, own_seconds=1.5, xla=0.25))
    assert text.lost(replace(found.groups[0], made=(slow,))) == ", 1.75 s"


def test_what_would_remain_of_each_reason_alone(shown: dict[str, Shown]) -> None:
    found = function(shown, "many_lines")
    assert [(len(group.made), group.remaining) for group in found.groups] == [(3, 1), (1, 1)]
    found = function(shown, "first_call_layers")
    assert {group.reason.kind: group.remaining for group in found.groups} == {"variables": 3, "shape": 2}


def test_the_headline_says_function_argument_values_and_line(shown: dict[str, Shown]) -> None:
    found = function(shown, "python_int")
    said = text.headline(found.groups[0])
    assert said.startswith("retraced 3 times because of `epoch` (0, 1, 2, 3) at ")
    assert said.endswith("python_int.py:7")


def test_xla_autograph_and_operations_are_told(shown: dict[str, Shown]) -> None:
    compiled = function(shown, "compiled_by_xla")
    assert all(made.trace.xla for made in compiled.made)
    assert "in XLA, first runs included" in text.facts(compiled, 1.0)
    outer, inner = shown["compiled_within_another"].report.functions
    assert [(each.name, all(made.trace.xla for made in each.made)) for each in (outer, inner)] == [("total", True), ("inner", False)]
    assert not any(made.trace.xla for each in shown["nested_function"].report.functions for made in each.made)
    nested = next(each for each in shown["nested_function"].report.functions if each.name == "outer")
    assert nested.made[0].trace.converting > 0
    assert nested.made[0].trace.own_seconds < (nested.made[0].trace.seconds or 0)
    assert all((made.trace.operations or 0) > 0 for made in nested.made)


def test_the_functions_of_keras_around_a_step_of_the_user_are_told_apart(shown: dict[str, Shown]) -> None:
    found = [each.name for each in shown["keras_train_step_of_the_user"].report.functions if each.is_own]
    layers = ("multi_step_on_iterator", "one_step_on_data")
    assert sorted(found) == [f"Net.train_step ({layer} of train_function)" for layer in layers]


def test_functions_of_keras_are_shown_under_the_line_that_led_to_them(shown: dict[str, Shown]) -> None:
    found = {each.name.partition(" ")[0]: each.under for each in shown["keras_fit_ragged_last_batch"].report.functions}
    under = found["train_function"]
    assert under is not None
    assert (under.line, under.file.endswith("keras_fit_ragged_last_batch.py")) == (7, True)


def test_every_report_fits_the_schema_and_can_be_shown(shown: dict[str, Shown]) -> None:
    check = jsonschema.Draft202012Validator(json.loads(schema()))
    for each in shown.values():
        check.validate(json.loads(json.dumps(document(each.report))))
        for traced in bundled(each.report.functions):
            assert traced.name in text.render(each.report, Style(color=False, unicode=True)) or not traced.groups
        assert "<script>" in page(each.report)
    assert not check.is_valid({"schema": "tflint-autograph-traces/1"})


def test_functions_inside_of_a_library_are_shown_as_one_under_a_line(shown: dict[str, Shown]) -> None:
    found = shown["replicas_with_a_ragged_last_batch"].report
    several = next(each for each in bundled(found.functions) if each.library and each.groups)
    inside = [each for each in found.functions if each.library and each.under == several.under]
    assert len(inside) > 4
    assert several.name == f"{len(inside)} functions of tensorflow"
    assert (several.traces, several.calls) == (sum(each.traces for each in inside), sum(each.calls for each in inside))
    assert [made.index for made in several.made] == list(range(1, len(several.made) + 1))
    assert [each.name for each in bundled(found.functions) if not each.library] == ["step"]
    assert sum(each.traces for each in bundled(found.functions)) == found.traces
    # An iterator over two devices has two objects of each: how many traces one iterator would leave is not told
    (group,) = several.groups
    assert (len(group.made), group.remaining) == (several.traces - len(inside), several.traces)
    assert group.remedy.text.startswith("keep one iterator of the dataset")
    assert all(made.index in {one.index for one in several.made} for made in group.made)


def test_what_would_remain_of_functions_inside_of_a_library(shown: dict[str, Shown]) -> None:
    several = next(each for each in bundled(shown["keras_compiled_in_a_loop"].report.functions) if each.library and each.groups)
    (group,) = several.groups
    assert (several.traces, group.remaining, several.remaining) == (2 * group.remaining, group.remaining, group.remaining)


def test_the_page_escapes_what_users_wrote(shown: dict[str, Shown]) -> None:
    assert "&lt;lambda&gt;" in page(shown["made_of_a_lambda"].report)
    assert "<lambda>" not in page(shown["made_of_a_lambda"].report)


def test_two_reports_are_compared(shown: dict[str, Shown]) -> None:
    old = document(shown["python_int"].report)
    assert next(iter(changes(old, shown["python_int"].report))) == "No function's traces have changed."
    fewer = json.loads(json.dumps(old))
    fewer["functions"][0].update(traces=1, reasons=[])
    lines = list(changes(fewer, shown["python_int"].report))
    assert "has 4 traces, 1 before" in lines[0]
    assert lines[1].startswith("  new: retraced 3 times because of `epoch`")
    cell = replace(shown["python_int"].report, functions=(replace(shown["python_int"].report.functions[0], file="/nb.ipynb:cell 3"),))
    assert "`step` (/nb.ipynb:cell 3:2) is new: 4 traces" in changes(old, cell)
    other = json.loads(json.dumps(old))
    other["functions"][0]["reasons"][0]["kind"] = "dtype"
    lines = list(changes(other, shown["python_int"].report))
    assert lines[0].endswith("has 4 traces as before, for other reasons")
    assert [line.partition(":")[0] for line in lines[1:3]] == ["  new", "  gone"]
    library = shown["keras_predict_ragged_last_batch"].report
    assert any(line.startswith("`predict_function (one_step_on_data_distributed of Keras)` (under ") for line in changes(old, library))
    assert any("is no longer traced: 4 traces before" in line for line in changes(old, shown["shape"].report))
    assert any("is new: 4 traces" in line for line in changes(old, shown["shape"].report))


def test_the_schema_knows_every_kind_of_reason() -> None:
    assert json.loads(schema())["$defs"]["kind"]["enum"] == list(KINDS)
