"""The extension in a real kernel, as a notebook is run: what a front end is sent for each cell."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

from tests.ipython.test_cells import IMPORT, MENDED, PRINTS, TRACED

STEPS = "for step_number in range(3):\n    train(tf.constant(1), step_number)"


class _Specs(KernelSpecManager):
    """The kernel of this interpreter, whichever are installed."""

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        return KernelSpec(argv=[sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"], language="python")


def outputs(folder: Path, *cells: str) -> list[list[Any]]:
    """Run the cells in a kernel; the outputs of each."""
    made = [new_code_cell(each) for each in cells]  # type: ignore[no-untyped-call]
    notebook = new_notebook(cells=made)  # type: ignore[no-untyped-call]
    manager = AsyncKernelManager(kernel_spec_manager=_Specs())
    NotebookClient(notebook, km=manager, allow_errors=True, resources={"metadata": {"path": str(folder)}}).execute()
    return [list(each.outputs) for each in notebook.cells]


def shown(found: list[Any]) -> list[str]:
    return [each.data["text/html"] for each in found if each.output_type == "display_data"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    # Found before the real one, and installed as that is.
    stub = tmp_path / "site-packages" / "tensorflow.py"
    stub.parent.mkdir()
    stub.write_text("print = print\ndef function(f): return f\n")
    return tmp_path


def test_tables_come_and_go(folder: Path) -> None:
    path = f"import sys\nsys.path.insert(0, {str(folder / 'site-packages')!r})\n{IMPORT}"
    found = outputs(folder, "%load_ext tflint_autograph", path, PRINTS, TRACED, "step(1)", MENDED, f"{TRACED}\n1 / 0", "%%traces\nstep(1)")
    # Under the cell that brought the finding stands, since it is mended, that it is.
    assert [[*map(len, map(shown, found))]] == [[0, 0, 0, 1, 0, 0, 0, 1]]
    (mended,) = shown(found[3])
    assert "tflint: mended" in mended
    assert "TFA101" not in mended
    assert [each.output_type for each in found[6]] == ["error"]
    assert "Traces" in shown(found[7])[0]


def test_a_table_has_code_place_way_and_remedy(folder: Path) -> None:
    path = f"import sys\nsys.path.insert(0, {str(folder / 'site-packages')!r})\n%load_ext tflint_autograph"
    found = outputs(folder, path, IMPORT, PRINTS, TRACED)
    (table,) = shown(found[3])
    for part in ("<table", '<code title="python-print">TFA101</code>', "In [3], line 2", "tf.<wbr>function → step → helper", "use <code>tf.print</code>"):
        assert part in table
    (plain,) = (each.data["text/plain"] for each in found[3] if each.output_type == "display_data")
    assert "traced: tf.function → step → helper" in plain


@pytest.mark.tensorflow
def test_traces_of_a_cell(tmp_path: Path) -> None:
    train = "import os\nos.environ['TF_CPP_MIN_LOG_LEVEL'] = '3'\nimport tensorflow as tf\n%load_ext tflint_autograph\n@tf.function\ndef train(x, n):\n    return x * n"
    found = outputs(tmp_path, train, f"%%traces\n{STEPS}")
    (report,) = (re.sub(r"<.*?>", "", each) for each in shown(found[1]))
    assert "3 traces in 3 calls" in report
    assert "retraced 2 times because" in report
    assert "In[2]:3" in report
