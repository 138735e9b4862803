"""Modules that hypothesmith makes from Python's grammar, with their code in traced functions. Runs nothing."""

from __future__ import annotations

import ast
import textwrap

from hypothesis import strategies as st

_HEADER = (
    "import tensorflow as tf\nimport numpy as np\n\n\n@tf.function\ndef traced(x, *args, **kwargs):\n    y = x + 1\n"
)


def modules() -> st.SearchStrategy[str]:
    """Valid modules; the code also stands in a function that is traced."""
    import hypothesmith  # takes seconds, also where no module is drawn

    return hypothesmith.from_node().map(_traced) | hypothesmith.from_grammar().map(_traced)


def _traced(code: str) -> str:
    body = textwrap.indent(ast.unparse(ast.parse(code)), "    ")
    text = f"{_HEADER}{body}\n    return y\n"
    try:
        ast.parse(text)
    except SyntaxError:
        # `from x import *` and the like may stand in modules only.
        return f"import tensorflow as tf\n{code}\n"
    return text
