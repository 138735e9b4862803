"""Two runs of the same calls side by side: what differs, and what each did at a statement. Judges nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import takewhile

from tflint_autograph.confirm.compare import ObservedDifference, differences
from tflint_autograph.confirm.protocol import Hits, Observation, Raised

VALUES = ("result", "state", "left", "printed", "written")
"""The channels of what calls return, write and leave behind."""


class Pair:
    """The eager and the graph run of one driver, with what a second eager run, the control, showed to be noise."""

    def __init__(self, eager: Observation, graph: Observation, control: Observation | None = None) -> None:
        self.eager = eager
        self.graph = graph
        self.control = control or eager
        noise = {each.key() for each in differences(eager, control)} if control else set()
        self.is_noisy = bool(noise)
        self.differences = tuple(each for each in differences(eager, graph) if each.key() not in noise)
        self.values = tuple(each for each in self.differences if each.channel in VALUES)

    @property
    def ended(self) -> str:
        """Why one of the runs did not come to its end, empty when both did."""
        return next((f"the {mode} run {seen.ended}" for seen, mode in self._modes() if seen.ended), "")

    @property
    def imported(self) -> set[str]:
        """The user's files that both runs imported to their end."""
        raised = any(call.raised for seen, _ in self._modes() for call in seen.calls)
        return set() if raised else {*self.eager.imported} & {*self.graph.imported}

    @property
    def seconds(self) -> float:
        """What all the runs took together."""
        control = self.control.seconds if self.control is not self.eager else 0.0
        return self.eager.seconds + self.graph.seconds + control

    def _modes(self) -> tuple[tuple[Observation, str], ...]:
        return (self.eager, "eager"), (self.graph, "graph")

    def hits(self, id: str) -> tuple[int, int, int]:
        """How often the statement ran: in eager mode, in the graph run at trace time, in the graph run otherwise."""
        eager, graph = of(self.eager, id), of(self.graph, id)
        return sum((*eager.tracing, *eager.running)), sum(graph.tracing), sum(graph.running)

    def runs_less(self, id: str) -> bool:
        """Whether in a call that both runs ended the statement runs less often in the graph run, traced or not, than eagerly.

        A call that raises comes to fewer statements for that alone.
        """
        return any(left > right for left, right in (self.hits_in(id, call) for call in self._ended()))

    def _ended(self) -> range:
        """The calls before the first that raised in one of the runs."""
        both = zip(self.eager.calls, self.graph.calls, strict=False)
        return range(len(list(takewhile(lambda calls: not any(call.raised for call in calls), both))))

    def hits_in(self, id: str, call: int) -> tuple[int, int]:
        """How often the statement ran in one call: eagerly, and in the graph run, traced or not."""
        eager, graph = (
            sum(counts[call] for counts in (hits.tracing, hits.running) if call < len(counts))
            for hits in (of(self.eager, id), of(self.graph, id))
        )
        return eager, graph

    def counts(self, count: Callable[[Observation, int], int]) -> tuple[list[int], list[int]]:
        """A count in each of the calls that both runs ended, eagerly and in the graph run; none where the control's differs."""
        eager, graph, control = ([count(seen, call) for call in self._ended()] for seen in (self.eager, self.graph, self.control))
        return (eager, graph) if control == eager else ([], [])

    def reaches(self, id: str) -> bool:
        """Whether one of the runs came to the statement."""
        return any(self.hits(id))

    def is_harmless(self, id: str) -> bool:
        """Whether three calls or more came to the statement, all to their end, and did the same in both modes."""
        raised = any(call.raised for seen, _ in self._modes() for call in seen.calls)
        return not (self.ended or raised or self.differences) and self.hits(id)[0] > 2

    def exception(self) -> tuple[ObservedDifference, Raised] | None:
        """The exceptions in which the two runs differ, with that of the graph run, or of the eager one where it has none."""
        for each in self.differences:
            raised = self.graph.calls[each.call].raised or self.eager.calls[each.call].raised
            if each.channel == "exception" and raised is not None:
                return each, raised
        return None

    def most_traces(self) -> int:
        """The traces of the function that was traced most often."""
        return max(Counter(each.function for each in self.graph.traced).values(), default=0)


def of(seen: Observation, id: str) -> Hits:
    """The counts of one watch, all of them none where it was never reached."""
    return next((hits for hits in seen.hits if hits.id == id), Hits(id, (), (), {}))
