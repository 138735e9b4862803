"""The verdicts of a session so far: for each finding the most conclusive one."""

from __future__ import annotations

from collections.abc import Iterable

from tflint_autograph.confirm.judge import UNREACHED, Verdict
from tflint_autograph.model.finding import CONFIRMED, NOT_RUN, REFUTED

_RANKS = {CONFIRMED: 3, REFUTED: 2, NOT_RUN: 1}


class Verdicts:
    """The verdicts by the ids of findings."""

    def __init__(self) -> None:
        self._found: dict[str, Verdict] = {}
        self._ranks: dict[str, tuple[int, bool]] = {}
        self._if_traced: dict[str, Verdict] = {}
        self._harmless: set[str] = set()
        self._weak: dict[str, Verdict] = {}

    def of(self, finding: str) -> Verdict:
        """Returns the verdict on a finding so far."""
        return self._found.get(finding, UNREACHED)

    def is_reached(self, finding: str) -> bool:
        """Whether a run reached the line."""
        return self._ranks.get(finding, (0, False))[1]

    def note(self, finding: str, verdict: Verdict, *, reached: bool, is_weak: bool = False) -> None:
        """Records a verdict if it says more than the earlier ones. A run that reached the line says more than one that did not.

        A weak refutation waits for other calls, which may show the contrary, until `settle`.
        """
        if is_weak and verdict.word == REFUTED:
            self._weak.setdefault(finding, verdict)
            verdict = Verdict(NOT_RUN, verdict.text)
        rank = _RANKS[verdict.word], reached
        if rank > self._ranks.get(finding, (0, False)):
            self._ranks[finding] = rank
            self._found[finding] = verdict

    def withdraw(self, finding: str, reason: str) -> None:
        """Replaces a verdict by one that it is not settled."""
        self._ranks[finding] = _RANKS[NOT_RUN], True
        self._found[finding] = Verdict(NOT_RUN, reason)

    def note_if_traced(self, finding: str, verdict: Verdict) -> None:
        """Records a verdict that holds only if the function is traced, until `settle`."""
        self._if_traced.setdefault(finding, verdict)

    def note_harmless(self, finding: str) -> None:
        """Records that calls which trace as the program does reached the line and showed nothing."""
        self._harmless.add(finding)

    def settle(self, findings: Iterable[str]) -> None:
        """Refutes the findings with weak refutations, and confirms those of `note_if_traced`, except those of `note_harmless`."""
        for each in findings:
            if each in self._weak:
                self.note(each, self._weak[each], reached=True)
            elif each in self._if_traced and each not in self._harmless:
                self.note(each, self._if_traced[each], reached=True)
