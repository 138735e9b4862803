"""Makes the functions and classes that eager code defines, with their decorators."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import ClassFact, ClassKey, FunctionFact, FunctionKey
from tflint_autograph.project.bodies.liveness import free_names
from tflint_autograph.traced.eager_runs.core import Spent
from tflint_autograph.traced.eager_runs.reads import Reads
from tflint_autograph.traced.eager_runs.values import OPAQUE, Class, Frame, Function, Instance, Value, next_number

_REGISTERING = 200
"""Maximum number of steps that the definition of a class runs in decorators, or in methods of base classes."""


class Definitions(Reads):
    """Makes functions and classes."""

    def define(self, statement: ir.Define, frame: Frame) -> str:
        """Binds the function or the class that a statement defines."""
        own = frame.key.path, statement.qualname
        frame.names[statement.name] = self._class(ClassKey(*own), frame) if statement.is_class else self.function(FunctionKey(*own), frame)
        return ""

    def function(self, key: FunctionKey, frame: Frame, owner: ClassKey | None = None) -> Value:
        """Returns the function that a definition makes, with its decorators."""
        made, fact = Function(key, frame), self.analysis.project.function(key)
        if fact is None:
            return OPAQUE
        made.made = next_number() if frame.around is not None or self.way else None
        if frame.around is not None:
            if key not in self.free:
                self.free[key] = free_names(self.analysis.project, key)
            made.free = self.free[key]
        made.defaults = {each.name: self.value(each.default, frame) for each in fact.parameters if each.default is not None}
        value = self._decorated(made, fact, frame)
        if owner is not None and isinstance(value, Function) and value.traced is not None:
            value.traced.place = None  # each object has one of its own
        return value

    def _class(self, key: ClassKey, frame: Frame) -> Value:
        """Returns a new class. Runs `__init_subclass__` of its base class, and its decorators if one of them stores it in a container."""
        made, fact = Class(key, frame), self.analysis.project.cls(key)
        if fact is None:
            return made
        hook = self.method(key, "__init_subclass__", after=key)
        owner = self.analysis.project.owner(hook) if hook is not None else None
        if owner is not None:
            self._with_own_budget(partial(self._run_init_subclass, made, Class(owner, self.module(owner.path)), fact, frame))
        # Other decorators return the class, or one that does the same.
        is_kept = bool(self.analysis.call_sites.registered(key))
        value = self._with_own_budget(partial(self._decorated, made, fact, frame)) if is_kept else made
        return value if isinstance(value, Class | Function | Instance) else made

    def _run_init_subclass(self, made: Class, base: Class, fact: ClassFact, frame: Frame) -> Value:
        """Runs `__init_subclass__` of a base class for a new class."""
        running = self.attribute(base, "__init_subclass__", frame)
        named = {name: self.value(expr, frame) for name, expr in fact.keywords if name != "metaclass"}
        return self.call(running, ([made], named), frame, fact.header) if isinstance(running, Function) else OPAQUE

    def _decorated(self, value: Value, fact: FunctionFact | ClassFact, frame: Frame) -> Value:
        """Applies the decorators of a function or a class to it."""
        for decorator, _ in reversed(fact.decorators):
            value = self.call(self.value(decorator, frame), ([value], {}), frame, fact.header)
        return value

    def _with_own_budget(self, run: Callable[[], Value]) -> Value:
        """Runs code of a class definition with a step budget of its own, since a package may register hundreds of classes."""
        if self.recorder is not None or self.is_defining:
            return run()
        before, running = (self.left, self.work_left, self.doubts, self.depth, list(self.way)), self.running
        self.left = self.work_left = _REGISTERING
        self.is_defining = True
        try:
            return run()
        except Spent:
            return OPAQUE
        finally:
            self.left, self.work_left, self.doubts, self.depth, self.way = before
            self.running, self.is_defining = running, False


def named_after(func: Value, other: Value | None) -> Value:
    """Returns a function that has the name of another one."""
    if isinstance(func, Function):
        func.names = other.names if isinstance(other, Function) and other.names is not None else other
    return func
