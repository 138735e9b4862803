"""What NumPy functions give and which of them work on a symbolic tensor."""

from __future__ import annotations

import pytest

from tflint_autograph.tfapi import arrays


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("numpy.zeros", "numpy"),
        ("numpy.float32", "numpy"),
        ("numpy.linalg.linalg.norm", "numpy"),
        ("numpy.shape", "python"),
        ("numpy.result_type", "python"),
        ("numpy.split", "tuple"),
        ("numpy.copyto", "none"),
        ("numpy.random.RandomState", "numpy-generator"),
        ("numpy.errstate", "object"),
    ],
)
def test_results(name: str, expected: str) -> None:
    assert arrays.result(name) == expected


@pytest.mark.parametrize(("name", "is_one"), [("numpy.nan", True), ("numpy.pi", True), ("numpy.sin", False), ("math.pi", False)])
def test_numbers(name: str, is_one: bool) -> None:
    assert arrays.is_number(name) is is_one


@pytest.mark.parametrize(
    ("name", "works"), [("numpy.shape", True), ("numpy.ndim", True), ("numpy.size", False), ("numpy.sum", False)]
)
def test_functions_that_need_no_value(name: str, works: bool) -> None:
    assert arrays.static_on_tensors(name) is works
