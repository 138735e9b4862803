"""Two runs of the same calls: their differences, and how often each statement ran."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable
from itertools import takewhile

from tflint_autograph.confirm.compare import ObservedDifference, differences
from tflint_autograph.confirm.protocol import Hits, Line, Observation, Raised

VALUES = ("result", "state", "left", "printed", "written")
"""The channels for what calls return, write and leave behind."""


class Pair:
    """The eager and the graph run of one driver, without the differences that a second eager run (the control) showed to be noise."""

    def __init__(self, eager: Observation, graph: Observation, control: Observation | None = None) -> None:
        self.eager = eager
        self.graph = graph
        self.control = control or eager
        noise = {each.key() for each in differences(eager, control)} if control else set()
        found = differences(eager, graph)
        # What is drawn under one seed is equal in both modes where nothing else differs
        self.is_noisy = any(each.key() in noise for each in found)
        self.differences = tuple(each for each in found if each.key() not in noise)
        self.values = tuple(each for each in self.differences if each.channel in VALUES)

    def of_generated(self) -> Pair:
        """Returns the pair as calls with generated arguments show it, whose shapes need not fit each other.

        Left out is what equals the other run but for repeated numbers: one of them does not compute with the argument that does not fit.
        """
        left = copy.copy(self)
        left.differences = tuple(each for each in self.differences if not each.is_stretched)
        left.values = tuple(each for each in self.values if not each.is_stretched)
        return left

    @property
    def ended(self) -> str:
        """Why one of the runs ended early; empty if both completed."""
        return next((f"the {mode} run {seen.ended}" for seen, mode in self._modes() if seen.ended), "")

    @property
    def needs_control(self) -> bool:
        """Whether a second eager run could say anything: both runs completed, and they differ."""
        return bool(self.differences) and not self.ended

    @property
    def imported(self) -> set[str]:
        """The user's files whose import completed in both runs."""
        raised = any(call.raised for seen, _ in self._modes() for call in seen.calls)
        return set() if raised else {*self.eager.imported} & {*self.graph.imported}

    @property
    def seconds(self) -> float:
        """The total duration of all runs, in seconds."""
        control = self.control.seconds if self.control is not self.eager else 0.0
        return self.eager.seconds + self.graph.seconds + control

    def _modes(self) -> tuple[tuple[Observation, str], ...]:
        return (self.eager, "eager"), (self.graph, "graph")

    def hits(self, id: str) -> tuple[int, int, int]:
        """Returns how often the statement ran: in the eager run, in the graph run at trace time, in the graph run otherwise."""
        eager, graph = of(self.eager, id), of(self.graph, id)
        return sum((*eager.tracing, *eager.running)), sum(graph.tracing), sum(graph.running)

    def runs_less(self, id: str) -> bool:
        """Whether, in a call that both runs completed, the statement runs less often in the graph run than eagerly.

        Calls that raise do not count, since they run fewer statements anyway.
        """
        return any(left > right for left, right in (self.hits_in(id, call) for call in self._ended()))

    def _ended(self) -> range:
        """Returns the calls before the first that raised in one of the runs."""
        both = zip(self.eager.calls, self.graph.calls, strict=False)
        return range(len(list(takewhile(lambda calls: not any(call.raised for call in calls), both))))

    @property
    def ended_calls(self) -> int:
        """The number of calls before the first that raised in one of the runs, including the import."""
        return len(self._ended())

    def hits_in(self, id: str, call: int) -> tuple[int, int]:
        """Returns how often the statement ran in one call: eagerly, and in the graph run, traced or not."""
        eager, graph = (
            sum(counts[call] for counts in (hits.tracing, hits.running) if call < len(counts))
            for hits in (of(self.eager, id), of(self.graph, id))
        )
        return eager, graph

    def counts(self, count: Callable[[Observation, int], int]) -> tuple[list[int], list[int]]:
        """Returns a count for each call completed in both runs, eagerly and in the graph run; empty if the control run differs."""
        eager, graph, control = ([count(seen, call) for call in self._ended()] for seen in (self.eager, self.graph, self.control))
        return (eager, graph) if control == eager else ([], [])

    def reaches(self, id: str) -> bool:
        """Whether the statement ran in one of the runs."""
        return any(self.hits(id))

    def is_harmless(self, id: str) -> bool:
        """Whether at least three calls ran the statement, completed, and had the same result in both modes."""
        raised = any(call.raised for seen, _ in self._modes() for call in seen.calls)
        return not (self.ended or raised or self.differences) and self.hits(id)[0] > 2

    def exception(self) -> tuple[ObservedDifference, Raised] | None:
        """Returns the difference in exceptions and the graph run's exception (or the eager one's), or None."""
        for each in self.differences:
            raised = self.graph.calls[each.call].raised or self.eager.calls[each.call].raised
            if each.channel == "exception" and raised is not None:
                return each, raised
        return None

    def formatted(self, is_at: Callable[[Line], bool]) -> tuple[Counter[str], Counter[str]]:
        """Returns how often lines formatted a tensor with a value, and a symbolic one (`protocol.VALUE`), in the eager and the graph run."""
        eager, graph = (Counter(each.what for each in seen.formatted if is_at(each.at)) for seen in (self.eager, self.graph))
        return eager, graph

    def most_traces(self) -> int:
        """Returns the number of traces of the most often traced function."""
        return max(Counter(each.function for each in self.graph.traced).values(), default=0)


def of(seen: Observation, id: str) -> Hits:
    """Returns the counts of one watch, empty if its statement never ran."""
    return next((hits for hits in seen.hits if hits.id == id), Hits(id, (), (), {}))
