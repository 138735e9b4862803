"""Compares the runs of one function that was requested by name."""

from __future__ import annotations

from dataclasses import dataclass

from tflint_autograph.confirm.pair import Pair
from tflint_autograph.confirm.protocol import Driver, Observation
from tflint_autograph.confirm.shortening import shortened
from tflint_autograph.model.finding import NOT_RUN

SAME, DIFFERS = "same", "differs"


@dataclass(frozen=True, slots=True)
class FunctionOutcome:
    """`same`, `differs` or `not-run`, and one line with the reason."""

    word: str
    text: str


def outcome(driver: Driver, pair: Pair) -> FunctionOutcome:
    """Returns the result of comparing the eager and the graph run of a function."""
    if pair.ended:
        return FunctionOutcome(NOT_RUN, pair.ended)
    stopped = pair.eager.calls[-1].raised
    if stopped is not None and (len(pair.eager.calls) == 1 or not pair.differences):
        return FunctionOutcome(NOT_RUN, shortened(f"the eager run raises {stopped.type}: {stopped.message}", 160))
    number = len(pair.eager.calls) - 1
    called = f"called {number} times, first as `{driver.told(driver.calls[0])}`"
    if not pair.differences:
        return FunctionOutcome(SAME, f"{'except for differences by chance or time, ' if pair.is_noisy else ''}{called}")
    first = pair.differences[0]
    return FunctionOutcome(DIFFERS, f"{first.what} of call {first.call}: {first.told()}; {called}")


def unfit(seen: Observation, who: str = "the eager run") -> str:
    """Returns why a search run, by `who`, gave no result."""
    raised = seen.calls[-1].raised if seen.calls else None
    if raised is not None:
        return shortened(f"importing its module raises {raised.type}: {raised.message}", 160)
    return f"{who} {seen.ended}" if seen.ended else "nothing was found"


def ended(seen: Observation) -> str:
    """Returns how the user's program ended, and how many of its functions were replayed."""
    raised = seen.calls[-1].raised if seen.calls else None
    end = seen.ended or "ran to its end"
    if raised is not None:
        known = {"Enough": raised.message, "Uncollected": shortened(f"pytest cannot collect its tests: {raised.message}")}
        end = known.get(raised.type, shortened(f"ended with {raised.type}: {raised.message}".rstrip(": ")))
    if raised is not None and seen.ended:
        end = f"{end}, and {seen.ended} while its calls were replayed"
    if seen.missing:
        end = f"{end}, without {', '.join(f'`{name}`' for name in seen.missing)}, which cannot be imported"
    number = sum(not each.opened for each in seen.replayed)
    return f"{end}; calls of {number} function{'s' * (number != 1)} with findings were replayed"
