"""Decides which code cannot call a function, by what the names in it may refer to. Interprets no body."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Statement
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.project.bodies.uses import BUILTINS, NameUses
from tflint_autograph.project.index.scopes import enclosing
from tflint_autograph.project.points_to.referring import Referred
from tflint_autograph.project.values.arithmetic import OPERATORS

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis

Known = tuple[str, "FunctionKey | None"]
"""A name by which code may refer to a function, and the function whose local name it is, or None for other names."""


CONSTRUCTORS = ("__init__", "__new__")
"""Methods that run when the class is called."""

CALL = "__call__"
"""The method that runs when the object is called."""

OF_OBJECTS = frozenset({CALL, *OPERATORS})
"""Methods that run when the object is called, or an operand."""

CALLED = frozenset({*CONSTRUCTORS, *OF_OBJECTS})
"""Methods that run by the class or an instance, and not by their name."""


class Meaning:
    """The names by which code may refer to one function, with their aliases in `every`.

    `givers`: the functions that return it, or an instance of its class. `containers`: the names of containers that hold it, of which any code
    may return an element.
    """

    def __init__(
        self, analysis: Analysis, key: FunctionKey, known: frozenset[Known], givers: frozenset[FunctionKey], containers: frozenset[str],
    ) -> None:  # fmt: skip
        self.analysis = analysis
        self.project = analysis.project
        self.key = key
        self.every = analysis.project.aliases(frozenset(name for name, _ in known))
        self._fact = analysis.project.function(key)
        self._givers = givers
        self._containers = analysis.project.aliases(containers) if containers else containers
        self._homes = tuple((name, home) for name, home in known if home is not None)

    def is_among(self, refers: Referred) -> bool:
        """Whether it is one of these functions, or runs when one of these classes, or an instance, is called."""
        if self.key in refers.functions:
            return True
        return self.analysis.classes.method_name(self.key) in (*CONSTRUCTORS, CALL) and any(self.analysis.classes.runs(each, self.key) for each in refers.classes)

    def may_call(self, scope: FunctionKey) -> bool:
        """Whether the code of `scope`, its lambdas included, may call the function, or store it where other code finds it."""
        return any(map(self._may_call, self.analysis.eager_functions.with_lambdas(scope)))

    def _may_call(self, scope: FunctionKey) -> bool:
        found, foreign = self.analysis.call_sites.uses(scope), self.analysis.names.tensor_libraries(scope.path)
        if found is None:
            return False
        if self._fact is not None and self._fact.owner and self._fact.name in OPERATORS:
            return found.operates
        if self._containers and found.may_show(self._containers):
            return True
        if not (found.may_call(self.every, foreign) or found.may_keep(self.every)):
            return False
        hidden = self._hidden(scope, found)
        return found.may_call(self.every, foreign | self._foreign(scope.path, found), hidden) or found.may_keep(self.every, hidden)

    def _foreign(self, path: str, found: NameUses) -> frozenset[str]:
        """Returns the receivers of calls in a function whose members are not code of the project."""
        names = self.analysis.names
        roots = {root for name in found.parts.called.keys() & self.every for root in found.parts.called[name] if root}
        blank = roots & found.blank
        if blank and any(names.is_bound(path, name) for name in BUILTINS):
            blank = set[str]()
        return frozenset(blank.union(root for root in roots - found.own if names.is_outside(path, root)))

    def _hidden(self, scope: FunctionKey, found: NameUses) -> frozenset[str]:
        """Returns the names that refer to something else in `scope`: bound by itself, by an enclosing function or by its module."""
        hidden = found.own & self.every
        if self._fact is not None and self._fact.owner and self._fact.name == "__call__":
            hidden -= found.told
        for around in enclosing(self.project, scope):
            outer = self.analysis.call_sites.uses(around)
            if outer is None:
                break
            if not outer.may_show(self.every):
                hidden |= outer.own & self.every
        mentioned = self.every.intersection((*found.names.called, *found.names.passed, *found.names.kept)) - hidden
        hidden |= {name for name in mentioned if self._is_another(scope.path, name)}
        inside = f"{scope.qualname}."
        return hidden.difference(name for name, home in self._homes if home.path == scope.path and inside.startswith(f"{home.qualname}."))

    def _is_another(self, path: str, name: str) -> bool:
        """Whether a module defines another function or class with the name, or imports it from outside the project."""
        module, bound = self.project.module(path), self.analysis.names.binding(path, name)
        if module is None or name in module.rebound:
            return False
        return (bool(bound) and all(self._defines_another(path, each) for each in bound)) or self.analysis.names.is_outside(path, name)

    def _defines_another(self, path: str, statement: Statement) -> bool:
        if not isinstance(statement, ir.Define) or statement.decorated:
            return False
        if not statement.is_class:
            defined = FunctionKey(path, statement.qualname)
            return defined != self.key and defined not in self._givers
        return not self.analysis.classes.runs(ClassKey(path, statement.qualname), self.key)
