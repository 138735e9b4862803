"""Decides whether a class replaces a method of Keras, or only adds to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflint_autograph.model.facts import ClassKey, FunctionKey

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis


def has_own(analysis: Analysis, cls: ClassKey, word: str) -> bool:
    """Whether the class overrides a method without calling the one of Keras."""
    key = analysis.classes.method(cls, word)
    return key is not None and not _leads_above(analysis, key, word, frozenset())


def _leads_above(analysis: Analysis, key: FunctionKey, word: str, seen: frozenset[FunctionKey]) -> bool:
    """Whether a method calls the overridden one of a base outside the project, directly or through bases in the project."""
    for site in analysis.eager_calls(key).calls.values() if key not in seen else ():
        base = site.receiver if site.method == word else None
        if base is None or not (base.type == "builtins.super" or base.name or base.klass is not None):
            continue
        above = [target.key for target in site.func.callees]
        if not above or any(_leads_above(analysis, each, word, seen | {key}) for each in above):
            return True
    return False
