"""After an edit of a file, reuses the objects of all unchanged facts, so that unchanged parts are recognised by identity."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from tflint_autograph.model.facts import ClassFact, FunctionFact, ModuleFacts
from tflint_autograph.model.sameness import same

Part = TypeVar("Part", FunctionFact, ClassFact)


def adopted(old: ModuleFacts, new: ModuleFacts) -> ModuleFacts:
    """Returns the new facts, with every part that equals an old one replaced by the old object.

    Results that depend on a part of a file can then check by identity whether it has changed.
    """
    return replace(
        new,
        body=old.body if same(old.body, new.body) else new.body,
        functions=_parts(old.functions, new.functions),
        classes=_parts(old.classes, new.classes),
        lambdas=old.lambdas if same(old.lambdas, new.lambdas) else new.lambdas,
    )


def unchanged(old: ModuleFacts, new: ModuleFacts) -> Iterable[FunctionFact]:
    """Yields the functions whose text is unchanged, so that their lowered bodies are too."""
    before = {id(fact) for fact in old.functions}
    for fact in new.functions:
        if id(fact) in before and old.between(fact.first, fact.at.end_line) == new.between(fact.first, fact.at.end_line):
            yield fact


def _parts(old: tuple[Part, ...], new: tuple[Part, ...]) -> tuple[Part, ...]:
    before = {part.qualname: part for part in old}
    parts = tuple(before[part.qualname] if same(before.get(part.qualname), part) else part for part in new)
    return old if same(old, parts) else parts
