"""Recognises code that is intentionally run at trace time, such as a note about tracing."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr, Statement
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.synonyms import attribute_named
from tflint_autograph.model.values import Kind, Origin, Value
from tflint_autograph.project.bodies.changes import changed_words
from tflint_autograph.project.bodies.decorators import is_cached
from tflint_autograph.project.bodies.single import assigned_to
from tflint_autograph.project.bodies.walks import descendants, spelled_in, walk
from tflint_autograph.project.index.blocks import blocks
from tflint_autograph.tfapi.names import names_in_graphs_of_version_1, names_of_version_1
from tflint_autograph.tfapi.tables import STATIC
from tflint_autograph.traced.escape.configured import is_of_eager_code, under_configuration
from tflint_autograph.traced.escape.guards import called_once, filled_once, lives_on
from tflint_autograph.traced.escape.lifetime import under_tensor
from tflint_autograph.traced.escape.single_runs import is_only_exported, runs_each_trace_once
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.function_view import FunctionView, once_a_function
from tflint_autograph.traced.tree.inherited import over_frames
from tflint_autograph.traced.tree.point import EnclosingScope, TracedPoint, on_every_path

_TRACING = frozenset(["tracing", "traced", "retracing", "retraced", "retrace", "retraces", "autograph", "compiling", "トレース", "트레이싱", "追踪", "跟踪"])
_BESIDE = frozenset(
    ["a", "again", "an", "and", "arg", "args", "argument", "arguments", "at", "be", "begin", "begins", "being", "by", "call", "called", "calls", "concrete", "dtype", "dtypes", "done", "during", "eager", "end", "ended", "ends", "finished", "finishes", "first", "for", "from", "function", "functions", "graph", "has", "in", "input", "inputs", "is", "it", "just", "method", "new", "not", "now", "of", "on", "once", "only", "python", "re", "shape", "shapes", "signature", "start", "started", "starting", "starts", "step", "tensorflow", "tf", "the", "this", "time", "to", "trace", "traces", "type", "was", "when", "will", "with"]
)
"""Words that may occur besides those of tracing in a note that is only about tracing."""

_RUNNING = frozenset(["executed", "executes", "executing", "execution", "running", "runs"])
"""Words that make a note about tracing of one about Python: "running in Python"."""

VERSION_1 = "it is in code for TensorFlow 1, which builds its graph once"


def meaning(call: cst.Call, fn: TracedFunction) -> str:
    """Returns a clause on why a printed or logged text is probably meant once per trace; empty if nothing suggests that."""
    if speaks_of_tracing(call, fn):
        return "its text says that it runs at trace time"
    if _tells_of_deprecation(call, fn):
        return "it announces a deprecation, which needs to be seen only once"
    if _is_rule(call):
        return "its text only separates others"
    if tells_signature(call, fn):
        return "it shows only shapes, dtypes or names, and each trace shows its own"
    if asks_signature(fn) and None not in _shown_by(call, fn):
        return "its condition depends only on a shape or dtype"
    if graph_alone(fn):
        return "its condition lets it run only in a graph"
    if not under_tensor(fn) and configured_alone(fn) and None not in _shown_by(call, fn):
        return "it shows no value, and its condition depends only on configuration"
    if None not in _shown_by(call, fn) and not under_tensor(fn) and runs_each_trace_once(fn):
        return "it shows no value, and the program runs each trace once"
    if is_only_exported(fn):
        return "the program only exports the function, and runs no Python of it after that"
    if _heads_signature(call, fn):
        return "it is the heading of a list of names, shapes or dtypes"
    return VERSION_1 if of_version_1(fn) else ""


@on_every_path
def configured_alone(fn: TracedPoint) -> bool:
    """Whether configuration decides a condition around the current statement, and no tensor one."""
    return under_configuration(fn) and not under_tensor(fn)


@on_every_path
@over_frames(start=False)
def graph_alone(frame: EnclosingScope, fn: TracedPoint, outside: bool) -> bool:
    """Whether an enclosing condition lets the current statement run in a graph only: `if not tf.executing_eagerly():`."""
    return outside or (isinstance(frame.statement, ir.If) and asks_for_mode(frame.statement.test, fn))


def asks_for_mode(test: Expr, fn: TracedPoint) -> bool:
    return any(fn.flow.called(part) in _MODES for part in descendants(test))


_MODES = frozenset({"tensorflow.executing_eagerly", "tensorflow.inside_function"})


def speaks_of_tracing(call: cst.Call, fn: TracedFunction) -> bool:
    """Whether the printed or logged text can only be read as a note that tracing happens.

    It consists of words of such a note and the names of the function and its class. "ray tracing" and "trace =" are about something else,
    while what begins with "Tracing" and shows no value is no name of one. A value is shown where the text says what is traced with it.
    """
    said = [word for text in _texts(call) for word in words_of(text)]
    words = (_TRACING | _BESIDE | _RUNNING).union(words_of(fn.key.qualname))
    if _TRACING.isdisjoint(said) and not ("python" in said and not _RUNNING.isdisjoint(said)):
        return False
    if None in _shown_by(call, fn):
        is_named = not set(words_of(fn.fact.name)).isdisjoint(said) and _shows_parameters(call, fn)
        if not is_named and said[0] not in _TRACING:
            return False
        words = words.union(*(words_of(each.name) for each in fn.fact.parameters), ("value", "values"))
    elif said[0] in _TRACING:
        return True
    return words.issuperset(said)


def _tells_of_deprecation(call: cst.Call, fn: TracedFunction) -> bool:
    """Whether the text, which shows no value of the graph, says that something is deprecated."""
    said = [word for text in _texts(call) for word in words_of(text)]
    return "deprecated" in said and None not in _shown_by(call, fn)


def _is_rule(call: cst.Call) -> bool:
    """Whether nothing but punctuation is shown, as in a line between two texts, and no value."""
    shown = [node for arg in call.args for node in _shown(arg)]
    return not shown and not any(sign.isalnum() for text in _texts(call) for sign in text)


def _shows_parameters(call: cst.Call, fn: TracedFunction) -> bool:
    """Whether every shown value that is not known to be static is a parameter of the function."""
    shown = (node for arg in call.args for node in _shown(arg) if _static(node, fn) is None)
    return all(isinstance(node, cst.Name) and any(each.name == node.value for each in fn.fact.parameters) for node in shown)


def words_of(text: str) -> list[str]:
    """Returns the words of a text or name in lower case, without digits and punctuation."""
    return "".join(sign if sign.isalpha() else " " for sign in text).casefold().split()


def of_version_1(fn: TracedFunction) -> bool:
    """Whether the function, or one around it, uses an API that TensorFlow 2 has removed, or the project requires a version before 2.0.

    It runs under TensorFlow 1 behaviour, where all Python runs once to build the graph. If nothing binds `tf`, as in a notebook whose first
    cell is Python 2, the name is taken for TensorFlow. What works in graphs of version 1 alone tells it in files that import
    `tensorflow.compat.v1`, too, except in a `tf.function`, which code for version 1 uses in eager mode alone.
    """
    is_old = fn.analysis.tensorflow < _SECOND and fn.trace.root != "tf.function"
    return is_old or not names_of_version_1().isdisjoint(_members_used(fn))


_SECOND = (2, 0)
"""The first version of TensorFlow that runs eagerly by default."""


@once_a_function
def _members_used(fn: FunctionView) -> Iterator[str]:
    """Yields the TensorFlow members used by the function and those around and in it; none in a program that switches back to eager mode."""
    analysis, module = fn.analysis, fn.analysis.project.module(fn.key.path)
    if module is None or module.lines_mentioning(_BACK):
        return
    path = fn.key.path
    known_as = analysis.names.imported_as(path, "tensorflow") | (set() if analysis.names.is_bound(path, "tf") else {"tf"})
    old = analysis.names.imported_as(path, "tensorflow.compat.v1") if fn.trace.root != "tf.function" else set()
    bodies = map(analysis.project.body, analysis.names.within(FunctionKey(path, fn.key.qualname.partition(".<locals>")[0])))
    used = (part for body in bodies for part in spelled_in(body.statements) if isinstance(part, ir.Attribute))
    for part in used:
        holder = part.value.id if isinstance(part.value, ir.Name) else None
        if holder in known_as or (holder in old and part.attr in names_in_graphs_of_version_1()):
            yield part.attr


_BACK = "enable_eager_execution"
"""Calls that switch back to eager mode in a program that uses TensorFlow 1 behaviour."""


def tells_signature(call: cst.Call, fn: TracedFunction) -> bool:
    """Whether shapes, dtypes or names of tensors are shown, and no value: when they change, a retrace shows them again."""
    shown = _shown_by(call, fn)
    return any(shown) and None not in shown


def shows_value(call: cst.Call, fn: TracedFunction) -> bool:
    """Whether what is shown may be a value of the graph."""
    return None in _shown_by(call, fn)


def shows_tensor(call: cst.Call, fn: TracedFunction) -> bool:
    """Whether what is shown is known to be a tensor, or a variable."""
    return any(_static(node, fn) is None and fn.value(node).kind.graph for arg in call.args for node in _shown(arg))


def _heads_signature(call: cst.Call, fn: TracedFunction) -> bool:
    """Whether a text without a value is printed right before a Python loop that shows only names, shapes or dtypes: "Variables:"."""
    if _shown_by(call, fn) or fn.statement is None:
        return False
    around = fn.frames[-1].statement if fn.frames else None
    for block in blocks(around) if around is not None else (fn.body.statements,):
        places = [place for place, each in enumerate(block, 1) if each is fn.statement or each.ordinal == fn.statement.ordinal]
        following = block[places[0]] if places and places[0] < len(block) else None
        if isinstance(following, ir.For):
            return not fn.test(following).kind.graph and any(map(_shows_names, walk(following.body)))
    return False


def _shows_names(statement: Statement) -> bool:
    """Whether a statement is a call with an argument that reads a name, shape or dtype."""
    call = statement.value if isinstance(statement, ir.Evaluate) else None
    parts = (part for each in call.args for part in descendants(each.value)) if isinstance(call, ir.Call) else ()
    return any(isinstance(part, ir.Attribute) and part.attr in (*STATIC, "name", "__name__") for part in parts)


@on_every_path
def asks_signature(fn: TracedPoint) -> bool:
    """Whether the innermost enclosing condition tests the shape or dtype of a tensor."""
    frame = next(fn.guarded_by("If"), None)
    if frame is None or not isinstance(frame.statement, ir.If) or fn.test(frame.statement).kind.graph:
        return False
    asked = (part for part in descendants(frame.statement.test) if isinstance(part, ir.Attribute) and part.attr in STATIC)
    return any(fn.value_at(part.value, frame.statement.ordinal).kind.graph for part in asked)


def _shown_by(call: cst.Call, fn: TracedFunction) -> list[bool | None]:
    return [_static(node, fn) for arg in call.args for node in _shown(arg)]


def _shown(arg: cst.Arg) -> Iterator[cst.BaseExpression]:
    """Yields the parts of an argument that are shown, without literal text and options such as `file=`."""
    if arg.keyword is None:
        yield from _put_in(arg.value)


def _put_in(node: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
    if isinstance(node, cst.FormattedString):
        yield from (part.expression for part in node.parts if isinstance(part, cst.FormattedStringExpression))
    elif isinstance(node, cst.BinaryOperation) and isinstance(node.operator, (cst.Modulo, cst.Add)):
        for side in (node.left, node.right):
            yield from _put_in(side)
    elif isinstance(node, cst.Tuple):
        for element in node.elements:
            yield from _put_in(element.value)
    elif isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value == "format":
        for each in node.args:
            yield from _put_in(each.value)
    elif isinstance(node, (cst.ListComp, cst.SetComp, cst.GeneratorExp)):
        yield from _put_in(node.elt)
    elif isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and _is_text(node.func.value) and _lists_parts(node):
        yield from _put_in(node.args[0].value)
    elif not _is_text(node):
        yield node


def _is_text(node: cst.BaseExpression) -> bool:
    return isinstance(node, (cst.SimpleString, cst.ConcatenatedString))


def _lists_parts(call: cst.Call) -> bool:
    """Whether a method of a text is `join` of what a comprehension gives: the text shows what each element shows."""
    is_join = isinstance(call.func, cst.Attribute) and call.func.attr.value == "join"
    return is_join and len(call.args) == 1 and isinstance(call.args[0].value, (cst.ListComp, cst.SetComp, cst.GeneratorExp))


def _static(node: cst.BaseExpression, fn: TracedFunction) -> bool | None:
    """Whether TensorFlow knows the expression's value at trace time, such as a shape; None if it may be a value of the graph."""
    while isinstance(node, cst.Subscript) or (isinstance(node, cst.Call) and _lists_shape(node)):
        node = node.value if isinstance(node, cst.Subscript) else cst.ensure_type(node.func, cst.Attribute).value
    asked = node.func if isinstance(node, cst.Call) else node
    if isinstance(asked, cst.Attribute) and asked.attr.value in STATIC:
        # `tf.shape(x)` gives a tensor of its own.
        return None if fn.value(node).kind.graph else True
    if isinstance(node, cst.Call) and fn.called(node) == "builtins.type":
        return True
    if isinstance(asked, cst.Attribute) and asked.attr.value == "__name__" and isinstance(asked.value, cst.Name):
        # The name of a function says nothing of a trace.
        return False
    if isinstance(asked, cst.Attribute) and asked.attr.value in ("name", "__name__"):
        # What is not known may be a variable, of a list of them.
        return fn.value(asked.value).kind.graph or fn.value(asked.value).kind is Kind.UNKNOWN
    value = fn.value(node)
    if _is_counted(node, fn):
        return None
    if isinstance(node, cst.Name) and not value.kind.graph and _is_length(node.value, fn):
        return True
    return False if value.kind in (Kind.PYTHON, Kind.NONE) or _is_given_from_outside(node, value, fn) else None


def _is_length(name: str, fn: TracedFunction) -> bool:
    """Whether a local name stands for a shape, dtype or rank that is known at trace time, or for a length of one: `rows = x.shape[0]`."""
    given = assigned_to(name, fn.body, fn.statement.ordinal) if fn.statement is not None else None
    while isinstance(given, (ir.Subscript, ir.Call)):
        asked = given.value if isinstance(given, ir.Subscript) else given.func
        given = asked.value if isinstance(asked, ir.Attribute) and asked.attr == "as_list" else asked
    return isinstance(given, ir.Attribute) and given.attr in STATIC


def _is_counted(node: cst.BaseExpression, fn: TracedFunction) -> bool:
    """Whether the function itself changes an attribute or an outer name, such as a counter, so that each call would show another value."""
    expr = fn.expression(node)
    shown = attribute_named(expr, "getattr") or expr
    if isinstance(shown, ir.Attribute):
        return shown.attr in changed_words(fn.body)
    return isinstance(shown, ir.Name) and shown.id in dict(fn.body.shared)


def _is_given_from_outside(node: cst.BaseExpression, value: Value, fn: TracedFunction) -> bool:
    """Whether an unknown value is an attribute of an outer object, or a parameter of the eager function around."""
    if value.kind is not Kind.UNKNOWN:
        return False
    if isinstance(node, cst.Name) and fn.statement is not None:
        return is_of_eager_code(ir.Name(node.value), fn.statement.ordinal, fn)
    return value.origin is Origin.OUTER and isinstance(node, cst.Attribute)


def _lists_shape(call: cst.Call) -> bool:
    return isinstance(call.func, cst.Attribute) and call.func.attr.value == "as_list"


@on_every_path
def said_once(fn: TracedPoint) -> bool:
    """Whether a guard lets the current statement run once in eager code too: `if not self.told: print(...); self.told = True`.

    In a constructor, the guard may be where the object is created. A cached function needs none.
    """
    if is_cached(fn.analysis, fn.key):
        return True
    guarded = any(lives_on(path, fn.body, fn.env) for path in filled_once(fn))
    made_once = fn.fact.name == "__init__" and called_once(fn)
    return (guarded or made_once) and not under_tensor(fn)


def _texts(call: cst.Call) -> list[str]:
    """Returns the string literals among the arguments, including the literal parts of f-strings."""
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
