"""Attributes that options of the command line define are Python values, wherever they are read. Others may be tensors."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of

PROGRAM = """
import numpy as np
import tensorflow as tf

def options(parser):
    parser.add_argument({added})

@tf.function
def energy(u, layers):
    return tf.stack([u * z for z in np.arange(layers)])

def run(params, u):
    {before}
    return energy(u, params.n_layers)
"""


@pytest.mark.parametrize(
    ("added", "before", "count"),
    [
        ('"--n-layers", type=int, default=10', "pass", 0),
        ('"-n", "--n_layers", type=int', "pass", 0),
        ('"-n", dest="n_layers", type=int', "pass", 0),
        ('"--depth", type=int', "pass", 1),
        ('"--n-layers", dest="depth", type=int', "pass", 1),
        ('"--n-layers", type=int', "params.n_layers = tf.constant(3)", 1),
    ],
)
def test_an_option_is_no_tensor(tmp_path: Path, added: str, before: str, count: int) -> None:
    assert len(report_of(tmp_path, PROGRAM.format(added=added, before=before), select=("TFA303",)).findings) == count


def test_a_file_that_names_no_tensorflow_defines_the_option(tmp_path: Path) -> None:
    inside = PROGRAM.format(added='"--depth"', before="pass").replace("def options", "from given import options\n\ndef other")
    options = "def options(parser):\n    parser.add_argument({!r}, type=int)\n"
    found = [report_of(tmp_path, {"m.py": inside, "given.py": options.format(name)}, select=("TFA303",)).findings for name in ("--n-layers", "--width")]
    assert [len(each) for each in found] == [0, 1]
