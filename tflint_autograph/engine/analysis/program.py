"""The whole program of a run: the facts of relevant files, and the traced functions. Does not use libcst."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from tflint_autograph.config.dependencies import newest_allowed
from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.analysis.collector import uncollected
from tflint_autograph.engine.analysis.progress import Progress, untold
from tflint_autograph.engine.workspace.files import Files, FileText
from tflint_autograph.facts import interning
from tflint_autograph.facts.scan import scan
from tflint_autograph.facts.statements import Package
from tflint_autograph.model.facts import ModuleFacts
from tflint_autograph.model.finding import ProblemKind
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.index.modules import ModuleIndex
from tflint_autograph.project.index.project import SourceProject
from tflint_autograph.project.queries.memoize import clear_memos
from tflint_autograph.project.roots.roots import Roots
from tflint_autograph.project.tracing.tracing import Tracing

if TYPE_CHECKING:
    from tflint_autograph.engine.analysis.resuming import Resumption
    from tflint_autograph.engine.workspace.memory import Memory

FRAMES = 6000
"""Recursion limit in Python frames: evaluation recurses into nested calls and expressions, which generated code nests deeply."""

TOO_DEEP = "the code is nested too deeply to be analysed"

_BEHIND = re.compile(rb"\.\s*(\w+)")
_ANY = re.compile(rb"\w+")

Guard = Callable[[str, Callable[[], None]], object]
"""Context manager for work on a path. An internal error becomes a problem of that path instead of ending the run."""


class Program:
    """The facts and traces of the files of a run. `parsed` counts the parsed files."""

    def __init__(
        self, settings: Settings, files: Files, guard: Guard, memory: Memory | None = None, progress: Progress = untold,
        index: ModuleIndex | None = None,
    ) -> None:  # fmt: skip
        """`index` is the module index of a component, else one is created from `files`. `memory` is the warm state of the last run."""
        self.files = files
        self.memory = memory
        self.parsed = 0
        self._is_built = False
        self._guard = guard
        self._progress = progress
        self._words = "|".join(rf"\b{re.escape(name.rpartition('.')[2])}\b" for name in settings.extra_roots)
        given = (
            frozenset(settings.extra_roots), frozenset(settings.extra_eager), newest_allowed(settings.tensorflow),
            settings.unroll_limit,
        )  # fmt: skip
        self.index = index or ModuleIndex(files.all(), settings.source_roots, settings.package)
        self.resumption: Resumption | None = None
        self.project: SourceProject
        self.analysis: Analysis
        self.tracing: Tracing
        if memory is None:
            self.project = SourceProject(self.index, self._load, read=self._read)
            self.analysis = Analysis(self.project, *given)
            self.roots = Roots(self.analysis)
            self.tracing = Tracing(self.analysis, self.roots, guard)
        else:
            from tflint_autograph.engine.analysis.resuming import Resumption

            parts = self.resumption = Resumption(memory, self.index, self._load, guard, *given)
            self.project, self.analysis, self.roots, self.tracing = parts.project, parts.analysis, parts.roots, parts.tracing

    @uncollected()
    def build(self) -> None:
        """Reads the files that may contain a root, then traces. Called once."""
        if self._is_built:
            return
        self._is_built = True
        sys.setrecursionlimit(max(sys.getrecursionlimit(), FRAMES))
        paths = self.files.all()
        for number, path in enumerate(paths):
            self._progress("Reading files", number, len(paths))
            if path in self.files.named or (not self.index.is_framework(path) and self.files.is_relevant(path)):
                self.project.module(path)
        if self.project.asked():
            self._read_importers(paths)
        # Few files are read from here on.
        interning.forget()
        self._progress("Tracing", 0, 0)
        if self.resumption is not None:
            self.resumption.begin()
        if self.project.loaded():
            self.tracing.run()
        if self.resumption is None:
            # Rules need few bodies again, and need the memory.
            clear_memos()
        for path in sorted(self.project.too_deep):
            self.files.reject(path, ProblemKind.TOO_DEEP, TOO_DEEP)
        self.files.forget()

    def _read_importers(self, paths: Sequence[str]) -> None:
        """Reads the files that do not mention TensorFlow, but import what others create from it."""
        known = self.project.asked()
        unread = [path for path in paths if path not in known and not self.index.is_framework(path)]
        if not unread:
            return
        from tflint_autograph.engine.workspace.import_names import imported
        from tflint_autograph.project.bodies.reexports import Reexports

        waiting = {path: self._imports(path, imported) for path in unread}
        reexports, before = Reexports(self.project), -1
        while waiting and before < (now := reexports.again()):
            before = now
            for path in [path for path, names in waiting.items() if reexports.reach(names, path)]:
                self.project.module(path)
                del waiting[path]

    def _imports(self, path: str, imported: Callable[[bytes], Iterable[tuple[str, str]]]) -> tuple[tuple[str, frozenset[str]], ...]:
        """Returns what an unread file may import, each with the attribute names the file uses."""
        data = self.files.looked(path)
        package = Package(self.index.dotted(path), path.rpartition("/")[2] == "__init__.py")
        found = dict.fromkeys(imported(data))
        behind = _words(_BEHIND, data) if found else frozenset()
        every = _words(_ANY, data) if any(name == "*" for _, name in found) else behind
        return tuple([(_absolute(package, module, name), every if name == "*" else behind) for module, name in found])

    def let_go(self) -> None:
        """Frees the program. Its parts reference each other, so that without this only the garbage collector would free them."""
        for part in (self.project, self.analysis, self.roots, self.tracing):
            vars(part).clear()
        self.index.forget()
        interning.forget()
        clear_memos()

    def _load(self, path: str) -> ModuleFacts | None:
        """Returns the facts of a file, or None, with the reason recorded."""
        text = self.files.analysed(path)
        if text is None:
            return None
        if text.notebook is not None:
            self.files.reject_cells(path, text.notebook)
        known = self.memory.facts(path, text, self.index.dotted(path)) if self.memory is not None else None
        if known is not None:
            return known
        self.parsed += 1
        facts, broken = self._scanned(path, text)
        while not self.files.fits(path, facts):
            text = self.files.analysed(path) or text
            facts, broken = self._scanned(path, text)
        self.files.release(path)
        if broken is not None:
            self.files.reject_syntax(path, broken)
        return facts if self.memory is None else self.memory.remember(path, text, facts)

    def _read(self, path: str) -> str:
        """Returns the current text of a file."""
        text = self.files.analysed(path)
        self.files.release(path)
        return text.text if text is not None else ""

    def _scanned(self, path: str, text: FileText) -> tuple[ModuleFacts | None, SyntaxError | None]:
        """Returns the facts of a text, or its syntax error; neither after an internal error."""
        name = self.index.dotted(path)
        is_package = path.rpartition("/")[2] == "__init__.py"
        found: list[ModuleFacts] = []

        def work() -> None:
            found.append(scan(text.text, text.lines, path, name, is_package, self._words))

        try:
            self._guard(path, work)
        except SyntaxError as error:
            return None, error
        return (found[0] if found else None), None


def _absolute(package: Package, module: str, name: str) -> str:
    """Returns the dotted name for an import of a name from a module, which may be relative; for `*` that of the module."""
    below = module.lstrip(".")
    start = package.absolute(len(module) - len(below), below or None)
    return ".".join(each for each in (start, "" if name == "*" else name) if each)


def _words(pattern: re.Pattern[bytes], data: bytes) -> frozenset[str]:
    return frozenset(word.decode(errors="replace") for word in pattern.findall(data))
