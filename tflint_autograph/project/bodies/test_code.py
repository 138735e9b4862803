"""Recognises files of tests, by the names under which unittest and pytest collect tests, and the files that only those import."""

from __future__ import annotations

from tflint_autograph.model.paths import is_test
from tflint_autograph.project.bodies.importing import Importing

OF_TEST = "is code of a test, which runs once and checks what matters"


def excuse(importing: Importing, path: str) -> str:
    """Returns a clause on why what is found in a file matters less, or an empty string: the file is named like a test, and defines tests
    or is imported by files of tests alone.
    """
    if not is_test(path):
        return ""
    users = importing.users(path)
    return OF_TEST if _defines_tests(importing, path) or (all(map(is_test, users)) and any(_defines_tests(importing, each) for each in users)) else ""


def _defines_tests(importing: Importing, path: str) -> bool:
    module = importing.project.module(path)
    return module is not None and any(each.name.startswith("test") for each in module.functions)
