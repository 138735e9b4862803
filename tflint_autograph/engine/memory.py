"""What a session knows of files between its runs. Reads nothing and works nothing out."""

from __future__ import annotations

from tflint_autograph.engine.files import Text
from tflint_autograph.facts.adopt import adopted, unchanged
from tflint_autograph.facts.lower import lower
from tflint_autograph.model.facts import FunctionFact, Lowered, ModuleFacts
from tflint_autograph.project.memo import Cell, Memo
from tflint_autograph.project.modules import ModuleIndex


class Memory:
    """Facts by file, good as long as the text is the same object; bodies by function; `answers` are those of the last run."""

    def __init__(self) -> None:
        self._facts: dict[str, tuple[Text, ModuleFacts]] = {}
        self._good: dict[str, ModuleFacts] = {}
        self._lowered: dict[str, tuple[ModuleFacts, dict[str, tuple[Lowered, ...]]]] = {}
        self._paths: tuple[str, ...] = ()
        self._index: ModuleIndex | None = None
        self.answers: dict[Cell, Memo] = {}

    def copy(self) -> Memory:
        """A memory that holds the same and goes its own way from here."""
        other = Memory()
        other._paths, other._index, other.answers = self._paths, self._index, self.answers
        other._facts, other._good, other._lowered = dict(self._facts), dict(self._good), dict(self._lowered)
        return other

    def index(self, paths: tuple[str, ...], source_roots: tuple[str, ...]) -> ModuleIndex:
        """The index of these files; no answer is good any more when they are others than last time."""
        if self._index is None or self._paths != paths:
            self._paths, self._index, self.answers = paths, ModuleIndex(paths, source_roots), {}
        return self._index

    def facts(self, path: str, text: Text) -> ModuleFacts | None:
        """The facts of exactly this text; None where they are not known."""
        known = self._facts.get(path)
        return known[1] if known is not None and known[0] is text else None

    def remember(self, path: str, text: Text, facts: ModuleFacts | None) -> ModuleFacts | None:
        """Keep the facts of a text; where it has none, being half written, the last ones of the file stand for it."""
        old = self._good.get(path)
        if facts is None:
            return old
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
