"""What names of modules, classes and imports stand for where they are bound in less common ways."""

from __future__ import annotations

import pytest

from tests.programs import Traced
from tflint_autograph.facts.scan import scan
from tflint_autograph.project.bodies import globals_

HEAD = "import tensorflow as tf\n"
ONE = "def one(x):\n    return x\n"


@pytest.mark.parametrize("base", ["enum.Enum", "enum.IntEnum", "enum.Flag"])
def test_a_member_of_an_enumeration_is_an_object_of_it(traced: Traced, base: str) -> None:
    code = f"import enum\n{HEAD}class Mode({base}):\n    FAST = 1\n    def run(self, x):\n        return x\n\n@tf.function\ndef step(x):\n    return Mode.FAST.run(x)\n"
    assert "Mode.run" in traced(code)


def test_a_name_in_another_class_is_what_it_is_bound_to(traced: Traced) -> None:
    code = f"{HEAD}class Fast:\n    def run(self, x):\n        return x\n\nclass Mode:\n    FAST = Fast()\n    def run(self, x):\n        return x\n\n@tf.function\ndef step(x):\n    return Mode.FAST.run(x)\n"
    found = traced(code)
    assert ("Fast.run" in found, "Mode.run" in found) == (True, False)


def test_a_module_of_the_project_that_is_imported_by_name(traced: Traced) -> None:
    code = f'import importlib\n{HEAD}helpers = importlib.import_module("pkg.helpers")\n\n@tf.function\ndef step(x):\n    return helpers.one(x)\n'
    assert "pkg.helpers.one" in traced({"m.py": code, "pkg/__init__.py": "", "pkg/helpers.py": f"{HEAD}{ONE}"})


@pytest.mark.parametrize(
    ("imports", "called"),
    [
        ("from first import one\nfrom second import one\n", {"second.one"}),
        ("from second import one\nfrom first import one\n", {"first.one"}),
        ("try:\n    from first import one\nexcept ImportError:\n    from second import one\n", {"first.one", "second.one"}),
    ],
)
def test_the_last_of_two_imports_that_are_always_reached_counts(traced: Traced, imports: str, called: set[str]) -> None:
    files = {"first.py": f"{HEAD}{ONE}", "second.py": f"{HEAD}{ONE}", "m.py": f"{imports}{HEAD}\n@tf.function\ndef step(x):\n    return one(x)\n"}
    assert set(traced(files)) == {"step"} | called


HOLDER = f"""{HEAD}
class Holder:
    def __init__(self, fn):
        self.fn = tf.function(fn)

    def __call__(self, x):
        return self.fn(x)
"""


@pytest.mark.parametrize(
    "code",
    [
        f"from lib import Holder as keep\n@keep\n{ONE}", f"from lib import Holder\n@Holder\n{ONE}",
        f"from lib import Holder as keep\n{ONE}kept = keep(one)\n", f"import lib\nkeep = lib.Holder\n{ONE}kept = keep(one)\n",
    ],
)  # fmt: skip
def test_a_class_that_traces_what_it_is_given_under_another_name(traced: Traced, code: str) -> None:
    assert "one" in traced({"lib.py": HOLDER, "m.py": f"{HEAD}{code}"})


def test_another_class_of_that_name_traces_nothing(traced: Traced) -> None:
    code = f"class keep:\n    def __init__(self, fn):\n        self.fn = fn\n\n@keep\n{ONE}"
    assert "one" not in traced({"lib.py": HOLDER, "m.py": f"{HEAD}{code}", "n.py": f"{HEAD}from lib import Holder as keep\n"})


@pytest.mark.parametrize(
    ("code", "is_sole"),
    [
        ("x = 1", True),
        ("import tensorflow as tf\nx = tf.ones([2])", True),
        ("import tensorflow as tf\nx = tf.ones([2])\nimport tensorflow as tf", True),
        ("import tensorflow as tf\nx = tf.ones([2])\nimport numpy as tf", False),
        ("def make():\n    return 1\nx = make()", True),
        ("def make():\n    return 1\nx = make()\ndef make():\n    return 2", False),
        ("rate = 1\nx = rate + 1", True),
        ("x = len('abc')", True),
        ("x = 1\nx = 2", False),
        ("if flag:\n    x = 1", False),
        ("for x in (1, 2):\n    pass", False),
        ("x = y = 1", False),
        ("x, y = 1, 2", False),
        ("x: int = 1", False),
        ("x = 1\nx += 1", False),
        ("x = 1\ndef change():\n    global x\n    x = 2", False),
        ("rate = 1\nx = rate\nrate = 2", False),
        ("x = given", False),
        ("try:\n    from a import one\nexcept ImportError:\n    from b import one\nx = one()", False),
    ],
)
def test_a_name_that_is_assigned_once_always_has_one_value(code: str, is_sole: bool) -> None:
    facts = scan(f"{code}\n", (*code.split("\n"),), "m.py", "m", is_package=False)
    assert (globals_.sole_value(facts, "x") is not None) == is_sole


def test_a_name_assigned_once_is_known_where_the_module_itself_calls_what_reads_it(traced: Traced) -> None:
    code = f"""{HEAD}
class Fast:
    def run(self, x):
        return x

runner = Fast()

def chosen():
    return runner

@tf.function
def step(x):
    return chosen().run(x)

chosen()
"""
    assert "Fast.run" in traced(code)
