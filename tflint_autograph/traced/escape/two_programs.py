"""Detects call paths through programs, which run by themselves, that do not run what is shown: tests, notebooks, scripts that nothing imports."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from tflint_autograph.model import body as ir
from tflint_autograph.model.paths import is_test
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.alternatives import is_main
from tflint_autograph.traced.tree.function_view import FunctionView, once_a_function

APART = "its call path leads through two programs, which do not run together"
EAGER = "the program on its call path runs the Keras object eagerly"

_UNSEEN = "keras-unseen"

_BY_NAME = frozenset({"import_module", "__import__", "runpy", "exec", "spec_from_file_location"})
"""What a project mentions outside of tests that may import any file but a notebook."""

_NOTEBOOK = ".ipynb"


def are_apart(fn: FunctionView) -> bool:
    """Whether the call path of the function leads through two programs."""
    return len(_programs(fn)) > 1


def run_eagerly(fn: FunctionView) -> bool:
    """Whether a program on the call path runs the Keras object eagerly, and the function is traced in none.

    A Keras object is taken for traced if nothing shows how the project runs it. A program that gives it what it calls shows that.
    """
    return bool(_programs(fn)) and _UNSEEN in fn.trace.assumptions and fn.trace.steps[0].span.path not in _programs(fn)


@once_a_function
def _programs(fn: FunctionView) -> Iterator[str]:
    """Yields the programs on the call path of the function."""
    paths = sorted({fn.key.path, *(step.span.path for step in fn.trace.steps)})
    programs = [path for path in paths if _is_program(fn.analysis, path)] if len(paths) > 1 else []
    if programs and next(fn.analysis.project.all_mentioning(_BY_NAME, tests=False), None) is not None:
        programs = [path for path in programs if path.endswith(_NOTEBOOK)]
    yield from programs


def _is_program(analysis: Analysis, path: str) -> bool:
    """Whether a file runs by itself: nothing imports it, or mentions it by its name, and its top calls something or is a test's."""
    module = analysis.project.module(path)
    if module is None or analysis.importing.importers().get(path):
        return False
    name = PurePosixPath(path).name.removesuffix(".py")
    if any(other.path != path for other in analysis.project.mentioning(frozenset({name}))):
        return False
    return is_test(path) or path.endswith(_NOTEBOOK) or any(map(_runs, module.body.statements))


def _runs(statement: ir.Statement) -> bool:
    """Whether a statement at the top of a file makes it a program: a loop, a call that stands alone, or what only a main program runs."""
    is_call = isinstance(statement, ir.Evaluate) and isinstance(statement.value, ir.Call)
    return is_call or isinstance(statement, (ir.For, ir.While)) or (isinstance(statement, ir.If) and is_main(statement))
