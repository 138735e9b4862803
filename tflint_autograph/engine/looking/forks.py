"""Some of the work in children of this process, which know all that it knows. Says nothing about what the work is.

Facts and flows are millions of objects: sending them to a worker takes longer than the work. A forked child has them
already, and only findings come back. Where forking is not safe, everything is done in this process.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any, TypeVar

from tflint_autograph.engine.part import Part
from tflint_autograph.model.finding import Problem, ProblemKind
from tflint_autograph.model.location import Span

BATCHES = 8
"""Batches a process is given, so that all end at about the same time and an interruption is heard soon."""

T = TypeVar("T")
R = TypeVar("R")

Look = Callable[[Sequence[str]], Part]
_WORK: list[Callable[[Any], Any]] = []


def spread(look: Look, weights: dict[str, int], count: int) -> Iterator[Part]:
    """What `look` says of the files, looked at in `count` processes; a file that kills its process becomes a problem.

    `weights` is about how much work each file is.
    """
    batches = list(_batches(weights, count))
    done = each(look, batches, count)
    yield from (part for part in done if part is not None)
    for path in (path for batch, part in zip(batches, done, strict=True) if part is None for path in batch):
        found = each(look, [[path]], 1)[0]
        yield Part({}, {}, {path: _killed(path)}, 0) if found is None else found


def each(work: Callable[[T], R], tasks: Sequence[T], count: int) -> list[R | None]:
    """What `work` gives for each task, done in `count` processes; None for one that was not done because a process died."""
    _WORK.append(work)
    pool = ProcessPoolExecutor(count, multiprocessing.get_context("fork"), _deaf)
    try:
        with _uninterrupted():
            futures = [_submitted(pool, task) for task in tasks]
        return [_outcome(future) for future in futures]
    finally:
        pool.shutdown(cancel_futures=True)
        _WORK.pop()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """A block in which Ctrl-C waits: a pool that is half started cannot be shut down."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _outcome(future: Future[R]) -> R | None:
    try:
        return future.result()
    except BrokenProcessPool:
        return None


def _submitted(pool: ProcessPoolExecutor, task: Any) -> Future[Any]:
    try:
        return pool.submit(_work_in_child, task)
    except BrokenProcessPool as error:
        failed: Future[Any] = Future()
        failed.set_exception(error)
        return failed


def _deaf() -> None:
    # Ctrl-C reaches every process of the terminal; the parent alone answers it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _work_in_child(task: Any) -> Any:
    return _WORK[-1](task)


def _batches(weights: dict[str, int], count: int) -> Iterator[list[str]]:
    limit = sum(weights.values()) / (count * BATCHES)
    batch: list[str] = []
    weight = 0
    for path, own in weights.items():
        batch.append(path)
        weight += own
        if weight >= limit:
            yield batch
            batch, weight = [], 0
    if batch:
        yield batch


def _killed(path: str) -> Problem:
    message = "the process that looked at the file died"
    return Problem(ProblemKind.INTERNAL, message, Span.point(path), "please report it")
