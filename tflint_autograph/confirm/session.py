"""Findings in, findings with evidence out: what is run for which, in which order. Talks to nobody but the runner."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tflint_autograph.confirm.declared import Declared, declared
from tflint_autograph.confirm.judge import CONFIRMED, NOT_RUN, Pair, Subject, Verdict, judge
from tflint_autograph.confirm.protocol import Driver, Observation, Unit, Watch
from tflint_autograph.confirm.runner import Runner
from tflint_autograph.confirm.statements import statement_at
from tflint_autograph.model.finding import Evidence, Finding
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.proof import Proof
from tflint_autograph.model.runnable import Runnable

_BETTER = {CONFIRMED: 2, "refuted": 1, NOT_RUN: 0}


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of each run: seconds and bytes."""

    seconds: float = 60.0
    memory: int = 4 << 30


@dataclass(slots=True)
class Work:
    """One module with the findings in it."""

    runnable: Runnable
    subjects: tuple[Subject, ...]
    verdicts: dict[str, Verdict] = field(default_factory=dict)

    @property
    def undecided(self) -> tuple[Subject, ...]:
        """The findings that nothing has confirmed so far."""
        decided = {id for id, verdict in self.verdicts.items() if verdict.word == CONFIRMED}
        return tuple(subject for subject in self.subjects if subject.id not in decided)


class Session:
    """One round of confirming; `proofs` are the rules' proofs by code, `calls` what the configuration declares."""

    def __init__(
        self,
        runner: Runner,
        root: str,
        limits: Limits,
        proofs: Mapping[str, tuple[Proof, ...]],
        calls: Mapping[str, Sequence[str]],
    ) -> None:
        self.runner = runner
        self.root = root
        self.limits = limits
        self.proofs = proofs
        self.calls = calls

    def verdicts(self, findings: Sequence[Finding], modules: Mapping[str, Runnable]) -> dict[int, Verdict]:
        """A verdict for each finding, by its index."""
        works = list(self._works(findings, modules))
        for drivers in (self._declared, self._imported):
            self._round({(number, driver): work for number, work in enumerate(works) for driver in drivers(work)})
        found = {int(id): verdict for work in works for id, verdict in work.verdicts.items()}
        nothing = Verdict(NOT_RUN, "there is no call to make of it: declare one with `# tflint: call(...)` on its def line")
        return {index: found.get(index, nothing) for index in range(len(findings))}

    def _works(self, findings: Sequence[Finding], modules: Mapping[str, Runnable]) -> Iterator[Work]:
        grouped: defaultdict[str, list[Subject]] = defaultdict(list)
        trees = {path: ast.parse(module.text) for path, module in modules.items()}
        for index, finding in enumerate(findings):
            module = modules.get(finding.span.path)
            proofs = self.proofs.get(finding.code, ())
            if module is not None and proofs:
                line = module.line(finding.span.cell, finding.span.start.line)
                statement = statement_at(trees[module.path], line)
                subject = Subject(str(index), module.file, statement, proofs, finding.function)
                grouped[module.path].append(subject)
        return (Work(modules[path], tuple(subjects)) for path, subjects in sorted(grouped.items()))

    def _declared(self, work: Work) -> Iterator[Driver]:
        for each in self._declarations(work):
            yield Driver(each.function, each.calls)

    def _declarations(self, work: Work) -> tuple[Declared, ...]:
        return declared(work.runnable, self.calls)

    def _imported(self, work: Work) -> Iterator[Driver]:
        if work.undecided:
            yield Driver()

    def _round(self, asked: Mapping[tuple[int, Driver], Work]) -> None:
        """Run every driver in both modes, and those that confirm something a second time eagerly, as a control."""
        seen = self._observe(asked, ("eager", "graph"))
        pairs = {key: Pair(seen[key, "eager"], seen[key, "graph"]) for key in asked}
        doubted = {key: work for key, work in asked.items() if self._confirms(work, pairs[key])}
        controls = self._observe(doubted, ("control",))
        for key, work in asked.items():
            pair = Pair(seen[key, "eager"], seen[key, "graph"], controls.get((key, "control")))
            for subject in work.undecided:
                verdict = judge(subject, pair, work.subjects)
                if _is_better(verdict, work.verdicts.get(subject.id)):
                    work.verdicts[subject.id] = verdict

    def _confirms(self, work: Work, pair: Pair) -> bool:
        return any(judge(subject, pair, work.subjects).word == CONFIRMED for subject in work.undecided)

    def _observe(
        self, asked: Mapping[tuple[int, Driver], Work], modes: Sequence[str]
    ) -> dict[tuple[tuple[int, Driver], str], Observation]:
        units: dict[str, tuple[tuple[tuple[int, Driver], str], Unit]] = {}
        for key, work in asked.items():
            for mode in modes:
                name = f"{len(units)}"
                units[name] = (key, mode), self._unit(name, work, key[1], mode)
        return {units[seen.id][0]: seen for seen in self.runner.run(unit for _, unit in units.values())}

    def _unit(self, name: str, work: Work, driver: Driver, mode: str) -> Unit:
        module = work.runnable
        watches = []
        for subject in work.subjects:
            watches.append(Watch(subject.id, subject.file, subject.statement.first, subject.statement.last))
            if subject.statement.body[0]:
                watches.append(Watch(f"{subject.id}/body", subject.file, *subject.statement.body))
        return Unit(
            name, module.file, module.module, module.search, self.root, driver, "graph" if mode == "graph" else "eager",
            tuple(watches), self.limits.seconds, self.limits.memory, module.text if module.cells else "",
        )  # fmt: skip


def _is_better(verdict: Verdict, known: Verdict | None) -> bool:
    return known is None or _BETTER[verdict.word] > _BETTER[known.word]


def with_verdict(finding: Finding, verdict: Verdict, command: str) -> Finding:
    """The finding with its evidence, as sure as the evidence makes it."""
    confidence = Confidence.HIGH if verdict.word == CONFIRMED else finding.confidence
    return replace(finding, confidence=confidence, evidence=Evidence(verdict.word, verdict.text, command))
