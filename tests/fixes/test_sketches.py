"""Fixes that are shown and never applied: what they show, that it is Python, and that some shapes have none."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import settings_of
from tests.runtime.harness import observe
from tflint_autograph.config.options import ALL
from tflint_autograph.engine.pipeline import check_paths
from tflint_autograph.model.edits import spliced, splices
from tflint_autograph.model.levels import Safety

HEAD = "import os\nimport random\nfrom pathlib import Path\n\nimport numpy as np\nimport tensorflow as tf\n\n"


def sketched(code: str, text: str, folder: Path) -> list[str]:
    """The program as each sketch of the rule shows it, in the order of the findings."""
    (folder / "program.py").write_text(HEAD + text, encoding="utf-8")
    report = check_paths(settings_of(folder, select=(ALL,)), (str(folder),), strict=True)
    fixes = [finding.fix for finding in report.findings if finding.code == code and finding.fix is not None]
    assert all(fix.safety is Safety.DISPLAY for fix in fixes)
    shown = [spliced(HEAD + text, splices(HEAD + text, fix.edits)) for fix in fixes]
    for each in shown:
        compile(each, "program.py", "exec")
    return [each.removeprefix(HEAD) for each in shown]


def body(*lines: str) -> str:
    return "\n".join(["@tf.function", "def step(x):", *(f"    {line}" for line in lines), "    return x + 1.0", "", "", "step(tf.ones([3]))", ""])


DRAWS = {
    "x *= random.choice([1.0, 2.0])": "x *= tf.gather([1.0, 2.0], tf.random.uniform([], 0, 2, dtype=tf.int32))",
    "x *= np.random.choice(ITEMS)": "x *= tf.gather(ITEMS, tf.random.uniform([], 0, len(ITEMS), dtype=tf.int32))",
    "x = tf.gather(x, np.random.permutation(3))": "x = tf.gather(x, tf.random.shuffle(tf.range(3)))",
    "x *= random.sample([1.0, 2.0, 3.0], 1 + 2)": "x *= tf.random.shuffle([1.0, 2.0, 3.0])[:(1 + 2)]",
}


@pytest.mark.parametrize("code", DRAWS)
def test_a_draw_from_a_sequence_is_shown_with_a_tensor(code: str, tmp_path: Path) -> None:
    head = "ITEMS = (1.0, 2.0)\n\n\n"
    assert sketched("TFA110", head + body(code), tmp_path) == [head + body(DRAWS[code])]


def test_a_shuffle_in_place_is_shown_as_an_assignment(tmp_path: Path) -> None:
    text = body("order = [0, 1, 2]", "random.shuffle(order)", "x = tf.gather(x, order)")
    assert sketched("TFA110", text, tmp_path) == [text.replace("random.shuffle(order)", "order = tf.random.shuffle(order)")]


@pytest.mark.parametrize("code", ["np.random.choice([1.0, 2.0], p=[0.5, 0.5])", "np.random.choice(ITEMS, 2)", "random.choice(make())"])
def test_a_choice_with_weights_or_a_size_has_no_sketch(code: str, tmp_path: Path) -> None:
    assert sketched("TFA110", "ITEMS = (1.0, 2.0)\n\n\ndef make():\n    return [1.0]\n\n\n" + body(f"x *= {code}"), tmp_path) == []


METHOD = """class Head(tf.Module):
    def __init__(self, units):
        super().__init__()
        self.units = units

    @tf.function
    def run(self, x):
        scale = tf.Variable(2.0)
        return scale * x * self.units


Head(2.0).run(tf.ones([3]))
"""


def test_what_a_method_makes_is_shown_in_the_constructor(tmp_path: Path) -> None:
    shown = METHOD.replace("self.units = units\n", "self.units = units\n        self.scale = tf.Variable(2.0)\n")
    shown = shown.replace("scale = tf.Variable(2.0)\n        return", "scale = self.scale\n        return")
    assert sketched("TFA501", METHOD, tmp_path) == [shown]


def test_what_needs_the_arguments_or_has_no_constructor_is_shown_under_a_guard(tmp_path: Path) -> None:
    of_argument = METHOD.replace("tf.Variable(2.0)", "tf.Variable(tf.zeros_like(x))")
    assert 'if not hasattr(self, "scale"):' in sketched("TFA501", of_argument, tmp_path)[0]
    without = METHOD.replace(METHOD[METHOD.index("    def __init__") : METHOD.index("    @tf")], "    units = 2.0\n\n").replace("Head(2.0)", "Head()")
    assert 'if not hasattr(self, "scale"):' in sketched("TFA501", without, tmp_path)[0]


def test_a_weight_is_not_kept_under_the_name_of_the_method_that_makes_it(tmp_path: Path) -> None:
    text = METHOD.replace("tf.Module", "tf.keras.layers.Layer").replace("@tf.function\n    ", "").replace("def run", "def call")
    text = text.replace(".run(", "(").replace("scale = tf.Variable(2.0)\n", "scale = [self.add_weight(shape=[])][0]\n")
    assert "self.weight = self.add_weight(shape=[])\n" in sketched("TFA501", text, tmp_path)[0]


def test_a_global_number_is_shown_as_a_variable_where_it_is_made_and_changed(tmp_path: Path) -> None:
    text = "rate = 1.0\n\n\n" + body("x *= rate") + "\n\ndef lower():\n    global rate\n    rate /= 2.0\n\n\nfor _ in range(3):\n    step(tf.ones([3]))\n    lower()\n"
    shown = text.replace("rate = 1.0", "rate = tf.Variable(1.0)").replace("rate /= 2.0", "rate.assign(rate / (2.0))")
    assert sketched("TFA113", text, tmp_path) == [shown]


def test_any_other_name_is_shown_as_an_argument(tmp_path: Path) -> None:
    text = "def train(steps):\n    @tf.function\n    def step(x, training=False):\n        return x * rate\n\n    for number in range(steps):\n        rate = 0.1 / (number + 1)\n        step(tf.ones([3]))\n\n\ntrain(3)\n"
    assert sketched("TFA113", text, tmp_path) == [text.replace("x, training", "x, rate, training")]


COUNT = "count = 0\n\n\n" + body("global count", "count += 1")
COUNTED = COUNT.replace("count = 0", "count = tf.Variable(0)").replace("count += 1", "count.assign_add(1)")
APPEND = "seen = []\n\n\n" + body('seen.append("step")')
APPENDED = APPEND.replace('seen.append("step")', 'tf.py_function(lambda: seen.append("step"), [], [])')
ITEM = "sizes = {}\n\n\n" + body("sizes[len(sizes)] = 1")
STORED = ITEM.replace("sizes[len(sizes)] = 1", "tf.py_function(lambda: sizes.__setitem__(len(sizes), 1), [], [])")
ATTRIBUTE = METHOD.replace("self.units = units", "self.units = units\n        self.calls = 0").replace("scale = tf.Variable(2.0)", "scale = 1.0\n        self.calls += 1")
ASSIGNED = ATTRIBUTE.replace("self.calls = 0", "self.calls = tf.Variable(0)").replace("self.calls += 1", "self.calls.assign_add(1)")


@pytest.mark.parametrize(("text", "shown"), [(COUNT, COUNTED), (APPEND, APPENDED), (ITEM, STORED), (ATTRIBUTE, ASSIGNED)])
def test_a_change_of_what_lives_outside_is_shown_in_a_variable_or_as_python(text: str, shown: str, tmp_path: Path) -> None:
    assert sketched("TFA503", text, tmp_path) == [shown]


FILE = body('x *= float(Path("gain").read_text())')
READ = FILE.replace('Path("gain").read_text()', 'tf.py_function(lambda: Path("gain").read_text(), [], tf.string)')
STOP = body('if os.path.exists("stop"):', "    x = -x")
STOPPED = STOP.replace('os.path.exists("stop")', 'tf.py_function(lambda: os.path.exists("stop"), [], tf.bool)')
SAVE = body('np.save("x.npy", x)')
SAVED = SAVE.replace('np.save("x.npy", x)', 'tf.py_function(lambda x: np.save("x.npy", x), [x], [])')
WITH = body('with open("steps", "a") as file:', '    file.write("step\\n")')
ASIDE = body("def in_python():", '    with open("steps", "a") as file:', '        file.write("step\\n")', "", "tf.py_function(in_python, [], [])").replace("    \n", "\n")


@pytest.mark.parametrize(("text", "shown"), [(FILE, READ), (STOP, STOPPED), (SAVE, SAVED), (WITH, ASIDE)])
def test_a_file_is_shown_to_be_touched_by_python_on_each_call(text: str, shown: str, tmp_path: Path) -> None:
    assert sketched("TFA103", text, tmp_path) == [shown]


@pytest.mark.parametrize("code", ['x *= np.load("x.npy")', 'with open("gain") as file:\n        x *= float(file.read())'])
def test_what_binds_names_or_has_no_known_dtype_has_no_sketch(code: str, tmp_path: Path) -> None:
    assert sketched("TFA103", body(code), tmp_path) == []


@pytest.mark.tensorflow
def test_sketches_do_on_each_call_what_python_does() -> None:
    ends = {
        "count": (COUNTED, "print(int(count))"),
        "append": (APPENDED, "print(seen)"),
        "item": (STORED, "print(sizes)"),
        "write": (ASIDE, "print(Path('steps').read_text())"),
        "stop": (STOPPED, "print(step(tf.ones([1])).numpy())"),
        "read": (READ.replace("\n\nstep(", "\n\nPath('gain').write_text('2.0')\nstep("), "Path('gain').write_text('3.0'); print(step(tf.ones([1])).numpy())"),
    }
    seen = observe({title: f"{HEAD}{text}step(tf.ones([3]))\n{end}\n" for title, (text, end) in ends.items()})
    for title, each in seen.items():
        assert each.graph.exception == "", each.graph.message
        assert each.graph.stdout == each.eager.stdout, title


@pytest.mark.parametrize(
    ("record", "line"),
    [
        ("logging.info('step %s', x)", ['tf.print("step", x)']),
        ("logging.log(logging.INFO, 'step')", ["tf.print('step')"]),
        ("logging.log_first_n(logging.INFO, 'step', 3)", []),
        ("logging.log_every_n(logging.INFO, 'step', 3)", []),
        ("logging.log_if(logging.INFO, 'step', True)", []),
    ],
)
def test_a_record_that_is_not_written_on_each_call_has_no_line_in_its_place(tmp_path: Path, record: str, line: list[str]) -> None:
    text = "from absl import logging\n\n" + body(record)
    assert sketched("TFA102", text, tmp_path) == [text.replace(record, each) for each in line]
