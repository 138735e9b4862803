"""Runs tasks in forked child processes, which share the memory of this process.

Facts and results are millions of objects: sending them to a worker takes longer than the work. A forked child has them already, and only
findings are sent back. Where forking is not safe, everything runs in this process. Children end when the run is cancelled, and with their
parent, however it ends.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import traceback
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from tflint_autograph.engine.results import ShardResult
from tflint_autograph.model.finding import Problem, ProblemKind
from tflint_autograph.model.location import Span
from tflint_autograph.processes.parent import end_with
from tflint_autograph.processes.signals import held, leave_to_parent

BATCHES = 8
"""Number of batches per process, so that all processes end at about the same time."""

T = TypeVar("T")
R = TypeVar("R")

Look = Callable[[Sequence[str]], ShardResult]


def spread(look: Look, weights: dict[str, int], count: int) -> Iterator[ShardResult]:
    """Yields the results of `look` for the files, computed in `count` processes. A file that kills its process becomes a problem.

    `weights` estimates the work for each file.
    """
    batches = list(_batches(weights, count))
    done = each(look, batches, count)
    yield from (part for part in done if part is not None)
    for path in (path for batch, part in zip(batches, done, strict=True) if part is None for path in batch):
        found = each(look, [[path]], 1)[0]
        yield ShardResult({}, {}, {path: _killed(path)}, 0) if found is None else found


def each(work: Callable[[T], R], tasks: Sequence[T], count: int) -> list[R | None]:
    """Returns the result of `work` for each task, computed in `count` processes; None for a task whose process died."""
    workers = _Workers(work)
    try:
        with held():
            for _ in range(min(count, len(tasks))):
                workers.start()
        return workers.results(tasks)
    finally:
        workers.end()


class _Workers:
    """Forked children that process tasks one after the other, and the number of each child's current task."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self._work = work
        self._children: dict[Connection[Any, Any], BaseProcess] = {}
        self._busy: dict[Connection[Any, Any], int] = {}

    def start(self) -> None:
        """Forks one more child."""
        ours, its = multiprocessing.Pipe()
        others = (*self._children, ours)
        context = multiprocessing.get_context("fork")
        child = context.Process(target=_serve, args=(self._work, its, others, os.getpid()), daemon=True)
        self._children[ours] = child
        child.start()
        its.close()

    def results(self, tasks: Sequence[Any]) -> list[Any]:
        """Returns the result of each task, None if its child died. Raises what a task raised."""
        done: list[Any] = [None] * len(tasks)
        left = iter(enumerate(tasks))
        for child in list(self._children):
            self._give(child, left)
        while self._busy:
            ready = wait(list(self._busy))
            for child in [child for child in self._busy if child in ready]:
                number = self._busy.pop(child)
                try:
                    done[number], raised = pickle.loads(child.recv_bytes())
                except (EOFError, ConnectionResetError):
                    continue
                if raised:
                    raise RuntimeError(f"a child process raised\n{raised}")
                self._give(child, left)
        return done

    def _give(self, child: Connection[Any, Any], left: Iterator[tuple[int, Any]]) -> None:
        number, task = next(left, (-1, None))
        if number < 0:
            return
        self._busy[child] = number
        try:
            child.send(task)
        except (BrokenPipeError, ConnectionResetError):  # it died; what is read from it next says so
            return

    def end(self) -> None:
        """Ends all children, whatever they are doing."""
        for connection, child in self._children.items():
            if child.pid is not None:
                child.kill()
                child.join()
            connection.close()


def _serve(work: Callable[[Any], Any], own: Connection[Any, Any], others: Sequence[Connection[Any, Any]], parent: int) -> None:
    """Runs in a child: processes tasks from the parent until it closes its end, which no child may keep open for another."""
    leave_to_parent()
    end_with(parent)
    for other in others:
        other.close()
    while True:
        try:
            task = own.recv()
        except EOFError:
            return
        own.send_bytes(_answer(work, task))


def _answer(work: Callable[[Any], Any], task: Any) -> bytes:
    """Returns the pickled result of a task, or the text of its traceback, since not every exception can be sent."""
    try:
        return pickle.dumps((work(task), ""), pickle.HIGHEST_PROTOCOL)
    except Exception:  # noqa: BLE001 - the parent raises it again
        return pickle.dumps((None, traceback.format_exc()))


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
    message = "the process that analysed the file died"
    return Problem(ProblemKind.INTERNAL, message, Span.point(path), "please report it")
