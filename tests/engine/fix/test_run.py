"""Whole fixing runs over files on disk."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.filtering.adopt import Adoption
from tflint_autograph.engine.fix import run as fix_run
from tflint_autograph.engine.fix.onepass import one_pass
from tflint_autograph.engine.fix.run import Accept, Fixed, Propose, fix_paths
from tflint_autograph.engine.workspace.files import Files
from tflint_autograph.model.report import Report

HEAD = "import tensorflow as tf\n\n\n@tf.function\ndef f(x):\n"
PRINTS = f"{HEAD}    print(x)\n    return x\n"
FIXED = PRINTS.replace("print", "tf.print")


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(
    root: Path, *paths: str, ref: str = "", accept: Accept | None = None, propose: Propose | None = None, **options: bool
) -> Fixed:
    write = options.pop("write", True)
    settings = Settings(root, unsafe_fixes=accept is None, **options)  # type: ignore[arg-type]
    return fix_paths(settings, paths or (".",), Adoption(settings, ref=ref), write=write, accept=accept, propose=propose)


def test_unsafe_fixes_and_imports(root: Path) -> None:
    (root / "a.py").write_text("import helpers\nimport tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    return helpers.g(x)\n")
    (root / "helpers.py").write_text('"""Help."""\n\n\ndef g(x):\n    print(x)\n    print("x", x)\n    return x\n')
    done = run(root)
    assert (root / "helpers.py").read_text() == (
        '"""Help."""\n\nimport tensorflow as tf\n\n\ndef g(x):\n    tf.print(x)\n    tf.print("x", x)\n    return x\n'
    )
    assert [finding.code for finding in done.applied] == ["TFA101", "TFA101"]
    assert done.report.findings == ()
    assert [change.path for change in done.changes] == ["helpers.py"]


def test_nothing_is_written_without_the_wish(root: Path) -> None:
    (root / "a.py").write_text(PRINTS)
    done = run(root, write=False)
    assert (root / "a.py").read_text() == PRINTS
    assert done.changes[0].after == FIXED.encode()


def test_what_is_suppressed_or_hidden_is_left_alone(root: Path) -> None:
    text = PRINTS.replace("print(x)", "print(x)  # tflint: ignore[TFA101]")
    (root / "a.py").write_text(text)
    assert not run(root).applied
    assert (root / "a.py").read_text() == text


def test_notebook(root: Path) -> None:
    cell: dict[str, object] = {"cell_type": "code", "metadata": {}, "outputs": [{"text": ["print(x)"]}], "execution_count": 3}
    sources = ["%matplotlib inline\nimport numpy as np", "import tensorflow as tf\n@tf.function\ndef f(x):\n    print(x)"]
    book = {"cells": [cell | {"source": source} for source in sources], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (root / "a.ipynb").write_text(json.dumps(book, indent=1))
    run(root)
    book["cells"][1]["source"] = sources[1].replace("print", "tf.print")  # type: ignore[index]
    assert (root / "a.ipynb").read_text() == json.dumps(book, indent=1)


def test_import_in_a_notebook_goes_to_the_first_cell_that_imports(root: Path) -> None:
    cell: dict[str, object] = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    sources = ["x = 1", "%matplotlib inline\nimport zarr", "from tensorflow import function\n@function\ndef f(x):\n    print(x)"]
    book = {"cells": [cell | {"source": source} for source in sources], "metadata": {}, "nbformat": 4}
    (root / "a.ipynb").write_text(json.dumps(book))
    done = run(root)
    written = [each["source"] for each in json.loads((root / "a.ipynb").read_text())["cells"]]
    assert written == [
        sources[0],
        "%matplotlib inline\nimport tensorflow as tf\nimport zarr",
        sources[2].replace("print", "tf.print"),
    ]
    assert not done.report.findings


def test_a_file_that_is_not_given_is_left_alone(root: Path) -> None:
    (root / "a.py").write_text(PRINTS)
    (root / "b.py").write_text(PRINTS)
    run(root, "a.py")
    assert ((root / "a.py").read_text(), (root / "b.py").read_text()) == (FIXED, PRINTS)


def test_a_file_that_changes_before_it_is_written(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (root / "a.py").write_text(PRINTS)
    (root / "b.py").write_text(PRINTS)
    passes = []

    def disturbed(*arguments: object) -> object:
        passes.append(1)
        if len(passes) == 2:
            (root / "a.py").write_text(f"{PRINTS}# mine\n")
        return one_pass(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(fix_run, "one_pass", disturbed)
    done = run(root)
    assert (root / "a.py").read_text() == f"{PRINTS}# mine\n"
    assert (root / "b.py").read_text() == FIXED
    assert [(problem.kind.value, problem.span.path) for problem in done.report.problems] == [("conflict", "a.py")]
    assert [finding.span.path for finding in done.applied] == ["b.py"]
    assert [finding.span.path for finding in done.report.findings] == ["a.py"]
    assert done.report.exit_code == 2


def test_a_file_that_changes_while_it_is_looked_at(root: Path) -> None:
    (root / "a.py").write_text(PRINTS)

    def accept(finding: object, report: object) -> bool:
        (root / "a.py").write_text(f"\n{PRINTS}")
        return True

    done = run(root, accept=accept)
    assert (root / "a.py").read_text() == f"\n{PRINTS}"
    assert [problem.kind.value for problem in done.report.problems] == ["conflict"]


def test_a_file_that_is_written_behind_the_last_look_at_it(root: Path) -> None:
    """The lines that a fix is for stand elsewhere by then."""
    (root / "a.py").write_text(PRINTS)

    def write(files: Files, report: Report) -> Report:
        (root / "a.py").write_text(f"# A line more.\n{PRINTS}")
        return report

    done = run(root, propose=write)
    assert (root / "a.py").read_text() == f"# A line more.\n{PRINTS}"
    assert [(problem.kind.value, problem.span.path) for problem in done.report.problems] == [("conflict", "a.py")]


def test_a_declined_fix_is_asked_about_once(root: Path) -> None:
    (root / "a.py").write_text(PRINTS.replace("print(x)", "print(x)\n    print('b', x)"))
    asked = []

    def accept(finding: object, report: object) -> bool:
        asked.append(finding)
        return len(asked) == 1

    done = run(root, accept=accept)
    assert (len(asked), len(done.applied), len(done.report.findings)) == (2, 1, 1)


def test_changed_lines_are_followed_through_the_passes(root: Path) -> None:
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org"]
    text = "from tensorflow import function\n\n\n@function\ndef f(x):\n    print(1, x)\n    return x\n"
    (root / "a.py").write_text(text)
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-qm", "a"]):
        subprocess.run([*git, *arguments], cwd=root, check=True)
    (root / "a.py").write_text(text.replace("    return", "    print(2, x)\n    return"))
    done = run(root, ref="HEAD")
    assert [finding.span.start.line for finding in done.applied] == [7]
    assert "    print(1, x)\n    tf.print(2, x)\n" in (root / "a.py").read_text()
    assert not done.report.findings


@pytest.mark.skipif(os.geteuid() == 0, reason="a superuser may write everywhere")
def test_a_folder_that_takes_no_files(root: Path) -> None:
    (root / "sub").mkdir()
    (root / "sub/a.py").write_text(PRINTS)
    (root / "sub").chmod(0o555)
    done = run(root)
    assert [problem.kind.value for problem in done.report.problems] == ["io"]
    assert len(done.report.findings) == 1
