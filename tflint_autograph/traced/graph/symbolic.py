"""Code that asks first whether it is traced, and what stands around a node. Judges no value."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from weakref import WeakKeyDictionary

import libcst as cst

from tflint_autograph.project.answers.remembered import for_a_program
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.graph.meant import meant
from tflint_autograph.traced.graph.scopes import lifted
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.mutations import written
from tflint_autograph.traced.tree.nodes import children, descendants

LONGEST = 30
"""Characters of code that fit into a message beside what is said of it."""

_STATEMENTS = (cst.BaseSmallStatement, cst.BaseCompoundStatement, cst.BaseSuite)
_MISSES = frozenset({"AttributeError", "NotImplementedError", "Exception", "TypeError"})


def looks_first(node: cst.CSTNode, fn: TracedFunction) -> bool:
    """Whether the code asks for the eager value first: `hasattr(x, "numpy")`, `EagerTensor`, `except AttributeError`.

    Tensors made under `tf.init_scope` are eager, too. What is done for arguments that are no tensors, `if not tf.is_tensor(x):`, is
    done for callers who have NumPy's arrays, and want some back: those are not traced.
    """
    known = _LOOKED.setdefault(fn, {})
    for frame in fn.frames:
        part = known.get(id(frame.node))
        if part is None:
            part = known[id(frame.node)] = _looks_in(frame.node, fn)
        if part and part in ("everywhere", frame.part):
            return True
    return lifted(fn) or any(isinstance(each, cst.IfExp) and _asks(each.test, fn) for each in around(node, fn))


def _looks_in(node: cst.CSTNode, fn: TracedFunction) -> str:
    """In which part of a compound statement the eager value has been asked for: `everywhere`, a part, or nowhere.

    Found once for each, as a long chain of `elif` stands around its last branch as a whole.
    """
    if isinstance(node, cst.If):
        if _asks(node.test, fn):
            return "everywhere"
        return next((part for part, holds in (("body", True), ("orelse", False)) if _leaves_arrays(node.test, fn, holds=holds)), "")
    return "body" if isinstance(node, cst.Try) and _caught(node) & _MISSES else ""


_LOOKED: WeakKeyDictionary[TracedFunction, dict[int, str]] = WeakKeyDictionary()


def _asks(test: cst.BaseExpression, fn: TracedFunction, depth: int = 3) -> bool:
    """Whether a condition asks, itself or in what its names stand for."""
    nodes = list(descendants(test))
    if any(map(_asks_for_value, nodes)):
        return True
    parts = (meant(node, fn) for node in nodes if isinstance(node, cst.Name)) if depth else ()
    return any(part is not test and not isinstance(part, cst.Name) and _asks(part, fn, depth - 1) for part in parts)


def _leaves_arrays(test: cst.BaseExpression, fn: TracedFunction, *, holds: bool) -> bool:
    """Whether something is no tensor, but an array of NumPy perhaps, for sure where a condition holds, or fails."""
    test = meant(test, fn)
    if isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not):
        return _leaves_arrays(test.expression, fn, holds=not holds)
    if isinstance(test, cst.BooleanOperation) and isinstance(test.operator, cst.And) is holds:
        return any(_leaves_arrays(each, fn, holds=holds) for each in (test.left, test.right))
    if not isinstance(test, cst.Call):
        return False
    if fn.called(test) == "builtins.isinstance" and len(test.args) == 2:
        return canonical(fn.value(test.args[1].value).name) == ("numpy.ndarray" if holds else "tensorflow.Tensor")
    return not holds and fn.called(test) == "tensorflow.is_tensor"


def _asks_for_value(node: cst.CSTNode) -> bool:
    """`hasattr(x, "numpy")`, `hasattr(x, "graph")`, the name of the eager type, or what the type is called: `str(type(x))`.

    An eager tensor has no `graph`; whoever looks into the name of a type tells the tensors of other libraries apart.
    """
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Name) and node.func.value == "hasattr":
        named = node.args[1].value if len(node.args) > 1 else None
        return isinstance(named, cst.SimpleString) and ("numpy" in named.value or named.raw_value == "graph")
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Name) and node.func.value == "str":
        return len(node.args) == 1 and _is_type(node.args[0].value)
    if isinstance(node, cst.Attribute):
        return node.attr.value == "__module__" and _is_type(node.value)
    return isinstance(node, cst.Name) and node.value == "EagerTensor"


def _is_type(node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Call) and isinstance(node.func, cst.Name) and node.func.value == "type" and len(node.args) == 1


def _caught(node: cst.Try) -> set[str]:
    found = {"Exception"} if any(handler.type is None for handler in node.handlers) else set()
    for handler in node.handlers:
        if handler.type is not None:
            found |= {name.value for name in descendants(handler.type) if isinstance(name, cst.Name)}
    return found


def spoken(node: cst.CSTNode, otherwise: str) -> str:
    """The code of an expression for a message, between backticks; `otherwise` for code that is long."""
    text = written(node)
    return f"`{text}`" if len(text) <= LONGEST else otherwise


def inlined(node: cst.CSTNode, otherwise: str = "...") -> str:
    """The code of an expression as part of other code in a message; `otherwise` for code that is long."""
    text = written(node)
    return text if len(text) <= LONGEST else otherwise


def inlined_operand(node: cst.CSTNode, otherwise: str = "...") -> str:
    """The same code in brackets where an operator, index or attribute behind it could take it apart."""
    text = inlined(node, otherwise)
    return text if isinstance(node, _WHOLE) or text == otherwise else f"({text})"


_WHOLE = (cst.Name, cst.Attribute, cst.Call, cst.Subscript, cst.List, cst.BaseNumber, cst.BaseString)


def ancestors(node: cst.CSTNode, fn: TracedFunction) -> Iterator[cst.CSTNode]:
    """The nodes around a node of the function, the innermost first."""
    parents = _parents(fn.node)
    parent = parents.get(id(node))
    while parent is not None:
        yield parent
        parent = parents.get(id(parent))


def around(node: cst.CSTNode, fn: TracedFunction) -> Iterator[cst.CSTNode]:
    """The expressions around a node, the innermost first; none of the statements."""
    return takewhile(lambda each: not isinstance(each, _STATEMENTS), ancestors(node, fn))


@for_a_program(4)
def _parents(root: cst.CSTNode) -> dict[int, cst.CSTNode]:
    """The parent of each node by its identity; the cache keeps the nodes alive."""
    found: dict[int, cst.CSTNode] = {}
    waiting = [root]
    while waiting:
        node = waiting.pop()
        for child in children(node):
            found[id(child)] = node
            waiting.append(child)
    return found
