"""A project that records every read in the query database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, cast

from tflint_autograph.model.facts import ClassKey, FunctionKey, ModuleFacts
from tflint_autograph.model.mentions import MentionIndex
from tflint_autograph.project.bodies.module_names import ModuleNames
from tflint_autograph.project.incremental.query_database import QueryDatabase
from tflint_autograph.project.incremental.tracking import WHOLE, track
from tflint_autograph.project.index.modules import ModuleIndex
from tflint_autograph.project.index.project import Lower, SourceProject
from tflint_autograph.project.index.words import WordSearch
from tflint_autograph.project.queries.memo import QueryKey


class TrackedProject(SourceProject):
    """A project whose reads are recorded: functions and classes individually, the rest of a file by parts."""

    def __init__(
        self, database: QueryDatabase, index: ModuleIndex, load: Callable[[str], ModuleFacts | None], lower: Lower,
        read: Callable[[str], str],
    ) -> None:  # fmt: skip
        super().__init__(index, load, lower, read)
        self.database = database
        self._views: dict[str, ModuleFacts] = {}
        database.stable |= input_readers(self)
        database.effects["load"] = self._read
        database.on_demand = self._on_demand
        self.initial: frozenset[str] | None = None
        database.readers |= {
            "loaded": lambda _: self._paths(), "classes": lambda _: self.classes(),
            "aliases": lambda names: SourceProject.aliases(self, names), "mentioning": lambda names: SourceProject._paths_mentioning(self, names),
            "setting": lambda name: SourceProject.setting(self, name), "resets": lambda name: SourceProject.resets(self, name),
        }  # fmt: skip
        for method, kind in _RECORDED.items():
            setattr(self, method, partial(self._recorded, kind, getattr(self, method)))
        track(database, self, "identifiers", "_identifiers")
        track(database, self, "functions_mentioning", "_functions_mentioning")

    def _recorded(self, kind: str, ask: Callable[[Any], object], key: Any) -> object:
        found = ask(key)
        self.database.record_read(kind, key, found)
        return found

    def module(self, path: str) -> ModuleFacts | None:
        facts = self.facts(path)
        self.database.record_read("module", path, facts and path)
        if facts is None:
            return None
        if path not in self._views:
            self._views[path] = cast(ModuleFacts, _View(facts, self.database))
        return self._views[path]

    def begin(self) -> frozenset[str]:
        """Returns the files that are read in any case. Later reads of other files are dependencies."""
        self.initial = frozenset(self._modules)
        return self.initial

    def _read(self, path: str) -> None:
        self.facts(path)

    def _on_demand(self, query: QueryKey) -> str | None:
        path = path_of(query)
        return path if self.initial is not None and path not in self.initial else None

    def _paths(self) -> tuple[str, ...]:
        return tuple(facts.path for facts in super().loaded())

    def loaded(self) -> tuple[ModuleFacts, ...]:
        paths = self._paths()
        self.database.record_read("loaded", WHOLE, paths)
        return tuple(self._view(path) for path in paths)

    def lines(self, path: str) -> tuple[str, ...]:
        return cast("tuple[str, ...]", _Lines(partial(self._written, path)))

    def _written(self, path: str, first: int, last: int) -> tuple[str, ...]:
        """Returns the lines from `first` to `last`, 1-based and inclusive."""
        found = _written(self, path, first, last)
        self.database.record_read("written", (path, first, last), found)
        return found

    def _view(self, path: str) -> ModuleFacts:
        found = self.module(path)
        assert found is not None
        return found

    def classes(self) -> tuple[ClassKey, ...]:
        found = super().classes()
        self.database.record_read("classes", WHOLE, found)
        return found

    def may_mention(self, path: str, name: str) -> bool:
        return True  # Each file is asked itself, and what it says is noted.

    def mentioning(self, names: frozenset[str]) -> tuple[ModuleFacts, ...]:
        paths = self._paths_mentioning(names)
        self.database.record_read("mentioning", names, paths)
        return tuple(self._view(path) for path in paths)

    def display(self, key: FunctionKey | ClassKey) -> str:
        self.database.record_read("dotted", key.path, _dotted(self, key.path))
        return super().display(key)


_RECORDED = {
    "lowered": "lowered", "bound": "bound", "function": "function", "cls": "class", "aliases": "aliases", "functions_with": "words",
    "setting": "setting", "resets": "resets",
}  # fmt: skip
"""The methods of a project with one argument, whose results are recorded as inputs of these kinds."""

Look = Callable[[Any], object]
"""Reads the current value of an input."""

OF_NAMES = (
    "binding", "is_bound", "in_force", "sole_value", "is_bound_in_turn", "tensor_libraries", "is_outside", "imported_as", "within",
    "decorators_with", "words_of_definitions", "may_fill_itself", "imported_inside", "modules_imported_inside",
)  # fmt: skip
"""The queries of `ModuleNames`: they are inputs, since each reads a single file."""

_OF_NAMES = frozenset(f"{ModuleNames.__name__}.{method}" for method in OF_NAMES)


class _Unrecorded:
    """The files of a project, read without recording."""

    def __init__(self, project: SourceProject) -> None:
        self.index = project.index
        self.module = project.facts


def input_readers(project: SourceProject) -> dict[str, Look]:
    """Returns, by kind, how to read inputs from the files of a project, which do not change during a run; None if missing.

    A lambda is found only after the function around it was lowered.
    """
    names = ModuleNames(_Unrecorded(project))
    of_names = {f"{ModuleNames.__name__}.{method}": _look(getattr(names, method)) for method in OF_NAMES}
    return {
        **of_names,
        "module": lambda path: project.facts(path) and path,
        "part": lambda key: _part(project, *key),
        "lines": lambda key: _asked(project, *key),
        "written": lambda key: _written(project, *key),
        "words": partial(SourceProject.functions_with, project),
        "lowered": partial(SourceProject.lowered, project),
        "bound": partial(SourceProject.bound, project),
        "function": partial(SourceProject.function, project),
        "class": partial(SourceProject.cls, project),
        "dotted": partial(_dotted, project),
    }


def edited_input_readers(project: SourceProject) -> dict[str, Look]:
    """Returns `input_readers` for the files that were edited: all names are looked up again that were looked up in them."""
    indexes: dict[str, MentionIndex] = {}

    def index(facts: ModuleFacts) -> MentionIndex:
        if facts.path not in indexes:
            indexes[facts.path] = MentionIndex(facts.text)
        return indexes[facts.path]

    def asked(key: tuple[Any, ...]) -> object:
        path, method, *given = key
        facts = project.facts(path)
        if facts is None or method != "lines_mentioning":
            return _asked(project, *key)
        return index(facts).lines_mentioning(*given)

    def words(key: WordSearch) -> object:
        facts = project.facts(key.path)
        return key.found(facts, index(facts).lines_mentioning) if facts is not None else ()

    return input_readers(project) | {"lines": asked, "words": words}


def _look(ask: Callable[..., object]) -> Look:
    return lambda key: ask(*key) if type(key) is tuple else ask(key)


def path_of(query: QueryKey) -> str | None:
    """Returns the file of an input that `input_readers` reads, or None for other inputs."""
    kind, key = query
    if kind in ("lowered", "bound", "function", "class", "words"):
        return cast(str, key.path)
    if kind in ("part", "lines", "written"):
        return cast(str, key[0])
    if kind in _OF_NAMES:
        return cast(str, key if isinstance(key, str) else key[0])
    return cast(str, key) if kind in ("module", "dotted") else None


def _part(project: SourceProject, path: str, name: str) -> object:
    facts = project.facts(path)
    return getattr(facts, name) if facts is not None else None


def _asked(project: SourceProject, path: str, method: str, *given: Any) -> object:
    facts = project.facts(path)
    return getattr(facts, method)(*given) if facts is not None else None


def _written(project: SourceProject, path: str, first: int, last: int) -> tuple[str, ...]:
    return SourceProject.lines(project, path)[first - 1 : last]


def _dotted(project: SourceProject, path: str) -> str | None:
    facts = project.facts(path)
    return facts.module if facts is not None else None


class _View:
    """The facts of a file, whose parts are recorded when they are read. Two views of one file are equal."""

    __slots__ = ("_database", "_facts", "is_package", "module", "path")

    def __init__(self, facts: ModuleFacts, database: QueryDatabase) -> None:
        self._facts = facts
        self._database = database
        self.path, self.module, self.is_package = facts.path, facts.module, facts.is_package

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _View) and other.path == self.path

    def __hash__(self) -> int:
        return hash(self.path)

    @property
    def lines(self) -> _Lines:
        return _Lines(self.between)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._facts, name)
        if callable(found):
            return partial(self._asked, name, found)
        self._database.record_read("part", (self.path, name), found)
        return found

    def _asked(self, method: str, ask: Callable[..., object], *given: Any) -> Any:
        found = ask(*given)
        self._database.record_read("lines", (self.path, method, *given), found)
        return found


class _Lines:
    """The lines of a file, recorded when they are read. `cut` returns a range, 1-based and inclusive."""

    __slots__ = ("_cut",)

    def __init__(self, cut: Callable[[int, int], tuple[str, ...]]) -> None:
        self._cut = cut

    def __getitem__(self, place: int | slice) -> str | tuple[str, ...]:
        if isinstance(place, int):
            return self._cut(place + 1, place + 1)[0]
        return self._cut(place.start + 1, place.stop)

    def __iter__(self) -> Iterator[str]:
        return iter(self._cut(1, _ALL))


_ALL = 1 << 31
"""A line number after every line."""
