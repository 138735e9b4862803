"""Functions that call each other in cycles inside one another are interpreted a few times each, and not all anew in each pass of every cycle."""

from __future__ import annotations

from pathlib import Path

from tests.growth.work import calls

_MODULE = """\
import tensorflow as tf


{rings}def f{last}(x):
    return f0(x)


@tf.function
def g(x):
    print(x)
    return f0(x)
"""

_RING = """\
def f{n}(x):
    if x > 3:
        return [f{n}(x - 1), f0]
    y = f{after}(x)
    return [y, f{n}]


"""


def _program(n: int) -> str:
    """Functions of which each calls itself and the next one, and the last one the first: n cycles inside one."""
    return _MODULE.format(rings="".join(_RING.format(n=each, after=each + 1) for each in range(n)), last=n)


def test_cycles_inside_one_another(tmp_path: Path) -> None:
    (some, _), (more, report) = (calls(tmp_path, _program(n)) for n in (5, 10))
    assert not report.problems
    assert more <= 4 * some
