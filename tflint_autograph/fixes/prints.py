"""Fixes that replace `print`, log calls and tensor formatting by `tf.print` and `tf.strings`."""

from __future__ import annotations

from dataclasses import replace

import libcst as cst

from tflint_autograph.fixes.assertions import as_assertion
from tflint_autograph.fixes.edits import argument, commented
from tflint_autograph.fixes.printing import PrintedValue, arranged, joined, laid_out, shown
from tflint_autograph.fixes.texts import FormatPiece, merged, percent, taken_apart
from tflint_autograph.model.finding import Fix
from tflint_autograph.model.levels import Safety
from tflint_autograph.model.values import NOTHING
from tflint_autograph.traced.graph.symbolic import ancestors
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.kinds import symbolic
from tflint_autograph.traced.tree.spelling import spelled

_LIKE_PRINT = frozenset({"print", "builtins.print"})
_ONE_VALUE = frozenset({"pprint.pprint", "pprint.pp", "rich.pretty.pprint"})
_ASSERTS = ("tensorflow.debugging.assert_", "tensorflow.assert_")
_COUNTING = frozenset({"log_first_n", "log_every_n", "log_every_n_seconds", "log_if"})
"""absl loggers that log only on some calls."""

_MAKE_TENSORS = frozenset({"tensorflow.constant", "tensorflow.convert_to_tensor"})
_STREAMS = {"sys.stdout.write": "stdout", "sys.stderr.write": "stderr"}


def as_tf_print(call: cst.Call, name: str, fn: TracedFunction) -> Fix | None:
    """Returns a fix that replaces a call that writes text by `tf.print`, or None if the output would differ."""
    tf = spelled(fn, "tensorflow")
    if tf is None or not _stands_alone(call, fn) or commented(call):
        return None
    if name in _LIKE_PRINT:
        arguments = _printed(call, fn, tf.name)
    elif name in _ONE_VALUE and len(call.args) == 1 and call.args[0].keyword is None and not call.args[0].star:
        arguments = _passed(shown([call.args[0].value], " ", fn, tf.name))
    else:
        arguments = _written(call, name, fn, tf.name)
    if arguments is None:
        return None
    text = laid_out(f"{tf.name}.print", arguments, call, fn)
    return Fix("print with `tf.print`, on every call", (fn.edit(call, text),), Safety.UNSAFE, tf.imports)


def record_as_tf_print(call: cst.Call, fn: TracedFunction) -> Fix | None:
    """Returns a suggestion that replaces a log record by `tf.print`; level, logger and handlers are lost. Else None."""
    tf = spelled(fn, "tensorflow")
    given = [arg.value for arg in call.args if arg.keyword is None and not arg.star]
    word = call.func.attr.value if isinstance(call.func, cst.Attribute) else ""
    if word in ("log", "vlog"):
        given = given[1:]
    if (
        tf is None
        or not given
        or word in _COUNTING
        or (len(given) > 1 and any(arg.star for arg in call.args))
        or not _stands_alone(call, fn)
    ):
        return None
    pieces = percent(given[0], given[1:]) if len(given) > 1 else None
    found = arranged(merged(pieces), fn, tf.name) if pieces is not None else shown(given, " ", fn, tf.name)
    arguments = _passed(found)
    if arguments is None or commented(call):
        return None
    text = laid_out(f"{tf.name}.print", arguments, call, fn)
    return Fix("print a line with `tf.print`, on every call", (fn.edit(call, text),), Safety.DISPLAY, tf.imports)


def text_of_graph(node: cst.BaseExpression, fn: TracedFunction) -> Fix | None:
    """Returns a fix for a string with a tensor: arguments of the enclosing `tf.print`, or a string tensor; else None."""
    tf = spelled(fn, "tensorflow")
    for outer in ancestors(node, fn):
        if not isinstance(outer, (cst.BinaryOperation, cst.ConcatenatedString)):
            break
        node = outer
    arg, call = [*ancestors(node, fn), None, None][:2]
    if tf is None or not isinstance(arg, cst.Arg) or not isinstance(call, cst.Call):
        return None
    if fn.called(call).startswith(_ASSERTS):
        return as_assertion(call, node, fn)
    if arg.keyword or commented(call):
        return None
    name = fn.called(call)
    if name == "tensorflow.print":
        text = _taken_apart(call, fn, tf.name)
    else:
        pieces = taken_apart(node, fn) if name in _MAKE_TENSORS and len(call.args) == 1 else None
        text = joined(merged(pieces), fn, tf.name) if pieces is not None else ""
    return Fix("show the value of the tensor, on every call", (fn.edit(call, text),), Safety.UNSAFE) if text else None


def _taken_apart(call: cst.Call, fn: TracedFunction, tf: str) -> str:
    """Returns a call of `tf.print` with its strings split, or an empty string."""
    named = {arg.keyword.value: arg.value for arg in call.args if arg.keyword is not None}
    sep = fn.value(named["sep"]).const if "sep" in named else " "
    if any(arg.star for arg in call.args) or not isinstance(sep, str):
        return ""
    found = shown([arg.value for arg in call.args if arg.keyword is None], sep, fn, tf)
    arguments = _passed(found)
    if arguments is None or found is None or not found.apart:
        return ""
    kept = [f"{word}={fn.source(value)}" for word, value in named.items() if word != "sep"]
    return laid_out(fn.source(call.func), [*arguments, *kept], call, fn)


def _stands_alone(call: cst.Call, fn: TracedFunction) -> bool:
    """Whether the call is a statement, so that its result is not used."""
    return isinstance(next(ancestors(call, fn), None), cst.Expr)


def _passed(found: PrintedValue | None) -> list[str] | None:
    return [*found.arguments, *(['sep=""'] if found.sep == "" else [])] if found is not None else None


def _printed(call: cst.Call, fn: TracedFunction, tf: str) -> list[str] | None:
    named = {arg.keyword.value: arg.value for arg in call.args if arg.keyword is not None}
    if not named.keys() <= {"sep", "end", "file", "flush"} or any(arg.star == "**" for arg in call.args):
        return None
    rest = _keywords(named, fn)
    if rest is None:
        return None
    given = [arg for arg in call.args if arg.keyword is None]
    separator = fn.source(named["sep"]) if "sep" in named and fn.value(named["sep"]).const is not None else ""
    if any(arg.star for arg in given):
        if any(symbolic(fn.value(arg.value)) for arg in given if arg.star):
            return None
        return [*(arg.star + argument(arg.value, fn) for arg in given), *_separated(separator), *rest]
    sep = fn.value(named["sep"]).const if "sep" in named else " "
    known = " " if sep is None else sep if isinstance(sep, str) else None
    found = shown([arg.value for arg in given], known, fn, tf)
    if found is None:
        return None
    kept = _separated(separator) if not found.apart else ['sep=""'] if found.sep == "" else []
    return [*found.arguments, *kept, *rest]


def _separated(separator: str) -> list[str]:
    return [f"sep={separator}"] if separator else []


def _keywords(named: dict[str, cst.BaseExpression], fn: TracedFunction) -> list[str] | None:
    """Returns `end` and `file` as arguments of `tf.print`, or None if it has no such stream. `flush` is not needed."""
    found = []
    if "flush" in named and not isinstance(named["flush"], cst.Name):
        return None
    if "end" in named and fn.value(named["end"]).const is not None:
        found.append(f"end={fn.source(named['end'])}")
    file = fn.value(named["file"]) if "file" in named else None
    if file is not None and file.const is not None:
        if file.const is not NOTHING or file.name not in ("sys.stdout", "sys.stderr"):
            return None
        found.append(f"output_stream={fn.source(named['file'])}")
    return found


def _written(call: cst.Call, name: str, fn: TracedFunction, tf: str) -> list[str] | None:
    """Returns the arguments for `sys.stdout.write(text)`; a line feed at the end is the one `tf.print` adds."""
    if name not in _STREAMS or len(call.args) != 1 or call.args[0].star or not isinstance(call.func, cst.Attribute):
        return None
    node = call.args[0].value
    pieces = merged(taken_apart(node, fn) or (FormatPiece("", node),))
    if not pieces:
        return None
    *others, last = pieces
    line = last.node is None and last.text.endswith("\n")
    found = arranged(merged((*others, replace(last, text=last.text[:-1]))) if line else pieces, fn, tf)
    arguments = _passed(found)
    if arguments is None:
        return None
    return [*arguments, *([] if line else ['end=""']), f"output_stream={fn.source(call.func.value)}"]
