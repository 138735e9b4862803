"""Resolves the target of `why`: a file, a line or a dotted name."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from tflint_autograph.config.errors import UsageError, did_you_mean
from tflint_autograph.config.toml import shown
from tflint_autograph.engine.analysis.run import AnalysisRun
from tflint_autograph.engine.workspace.files import Files
from tflint_autograph.model.facts import MODULE, FunctionFact, FunctionKey, ModuleFacts
from tflint_autograph.model.location import Span
from tflint_autograph.model.record import record
from tflint_autograph.project.index.project import SourceProject


@record
class TargetPlace:
    """A parsed target: `path` is empty for a dotted name, `line` None for a whole file."""

    text: str
    path: str
    cell: int = 0
    line: int | None = None

    @staticmethod
    def parse(target: str) -> TargetPlace:
        """Parses a target. A word is a file if it looks like one or exists."""
        match = re.fullmatch(r"(.*?)(?::cell (\d+))?(?::(\d+))?(?::\d+)?", target, re.DOTALL)
        path, cell, line = match.groups() if match is not None else (target, None, None)
        if path.endswith((".py", ".pyi", ".ipynb")) or os.sep in path or os.path.exists(path):
            return TargetPlace(target, path, int(cell or 0), int(line) if line else None)
        return TargetPlace(target, "")


@record
class Target:
    """The matching functions, in file order. `overview`: show one line for each.

    `outside` is the whole answer if a line is in no function.
    """

    keys: tuple[FunctionKey, ...] = ()
    overview: bool = False
    outside: str = ""


def candidates(run: AnalysisRun, sought: TargetPlace) -> tuple[str, ...]:
    """Returns the files the target may be in: those at its path, or those that contain the first and last part of its name."""
    if not sought.path:
        words = {word: re.compile(rf"\b(?:def|class)\b[\s\\]*{re.escape(word)}\b") for word in _ends(sought.text)}
        return tuple(path for path in run.files.all() if all(_has(run.files, path, *word) for word in words.items()))
    for full in (os.path.abspath, os.path.realpath):
        top = full(sought.path)
        files = [(path, full(run.files.absolute[path])) for path in run.files.wanted]
        found = tuple(path for path, file in files if file == top or file.startswith(top + os.sep))
        if found:
            return found
    return ()


def _ends(name: str) -> tuple[str, str]:
    words = name.split(".")
    return words[0], words[-1]


def _has(files: Files, path: str, word: str, defines: re.Pattern[str]) -> bool:
    """Whether a file can contain a part of a dotted name: it is in the file's path, or is defined in the file."""
    text = None if word in path else files.text(path)
    return word in path or (text is not None and defines.search(text.text) is not None)


def find(run: AnalysisRun, sought: TargetPlace) -> Target:
    """Returns the functions the target refers to, in a run that has traced. Raises UsageError if there are none or it is ambiguous."""
    if not sought.path:
        return _named(run, sought)
    modules = [run.program.project.module(path) for path in candidates(run, sought)]
    found = [module for module in modules if module is not None]
    for problem in run.files.problems.values() if not found else ():
        raise UsageError(f"{shown_at(run.files, problem.span)}: {problem.message}", problem.hint)
    if sought.line is not None and found:
        return _at_line(run, found[0], _absolute(run.files, found[0].path, sought), sought)
    return Target(tuple(key for module in found for key, _ in functions(run.program.project, module)), overview=True)


def functions(project: SourceProject, module: ModuleFacts) -> list[tuple[FunctionKey, FunctionFact]]:
    """Returns every def and lambda of a file in source order."""
    found: dict[str, FunctionFact] = {}
    waiting = [*module.body.functions, *(fact.qualname for fact in module.functions)]
    waiting += [lowered.fact.qualname for lowered in module.lambdas]
    while waiting:
        qualname = waiting.pop()
        lowered = project.lowered(FunctionKey(module.path, qualname)) if qualname not in found else None
        if lowered is not None:
            found[qualname] = lowered.fact
            waiting += lowered.body.functions
    keyed = [(FunctionKey(module.path, qualname), fact) for qualname, fact in found.items()]
    return sorted(keyed, key=lambda pair: (pair[1].at, pair[0]))


def shown_at(files: Files, span: Span) -> str:
    """Returns `path:line`, or `nb.ipynb:cell 3:2` in a notebook, with the path relative to the current folder."""
    seen = files.shown(span)
    cell = "" if seen.cell is None else f":cell {seen.cell}"
    return f"{_here(files, seen.path)}{cell}:{seen.start.line}"


def _here(files: Files, path: str) -> str:
    return shown(Path(files.absolute.get(path, path)), Path.cwd())


def _at_line(run: AnalysisRun, module: ModuleFacts, line: int, sought: TargetPlace) -> Target:
    """Returns the innermost def around a line, and every lambda on it."""
    around = [pair for pair in functions(run.program.project, module) if pair[1].first <= line <= pair[1].at.end_line]
    defs = [key for key, fact in around if not fact.is_lambda][-1:]
    keys = (*defs, *(key for key, fact in around if fact.is_lambda))
    if keys:
        return Target(keys)
    classes = [fact.name for fact in module.classes if fact.at.line <= line <= fact.at.end_line]
    where = f"the body of class `{classes[-1]}`" if classes else "module level code"
    return Target(outside=f"{sought.text} is {where}, outside all functions: that is never traced")


def _absolute(files: Files, path: str, sought: TargetPlace) -> int:
    """Returns the module line for a line of a file, or of a notebook's cell. Raises UsageError beyond the end."""
    text = files.text(path)
    assert text is not None
    first, lines = 1, text.lines
    if text.notebook is not None:
        cell = next((cell for cell in text.notebook.cells if cell.number == sought.cell), None)
        if cell is None:
            raise UsageError(f"{sought.text} names no code cell of the notebook", "write `nb.ipynb:cell 3:2`")
        first, lines = cell.first_line, cell.lines
    if sought.line is None or not 1 <= sought.line <= max(len(lines), 1):
        raise UsageError(f"there is no line {sought.line} in {sought.path}")
    return first + sought.line - 1


def _named(run: AnalysisRun, sought: TargetPlace) -> Target:
    """Returns the function, or all functions of the class or module, for a dotted name or the end of one."""
    project, name = run.program.project, sought.text
    for path in candidates(run, sought):
        project.module(path)
    exact, ending = _fitting(run, name)
    found = exact or ending
    if len(found) == 1:
        return _meant(run, found[0][0])
    if found:
        spoken = sorted(f"{project.display(key)} ({_here(run.files, key.path)}:{line})" for key, line in found)
        raise UsageError(f"`{name}` is ambiguous: {len(found)} definitions have this name", "name one of " + ", ".join(spoken))
    known = {project.display(key) for key, _ in _all(run)}
    short = {word.rpartition(".")[2]: word for word in sorted(known)}
    hint = did_you_mean(name, known) or did_you_mean(name, short)
    raise UsageError(f"no function, class or module of the project is called `{name}`", hint)


def _meant(run: AnalysisRun, key: FunctionKey) -> Target:
    """Returns the function itself; for a class or module, all functions in it."""
    project = run.program.project
    if project.function(key) is not None:
        return Target((key,))
    module = project.module(key.path)
    inside = functions(project, module) if module is not None else []
    prefix = "" if key.qualname == MODULE else key.qualname + "."
    return Target(tuple(each for each, _ in inside if each.qualname.startswith(prefix)), overview=True)


def _fitting(run: AnalysisRun, name: str) -> tuple[list[tuple[FunctionKey, int]], list[tuple[FunctionKey, int]]]:
    """Returns the exact matches, and those that only end with the name."""
    display = run.program.project.display
    known = [(key, line, display(key)) for key, line in _all(run)]
    exact = [(key, line) for key, line, shown in known if shown == name]
    return exact, [(key, line) for key, line, shown in known if shown.endswith("." + name)]


def _all(run: AnalysisRun) -> Iterator[tuple[FunctionKey, int]]:
    """Yields every function, class and module of the files read so far, with its 1-based line."""
    for module in run.program.project.loaded():
        yield FunctionKey(module.path, MODULE), 1
        yield from ((FunctionKey(module.path, fact.qualname), fact.at.line) for fact in module.functions)
        yield from ((FunctionKey(module.path, fact.qualname), fact.at.line) for fact in module.classes)
