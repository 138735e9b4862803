"""Values as plain data."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from tflint_autograph.confirm.probe.state.values import value

pytestmark = pytest.mark.tensorflow


def test_what_is_kept_by_the_class_of_a_tensor_is_the_same_in_both_modes() -> None:
    tf: Any = importlib.import_module("tensorflow")
    kinds: list[type] = []

    def seen(x: object) -> object:
        kinds.append(type(x))
        return x

    seen(tf.constant(1.0))
    tf.function(seen)(tf.constant(1.0))
    eager, graph = ({(int, kind): 1} for kind in kinds)
    assert eager.keys() != graph.keys()
    assert value(eager) == value(graph)
    assert value(eager) != value({(int, float): 1})
