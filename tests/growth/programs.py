"""Random functions in which blocks and jumps stand inside each other. Runs none."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator

from tflint_autograph.facts.statements import BodyLowering, Package
from tflint_autograph.model.body import Body

_DEEPEST = 4


def drawn(seed: int) -> Body:
    """The body of a function of the parameters `a` and `b`."""
    text = "\n".join(("def f(a, b):", *_indented(_block(random.Random(seed), 0, in_loop=False)), ""))
    function = ast.parse(text).body[0]
    assert isinstance(function, ast.FunctionDef)
    low = BodyLowering(tuple(text.split("\n")), 0, "f", Package("m", is_package=False), ascii=True)
    return low.finish(low.block(function.body))


def _indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def _block(source: random.Random, depth: int, *, in_loop: bool) -> list[str]:
    words = source.choices((*_SIMPLE, *_COMPOUND), k=source.randint(1, 3))
    lines = [line for word in words for line in _statement(source, word, depth, in_loop=in_loop)]
    return lines or ["pass"]


def _statement(source: random.Random, word: str, depth: int, *, in_loop: bool) -> Iterator[str]:
    if word in _SIMPLE:
        line = source.choice(_SIMPLE[word])
        if line not in ("break", "continue") or in_loop:
            yield from _filled(source, line).split("\n")
    elif depth < _DEEPEST:
        header, *others = _COMPOUND[word]
        loop = word in ("for", "while")
        yield _filled(source, header)
        yield from _indented(_block(source, depth + 1, in_loop=in_loop or loop))
        for other in others:
            if other.startswith("except") or source.random() < 0.3:
                yield other
                yield from _indented(_block(source, depth + 1, in_loop=in_loop))


def _filled(source: random.Random, line: str) -> str:
    """The line with a name for each `?`."""
    return "".join(source.choice("abcdefg") if each == "?" else each for each in line)


_SIMPLE = {
    "assign": ("? = ? + ?", "?, ? = ?", "?.x = ?", "?[?] = ?(?)", "? = [? for ? in ? if ?]"),
    "augment": ("? += ?",),
    "leave": ("return ?", "break", "continue", "raise ?"),
    "define": ("def ?():\n    return ?",),
}
_COMPOUND = {
    "if": ("if ?:", "else:"),
    "for": ("for ? in ?:", "else:"),
    "while": ("while ?:", "else:"),
    "try": ("try:", "except ValueError:", "else:", "finally:"),
    "with": ("with ? as ?:",),
}
