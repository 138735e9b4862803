"""Adds to a verdict the call it comes from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tflint_autograph.confirm.candidates import Candidate
from tflint_autograph.confirm.execution import Task
from tflint_autograph.confirm.judge import Verdict
from tflint_autograph.confirm.pair import Pair
from tflint_autograph.confirm.protocol import Driver
from tflint_autograph.model.finding import CONFIRMED, NOT_RUN

_VARIED = {
    "values": "called with other values, and with one more signature", "sizes": "traced with the first sizes of the tensors unknown",
    "objects": "called on a new object each time",
    "zero": "called with zeros in tensors", "negative": "called with negative numbers in tensors",
}  # fmt: skip


def is_invented(task: Task) -> bool:
    """Whether the arguments of a task were generated, not declared or taken from a call in the project."""
    return task.made_up and task.driver.borrowed is None


def as_called(verdict: Verdict, task: Task, pair: Pair) -> Verdict:
    """Returns the verdict with the call it comes from. Generated calls cannot refute a finding."""
    if task.driver.vary and verdict.word != NOT_RUN:
        verdict = Verdict(verdict.word, f"{verdict.text}; {_VARIED[task.driver.vary]}")
    if not task.made_up or verdict.word == NOT_RUN:
        return verdict
    call = f"`{task.driver.told(pair.eager.inputs[0] if pair.eager.inputs else '')}`"
    if task.driver.borrowed is not None:
        call = f"on {task.path}:{task.driver.borrowed.line}, {call}"
    if verdict.word == CONFIRMED:
        names = ", ".join(f"`{name}`" for name in pair.eager.missing)
        call = f"{call}{_with_files(task.driver)}{f', without {names}, which cannot be imported' if names else ''}"
        return Verdict(CONFIRMED, f"{verdict.text}; called as {call}")
    return Verdict(NOT_RUN, f"{verdict.text}, but only with made-up arguments, {call}{_with_files(task.driver)}: declare a call")


def _with_files(driver: Driver) -> str:
    names = ", ".join(f"`{each.path}`" for each in driver.files)
    return f" with a made-up {names}" if names else ""


def as_replayed(verdict: Verdict, told: str, *, if_traced: bool, specified: bool = False, opened: Sequence[str] = ()) -> Verdict:
    """Returns the verdict with the run that made the calls. For eager calls it says what happens where they are traced.

    With `specified` arguments, which fit the traced signature or the inputs of a model and are made up, nothing is refuted, nor with
    what was `opened`: set so that they come to the line.
    """
    word = verdict.word if verdict.word == CONFIRMED or not (specified or opened or if_traced) else NOT_RUN
    run = ", with ".join((f"`{told}`", *filter(None, [" and ".join(opened)])))
    if specified:
        how = ("built", "inputs") if if_traced else ("traced", "signature")
        return Verdict(word, f"{verdict.text}; {how[0]} as in {run}, and called with values that fit the {how[1]}")
    if if_traced and word == CONFIRMED:
        return Verdict(word, f"{verdict.text}; when it is traced, called as in {run}")
    return Verdict(word, f"{verdict.text}; called as in {run}{', which does not trace it' if if_traced else ''}")


def as_traced(driver: Driver, candidate: Candidate) -> Driver:
    """Returns the driver with the function traced as the project traces it, for a call that traces nothing by itself."""
    return replace(driver, traced=True, inner=candidate.inner, converted=candidate.converted)
