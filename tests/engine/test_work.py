"""Work is counted: what need not be read, parsed or imported is not."""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.programs import report_of, settings_of, write
from tflint_autograph.engine.pipeline import Run
from tflint_autograph.facts.lower import lower
from tflint_autograph.facts.scan import scan
from tflint_autograph.model.facts import ClassKey, FunctionFact, FunctionKey, Lowered, ModuleFacts
from tflint_autograph.model.values import Kind, Value
from tflint_autograph.project.index import lowered_bodies
from tflint_autograph.project.index.project import SourceProject

PROBE = """
import sys
from tflint_autograph.cli.main import run
run({arguments!r})
print(*sorted(sys.modules), file=sys.stderr)
"""
HAZARD = "import tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    print(x)\n    return x\n"


def imported(folder: Path, *arguments: str) -> set[str]:
    """The modules a run of the command imports."""
    code = PROBE.format(arguments=list(arguments))
    run = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True)
    return set(run.stderr.splitlines()[-1].split())


def test_without_a_word_of_tensorflow_nothing_is_parsed(tmp_path: Path) -> None:
    stats = report_of(tmp_path, {f"m{number}.py": "def f(x):\n    print(x)\n" for number in range(5)}).stats
    assert (stats.files, stats.relevant, stats.parsed, stats.cst_lines, stats.traced) == (5, 0, 0, 0, 0)


@pytest.mark.parametrize("code", ["def f(x):\n    print(x)\n", "import tensorflow as tf\ndef f(x):\n    print(x)\n"])
def test_without_traced_code_libcst_and_the_rules_are_not_imported(tmp_path: Path, code: str) -> None:
    write(tmp_path, {"m.py": code})
    assert not {"libcst", "tensorflow", "keras", "numpy"} & imported(tmp_path, "check", ".")


@pytest.mark.parametrize("decorated", ["@tf.function\ndef f(x, n):\n    return x * n\n", "@tf.function\ndef g(x, n):\n    return x * n\nf = g\n"])
def test_a_file_that_calls_a_traced_function_of_another_one_is_read(tmp_path: Path, decorated: str) -> None:
    files = {"lib.py": f"import tensorflow as tf\n{decorated}", "run.py": "from lib import f\nfor n in range(9):\n    f(1.0, n)\n"}
    assert [(each.code, each.span.path) for each in report_of(tmp_path, files).findings] == [("TFA402", "run.py")]


def test_without_a_word_of_tensorflow_nothing_that_traces_is_imported(tmp_path: Path) -> None:
    write(tmp_path, {"m.py": "def f(x):\n    print(x)\n"})
    found = imported(tmp_path, "check", ".")
    assert not {name for name in found if name.startswith(("tflint_autograph.project", "tflint_autograph.traced"))}


def test_tensorflow_and_keras_themselves_are_not_parsed(tmp_path: Path) -> None:
    layer = "import tensorflow as tf\nclass Layer:\n    pass\n"
    mine = "import keras\nclass Mine(keras.layers.Layer):\n    def call(self, x):\n        print(x)\n        return x\n"
    files = {"keras/__init__.py": layer, "keras/src/layers.py": layer, "m.py": mine}
    report = report_of(tmp_path, files)
    assert (report.stats.parsed, report.stats.traced, len(report.findings)) == (1, 1, 1)


def test_a_word_in_a_docstring_makes_no_function_run() -> None:
    said = 'def f(x):\n    """A function."""\n    # the function\ndef g(x):\n    return tf.function(x)\ndef h(x):\n    "function"\n'
    facts = scan(said, tuple(said.splitlines()), "m.py", "m", is_package=False)
    assert facts.candidates == ("g",)


def test_a_function_looked_at_is_let_go_with_its_tree(tmp_path: Path) -> None:
    branches = "@tf.function\ndef f(x):\n    y = 1.0\n    if x > 0:\n        y = 2\n        print(x)\n    return y\n"
    was_on = gc.isenabled()
    gc.disable()
    try:
        assert report_of(tmp_path, "import tensorflow as tf\n" + branches).findings
        assert not [each for each in gc.get_objects() if type(each).__name__ == "TracedFunction"]
    finally:
        (gc.enable if was_on else gc.disable)()


def test_the_code_read_is_never_imported(tmp_path: Path) -> None:
    write(tmp_path, {"m.py": HAZARD + "raise SystemExit(9)\n", "helpers.py": "raise SystemExit(9)\n"})
    found = imported(tmp_path, "check", ".", "--output-format", "concise")
    assert not {"tensorflow", "keras", "numpy", "m", "helpers"} & found
    assert "libcst" in found
    # Each of them costs more than a small project takes to check.
    assert not {"libcst.matchers", "libcst.codemod", "rich"} & found


def test_libcst_is_given_only_the_lines_of_traced_functions(tmp_path: Path) -> None:
    plain = "def plain(x):\n    print(x)\n    return x\n\n\n" * 50
    report = report_of(tmp_path, plain + HAZARD + "\n\n" + plain)
    assert len(report.findings) == 1
    assert report.stats.cst_lines == 3


def test_libcst_is_not_given_functions_in_which_no_rule_has_a_word(tmp_path: Path) -> None:
    source = "import tensorflow as tf\n@tf.function\ndef f(x):\n    return tf.square(x) + tf.reduce_sum(x)\n"
    loops = source + "@tf.function\ndef g(x):\n    for i in range({rounds}): x += i\n    return x\n"
    few = report_of(tmp_path, loops.format(rounds=3), select=("TFA401",))
    many = report_of(tmp_path, loops.format(rounds=3000), select=("TFA401",))
    assert (few.stats.traced, few.stats.cst_lines) == (2, 0)
    assert (many.stats.traced, many.stats.cst_lines) == (2, 3)


def test_libcst_is_not_given_functions_in_which_no_value_gives_a_rule_a_reason(tmp_path: Path) -> None:
    """What a rule speaks of stands in each of these functions, but not of a tensor, of an array or of a length of one."""
    bodies = {
        "TFA507": "parts = x.split(2)", "TFA215": "assert True", "TFA216": "x = tf.ensure_shape(x, None)",
        "TFA304": "n = x.shape[0]", "TFA303": "y = np.zeros(3)", "TFA207": "n = int('1')", "TFA212": "y = f",
        "TFA104": "np.zeros(3)", "TFA305": "n = len('word') + 1.0", "TFA307": "y = tf.strings.length('word')",
        "TFA211": "if False: raise ValueError('x')", "TFA115": "y = isinstance(x, (tf.Tensor, list))",
    }  # fmt: skip
    head = "import numpy as np\nimport tensorflow as tf\n@tf.function\ndef f(x):\n    "
    for code, body in bodies.items():
        report = report_of(tmp_path / code, f"{head}{body}\n    return x\n", select=(code,))
        assert (code, report.stats.traced, report.stats.cst_lines) == (code, 1, 0)


def test_libcst_is_not_given_ordinary_code_though_all_rules_look(tmp_path: Path) -> None:
    """A call, a context manager, an error, a question about a type and an item under a condition are no reason alone."""
    source = """
        import tensorflow as tf

        class Wrong(Exception):
            pass

        @tf.function
        def f(x, training=False):
            if not isinstance(x, tf.Tensor):
                raise Wrong("not a tensor")
            with tf.name_scope("part"):
                shape = tf.shape(x)
                rows = shape[1] if training else shape[0]
            try:
                return tf.reshape(x, [rows, -1])
            except ValueError:
                return x
        """
    report = report_of(tmp_path, source, select=("ALL",))
    assert (report.findings, report.stats.traced, report.stats.cst_lines) == ((), 1, 0)


def test_each_file_is_parsed_once_and_unreached_ones_never(tmp_path: Path) -> None:
    files = {
        "a.py": "from helpers import h\n" + HAZARD.replace("return x", "return h(x)"),
        "b.py": "from helpers import h\n" + HAZARD.replace("return x", "return h(x)"),
        "helpers.py": "from far import g\ndef h(x):\n    return g(x)\n",
        "far.py": "def g(x):\n    print(x)\n",
        "unreached.py": "def u(x):\n    print(x)\n",
    }
    report = report_of(tmp_path, files)
    assert report.stats.parsed == 4
    assert "far.py" in {finding.span.path for finding in report.findings}


def chain(branches: int) -> str:
    """A traced function with this many branches in one `if`, on something that may be a tensor."""
    ways = "".join(f"    elif kind == {number}:\n        y = x + {number}\n" for number in range(1, branches))
    return f"{HAZARD.partition('def')[0]}def f(x, kind):\n    if kind == 0:\n        y = x\n{ways}    else:\n        y = x\n    return y\n"


def test_twice_the_branches_of_an_if_are_twice_the_work(tmp_path: Path) -> None:
    report_of(tmp_path / "warm", {"m.py": chain(5)})
    few, more, most = (
        calls_in(partial(report_of, tmp_path / str(branches), {"m.py": chain(branches)})) for branches in (50, 100, 200)
    )
    assert most - more <= 2.05 * (more - few)


def calls_in(work: Callable[[], object]) -> int:
    """How many functions written in Python are entered, or go on after a `yield`, meanwhile."""
    count = 0

    def seen(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(seen)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def test_bodies_that_were_asked_for_long_ago_are_let_go_and_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "import tensorflow as tf\n" + "".join(
        f"def h{number}(x):\n    g = lambda y: y + {number}\n    return g(x)\n" for number in range(9)
    )
    code += (
        "@tf.function\ndef f(x):\n    print(x)\n    return " + " + ".join(f"h{number}(x)" for number in range(9)) + "\n"
    )
    most = report_of(tmp_path, code)
    monkeypatch.setattr(lowered_bodies, "MOST", 2)
    few = report_of(tmp_path, code)
    assert few.findings == most.findings
    assert few.stats.traced == most.stats.traced == 19


def test_no_more_bodies_are_kept_than_are_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lowered_bodies, "MOST", 4)
    write(tmp_path, {"m.py": "".join(f"def f{number}(x):\n    return lambda: x\n" for number in range(5))})
    run = Run(settings_of(tmp_path), (str(tmp_path),), None)
    keys = [FunctionKey("m.py", f"f{number}") for number in range(5)]
    project = run.program.project
    project.lowered(keys[0])
    project.bodies.keep(keys[0])
    assert all(project.lowered(key) for key in (*keys, *keys))
    names = [key.qualname for key in project.bodies._lowered]
    assert [name for name in names if "lambda" not in name] == ["f0", "f3", "f4"]
    lambdas = [FunctionKey("m.py", f"f{number}.<locals>.<lambda {2 * number + 2}:12>") for number in range(5)]
    assert all(project.lowered(key) for key in lambdas)


def test_what_functions_bind_is_known_when_their_bodies_have_been_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lowered_bodies, "MOST", 1)
    write(tmp_path, {"m.py": "def f(x):\n    y = x\n    return y\ndef g(z):\n    return z\n"})
    project = Run(settings_of(tmp_path), (str(tmp_path),), None).program.project
    asked = []

    def lowering(module: ModuleFacts, fact: FunctionFact) -> tuple[Lowered, ...]:
        asked.append(fact.name)
        return lower(module, fact)

    monkeypatch.setattr(project, "_lower", lowering)
    keys = [FunctionKey("m.py", name) for name in "fgfh"]
    assert [project.bound(key) for key in keys] == [{"x", "y"}, {"z"}, {"x", "y"}, None]
    assert asked == ["f", "g"]


def test_bodies_of_roots_are_kept_from_the_first_time_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lowered_bodies, "MOST", 1)
    write(tmp_path, {"m.py": "def f(x):\n    return x\ndef g(x):\n    return x\ndef h(x):\n    return x\n"})
    project = Run(settings_of(tmp_path), (str(tmp_path),), None).program.project
    project.bodies.keep(FunctionKey("m.py", "f"))
    first = project.lowered(FunctionKey("m.py", "f"))
    assert all(project.lowered(FunctionKey("m.py", name)) for name in "gh")
    assert project.lowered(FunctionKey("m.py", "f")) is first


NET = """
    import tensorflow as tf
    class Net(tf.Module):
        def __init__(self):
            self.sizes, self.rate = [1], 1.0
        @tf.function
        def __call__(self, x):
            return x * self.rate + self.sizes[0]
        def get_config(self):
            return {"sizes": self.sizes, "first": self.sizes[0], "rate": self.rate}
        def grow(self):
            self.sizes.append(2)
        def slow(self):
            self.rate = 0.1
    class Other:
        def set(self):
            self.rate = 1
    def report(net: Net):
        print(net.rate, net.sizes.pop())
    """


def test_bodies_are_not_looked_at_that_set_no_attribute_as_far_as_facts_and_texts_tell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, {"m.py": NET, "far.py": "import tensorflow as tf\ndef set(net):\n    net.rate = 3\n"})
    run = Run(settings_of(tmp_path), (str(tmp_path),), None)
    run.program.build()
    analysis, asked = run.program.analysis, set()

    def lowered(key: FunctionKey) -> Lowered | None:
        asked.add(key.qualname)
        return SourceProject.lowered(run.program.project, key)

    monkeypatch.setattr(run.program.project, "lowered", lowered)
    net = ClassKey("m.py", "Net")
    assert analysis.name_writes.of_attribute(net, "sizes", Value(Kind.CONTAINER, type="builtins.list")) is not None
    assert asked == {"Net.grow", "Net.get_config", "report"}
    asked.clear()
    assert analysis.name_writes.of_attribute(net, "rate", Value(Kind.PYTHON)) is not None
    assert asked == {"Net.slow"}
