"""Which of the calls a project makes are borrowed, and what is run for them. Runs no TensorFlow but where it says so."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.confirm.confirmed import confirmed
from tflint_autograph.confirm.candidates import Candidate
from tflint_autograph.confirm.extracted_calls import MOST, Borrowing

LIB = """\
import tensorflow as tf


class Net(tf.Module):
    def __init__(self, layers, activation):
        self.layers = layers
        self.activation = activation
        self.seen = []

    def __call__(self, x):
        self.seen.append(1)
        for w in self.layers:
            x = self.activation(x @ w)
        return x


class Trainer:
    def __init__(self, net, optimizer):
        self.net = net
        self.optimizer = optimizer
        self.steps = 0

    @tf.function
    def step(self, batch):
        self.steps += 1
        return tf.reduce_mean(self.net(batch["x"]) - batch["y"])


def made(net):
    return Trainer(net, None)
"""
MAIN = """\
import tensorflow as tf

import lib


def data():
    return [{"x": tf.ones([2, 3]), "y": tf.ones([2, 3])}] * 4


def run(epochs=2):
    unused = input("never asked")
    net = lib.Net([tf.Variable(tf.ones([3, 3]))], tf.nn.relu)
    net.layers.append(tf.Variable(tf.ones([3, 3])))
    trainer = lib.made(net)
    for epoch in range(epochs):
        for number, batch in enumerate(data()):
            print(unused, trainer.step(batch))


if __name__ == "__main__":
    run()
"""
MODEL = """\
import tensorflow as tf


class Model(tf.keras.Model):
    def __init__(self, spec):
        super().__init__()
        self.dense = tf.keras.layers.Dense(spec["units"])
        self.seen = 0

    def call(self, inputs, training=False):
        self.seen += 1
        return self.dense(inputs["a"])


def test_model():
    model = Model({"units": 2})
    model.compile(optimizer="sgd", loss="mse")
    data = tf.data.Dataset.from_tensor_slices(({"a": tf.ones([4, 3])}, tf.ones([4, 2]))).batch(2)
    model.fit(data, epochs=2, verbose=0)
"""


def borrowed(text: str, target: str, path: str = "m.py") -> list[tuple[str, tuple[int, ...]]]:
    """The calls that are borrowed for a function of `path` from a file with this text, and the lines they need."""
    found = Borrowing(lambda name: {"m.py": ast.parse(text)} if f"{name}(" in text else {}).of(Candidate(path, target, True))
    return [
        (each.driver.told(each.driver.calls[0]), each.driver.borrowed.needs) for each in found if each.driver.borrowed is not None
    ]


def test_a_call_comes_with_the_statements_that_make_what_it_uses() -> None:
    assert borrowed(LIB + MAIN, "Trainer.step") == [("trainer.step(batch)", (42, 43, 44, 46))]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("x = 1\nf(x)\n", [("f(x)", ())]),
        ("if __name__ == '__main__':\n    x = 1\n    y = 2\n    f(x)\n", [("f(x)", (2,))]),
        ("def g(x=1):\n    f(x)\n", [("f(x)", ())]),
        ("def g(x):\n    f(x)\n", []),
        ("def g(x):\n    x = 1\n    f(x)\n", []),
        ("def g(x):\n    f(1)\n", [("f(1)", ())]),
        ("def g():\n    f(lambda: 1)\n", []),
        ("def g():\n    a, (b, c) = h()\n    if a:\n        d = b\n    f(c, d=d, **b)\n", [("f(c, d=d, **b)", (2, 3))]),
        ("def g():\n    with h() as x:\n        f(x)\n", [("f(x)", (2,))]),
        ("def g():\n    for x in h():\n        y = x\n        if y:\n            f(y)\n", [("f(y)", (2, 3))]),
        ("def g():\n    x = 1\n    if x:\n        x = 2\n        return x\n    f(x)\n", []),
        ("def g():\n    x = []\n    x.append(1)\n    h(x)\n    f(x)\n", [("f(x)", (2, 3))]),
        ("import m\n\ndef g():\n    return m.f(1)\n", [("m.f(1)", ())]),
        ("def g():\n    m = h()\n    return m.f(1)\n", []),
        ("class A:\n    def test(self):\n        x = 1\n        self.g(f(x))\n", [("f(x)", (3,))]),
        ("def g():\n    [f(x) for x in h()]\n", []),
    ],
)  # fmt: skip
def test_what_a_call_needs(text: str, found: list[tuple[str, tuple[int, ...]]]) -> None:
    assert borrowed(text, "f") == found


def test_methods_are_called_on_what_makes_objects_of_the_class() -> None:
    text = "class A(B):\n    pass\n\ndef h():\n    return A()\n\ndef g():\n    a, b, c = 1, A(), 2\n    d = h()\n    e = other()\n    d.f(1)\n    e.f(2)\n"
    assert borrowed(text, "B.f") == []
    assert borrowed(f"B()\n{text}", "B.f") == [("d.f(1)", (10,))]
    assert borrowed("def g():\n    b = B()\n    b(1)\n", "B.__call__") == [("b(1)", (2,))]


def test_the_calls_that_need_least_are_tried_first() -> None:
    text = "".join(_using(number) for number in range(9, 4, -1))
    found = borrowed(text, "f")
    assert [len(needs) for _, needs in found] == [5, 6, 7]
    assert len(found) == MOST


FILES = {
    "lib.py": LIB,
    "main.py": MAIN,
    "test_model.py": MODEL,
    "broken.py": "Trainer(\nmade(",
    "loud.py": "from lib import Trainer\n\ntrainer = Trainer(1 / 0, 2)\ntrainer.step(1)\n",
}


def _using(count: int) -> str:
    """A function that calls `f` with so many names."""
    names = [f"x{number}" for number in range(count)]
    return "".join([f"def g{count}():\n", *(f"    {name} = 1\n" for name in names), f"    f({', '.join(names)})\n"])


@pytest.mark.tensorflow
def test_findings_are_proven_by_the_calls_of_the_project(tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    found = {each["path"]: each["evidence"] for each in confirmed(tmp_path, "--select", "TFA503")["findings"]}
    assert {path: each["verdict"] for path, each in found.items()} == {"lib.py": "confirmed", "test_model.py": "confirmed"}
    assert "called as on main.py:17, `trainer.step(batch)`" in found["lib.py"]["text"]
    assert "called as on test_model.py:19, `model.fit(data, epochs=2, verbose=0)`" in found["test_model.py"]["text"]
