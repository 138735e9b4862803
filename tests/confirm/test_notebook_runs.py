"""`confirm` runs notebooks, and files whose name no import can have, as programs: their calls count, though they may never end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.confirm.confirmed import confirmed

pytestmark = pytest.mark.tensorflow

CELLS = [
    "import tensorflow as tf\nfrom tasks import Task\n",
    "@tf.function\ndef shown(x):\n    print('shown', x)\n    return x\n",
    "for i in range(3):\n    shown(tf.constant(i))\nwhile True:\n    pass\n",
]
TASKS = """\
import tensorflow as tf


class Task:
    def __call__(self, step):
        print("step")
        return step

"""
SCRIPT = """\
# %% [markdown]
# A notebook as text

# %%
import tensorflow as tf

from tasks import Task

# %%
run = tf.function(Task())
for i in tf.range(3):
    run(i)
"""


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder: Path = tmp_path_factory.mktemp("project")
    cells: list[dict[str, Any]] = [{"cell_type": "code", "source": each, "metadata": {}, "outputs": [], "execution_count": None} for each in CELLS]
    book = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (folder / "book.ipynb").write_text(json.dumps(book), encoding="utf-8")
    (folder / "tasks.py").write_text(TASKS, encoding="utf-8")
    (folder / "monitor.pct.py").write_text(SCRIPT, encoding="utf-8")
    found = confirmed(folder, "--no-cache", "--select", "TFA101", "--using", "main", "--timeout", "6")
    return {each["path"]: each["evidence"] for each in found["findings"]}


@pytest.mark.parametrize(("path", "told"), [("book.ipynb", "book.ipynb"), ("tasks.py", "python monitor.pct.py")])
def test_calls_outside_of_functions_confirm(verdicts: dict[str, Any], path: str, told: str) -> None:
    assert verdicts[path]["verdict"] == "confirmed", verdicts
    assert f"called as in `{told}`" in verdicts[path]["text"]


def test_calls_are_made_up_in_a_file_whose_name_no_import_can_have(tmp_path: Path) -> None:
    source = "import tensorflow as tf\n\n@tf.function\ndef shown(x):\n    print('shown', x)\n    return x\n"
    (tmp_path / "steps.pct.py").write_text(source, encoding="utf-8")
    (found,) = confirmed(tmp_path, "--no-cache", "--select", "TFA101", "--using", "made-up", "--timeout", "20")["findings"]
    assert found["evidence"]["verdict"] == "confirmed", found["evidence"]
