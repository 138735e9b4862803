"""What is known of files between runs over them. Reads nothing and works nothing out."""

from __future__ import annotations

from collections.abc import Mapping

from tflint_autograph.engine.workspace.files import FileText
from tflint_autograph.facts.adopt import adopted, unchanged
from tflint_autograph.facts.lower import lower
from tflint_autograph.model.facts import FunctionFact, Lowered, ModuleFacts
from tflint_autograph.project.incremental.invalidation import Readers
from tflint_autograph.project.incremental.query_database import QueryDatabase
from tflint_autograph.project.incremental.tracked_project import path_of
from tflint_autograph.project.queries.memo import Memo, QueryKey


class Memory:
    """Facts by file, good for exactly this text; bodies by function; `answers` are those of the last run.

    With `forgives`, as for code that is being typed, the last facts of a file represent it while it is broken.
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

    def keep(self, ledger: QueryDatabase, initial: frozenset[str], facts: Mapping[str, ModuleFacts | None]) -> None:
        """Know for the next run what this one worked out, and what it took to be untouched."""
        if ledger.touched is None or self.readers is None:
            self.answers, self.readers = ledger.fresh, Readers(path_of)
            for cell, memo in self.answers.items():
                self.readers.add(cell, memo)
            self._most = len(self.answers) * 5 // 4 + 200
        else:
            self.answers = self.readers.renewed(self.answers, ledger)
        self.initial = initial
        self.readers.facts.update(facts)
        if len(self.answers) > self._most:
            # Answers that nobody asks for any more go with the next run, which looks at all that it needs.
            self.readers = None

    def let_go(self) -> None:
        """Know no answer."""
        self.answers, self.readers = {}, None

    def copy(self) -> Memory:
        """A memory that holds the same and goes its own way from here."""
        other = Memory(forgives=self._forgives)
        other.answers, other.initial = self.answers, self.initial
        other.join(self)
        return other

    def join(self, other: Memory) -> None:
        """Know the files that the other one knows too; no answer, as those are of other files together."""
        self._facts.update(other._facts)
        self._good.update(other._good)
        self._lowered.update(other._lowered)

    def facts(self, path: str, text: FileText, module: str) -> ModuleFacts | None:
        """The facts of exactly this text in a file of this dotted name; None where they are not known."""
        known = self._facts.get(path)
        return known[1] if known is not None and known[0] == text and known[1].module == module else None

    def read(self, path: str) -> str:
        """The text that the last facts of a file were taken of, those that represent it while it is broken."""
        known = self._facts.get(path)
        return known[0].text if known is not None else ""

    def remember(self, path: str, text: FileText, facts: ModuleFacts | None) -> ModuleFacts | None:
        """Keep the facts of a text, and give what the file is taken for: they, or while it is broken what is forgiven."""
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
        """Forget a file that is gone."""
        for table in (self._facts, self._good, self._lowered):
            table.pop(path, None)

    def lower(self, module: ModuleFacts, fact: FunctionFact) -> tuple[Lowered, ...]:
        """What `facts.lower` gives, worked out once for each text."""
        known = self._lowered.get(module.path)
        if known is None or known[0] is not module:
            known = self._lowered[module.path] = (module, {})
        if fact.qualname not in known[1]:
            known[1][fact.qualname] = lower(module, fact)
        return known[1][fact.qualname]
