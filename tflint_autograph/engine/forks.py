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

from tflint_autograph.engine.part import Part
from tflint_autograph.model.finding import Problem, ProblemKind
from tflint_autograph.model.location import Span

BATCHES = 8
"""Batches a process is given, so that all end at about the same time and an interruption is heard soon."""

Look = Callable[[Sequence[str]], Part]
_LOOK: list[Look] = []


def spread(look: Look, weights: dict[str, int], count: int) -> Iterator[Part]:
    """What `look` says of the files, looked at in `count` processes; a file that kills its process becomes a problem.

    `weights` is about how much work each file is.
    """
    left = list(_batches(weights, count))
    done, left = _run(look, left, count)
    yield from done
    for path in (path for batch in left for path in batch):
        found, failed = _run(look, [[path]], 1)
        yield from found
        if failed:
            yield Part({}, {}, {path: _killed(path)}, 0)


def _run(look: Look, batches: Sequence[list[str]], count: int) -> tuple[list[Part], list[list[str]]]:
    """The parts in the order of the batches, and the batches that were not done because a process died."""
    parts, left = [], []
    _LOOK.append(look)
    pool = ProcessPoolExecutor(count, multiprocessing.get_context("fork"), _deaf)
    try:
        futures = [_submitted(pool, batch) for batch in batches]
        for batch, future in zip(batches, futures, strict=True):
            try:
                parts.append(future.result())
            except BrokenProcessPool:
                left.append(batch)
    finally:
        pool.shutdown(cancel_futures=True)
        _LOOK.pop()
    return parts, left


def _submitted(pool: ProcessPoolExecutor, batch: Sequence[str]) -> Future[Part]:
    try:
        return pool.submit(_look_in_child, batch)
    except BrokenProcessPool as error:
        failed: Future[Part] = Future()
        failed.set_exception(error)
        return failed


def _deaf() -> None:
    # Ctrl-C reaches every process of the terminal; the parent alone answers it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _look_in_child(batch: Sequence[str]) -> Part:
    return _LOOK[-1](batch)


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
