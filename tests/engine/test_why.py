"""`why`: the tree of a traced function, the reasons of one that is not, and what a target may be."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.programs import notebook, settings_of, write
from tflint_autograph.config.errors import UsageError
from tflint_autograph.engine.explain.why import roots, why

TRAIN = """\
import tensorflow as tf
from pkg.helpers import loss, unused
from concurrent.futures import ThreadPoolExecutor

executor = ThreadPoolExecutor()


@tf.function
def step(x, y):
    if tf.executing_eagerly():
        watch(x)
    tf.py_function(escaped, [x], tf.float32)
    return loss(x, y)


def watch(x): pass
def escaped(x): return x
def submitted(): pass
async def later(): pass
def branch(): pass


def main():
    executor.submit(submitted)
    tf.cond(True, branch, branch)
    unused()
    return tf.data.Dataset.range(3).map(lambda x: loss(x, x))


class Net(tf.keras.Model):
    size = 3

    def call(self, x):
        return loss(x, x)


class Logger(tf.keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs): pass
"""
HELPERS = """\
def loss(x, y):
    return inner(x) - y


def inner(x):
    return x


def unused():
    return 1
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write(tmp_path, {"pkg/__init__.py": "", "pkg/train.py": TRAIN, "pkg/helpers.py": HELPERS})
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ask(target: str) -> list[str]:
    return list(why(settings_of(Path.cwd()), target))


@pytest.mark.usefixtures("project")
class TestTargets:
    @pytest.mark.parametrize(
        "target", ["pkg/helpers.py:1", "pkg/helpers.py:2", "pkg.helpers.loss", "helpers.loss", "loss"]
    )
    def test_ways_to_name_a_function(self, target: str) -> None:
        assert ask(target)[0] == "pkg.helpers.loss is traced (confidence high, converted by AutoGraph)"

    def test_line_with_a_lambda_means_both(self) -> None:
        heads = [line for line in ask("pkg/train.py:27") if " is " in line]
        assert heads[0] == "pkg.train.main is not traced"
        assert heads[1].startswith("pkg.train.main.<lambda> is traced")

    @pytest.mark.parametrize(("line", "where"), [(5, "module level code"), (31, "the body of class `Net`")])
    def test_line_outside_functions(self, line: int, where: str) -> None:
        assert ask(f"pkg/train.py:{line}") == [
            f"pkg/train.py:{line} is {where}, outside all functions: that is never traced"
        ]

    @pytest.mark.parametrize("target", ["pkg/helpers.py", "pkg.helpers"])
    def test_file_and_module_give_a_line_each(self, target: str) -> None:
        assert [line.partition(" is ")[0] for line in ask(target)] == [
            "pkg.helpers.loss",
            "pkg.helpers.inner",
            "pkg.helpers.unused",
        ]

    def test_class_gives_its_methods(self) -> None:
        assert ask("Net") == ["pkg.train.Net.call is traced (confidence medium): Keras model"]

    def test_unknown_name(self) -> None:
        with pytest.raises(UsageError, match="no function, class or module") as caught:
            ask("pkg.train.stop")
        assert caught.value.hint == "did you mean `pkg.train.step`?"

    def test_ambiguous_name(self, project: Path) -> None:
        write(project, {"other.py": "def loss(): pass\n"})
        with pytest.raises(UsageError, match="`loss` is ambiguous: 2 definitions") as caught:
            ask("loss")
        assert caught.value.hint == "name one of other.loss (other.py:1), pkg.helpers.loss (pkg/helpers.py:1)"

    @pytest.mark.parametrize("target", ["pkg/train.py:99", "pkg/train.py:0", "pkg/gone.py", "pkg/broken.py:1"])
    def test_place_that_is_not_there(self, project: Path, target: str) -> None:
        write(project, {"pkg/broken.py": "def f(:\n"})
        with pytest.raises(UsageError):
            ask(target)

    def test_file_without_a_word_of_tensorflow(self, project: Path) -> None:
        write(project, {"alone.py": "def f():\n    return 1\n"})
        assert ask("alone.py:2") == ["alone.f is not traced", "  called by nothing in the project"]
        assert ask("alone.f") == ask("alone.py:2")

    def test_cell_of_a_notebook(self, project: Path) -> None:
        cells = ("import tensorflow as tf", "%time x = 1\n@tf.function\ndef f(x):\n    return x\n")
        write(project, {"nb.ipynb": notebook(*cells)})
        head, root = ask("nb.ipynb:cell 2:4")
        assert head == "nb.f is traced (confidence high, converted by AutoGraph)"
        assert "nb.ipynb:cell 2:2" in root


@pytest.mark.usefixtures("project")
class TestTraced:
    def test_tree_ends_at_the_root(self) -> None:
        head, *tree = ask("pkg.train.step")
        assert head == "pkg.train.step is traced (confidence high, converted by AutoGraph)"
        assert tree == ["└── `pkg.train.step` is decorated with `@tf.function`   pkg/train.py:8   @tf.function"]

    def test_a_branch_a_call(self) -> None:
        tree = ask("pkg.helpers.inner")[1:]
        assert [line.index("└") for line in tree] == [0, 4, 8]
        assert tree[0].split("   ")[0] == "└── called by pkg.helpers.loss"
        assert tree[0].split()[4:] == ["pkg/helpers.py:2", "return", "inner(x)", "-", "y"]

    def test_other_ways_are_named(self) -> None:
        others = [line for line in ask("pkg.helpers.loss") if line.startswith("also through: ")]
        assert others == [
            "also through: Keras model → pkg.train.Net.call → pkg.helpers.loss   (pkg/train.py:34)",
            "also through: tf.function → pkg.train.step → pkg.helpers.loss   (pkg/train.py:13)",
        ]

    def test_not_all_of_many_ways(self, project: Path) -> None:
        steps = "".join(f"@tf.function\ndef f{i}(x):\n    return loss(x, x)\n" for i in range(9))
        write(project, {"many.py": "import tensorflow as tf\nfrom pkg.helpers import loss\n" + steps})
        others = [line for line in ask("pkg.helpers.loss") if line.startswith("also through: ")]
        assert len(others) == 4
        assert others[-1] == "also through: 8 more"

    def test_functions_that_call_each_other(self, project: Path) -> None:
        source = """\
            import tensorflow as tf
            def a(x):
                return b(x)
            def b(x):
                return a(x)
            @tf.function
            def start(x):
                return a(x)
            """
        write(project, {"loop.py": source})
        assert len(ask("loop.a")) == 3
        assert len(ask("loop.b")) == 4

    def test_keras_of_version_3_does_not_convert(self) -> None:
        assert ask("pkg.train.Net.call")[0] == (
            "pkg.train.Net.call is traced (confidence medium, not converted by AutoGraph)"
        )


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize(
    ("function", "reason"),
    [
        ("main", "called by nothing in the project"),
        ("submitted", "passed to `executor.submit` (pkg/train.py:24): not a known tracing function"),
        ("escaped", "passed to `tf.py_function` (pkg/train.py:12): runs as eager code on every call"),
        ("later", "it is a coroutine, which TensorFlow does not trace"),
        ("unused", "called by pkg.train.main (pkg/train.py:26), which is called by nothing in the project"),
        (
            "watch",
            "called by pkg.train.step (pkg/train.py:11), which is traced, in a place that only eager code reaches",
        ),
        ("branch", "passed to `tf.cond` by pkg.train.main (pkg/train.py:25), which is called by nothing in the project"),
        (
            "on_epoch_end",
            "a method of a `tensorflow.keras.callbacks.Callback`, which Keras runs as eager code",
        ),
    ],
)
def test_why_not(function: str, reason: str) -> None:
    assert [line.strip() for line in ask(function)[1:]] == [reason]


def test_why_not_when_only_module_level_code_calls(project: Path) -> None:
    write(project, {"script.py": "def f(): pass\nf()\n"})
    assert ask("script.f")[1] == "  called by module level code (script.py:2), which is never traced"


def test_why_not_when_plain_python_reads_a_property(project: Path) -> None:
    write(project, {"made.py": "class A:\n    @property\n    def p(self): return 1\n\n\ndef f():\n    return A().p\n"})
    assert ask("made.A.p")[1] == "  called by made.f (made.py:7), which is called by nothing in the project"


def test_roots_are_sorted_and_name_the_four_groups() -> None:
    lines = roots()
    assert [line for line in lines if not line.startswith("  ")] == [
        "traced by decorator or call:",
        "methods Keras traces under fit, evaluate and predict:",
        "traced if the call is in traced code:",
        "never traced, run as eager code on every call:",
    ]
    assert lines.index("  tf.function") < lines.index("  tf.cond") < lines.index("  tf.py_function")


def test_places_are_relative_to_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {"pkg/train.py": TRAIN, "pkg/helpers.py": HELPERS, "pkg/__init__.py": "", "notes/a.py": ""})
    for folder, place in (("pkg", "train.py:27 "), ("notes", "../pkg/train.py:27 ")):
        monkeypatch.chdir(tmp_path / folder)
        assert f" {place}" in why(settings_of(tmp_path), "pkg.helpers.loss")[1]


UNKNOWN = {
    "lib/__init__.py": "def log(f):\n    return f\n\nclass Log:\n    def __init__(self, f): self.f = f\n    def __call__(self, *a): return self.f(*a)\n",
    "m.py": "import lib\nimport tensorflow as tf\nfrom far import speed\nfrom lib import jit\n\n\n@{decorator}\ndef step(x):\n    return x\n",
}


@pytest.mark.parametrize(
    ("decorator", "meaning", "name"),
    [
        ("jit", "`lib.jit` is bound by no statement that can be seen", "lib.jit"),
        ("jit(fast=True)", "`lib.jit` is bound by no statement that can be seen", "lib.jit"),
        ("lib.tf.function", "`lib.tf.function` is bound by no statement that can be seen", "lib.tf.function"),
        ("speed.up", "`far.speed.up` of another package is not known to trace", "far.speed.up"),
        ("lib.log", "`lib.log` does not seem to pass the decorated function to `tf.function`", "lib.log"),
        ("lib.Log", "the class `lib.Log`, which does not seem to trace its argument", "lib.Log"),
        ("[speed][0:1].pop()", "it is unknown what it is", ""),
    ],
)
def test_a_decorator_that_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, decorator: str, meaning: str, name: str
) -> None:
    """It is named with what it was resolved to, under the name by which the settings can say that it traces."""
    write(tmp_path, {path: text.replace("{decorator}", decorator) for path, text in UNKNOWN.items()})
    monkeypatch.chdir(tmp_path)
    written = decorator.partition("(")[0] if name else ""
    mend = f"; if it traces, name `{name}` in `extra-roots`" if name else ""
    told = ask("m.step")
    assert (told[0], told[-1]) == ("m.step is not traced", f"  decorated with `@{written}` (m.py:7): {meaning}{mend}")
    if name:
        told = [*why(settings_of(tmp_path, extra_roots=(name,)), "m.step")]
        assert told[0] == "m.step is traced (confidence high, converted by AutoGraph)"


@pytest.mark.parametrize("decorator", ["property", "functools.lru_cache(None)", "contextlib.contextmanager", "tf.py_function"])
def test_a_decorator_that_is_known_is_not_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, decorator: str) -> None:
    write(tmp_path, {"m.py": f"import contextlib, functools\nimport tensorflow as tf\n\n@{decorator}\ndef step(x):\n    yield x\n"})
    monkeypatch.chdir(tmp_path)
    assert not [line for line in ask("m.step") if "decorated with `@" in line]


def test_a_wrapper_and_a_method_of_a_subclass_are_followed_to_the_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = """
    import functools
    import tensorflow as tf

    def counted(function):
        @functools.wraps(function)
        def wrapper(x):
            return function(x)
        return wrapper

    @tf.function
    @counted
    def squash(x):
        return x

    class Schedule:
        @tf.function
        def step(self, x):
            return self.value(x)

        def value(self, x):
            return x

    class Warmup(Schedule):
        def value(self, x):
            return x * 2

    squash(tf.constant(1.0))
    Warmup().step(tf.constant(1.0))
    """
    write(tmp_path, {"m.py": textwrap.dedent(program)})
    monkeypatch.chdir(tmp_path)
    assert ask("m.counted.wrapper")[1].startswith("└── put by its decorator in place of m.squash ")
    assert ask("m.Warmup.value")[1].startswith("└── called by m.Schedule.step ")


def test_the_gradient_of_a_function_is_followed_to_the_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = """
    import tensorflow as tf

    @tf.custom_gradient
    def soft(x):
        def grad(dy):
            return dy * 2
        return x, grad

    @tf.function
    def step(x):
        return soft(x)
    """
    write(tmp_path, {"m.py": textwrap.dedent(program)})
    monkeypatch.chdir(tmp_path)
    assert ask("m.soft.grad")[1].startswith("└── the gradient returned by m.soft ")
