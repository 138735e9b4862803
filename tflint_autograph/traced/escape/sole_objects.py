"""Recognises classes of which a run of the program creates one object, so that an argument of that class is always the same one."""

from __future__ import annotations

from tflint_autograph.model.facts import ClassKey
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.mutation.called_once import is_called_once


def is_sole(analysis: Analysis, cls: ClassKey) -> bool:
    """Whether one call in eager code, which runs once, creates the objects of a class. A class without a constructor is not known."""
    made = analysis.classes.method(cls, "__init__")
    return made is not None and not analysis.classes.subclasses(cls) and is_called_once(analysis, made)
