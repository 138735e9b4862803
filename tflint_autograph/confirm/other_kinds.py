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
    texts = [_arguments(text) for text in task.driver.calls]
    kinds = [{index: kind for index, text in enumerate(each) if (kind := _other(text))} for each in texts]
    known = sorted(set(kinds[0]).intersection(*kinds[1:])) if kinds else []
    chosen = dict.fromkeys((tuple(known), *((index,) for index in known)))
    calls = (tuple(_replaced(each, kind, wanted) for each, kind in zip(texts, kinds, strict=True)) for wanted in list(chosen)[:_MOST] if wanted)
    return tuple(replace(task, driver=replace(task.driver, calls=each)) for each in calls)


def _replaced(texts: tuple[str, ...], kinds: Mapping[int, str], wanted: tuple[int, ...]) -> str:
    return ", ".join(kinds[index] if index in wanted else text for index, text in enumerate(texts))


def _arguments(text: str) -> tuple[str, ...]:
    """Returns the code of each argument of a call, with its keyword."""
    call = ast.parse(f"f({text})", mode="eval").body
    assert isinstance(call, ast.Call)
    keywords = (f"{each.arg}={ast.unparse(each.value)}" if each.arg else f"**{ast.unparse(each.value)}" for each in call.keywords)
    return (*map(ast.unparse, call.args), *keywords)


def _other(text: str) -> str:
    """Returns the code of an argument of another kind with the same values, or an empty string; what is unpacked has none."""
    if text.startswith("*"):
        return ""
    name, equals, value = text.partition("=")
    if not (equals and name.isidentifier()):
        name, equals, value = "", "", text
    is_array = _maker(ast.parse(value, mode="eval").body) in _ARRAYS
    return f"{name}{equals}tf.constant({value})" if is_array else ""


def _maker(node: ast.expr) -> str:
    """Returns the function whose result an expression is, or scales."""
    while isinstance(node, ast.BinOp):
        node = node.left
    return ast.unparse(node.func) if isinstance(node, ast.Call) else ""
