"""Decides whether calls of a constructor say what the objects of a class are given."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.values import Value

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis


def says_what_is_given(analysis: Analysis, cls: ClassKey, writer: FunctionKey) -> bool:
    """Whether the known arguments of a constructor hold for objects of a class, which may be a subclass of its own class.

    They do not if the class has a constructor of its own that passes on what it is given, and no call of that is known: the arguments are
    those of other classes then.
    """
    own = analysis.classes.method(cls, "__init__")
    if own is None or own == writer or own in analysis.known_arguments:
        return True
    sites = (site for site in analysis.eager_calls(own).calls.values() if any(target.key == writer for target in site.func.callees))
    return not any(value.parameter for site in sites for _, value in site.args)


def without_those_of_others(analysis: Analysis, cls: ClassKey, constructors: Iterable[FunctionKey], value: Value) -> Value:
    """Returns an attribute without the functions that these constructors get only for objects which are not of the class."""
    given = [pair for key in constructors for pair in analysis.creations.get(key, ())]
    fitting = {function for function, made in given if cls in analysis.classes.mro(made)}
    others = {function for function, _ in given} - fitting
    return value._replace(callees=tuple([target for target in value.callees if target.key not in others])) if others else value
