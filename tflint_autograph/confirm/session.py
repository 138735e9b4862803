"""Findings in, verdicts out: what is run for which, in which order. Talks to nobody but the runner."""

from __future__ import annotations

import ast
import os
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tflint_autograph.confirm.candidates import MOST, Candidate, Functions, candidates
from tflint_autograph.confirm.compare import Difference
from tflint_autograph.confirm.declared import declared
from tflint_autograph.confirm.frozen import judge_change, read_name
from tflint_autograph.confirm.judge import (
    CONFIRMED,
    NOT_RUN,
    REFUTED,
    UNREACHED,
    Pair,
    Subject,
    Verdict,
    judge,
    unexplained,
)
from tflint_autograph.confirm.outcome import Outcome, ended, outcome, unfit
from tflint_autograph.confirm.protocol import CHANGED_CALL, Change, Driver, Observation, Unit, Watch
from tflint_autograph.confirm.runner import Runner
from tflint_autograph.confirm.statements import statement_at
from tflint_autograph.model.finding import Finding, Label
from tflint_autograph.model.location import Position, Span
from tflint_autograph.model.proof import Proof
from tflint_autograph.model.runnable import Runnable

SEED, CONTROL_SEED = 7, 8

_ADVICE = "declare a call with `# tflint: call(...)` on a def line, or let `--run` make calls"

_RANKS = {CONFIRMED: 3, REFUTED: 2, NOT_RUN: 1}


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of each run: seconds and bytes."""

    seconds: float = 60.0
    memory: int = 4 << 30


@dataclass(frozen=True, slots=True)
class Task:
    """A driver of the module at `path`; `made_up` when nobody declared its arguments."""

    path: str
    driver: Driver
    made_up: bool = False


class Session:
    """One round of confirming; `proofs` are the rules' proofs by code, `calls` what the configuration declares."""

    def __init__(
        self,
        runner: Runner,
        root: str,
        limits: Limits,
        modules: Mapping[str, Runnable],
        proofs: Mapping[str, tuple[Proof, ...]],
        calls: Mapping[str, Sequence[str]],
    ) -> None:
        self.runner = runner
        self.root = root
        self.limits = limits
        self.modules = modules
        self.proofs = proofs
        self.calls = calls
        self.subjects: tuple[Subject, ...] = ()
        self.found: dict[str, Verdict] = {}
        self._known: dict[str, tuple[int, bool]] = {}
        self.differences: dict[tuple[str, str], Label] = {}
        self.program = ""
        self._unsettled: set[str] = set()
        self._tried: set[Task] = set()
        self._refused: dict[str, str] = {}
        self._reached: dict[str, tuple[Task, Pair]] = {}
        self._trees = {path: ast.parse(module.text) for path, module in modules.items()}
        self._functions = {path: Functions(modules[path], tree) for path, tree in self._trees.items()}

    def verdicts(self, findings: Sequence[Finding], program: Sequence[str] = ()) -> tuple[Verdict, ...]:
        """A verdict for each finding: by the calls the program makes, by what is declared, by what happens at import, by
        calls that are made up."""
        self.subjects = tuple(self._subjects(findings))
        if program:
            self._recorded(tuple(program))
        self._run(self._declared())
        self._run(Task(path, Driver()) for path in sorted({self._path(subject) for subject in self._undecided()}))
        for prefer in ("tensor", "python"):
            for number in range(MOST):
                self._run(self._made_up(findings, prefer, number))
        self._change()
        return tuple(self._verdict(str(index)) for index in range(len(findings)))

    def _verdict(self, subject: str) -> Verdict:
        """What was found of a finding; where no call came to its line, what kept the likeliest from being made."""
        found = self.found.get(subject, UNREACHED)
        return found if found != UNREACHED else Verdict(NOT_RUN, f"{self._refused.get(subject, found.text)}: {_ADVICE}")

    def _subjects(self, findings: Sequence[Finding]) -> Iterator[Subject]:
        for index, finding in enumerate(findings):
            module = self.modules.get(finding.span.path)
            proofs = self.proofs.get(finding.code, ())
            if module is None or not proofs:
                self.found[str(index)] = Verdict(NOT_RUN, "running the code shows nothing of it")
                continue
            line = module.line(finding.span.cell, finding.span.start.line)
            statement = statement_at(self._trees[module.path], line)
            read = read_name(finding, proofs, module.text.split("\n")[line - 1])
            yield Subject(str(index), module.file, statement, proofs, finding.function, read)

    def _path(self, subject: Subject) -> str:
        return next(path for path, module in self.modules.items() if module.file == subject.file)

    def _undecided(self) -> tuple[Subject, ...]:
        """The findings that nothing has confirmed, nor refuted with inputs that were declared."""
        return tuple(
            subject for subject in self.subjects if self.found.get(subject.id, Verdict(NOT_RUN, "")).word == NOT_RUN
        )

    def _declared(self) -> Iterator[Task]:
        for path, module in sorted(self.modules.items()):
            for each in declared(module, self.calls):
                yield Task(path, Driver(each.function, each.calls))

    def _made_up(self, findings: Sequence[Finding], prefer: str, number: int) -> tuple[Task, ...]:
        """Calls of the `number`th candidate of every finding without a verdict, with arguments from a search."""
        wanted: dict[Candidate, list[Subject]] = {}
        for subject in self._undecided():
            known = self._candidates(findings[int(subject.id)])
            if number < len(known):
                wanted.setdefault(known[number], []).append(subject)
        asked = {
            str(index): Task(each.path, self._searching(each, prefer), made_up=True) for index, each in enumerate(wanted)
        }
        units = [self._unit(name, task, "eager") for name, task in asked.items()]
        found = {seen.id: seen for seen in self.runner.run(units)}
        for (name, _), subjects in zip(asked.items(), wanted.values(), strict=True):
            for subject in subjects if not found[name].inputs else ():
                if "does not find" in self._refused.get(subject.id, "does not find"):
                    self._refused[subject.id] = unfit(found[name])
        tasks = dict.fromkeys(
            replace(task, driver=replace(task.driver, prefer="", calls=found[name].inputs, holder=found[name].holder))
            for name, task in asked.items()
            if found[name].inputs
        )
        new = tuple(task for task in tasks if task not in self._tried)
        self._tried.update(new)
        return new

    def _searching(self, candidate: Candidate, prefer: str) -> Driver:
        settled = candidate.path in self._unsettled
        return Driver(candidate.target, prefer=prefer, traced=candidate.traced, settled=settled)

    def _candidates(self, finding: Finding) -> tuple[Candidate, ...]:
        steps = [step.span for step in finding.trace.steps] if finding.trace else [finding.span]
        places = [span for span in (*steps, finding.span) if span.path in self.modules]
        lines = [self.modules[span.path].line(span.cell, span.start.line) for span in places]
        return candidates([(self._functions[span.path], line) for span, line in zip(places, lines, strict=True)])

    def outcomes(self, findings: Sequence[Finding], asked: Sequence[Candidate]) -> tuple[Outcome, ...]:
        """What the calls of each function show, called as declared or as a search finds; judges findings on the way."""
        self.subjects = self.subjects or tuple(self._subjects(findings))
        known: dict[Candidate, Task | str] = dict.fromkeys(asked, "")
        for each in asked:
            given = (one for one in declared(self.modules[each.path], self.calls) if one.function == each.target)
            known[each] = next((Task(each.path, Driver(each.target, one.calls, traced=each.traced)) for one in given), "")
        for prefer in ("tensor", "python"):
            left = [each for each in asked if isinstance(known[each], str)]
            known |= self._searched(left, prefer)
        return self._compared(known)

    def _recorded(self, program: tuple[str, ...]) -> None:
        """Run the user's program, and judge by what its calls show when they are made again."""
        unit = Unit(
            "program", "", "", (), self.root, Driver(program=program), "graph", tuple(self._watches()),
            self.limits.seconds, self.limits.memory, seed=SEED, folder=os.getcwd(),
        )  # fmt: skip
        (seen,) = self.runner.run([unit])
        self.program = ended(seen)
        told = shlex.join(program)
        for each in seen.replayed:
            pair = Pair(each.eager, each.graph, each.control)
            for subject in self._undecided():
                if pair.reaches(subject.id):
                    verdict = judge(subject, pair, self.subjects)
                    self._note(subject, Verdict(verdict.word, f"{verdict.text}; called as in `{told}`"), True)
            path = next((path for path, module in self.modules.items() if module.file == each.file), None)
            if path is not None:
                self._compare(Task(path, Driver(each.function)), pair)

    def generated(self, asked: Sequence[Candidate]) -> tuple[Observation, ...]:
        """What AutoGraph makes of each function; their modules are imported, and nothing of them is called."""
        drivers = [Driver(each.target, settled=True, generated=True) for each in asked]
        tasks = [Task(each.path, driver) for each, driver in zip(asked, drivers, strict=True)]
        runs = self._observed(tasks, ("eager",))
        return tuple(runs[index, "eager"] for index in range(len(asked)))

    def _searched(self, asked: Sequence[Candidate], prefer: str) -> dict[Candidate, Task | str]:
        """A task for each function a search finds arguments for, else why there is none."""
        tasks = [Task(each.path, self._searching(each, prefer), made_up=True) for each in asked]
        runs = self._observed(tasks, ("eager",))
        found: dict[Candidate, Task | str] = {}
        for index, (each, task) in enumerate(zip(asked, tasks, strict=True)):
            seen = runs[index, "eager"]
            calls = replace(task, driver=replace(task.driver, calls=seen.inputs, holder=seen.holder))
            found[each] = calls if seen.inputs else unfit(seen)
        return found

    def _compared(self, known: Mapping[Candidate, Task | str]) -> tuple[Outcome, ...]:
        """Run what can be; a function that nobody traces is wrapped in `tf.function` when its calls trace nothing."""
        tasks = {each: task for each, task in known.items() if isinstance(task, Task)}
        pairs = dict(zip(tasks, self._run(tasks.values()), strict=True))
        idle = [each for each, pair in pairs.items() if not each.traced and not pair.ended and not pair.graph.traced]
        for each in idle:
            tasks[each] = replace(tasks[each], driver=replace(tasks[each].driver, traced=True))
        pairs |= zip(idle, self._run(tasks[each] for each in idle), strict=True)
        return tuple(
            self._outcome(tasks[each], pairs[each]) if each in pairs else Outcome(NOT_RUN, str(known[each])) for each in known
        )

    def _outcome(self, task: Task, pair: Pair) -> Outcome:
        self._compare(replace(task, made_up=False), pair)
        return outcome(task.driver, pair)

    def reached(self, findings: Sequence[Finding]) -> tuple[tuple[Finding, Verdict], ...]:
        """The findings whose line the runs came to, with their verdicts."""
        return tuple(
            (finding, self.found[str(index)])
            for index, finding in enumerate(findings)
            if self._known.get(str(index), (0, False))[1]
        )

    def _run(self, given: Iterable[Task]) -> list[Pair]:
        """Run every task in both modes, and those that confirm something a second time eagerly, as a control."""
        tasks = tuple(given)
        runs = self._observed(tasks, ("eager", "graph"))
        pairs = [Pair(runs[index, "eager"], runs[index, "graph"]) for index in range(len(tasks))]
        doubted = [index for index, pair in enumerate(pairs) if pair.differences or self._confirms(pair)]
        controls = self._observed([tasks[index] for index in doubted], ("control",))
        for number, index in enumerate(doubted):
            pairs[index] = Pair(pairs[index].eager, pairs[index].graph, controls[number, "control"])
        for task, pair in zip(tasks, pairs, strict=True):
            if pair.graph.calls and pair.graph.calls[0].raised:
                self._unsettled.add(task.path)
            for subject in self._undecided():
                if pair.reaches(subject.id) or task.path == self._path(subject):
                    self._note(subject, self._judged(subject, pair, task), pair.reaches(subject.id))
                    self._keep_for_change(subject, task, pair)
            self._compare(task, pair)
        return pairs

    def _keep_for_change(self, subject: Subject, task: Task, pair: Pair) -> None:
        """Remember the first calls in which every mode comes to its end, and the eager one to the name in the right call."""
        raised = any(call.raised for seen in (pair.eager, pair.graph) for call in seen.calls)
        if subject.read and not pair.ended and not raised and pair.hits_in(subject.id, CHANGED_CALL)[0]:
            self._reached.setdefault(subject.id, (task, pair))

    def _change(self) -> None:
        """Make the calls that reach the name of a finding again, with another value of it in one of them."""
        left = [each for each in self._undecided() if each.id in self._reached]
        before = [self._reached[each.id] for each in left]
        changes = [Change(each.id, each.read) for each in left]
        tasks = [
            replace(task, driver=replace(task.driver, change=change))
            for change, (task, _) in zip(changes, before, strict=True)
        ]
        runs = self._observed(tasks, ("eager", "graph", "control"))
        for index, (subject, task, (_, plain)) in enumerate(zip(left, tasks, before, strict=True)):
            pair = Pair(*(runs[index, mode] for mode in ("eager", "graph", "control")))
            verdict = judge_change(subject, pair, plain)
            if verdict is not None:
                self._note(subject, _as_called(verdict, task, pair), True)

    def _compare(self, task: Task, pair: Pair) -> None:
        """Keep what differs and no finding explains, once for each thing; what was made up is no user's concern."""
        if task.made_up:
            return
        confirmed = [each for each in self.subjects if self.found.get(each.id, Verdict(NOT_RUN, "")).word == CONFIRMED]
        for each in unexplained(pair, self.subjects, confirmed):
            what = f"{each.channel} {each.where}".strip()
            text = f"{what}: {each.eager} eagerly, {each.graph} in the graph"
            self.differences.setdefault((task.path, what), Label(self._span(task, each), text))

    def _span(self, task: Task, difference: Difference) -> Span:
        """Where the difference comes from, else the function that was called, else the module."""
        module = self.modules[task.path]
        lines = [line.line for line in difference.at if line.file == module.file]
        line = lines[0] if lines else self._functions[task.path].first_line(task.driver.target)
        cell, line = module.place(line)
        return Span(task.path, Position(line, 1), Position(line, 1), cell)

    def _confirms(self, pair: Pair) -> bool:
        return any(judge(subject, pair, self.subjects).word == CONFIRMED for subject in self._undecided())

    def _judged(self, subject: Subject, pair: Pair, task: Task) -> Verdict:
        return _as_called(judge(subject, pair, self.subjects), task, pair)

    def _note(self, subject: Subject, verdict: Verdict, reached: bool) -> None:
        """Keep the verdict that says most: a run that reached the line says more than one that did not."""
        rank = _RANKS[verdict.word], reached
        if rank > self._known.get(subject.id, (0, False)):
            self._known[subject.id] = rank
            self.found[subject.id] = verdict

    def _observed(self, tasks: Sequence[Task], modes: Sequence[str]) -> dict[tuple[int, str], Observation]:
        units = [self._unit(f"{index} {mode}", task, mode) for index, task in enumerate(tasks) for mode in modes]
        found = {}
        for seen in self.runner.run(units):
            index, mode = seen.id.split()
            found[int(index), mode] = seen
        return found

    def _unit(self, name: str, task: Task, mode: str) -> Unit:
        module = self.modules[task.path]
        return Unit(
            name, module.file, module.module, module.search, self.root, task.driver, "graph" if mode == "graph" else "eager",
            tuple(self._watches()), self.limits.seconds, self.limits.memory, module.text if module.cells else "",
            CONTROL_SEED if mode == "control" else SEED,
        )  # fmt: skip

    def _watches(self) -> Iterator[Watch]:
        for subject in self.subjects:
            yield Watch(subject.id, subject.file, subject.statement.first, subject.statement.last)
            if subject.statement.body[0]:
                yield Watch(f"{subject.id}/body", subject.file, *subject.statement.body)


def _as_called(verdict: Verdict, task: Task, pair: Pair) -> Verdict:
    """The verdict with the call it comes from; made-up calls refute nothing."""
    if not task.made_up or verdict.word == NOT_RUN:
        return verdict
    call = task.driver.told(pair.eager.inputs[0] if pair.eager.inputs else "")
    if verdict.word == CONFIRMED:
        return Verdict(CONFIRMED, f"{verdict.text}; called as `{call}`")
    return Verdict(NOT_RUN, f"{verdict.text}, but only with made-up arguments, `{call}`: declare a call")
