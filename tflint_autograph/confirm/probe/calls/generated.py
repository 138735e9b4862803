"""Returns the code AutoGraph generates for a function, line by line with the original. Calls no user code."""

from __future__ import annotations

import ast
import importlib
import inspect
import textwrap
from typing import Any

from tflint_autograph.confirm.probe.calls.driving import Undrivable
from tflint_autograph.confirm.probe.state.lines import LineCounter
from tflint_autograph.confirm.protocol import Generated


def generated(module: Any, target: str, lines: LineCounter) -> tuple[Generated, ...]:
    """Returns the generated lines for the function with this qualified name. Raises Undrivable if it cannot be converted."""
    autograph = importlib.import_module("tensorflow").autograph
    try:
        made = autograph.to_graph(_function(module, target))
    except Exception as error:  # noqa: BLE001 - AutoGraph says in exceptions of many kinds what it cannot transform
        cause = (str(error).strip().splitlines() or [""])[-1].strip()
        raise Undrivable(f"cannot transform `{target}`: {type(error).__name__}: {cause}"[:200]) from None
    file = inspect.unwrap(made).__code__.co_filename
    if file not in lines.generated:
        raise Undrivable(f"leaves `{target}` as it is")
    return tuple(_lines(file, lines))


def _function(module: Any, target: str) -> Any:
    """Returns the plain function, without its class and decorators."""
    found = module
    for part in target.split("."):
        found = inspect.getattr_static(found, part)
        found = getattr(found, "__func__", getattr(found, "fget", found))
    decorators: Any = importlib.import_module("tensorflow.python.util.tf_decorator")
    return decorators.unwrap(getattr(found, "python_function", found))[1]


def _lines(file: str, lines: LineCounter) -> list[Generated]:
    """Returns the lines of the generated function, without the factory around it."""
    source = lines.generated[file]
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    own = next(node for node in functions if node.name.startswith("tf__"))
    rows = range(own.lineno, (own.end_lineno or own.lineno) + 1)
    texts = textwrap.dedent("\n".join(source.splitlines()[row - 1] for row in rows)).splitlines()
    return [Generated(lines.origin(file, row), text) for row, text in zip(rows, texts, strict=True)]
