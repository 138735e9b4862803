"""Methods that are looked up on an object which the look-up, or the function that returns them, lets go. Judges none of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import chain

from tflint_autograph.facts.scan import innermost, line_numbers
from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Body, Expr, Statement
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionKey, ModuleFacts
from tflint_autograph.model.record import record
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.walks import spelled, targets, walk, word_of
from tflint_autograph.project.calling.caller import Caller, Place, made_at

_HARMLESS = ("experimental_get_tracing_count", "pretty_printed_concrete_signatures", "function_spec", "input_signature", "name")
"""What may be asked of a method without running it."""


@record
class Lookup:
    """A look-up of the `tf.function` method `key` on an object of `cls`, by which it, or the function around, ends with the object."""

    caller: Caller
    at: At
    key: FunctionKey
    cls: ClassKey

    @property
    def verb(self) -> str:
        """What the caller does, in a trace."""
        return "looks up"


class Lookups:
    """Finds the look-ups of these functions, where the text of a file shows that there may be some."""

    def __init__(self, analysis: Analysis, keys: frozenset[FunctionKey]) -> None:
        self.analysis = analysis
        self._keys = keys
        facts = {key: fact for key in keys if (fact := analysis.project.function(key)) is not None and fact.owner}
        owners = {ClassKey(key.path, fact.owner) for key, fact in facts.items()}
        below = analysis.classes.descendants() if owners else {}
        classes = {*owners, *chain.from_iterable(below.get(cls, ()) for cls in owners)}
        names = frozenset(cls.qualname.rpartition(".")[2] for cls in classes)
        making = analysis.project.calling(names)
        self._makers = names.union(chain.from_iterable(_returning(module, names) for module in making))
        self.files = frozenset(module.path for module in analysis.project.calling(self._makers))
        self._names = frozenset(fact.name for fact in facts.values())
        words = "|".join(sorted(map(re.escape, self._names)))
        self._pattern = re.compile(rf"\.(?:{words})\b")

    def found(self, path: str) -> Iterator[tuple[FunctionKey, At, FunctionKey, ClassKey]]:
        """The look-ups in a file: what they stand in, their places, the methods, and what these are looked up on."""
        module = self.analysis.project.module(path)
        if module is None or path not in self.files:
            return
        for key in self._holders(module):
            body = self._body(key, module)
            found = tuple(self._spelled(body)) if body is not None else ()
            if not found:
                continue
            traced = self.analysis.flows.get(key)
            caller = Caller(self.analysis, key, traced or self.analysis.eager(key), traced=traced is not None)
            for statement, expr in found:
                looked = self._looked_up(caller, statement, expr)
                if looked is not None:
                    yield key, expr.at, *looked

    def _holders(self, module: ModuleFacts) -> Iterator[FunctionKey]:
        """The functions of a file, and the file itself, on whose lines a method seems to be looked up so."""
        text = module.text
        places = (found.start() for found in self._pattern.finditer(text))
        lines = list(line_numbers(text, (at for at in places if _may_let_go(text[text.rfind("\n", 0, at) + 1 : at]))))
        names = (fact.qualname for fact in module.functions if any(fact.at.line <= line <= fact.at.end_line for line in lines))
        yield from (FunctionKey(module.path, name) for name in (MODULE, *names) if lines)

    def _body(self, key: FunctionKey, module: ModuleFacts) -> Body | None:
        if key.qualname == MODULE:
            return module.body
        lowered = self.analysis.project.lowered(key)
        return lowered.body if lowered is not None and not lowered.body.generator else None

    def _spelled(self, body: Body) -> Iterator[tuple[Statement, ir.Attribute]]:
        """The expressions that look up something of one of the names on a call, and on names that are returned with it."""
        for statement in walk(body.statements):
            exprs = list(spelled(statement))
            asked = {each.value for each in exprs if isinstance(each, ir.Attribute) and each.attr in _HARMLESS}
            returned = tuple(_given(statement.value)) if isinstance(statement, ir.Return) else ()
            looked = (each for each in exprs if isinstance(each, ir.Attribute) and each.attr in self._names and each not in asked)
            for each in looked:
                called = word_of(each.value.func) if isinstance(each.value, ir.Call) else ""
                if called in self._makers or (each in returned and isinstance(each.value, ir.Name)):
                    yield statement, each

    def _looked_up(self, caller: Caller, statement: Statement, expr: ir.Attribute) -> tuple[FunctionKey, ClassKey] | None:
        """The method that is looked up, and the class of the object that is made for it."""
        place, call = caller.place(statement.ordinal), expr.value
        if isinstance(call, ir.Name):
            made = made_at(call.id, caller)
            if made is None or not isinstance(made.value, ir.Call) or not _is_only_returned_of(call.id, caller):
                return None
            call, place = made.value, caller.place(made.ordinal)
        cls = self._made(place, call) if isinstance(call, ir.Call) else None
        method = self.analysis.classes.method(cls, expr.attr) if cls is not None else None
        return (method, cls) if method in self._keys and method is not None and cls is not None else None

    def _made(self, place: Place, call: ir.Call, *, directly: bool = False) -> ClassKey | None:
        """The class of the object that a call makes, itself or `directly` in what the function returns that it calls."""
        called = place.value(call.func)
        if called.klass is not None or directly:
            return called.klass if not called.parameter and not called.either else None
        lowered = self.analysis.project.lowered(called.targets[0].key) if len(called.targets) == 1 and not called.name else None
        if lowered is None or lowered.fact.decorators or lowered.fact.is_async or lowered.body.generator:
            return None
        returns = [each for each in walk(lowered.body.statements) if isinstance(each, ir.Return)]
        made = returns[0].value if len(returns) == 1 else None
        key = called.targets[0].key
        inner = Caller(self.analysis, key, self.analysis.eager(key), traced=False).place(returns[0].ordinal) if made is not None else None
        return self._made(inner, made, directly=True) if inner is not None and isinstance(made, ir.Call) else None


def _may_let_go(head: str) -> bool:
    """Whether what stands on a line before the dot ends with a call, on a line above, too, or is returned."""
    return not head.strip() or head.endswith(")") or "return " in head


def _returning(module: ModuleFacts, names: frozenset[str]) -> Iterator[str]:
    """The names of the functions of a file that seem to return what one of these names makes."""
    found = (each.start() for each in _RETURNED.finditer(module.text) if each[1] in names)
    for qualname in innermost(module.functions, line_numbers(module.text, found)):
        yield qualname.rpartition(".")[2]


_RETURNED = re.compile(r"return +(?:\w+\.)*(\w+)\(")


def _given(expr: Expr | None) -> Iterator[Expr]:
    """What a caller is given with what is returned: itself, or what a display of it holds."""
    if isinstance(expr, ir.Display):
        yield from expr.items
    elif isinstance(expr, ir.Mapping):
        yield from expr.values
    elif expr is not None:
        yield expr


def _is_only_returned_of(name: str, caller: Caller) -> bool:
    """Whether a function does nothing with what it gives a name but to return what is looked up on it."""
    inner = (caller.analysis.project.lowered(FunctionKey(caller.key.path, qualname)) for qualname in caller.body.functions)
    if caller.key.qualname == MODULE or name in dict(caller.body.shared) or any(name in each.body.names for each in inner if each):
        return False
    return all(map(partial(_fits, name), caller.statements.values()))


def _fits(name: str, statement: Statement) -> bool:
    every = list(spelled(statement))
    fitting = list(targets(statement))
    fitting += [each.value for each in _given(statement.value) if isinstance(each, ir.Attribute)] if isinstance(statement, ir.Return) else []
    return every.count(ir.Name(name)) == fitting.count(ir.Name(name))
