"""Keeps the facts and results of files between runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from tflint_autograph.engine.workspace.files import FileText
from tflint_autograph.facts.lower import lower
from tflint_autograph.model.facts import ClassFact, FunctionFact, Lowered, ModuleFacts
from tflint_autograph.model.sameness import same
from tflint_autograph.project.incremental.invalidation import Readers
from tflint_autograph.project.incremental.query_database import QueryDatabase
from tflint_autograph.project.incremental.tracked_project import path_of
from tflint_autograph.project.queries.memo import Memo, QueryKey


class Memory:
    """Facts by file, valid for exactly this text; bodies by function; `answers` are the results of the last run.

    With `forgives`, for code being typed, a file with a syntax error keeps its last facts.
    """

    def __init__(self, *, forgives: bool) -> None:
        self._forgives = forgives
        self._facts: dict[str, tuple[FileText, ModuleFacts]] = {}
        self._good: dict[str, ModuleFacts] = {}
        self._lowered: dict[str, tuple[ModuleFacts, dict[str, tuple[Lowered, ...]]]] = {}
        self.answers: dict[QueryKey, Memo] = {}
        self.readers: Readers | None = None
        self.initial: frozenset[str] = frozenset()
        self._most = 0

    def keep(self, database: QueryDatabase, initial: frozenset[str], facts: Mapping[str, ModuleFacts | None]) -> None:
        """Stores the results of a run for the next one, computed or reused."""
        if database.invalidated is None or self.readers is None:
            self.answers, self.readers = database.fresh, Readers(path_of)
            for query, memo in self.answers.items():
                self.readers.add(query, memo)
            self._most = len(self.answers) * 5 // 4 + 200
        else:
            self.answers = self.readers.renewed(self.answers, database)
        self.initial = initial
        self.readers.facts.update(facts)
        if len(self.answers) > self._most:
            # Unused results go with the next full run, which verifies all that it needs.
            self.readers = None

    def let_go(self) -> None:
        """Forgets all results."""
        self.answers, self.readers = {}, None

    def copy(self) -> Memory:
        """Returns an independent copy."""
        other = Memory(forgives=self._forgives)
        other.answers, other.initial = self.answers, self.initial
        other.join(self)
        return other

    def join(self, other: Memory) -> None:
        """Adds the files of another memory, without results, which belong to another set of files."""
        self._facts.update(other._facts)
        self._good.update(other._good)
        self._lowered.update(other._lowered)

    def facts(self, path: str, text: FileText, module: str) -> ModuleFacts | None:
        """Returns the facts of exactly this text in a file with this dotted name, or None."""
        known = self._facts.get(path)
        return known[1] if known is not None and known[0] == text and known[1].module == module else None

    def read(self, path: str) -> str:
        """Returns the text of a file's last valid facts."""
        known = self._facts.get(path)
        return known[0].text if known is not None else ""

    def remember(self, path: str, text: FileText, facts: ModuleFacts | None) -> ModuleFacts | None:
        """Stores the facts of a text and returns those to use: the new ones, or the last valid ones after a syntax error."""
        old = self._good.get(path)
        if facts is None:
            return old if self._forgives else None
        if old is not None:
            facts = adopted(old, facts)
            module, bodies = self._lowered.get(path, (None, {}))
            kept = {fact.qualname for fact in unchanged(old, facts)} if module is old else ()
            self._lowered[path] = (facts, {name: bodies[name] for name in kept if name in bodies})
        self._facts[path] = (text, facts)
        self._good[path] = facts
        return facts

    def forget(self, path: str) -> None:
        """Forgets a deleted file."""
        for table in (self._facts, self._good, self._lowered):
            table.pop(path, None)

    def lower(self, module: ModuleFacts, fact: FunctionFact) -> tuple[Lowered, ...]:
        """Returns the result of `facts.lower`, computed once per text."""
        known = self._lowered.get(module.path)
        if known is None or known[0] is not module:
            known = self._lowered[module.path] = (module, {})
        if fact.qualname not in known[1]:
            known[1][fact.qualname] = lower(module, fact)
        return known[1][fact.qualname]


Part = TypeVar("Part", FunctionFact, ClassFact)


def adopted(old: ModuleFacts, new: ModuleFacts) -> ModuleFacts:
    """Returns the new facts, with every part that equals an old one replaced by the old object.

    Results that depend on a part of a file can then check by identity whether it has changed.
    """
    return replace(
        new,
        body=old.body if same(old.body, new.body) else new.body,
        functions=_parts(old.functions, new.functions),
        classes=_parts(old.classes, new.classes),
        lambdas=old.lambdas if same(old.lambdas, new.lambdas) else new.lambdas,
    )


def unchanged(old: ModuleFacts, new: ModuleFacts) -> Iterable[FunctionFact]:
    """Yields the functions whose text is unchanged, so that their lowered bodies are too."""
    before = {id(fact) for fact in old.functions}
    for fact in new.functions:
        if id(fact) in before and old.between(fact.first, fact.at.end_line) == new.between(fact.first, fact.at.end_line):
            yield fact


def _parts(old: tuple[Part, ...], new: tuple[Part, ...]) -> tuple[Part, ...]:
    before = {part.qualname: part for part in old}
    parts = tuple(before[part.qualname] if same(before.get(part.qualname), part) else part for part in new)
    return old if same(old, parts) else parts
