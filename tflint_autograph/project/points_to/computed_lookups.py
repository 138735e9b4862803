"""Finds what a look-up of an attribute by a computed name may give: `getattr(handler, kind)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.joins import join_all
from tflint_autograph.model.mentions import ATTRIBUTE
from tflint_autograph.model.values import UNKNOWN, Value
from tflint_autograph.project.bodies.walks import read_in, spelled_in

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis


def looked_up(analysis: Analysis, receiver: Value, *, traced: bool) -> Value:
    """Returns what an attribute of an object or a module may be whose name is not known: one of those `named_in` it, or anything else."""
    holder = receiver.cls or receiver.module
    names = analysis.named_in(holder) if holder else ()
    return join_all((UNKNOWN, *(analysis.attribute(receiver, name, traced=traced) for name in names)))


def named_in(analysis: Analysis, holder: ClassKey | str) -> tuple[str, ...]:
    """Returns the methods of a class, or the functions of a file, whose names the project writes as texts alone: `"do_log"`, and never
    `handler.do_log`.

    Something has to call them, and a look-up by a computed name does. What is read by its name as well may have nothing to do with it,
    and what is written nowhere is there for code outside the project.
    """
    names = _functions(analysis, holder) if isinstance(holder, str) else _methods(analysis, holder)
    return tuple(name for name in sorted(names) if _is_text_alone(analysis, holder, name))


def _methods(analysis: Analysis, cls: ClassKey) -> set[str]:
    return {name for owner in analysis.classes.lineage(cls) for name in analysis.classes.methods_of(owner) if not name.startswith("__") and "." not in name}


def _functions(analysis: Analysis, path: str) -> set[str]:
    module = analysis.project.module(path)
    return {each.name for each in module.functions if not (each.parent or each.owner or each.is_lambda)} if module is not None else set()


def _is_text_alone(analysis: Analysis, holder: ClassKey | str, name: str) -> bool:
    keys = tuple(analysis.project.all_mentioning(frozenset({name}), ATTRIBUTE))
    if any(_is_read(analysis, holder, name, key) for key in keys):
        return False
    text, bodies = ir.Constant(name), map(analysis.project.body, keys)
    return any(text == part for body in bodies for part in read_in(body.statements)) or any(text in _defaults(analysis, key) for key in keys)


def _is_read(analysis: Analysis, holder: ClassKey | str, name: str, key: FunctionKey) -> bool:
    """Whether a function may read the attribute of the class or file by its name. A method of another class reads `self.name` from itself."""
    body, fact = analysis.project.body(key), analysis.project.function(key)
    if name not in body.attributes:
        return False
    if fact is None or not fact.owner:
        return True
    owner, own = ClassKey(key.path, fact.owner), ir.Name(fact.receiver)
    read = (part.value for part in spelled_in(body.statements) if isinstance(part, ir.Attribute) and part.attr == name)
    return holder in analysis.classes.family(owner) or any(each != own for each in read)


def _defaults(analysis: Analysis, key: FunctionKey) -> tuple[object, ...]:
    """Returns the defaults of the parameters of a function."""
    fact = analysis.project.function(key)
    return tuple(each.default for each in fact.parameters) if fact is not None else ()
