"""A finding as far as a proof needs it. Knows nothing of runs."""

from __future__ import annotations

from dataclasses import dataclass

from tflint_autograph.confirm.protocol import Line
from tflint_autograph.confirm.statements import Statement
from tflint_autograph.model.error_kind import ErrorKind
from tflint_autograph.model.proof import Proof


@dataclass(frozen=True, slots=True)
class Subject:
    """A finding as far as a proof needs it: `id` is that of its watch, `function` the name AutoGraph may warn of.

    `raises` are the kinds of exceptions that prove it, `labelled` the lines its labels point at, as far as their files are run.
    `raising` is the statement that raises, where that is another one: the condition of a function that a call applies. `flagged`
    are the names in what the finding points at. `name` is what the statement reads or writes, empty where another value of it would prove nothing.
    """

    id: str
    file: str
    statement: Statement
    proofs: tuple[Proof, ...]
    function: str
    name: str = ""
    flagged: frozenset[str] = frozenset()
    raising: Statement | None = None
    raises: frozenset[ErrorKind] = frozenset()
    labelled: frozenset[Line] = frozenset()

    @property
    def is_about_traces(self) -> bool:
        """Whether it takes several traces to prove it."""
        return not {Proof.RETRACED, Proof.REMADE}.isdisjoint(self.proofs)

    def is_at(self, line: Line) -> bool:
        """Whether a line is one of the statement's."""
        return line.file == self.file and self.statement.first <= line.line <= self.statement.last

    def makes_at(self, line: Line) -> bool:
        """Whether a line is one of the statement's, or of one that uses in its function what the statement has assigned."""
        return self.is_at(line) or (line.file == self.file and line.line in self.statement.uses)
