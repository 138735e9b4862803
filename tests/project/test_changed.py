"""What functions change is worked out once for all attributes that are looked for in it."""

from __future__ import annotations

import textwrap
from collections import Counter
from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.facts.lower import lower
from tflint_autograph.facts.scan import scan
from tflint_autograph.model.body import Body
from tflint_autograph.model.facts import FunctionFact
from tflint_autograph.model.values import Kind, Origin, Value
from tflint_autograph.project.bodies import reexports
from tflint_autograph.project.mutation import attribute_writes
from tflint_autograph.project.mutation.outside_writes import ChangeSummary, as_changed, changed


def changed_by(text: str) -> ChangeSummary:
    """What the first function of a text may change."""
    text = textwrap.dedent(text) + "\n"
    module = scan(text, tuple(text.splitlines()), "m.py", "m", is_package=False)
    lowered = lower(module, module.functions[0])[0]
    return changed(lowered.body, lowered.fact)


def test_holders_of_an_attribute_are_told_by_their_dotted_names() -> None:
    found = changed_by("""
        def go(self, net, log):
            net.scale = 2.0
            self.net.sizes.append(3)
            net.sizes["a"], log = 1, 2
            inner = self.net
            inner.scale = 3.0
            setattr(net, "rate", 1)
    """)
    assert found.holders("scale") == ["net", "self.net"]
    assert found.holders("sizes") == ["self.net", "net"]
    assert found.holders("rate") == ["net"]
    assert found.holders("log") == []
    assert not found.rebinds_first
    assert changed_by("def go(net):\n    net = 1").rebinds_first


def test_values_that_are_set_alike_are_one() -> None:
    plain = Value(Kind.PYTHON, Origin.OUTER, spelling="self.scale", type="builtins.float")
    assert as_changed(plain) == as_changed(Value(Kind.TENSOR, Origin.FRESH))
    assert as_changed(plain) != as_changed(Value(name="tensorflow.nn.relu"))
    held = Value(Kind.CONTAINER, Origin.OUTER, type="builtins.list", spelling="self.sizes")
    assert as_changed(held) == as_changed(held._replace(spelling="net.sizes", origin=Origin.FRESH))
    assert as_changed(held) != as_changed(held._replace(type="builtins.dict"))


PROGRAM = """
    import tensorflow as tf

    class Net:
        def __init__(self):
            self.sizes, self.names, self.scale = [], {}, 1.0

        @tf.function
        def step(self, x):
            for size in self.sizes:
                x = x + size
            return x * self.scale * len(self.names)

    class Other:
        def tune(self):
            self.sizes.append(1)
            self.names["a"] = 2
            self.scale = 3.0

    def tune(net: Net):
        net.sizes.append(1)
        net.names["a"] = 2
        net.scale = 3.0

    net = Net()
    net.step(tf.ones(3))
    tune(net)
    net.step(tf.ones(3))
"""


def test_each_function_is_asked_once_what_it_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: Counter[str] = Counter()

    def counted(body: Body, fact: FunctionFact | None) -> ChangeSummary:
        asked[fact.qualname if fact is not None else ""] += 1
        return changed(body, fact)

    monkeypatch.setattr(attribute_writes, "changed", counted)
    report = report_of(tmp_path, {"m.py": PROGRAM})
    assert {finding.code for finding in report.findings}
    assert asked["tune"] == 1
    assert set(asked.values()) == {1}


def test_words_behind_a_name_are_found() -> None:
    assert list(reexports._behind("np", "np.a + np . b + tnp.c + np\n.d + npx.e + x.np.f")) == ["a", "b", "d", "f"]
