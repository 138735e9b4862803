"""Turns findings into verdicts: decides what is run for which finding, and in which order."""

from __future__ import annotations

import ast
import shlex
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import product

from tflint_autograph.confirm.called import as_called, as_replayed, as_traced, is_invented
from tflint_autograph.confirm.candidates import MOST, Candidate, Functions
from tflint_autograph.confirm.declared import declared
from tflint_autograph.confirm.differing import Differing
from tflint_autograph.confirm.edges import EDGES
from tflint_autograph.confirm.execution import Execution, Limits, Task
from tflint_autograph.confirm.extracted_calls import Borrowing
from tflint_autograph.confirm.found_programs import MADE_UP, MAIN, TESTS, USING
from tflint_autograph.confirm.judge import UNREACHED, Verdict, judge, judge_replayed
from tflint_autograph.confirm.mutate_captured import can_change, change_of, judge_change
from tflint_autograph.confirm.on_path import OnPath
from tflint_autograph.confirm.other_kinds import of_other_kinds
from tflint_autograph.confirm.outcome import FunctionOutcome, outcome
from tflint_autograph.confirm.pair import Pair
from tflint_autograph.confirm.passed import Passed
from tflint_autograph.confirm.programs import Programs
from tflint_autograph.confirm.project_runs import ProjectRuns
from tflint_autograph.confirm.protocol import CapturedChange, Driver, Observation, Replayed
from tflint_autograph.confirm.reach import Reach
from tflint_autograph.confirm.repeats import CHANGED, Repeats, is_refused
from tflint_autograph.confirm.runner import Runner
from tflint_autograph.confirm.search import BORROWED, Search
from tflint_autograph.confirm.subject import Subject
from tflint_autograph.confirm.subjects import labelled, subject_of, watches, writer_of
from tflint_autograph.confirm.verdicts import Verdicts
from tflint_autograph.model.finding import CONFIRMED, NOT_RUN, Finding
from tflint_autograph.model.proof import Provable
from tflint_autograph.model.runnable import Runnable
from tflint_autograph.processes.signals import Terminated
from tflint_autograph.source.syntax import parse

_ADVICE = "declare a call with `# tflint: call(...)` on a def line, or let `--run` make calls"

_TESTS_SHARE = 0.75
"""The fraction of the budget for tests; the rest is for scripts."""

_KINDS = (BORROWED, "tensor", "python", "mixed", "flags")
"""The kinds of arguments to extract or generate, in order."""


class ConfirmSession:
    """One run of `confirm`; `rules` define by code how findings are proved, `calls` are those in the configuration."""

    def __init__(
        self, runner: Runner, root: str, limits: Limits, modules: Mapping[str, Runnable], rules: Mapping[str, Provable],
        calls: Mapping[str, Sequence[str]], callers: Callable[[str], Mapping[str, Runnable]],
        passed: Callable[[str, int], Mapping[str, bool]], project: Callable[[], Mapping[str, Runnable]] = dict,
    ) -> None:  # fmt: skip
        """`callers` returns the modules that may call a name, `passed` which parameters of a function at a line get tensors, and which Python values. `project` returns all modules."""
        self.modules = dict(modules)
        self.rules = rules
        self.calls = calls
        self.subjects: tuple[Subject, ...] = ()
        self.program = ""
        self.interrupted = False
        self._execution = Execution(runner, root, limits, self.modules)
        self._verdicts = Verdicts()
        self._unsettled: set[str] = set()
        self._tried: set[Task] = set()
        self._refused: dict[str, str] = {}
        self._called: set[str] = set()
        self._repeats = Repeats()
        self._paths = {module.file: path for path, module in modules.items()}
        self._trees = {path: parse(module.text) for path, module in modules.items()}
        self._search = Search(self._execution, limits.search, Borrowing(self._lent).of)
        self._callers = callers
        self._project = project
        self._reach = Reach()
        self.programs = Programs(self._execution, root, limits.budget, self._replayed, self._reach.learn)
        self._passed = Passed(lambda subject: passed(self._paths[subject.file], subject.statement.first))
        self._functions = {path: Functions(modules[path], tree) for path, tree in self._trees.items()}
        self._on_path = OnPath(self.modules, self._functions)
        self._differing = Differing(self.modules, self._functions)
        self.differences = self._differing.labels

    def verdicts(
        self, findings: Sequence[Finding], program: Sequence[str] = (), using: Collection[str] = USING
    ) -> tuple[Verdict, ...]:
        """Returns a verdict for each finding, by calls of these kinds; after an interruption, by what was known until then."""
        self._take(findings)
        try:
            self._confirm(findings, program, using)
        except (KeyboardInterrupt, Terminated):
            self.interrupted = True
        self._verdicts.settle(each.id for each in self._undecided())
        return tuple(self._verdict(str(index)) for index in range(len(findings)))

    def _confirm(self, findings: Sequence[Finding], program: Sequence[str], using: Collection[str]) -> None:
        """Judges by the calls of programs, declared calls, the import, and extracted or generated calls."""
        if program:
            self.program = self.programs.named(tuple(program), shlex.join(program), self._on_path.entries(findings))
        self._run_declared(findings)
        self._project_runs(findings, using)
        self._import({self._paths[subject.file] for subject in self._undecided()})
        self._vary()
        for prefer in _KINDS if MADE_UP in using else ():
            for number in range(MOST):
                self._make_up(findings, prefer, number)
        self._vary()
        for edge in EDGES:
            self._run(self._repeats.at(edge, self._undecided()))
        for number, again in product(range(CHANGED), (False, True)):
            self._change(number, again=again)
        self._withdraw()

    def _import(self, paths: set[str]) -> None:
        """Imports the modules: one of each package, which may import the others, then the remaining ones."""
        packages = {(self.modules[path].search, self.modules[path].module.split(".")[0]): path for path in sorted(paths, reverse=True)}
        first = sorted(packages.values())
        seen = {file for pair in self._run(Task(path, Driver()) for path in first) for file in pair.imported}
        self._run(Task(path, Driver()) for path in sorted(paths) if path not in first and self.modules[path].file not in seen)

    def _verdict(self, subject: str) -> Verdict:
        """Returns the verdict of a finding; if no call ran its line, the reason for the most promising one."""
        found = self._verdicts.of(subject)
        refused = "" if subject in self._called else self._refused.get(subject, "")
        if self.interrupted and found == UNREACHED:
            return Verdict(NOT_RUN, "interrupted before a call reached the line")
        if self._search.is_over(subject):
            refused = "the time for calls found in the project and made-up calls is over (--search)"
        return found if found != UNREACHED else Verdict(NOT_RUN, f"{self._reach.told(subject) or refused or found.text}: {_ADVICE}")

    def _take(self, findings: Sequence[Finding]) -> None:
        self.subjects = tuple(self._subjects(findings))
        self._execution.watches = (*watches(self.subjects), *self._reach.watches(self.subjects))

    def _subjects(self, findings: Sequence[Finding]) -> Iterator[Subject]:
        for index, finding in enumerate(findings):
            module = self.modules.get(finding.span.path)
            rule = self.rules.get(finding.code, Provable())
            if module is None or not rule.ways:
                self._verdicts.note(str(index), Verdict(NOT_RUN, "running the code cannot show this"), reached=False)
                continue
            writer = writer_of(finding, rule, self.modules, self._functions)
            subject = subject_of(str(index), finding, module, self._trees[module.path], rule, writer)
            yield replace(subject, labelled=labelled(finding, self.modules))

    def _undecided(self) -> tuple[Subject, ...]:
        """Returns the findings that are neither confirmed nor refuted."""
        return tuple(subject for subject in self.subjects if self._verdicts.of(subject.id).word == NOT_RUN)

    def _run_declared(self, findings: Sequence[Finding]) -> None:
        """Makes the declared calls. A function that other code traces is traced if they trace nothing."""
        tasks = tuple(self._declared())
        pairs = self._run(tasks)
        known = {(each.path, each.target): each for finding in findings for each in self._on_path.candidates(finding) if each.traced}
        idle = [task for task, pair in zip(tasks, pairs, strict=True) if not pair.ended and not pair.graph.traced]
        self._run(
            replace(task, driver=as_traced(task.driver, known[task.path, task.driver.target]))
            for task in idle
            if (task.path, task.driver.target) in known
        )

    def _declared(self) -> Iterator[Task]:
        for path, module in sorted(self.modules.items()):
            for each in declared(module, self.calls):
                yield Task(path, Driver(each.function, each.calls))

    def _make_up(self, findings: Sequence[Finding], prefer: str, number: int) -> None:
        """Calls candidate `number` of every undecided finding, with arguments from a search."""
        wanted: dict[Candidate, list[str]] = {}
        for subject in self._undecided():
            known = self._on_path.candidates(findings[int(subject.id)])
            if number < len(known) and not self._search.is_over(subject.id):
                wanted.setdefault(known[number], []).append(subject.id)
        asked_by: dict[Task, list[str]] = {}
        for each, found in self._search.calls(wanted, prefer, self._unsettled).items():
            for task in () if isinstance(found, str) else found:
                self._called.update(wanted[each])
                asked_by.setdefault(task, []).extend(wanted[each])
            if isinstance(found, str) and found and prefer in ("tensor", "python"):
                self._refuse(wanted[each], found)
        new = tuple(task for task in asked_by if task not in self._tried)
        self._tried.update(new)
        for task, pair in zip(new, self._run(new), strict=True):
            self._search.charge(asked_by[task], pair.seconds)

    def _refuse(self, ids: Sequence[str], reason: str) -> None:
        """Records why no call of a finding's candidates can be made; the first reason is kept."""
        for each in ids:
            if "does not find" in self._refused.get(each, "does not find"):
                self._refused[each] = reason

    def _lent(self, name: str) -> dict[str, ast.Module]:
        """Returns the syntax trees of the files that may call something of this name, if they parse."""
        found = self._callers(name)
        for path, module in found.items():
            if path not in self._trees:
                with suppress(SyntaxError, ValueError, RecursionError, MemoryError):
                    self.modules[path], self._trees[path] = module, parse(module.text)
        return {path: self._trees[path] for path in found if path in self._trees}

    def outcomes(self, findings: Sequence[Finding], asked: Sequence[Candidate]) -> tuple[FunctionOutcome, ...]:
        """Returns the comparison for each function, with declared or found calls, and judges findings as well."""
        self._take(findings)
        known: dict[Candidate, Task | str] = dict.fromkeys(asked, "")
        for each in asked:
            given = (one for one in declared(self.modules[each.path], self.calls) if one.function == each.target)
            known[each] = next((Task(each.path, Driver(each.target, one.calls, traced=each.traced, inner=each.inner)) for one in given), "")
        for prefer in _KINDS:
            left = {each: () for each in asked if isinstance(known[each], str)}
            made_up = self._search.calls(left, prefer, self._unsettled)
            known |= {each: one if isinstance(one, str) else one[0] for each, one in made_up.items() if not isinstance(one, str) or not known[each]}
        found = self._compared(known)
        self._verdicts.settle(each.id for each in self._undecided())
        return found

    def _project_runs(self, findings: Sequence[Finding], using: Collection[str]) -> None:
        """Judges by the calls that the project's own tests and scripts make."""
        left = self._undecided()
        if not {TESTS, MAIN} & set(using) or not left:
            return
        targets = {each.id: self._on_path.targets(findings[int(each.id)]) for each in left}
        runs = ProjectRuns(self._project(), targets, {each.id: each.decided_by for each in left})
        tests, scripts = runs.tests() if TESTS in using else (), runs.scripts() if MAIN in using else ()
        for found, share in ((tests, _TESTS_SHARE if scripts else 1.0), (scripts, 1.0)):
            entries = self._on_path.entries([findings[int(each.id)] for each in self._undecided()])
            self.programs.found(found, entries, self._changes(left), lambda: [each.id for each in self._undecided()], share)

    def _changes(self, left: Iterable[Subject]) -> list[CapturedChange]:
        """Returns the changes for replays. What is defined in a function is made again with it, perhaps whenever the value changes."""
        found = ((each, self._functions[self._paths[each.file]]) for each in left if each.name)
        return [change_of(each) for each, functions in found if functions.nested(each.statement.first) is None]

    def _replayed(self, each: Replayed, told: str) -> None:
        """Judges by the replayed calls of one function of a program. Calls made eagerly refute nothing."""
        pair = Pair(each.eager, each.graph, each.control)
        changed = {one.test: Pair(one.eager, one.graph, one.control) for one in each.changed}
        for subject in self.subjects:
            if not pair.reaches(subject.id) or self._verdicts.of(subject.id).word == CONFIRMED:
                continue
            # What is set leads to this line; that eager code refuses it, or shows something elsewhere, proves nothing
            if each.opened and (each.opened[0] != subject.id or pair.eager.calls[-1].raised is not None):
                continue
            found = judge_replayed(subject, pair, self.subjects)
            if found.word == NOT_RUN and subject.id in changed and can_change(subject, pair):
                found = judge_change(subject, changed[subject.id], pair, self._confirmed()) or found
            verdict = as_replayed(found, told, if_traced=pair.graph.wrapped, specified=pair.graph.specified, opened=each.opened[1:])
            if verdict.word == CONFIRMED and pair.graph.wrapped:
                self._verdicts.note_if_traced(subject.id, verdict)
            else:  # one call, however often it is repeated, refutes nothing for other values
                is_weak = each.recorded == 1 and subject.depends_on_values
                self._verdicts.note(subject.id, verdict, reached=True, is_weak=is_weak)
        if each.file in self._paths and not pair.graph.wrapped:
            self._differing.keep(Task(self._paths[each.file], Driver(each.function)), pair, self.subjects, self._confirmed())

    def generated(self, asked: Sequence[Candidate]) -> tuple[Observation, ...]:
        """Returns what AutoGraph generates for each function. Their modules are imported, but nothing is called."""
        return tuple(self._execution.observed([Task(each.path, Driver(each.target, settled=True, generated=True)) for each in asked], "eager"))

    def _compared(self, known: Mapping[Candidate, Task | str]) -> tuple[FunctionOutcome, ...]:
        """Runs what can be run. A function that is not traced is wrapped in `tf.function` if its calls trace nothing."""
        tasks = {each: task for each, task in known.items() if isinstance(task, Task)}
        pairs = dict(zip(tasks, self._run(tasks.values()), strict=True))
        idle = [each for each, pair in pairs.items() if not each.traced and not pair.ended and not pair.graph.traced]
        for each in idle:
            tasks[each] = replace(tasks[each], driver=replace(tasks[each].driver, traced=True, inner=True))
        pairs |= zip(idle, self._run(tasks[each] for each in idle), strict=True)
        return tuple(
            self._outcome(tasks[each], pairs[each]) if each in pairs else FunctionOutcome(NOT_RUN, str(known[each])) for each in known
        )

    def _outcome(self, task: Task, pair: Pair) -> FunctionOutcome:
        self._differing.keep(replace(task, made_up=False), pair, self.subjects, self._confirmed())
        return outcome(task.driver, pair)

    def reached(self, findings: Sequence[Finding]) -> tuple[tuple[Finding, Verdict], ...]:
        """Returns the findings whose line was run, with their verdicts."""
        known = ((finding, str(index)) for index, finding in enumerate(findings))
        return tuple((finding, self._verdicts.of(index)) for finding, index in known if self._verdicts.is_reached(index))

    def _run(self, given: Iterable[Task]) -> list[Pair]:
        """Runs every task in both modes, and those that confirm something a second time eagerly, as a control."""
        tasks = tuple(given)
        pairs = [Pair(eager, graph) for eager, graph in self._execution.in_modes(tasks, ("eager", "graph"))]
        doubted = [index for index, pair in enumerate(pairs) if pair.needs_control or self._confirms(pair)]
        controls = self._execution.observed([tasks[index] for index in doubted], "control")
        for index, control in zip(doubted, controls, strict=True):
            pairs[index] = Pair(pairs[index].eager, pairs[index].graph, control)
        for task, pair in zip(tasks, pairs, strict=True):
            self._reach.learn((*pair.eager.hits, *pair.graph.hits))
            if pair.graph.calls and pair.graph.calls[0].raised:
                self._unsettled.add(task.path)
            meant = (each for each in self._undecided() if not is_refused(each, task, pair) and (each.needs_sizes_unknown or task.driver.vary != "sizes"))
            for subject in meant:
                if pair.reaches(subject.id) or task.path == self._paths[subject.file]:
                    self._weigh(subject, task, pair)
                    self._repeats.keep(subject, task, pair)
            self._differing.keep(task, pair, self.subjects, self._confirmed())
        return pairs

    def _weigh(self, subject: Subject, task: Task, pair: Pair) -> None:
        """Records a verdict. What only an added `tf.function` confirms waits for other calls, or is no proof where tracing is in doubt."""
        self._passed.learn(subject, task, pair)
        seen = pair.of_generated() if is_invented(task) else pair
        verdict = self._as_called(judge(subject.as_varied(task.driver.vary), seen, self.subjects), subject, task, pair)
        if verdict.word == CONFIRMED and task.made_up and pair.graph.wrapped:
            if not subject.is_doubted:
                self._verdicts.note_if_traced(subject.id, verdict)
            return
        # A trace that ends with an exception makes no graph
        is_traced = bool(pair.graph.traced or pair.hits(subject.id)[1])
        if is_traced and pair.is_harmless(subject.id) and not pair.graph.wrapped:
            self._verdicts.note_harmless(subject.id)
        self._verdicts.note(subject.id, verdict, reached=pair.reaches(subject.id) and is_traced)

    def _vary(self) -> None:
        """Repeats the calls of functions that may be retraced with other values and one more signature, and others without known sizes."""
        self._run(self._repeats.varied(self._undecided()))

    def _change(self, number: int, *, again: bool) -> None:
        """Repeats the calls with this number that reach the name of a finding, with another value of it in one of them, `again` yet another one."""
        left = self._repeats.changeable(self._undecided(), number, again=again)
        tasks = [replace(task, driver=replace(task.driver, change=change_of(subject, again=again))) for subject, task, _ in left]
        runs = self._execution.in_modes(tasks, ("eager", "graph", "control"))
        confirmed = self._confirmed()
        for (subject, _, plain), task, seen in zip(left, tasks, runs, strict=True):
            pair = Pair(*seen)
            verdict = judge_change(subject, pair, plain, confirmed)
            if verdict is not None:
                self._verdicts.note(subject.id, self._as_called(verdict, subject, task, pair), reached=True)

    def _withdraw(self) -> None:
        """Withdraws what only one kind of generated arguments confirms, of two that the project may pass."""
        confirmed = self._confirmed()
        found = (*of_other_kinds(self._execution, self._passed.raising(confirmed)), *self._passed.contradicted(confirmed))
        for subject, why in found:
            self._verdicts.withdraw(subject.id, f"{why}: {_ADVICE}")

    def _confirmed(self) -> tuple[Subject, ...]:
        return tuple(each for each in self.subjects if self._verdicts.of(each.id).word == CONFIRMED)

    def _confirms(self, pair: Pair) -> bool:
        return any(judge(subject, pair, self.subjects).word == CONFIRMED for subject in self._undecided())

    def _as_called(self, verdict: Verdict, subject: Subject, task: Task, pair: Pair) -> Verdict:
        return as_called(self._passed.admitted(verdict, subject, task, pair), task, pair)
