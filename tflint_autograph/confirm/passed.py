"""Records the kinds of values that the project's own calls pass to a statement, which generated arguments may contradict."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from tflint_autograph.confirm.called import is_invented
from tflint_autograph.confirm.execution import Task
from tflint_autograph.confirm.judge import Verdict
from tflint_autograph.confirm.pair import Pair, of
from tflint_autograph.confirm.subject import Subject
from tflint_autograph.model.finding import CONFIRMED, NOT_RUN
from tflint_autograph.model.proof import Proof

_TENSORS = frozenset({"a tensor", "a symbolic tensor"})
_SCALARS = frozenset({"a Python int", "a Python float", "a Python bool"})


class Passed:
    """The kinds of the names at a statement in the project's own calls.

    `known` returns which parameters of a subject's function get a tensor in every call according to the analysis, and which a Python value.
    """

    def __init__(self, known: Callable[[Subject], Mapping[str, bool]]) -> None:
        self._known = known
        self._sorts: defaultdict[str, defaultdict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        self._harmless: defaultdict[str, set[str]] = defaultdict(set)
        self._shown_by: dict[str, tuple[Task, Pair]] = {}

    def learn(self, subject: Subject, task: Task, pair: Pair) -> None:
        """Records the kinds of the names at the statement: in calls that were not generated, and the tensors in harmless generated ones."""
        sorts = of(pair.eager, subject.id).sorts
        if not is_invented(task):
            for name, sort in sorts.items():
                self._sorts[subject.id][name].add(sort)
        elif pair.is_harmless(subject.id) and pair.hits(subject.id)[1]:
            self._harmless[subject.id].update(name for name, sort in sorts.items() if sort in _TENSORS)

    def admitted(self, verdict: Verdict, subject: Subject, task: Task, pair: Pair) -> Verdict:
        """Returns the verdict, unless it rests on a generated Python scalar where the project passes a tensor, or the other way round."""
        name, made_up, own = self._contradicted(subject, pair) if is_invented(task) and verdict.word == CONFIRMED else ("", "", "")
        if name:
            return Verdict(NOT_RUN, f"only a made-up {made_up} of `{name}` shows this, but the project passes a {own}")
        harmless = self._harmless_as_tensor(subject, pair) if is_invented(task) and verdict.word == CONFIRMED else ""
        if harmless:
            return Verdict(NOT_RUN, f"only a made-up Python value of `{harmless}` shows this, a tensor does not: declare a call")
        if is_invented(task) and verdict.word == CONFIRMED:
            self._shown_by.setdefault(subject.id, (task, pair))
        return verdict

    def raising(self, subjects: Iterable[Subject]) -> dict[Subject, Task]:
        """Returns those of the findings that an exception in generated calls confirmed, with these calls."""
        known = ((each, *self._shown_by[each.id]) for each in subjects if each.id in self._shown_by)
        return {each: task for each, task, pair in known if pair.exception() is not None}

    def contradicted(self, confirmed: Sequence[Subject]) -> Iterator[tuple[Subject, str]]:
        """Yields what only generated tensors confirm in a loop that generated Python scalars show to be unrolled, with the reason."""
        for subject in confirmed:
            name = next(filter(None, (self.contradicted_by(subject, each) for each in confirmed)), "")
            if name:
                yield subject, f"depends on `{name}`: a made-up tensor shows this, but a Python scalar unrolls the loop"

    def contradicted_by(self, subject: Subject, unrolled: Subject) -> str:
        """Returns a name that was a generated tensor where calls showed a finding in a loop, and a Python scalar where calls showed that this loop is unrolled.

        The loop is either, and only the project's calls could tell which.
        """
        here, there = (self._shown_by.get(each.id) for each in (subject, unrolled))
        if here is None or there is None or Proof.UNROLLED not in unrolled.proofs or unrolled.statement.first not in subject.statement.around:
            return ""
        sorts, scalars = (of(pair.eager, unrolled.id).sorts for _, pair in (here, there))
        return next((name for name in sorted(unrolled.statement.names) if sorts.get(name) in _TENSORS and scalars.get(name) in _SCALARS), "")

    def _harmless_as_tensor(self, subject: Subject, pair: Pair) -> str:
        """Returns a name that decides whether a loop is unrolled, and was a Python scalar here and a tensor in harmless calls; else empty."""
        sorts = of(pair.eager, subject.id).sorts if Proof.UNROLLED in subject.proofs else {}
        return next((name for name in sorted(subject.statement.names) if sorts.get(name) in _SCALARS and name in self._harmless[subject.id]), "")

    def _contradicted(self, subject: Subject, pair: Pair) -> tuple[str, str, str]:
        """Returns a name at the statement that was of one kind in these calls and is of another in the project's, with both kinds; else empty."""
        # Under a condition the graph alone may come to the statement
        sorts = of(pair.eager, subject.id).sorts or of(pair.graph, subject.id).sorts
        own: Mapping[str, set[str]] = self._sorts.get(subject.id, {})
        for name in sorted(subject.statement.sources):
            if sorts.get(name) in _SCALARS and self._is(name, subject, own, are_tensors=True):
                return name, "Python value", "tensor"
            if sorts.get(name) in _TENSORS and self._is(name, subject, own, are_tensors=False):
                return name, "tensor", "Python value"
        return "", "", ""

    def _is(self, name: str, subject: Subject, own: Mapping[str, set[str]], *, are_tensors: bool) -> bool:
        """Whether the project only passes tensors, or Python scalars. Observed runs count before the results of the analysis."""
        if name in own:
            return own[name] <= (_TENSORS if are_tensors else _SCALARS)
        return self._known(subject).get(name) is are_tensors
