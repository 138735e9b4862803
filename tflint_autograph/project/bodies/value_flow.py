"""Tells which names of a body may pass their value on to a call, to the result or to other functions. Does not evaluate values."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr, Statement
from tflint_autograph.project.bodies.walks import descendants, expressions, root_name, targets

PART = "."
"""Prefix of attribute names: `.step` for `self.step`."""

_ITSELF = "!"
"""Suffix of names that stand for an object alone, without its elements."""

_SCOPES = frozenset({"FunctionDef", "AsyncFunctionDef", "Lambda", "ClassDef"})
"""Node types of nested scopes, which can read the names of a body."""

_UNWRAPPING = frozenset({"python_function", "__wrapped__", "__call__"})
"""Attributes of a function that give the function itself, unwrapped."""

_GROWING = frozenset({"append", "add", "appendleft", "insert", "extend", "update", "setdefault"})
"""Methods that add their arguments to a container."""

_ANSWERS = frozenset({"not", "<", "<=", ">", ">=", "==", "!=", "is", "is not", "in", "not in", "/", "//", "%", "**", "@", "<<", ">>"})
"""Operators whose result neither is nor contains one of their operands."""

_INNER = (ir.Starred, ir.Walrus, ir.Await, ir.Yield, ir.Subscript)
"""Expressions whose value is that of one inner expression, or a part of it."""


def flowing(expr: Expr) -> Iterator[str]:
    """Yields the names and attributes whose value may be, or be contained in, the value of an expression."""
    waiting: list[Expr] = [expr]
    while waiting:
        part = waiting.pop()
        kind = type(part)
        if kind is ir.Constant:
            continue
        if kind is ir.Name:
            yield part.id  # type: ignore[union-attr]
        elif kind is ir.Attribute:
            yield PART + part.attr  # type: ignore[union-attr]
            waiting.append(part.value)  # type: ignore[union-attr,arg-type]
        else:
            waiting += _sources(part)


def _sources(expr: Expr) -> list[Expr]:
    """Returns the inner expressions whose value an expression may have."""
    if isinstance(expr, ir.Call):
        given = [argument.value for argument in expr.args]
        if isinstance(expr.func, ir.Name):
            return given
        return [*given, expr.func.value if isinstance(expr.func, ir.Attribute) else expr.func]
    if isinstance(expr, ir.Operation):
        return [] if _ANSWERS.issuperset(expr.operators) else list(expr.operands)
    if isinstance(expr, ir.Conditional):
        return [expr.body, expr.orelse]
    if isinstance(expr, ir.Display):
        return list(expr.items)
    if isinstance(expr, ir.Mapping):
        return list(expr.values)
    if isinstance(expr, ir.Comprehension):
        return [expr.element, *(clause.iterable for clause in expr.clauses)]
    return [expr.value] if isinstance(expr, _INNER) else []


class Flow:
    """Collects how values flow through a body, statement by statement."""

    def __init__(self, body: Body) -> None:
        self._bound = body.bound
        self._ends: set[str] = {name for name, _ in body.shared}
        """Names whose value is called, returned or seen by other functions."""
        self._ways: list[tuple[frozenset[str], set[str]]] = []
        """Bound names, each group with the names whose value they may be assigned."""
        self.given: set[str] = set()
        """Names and attributes, without prefix, that are arguments of calls."""
        self._is_open = bool(body.functions) or not _SCOPES.isdisjoint(body.kinds)

    def follow(self, statement: Statement) -> list[tuple[str, str]]:
        """Records what a statement binds and returns, its inner blocks left out.

        Returns the names it calls, as in `flowing`, each with the first part of the dotted name; either may be empty.
        """
        called: list[tuple[str, str]] = []
        values = tuple(expressions(statement))
        for target in targets(statement):
            self._bind(target, values)
        if isinstance(statement, ir.Match):
            self._bind_names({name for case in statement.cases for name in case.names}, values)
        elif isinstance(statement, ir.Return) and statement.value is not None:
            self._ends.update(flowing(statement.value))
        for part in descendants(values):
            if isinstance(part, ir.Call):
                self._call(part)
                called.append((_word(part.func), root_name(part.func, (ir.Attribute,))))
            elif isinstance(part, ir.Comprehension):
                for clause in part.clauses:
                    self._bind(clause.target, (clause.iterable,))
            elif isinstance(part, ir.Walrus):
                self._bind(part.target, (part.value,))
            elif isinstance(part, ir.Yield):
                self._ends.update(flowing(part.value))
        return called

    def _bind(self, target: Expr, values: tuple[Expr, ...]) -> None:
        self._bind_names({part.id for part in descendants(target) if isinstance(part, ir.Name)}, values)

    def _bind_names(self, names: set[str], values: tuple[Expr, ...]) -> None:
        words = {word for value in values for word in flowing(value)}
        if names and words:
            self._ways.append((frozenset((*names, *(name + _ITSELF for name in names))), words))

    def _call(self, call: ir.Call) -> None:
        """Records what a call calls, and what it may add to the object whose method it calls."""
        func = call.func
        self.given.update(_word(argument.value).lstrip(PART) for argument in call.args)
        if not isinstance(func, ir.Attribute):
            self._ends.update((func.id + _ITSELF,) if isinstance(func, ir.Name) else flowing(func))
            if isinstance(func, ir.Name) and func.id == "setattr":
                self._ends.update(word for argument in call.args for word in flowing(argument.value))
            return
        if func.attr in _GROWING:
            self._put(func.value, {word for argument in call.args for word in flowing(argument.value)})
        if func.attr in _UNWRAPPING:
            self._ends.update(flowing(func.value))
        else:
            self._look_up(func.value)

    def _put(self, container: Expr, words: set[str]) -> None:
        """Records what is added to a container. Other functions can see a container in an attribute."""
        if isinstance(container, ir.Name) and container.id in self._bound:
            self._ways.append((frozenset({container.id}), words))
        elif isinstance(container, ir.Attribute):
            self._ends.update(words)

    def _look_up(self, receiver: Expr) -> None:
        """Records the receiver of a method call."""
        while isinstance(receiver, ir.Attribute):
            if receiver.attr in _UNWRAPPING:
                break
            self._ends.add(PART + receiver.attr + _ITSELF)
            receiver = receiver.value
        if isinstance(receiver, ir.Name):
            self._ends.add(receiver.id + _ITSELF)
        else:
            self._ends.update(flowing(receiver))

    def passed(self) -> frozenset[str]:
        """Returns the names whose value may reach a call, the result or other functions, other than by a call of the name itself."""
        ends = self._ends
        if self._is_open:
            ends.update(word for _, words in self._ways for word in words)
        waiting: list[tuple[frozenset[str], set[str]]] = []
        left = self._ways
        while len(waiting) != len(left):
            waiting, left = left, []
            for bound, words in waiting:
                if ends.isdisjoint(bound):
                    left.append((bound, words))
                else:
                    ends |= words
        return frozenset(word for word in ends if word[-1] != _ITSELF)


def _word(func: Expr) -> str:
    """Returns the name that is called, as in `flowing`, or an empty string."""
    if isinstance(func, ir.Attribute):
        return PART + func.attr
    return func.id if isinstance(func, ir.Name) else ""
