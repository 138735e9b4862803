"""Detects Keras objects of which the project shows every use, and uses all of them as eager code.

Some are created only to call a method, `model = Net().build_graph()`, and are never called themselves. Code that nothing traces calls
others, `self.calibration(scores)`, with whole batches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.paths import is_test
from tflint_autograph.project.bodies.walks import spelled_in, word_of
from tflint_autograph.project.execution_mode.eagerly import runs_as_eager_code
from tflint_autograph.project.points_to.object_uses import CALL, ObjectUse, each_use, expressions_of, is_shared, uses_of
from tflint_autograph.tfapi.keras import RUNS

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis

_RUN = RUNS | {"compile", CALL}


def is_only_asked(analysis: Analysis, cls: ClassKey, paths: tuple[str, ...]) -> bool:
    """Whether the files, without tests, create instances and use all of them as eager code.

    It calls methods of their own class that do not run the model, reads what Keras keeps for them, or calls the instances themselves.
    """
    seen = False
    names = analysis.project.aliases(frozenset({cls.qualname.rpartition(".")[2]}))
    for path in paths:
        for key in analysis.project.functions_mentioning(path, names) if not is_test(path) else ():
            for at in _creations(analysis, key, cls, names):
                known = False
                for use in each_use(analysis, key, at):
                    if use is None or not _is_plain(analysis, cls, use):
                        return False
                    known = True
                if not known:
                    return False
                seen = True
    return seen


def is_called_by_hand(analysis: Analysis, key: FunctionKey, at: At) -> bool:
    """Whether eager code alone uses the Keras object that a call in a function or module creates, and calls it."""
    used = uses_of(analysis, key, at)
    return any(each.attr == CALL for each in used) and all(_is_plain(analysis, None, each) for each in used)


def _creations(analysis: Analysis, key: FunctionKey, cls: ClassKey, names: frozenset[str]) -> list[At]:
    """Returns the calls in a function or module, by place, that create instances of a class with one of the names."""
    made = [part for part in expressions_of(analysis.project.body(key)) if isinstance(part, ir.Call) and word_of(part.func) in names]
    return [part.at for part in made if analysis.evaluate_at_definition(key.path, key.qualname, part.func).klass == cls]


def _is_plain(analysis: Analysis, cls: ClassKey | None, use: ObjectUse) -> bool:
    """Whether a use is eager code: a call of the instance in it, or a method of the project that uses its receiver only to read attributes."""
    if use.attr == CALL:
        return runs_as_eager_code(analysis, use.scope, use.passed)
    if cls is None:
        return use.attr in PASSIVE
    key = analysis.classes.method(cls, use.attr) if use.attr not in _RUN else None
    lowered = analysis.project.lowered(key) if key is not None else None
    if key is None or lowered is None or not lowered.fact.receiver:
        return key is None and (use.attr in PASSIVE or bool(analysis.classes.writers(cls, use.attr)))
    own = ir.Name(lowered.fact.receiver)
    parts = list(spelled_in(lowered.body.statements))
    used = [part.attr for part in parts if isinstance(part, ir.Attribute) and part.value == own]
    return len(used) == parts.count(own) and _RUN.isdisjoint(used) and not is_shared(analysis, key, own.id)


PASSIVE = frozenset(
    ["trainable_variables", "trainable_weights", "_trainable_weights", "non_trainable_variables", "non_trainable_weights", "variables", "weights", "get_weights", "set_weights", "get_config", "name", "losses", "built", "build", "load_weights", "save_weights", "trainable"]
)
"""Members of Keras objects that neither run them nor hand them on."""
