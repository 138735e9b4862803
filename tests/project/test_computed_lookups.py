"""Methods that are looked up by a computed name: those that the project names as texts alone are traced with the caller."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

PROGRAM = """
import tensorflow as tf


class Base:
    def shared_step(self, x):
        LOG.append("base")
        return x


class Handler(Base):
    def do_log(self, x):
        LOG.append("log")
        return x

    def do_show(self, x):
        LOG.append("show")
        return x

    def __len__(self):
        LOG.append("len")
        return 1


LOG = []
handler = Handler()


@tf.function
def run(kind, x):
    {line}


def drive(kind, x):
    print({text})
    return run(kind, x)


{after}
"""


KINDS = '["do_log", "do_show", "shared_step", "__len__"]'


def found(tmp_path: Path, line: str, text: str = KINDS, after: str = "") -> set[str]:
    program = PROGRAM.format(line=line, text=text, after=after)
    report = report_of(tmp_path, program, select=("TFA503",), min_confidence=Confidence.LOW)
    assert report.problems == ()
    return {program.splitlines()[each.span.start.line - 1].split('"')[1] for each in report.findings}


@pytest.mark.parametrize(
    "line",
    ["return getattr(handler, kind)(x)", 'return getattr(handler, "do_" + kind)(x)', 'return getattr(handler, f"do_{kind}", None)(x)',
     "method = getattr(handler, kind)\n    return method(x)"],
)  # fmt: skip
def test_methods_whose_names_are_texts_alone(tmp_path: Path, line: str) -> None:
    assert found(tmp_path, line) == {"base", "log", "show"}


@pytest.mark.parametrize("text", ["kind", "'a text with do_log in it'", "['log', 'show']"])
def test_methods_that_nothing_names_are_there_for_other_code(tmp_path: Path, text: str) -> None:
    assert found(tmp_path, "return getattr(handler, kind)(x)", text) == set()


def test_a_method_that_is_called_by_name_elsewhere(tmp_path: Path) -> None:
    assert found(tmp_path, "return getattr(handler, kind)(x)", after="handler.do_show(1)") == {"base", "log"}


@pytest.mark.parametrize("line", ['return getattr(handler, "do_log")(x)', "return handler.do_log(x)"])
def test_a_known_name(tmp_path: Path, line: str) -> None:
    assert found(tmp_path, line) == {"log"}


@pytest.mark.parametrize("line", ["return getattr(kind, kind)(x)", "return getattr(handler, kind) * x", "return x"])
def test_another_object_or_none_called(tmp_path: Path, line: str) -> None:
    assert found(tmp_path, line) == set()


def test_functions_of_a_module_are_looked_up_as_well(tmp_path: Path) -> None:
    (tmp_path / "distances.py").write_text("def near(x):\n    print(x)\n\n\ndef far(x):\n    print(x)\n\n\ndef never(x):\n    print(x)\n")
    program = """
import tensorflow as tf
import distances

class Index:
    def __init__(self, metric="near"):
        self.metric = getattr(distances, metric)

    @tf.function
    def nearest(self, x):
        return self.metric(x)

Index().nearest(tf.constant(1.0))
Index("far").nearest(tf.constant(1.0))
"""
    found = report_of(tmp_path, program, select=("TFA101",), pedantic=True).findings
    assert [each.span.start.line for each in found] == [2, 6]
