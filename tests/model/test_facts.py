"""Lines are cut out of a text from places of which few are kept."""

from __future__ import annotations

import pytest

from tflint_autograph.facts.scan import scan
from tflint_autograph.model.body import At
from tflint_autograph.model.facts import STRIDE


@pytest.mark.parametrize("count", [0, 1, STRIDE - 1, STRIDE, STRIDE + 1, 2 * STRIDE, 5 * STRIDE + 3])
@pytest.mark.parametrize("end", ["\n", ""])
def test_any_lines_can_be_cut_out(count: int, end: str) -> None:
    lines = tuple(f"name_{number} = {number}" for number in range(count))
    facts = scan("\n".join(lines) + end if lines else "", lines, "a.py", "a", is_package=False)
    for first in range(1, count + 3):
        for last in range(count + 3):
            assert facts.between(first, last) == lines[first - 1 : last]
            if first <= last <= count:
                assert facts.passage(At(first, 1, last, 1)) == "".join(f"{line}\n" for line in lines[first - 1 : last])
