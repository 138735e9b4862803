"""What a check costs grows with the size of the code, at most as n log n, however its parts are nested."""

from __future__ import annotations

from math import log
from pathlib import Path

import pytest

from tests.growth.nestings import BLOCKS, EXPRESSIONS, Program
from tests.growth.work import calls

LEAST = 2


def assert_grows_slowly(root: Path, program: Program, n: int) -> None:
    """Compare what one part more costs in a program of n parts and in one of 4 n."""
    calls(root, program(LEAST))  # what is imported, and what is known of TensorFlow, is looked up once
    (least, _), (some, small), (many, large) = (calls(root, program(size)) for size in (LEAST, n, 4 * n))
    assert not small.problems
    assert not large.problems
    one, other = (some - least) / (n - LEAST), (many - least) / (4 * n - LEAST)
    assert other <= one * log(4 * n) / log(n), (least, some, many)


@pytest.mark.parametrize("name", BLOCKS)
def test_blocks(tmp_path: Path, name: str) -> None:
    assert_grows_slowly(tmp_path, BLOCKS[name], 5)


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_expressions(tmp_path: Path, name: str) -> None:
    assert_grows_slowly(tmp_path, EXPRESSIONS[name], 24)
