"""`confirm` makes calls of modules whose imports are not installed, where the calls do not use them, and says so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.confirm.confirmed import confirmed

pytestmark = pytest.mark.tensorflow

MODULE = """\
import no_such_package
import no_such_package.images as images
import tensorflow as tf
from no_such_registry import Base, configurable

SIZE = images.size(2)


class Layer(Base):
    pass


@configurable
@tf.function
def quiet(x):
    print("quiet")
    return x + 1.0


@tf.function
def needy(x):
    print("needy")
    return images.resized(x)
"""


OLD = """\
import collections

import tensorflow as tf
from collections import Mapping
from tensorflow.python.no_such_folder import tracking

Empty = tf.contrib.no_such.Empty


class Module(tracking.Base):
    def __init__(self, options: Mapping[str, int] | None = None) -> None:
        self.options = options


@tf.function
def plain(x):
    print("plain")
    return x + 1.0


@tf.function
def old(x):
    print("old")
    return x if isinstance(x, collections.Mapping) else Empty(x)


@tf.function
def older(x):
    print("older")
    return Mapping(x)
"""
"""Uses a folder, a name and an attribute that other versions of installed packages had."""


TEST = """\
import tensorflow as tf

from made import THREE
from made.net import step


def test_step():
    for value in (1.0, 2.0, 3.0):
        step(tf.constant(value))
"""
MADE = {
    "__init__": "from made import first_pb2 as first\nfrom made import second_pb2 as second\nfrom made.third import THREE\n\nKind = second.Kind\n",
    "third": "import made\n\nTHREE = 3\n",
    "net": """\
import tensorflow as tf

from made import Kind, first

def step(x, kind=Kind):
    return _step(x)


@tf.function
def _step(x):
    print("step")
    return x + 1.0
""",
}
"""A package that imports from itself modules which are generated when it is built."""


PACKAGE = {
    "__init__": "from pack.inner import helper\nimport no_such_late\nfrom pack.inner.model import wide\n",
    "base": "SIZE = 2\n",
    "inner/__init__": "",
    "inner/helper": "",
    "inner/model": """\
import tensorflow as tf

import pack.base


@tf.function
def wide(x):
    print("wide")
    return x + pack.base.SIZE
""",
}
"""A package in which only a first import from its top succeeds."""


FAILS = "from tensorflow import no_such_plugin\n\nno_such_plugin.register(0)\nTABLE = {0: 1}[no_such_plugin.ID]\n"
FAILING = """
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(__file__)), "others"))
import failing
import tensorflow as tf
from failing.inner import Base


class Kept(Base):
    def size(self):
        return failing.size(self)


@tf.function
def whole(x):
    print("whole")
    return x + 1.0


@tf.function
def partly(x):
    print("partly")
    return x + failing.size(x)
"""
"""A package of others that fails whatever is replaced for it, and what imports it."""


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder: Path = tmp_path_factory.mktemp("missing")
    (folder / "m.py").write_text(MODULE, encoding="utf-8")
    (folder / "n.py").write_text("import no_such_number\n" + MODULE.replace("SIZE =", "SIZE = 1 + no_such_number.one +"), encoding="utf-8")
    (folder / "o.py").write_text(OLD, encoding="utf-8")
    (folder / "pack" / "inner").mkdir(parents=True)
    for name, text in PACKAGE.items():
        (folder / "pack" / f"{name}.py").write_text(text, encoding="utf-8")
    found = confirmed(folder, "--no-cache", "--select", "TFA101", "--using", "made-up", "--timeout", "20")
    return {each["function"]: each["evidence"] for each in found["findings"]}


def test_calls_without_a_missing_package_confirm(verdicts: dict[str, Any]) -> None:
    quiet = verdicts["m.quiet"]
    assert quiet["verdict"] == "confirmed", verdicts
    assert quiet["text"].endswith(", without `no_such_package`, `no_such_registry`, which cannot be imported")


def test_calls_that_use_it_show_nothing(verdicts: dict[str, Any]) -> None:
    needy = verdicts["m.needy"]
    assert needy["verdict"] == "not-run", verdicts
    assert "No module named 'no_such_package'" in needy["text"]


def test_a_module_that_needs_it_at_once_is_not_imported(verdicts: dict[str, Any]) -> None:
    assert "No module named 'no_such_number'" in verdicts["n.quiet"]["text"]


def test_calls_without_what_another_version_had_confirm(verdicts: dict[str, Any]) -> None:
    plain = verdicts["o.plain"]
    assert plain["verdict"] == "confirmed", verdicts
    names = "`collections.Mapping`, `tensorflow.python.no_such_folder`, `tensorflow.contrib`"
    assert plain["text"].endswith(f", without {names}, which cannot be imported")


def test_calls_that_use_what_another_version_had_show_nothing(verdicts: dict[str, Any]) -> None:
    assert [verdicts[f"o.{name}"]["verdict"] for name in ("old", "older")] == ["not-run", "not-run"], verdicts
    assert "cannot import name 'Mapping'" in verdicts["o.older"]["text"]


def test_a_test_is_run_without_modules_that_are_not_generated(tmp_path: Path) -> None:
    (tmp_path / "made").mkdir()
    for name, text in MADE.items():
        (tmp_path / "made" / f"{name}.py").write_text(text, encoding="utf-8")
    (tmp_path / "test_made.py").write_text(TEST, encoding="utf-8")
    found = confirmed(tmp_path, "--no-cache", "--select", "TFA101", "--using", "tests", "--timeout", "20")
    (step,) = [each["evidence"] for each in found["findings"]]
    assert (step["verdict"], step["text"]) == ("confirmed", "wrote 3 times eagerly, once in the graph; called as in `test_made.py::test_step`")


def test_a_script_is_run_without_what_it_draws_with(tmp_path: Path) -> None:
    text = f"print('begin')\nimport no_such_plots as plots\n{MODULE.partition('SIZE')[0]}\n\n@tf.function\ndef loud(x):\n    print('loud')\n    return x\n\n\n"
    text += "for value in (1.0, 2.0, 3.0):\n    loud(tf.constant(value))\nplots.show()\n"
    (tmp_path / "show.pct.py").write_text(text, encoding="utf-8")
    found = confirmed(tmp_path, "--no-cache", "--select", "TFA101", "--using", "main", "--timeout", "20")
    (loud,) = [each["evidence"] for each in found["findings"]]
    assert (loud["verdict"], loud["text"]) == ("confirmed", "wrote 3 times eagerly, once in the graph; called as in `python show.pct.py`")


def test_a_package_is_imported_again_from_its_top(verdicts: dict[str, Any]) -> None:
    wide = verdicts["pack.inner.model.wide"]
    assert wide["verdict"] == "confirmed", verdicts
    assert wide["text"].endswith(", without `no_such_late`, which cannot be imported")


def test_a_package_whose_own_import_fails_is_replaced(tmp_path: Path) -> None:
    others, own = tmp_path / "others", tmp_path / "own"
    (others / "failing").mkdir(parents=True)
    own.mkdir()
    (others / "failing" / "__init__.py").write_text(FAILS, encoding="utf-8")
    (others / "failing" / "inner.py").write_text("class Base:\n    pass\n", encoding="utf-8")
    (own / "f.py").write_text(FAILING, encoding="utf-8")
    found = confirmed(own, "--no-cache", "--select", "TFA101", "--using", "made-up", "--timeout", "20")
    told = {each["function"]: each["evidence"] for each in found["findings"]}
    assert told["f.whole"]["verdict"] == "confirmed", told
    assert told["f.whole"]["text"].endswith(", without `failing`, which cannot be imported")
    assert told["f.partly"]["verdict"] == "not-run"
    assert "cannot import name 'no_such_plugin'" in told["f.partly"]["text"]
