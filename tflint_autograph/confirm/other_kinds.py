"""Repeats made-up calls with arguments of another kind: what one kind alone shows says nothing where no call in the project gives the kind."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import replace

from tflint_autograph.confirm.execution import Execution, Task
from tflint_autograph.confirm.pair import Pair
from tflint_autograph.confirm.subject import Subject

_ARRAYS = frozenset({"np.ones", "np.array"})

_MOST = 4
"""Maximum number of repetitions for one finding."""


def of_other_kinds(execution: Execution, shown: Mapping[Subject, Task]) -> Iterator[tuple[Subject, str]]:
    """Yields the findings that an exception in the calls of a task confirms, where another kind of argument raises none, or in both modes.

    Arrays are passed as tensors, since a trace makes tensors of them anyway.
    """
    tasks = {(subject, each): None for subject, task in shown.items() for each in others(task)}
    runs = execution.in_modes([task for _, task in tasks], ("eager", "graph"))
    done: set[Subject] = set()
    for (subject, task), (eager, graph) in zip(tasks, runs, strict=True):
        if subject not in done and _shows_nothing(subject, Pair(eager, graph)):
            done.add(subject)
            first, other = (each.driver.told(each.driver.calls[0]) for each in (shown[subject], task))
            yield subject, f"depends on the kind of an argument: `{first}` shows this, `{other}` does not"


def _shows_nothing(subject: Subject, pair: Pair) -> bool:
    """Whether both runs come to the statement and do the same, even if both raise there."""
    eager, tracing, _ = pair.hits(subject.id)
    return bool(eager and tracing) and not (pair.ended or pair.differences)


def others(task: Task) -> tuple[Task, ...]:
    """Returns the task with all arguments that can be of another kind, and with each alone."""
    calls = [_arguments(text) for text in task.driver.calls]
    known = sorted(set(_arrays(calls[0])).intersection(*map(_arrays, calls[1:]))) if calls else []
    chosen = dict.fromkeys((tuple(known), *((index,) for index in known)))
    texts = (tuple(_as_tensors(each, wanted) for each in calls) for wanted in list(chosen)[:_MOST] if wanted)
    return tuple(replace(task, driver=replace(task.driver, calls=each)) for each in texts)


def _arguments(text: str) -> tuple[tuple[str, ast.expr], ...]:
    """Returns the value of each argument of a call, with what stands before it: its keyword, or the stars of one that is unpacked."""
    call = ast.parse(f"f({text})", mode="eval").body
    assert isinstance(call, ast.Call)
    positional = [("*", each.value) if isinstance(each, ast.Starred) else ("", each) for each in call.args]
    return (*positional, *((f"{each.arg}=" if each.arg else "**", each.value) for each in call.keywords))


def _arrays(arguments: tuple[tuple[str, ast.expr], ...]) -> list[int]:
    """Returns the places of the arguments that are arrays; what is unpacked is none."""
    return [index for index, (before, value) in enumerate(arguments) if not before.startswith("*") and _maker(value) in _ARRAYS]


def _as_tensors(arguments: tuple[tuple[str, ast.expr], ...], wanted: tuple[int, ...]) -> str:
    """Returns the code of the arguments, with those at the places `wanted` as tensors."""
    texts = [(before, ast.unparse(value)) for before, value in arguments]
    return ", ".join(f"{before}tf.constant({text})" if index in wanted else f"{before}{text}" for index, (before, text) in enumerate(texts))


def _maker(node: ast.expr) -> str:
    """Returns the function whose result an expression is, or scales."""
    while isinstance(node, ast.BinOp):
        node = node.left
    return ast.unparse(node.func) if isinstance(node, ast.Call) else ""
