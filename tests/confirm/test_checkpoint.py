"""The state before a call, kept and put back: in which holders, with which aliases, and what cannot be kept."""

from __future__ import annotations

import itertools
import random
import sys
import types
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tflint_autograph.confirm.probe.state import checkpoint as kept
from tflint_autograph.confirm.probe.state.checkpoint import TooLarge, changed, checkpoint, restore
from tflint_autograph.confirm.probe.state.lines import LineCounter

pytestmark = [pytest.mark.tensorflow, pytest.mark.imports_tensorflow]

MODULE = '''
import functools
import tensorflow as tf

total = 0
history = []


class Counter:
    made = 0
    names = []

    def __init__(self):
        self.count = 0
        self.seen = []


class Slotted:
    __slots__ = ("count", "never", "seen")

    def __init__(self):
        self.count = 0
        self.seen = []


def add(x, seen=[], *, more={}):
    global total
    total += x
    seen.append(x)
    more[x] = x
    add.calls = getattr(add, "calls", 0) + 1
    return tuple(seen), dict(more), add.calls


def make():
    count = 0
    seen = []

    def call(x):
        nonlocal count, late
        count += x
        seen.append(x)
        late = getattr(call, "late", 0)
        return count, list(seen)

    if count:
        late = 1
    return call


def late():
    def read():
        return value

    def write():
        nonlocal value
        value = 1

    if total:
        value = 0
    return read, write


def traced():
    seen = []

    @tf.function
    def step(x):
        seen.append(1)
        return x

    return step, seen


def partial():
    seen = []
    return functools.partial(lambda held, x: held.append(x), seen), seen
'''


@pytest.fixture
def module(tmp_path: Path) -> Iterator[Any]:
    made: Any = types.ModuleType("kept_module")
    made.__file__ = str(tmp_path / "kept_module.py")
    sys.modules["kept_module"] = made
    exec(compile(MODULE, made.__file__, "exec"), made.__dict__)  # noqa: S102 - the text above
    yield made
    del sys.modules["kept_module"]


@pytest.fixture
def lines(tmp_path: Path) -> LineCounter:
    return LineCounter(str(tmp_path), ())


def back(lines: LineCounter, do: Callable[[], object], *roots: Any) -> None:
    """Do something to the state, and undo it."""
    before = checkpoint(roots, lines)
    do()
    restore(before)


@pytest.mark.parametrize(
    ("held", "do"),
    [
        ([1, 2], lambda held: held.append(3)),
        ([1, 2], lambda held: held.reverse()),
        ({"a": 1, "b": 2}, lambda held: held.update(a=5, c=3)),
        ({"a": 1, "b": 2}, lambda held: held.clear()),
        ({1, 2}, lambda held: held.add(3)),
        (deque([1, 2], maxlen=2), lambda held: held.append(3)),
        (bytearray(b"ab"), lambda held: held.extend(b"c")),
        (Counter("aab"), lambda held: held.update("ab")),
        (defaultdict(list, a=[1]), lambda held: held["b"].append(2)),
    ],
    ids=lambda each: type(each).__name__ if not callable(each) else "",
)
def test_a_container_is_the_same_one_with_the_same_in_it(held: Any, do: Callable[[Any], object], lines: LineCounter) -> None:
    wanted, kind = repr(held), type(held)
    back(lines, lambda: do(held), held)
    assert (repr(held), type(held)) == (wanted, kind)


@pytest.mark.parametrize("held", [{"a": 1, "b": 2}, OrderedDict(a=1, b=2)], ids=["dict", "OrderedDict"])
def test_a_dict_keeps_its_order(held: dict[str, int], lines: LineCounter) -> None:
    back(lines, lambda: held.update(a=held.pop("a")), held)
    assert list(held) == ["a", "b"]


def test_what_is_inside_is_put_back_too(lines: LineCounter) -> None:
    inner = [1]
    held = {"a": ({"b": inner},)}
    back(lines, lambda: inner.append(2), held)
    assert held == {"a": ({"b": [1]},)}


def test_two_names_of_one_list_stay_two_names_of_it(lines: LineCounter) -> None:
    shared: list[int] = []
    held = {"a": shared, "b": shared}

    def do() -> None:
        held["a"].append(1)
        held["b"] = [2]

    back(lines, do, held)
    assert held["a"] is held["b"] is shared
    assert shared == []


def test_a_list_that_holds_itself(lines: LineCounter) -> None:
    held: list[Any] = [1]
    held.append(held)
    back(lines, held.clear, held)
    assert held[0] == 1
    assert held[1] is held


def test_globals_and_what_they_hold(module: Any, lines: LineCounter) -> None:
    history = module.history

    def do() -> None:
        module.total = 7
        history.append(1)
        module.history = None
        module.later = 1

    back(lines, do)
    assert module.total == 0
    assert module.history is history
    assert history == []
    assert not hasattr(module, "later")


@pytest.mark.parametrize("kind", ["Counter", "Slotted"])
def test_attributes_of_an_object(kind: str, module: Any, lines: LineCounter) -> None:
    held = getattr(module, kind)()
    seen = held.seen

    def do() -> None:
        held.count, held.never = 5, 6
        held.seen.append(1)
        held.seen = []

    back(lines, do, held)
    assert held.count == 0
    assert held.seen is seen
    assert seen == []
    assert not hasattr(held, "never")


def test_attributes_of_a_class(module: Any, lines: LineCounter) -> None:
    def do() -> None:
        module.Counter.made += 1
        module.Counter.names.append("a")
        module.Counter.later = 1

    back(lines, do)
    assert (module.Counter.made, module.Counter.names) == (0, [])
    assert not hasattr(module.Counter, "later")


def test_closures(module: Any, lines: LineCounter) -> None:
    call = module.make()
    back(lines, lambda: call(3), call)
    assert call(1) == (1, [1])


def test_a_name_of_a_closure_without_a_value_has_none_again(module: Any, lines: LineCounter) -> None:
    read, write = module.late()
    back(lines, write, read, write)
    with pytest.raises(NameError):
        read()


def test_defaults_and_attributes_of_a_function(module: Any, lines: LineCounter) -> None:
    back(lines, lambda: module.add(3))
    assert module.add(1) == ((1,), {1: 1}, 1)
    assert module.total == 1


@pytest.mark.parametrize("maker", ["traced", "partial"])
def test_what_a_function_in_another_holds(maker: str, module: Any, lines: LineCounter) -> None:
    call, seen = getattr(module, maker)()
    back(lines, lambda: call(1), [call])
    assert seen == []


def test_variables_keep_their_value_and_stay_themselves(module: Any, lines: LineCounter) -> None:
    tf = module.tf
    held = tf.Variable([1.0, 2.0])
    layer = tf.keras.layers.Dense(1)
    layer.build([None, 2])
    kernel = layer.kernel.numpy()
    back(lines, lambda: (held.assign_add([1.0, 1.0]), layer.kernel.assign(kernel + 1.0)), [held], layer)
    assert held.numpy().tolist() == [1.0, 2.0]
    assert np.array_equal(layer.kernel.numpy(), kernel)


def test_generators_of_random_numbers(module: Any, lines: LineCounter) -> None:
    drawn = random.Random(1), np.random.default_rng(1), module.tf.random.Generator.from_seed(1)
    before = checkpoint(drawn, lines)

    def draw() -> list[float]:
        return [float(drawn[0].random()), float(drawn[1].random()), float(drawn[2].uniform([]))]

    first = draw()
    restore(before)
    assert draw() == first


def test_an_array_and_one_that_cannot_be_written(lines: LineCounter) -> None:
    held, fixed = np.ones(2), np.ones(2)
    fixed.flags.writeable = False
    back(lines, lambda: held.fill(3.0), held, fixed)
    assert held.tolist() == fixed.tolist() == [1.0, 1.0]


def test_what_cannot_be_copied_is_left_as_it_is(module: Any, lines: LineCounter) -> None:
    with Path(__file__).open(encoding="utf-8") as open_file:
        numbers = itertools.count()
        squares = (each * each for each in range(9))
        roots = [numbers, squares, open_file, module.tf.lookup.StaticHashTable, object(), type(None)]
        history = module.history
        back(lines, lambda: (next(numbers), next(squares), history.append(1)), roots)
    assert (next(numbers), next(squares)) == (1, 1)
    assert history == []


def test_nothing_is_done_to_the_modules_of_others(module: Any, lines: LineCounter) -> None:
    random_names = dict(vars(random))
    back(lines, lambda: setattr(random, "tflint_test", 1), random)
    assert vars(random).pop("tflint_test") == 1
    assert vars(random) == random_names


def test_the_changes_of_a_program_are_those_alone(module: Any, lines: LineCounter) -> None:
    held = module.Counter()
    before = checkpoint([held], lines)
    held.count = 1
    after = checkpoint([held], lines)
    held.count, held.later = 9, "kept"
    restore(changed(before, after))
    assert (held.count, held.later) == (1, "kept")


def test_more_than_can_be_kept_is_told(monkeypatch: pytest.MonkeyPatch, lines: LineCounter) -> None:
    monkeypatch.setattr(kept, "_MOST", 5)
    with pytest.raises(TooLarge):
        checkpoint([[[] for _ in range(9)]], lines)
