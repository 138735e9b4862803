"""The parts of a finding that a proof needs."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tflint_autograph.confirm.gates import Gate
from tflint_autograph.confirm.protocol import AFTER, Line
from tflint_autograph.confirm.statements import Statement
from tflint_autograph.model.proof import ErrorKind, Proof


@dataclass(frozen=True, slots=True)
class Subject:
    """A finding for proofs: `id` is that of its watch, `function` the name in AutoGraph's warnings.

    `raises`: the kinds of exceptions that prove it. `labelled`: the lines its labels point at, in files that are run. `raising`: the
    statement that raises, if another one. `flagged`: the names in the flagged code. `name`: what the statement reads or writes, empty if
    changing it would prove nothing. `read`: the dotted names in it, if the graph may keep their values. `is_doubted`: the project may not trace the function. `writer`: the file and qualified name of the
    function that changes `name`, if the project may never call it after a trace. `is_of_unknown_kind`: the analysis does not know whether the
    value is one that the rule is about. `in_lambda`: it is in a lambda of a statement outside of functions, which runs on import.
    `gates`: the statements that a run passes from the start of the function to it. `for_information`: it says what happens there, not that it is an error.
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
    is_doubted: bool = False
    writer: tuple[str, str] = ("", "")
    is_of_unknown_kind: bool = False
    in_lambda: bool = False
    gates: tuple[Gate, ...] = ()
    for_information: bool = False
    read: tuple[str, ...] = ()

    @property
    def is_about_traces(self) -> bool:
        """Whether its proof needs several traces."""
        return not {Proof.RETRACED, Proof.REMADE}.isdisjoint(self.proofs)

    @property
    def needs_sizes_unknown(self) -> bool:
        """Whether only calls with tensors whose size the graph does not know show it."""
        return Proof.UNSIZED in self.proofs and not self.is_of_unknown_kind

    @property
    def written(self) -> str:
        """The watch for the values of what the statement sets, before and after it."""
        return f"{self.id}{AFTER}"

    @property
    def decided_by(self) -> frozenset[str]:
        """The last parts of the names that decide whether a run comes to it."""
        return frozenset(name.rpartition(".")[2] for each in self.gates if each.test for name in each.names)

    @property
    def is_repeated(self) -> bool:
        """Whether calls are repeated to show it."""
        return self.is_about_traces or self.needs_sizes_unknown

    @property
    def is_in_constructor(self) -> bool:
        """Whether it runs once for each object, so that calls on one object show nothing of the next."""
        return self.function.rpartition(".")[2] == "__init__"

    @property
    def depends_on_values(self) -> bool:
        """Whether calls with some values may show it, and others not."""
        return Proof.DIFFERS in self.proofs or (Proof.RAISES in self.proofs and ErrorKind.ASSERTION in self.raises)

    @property
    def checks_values(self) -> bool:
        """Whether it is about a check of values, which shows nothing as long as they pass."""
        return ErrorKind.ASSERTION in self.raises and len(self.raises) < len(ErrorKind)

    def as_varied(self, vary: str) -> Subject:
        """Returns the subject as calls are to be judged that vary like this (`Driver.vary`): without known sizes, equal results refute it."""
        left = tuple(each for each in self.proofs if each is not Proof.UNSIZED)
        return replace(self, proofs=left) if vary == "sizes" else self

    def is_at(self, line: Line) -> bool:
        """Whether a line belongs to the statement."""
        return line.file == self.file and self.statement.first <= line.line <= self.statement.last

    def mentions(self, name: str) -> bool:
        """Whether a name or attribute is in the statement."""
        return name in self.statement.names or name in self.statement.attributes

    def makes_at(self, line: Line) -> bool:
        """Whether a line belongs to the statement, or to one in its function that uses what the statement assigned."""
        return self.is_at(line) or (line.file == self.file and line.line in self.statement.uses)
