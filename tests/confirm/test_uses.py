"""How a function's body is read for what its parameters may be. Calls none, and needs no TensorFlow."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from tflint_autograph.confirm.probe.calls.use import Use
from tflint_autograph.confirm.probe.calls.uses import uses

TABLE = {"small": 1, "large": 2}
NAMES = ("a", "b")
ROWS = [1, 2]


class Runner:
    limit = 4

    def fast(self, x: Any) -> Any:
        return x

    def slow(self, x: Any) -> Any:
        return x if x > self.limit else 0

    def run(self, how: Any, x: Any) -> Any:
        return self.slow(x) if how == "slow" else getattr(self, how)(x)


def compared(mode: Any, size: Any, kind: Any) -> Any:
    if mode == "train" or "eval" == mode:  # noqa: SIM300
        return TABLE[kind]
    match mode:
        case "test":
            return NAMES.index(mode)
    return size > 3 and mode in NAMES


def read(features: Any, batch: Any, boxes: Any, index: Any, rows: Any, apply: Any, config: Any) -> Any:
    first, second = batch
    alias = features
    total = features["a"]["b"] + alias.get("c", first)
    if "d" in features:
        total += ROWS[index]
    for row in zip(rows, rows, strict=False):
        total += apply(row)
    return total, boxes[:, 3], boxes[-2], second, config.rate


def decoded(text: Any) -> Any:
    return TABLE[text.numpy().decode()]


def passed_on(value: Any, *, how: Any = "fast") -> Any:
    def inner(given: Any) -> Any:
        return given["key"]

    return inner(given=value) + compared(how, 1, "small")


def of(function: Any) -> dict[str, Use]:
    return uses(function, vars(sys.modules[__name__]))


def test_what_a_parameter_is_compared_with_or_looked_up_as_is_a_value() -> None:
    found = of(compared)
    assert list(found["mode"].values) == ["'train'", "'eval'", "'test'", "'a'", "'b'"]
    assert list(found["kind"].values) == ["'small'", "'large'"]
    assert list(found["size"].values) == ["4", "2", "3"]


def test_what_is_read_of_a_parameter_is_known() -> None:
    found = of(read)
    assert (list(found["features"].keys), list(found["features"].keys["a"].keys)) == (["a", "c", "d"], ["b"])
    assert (found["batch"].unpacked, found["boxes"].sizes, found["index"].is_index) == (2, (2, 4), True)
    assert (found["rows"].is_iterated, found["apply"].is_called, list(found["config"].attributes)) == (True, True, ["rate"])


def test_the_text_of_a_tensor_is_looked_up() -> None:
    found = of(decoded)
    assert list(found["text"].results["numpy"].results["decode"].values) == ["'small'", "'large'"]


def test_what_own_functions_do_with_an_argument_counts() -> None:
    found = of(passed_on)
    assert list(found["value"].keys) == ["key"]
    assert list(found["how"].values)[:2] == ["'train'", "'eval'"]


def test_the_object_of_a_method_is_known() -> None:
    found = of(Runner().run)
    assert list(found) == ["how", "x"]
    assert list(found["how"].values) == ["'slow'", "'fast'", "'run'"]
    assert list(found["x"].values) == ["5", "3", "4"]


@pytest.mark.parametrize("function", [len, eval("lambda x: x['a']"), Runner])
def test_without_a_source_nothing_is_known(function: Any) -> None:
    assert of(function) == {}


def measured(x: Any, y: Any, z: Any, n: Any) -> Any:
    size = y.shape[1]
    if x.shape == (4, 3) or size > 7:
        return sum(range(n))
    return z.shape


def test_the_sizes_a_shape_is_compared_with_and_the_ends_of_ranges_are_known() -> None:
    found = of(measured)
    assert [found[name].lengths for name in ("x", "y", "z")] == [(4, 3), (8, 6, 7), ()]
    assert [name for name, use in found.items() if use.is_range] == ["n"]


class Keeper:
    def __init__(self, likelihood: Any, rate: Any) -> None:
        self.likelihood = likelihood
        self._rate = rate

    def score(self, x: Any) -> Any:
        if self._rate == "fast":
            return x
        return self.likelihood.score(x, self.likelihood.limit)


def test_what_methods_do_with_the_attribute_that_keeps_an_argument_counts() -> None:
    held = Keeper(None, "slow")
    for function in (Keeper, Keeper.__init__.__get__(held)):
        found = of(function)
        assert list(found["likelihood"].attributes) == ["score", "limit"]
        assert list(found["rate"].values) == ["'fast'"]


def contained(beams: Any, batch: Any, rows: Any) -> Any:
    for name in ("user", "item"):
        batch[name + "_norm"] = batch[name].shape
    for row in rows:
        beams.append(row.weight)
    return beams[0].score


def test_what_is_done_with_elements_and_with_keys_in_a_loop_counts() -> None:
    found = of(contained)
    assert list(found["batch"].keys) == ["user", "item"]
    assert [list(found[name].contained().attributes) for name in ("beams", "rows")] == [["score"], ["weight"]]
