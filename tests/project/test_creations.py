"""An attribute of a base class holds what the objects of the class on the call path are given, not what objects of other classes are."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import traces_of
from tflint_autograph.model.levels import Confidence

PROGRAM = """
import tensorflow as tf

def plain(x):
    return x

def special(x):
    return x

class Base:
    def __init__(self, loss=None):
        self._loss = loss

    @property
    def loss(self):
        \"\"\"The loss.\"\"\"
        return self._loss

class Child(Base):
    {constructor}

    def fit(self, x):
        @tf.function
        def step(x):
            return self.{attribute}(x)
        return step(x)

class Other(Base):
    def __init__(self, loss=None):
        super().__init__(loss)

def main(x):
    Child({given}).fit(x)
    Other(special)
"""


@pytest.mark.parametrize("attribute", ["loss", "_loss"])
@pytest.mark.parametrize("constructor", ["pass", "def __init__(self, loss):\n        super().__init__(loss)"])
def test_a_function_given_to_objects_of_another_class_is_not_called(tmp_path: Path, constructor: str, attribute: str) -> None:
    traces = traces_of(tmp_path, PROGRAM.format(constructor=constructor, attribute=attribute, given="plain"))
    assert "plain" in traces
    assert "special" not in traces


@pytest.mark.parametrize("attribute", ["loss", "_loss"])
def test_a_function_given_to_objects_of_a_subclass_is_called(tmp_path: Path, attribute: str) -> None:
    sources = PROGRAM.format(constructor="pass", attribute=attribute, given="plain")
    traces = traces_of(tmp_path, sources.replace("class Other(Base)", "class Other(Child)"))
    assert {"plain", "special"} <= traces.keys()


def test_what_a_constructor_passes_on_is_given_to_objects_of_its_subclasses(tmp_path: Path) -> None:
    constructor = "def __init__(self):\n        super().__init__(special)"
    sources = PROGRAM.format(constructor=constructor, attribute="loss", given="") + "\nclass Last(Child):\n    def again(self, x):\n        return tf.function(self.loss)(x)\n"
    assert "special" in traces_of(tmp_path, sources)


HANDED_ON = """
import tensorflow as tf

def usual(x):
    return x

class Classifier:
    def __init__(self, loss=None):
        self.loss = loss

    def fit(self, x):
        @tf.function
        def step(x):
            return self.loss(x)
        return step(x)

class Attack:
    def __init__(self, estimator):
        self.estimator = estimator

class Margin(Attack):
    def __init__(self, x):
        def margin(x):
            return x
        {made}
        {used}

{other}
"""


@pytest.mark.parametrize(
    ("made", "used", "other", "expected"),
    [
        ("inner = Classifier(margin)", "super().__init__(inner)", "Classifier(usual).fit(1)", Confidence.LOW),
        ("inner = Classifier(margin)", "super().__init__(inner)", "Classifier().fit(1)", Confidence.LOW),
        ("inner = Classifier(margin)", "inner.fit(x)", "Classifier(usual).fit(1)", Confidence.HIGH),
        ("inner = Classifier(margin)", "super().__init__(inner)", "", Confidence.HIGH),
        ("self.inner = Classifier(margin)", "self.inner.fit(x)", "Classifier(usual).fit(1)", Confidence.HIGH),
    ],
)
def test_a_function_of_an_object_that_is_handed_on_is_doubtful_if_others_have_none(
    tmp_path: Path, made: str, used: str, other: str, expected: Confidence
) -> None:
    traces = traces_of(tmp_path, HANDED_ON.format(made=made, used=used, other=other))
    found = traces.get("Margin.__init__.margin")
    assert (found.confidence if found is not None else Confidence.LOW) is expected
    assert ("usual" in traces) is ("usual" in other)
