"""Reads the calls that users declare: `# tflint: call(...)` on a def line, and in the configuration. Does not evaluate them."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tflint_autograph.confirm.statements import functions_in
from tflint_autograph.model.runnable import Runnable
from tflint_autograph.source.syntax import parse

_CALL = re.compile(r"#\s*tflint:\s*call\((.*)\)\s*$")


@dataclass(frozen=True, slots=True)
class Declared:
    """A function by its qualified name in the module, and the arguments of each call as Python code."""

    function: str
    calls: tuple[str, ...]


def declared(module: Runnable, configured: Mapping[str, Sequence[str]]) -> tuple[Declared, ...]:
    """Returns the declared calls for the functions of a module. In the configuration, names have the form `module.function`."""
    found = [*_in_comments(module.text)]
    for name, calls in sorted(configured.items()):
        if name.startswith(f"{module.module}."):
            found.append(Declared(name.removeprefix(f"{module.module}."), tuple(calls)))
    return tuple(found)


def _in_comments(text: str) -> Iterator[Declared]:
    if "tflint:" not in text:
        return
    comments = {
        token.start[0]: match[1]
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type == tokenize.COMMENT and (match := _CALL.search(token.string))
    }
    for name, node in functions_in(parse(text)):
        header = range(node.lineno, node.body[0].lineno)
        calls = tuple(comments[line] for line in header if line in comments)
        if calls:
            yield Declared(name, calls)
