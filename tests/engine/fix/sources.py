"""Generated programs with hazards that have fixes, written in every odd way Python allows. Fixes nothing."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

from hypothesis import strategies as st

NAMES = ("x", "变量", "ﬁne", "été", "_1")
LATIN_NAMES = ("x", "été", "_1")
HAZARDS = (
    "print({x})",
    "print('é', {x}, sep='\\t')",
    "print(f'{{ {x} }}:', end='')",
    "print('%s of %s' % ({x}, 1))",
    "print(\n        {x},  # inside\n        'é',\n    )",
    "print({x}, \\\n    1)",
    "noise = {x} * random.random()",
    "noise = {x} + np.random.normal(0.0, 2.0)",
    "when = time.time()",
    "assert tf.reduce_all({x} > 0), 'é'",
    "array.write(0, {x})",
    "tf.ensure_shape({x}, [None])",
    "if True: print({x})",
    "for _ in tf.range(3): print({x})",
    "print({x}); print({x}, 2)",
    "kept = [print({x}), random.uniform(1, 2)]",
    "{x}.numpy()",
    "kept = np.sum({x})",
    "kept = float(tf.reduce_sum({x}))",
    "kept = math.sqrt(tf.reduce_sum({x}))",
    "logging.info('%s é', {x})",
    "seen.append({x})",
    "pass  # tflint: ignore[TFA102] old",
    "# tflint: ignore[TFA102]",
    "pass  # tflint: ignore[TFA101, TFA102] # type: ignore",
)
HARMLESS = (
    "y = {x} * 2",
    "y = '''a\n  print(1)\n'''",
    "y = ({x} +  # why\n     1)",
    "y = {x} \\\n    + 1",
    "y = 1; z = {x}",
    "pass",
)
HEADS = (
    "import tensorflow as tf\n",
    "import tensorflow as tf; import os\n",
    "import tensorflow\nimport tensorflow as tf\n",
    "from __future__ import annotations\n\nimport tensorflow as tf\n",
    "try:\n    import tensorflow as tf\nexcept ImportError:\n    raise\n",
)
DECORATORS = ("@tf.function", "@tf.function  # traced", "@tf.function(\n    jit_compile=False,\n)", "@wraps\n@tf.function")


@dataclass(frozen=True, slots=True)
class Program:
    """The bytes of a module, and which of its lines (without ends) no fix may touch."""

    data: bytes
    encoding: str
    kept: tuple[str, ...]
    comments: tuple[str, ...]


@st.composite
def programs(draw: st.DrawFn) -> Program:
    """A module of a few traced functions."""
    latin = draw(st.booleans())
    names = LATIN_NAMES if latin else NAMES
    lines: list[tuple[str, bool]] = [("# -*- coding: latin-1 -*-", True)] if latin else []
    if draw(st.booleans()):
        lines.append(('"""Doc é."""', True))
    future = draw(st.sampled_from(HEADS))
    lines += [(line, True) for line in future.splitlines()]
    lines += [(line, True) for line in ("import logging, math, random, time", "import numpy as np", "seen = []", "wraps = lambda f: f", "")]
    for number in range(draw(st.integers(1, 2))):
        lines += _function(draw, number, names)
    comments = []
    for index, (line, is_kept) in enumerate(lines):
        if draw(st.integers(0, 3)) == 0 and line.strip() and _takes_comment(line, [text for text, _ in lines], index):
            comments.append(f"# é{index}")
            lines[index] = f"{line}  # é{index}", is_kept
    return _written(draw, lines, comments, latin)


def _function(draw: st.DrawFn, number: int, names: tuple[str, ...]) -> list[tuple[str, bool]]:
    name = draw(st.sampled_from(names))
    indent = draw(st.sampled_from(("    ", "\t", " ")))
    lines = [(line, True) for line in draw(st.sampled_from(DECORATORS)).split("\n")]
    lines += [(f"def f{number}({name}):", True), (f"{indent}array = tf.TensorArray(tf.float32, 1)", True)]
    for _ in range(draw(st.integers(2, 6))):
        is_hazard = draw(st.integers(0, 3)) > 0
        template = draw(st.sampled_from(HAZARDS if is_hazard else HARMLESS))
        text = template.replace("{x}", name).replace("{{", "{").replace("}}", "}")
        lines += [(line, not is_hazard) for line in f"{indent}{text}".split("\n")]
        if draw(st.integers(0, 4)) == 0:
            lines.append((f"{draw(st.sampled_from(('', indent, '  ')))}# a comment é", True))
    return [*lines, (f"{indent}return {name}", True), ("", True)]


def _takes_comment(line: str, lines: list[str], index: int) -> bool:
    """Whether a comment at the end of the line is one: neither in a string, nor behind a backslash or a comment."""
    inside = sum(text.count("'''") for text in lines[:index]) % 2 or line.count("'''") % 2
    return not inside and not line.endswith("\\") and "#" not in line


def _written(draw: st.DrawFn, lines: list[tuple[str, bool]], comments: list[str], latin: bool) -> Program:
    newline = draw(st.sampled_from(("\n", "\r\n", "\r")))
    mixed = draw(st.booleans())
    ends = st.sampled_from(("\n", "\r\n")) if mixed else st.just(newline)
    text = "".join(line + draw(ends) for line, _ in lines)
    if draw(st.booleans()):
        text = text.rstrip("\r\n")
    encoding = "latin-1" if latin else "utf-8"
    mark = codecs.BOM_UTF8 if not latin and draw(st.booleans()) else b""
    if draw(st.booleans()):
        text = text.replace("wraps =", "\x0cwraps =")
        lines = [(line.replace("wraps =", "\x0cwraps ="), is_kept) for line, is_kept in lines]
    kept = tuple(line for line, is_kept in lines if is_kept and line.strip())
    return Program(mark + text.encode(encoding), encoding, kept, tuple(comments))
