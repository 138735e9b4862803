"""Decides which functions run as eager code alone, by who may call them. Interprets no body."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import MODULE, FunctionFact, FunctionKey
from tflint_autograph.model.mentions import Mention
from tflint_autograph.project.bodies.walks import spelled_in, word_of
from tflint_autograph.tfapi.names import canonical

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis

_DEEPEST = 4
"""Maximum number of callers up the stack that are examined."""

_MOST = 20
"""Maximum number of functions that may mention one function by its name."""

_PLAIN = frozenset({"builtins.staticmethod", "builtins.classmethod", "builtins.property"})
"""Decorators behind which a method runs as its caller does."""


def runs_as_eager_code(analysis: Analysis, key: FunctionKey, passed: frozenset[str]) -> bool:
    """Whether a function or module runs as eager code alone, as far as the project shows, and what it passes on by these names is not symbolic.

    No decorator and no Keras method is around it, nothing hands it on, and all functions that call something of its name run as eager
    code too. None of them declares the input of a functional model. Code outside the project that calls a public function counts as
    eager code, but may pass it anything.
    """
    return _is_eager(analysis, key, passed, _DEEPEST, frozenset())


def _is_eager(analysis: Analysis, key: FunctionKey, passed: frozenset[str], depth: int, seen: frozenset[FunctionKey]) -> bool:
    if key in seen:
        return True
    fact = analysis.project.function(key)
    if key.qualname == MODULE:
        return not _declares_input(analysis, key)
    if not depth or fact is None or not _is_plain(analysis, key, fact):
        return False
    scopes = _mentioning(analysis, fact.name)
    if len(scopes) > _MOST:
        return False
    callers = [scope for scope in scopes if _calls(analysis, scope, fact.name)]
    if not callers and not passed.isdisjoint(each.name for each in fact.parameters):
        return False
    if any(_hands_on(analysis, scope, fact.name) for scope in scopes) or _declares_input(analysis, key):
        return False
    hands_over = not passed.isdisjoint(each.name for each in fact.parameters)
    return all(
        _is_eager(analysis, scope, _names_passed(analysis, scope, fact.name) if hands_over else frozenset(), depth - 1, seen | {key}) for scope in callers
    )


def _names_passed(analysis: Analysis, scope: FunctionKey, name: str) -> frozenset[str]:
    """Returns the names that a function or module passes to what has the name."""
    made = (part for part in spelled_in(analysis.project.body(scope).statements) if isinstance(part, ir.Call) and word_of(part.func) == name)
    return frozenset(each.value.id for part in made for each in part.args if isinstance(each.value, ir.Name))


def _mentioning(analysis: Analysis, name: str) -> list[FunctionKey]:
    """Returns the functions and modules of the project that read a name."""
    return [*analysis.project.all_mentioning(frozenset({name}), _READ)]


def _declares_input(analysis: Analysis, key: FunctionKey) -> bool:
    """Whether a function or module declares the input of a functional model."""
    return any(canonical(site.func.name) == _INPUT for site in analysis.eager_calls(key).calls.values())


def _calls(analysis: Analysis, scope: FunctionKey, name: str) -> bool:
    uses = analysis.call_sites.uses(scope)
    return uses is None or name in uses.names.called or name in uses.parts.called


def _hands_on(analysis: Analysis, scope: FunctionKey, name: str) -> bool:
    """Whether a function or module passes on or stores what has the name, or cannot be read."""
    uses = analysis.call_sites.uses(scope)
    return uses is None or name in uses.given or any(name in words.passed or name in words.kept for words in (uses.names, uses.parts))


def _is_plain(analysis: Analysis, key: FunctionKey, fact: FunctionFact) -> bool:
    """Whether a function is neither nested, special, wrapped by a decorator, nor a method that Keras calls when it runs a model."""
    if fact.is_lambda or (fact.parent and not fact.owner) or (fact.name.startswith("__") and fact.name != "__init__"):
        return False
    if fact.decorators and not analysis.decorator_names(key) <= _PLAIN:
        return False
    method = analysis.keras_versions.method(key)
    return method is None or fact.name not in method.base.traced | method.base.repeated | method.base.once


_READ = Mention(read=True)
_INPUT = "keras.Input"
