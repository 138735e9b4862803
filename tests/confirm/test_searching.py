"""Which arguments are found for functions that nobody calls. Runs them with TensorFlow, in this process."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tflint_autograph.confirm.probe.calls.driving import Plan, Undrivable, driven
from tflint_autograph.confirm.probe.calls.scope import TARGET, CallNames
from tflint_autograph.confirm.probe.calls.searching import ArgumentSearch
from tflint_autograph.confirm.probe.state.lines import LineCounter
from tflint_autograph.confirm.protocol import Driver, Unit, Watch

pytestmark = [pytest.mark.tensorflow, pytest.mark.imports_tensorflow]

TEXT = """\
import tensorflow as tf

WEIGHTS = tf.Variable(tf.ones([5, 7]))
TABLE = {"small": 1, "large": 2}
PALETTE = [0.1, 0.5, 0.9]
BOXES = tf.constant([[0.0, 0.0, 2.0, 2.0], [1.0, 1.0, 4.0, 3.0]])


def projected(x):
    return tf.matmul(x, WEIGHTS)


def read(features):
    return features["left"] + features["right"]["inner"]


def area(boxes):
    return boxes[:, 2] - boxes[:, 0]


def tinted(image, level):
    return image * PALETTE[level]


def loss(labels, logits, weight):
    found = -tf.reduce_sum(tf.one_hot(labels, logits.shape[-1]) * tf.nn.log_softmax(logits), -1)
    return tf.reduce_mean(found) * (weight or 1.0)


def drained(budget):
    while budget:
        budget -= 1
    return budget


def endless(x):
    while x is not None:
        pass


def staged(x, stage="train", *, loud=False):
    if stage == "eval":
        x = x + 1
    elif loud:
        x = x + 2
    return x


def word(text):
    return TABLE[text.numpy().decode()]


def parts(path):
    return path.numpy().decode().split("/")[-2]


def centred(x):
    return x - x.mean(axis=0)


def fitted(data):
    x, y = data
    return tf.reduce_mean(tf.square(tf.matmul(x, tf.ones([3, 2])) - y))


def lengths(words):
    return [tf.strings.length(word) for word in words]


def weighed(n):
    return sum(PALETTE[i] for i in tf.range(n))


def slope(given):
    with tf.GradientTape() as tape:
        found = tf.reduce_sum(given * given)
    return tape.gradient(found, given) + 1.0


def pruned(beams):
    beams.sort(key=lambda beam: -beam[1])
    return beams[:1]


def gathered(batch):
    order = [7, 6, 5, 4]
    return tf.gather(batch, order)[:, 1]


def fifth(x):
    return tf.cond(tf.shape(x)[0] > 4, lambda: x[4], lambda: x[0])


class Holder:
    def __init__(self):
        self.weights = tf.Variable([1.0, 2.0])


holder = Holder()


def checked(x):
    first, second = x
    return tf.cast(first, tf.float32) if tf.reduce_max(second) > 0 else second


@tf.function(input_signature=[tf.TensorSpec([None, 2], tf.int32), tf.TensorSpec([], tf.string)])
def signed(x, name):
    return x


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def five(x):
    return x if x.shape[0] == 5 else -x


def of_four(x):
    return x if x.shape[0] == 4 else -x


def raised(x, times):
    for time in range(times):
        x = x + x * time
    return x


def higher(x, order=0):
    if order == 0:
        return x
    for each in range(1, order):
        x = x * each
    return x


def positive(x):
    if tf.reduce_any(x < 0.0):
        raise ValueError("negative")
    return x[1:] + tf.zeros([2])


def traced(x):
    if isinstance(x, int):
        x = float(tf.constant(x).numpy())
    return tf.add(x, 1)


def doubled(x):
    y = tf.add(x, x)
    return y if y.shape.rank else bool(y > 0.0)


def make(rate):
    def helper(x):
        return x * rate

    def step(x):
        return helper(x)

    return step


def build(size):
    def step(x):
        return x * size

    return {"step": step}


step = tf.function(make(0.5))


def rule(kind):
    def first(x):
        return x

    def second(x):
        return x * 2.0

    return {"first": first, "second": second}[kind]


def tagged(prefix, records):
    return tf.strings.join([prefix, records], separator="/")


def learnt(model, x):
    return model(x), len(model.trainable_variables)
"""


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    path = tmp_path_factory.mktemp("own") / "searched_module.py"
    path.write_text(TEXT, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("searched_module", path)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    sys.modules["searched_module"] = found
    spec.loader.exec_module(found)
    yield found
    del sys.modules["searched_module"]


def search(module: Any, name: str, prefer: str = "tensor", *, lines: tuple[int, ...] = (), seconds: float = 20.0) -> list[str]:
    """The arguments of the first of each group of calls that are found."""
    tf = importlib.import_module("tensorflow")
    counter = LineCounter(str(Path(module.__file__).parent), [Watch(str(line), module.__file__, line, line) for line in lines])
    names = CallNames({"tf": tf, "np": importlib.import_module("numpy"), **vars(module)}, counter, seconds)
    names.names[TARGET] = getattr(module, name)
    before = tf.config.functions_run_eagerly()
    tf.config.run_functions_eagerly(True)
    try:
        # The lines of code that AutoGraph generates are not known here
        graph = partial(tf.function, autograph=False) if lines else lambda target: target
        return [calls[0] for calls in ArgumentSearch(names.names[TARGET], prefer, names, graph=graph).found(len(lines))]
    finally:
        tf.config.run_functions_eagerly(before)


class Wrapped(tuple[Any, ...]):
    """A tuple that joins others as TensorFlow's wrapper of a tuple does, which `+=` of a list asks first."""

    def __radd__(self, other: Any) -> Any:
        return other + tuple(self)


def test_the_shapes_in_a_tuple_that_tensorflow_wraps_are_found(tmp_path: Path) -> None:
    numpy = importlib.import_module("numpy")
    names = CallNames({"held": Wrapped((numpy.ones([2, 3]),))}, LineCounter(str(tmp_path), []), 1.0)
    assert list(names.shapes()) == [(2, 3)]


def line(text: str) -> int:
    return TEXT.split("\n").index(text) + 1


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("projected", "tf.ones([2, 5])"),
        ("area", "BOXES"),
        ("read", "{'left': tf.constant([1.5, -2.0, 3.0]), 'right': {'inner': tf.constant([1.5, -2.0, 3.0])}}"),
        ("tinted", "tf.constant(1.5), tf.constant(1)"),
        ("drained", "tf.constant(3)"),
        ("checked", "(tf.constant([1.5, -2.0, 3.0]), tf.constant([1.5, -2.0, 3.0]),)"),
        ("word", "tf.constant('small')"),
        ("parts", "tf.constant('a/b/c')"),
        ("centred", "np.ones([4, 2])"),
        ("lengths", "tf.constant(['a', 'bc'])"),
        ("weighed", "tf.constant(2)"),
        ("slope", "tf.Variable([1.5, -2.0, 3.0])"),
        ("pruned", "[(tf.constant(1.0), tf.constant(2.0))] * 2"),
        ("fitted", "(tf.ones([2, 3]), tf.constant([[1.5], [-2.0]]),)"),
        ("five", "tf.cast(tf.fill([5], 1), tf.float32)"),
        ("of_four", "tf.ones([4])"),
        ("raised", "tf.constant(1.5), tf.constant(3)"),
        ("positive", "tf.constant([0.5, 0.25, 0.75])"),
        ("tagged", "'a', 'a'"),
        ("learnt", "tf.keras.layers.Dense(3), tf.constant([[1.5, -2.0, 3.0], [0.5, 1.0, -1.0]])"),
        ("signed", "tf.cast(tf.fill([3, 2], 1), tf.int32), tf.fill([], 'a')"),
    ],
)
def test_arguments_fit_the_body(name: str, found: str, module: Any) -> None:
    assert search(module, name) == [found]


def test_an_argument_that_may_be_a_tensor_is_one(module: Any) -> None:
    (found,) = search(module, "loss", lines=(line("    return tf.reduce_mean(found) * (weight or 1.0)"),))
    assert found.count("tf.constant(") == 3


def test_further_calls_have_lists_of_one_length(module: Any) -> None:
    found = search(module, "gathered", lines=(line("    return tf.gather(batch, order)[:, 1]"),))
    assert found == ["[tf.ones([2])] * 20", "[tf.ones([2])] * 20"]


def test_further_calls_reach_further_statements(module: Any) -> None:
    wanted = tuple(line(f"        x = x + {number}") for number in (1, 2))
    assert search(module, "staged", lines=wanted) == ["tf.constant(1.5)", "tf.constant(1.5), stage='eval'", "tf.constant(1.5), loud=True"]


def test_a_further_call_makes_a_loop_long_whose_length_has_a_default(module: Any) -> None:
    assert search(module, "higher", lines=(line("        x = x * each"),)) == ["tf.constant(1.5)", "tf.constant(1.5), order=20"]


def test_of_arguments_that_succeed_eagerly_those_count_that_can_be_traced(module: Any) -> None:
    assert search(module, "traced", "python") == ["20"]
    assert search(module, "traced", "python", lines=(line("    return tf.add(x, 1)"),)) == ["0.5", "0.5"]


def test_where_the_trace_raises_another_call_follows_whose_trace_does_not(module: Any) -> None:
    assert search(module, "doubled", lines=(line("    y = tf.add(x, x)"),)) == ["tf.constant(1.5)", "tf.constant([1.5, -2.0, 3.0])"]


def test_tensors_of_another_size_follow_whose_trace_raises(module: Any) -> None:
    wanted = (line("    return tf.cond(tf.shape(x)[0] > 4, lambda: x[4], lambda: x[0])"),)
    found = search(module, "fifth", lines=wanted)
    assert found == ["tf.ones([5])", "tf.constant([1.5, -2.0, 3.0])"]


def test_a_call_that_does_not_end_is_interrupted(module: Any) -> None:
    assert search(module, "endless", seconds=1.5) == []


def nested(module: Any, target: str) -> Plan:
    counter = LineCounter(str(Path(module.__file__).parent), ())
    return driven(Unit("0", module.__file__, module.__name__, (), "", Driver(target, nested=True), "eager", (), 20.0, 0), module, counter)


def test_a_nested_function_is_found_where_the_module_has_it_or_its_function_returns_it(module: Any) -> None:
    assert (nested(module, "make.step").holder, nested(module, "build.step").holder) == ("step", "build(20)['step']")
    assert [nested(module, f"rule.{name}").holder for name in ("first", "second")] == ["rule('first')", "rule('second')"]


def test_a_nested_function_that_is_not_returned_cannot_be_called(module: Any) -> None:
    with pytest.raises(Undrivable, match=r"does not find `make\.helper` in what `make` returns"):
        nested(module, "make.helper")
