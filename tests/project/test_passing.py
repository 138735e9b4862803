"""Which bodies may pass another value on every call is seen before they are run through."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.facts.scan import scan
from tflint_autograph.model.facts import MODULE, FunctionKey
from tflint_autograph.project.callsites import root_calls
from tflint_autograph.project.callsites.argument_variation import PassedParameter, may_pass_varying
from tflint_autograph.project.index.modules import ModuleIndex
from tflint_autograph.project.index.project import SourceProject
from tflint_autograph.source.text import split_lines


def passes(text: str, qualname: str = "f", keyword: str = "", before: int = 9) -> bool:
    text = textwrap.dedent(text)
    module = scan(text, split_lines(text), "m.py", "m", False)
    project = SourceProject(ModuleIndex(["m.py"]), lambda path: module)
    return may_pass_varying(project, FunctionKey("m.py", qualname), PassedParameter(frozenset({"step"}), keyword, before))


@pytest.mark.parametrize("text", [
    "def f():\n    for x in y: step(x)\n",
    "def f():\n    while True:\n        (x, *y) = g()\n        m.step(x)\n",
    "def f():\n    while True: m().step(\n        g())\n",
    "def f(x):\n    step(x)\n",
    "def f(*x):\n    step([0, *x])\n",
    "def f():\n    global x\n    step(x)\n",
    "def f():\n    m.count = m.count + 1\n    step(m.count)\n",
    "def f():\n    return [step(x) for x in y]\n",
    "def f():\n    g = lambda x: step(x)\n",
    "def f():\n    g(lambda x: [')', step(x)])\n",
    "def f(x):\n    step(')', \"(\", x)\n",
    "def f(x):\n    step(g(\'\'\'a)\'\'\'), x)\n",
    "def f(x):\n    step(\n        1,  # \'\'\'one) of them\n        x)\n",
])  # fmt: skip
def test_a_loop_a_parameter_or_what_lasts_may_vary(text: str) -> None:
    assert passes(text)


@pytest.mark.parametrize("text", [
    "def f():\n    x = g()\n    step(x)\n",
    "def f():\n    for x in y: g(x)\n    step(z)\n",
    "def f(x):\n    g(x)\n    step(1)\n",
    "def f(x):\n    for _ in y: step()\n",
    "def f():\n    for _ in y: step(z)\n",
    "def f():\n    m.count = 1\n    step(m.other)\n",
    "def f():\n    g(lambda x: x)\n    step(1)\n",
    "def f(x):\n    step(x[0], x.size, *x)\n",
    "def f(x):\n    g(lambda: step(x))\n    step(1)\n",
    "import tensorflow as tf\ndef f(x):\n    for _ in y: step(tf.zeros(x))\n",
    "from tensorflow.compat import v2 as tf\nfor x in y: step(tf.zeros(x))\nfor x in z: f(x)\ndef f(x): step(tf.ones(x))\n",
])  # fmt: skip
def test_nothing_else_does(text: str) -> None:
    assert not passes(text)


@pytest.mark.parametrize("text", [
    "def f(x):\n    step (x)\n",
    "def f(x):\n    (step)(x)\n",
    "def f(x):\n    step(\n        1,\n        x,\n    )\n",
    "def f(x):\n    run = step\n    run(x)\n",
    "def f(x):\n    run, more = m.step, 1\n    run(x)\n",
    "def f(x):\n    run = step if x else other\n    again = run\n    again(x)\n",
    "def f(x):\n    for run in (other, step): run(x)\n",
])  # fmt: skip
def test_the_call_may_be_written_in_any_way(text: str) -> None:
    assert passes(text)


@pytest.mark.parametrize(("call", "found"), [
    ("step(x, 1)", True),
    ("step(1, x)", True),
    ("step(1, 2, x)", False),
    ("step(1, rate=x)", True),
    ("step(1, scale=x)", False),
    ("step(*z, x)", False),
    ("step(1, x, *z)", True),
    ("step(*z, rate=x)", True),
])  # fmt: skip
def test_what_another_parameter_is_given_does_not_count(call: str, found: bool) -> None:
    assert passes(f"def f(x): {call}\n", keyword="rate", before=1) is found


def test_of_the_object_whose_method_it_is_only_what_is_set_varies() -> None:
    text = """
        class A:
            def f(self):
                step(self.a)

            def g(self):
                self.a += 1
                step(self.a)
        """
    assert not passes(text, "A.f")
    assert passes(text, "A.g")


def test_a_module_calls_too() -> None:
    assert passes("for x in y:\n    step(x)\n", MODULE)
    assert not passes("step(x)\n", MODULE)


CLASSES = """
import tensorflow as tf

@tf.function
def step(x):
    return x

class Base:
    def run(self, x):
        return step(x)

    def all(self):
        for x in range(10):
            self.run(x)

class Derived(Base):
    def twice(self):
        for x in range(10):
            self.run(x)

class Above:
    def each(self):
        for x in range(10):
            self.run(x)

class Below(Above, Base):
    pass

class Other:
    def run(self, x):
        return x

    def others(self):
        for x in range(10):
            self.run(x)

    def theirs(self, base):
        for x in range(10):
            self.run(base.run(x))
"""


def test_a_method_of_another_class_by_the_same_name_is_not_asked_who_calls_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def asks(project: SourceProject, key: FunctionKey, to: PassedParameter) -> bool:
        asked.append(key.qualname)
        return may_pass_varying(project, key, to)

    monkeypatch.setattr(root_calls, "may_pass_varying", asks)
    report = report_of(tmp_path, CLASSES, select=("TFA402",))
    assert [finding.span.start.line for finding in report.findings] == [10]
    assert asked == ["Base.all", "Derived.twice", "Above.each", "Other.theirs"]


SCALED = """
import tensorflow as tf

@tf.function
def scale(x, rate):
    return x * rate

def run(x, rate):
    return scale(x, rate)
"""
SWEEP = """
import tensorflow as tf
from library import run

for rate in range(10):
    run(tf.ones(2), rate)
"""


@pytest.mark.parametrize(("caller", "found"), [("sweep.py", ["library.py"]), ("test_library.py", []), ("tests/sweep.py", [])])
def test_how_often_a_test_calls_what_is_under_test_says_nothing_of_its_use(
    tmp_path: Path, caller: str, found: list[str]
) -> None:
    report = report_of(tmp_path, {"library.py": SCALED, caller: SWEEP}, select=("TFA402",))
    assert [finding.span.path for finding in report.findings] == found


LIBRARY = """
import tensorflow as tf

@tf.function
def scale(x, rate):
    return x * rate

class Base:
    pass

class Scaler(Base):
    def run(self, x, rate):
        return scale(x, rate)

def run(x, rate):
    return scale(x, rate)
"""
EACH = "    for rate in range(10):\n        "


@pytest.mark.parametrize(
    ("caller", "asked"),
    [
        (f"def each(thing, x):\n{EACH}thing.run(x, rate)\n", False),
        (f"import library\n\ndef each(x):\n{EACH}library.run(x, rate)\n", True),
        (f"from library import run\n\ndef each(x):\n{EACH}run(x, rate)\n", True),
        (f"def each(x):\n    from library import run\n{EACH}run(x, rate)\n", True),
        (f"def each(x):\n    from library import (\n        run,\n    )\n{EACH}run(x, rate)\n", True),
        (f"def each(x):\n    from helpers import run\n{EACH}run(x, rate)\n", True),
        (f"from helpers import run\n\ndef each(x):\n{EACH}run(x, rate)\n", True),
        (f"import math\n\ndef each(thing, x):\n    import math\n{EACH}thing.run(x, rate)\n", False),
    ],
)  # fmt: skip
def test_who_cannot_know_a_function_is_not_asked_who_calls_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caller: str, asked: bool
) -> None:
    looked = []

    def asks(project: SourceProject, key: FunctionKey, to: PassedParameter) -> bool:
        looked.append(key.path)
        return may_pass_varying(project, key, to)

    monkeypatch.setattr(root_calls, "may_pass_varying", asks)
    files = {"library.py": LIBRARY, "helpers.py": "import tensorflow as tf\nfrom library import *\n", "caller.py": f"import tensorflow as tf\n{caller}"}
    report = report_of(tmp_path, files, select=("TFA402",))
    assert ("caller.py" in looked) is asked
    assert [finding.span.path for finding in report.findings] == ["library.py"] * asked


def test_a_method_is_known_where_its_package_or_a_base_of_its_class_is(tmp_path: Path) -> None:
    package = {
        "pkg/__init__.py": "", "pkg/base.py": "class Base:\n    def run(self, x, rate):\n        raise NotImplementedError\n",
        "pkg/library.py": "from pkg.base import Base\n" + LIBRARY.replace("class Base:\n    pass\n", ""),
    }  # fmt: skip
    by_base = f"import tensorflow as tf\nfrom pkg.base import Base\n\ndef each(thing: Base, x):\n{EACH}thing.run(x, rate)\n"
    by_package = f"import tensorflow as tf\nimport pkg.library\n\ndef each(x):\n{EACH}pkg.library.run(x, rate)\n"
    for number, caller in enumerate((by_base, by_package)):
        (root := tmp_path / str(number)).mkdir()
        report = report_of(root, {**package, "caller.py": caller}, select=("TFA402",))
        assert [finding.span.path for finding in report.findings] == ["pkg/library.py"]
