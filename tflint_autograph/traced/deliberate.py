"""Code that says itself that it is about tracing: it means what it does."""

from __future__ import annotations

import re

import libcst as cst

from tflint_autograph.traced.function import TracedFunction
from tflint_autograph.traced.mutations import Mutation

_SAYS_SO = re.compile(r"\b(?:re-?)?trac(?:e|ed|es|ing)\b|\bautograph\b|\bcompil(?:e|ed|es|ing)\b", re.IGNORECASE)
_COUNTER = re.compile(r"(?:^|_)(?:re)?trac(?:e|es|ed|ing|ings)(?:_|$)", re.IGNORECASE)


def speaks_of_tracing(call: cst.Call, fn: TracedFunction) -> bool:
    """Whether the text that is printed or logged says that tracing happens: half of all prints in traced code do."""
    return any(_SAYS_SO.search(text) for text in _texts(call))


def _texts(call: cst.Call) -> list[str]:
    """The string literals among the arguments, f-strings' own text included."""
    found = []
    for arg in call.args:
        node: cst.CSTNode = arg.value
        if isinstance(node, cst.BinaryOperation):
            node = node.left
        if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
            node = node.func.value
        if isinstance(node, (cst.SimpleString, cst.ConcatenatedString)):
            found.append(str(node.evaluated_value or ""))
        elif isinstance(node, cst.FormattedString):
            found += [part.value for part in node.parts if isinstance(part, cst.FormattedStringText)]
    return found


def counts_traces(mutation: Mutation) -> bool:
    """Whether the name of a counter says that it counts traces."""
    name = mutation.spoken if not mutation.augmented else mutation.spoken.rpartition(".")[2]
    return bool(_COUNTER.search(name.rpartition(".")[2]))
