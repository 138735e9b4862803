"""Of the calls of plain Python those are kept that run something of the project, trace, or make state."""

from __future__ import annotations

import pytest

from tflint_autograph.facts.scan import scan
from tflint_autograph.model.facts import MODULE, FunctionKey
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.index.modules import ModuleIndex
from tflint_autograph.project.index.project import SourceProject
from tflint_autograph.source.text import split_lines

BEFORE = "import numpy as np, os, tensorflow as tf\nclass C:\n    def __call__(self): pass\ndef g(): pass\nc = C()\n"


def kept(call: str, *extra: str) -> bool:
    text = f"{BEFORE}{call}\n"
    module = scan(text, split_lines(text), "m.py", "m", is_package=False)
    analysis = Analysis(SourceProject(ModuleIndex(["m.py"]), lambda path: module), frozenset(extra))
    last = len(split_lines(text))
    return any(at.line == last for at in analysis.eager_calls(FunctionKey("m.py", MODULE)).calls)


@pytest.mark.parametrize("call", [
    "g()", "c()", "c.unknown()", "tf.function(g)", "tf.Variable(1)", "tf.keras.layers.Dense(1)", "model.fit(x)", "model.build(x)",
    "f.get_concrete_function()", "layer.add_weight()", "tf.config.run_functions_eagerly(True)",
    "tf.compat.v1.disable_eager_execution()",
])  # fmt: skip
def test_what_somebody_asks_about_is_kept(call: str) -> None:
    assert kept(call)


@pytest.mark.parametrize("call", ["len(x)", "np.array(x)", "os.getcwd()", "tf.cast(x, y)", "unknown(x)", "x.unknown()", "[].append(1)"])
def test_nothing_else_is(call: str) -> None:
    assert not kept(call)


def test_what_the_configuration_says_to_trace_is_kept() -> None:
    assert kept("os.getcwd()", "os.getcwd")
