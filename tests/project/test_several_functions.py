"""Helpers that map a dataset with each of the functions they are given, as further arguments or in a container."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of

PROGRAM = """
import tensorflow as tf

stats = {{"seen": 0}}


def count(x):
    stats["seen"] += 1
    return x


class Counter:
    def __call__(self, x):
        stats["seen"] += 1
        return x


def pipeline({parameters}):
    {before}
    {loop}
        ds = ds.map(fn)
    return ds.batch(2)


data = tf.data.Dataset.range(6)
ds = pipeline({arguments})
"""


@pytest.mark.parametrize(("function", "line"), [("count", 8), ("Counter()", 14)])
@pytest.mark.parametrize(
    ("parameters", "loop", "arguments"),
    [
        ("ds, *fns", "for fn in fns:", "data, {0}"),
        ("ds, *fns", "for fn in fns:", "data, {0}, {0}"),
        ("ds, fns", "for fn in fns:", "data, [{0}]"),
        ("ds, **fns", "for fn in fns.values():", "data, first={0}"),
        ("ds, fns", "for name, fn in fns.items():", 'data, {{"first": {0}}}'),
    ],
)
@pytest.mark.parametrize("before", ["pass", "ds = tf.data.Dataset.range(6)"])
def test_functions_of_a_container(tmp_path: Path, parameters: str, loop: str, arguments: str, before: str, function: str, line: int) -> None:
    text = PROGRAM.format(parameters=parameters, before=before, loop=loop, arguments=arguments.format(function))
    report = report_of(tmp_path, {"main.py": text}, select=("TFA503",))
    assert report.problems == ()
    assert [each.span.start.line for each in report.findings] == [line]


def test_something_else_with_a_method_map(tmp_path: Path) -> None:
    text = PROGRAM.format(parameters="ds, *fns", before="pass", loop="for fn in fns:", arguments="pool, count")
    assert report_of(tmp_path, {"main.py": text.replace("tf.data.Dataset.range(6)", "Pool()").replace("pool", "data")}, select=("TFA503",)).findings == ()
