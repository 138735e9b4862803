"""Training by a loop of one's own in plain Python, around the step or calling it, and what in a file says otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint_autograph.facts.scan import innermost
from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionKey
from tflint_autograph.model.values import Value
from tflint_autograph.project.bodies.walks import calls, walk, word_of
from tflint_autograph.project.changing.rebinding import is_test
from tflint_autograph.project.index.classes import BARE
from tflint_autograph.project.index.project import body_of
from tflint_autograph.project.usage.telling import RUNS

if TYPE_CHECKING:
    from tflint_autograph.project.usage.running import Running


def trains(running: Running, path: str) -> bool:
    """Whether plain Python in the file applies gradients in a loop, or in a function that a loop of plain Python calls."""
    module = running.project.module(path)
    around = innermost(module.functions, module.lines_with(_APPLIES, "(")) if module is not None else ()
    plain = [FunctionKey(path, each) for each in around if running.all_plain(path, each)]
    return any(_applies_in_loop(running, each) or _is_called_in_loop(running, each) for each in plain)


def _applies_in_loop(running: Running, key: FunctionKey) -> bool:
    return any(word_of(call.func) == "apply_gradients" for call in _called_in_loops(running, key))


def _called_in_loops(running: Running, key: FunctionKey) -> Iterator[ir.Call]:
    """The calls in the loops of a function, or of the top of the file."""
    body = body_of(running.project, key)
    loops = [each for each in walk(body.statements) if isinstance(each, (ir.For, ir.While))] if body is not None else []
    return (call for each in walk(tuple(loops)) for call in calls(each))


def _is_called_in_loop(running: Running, step: FunctionKey) -> bool:
    """Whether a loop of plain Python, in its file or one that imports it, calls the function."""
    word = step.qualname.rpartition(".")[2]
    for path in running.users(step.path) if step.qualname != MODULE else ():
        module = running.project.module(path)
        if module is None or is_test(path):
            continue
        lines = running.project.call_lines(path, frozenset({word}))
        around = (FunctionKey(path, each) for each in innermost(module.functions, lines))
        if any(running.all_plain(path, each.qualname) and _calls_in_loop(running, each, step) for each in around):
            return True
    return False


def _calls_in_loop(running: Running, key: FunctionKey, step: FunctionKey) -> bool:
    """Whether a loop of a function surely calls another one."""
    word = step.qualname.rpartition(".")[2]
    places = {call.at for call in _called_in_loops(running, key) if word_of(call.func) == word}
    sites = running.analysis.eager(key).calls if places else {}
    return any(place in sites and [each.key for each in sites[place].func.targets] == [step] for place in places)


def may_trace(running: Running, path: str) -> bool:
    """Whether the file spells what makes a `tf.function`, or what has Keras make one: not where each `compile` has it run eagerly."""
    module = running.project.module(path)
    if module is None:
        return False
    compiled = running.compiles(path)
    traces = _MAKES if compiled and all(eagerly for _, eagerly in compiled) else _TRACES
    spelled = {each for each in module.lines_with(traces) if not _OTHER.match(module.between(each, each)[0])}
    return bool(spelled) and not spelled <= _asking_others(running, path, sorted(spelled))


def _asking_others(running: Running, path: str, lines: list[int]) -> set[int]:
    """The lines on which something is asked to `fit` or `evaluate` that is no model: an object of a class of the project."""
    module = running.project.module(path)
    around = innermost(module.functions, lines) if module is not None else ()
    sites = (each for qualname in around for each in running.analysis.eager(FunctionKey(path, qualname)).calls.values())
    asked = (each for each in sites if each.method in RUNS and each.receiver is not None)
    return {each.at.line for each in asked if each.receiver is not None and is_no_model(running, each.receiver)}


def is_no_model(running: Running, value: Value) -> bool:
    """Whether it is an instance of a class of which all bases are of the project, or one of a library with other models, or other loops."""
    if value.cls is None:
        return value.maker.startswith(("orbit.", "sklearn."))
    bases = [each for each in running.analysis.classes.mro(value.cls) if not isinstance(each, ClassKey)]
    return all(each in BARE for each in bases) and not running.analysis.keras_kind(value.cls)


_MAKES = re.compile(r"\.function\b|import function\b")
_TRACES = re.compile(rf"{_MAKES.pattern}|(?<!\bre)\.compile\(|\.(?:{'|'.join(sorted(RUNS))})(?:_generator)?\b")
_OTHER = re.compile(r"\s*(?:#|(?:import|from)\b(?!.*\btensorflow\b))")
"""Comments, and imports of what is not TensorFlow's: `import dgl.function as fn`."""

_APPLIES = re.compile(r"\.apply_gradients\(")
