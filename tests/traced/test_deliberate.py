"""Code that says itself that it is about tracing: what is found there is shown with all rules only."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence, Severity

PROGRAM = """\
import tensorflow as tf

def test_f():
    calls = 0

    @tf.function
    def f(x):
        nonlocal calls
        calls += 1
        return x

    f(1.0)
    f(2.0)
    {use}
"""


def said(tmp_path: Path, use: str) -> list[Severity]:
    """How severe the update of the counter is where a test goes on like this."""
    return [finding.severity for finding in report_of(tmp_path, PROGRAM.format(use=use), select=("TFA503",)).findings]


@pytest.mark.parametrize(
    "use",
    ["assert calls == 1", "before = calls; f(2.0); assert before == calls", "unittest.TestCase().assertEqual(calls, 1)"],
)
def test_a_counter_that_a_test_checks_counts_traces(tmp_path: Path, use: str) -> None:
    assert said(tmp_path, use) == [Severity.INFO]


@pytest.mark.parametrize("use", ["pass", "return calls", "assert calls == 1; print(calls)"])
def test_a_counter_that_is_read_for_more_counts_calls(tmp_path: Path, use: str) -> None:
    assert said(tmp_path, use) == [Severity.ERROR]


@pytest.mark.parametrize(("use", "severity"), [("pass", Severity.ERROR), ("self.assertEqual(calls['f'], 1)", Severity.INFO)])
def test_a_counter_in_a_container_may_be_checked_too(tmp_path: Path, use: str, severity: Severity) -> None:
    program = PROGRAM.replace("calls = 0", "calls = dict(f=0)").replace("calls += 1", "calls['f'] += 1").replace("nonlocal calls", "pass")
    report = report_of(tmp_path, program.format(use=use), select=("TFA503",))
    assert [finding.severity for finding in report.findings] == [severity]


@pytest.mark.parametrize(
    ("use", "severity"),
    [
        ("assert len(calls) == 1", Severity.INFO),
        ("unittest.TestCase().assertLen(calls, 1)", Severity.INFO),
        ("assert calls == [3]", Severity.INFO),
        ("pass", Severity.ERROR),
        ("print(len(calls)); assert len(calls) == 1", Severity.ERROR),
    ],
)
def test_a_list_may_count_traces(tmp_path: Path, use: str, severity: Severity) -> None:
    program = PROGRAM.replace("calls = 0", "calls = []").replace("calls += 1", "calls.append(3)").replace("nonlocal calls", "pass")
    report = report_of(tmp_path, program.format(use=use), select=("TFA503",))
    assert [finding.severity for finding in report.findings] == [severity]
    kept = report_of(tmp_path, program.replace("append(3)", "append(tf.square(x))").format(use=use), select=("TFA503",))
    assert [finding.severity for finding in kept.findings] == [Severity.ERROR]


STORING = """\
import tensorflow as tf

TABLE, SEEN, ROWS = {{}}, set(), []

@tf.function
def f(x, parts):
    global SEEN
    {say}
    return x
"""


@pytest.mark.parametrize(
    ("say", "severity"),
    [
        ("TABLE['x'] = x.shape", Severity.INFO),
        ("TABLE['x'] = (x.dtype, x.shape.as_list()[0], 3)", Severity.INFO),
        ("SEEN |= set(parts.keys())", Severity.INFO),
        ("SEEN.add(x.name)", Severity.INFO),
        ("SEEN.update(parts.keys())", Severity.INFO),
        ("SEEN = list(parts.keys())", Severity.INFO),
        ("ROWS.append(x.shape)", Severity.ERROR),
        ("ROWS.extend(parts.keys())", Severity.ERROR),
        ("TABLE['x'] = parts", Severity.ERROR),
        ("TABLE['x'] = (x.shape, parts)", Severity.ERROR),
        ("TABLE['x'] = parts.get('x')", Severity.ERROR),
        ("SEEN |= set(parts)", Severity.ERROR),
    ],
)
def test_names_shapes_and_keys_are_handed_out_once_per_trace(tmp_path: Path, say: str, severity: Severity) -> None:
    assert [each.severity for each in report_of(tmp_path, STORING.format(say=say), select=("TFA503",)).findings] == [severity]


SHOWING = """\
import logging
import tensorflow as tf

@tf.function
def f(x, given):
    y = tf.square(x)
    {say}
    return y
"""


def told(tmp_path: Path, say: str) -> list[Severity]:
    """How severe it is that this is said while TensorFlow traces."""
    return [finding.severity for finding in report_of(tmp_path, SHOWING.format(say=say), select=("TFA101", "TFA102")).findings]


@pytest.mark.parametrize(
    ("say", "severity"),
    [
        ("logging.warning('`given` is deprecated: use `x`')", Severity.INFO),
        ("print('Deprecated since version %s' % f.__name__)", Severity.INFO),
        ("logging.warning('deprecated: %s', y)", Severity.WARNING),
        ("logging.warning('`given` is missing')", Severity.WARNING),
    ],
)
def test_a_notice_of_deprecation_needs_to_be_seen_once(tmp_path: Path, say: str, severity: Severity) -> None:
    assert told(tmp_path, say) == [severity]


@pytest.mark.parametrize(
    "say",
    [
        "print(y.shape)",
        "print('shape', y.get_shape().as_list(), 'of', y.dtype, sep=': ')",
        "rows = y.get_shape()[0]; print('rows', rows)",
        "rows = y.shape.as_list()[0]; print(f'{rows} rows')",
        "print(f'{y.name}: {y.shape[0]}')",
        "print('%s of %s' % (y.name, y.shape.as_list()[1:]))",
        "logging.info('made {} of {}'.format(given.shape, 3))",
        "logging.info('%s: %s', f.__name__, y.shape)",
        "print('types:', type(x), type(y))",
        "if not tf.executing_eagerly(): logging.warning('this is slow')",
        "if tf.inside_function() and given is not None: print(y)",
        "if y.shape.rank == 1: print('one row')",
        "if y.dtype != tf.float32: logging.warning('not float32')",
    ],
)
def test_what_is_said_of_the_signature_or_the_graph_alone_is_said_with_each_trace(tmp_path: Path, say: str) -> None:
    assert told(tmp_path, say) == [Severity.INFO]


CONFIGURED = """\
import logging
import tensorflow as tf

MODE = "fast"
COUNT = 0

def count():
    global COUNT
    COUNT += 1

class Layer(tf.keras.layers.Layer):
    def __init__(self, units, kind, net):
        super().__init__()
        self.units = units
        self.kind = kind
        self.net = net
        self.seen = 0
        self.scale = tf.Variable(1.0)

    def observe(self):
        self.seen += 1

    def call(self, x, training=None):
        wide = self.units > 3
        many = self.units * tf.size(x)
        {say}
        return x
"""


def configured(tmp_path: Path, say: str) -> list[Severity]:
    """How severe it is that a layer says this while TensorFlow traces it."""
    return [finding.severity for finding in report_of(tmp_path, CONFIGURED.format(say=say), select=("TFA101",)).findings]


@pytest.mark.parametrize(
    "say",
    [
        "if self.units > 3: print('wide')",
        "if wide and self.kind == 'a': print('wide', self.units)",
        "if self.kind != 'a' or MODE == 'fast': print('fast')",
        "if isinstance(self.net, tf.keras.Model): print('a model')",
        "if self.kind.startswith('a'): print('kind', self.kind, x.shape)",
        "for each in self.weights: print('-', each.name)",
        "print('Weights:'); [print(each.name) for each in self.weights]",
    ],
)
def test_what_configuration_decides_is_the_same_on_each_trace(tmp_path: Path, say: str) -> None:
    found = configured(tmp_path, say)
    assert found
    assert Severity.INFO in found
    assert found[-1] is Severity.INFO


@pytest.mark.parametrize(
    "say",
    [
        "if self.units > 3: print('wide', x)",
        "if self.seen % 100 == 0: print('a hundred')",
        "if COUNT % 100 == 0: print('a hundred')",
        "if training: print('training')",
        "if many > 3: print('many')",
        "if self.units > 3 and many > 3: print('many')",
        "if self.scale > 3.0: print('large')",
        "print('step')",
    ],
)
def test_what_calls_decide_is_wanted_of_each_call(tmp_path: Path, say: str) -> None:
    assert configured(tmp_path, say) == [Severity.WARNING]


HEADED = """\
import tensorflow as tf

MODEL = ask()

@tf.function
def step(x):
    print("Variables:")
    for each in {things}:
        print({shown})
    return x
"""


@pytest.mark.parametrize(
    ("things", "shown", "severity"),
    [
        ("MODEL.weights", "each.name", Severity.INFO),
        ("MODEL.weights", "'-', each.shape", Severity.INFO),
        ("MODEL.weights", "each", Severity.WARNING),
        ("tf.range(3)", "each.name", Severity.WARNING),
    ],
)
def test_the_head_of_a_list_of_names_goes_with_the_list(tmp_path: Path, things: str, shown: str, severity: Severity) -> None:
    found = report_of(tmp_path, HEADED.format(things=things, shown=shown), select=("TFA101",)).findings
    assert found[0].severity is severity


RECORDS = """\
import logging
import tensorflow as tf

log = logging.getLogger(__name__)

def helper(x, name):
    {say}
    return x

@tf.function
def step(x):
    {said}
    return helper(x, ask())
"""


@pytest.mark.parametrize(
    ("say", "in_step", "in_helper"),
    [
        ("log.info('done')", Severity.WARNING, Severity.WARNING),
        ("if name: log.info('done')", Severity.WARNING, Severity.INFO),
        ("if name: log.info('use %s', name)", Severity.WARNING, Severity.INFO),
        ("log.info('x is %s', x)", Severity.WARNING, Severity.WARNING),
        ("if name: log.info('x is %s', x)", Severity.WARNING, Severity.WARNING),
        ("log.debug('done')", Severity.INFO, Severity.INFO),
        ("log.debug('x is %s', tf.square(x))", Severity.WARNING, Severity.WARNING),
        ("log.warning('unusual')", Severity.WARNING, Severity.WARNING),
        ("if name: log.warning('unusual')", Severity.WARNING, Severity.INFO),
        ("if log.name == 'a': log.warning('unusual')", Severity.INFO, Severity.INFO),
        ("log.error('x is %s', tf.square(x))", Severity.WARNING, Severity.WARNING),
        ("if tf.reduce_sum(x) > 0.0: log.warning('unusual')", Severity.WARNING, Severity.WARNING),
    ],
)
def test_a_record_counts_by_its_level_and_by_where_it_is_sent(tmp_path: Path, say: str, in_step: Severity, in_helper: Severity) -> None:
    step = RECORDS.format(say="pass", said=say).replace("def step(x)", "def step(x, name=None)")
    helper = RECORDS.format(say=say, said="x = tf.square(x)")
    found = [report_of(tmp_path, text, select=("TFA102",)).findings for text in (step, helper)]
    assert [[each.severity for each in some] for some in found] == [[in_step], [in_helper]]


BEHIND_KERAS = """\
import logging
import tensorflow as tf

class Decoder(tf.keras.layers.Layer):
    def call(self, x):
        return self.scaled(x, [1, 2])

    def scaled(self, x, sizes):
        {say}
        return x * 2.0

decoder = Decoder()

@tf.function
def step(x):
    return decoder.call(x)
"""


@pytest.mark.parametrize(
    ("say", "severity"),
    [
        ("logging.info('sizes %s', sizes)", Severity.INFO),
        ("logging.info('sizes %s of %s', sizes, tf.square(x))", Severity.WARNING),
        ("print('sizes', sizes)", Severity.WARNING),
    ],
)
def test_a_helper_of_a_layer_says_how_the_graph_is_made(tmp_path: Path, say: str, severity: Severity) -> None:
    report = report_of(tmp_path, BEHIND_KERAS.format(say=say), select=("TFA101", "TFA102"))
    assert [finding.severity for finding in report.findings] == [severity]


def test_a_helper_of_a_step_without_a_layer_does_not(tmp_path: Path) -> None:
    program = BEHIND_KERAS.format(say="logging.info('sizes %s', sizes)").replace("(tf.keras.layers.Layer)", "")
    assert [finding.severity for finding in report_of(tmp_path, program, select=("TFA102",)).findings] == [Severity.WARNING]


@pytest.mark.parametrize(
    "say",
    ["print(y)", "print(y.shape, y)", "print(f'{y.shape} {given}')", "print('step')", "print('%s %s' % (y, y.shape))", "print('shape', tf.shape(y))",
     "rows = tf.shape(y)[0]; print('rows', rows)", "rows = y.shape[0]; rows = given; print('rows', rows)",
     "if y.shape.rank == 1: print(y)", "if tf.shape(y)[0] == 1: print('one row')", "if given: print('given')"],
)
def test_a_value_that_is_shown_is_wanted_of_each_call(tmp_path: Path, say: str) -> None:
    assert told(tmp_path, say) == [Severity.WARNING]


@pytest.mark.parametrize(
    "say",
    ["print('Tracing!')", "print(f'Tracing f for values x={x} and given={given}.')", "print('Tracing f with', x, given)", "print('tracing step')", "print('Retracing', f.__name__)", "logging.info('f is being traced')",
     "print(f'tracing f again, {3} inputs')", "print('End of tracing f')", "print('Retracing the loss')", "print('Graph will be traced...')", "print('Tracing in `pack.f`.')", "print('The function is running in Python')", "print('トレース')", "logging.info('AutoGraph: compiling f')",
     "logging.info('f tracing starts.')", "print('追踪', x)"],
)  # fmt: skip
def test_a_note_of_tracing_without_a_value_is_meant_once_per_trace(tmp_path: Path, say: str) -> None:
    assert told(tmp_path, say) == [Severity.INFO]


@pytest.mark.parametrize(
    "say",
    ["print('trace =', y)", "print('matrix trace is', tf.linalg.trace(y))", "print('Tracing loss:', y)", "print('ray tracing step', y)",
     "print('building graph for', y)", "print('ray tracing step')", "print('running the step')", "print('Python running', y)", "print('trace')", "print('building graph')",
     "print('追踪损失', y)", "print('Tracing', y, 'loss')", "logging.info('tracing %s', given)", "print('compiled statistics')"],
)  # fmt: skip
def test_a_text_that_may_be_about_something_else_or_shows_a_value_is_counted(tmp_path: Path, say: str) -> None:
    assert told(tmp_path, say) == [Severity.WARNING]


COUNTED = """\
import tensorflow as tf

{name} = {begin}

@tf.function
def f(x):
    global {name}
    {change}
    return x
"""


@pytest.mark.parametrize(
    ("name", "begin", "change", "severity"),
    [
        ("trace_count", "0", "trace_count += 1", Severity.INFO),
        ("traces", "0", "traces += 1", Severity.INFO),
        ("num_retraces", "0", "num_retraces += 1", Severity.INFO),
        ("trace", "[]", "trace.append(x)", Severity.ERROR),
        ("traces", "[]", "traces.append(1)", Severity.ERROR),
        ("trace", "0.0", "trace += x", Severity.ERROR),
        ("trace_of_loss", "0", "trace_of_loss += 1", Severity.ERROR),
        ("count", "0", "count += 1", Severity.ERROR),
    ],
)
def test_a_number_that_is_called_a_count_of_traces_counts_them(tmp_path: Path, name: str, begin: str, change: str, severity: Severity) -> None:
    report = report_of(tmp_path, COUNTED.format(name=name, begin=begin, change=change), select=("TFA503", "TFA505"))
    assert [finding.severity for finding in report.findings] == [severity]


@pytest.mark.parametrize(
    ("say", "excuse"),
    [
        ("print('tracing')", "its text says that it runs at trace time"),
        ("print('Tracing with', y)", "its text says that it runs at trace time"),
        ("print('y is traced as', y)", ""),
        ("print('-' * 3, '===')", ""),
        ("print('=====')", "its text only separates others"),
        ("print()", "its text only separates others"),
        ("print(y.shape)", "it shows only shapes, dtypes or names, and each trace shows its own"),
        ("print([each.name for each in given])", "it shows only shapes, dtypes or names, and each trace shows its own"),
        ("print(f'of {y.shape}: ' + ', '.join(f'{each.name} {each.shape}' for each in given))", "it shows only shapes, dtypes or names, and each trace shows its own"),
        ("print(', '.join(f'{each.name} {each}' for each in given))", ""),
        ("print(', '.join(given))", ""),
        ("if y.shape.rank == 1: print('one row')", "its condition depends only on a shape or dtype"),
        ("if not tf.executing_eagerly(): print('slow')", "its condition lets it run only in a graph"),
        ("warnings.warn('slow')", "a warning that is shown once is often what was wanted"),
        ("print(y)", ""),
    ],
)
def test_what_is_less_severe_says_why(tmp_path: Path, say: str, excuse: str) -> None:
    program = "import warnings\n" + SHOWING.format(say=say)
    assert [each.excuse for each in report_of(tmp_path, program, select=("TFA101", "TFA102")).findings] == [excuse]


AROUND = """\
import logging
import tensorflow as tf

def prepare(metric, strategy):
    {before}

    @tf.function
    def step(x):
        {say}
        return x * 2.0

    return step
"""


@pytest.mark.parametrize(
    ("before", "say", "severity"),
    [
        ("pass", "if not metric: logging.info('no metric: %s', metric)", Severity.INFO),
        ("metric = metric or ask()", "if not metric: logging.info('no metric: %s', metric)", Severity.WARNING),
        ("pass", "if not metric: logging.info('no metric: %s', x)", Severity.WARNING),
        ("pass", "logging.info('metric: %s', metric)", Severity.WARNING),
    ],
)
def test_a_parameter_of_the_eager_function_around_is_configuration(tmp_path: Path, before: str, say: str, severity: Severity) -> None:
    report = report_of(tmp_path, AROUND.format(before=before, say=say), select=("TFA102",))
    assert [finding.severity for finding in report.findings] == [severity]


VERSIONS = """\
import {module} as tf

def run():
    def f(x):
        print(x)
        return x
    tf.data.Dataset.range(3).map(f)
    {use}
"""


@pytest.mark.parametrize(
    ("module", "use", "severity"),
    [
        ("tensorflow", "tf.placeholder(tf.float32)", Severity.INFO),
        ("tensorflow", "tf.logging.info('reading')", Severity.INFO),
        ("tensorflow", "pass\ntf.logging.set_verbosity(tf.logging.INFO)", Severity.WARNING),
        ("tensorflow", "tf.enable_eager_execution(); tf.Print(1, [1])", Severity.WARNING),
        ("tensorflow", "tf.compat.v1.placeholder(tf.float32)", Severity.WARNING),
        ("tensorflow.compat.v1", "tf.logging.info('started')", Severity.WARNING),
        ("tensorflow.compat.v1", "tf.get_variable('w', [])", Severity.INFO),
    ],
)
def test_a_function_of_version_1_builds_its_graph_and_says_so(tmp_path: Path, module: str, use: str, severity: Severity) -> None:
    report = report_of(tmp_path, VERSIONS.format(module=module, use=use), select=("TFA101",))
    assert [each.severity for each in report.findings] == [severity]


def test_a_traced_function_that_takes_variables_from_version_1(tmp_path: Path) -> None:
    code = "import tensorflow.compat.v1 as tf\n\n@tf.function\ndef f(x):\n    print(x)\n    return x * tf.get_variable('w', [])\n"
    assert [each.severity for each in report_of(tmp_path, code, select=("TFA101",)).findings] == [Severity.WARNING]


@pytest.mark.parametrize(
    ("top", "use", "found"),
    [
        ("", "tf.parse_single_example(dataset, {})", [Severity.INFO]),
        ("", "tf.io.parse_single_example(dataset, {})", [Severity.WARNING]),
        ("from mine import tf", "tf.parse_single_example(dataset, {})", [Severity.WARNING]),
    ],
)
def test_where_no_import_is_left_its_names_tell_version_1(
    tmp_path: Path, top: str, use: str, found: list[Severity]
) -> None:
    code = f"{top}\ndef read(dataset):\n    def f(x):\n        print(x)\n        return x\n    {use}\n    return dataset.map(map_func=f)\n"
    report = report_of(tmp_path, "# tensorflow\n" + code, select=("TFA101",))
    assert [each.severity for each in report.findings] == found


@pytest.mark.parametrize(
    ("values", "sure"),
    [("'a', 'b', 'c', 'd'", Confidence.LOW), ("0.1, 0.2, 0.3, 0.4", Confidence.HIGH)],
)
def test_texts_of_a_list_name_modes(tmp_path: Path, values: str, sure: Confidence) -> None:
    program = f"import tensorflow as tf\n@tf.function\ndef f(x, mode):\n    return x\nMODES = [{values}]\n"
    for loop in (f"({values})", "MODES"):
        report = report_of(tmp_path, program + f"for mode in {loop}:\n    f(tf.ones([]), mode)\n", select=("TFA402",))
        assert [each.confidence for each in report.findings] == [sure]
