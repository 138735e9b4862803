"""Says how far runs got on the way to a finding's line, and which condition stopped them. Runs nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tflint_autograph.confirm.compare import times
from tflint_autograph.confirm.gates import Gate
from tflint_autograph.confirm.protocol import Hits, Watch
from tflint_autograph.confirm.subject import Subject


class Reach:
    """Collects how far runs got on the way to findings."""

    def __init__(self) -> None:
        self._gates: dict[str, tuple[Gate, ...]] = {}
        self._functions: dict[str, str] = {}
        self._hits: dict[str, int] = {}
        self._kinds: dict[str, dict[str, str]] = {}

    def watches(self, subjects: Iterable[Subject]) -> Iterator[Watch]:
        """Yields watches for the statements on the way to the lines of findings."""
        for subject in subjects:
            self._functions[subject.id] = subject.function.rpartition(".")[2]
            self._gates[subject.id] = subject.gates
            for each in subject.gates:
                names = tuple(name for name in each.names if "." in name)
                last = max(each.line, each.last)
                yield Watch(each.watch(subject.id), subject.file, each.line, last, names=names, test=each.test, wanted=each.wanted)
                if each.other:
                    yield Watch(each.other_watch(subject.id), subject.file, each.other, each.other)

    def learn(self, hits: Iterable[Hits]) -> None:
        """Adds the counts of one run."""
        for each in hits:
            self._hits[each.id] = self._hits.get(each.id, 0) + sum((*each.tracing, *each.running))
            known = self._kinds.get(each.id)
            self._kinds[each.id] = each.kinds if known is None else {name: kind for name, kind in known.items() if each.kinds.get(name) == kind}

    def told(self, finding: str) -> str:
        """Returns why the runs did not reach the line of a finding; empty if none entered its function."""
        passed = [each for each in self._gates.get(finding, ()) if self._hits.get(each.watch(finding))]
        if not passed:
            return ""
        count = times(self._hits[passed[0].watch(finding)])
        name, last = self._functions[finding], passed[-1]
        if not last.text:
            return f"`{name}` ran {count}, and did not reach the line"
        return f"`{name}` ran {count}, but {last.text}{self._value(finding, last)}"

    def _value(self, finding: str, gate: Gate) -> str:
        kinds = self._kinds.get(gate.watch(finding), {})
        known = [f"`{name}` was always {kinds[name]}" for name in gate.names if kinds.get(name)]
        return f": {', '.join(known)}" if known else ""
