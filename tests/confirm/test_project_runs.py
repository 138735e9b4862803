"""`confirm` with the tests and scripts of a project: one run, in which several findings are settled by what the project does itself."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.runtime.warm import warm_python

pytestmark = pytest.mark.tensorflow

FILES = {
    "pyproject.toml": '[tool.pytest.ini_options]\naddopts = "--no-such-option"\n',
    "src/pack/__init__.py": "",
    "src/pack/helpers.py": "def shown(x):\n    print('heard', x)\n    return x\n",
    "src/pack/net.py": """\
import dataclasses
from typing import Any

import tensorflow as tf

from pack.helpers import shown


@dataclasses.dataclass(frozen=True)
class Config:
    level: str
    rate: Any


class Net(tf.Module):
    def __init__(self, config):
        self.scale = config["scale"]
        self.w = tf.Variable(1.0)
        self.gain = 1.0
        self.seen = []

    @tf.function
    def step(self, x):
        self.seen.append(1)
        return shown(self.w * x * self.scale)

    @tf.function
    def tuned(self, x):
        return x * self.gain

    def tune(self, gain):
        self.gain = gain

    @tf.function
    def calm(self, x, n):
        return x if n < 2 else tf.constant([float(x)])


@tf.function
def sized(x):
    tf.debugging.assert_equal(tf.shape(x)[0], 2, f"{tf.shape(x)[0]} rows")
    return x


@tf.function
def grown(x, size):
    print("grows to", size)
    return tf.zeros([size]) + x


SCALE = 1.0


def settings():
    return Config("calm", SCALE)


def rate():
    return settings().rate


@tf.function
def rated(x):
    return x * rate()


def epochs(count):
    global SCALE
    for number in range(count):
        SCALE = float(number)
        rated(tf.constant(1.0))


@tf.function
def outer(x, config):
    return inner(x, config)


class Saver:
    def __init__(self):
        self.served = tf.function(self.serve)

    def serve(self, x, name):
        print("serves", name)
        return x


class Loud(tf.keras.layers.Layer):
    def call(self, x):
        print("calls", x)
        return x * 2.0


def inner(x, config):
    if config.level == "very loud":
        print("loud")
    return x
""",
    "tests/pack/__init__.py": "",
    "tests/pack/conftest.py": """\
import pytest

from pack.net import Net


@pytest.fixture
def net():
    return Net({"scale": 2.0})
""",
    "tests/pack/test_net.py": """\
import pytest
import tensorflow as tf

from pack.net import Config, Loud, Saver, grown, inner, rate, sized


@pytest.mark.parametrize("value", [1.0, 2.0])
def test_step(net, value):
    open("left.txt", "w").write("written by a test")
    for number in range(3):
        net.step(tf.constant(value))
    assert False


def test_tuned(net):
    net.tuned(tf.constant(1.0))
    net.tuned(tf.constant(2.0))


def test_calm(net):
    for number in range(3):
        net.calm(tf.constant(1.0), 1)
    raise SystemExit


def test_inner(capsys):
    inner(tf.constant(1.0), Config("very loud", tf.constant(1.0)))
    assert capsys.readouterr().out


def test_saver():
    Saver().served.get_concrete_function(tf.TensorSpec([None, 2], tf.float32), "x")


def test_loud():
    inputs = tf.keras.Input([None, 3])
    assert tf.keras.Model(inputs, Loud()(inputs)).built


def test_rate():
    assert rate() == 1.0


def test_sized():
    sized(tf.ones([2]))


def test_grown():
    for size in (1, 2, 3):
        grown(tf.constant(1.0), size)


def test_that_no_finding_needs():
    open("never.txt", "w").write("no")
""",
    "train.py": """\
import tensorflow as tf

from pack.net import Net


@tf.function
def twice(x, words):
    print(words)
    return x * 2.0


def main(steps=3):
    net = Net({"scale": 1.0})
    for gain in (1.0, 2.0):
        net.tune(gain)
        net.tuned(tf.constant(1.0))
    for number in range(steps):
        twice(tf.constant(float(number)), {"what": "x"})


if __name__ == "__main__":
    main()
""",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def done(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tflint_autograph", "confirm", "--no-cache", "--output-format", "json", "--python", warm_python()]
    options = ["--select", "TFA101,TFA106,TFA113,TFA114,TFA503", "--using", "tests", "--using", "main"]
    return subprocess.run([*command, *options, "."], cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def evidence(done: subprocess.CompletedProcess[str]) -> dict[tuple[str, str], tuple[str, str]]:
    found: list[dict[str, Any]] = json.loads(done.stdout)["findings"]
    return {(each["function"], each["code"]): (each["evidence"]["verdict"], each["evidence"]["text"]) for each in found}


@pytest.mark.parametrize(
    ("function", "code", "verdict", "text"),
    [
        ("pack.helpers.shown", "TFA101", "confirmed", "wrote 3 times eagerly, once in the graph; called as in `{test}::test_step[1.0]`"),
        ("pack.net.Net.step", "TFA503", "confirmed", "; called as in `{test}::test_step[1.0]`"),
        ("pack.net.inner", "TFA101", "confirmed", "once in the graph; when it is traced, called as in `{test}::test_inner`"),
        ("pack.net.Net.tuned", "TFA114", "confirmed", "result of call 3: 3.0 eagerly, 1.0 in the graph; called as in `{test}::test_tuned`"),
        ("pack.net.grown", "TFA101", "confirmed", "wrote 6 times eagerly, 3 times in the graph; called as in `{test}::test_grown`"),
        ("pack.net.sized", "TFA106", "confirmed", "and a symbolic tensor once in the graph; called as in `{test}::test_sized`"),
        ("pack.net.Saver.serve", "TFA101", "confirmed", "; traced as in `{test}::test_saver`, and called with values that fit the signature"),
        ("pack.net.Loud.call", "TFA101", "confirmed", "; built as in `{test}::test_loud`, and called with values that fit the inputs"),
        ("pack.net.settings", "TFA113", "confirmed", "result of call 3: 3.0 eagerly, 1.0 in the graph; when it is traced, called as in `{test}::test_rate`"),
        ("train.twice", "TFA101", "confirmed", "wrote 3 times eagerly, once in the graph; called as in `python train.py`"),
    ],
)
def test_what_the_project_does_itself_proves(
    function: str, code: str, verdict: str, text: str, evidence: dict[tuple[str, str], tuple[str, str]]
) -> None:
    seen, told = evidence[function, code]
    assert (seen, told.endswith(text.format(test="tests/pack/test_net.py"))) == (verdict, True), told


def test_its_tests_and_scripts_are_named_with_their_end(done: subprocess.CompletedProcess[str]) -> None:
    assert "tests/pack/test_net.py: ran to its end; calls of " in done.stderr
    assert "train.py: ran to its end; calls of 2 functions with findings were replayed" in done.stderr


def test_the_project_stays_as_it_was(folder: Path, done: subprocess.CompletedProcess[str]) -> None:
    assert "left.txt (new" in done.stderr
    assert "never.txt" not in done.stderr
    assert {str(each.relative_to(folder)): each.read_text(encoding="utf-8") for each in folder.rglob("*") if each.is_file()} == FILES
