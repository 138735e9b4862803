"""Decides whether calls of a constructor say what the objects of a class are given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflint_autograph.model.facts import ClassKey, FunctionKey

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
