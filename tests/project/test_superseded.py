"""Functions of one name in one scope, in two branches or one after the other: each is a function of its own.

So are classes of one name, one after the other, as in the cells of a notebook.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import Sources, notebook, report_of

PRINTS = "TFA101"
BRANCHES = """
import tensorflow as tf

def fit(jit):
    if jit:
        @tf.function(jit_compile=True)
        def step(x):
            def scale(x):
                return (lambda y: print("first"))(x)
            return scale(x)
    else:
        @tf.function
        def step(x):
            print("second")
    return step(tf.constant(1.0))
"""
HELPERS = """
import tensorflow as tf

if tf.__version__ > "2":
    def show(x):
        print("new")
else:
    def show(x):
        print("old")

def show_twice(x):
    print("never")

def show_twice(x):
    print("now")

@tf.function
def step(x):
    show(x)
    show_twice(x)
"""
IN_TURN = """
import tensorflow as tf

def run(x):
    def step(x):
        print("first")
    tf.function(step)(x)

    def step(x):
        print("second")
    step(x)
"""
CLASSES = """
import tensorflow as tf

class Model(tf.Module):
    @tf.function
    def __call__(self, x):
        return self.show(x)

    def show(self, x):
        print("first")

Model()(1)

class Model(tf.Module):
    @tf.function
    def __call__(self, x):
        print("second")

@tf.function
def made_of_the_last(x):
    return Model().show(x)
"""
INSIDE = """
import tensorflow as tf

def made():
    @tf.function
    def step(x):
        print("first")

def made():
    @tf.function
    def step(x):
        print("second")
"""
CLASSES_IN_BRANCHES = """
import tensorflow as tf

if tf.__version__ > "2":
    class Model(tf.Module):
        def __call__(self, x):
            print("new")
else:
    class Model(tf.Module):
        def __call__(self, x):
            print("old")

@tf.function
def step(x):
    return Model()(x)
"""
CELLS = (
    "import tensorflow as tf\n@tf.function\ndef step(x):\n    print('first')\nstep(1)\n",
    "@tf.function\ndef step(x):\n    print('second')\nstep(1)\n",
)

MAPPED = (
    "import tensorflow as tf\ndef show(x):\n    print('first')\nds = tf.data.Dataset.range(3).map(show)\n",
    "def show(x):\n    print('second')\nshow(1)\n",
)

# Each `step` runs before the next one of its helpers is defined
CALLED_BEFORE = (
    "import tensorflow as tf\ndef show(x):\n    print('first')\n@tf.function\ndef step(x):\n    show(x)\nstep(1)\n",
    "def show(x):\n    tf.print(x)\n@tf.function\ndef step(x):\n    show(x)\nstep(1)\n",
)
# Nothing runs the first one: by the time its name means the second one, `show` is the second one
NEVER_CALLED = (CALLED_BEFORE[0].replace("step(1)\n", ""), CALLED_BEFORE[1])
REPLACED_CLASS = """
import tensorflow as tf

def show(x):
    print("first")

class Net(tf.Module):
    @tf.function
    def __call__(self, x):
        show(x)

net = Net()
net(1)

def show(x):
    pass

class Net(tf.Module):
    @tf.function
    def __call__(self, x):
        show(x)
"""


@pytest.mark.parametrize(
    ("sources", "lines"),
    [
        (BRANCHES, [9, 14]),
        (HELPERS, [6, 9, 15]),
        (IN_TURN, [6]),
        (CLASSES, [10, 17]),
        (CLASSES_IN_BRANCHES, [11]),
        (INSIDE, [7, 12]),
        ({"m.ipynb": notebook(*CELLS)}, [4, 3]),
        ({"m.ipynb": notebook(*MAPPED)}, [3]),
        ({"m.ipynb": notebook(*CALLED_BEFORE)}, [3]),
        ({"m.ipynb": notebook(*NEVER_CALLED)}, []),
        (REPLACED_CLASS, [5]),
    ],
)
def test_each_is_looked_at(tmp_path: Path, sources: Sources, lines: list[int]) -> None:
    report = report_of(tmp_path, sources, select=(PRINTS,))
    assert [finding.span.start.line for finding in report.findings] == lines


def test_the_name_of_the_function_is_the_one_it_has(tmp_path: Path) -> None:
    functions = [finding.function for finding in report_of(tmp_path, BRANCHES, select=(PRINTS,)).findings]
    assert functions == ["m.fit.step.scale.<lambda>", "m.fit.step"]


LIBRARY = """
import tensorflow as tf

def show(x):
    print("of the library")

def run(x):
    show(x)

if __name__ == "__main__":
    def show(x):
        print("of the program")
    show(1.0)
"""
IMPORTING = """
import tensorflow as tf
import library
from library import run, show

@tf.function
def step(x):
    show(x)
    run(x)
    library.show(x)
"""


def test_what_a_program_defines_anew_is_not_what_is_imported(tmp_path: Path) -> None:
    sources: Sources = {"library.py": LIBRARY, "train.py": IMPORTING}
    report = report_of(tmp_path, sources, select=(PRINTS,))
    assert [finding.span.start.line for finding in report.findings] == [5]


CHANGED = """
import tensorflow as tf

def test(check):
    size = 3
    @tf.function
    def step(x):
        return x * size
    check(step)
    use(step)
    size = 4
    @tf.function
    def {name}(x):
        return x * size
    check({name})
    check({other})

def use(step):
    step(tf.constant(1.0))

test(use)
"""


@pytest.mark.parametrize(("name", "other", "lines"), [("step", "step", []), ("again", "step", [8])])
def test_what_changes_once_another_function_has_the_name(tmp_path: Path, name: str, other: str, lines: list[int]) -> None:
    source = CHANGED.format(name=name, other=f"use({other})")
    report = report_of(tmp_path, source, select=("TFA113",))
    assert [finding.span.start.line for finding in report.findings] == lines


RECURSIVE = """
import tensorflow as tf

@tf.function
def down(n):
    return down(n - 1) if n > 0 else n

down(tf.constant(5))

@tf.function
def down(n):
    return down(n - 1) if n > 0 else n

down(5)
"""


def test_a_function_that_calls_itself_calls_itself_when_another_one_replaces_it(tmp_path: Path) -> None:
    report = report_of(tmp_path, RECURSIVE, select=("TFA212",))
    assert [(finding.span.start.line, finding.severity.name) for finding in report.findings] == [(6, "ERROR"), (12, "WARNING")]


DEFINED_LATER = """
import tensorflow as tf

def read(x):
    return x, x

def through(x):
    return read(x)

@tf.function
def step(x):
    a, b = through(x)
    return a + b

{before}

def read(x):
    return tf.reduce_sum(x)

{after}
"""


@pytest.mark.parametrize(
    ("before", "after", "lines"),
    [("step(tf.ones([3]))", "", []), ("print([step(tf.ones([each])) for each in (1, 2)])", "read(tf.ones([3]))", []),
     ("step(tf.ones([3]))", "step(tf.ones([4]))", [12]), ("", "step(tf.ones([3]))", [12]), ("again = step", "again(tf.ones([3]))", [12])],
)  # fmt: skip
def test_a_function_calls_what_has_the_name_when_it_runs(tmp_path: Path, before: str, after: str, lines: list[int]) -> None:
    report = report_of(tmp_path, DEFINED_LATER.format(before=before, after=after), select=("TFA203",))
    assert [finding.span.start.line for finding in report.findings] == lines


def test_another_file_may_call_it_later(tmp_path: Path) -> None:
    main = DEFINED_LATER.format(before="step(tf.ones([3]))", after="")
    other = "import tensorflow as tf\nfrom main import step\n\nstep(tf.ones([3]))\n"
    report = report_of(tmp_path, {"main.py": main, "other.py": other}, select=("TFA203",))
    assert [finding.span.start.line for finding in report.findings] == [12]


def test_functions_that_call_each_other_twice_are_looked_at_once(tmp_path: Path) -> None:
    layers = [f"def {name}{layer}(x):\n    return f{layer - 1}(x) + g{layer - 1}(x)\n" for layer in range(1, 40) for name in "fg"]
    start = "def f0(x):\n    return read(x)\n\ndef g0(x):\n    return read(x)\n"
    main = "\n".join(["import tensorflow as tf\n", "def read(x):\n    return x\n", start, *layers, "f39(1)\n", "def read(x):\n    return tf.abs(x)\n"])
    assert not report_of(tmp_path, {"main.py": main + "\ntf.function(f39)(tf.ones([3]))\n"}, select=("TFA203",)).problems
