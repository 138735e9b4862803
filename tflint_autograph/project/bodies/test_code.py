"""Recognises files of tests, by the names under which unittest and pytest collect tests."""

from __future__ import annotations

from tflint_autograph.model.paths import is_test
from tflint_autograph.project.index.project import SourceProject

OF_TEST = "is code of a test, which runs once and checks what matters"


def excuse(project: SourceProject, path: str) -> str:
    """Returns a clause on why what is found in a file matters less, or an empty string: the file is named like a test and defines tests."""
    module = project.module(path) if is_test(path) else None
    return OF_TEST if module is not None and any(each.name.startswith("test") for each in module.functions) else ""
