"""The plugin for flake8: reports the findings of `check` at their places.

flake8 calls a plugin for one file after the other, in several processes; a finding depends on the whole project. So all files are checked
once, when flake8 has read its options, and each call returns its part of the result.
"""

from __future__ import annotations

import argparse
import ast
import atexit
import io
import json
import multiprocessing
import os
import tempfile
import tokenize
from collections.abc import Iterator, Sequence
from typing import ClassVar

from tflint_autograph import __version__
from tflint_autograph.cli.check import STDIN_NAME
from tflint_autograph.cli.options import settings_for
from tflint_autograph.config.errors import UsageError
from tflint_autograph.engine.pipeline import check_paths
from tflint_autograph.model.finding import Problem, ProblemKind
from tflint_autograph.report.place import one_line

UNCHECKED = "TFA900"
_VARIABLE = "TFLINT_AUTOGRAPH_FLAKE8"
_FLAKE8_SAYS = (ProblemKind.SYNTAX, ProblemKind.ENCODING, ProblemKind.IO)

Said = tuple[int, int, str]
Answers = dict[str, list[Said]]


class Plugin:
    """The plugin that flake8 creates for each file."""

    name = "tflint-autograph"
    version = __version__
    answers: ClassVar[Answers] = {}
    stdin_name: ClassVar[str] = ""

    def __init__(self, tree: ast.AST, filename: str, lines: Sequence[str]) -> None:
        """flake8 passes `tree` because it calls plugins with this parameter once per file; it is not used."""
        self.filename = filename
        self.lines = lines

    @classmethod
    def parse_options(cls, options: argparse.Namespace) -> None:
        """Checks the files passed to flake8. Raises flake8's ExecutionError where `check` would exit with code 2."""
        names: list[str] = list(options.filenames) or ["."]
        cls.stdin_name = options.stdin_display_name if "-" in names else ""
        # flake8 says itself which of them does not exist.
        paths = [name for name in names if name != "-" and os.path.exists(name)]
        shared = _shared(names)
        cls.answers = shared if shared is not None else _answered(paths) if paths else {}
        if shared is None:
            _share(names, cls.answers)

    def run(self) -> Iterator[tuple[int, int, str, type[Plugin]]]:
        """Yields line (from 1), column (from 0), and a text with code and message."""
        said = self._of_stdin() if self.filename == self.stdin_name else self.answers
        for line, column, text in said.get(os.path.abspath(self.filename), ()):
            yield line, column, text, type(self)

    def _of_stdin(self) -> Answers:
        # flake8 calls code without a name `stdin`, which is no module name.
        name = STDIN_NAME if self.filename == "stdin" else self.filename
        answers = _answered([name], (name, _encoded("".join(self.lines))))
        return {os.path.abspath(self.filename): answers.get(os.path.abspath(name), [])}


def _answered(paths: Sequence[str], stdin: tuple[str, bytes] | None = None) -> Answers:
    from flake8.exceptions import ExecutionError

    try:
        settings = settings_for(paths, {})
        report = check_paths(settings, paths, stdin=stdin)
    except UsageError as error:
        raise ExecutionError(f"tflint-autograph: {error.message}" + (f" ({error.hint})" if error.hint else "")) from None
    answers: Answers = {}
    said = [(each.span, f"{each.code} {one_line(each.message)}") for each in report.findings]
    said += [(each.span, _unchecked(each)) for each in report.problems if each.kind not in _FLAKE8_SAYS]
    for span, text in said:
        if span.cell is None:
            file = os.path.abspath(settings.root / span.path)
            answers.setdefault(file, []).append((span.start.line, span.start.column - 1, text))
    return answers


def _unchecked(problem: Problem) -> str:
    return f"{UNCHECKED} {problem.kind.value}: {one_line(problem.message)}"


def _encoded(text: str) -> bytes:
    """Returns the bytes of the text in the encoding its cookie names."""
    data = text.encode(errors="replace")
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        return text.encode(encoding, "replace")
    except SyntaxError:
        return data


def _share(names: Sequence[str], answers: Answers) -> None:
    """Shares the results with processes that are spawned, not forked, as on Windows and macOS."""
    # The default start method, unless one is set: reading the current one would set it.
    method = multiprocessing.get_start_method(allow_none=True) or multiprocessing.get_all_start_methods()[0]
    if method == "fork":
        return
    descriptor, file = tempfile.mkstemp(prefix="tflint-autograph-", suffix=".json")
    with open(descriptor, "w", encoding="utf-8") as stream:
        json.dump([list(names), os.getcwd(), answers], stream)
    os.environ[_VARIABLE] = file
    atexit.register(os.unlink, file)


def _shared(names: Sequence[str]) -> Answers | None:
    """Returns the results that the parent process left for a run over the same names, or None."""
    file = os.environ.get(_VARIABLE)
    if multiprocessing.parent_process() is None or file is None or not os.path.exists(file):
        return None
    with open(file, encoding="utf-8") as stream:
        of, folder, answers = json.load(stream)
    if (of, folder) != (list(names), os.getcwd()):
        return None
    return {path: [(line, column, text) for line, column, text in said] for path, said in answers.items()}
