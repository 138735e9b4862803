"""Counts the elements of Python expressions and the iterations of loops over them, as far as the code shows.

The count is a lower bound: elements added to a list later are not counted. Of several numbers that a name or an item may be, the
greatest counts.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import comb, perm, prod

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr
from tflint_autograph.model.constants import range_length
from tflint_autograph.model.facts import MODULE, FunctionFact, FunctionKey
from tflint_autograph.model.values import Kind, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.arguments import argument_of, arguments
from tflint_autograph.project.bodies.container_puts import item_in
from tflint_autograph.project.bodies.liveness import bound
from tflint_autograph.project.bodies.order import call_at
from tflint_autograph.project.bodies.single import assigned_to, given_to
from tflint_autograph.project.bodies.walks import walk
from tflint_autograph.project.index.scopes import scope_of
from tflint_autograph.project.points_to.call_sites import EagerCall
from tflint_autograph.project.values.elements import element_of
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.tfapi.tables import SHAPED
from tflint_autograph.traced.graph.attribute_numbers import number_of
from tflint_autograph.traced.tree.function_view import FunctionView

_LONGEST = 6
"""Maximum depth to which names and parts of expressions are followed."""

_COPIES = frozenset(
    {*(f"builtins.{word}" for word in ("list", "tuple", "sorted", "reversed", "enumerate", "iter")), "numpy.array", "numpy.asarray",
     "tensorflow.constant", "tensorflow.convert_to_tensor", "tensorflow.cast"}
)  # fmt: skip
"""Functions that give as many elements as their first argument has."""

_COPIED = frozenset({"value", "x"})
"""The keywords of TensorFlow's functions for it."""

_VIEWS = frozenset({"items", "keys", "values", "copy"})
_CHOOSING = {"itertools.combinations": comb, "itertools.permutations": perm}
"""How many selections of a size these give."""
_RANGES = frozenset({"builtins.range", "numpy.arange"})


class Counts:
    """Counts for the expressions of one scope: a statement of a traced function, or the top of a module."""

    def __init__(
        self, analysis: Analysis, path: str, value: Callable[[Expr], Value], body: Body | None = None, ordinal: int = 0, key: FunctionKey | None = None,
    ) -> None:  # fmt: skip
        self._analysis = analysis
        self._path = path
        self._value = value
        self._body = body
        self._ordinal = ordinal
        self._key = key
        self.asked_objects = False
        """Whether a count came from an attribute of an object, which other code may create with another value."""

    @classmethod
    def at(cls, fn: FunctionView, ordinal: int) -> Counts:
        """Returns the counts for the state before a statement of a traced function."""
        return cls(fn.analysis, fn.key.path, lambda expr: fn.value_at(expr, ordinal), fn.analysis.written_out(fn.key), ordinal, fn.key)

    def of(self, expr: Expr, depth: int = _LONGEST) -> int | None:
        """Returns the number of elements of an expression, or None."""
        if not depth:
            return None
        if isinstance(expr, ir.Display):
            return None if any(isinstance(each, ir.Starred) for each in expr.items) else len(expr.items)
        if isinstance(expr, ir.Mapping):
            return None if None in expr.keys else len(expr.keys)
        if isinstance(expr, ir.Comprehension):
            return self._of_comprehension(expr, depth)
        if isinstance(expr, ir.Operation):
            return self._of_operation(expr, depth)
        if isinstance(expr, ir.Call):
            return self._of_call(expr, depth)
        known = self._held(expr)
        if known is None and isinstance(expr, ir.Name):
            return self._of_parameter(expr.id, depth - 1)
        return known[1].of(known[0], depth - 1) if known is not None else None

    def _of_parameter(self, name: str, depth: int) -> int | None:
        """Returns the greatest number of elements that a call passes for a parameter, or None if it is unknown for one of them."""
        fact = self._analysis.project.function(self._key) if self._key is not None else None
        if fact is None or self._key is None or name not in {each.name for each in fact.parameters} or self._is_rebound(name):
            return None
        stated = self._analysis.stated_lengths.get(self._key, {}).get(name, ())
        if stated:
            return stated[0]
        found = [self._passed(call, fact, name, depth) for call in self._analysis.call_sites.counted(self._key) if call.decorates is None]
        known = [each for each in found if each is not None]
        return max(known) if known and len(known) == len(found) else None

    def _is_rebound(self, name: str) -> bool:
        assert self._body is not None
        return any(name in bound(each) for each in walk(self._body.statements))

    def _passed(self, call: EagerCall, fact: FunctionFact, name: str, depth: int) -> int | None:
        """Returns the number of elements that one call passes for a parameter, or None."""
        body = self._analysis.project.body(call.caller)
        written = call_at(body, call.site.index, call.site.at)
        given = arguments(written, body, call.target, fact).get(name) if written is not None else None
        if given is None:
            return None
        path, at = call.caller.path, call.caller.qualname
        return Counts(
            self._analysis, path, lambda expr: self._analysis.evaluate_at_definition(path, at, expr), body, call.site.index, call.caller
        ).of(given, depth)

    def number(self, expr: Expr, depth: int = _LONGEST) -> int | None:
        """Returns the integer value of an expression, also as a length, or None."""
        const = self._value(expr).const
        if type(const) is int or not depth:
            return const if isinstance(const, int) else None
        if isinstance(expr, ir.Call):
            counts = self._name(expr) == "builtins.len" and len(expr.args) == 1 and not is_of_model(self._value(expr.args[0].value))
            return self.of(expr.args[0].value, depth - 1) if counts else None
        if isinstance(expr, ir.Attribute) and self._value(expr.value).klass is None:
            held_by = self._value(expr.value).cls
            self.asked_objects = True
            return number_of(self._analysis, held_by, expr.attr) if held_by is not None else None
        if isinstance(expr, ir.Subscript) and isinstance(expr.value, ir.Attribute) and expr.value.attr == "shape":
            return self._length(expr.value.value, self._value(expr.item).const, depth - 1)
        known = self._held(expr)
        if known is None and isinstance(expr, (ir.Name, ir.Subscript)):
            return self._greatest(expr) if isinstance(expr, ir.Name) else _most(self._written(expr.value))
        return known[1].number(known[0], depth - 1) if known is not None else None

    def _length(self, tensor: Expr, axis: object, depth: int) -> int | None:
        """Returns the length of an axis of a tensor, or None."""
        if axis == 0:
            return self.of(tensor, depth)
        if not isinstance(tensor, ir.Name) or self._key is None or self._is_rebound(tensor.id):
            return None
        stated = self._analysis.stated_lengths.get(self._key, {}).get(tensor.id, ())
        return stated[axis] if isinstance(axis, int) and -len(stated) <= axis < len(stated) else None

    def _greatest(self, name: ir.Name) -> int | None:
        """Returns the greatest integer that a name gets, which only loops over literals bind: `for n in (20, 40):`; or None."""
        binding = [each for each in walk(self._body.statements) if name.id in bound(each)] if self._body is not None else []
        items = [self._items(name, each.target, each.iterable) if isinstance(each, ir.For) else () for each in binding]
        return _most(tuple([each for part in items for each in part])) if all(items) else None

    def _items(self, name: ir.Name, target: Expr, iterable: Expr) -> tuple[Expr, ...]:
        """Returns the expressions of which a loop binds each to a name in turn, also one with `enumerate` or `zip`; none if they are not written out."""
        if target == name:
            return self._written(iterable)
        if not isinstance(target, ir.Display) or name not in target.items or not isinstance(iterable, ir.Call):
            return ()
        called, place = self._name(iterable), target.items.index(name)
        given = [each.value for each in iterable.args if each.keyword is None]
        parts = [None, *given[:1]] if called == "builtins.enumerate" else given if called == "builtins.zip" else []
        part = parts[place] if place < len(parts) else None
        return self._written(part) if part is not None else ()

    def _written(self, expr: Expr) -> tuple[Expr, ...]:
        """Returns the items of a list or tuple that an expression, or the only value of a name, writes out."""
        held = None if isinstance(expr, ir.Display) else self._held(expr)
        shown = held[0] if held is not None else expr
        return shown.items if isinstance(shown, ir.Display) else ()

    def _of_comprehension(self, expr: ir.Comprehension, depth: int) -> int | None:
        own_keys = expr.type == "dict" and len(expr.clauses) == 1 and _depends(expr.key, expr.clauses[0].target)
        if (expr.type in ("set", "dict") and not own_keys) or any(clause.conditions for clause in expr.clauses):
            return None
        return _product([self.of(clause.iterable, depth - 1) for clause in expr.clauses])

    def _of_operation(self, expr: ir.Operation, depth: int) -> int | None:
        """Returns the count for `[0.5] * 40` and `first + second`, or None."""
        if len(expr.operands) != 2:
            return None
        one, other = expr.operands
        if expr.operators == ("*",):
            listed, times = (other, one) if isinstance(other, ir.Display) else (one, other)
            return _product([self.of(listed, depth - 1), self.number(times, depth - 1)])
        return _sum([self.of(each, depth - 1) for each in expr.operands]) if expr.operators == ("+",) else None

    def _of_call(self, call: ir.Call, depth: int) -> int | None:
        func, args = call.func, [each.value for each in call.args if each.keyword is None]
        if isinstance(func, ir.Attribute) and func.attr in _VIEWS and not call.args:
            return self.of(func.value, depth - 1)
        name = self._name(call)
        if name in SHAPED:
            shape = argument_of(call, *SHAPED[name])
            size = self.number(shape.items[0] if isinstance(shape, ir.Display) and shape.items else shape, depth - 1) if shape is not None else None
            return size if size is not None and size >= 0 else None
        if name in _RANGES:
            return range_length([self.number(each, depth - 1) for each in args])
        if name in _COPIES:
            given = args[:1] or [each.value for each in call.args if each.keyword in _COPIED]
            return self.of(given[0], depth - 1) if given else None
        inner = [self.of(each, depth - 1) for each in args]
        known = [each for each in inner if each is not None]
        if name == "builtins.zip":
            return min(known) if known and len(known) == len(inner) else None
        if name == "itertools.product":
            times = next((each.value for each in call.args if each.keyword == "repeat"), None)
            count = 1 if times is None else self.number(times, depth - 1)
            whole = _product([*inner])
            return None if whole is None or count is None or not args else whole**min(count, _LONGEST)
        if name in _CHOOSING and len(args) == 2:
            whole, size = inner[0], self.number(args[1], depth - 1)
            return None if whole is None or size is None or size < 0 else _CHOOSING[name](whole, min(size, _LONGEST))
        if name == "itertools.repeat" and len(args) == 2:
            return self.number(args[1], depth - 1)
        if name == "itertools.islice" and len(args) > 1:
            taken = range_length([self.number(each, depth - 1) for each in args[1:]])
            return taken if inner[0] is None or taken is None else min(taken, inner[0])
        return _sum([*inner]) if name == "itertools.chain" and args else self._returned(call, depth - 1)

    def _returned(self, call: ir.Call, depth: int) -> int | None:
        """Returns the number of elements of what a function without arguments returns in its last statement alone, or None."""
        callees = self._value(call.func).callees
        key = callees[0].key if len(callees) == 1 and not callees[0].wrapper else None
        fact = self._analysis.project.function(key) if key is not None else None
        body = self._analysis.project.body(key) if key is not None and fact is not None and not fact.parameters[bool(fact.owner) :] else None
        returned = [each for each in walk(body.statements) if isinstance(each, ir.Return)] if body is not None and not body.generator else []
        if key is None or body is None or len(returned) != 1 or returned[0] is not body.statements[-1] or returned[0].value is None:
            return None
        (last,) = returned
        value = partial(self._analysis.evaluate_at_definition, key.path, key.qualname)
        return Counts(self._analysis, key.path, value, body, last.ordinal, key).of(returned[0].value, depth)

    def _name(self, call: ir.Call) -> str:
        """Returns the dotted name of the called function."""
        return canonical(self._value(call.func).name)

    def _held(self, expr: Expr) -> tuple[Expr, Counts] | None:
        """Returns the expression that a name, the attribute of a class or a key of a dict is bound to alone, with its scope, or None."""
        if isinstance(expr, ir.Name):
            return self._named(expr.id)
        if isinstance(expr, ir.Subscript):
            return self._under(expr)
        owner = self._value(expr.value).klass if isinstance(expr, ir.Attribute) else None
        found = self._analysis.classes.fixed_in_body(owner, expr.attr) if owner is not None and isinstance(expr, ir.Attribute) else None
        return (found[1], self._top(found[0].path)) if found is not None else None

    def _under(self, expr: ir.Subscript) -> tuple[Expr, Counts] | None:
        """Returns the expression under a constant key of the dict that an expression stands for, if nothing changes its items."""
        shown, top = (self._value(expr.value).exact and self._held(expr.value)) or (None, self)
        item = item_in(shown, expr.item)
        return (item, top) if item is not None else None

    def _is_local(self, name: str) -> bool:
        return self._body is not None and name in self._body.bound

    def _named(self, name: str) -> tuple[Expr, Counts] | None:
        """Returns the expression of a name with a single assignment, with its scope, or None."""
        if self._body is not None and self._is_local(name):
            assigned = assigned_to(name, self._body, self._ordinal)
            return (assigned, self) if assigned is not None else None
        owner = scope_of(self._analysis.project, self._key, name) if self._key is not None else None
        return self._at_the_top(name) if owner is None or owner.qualname == MODULE else self._around(owner, name)

    def _around(self, owner: FunctionKey, name: str) -> tuple[Expr, Counts] | None:
        """Returns the name as the function around this one has it, with the scope at the end of that function."""
        body = self._analysis.project.body(owner)
        last = max((each.ordinal for each in walk(body.statements)), default=0) + 1
        return ir.Name(name), Counts(
            self._analysis, owner.path, lambda expr: self._analysis.evaluate_at_definition(owner.path, owner.qualname, expr), body, last, owner
        )

    def _at_the_top(self, name: str, depth: int = _LONGEST) -> tuple[Expr, Counts] | None:
        """Returns the expression that a module-level name is bound to, also through imports, with its scope, or None."""
        module = self._analysis.project.module(self._path)
        statements = self._analysis.names.binding(self._path, name)
        if len(statements) != 1 or module is None or name in module.rebound or not depth:
            return None
        top, statement = self._top(self._path), statements[0]
        given = given_to(name, statement)
        if given is not None:
            return given, top
        if not isinstance(statement, ir.Import):
            return None
        source, _, word = dict(statement.names)[name].rpartition(".")
        found = self._analysis.project.index.find(source, self._path) if source else None
        return self._top(found)._at_the_top(word, depth - 1) if found is not None else None

    def _top(self, path: str) -> Counts:
        return Counts(self._analysis, path, lambda expr: self._analysis.evaluate_at_definition(path, "", expr))


def _most(items: tuple[Expr, ...]) -> int | None:
    """Returns the greatest of the integers that some expressions write out; None where one is something else, or there is none."""
    numbers = [each.value for each in items if isinstance(each, ir.Constant) and type(each.value) is int]
    return max(numbers) if numbers and len(numbers) == len(items) else None


def _depends(key: Expr | None, target: Expr) -> bool:
    """Whether a key is the element that a comprehension iterates, or a text with it in it, so that no two are equal."""
    if isinstance(key, ir.Text):
        return target in key.parts
    if isinstance(key, ir.Call) and isinstance(key.func, ir.Attribute) and key.func.attr == "format":
        return isinstance(key.func.value, ir.Constant) and any(each.value == target for each in key.args)
    operands = [part for each in key.operands for part in (each.items if isinstance(each, ir.Display) else (each,))] if isinstance(key, ir.Operation) else []
    return key == target or target in operands


def is_of_model(iterated: Value) -> bool:
    """Whether a loop iterates parts of a model, such as layers, variables or functions, which cannot form a tensor."""
    element = element_of(iterated)
    return element.kind in (Kind.VARIABLE, Kind.OBJECT, Kind.CALLABLE) or element.cls is not None or bool(element.callees)


def _product(parts: list[int | None]) -> int | None:
    known = [each for each in parts if each is not None]
    return prod(known) if len(known) == len(parts) else None


def _sum(parts: list[int | None]) -> int | None:
    known = [each for each in parts if each is not None]
    return sum(known) if len(known) == len(parts) else None
