"""The help of TFA303 names the function that its fix writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of

PROGRAM = """
import numpy as np
import tensorflow as tf

@tf.function
def f(x: tf.Tensor):
    return {call}
"""


@pytest.mark.parametrize("call", ["np.absolute(x)", "np.log1p(x)", "np.array([x, x])", "np.power(x, 2.0)", "np.mean(x)"])
def test_help_and_fix_say_the_same(tmp_path: Path, call: str) -> None:
    (finding,) = report_of(tmp_path, PROGRAM.format(call=call), select=("TFA303",)).findings
    assert finding.fix is not None
    assert finding.help == finding.fix.title


def test_a_call_that_no_fix_fits_still_gets_the_name(tmp_path: Path) -> None:
    (finding,) = report_of(tmp_path, PROGRAM.format(call="np.sum(x, out=None, initial=0.0)"), select=("TFA303",)).findings
    assert (finding.fix, finding.help) == (None, "use `tf.reduce_sum`")
