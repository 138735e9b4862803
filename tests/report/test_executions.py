"""The execution count of a cell beside its place, in the formats that people read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.programs import notebook, report_of
from tflint_autograph.report import full, html

CELLS = ("import tensorflow as tf", "@tf.function\ndef f(x):\n    print(x)", "@tf.function\ndef g(x):\n    print(x)")


@pytest.mark.parametrize(("count", "shown"), [(7, " --> n.ipynb:cell 2:3:5  In [7]"), (None, " --> n.ipynb:cell 2:3:5")])
def test_a_cell_is_named_as_people_see_it(tmp_path: Path, count: int | None, shown: str) -> None:
    document = json.loads(notebook(*CELLS))
    document["cells"][1]["execution_count"] = count
    report = report_of(tmp_path, {"n.ipynb": json.dumps(document)})
    lines = full.render(report, color=False).splitlines()
    assert [line for line in lines if line.startswith(" -->")] == [shown, " --> n.ipynb:cell 3:3:5"]
    page = html.render(report)
    assert ("cell 2:3:5 · In [7] · in" in page) is (count == 7)
    assert "cell 3:3:5 · in" in page
