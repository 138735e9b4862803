"""Calls of eager code: functions and classes of the project, `tf.function`, `functools`, and what the tables say of libraries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial, reduce

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At
from tflint_autograph.model.facts import FunctionFact, FunctionKey
from tflint_autograph.project.bodies.walks import calls, dotted_path, walk
from tflint_autograph.project.interpreter.special import WRAPS_OF
from tflint_autograph.tfapi import effects, keras, tables
from tflint_autograph.tfapi.names import canonical, keras_generation
from tflint_autograph.traced.eager_runs import containers, keras_models, library
from tflint_autograph.traced.eager_runs.applying import applied
from tflint_autograph.traced.eager_runs.constants import Choice, either
from tflint_autograph.traced.eager_runs.core import DEEPEST, Made, Step
from tflint_autograph.traced.eager_runs.definitions import named_after
from tflint_autograph.traced.eager_runs.expressions import Expressions
from tflint_autograph.traced.eager_runs.identity import is_fixed
from tflint_autograph.traced.eager_runs.keys import memory_key
from tflint_autograph.traced.eager_runs.loops import follows_change, with_counts
from tflint_autograph.traced.eager_runs.snapshots import snapshot
from tflint_autograph.traced.eager_runs.values import (
    NONE,
    OPAQUE,
    REST,
    UNPACKED,
    Array,
    Class,
    Dataset,
    External,
    Frame,
    Function,
    Given,
    Instance,
    Layer,
    Mapping,
    Plain,
    Sequence,
    Tracing,
    Value,
    argument_at,
    is_false,
    is_none,
    next_number,
)
from tflint_autograph.traced.tree.states import Late

_TRACING = "tensorflow.function"
_RELAXING = ("reduce_retracing", "experimental_relax_shapes")


class Run(Expressions):
    """A run of eager code."""

    def called(self, expr: ir.Call, frame: Frame) -> Value:
        """Returns what a call expression gives."""
        func = self.value(expr.func, frame)
        args: list[Value] = []
        named: dict[str, Value] = {}
        for each in expr.args:
            value = self.value(each.value, frame)
            if each.keyword is None:
                args.append(value)
            elif each.keyword == "*":
                more, is_all = self.elements(value)
                args += more if is_all else [REST]
            elif each.keyword == "**":
                known = value.items if isinstance(value, Mapping) else None
                named |= {str(name): item for name, item in known.items()} if known is not None else {UNPACKED: OPAQUE}
            else:
                named[each.keyword] = value
        if REST in args:
            args = args[: args.index(REST) + 1]
        return self.call(func, (args, named), frame, expr.at)

    def call(self, func: Value, given: Given, frame: Frame, at: At) -> Value:
        """Returns what a call gives."""
        self.work()
        if isinstance(func, Function):
            return self._function(func, given, frame, at)
        if isinstance(func, Class):
            return self._made(func, given, frame, at)
        if isinstance(func, Instance):
            if self.method(func.cls, "__call__") is None and self.is_of_keras(func.cls):
                return keras_models.called(self, func, given, frame, at)
            if not func.cls.path:
                return OPAQUE
            return self.call(self.attribute(func, self.calling_method(func), frame), given, frame, at)
        if isinstance(func, External):
            return self._external(func, given, frame, at)
        if isinstance(func, Choice):
            return self._call_each(func, given, frame, at)
        if isinstance(func, Layer):
            func.is_built = True
            return keras_models.passed(given, func)
        if self.recorder is not None:
            self.recorder.runs_unknown = True
        return OPAQUE

    def _call_each(self, func: Choice, given: Given, frame: Frame, at: At) -> Value:
        """Calls each function of a choice: it is not known which one runs."""
        with self.doubting():
            return reduce(either, [self.call(each, given, frame, at) for each in func.values])

    def iterated(self, dataset: Dataset, frame: Frame, at: At) -> None:
        """Compares what the functions of a dataset would read for one more element with what their traces have read."""
        for each in dataset.functions:
            # What `functools.partial` makes of something else has no body.
            lowered = self.analysis.project.lowered(each.key) if each.frame is not None else None
            if lowered is not None:
                count = len([one for one in lowered.fact.parameters if one.kind == "positional" and one.default is None])
                given: list[Value] = [OPAQUE] * max(count - (each.receiver is not None) - len(each.bound), 0)
                self.trace(("dataset", id(each)), each, (), partial(self.call, each, (given, {}), frame, at))

    def _external(self, func: External, given: Given, frame: Frame, at: At) -> Value:
        args, named = given
        name = canonical(func.name)
        for each in (*args, *named.values()):
            self.consumed(each)
        if name == _TRACING:
            return self._tracing(func, given, frame, at)
        if name == "function.get_concrete_function" and isinstance(func.owner, Function):
            return self._concrete(func.owner, given, frame, at)
        if name in ("functools.lru_cache", "functools.cache"):
            return self._remembering(func, args)
        if name in ("builtins.property", "functools.cached_property", "builtins.staticmethod", "builtins.classmethod") and len(args) == 1:
            return External(name, args[0])
        if name == "contextlib.contextmanager" and args and isinstance(args[0], Function):
            return replace(args[0], is_manager=True)
        if name == "functools.wraps":
            return External(WRAPS_OF, args[0] if args else OPAQUE)
        if name in (WRAPS_OF, "functools.update_wrapper") and args:
            return named_after(args[0], func.owner if name == WRAPS_OF else next(iter(args[1:]), OPAQUE))
        if name == "functools.partial" and args:
            return self._partial(args, named, frame)
        if name == "dataclasses.dataclass":
            return args[0] if args else OPAQUE
        if func.owner is None and (found := applied(self, name, given, frame, at)) is not None:
            return found
        for used in (func.owner, *args, *named.values()):
            if isinstance(used, Layer):
                used.is_built = True
        is_without = name in keras.NO_SLOTS and "momentum" not in named and len(args) < 2
        if not is_without and keras.makes_state(func.name, keras_generation(func.name)) and tables.result(func.name) != "model":
            self._created(frame)
            return Layer(named)
        if keras.makes_variables(name):
            self._created(frame)
        self._wrote_file(func, name, given, frame, at)
        value = library.result(self, func, name, given, frame, at)
        if isinstance(value, Array) and func.owner is None and not effects.draws(name):
            value.token = self._token(name, given)
        return value

    def _wrote_file(self, func: External, name: str, given: Given, frame: Frame, at: At) -> None:
        """Notes a file that eager code writes after it has called a traced function."""
        args, named = given
        path, modes = (func.owner, args) if name.startswith(library.PATH) else (args[0] if args else OPAQUE, args[1:])
        mode = named.get("mode", modes[0] if modes else NONE)
        if self.calls and self.recorder is None and isinstance(path, Plain) and effects.writes_file(name, mode.value if isinstance(mode, Plain) else ""):
            self.written_files.setdefault(path.value, (frame.key.path, at))

    def _created(self, frame: Frame) -> None:
        """Notes that the current statement of a traced body creates a variable, or an object with variables, which only the first trace may."""
        recorder = self.recorder
        if recorder is not None and recorder.late is not None and frame.statement is not None:
            place, late = (frame.key, frame.statement.ordinal), self.comparison.created_late
            by_argument = recorder.late is Late.BY_ARGUMENT
            late[place] = max(late.get(place, Late.DOUBTED), recorder.late if by_argument or not self.doubts else Late.DOUBTED)

    def _token(self, name: str, given: Given) -> object:
        """Returns what is equal for two calls of a function of a library with equal arguments, or None."""
        told = [snapshot(each, self.versions) for each in (*given[0], *given[1].values())]
        is_known = all(each.kind in ("value", "external") or (each.kind == "list" and all(one.kind == "value" for one in each.inner)) for each in told)
        return (name, *told, *given[1]) if is_known else None

    def _tracing(self, func: External, given: Given, frame: Frame, at: At) -> Value:
        args, named = given
        if isinstance(func.owner, Mapping) and func.owner.items is not None:
            named = {**{str(name): value for name, value in func.owner.items.items()}, **named}
        wrapped = argument_at(args, named, 0, "func")
        if not args and "func" not in named:
            return External(_TRACING, Mapping({**named}))
        if isinstance(wrapped, Instance):
            wrapped = self.attribute(wrapped, self.calling_method(wrapped), frame)
        if not isinstance(wrapped, Function) or wrapped.traced is not None:
            return OPAQUE
        is_signed = not is_none(named.get("input_signature", NONE)) or len(args) > 1
        is_relaxed = any(not is_false(named.get(option, NONE)) for option in _RELAXING)
        tracing = Tracing(wrapped, frame.key.path, at, is_relaxed, is_signed)
        if frame.statement is None or not follows_change(self.analysis.project.body(frame.key), frame.statement.ordinal):
            self.makings.append(Made(frame.key, frame.key.path, at, tracing, self.doubts, tuple(self.way), *self._own(wrapped)))
        return replace(wrapped, traced=tracing, made=next_number())

    def _own(self, func: Function) -> tuple[dict[str, Value], frozenset[str]]:
        """Returns what a function has of the code around it, by name, and the names of it that it calls or calls methods of."""
        found = {f"bound {number}": value for number, value in enumerate(func.bound)} | dict(func.named) | func.defaults
        if func.receiver is not None:
            found["its object"] = func.receiver
        lowered = self.analysis.project.lowered(func.key) if func.frame is not None else None
        if lowered is None:
            return found, frozenset(found)
        frame, inner = func.frame, lowered.body.bound
        while frame is not None and frame.around is not None:
            found = {name: value for name, value in frame.names.items() if name in lowered.body.names and name not in inner} | found
            frame = frame.around
        called = {dotted_path(call.func).partition(".")[0] for statement in walk(lowered.body.statements) for call in calls(statement)}
        return found, frozenset(called | {"its object"})

    def calling_method(self, held: Instance) -> str:
        """Returns the name of the method that runs when an object is called: Keras has a `__call__` of its own."""
        is_own = self.method(held.cls, "__call__") is not None
        return "call" if not is_own and self.is_of_keras(held.cls) else "__call__"

    def _concrete(self, func: Function, given: Given, frame: Frame, at: At) -> Value:
        """Returns a concrete function, which is traced where it is asked for."""
        if func.traced is not None:
            self._function(func, given, frame, at)
        return External("tensorflow.ConcreteFunction")

    @staticmethod
    def _remembering(func: External, args: list[Value]) -> Value:
        if len(args) == 1 and isinstance(args[0], Function):
            return replace(args[0], memory={})
        return External(func.name)

    def _partial(self, args: list[Value], named: dict[str, Value], frame: Frame) -> Value:
        if isinstance(args[0], Instance) and self.method(args[0].cls, "__call__") is not None:
            args = [self.attribute(args[0], "__call__", frame), *args[1:]]
        if isinstance(args[0], External) and canonical(args[0].name) == _TRACING and len(args) == 1:
            return External(_TRACING, Mapping({**named}))
        if not isinstance(args[0], Function):
            return Function(FunctionKey("", ""), None, made=next_number())
        return replace(args[0], bound=(*args[0].bound, *args[1:]), named=(*args[0].named, *named.items()), made=next_number())

    def _function(self, func: Function, given: Given, frame: Frame, at: At) -> Value:
        args, named = [*func.bound, *given[0]], {**dict(func.named), **given[1]}
        lowered = self.analysis.project.lowered(func.key) if func.frame is not None else None
        if lowered is None:
            return OPAQUE
        if func.receiver is not None:
            args = [func.receiver, *args]
        bound = self._bound(lowered.fact, args, named, func)
        if bound is None:
            return OPAQUE
        if func.traced is not None and self.recorder is None:
            return self.meet(func, bound, frame, at)
        if func.is_manager:
            return External("manager", replace(func, bound=(), named=tuple(bound.items()), receiver=None))
        if self.depth >= DEEPEST:
            return OPAQUE
        key = memory_key(bound) if func.memory is not None else None
        if func.memory is not None and key in func.memory:
            return func.memory[key]
        value = self.body(func, bound, Step(frame.key.path, at))
        if func.memory is not None and key is not None:
            func.memory[key] = value
        return value

    def body(self, func: Function, bound: dict[str, Value], step: Step, resumed: Callable[[Value], None] | None = None) -> Value:
        """Runs the body of a function with these arguments by parameter, and returns what it gives."""
        body = self.analysis.project.body(func.key)
        inner = Frame(func.key, func.frame)
        inner.names.update(with_counts(body, bound) if self.recorder is None else bound)
        inner.resumed = resumed
        if self.recorder is None:
            self.visited.add(func.key)
        running = self.running
        self.way.append(step)
        self.depth += 1
        word = self.execute(body.statements, inner)
        self.depth -= 1
        self.way.pop()
        self.running = running
        if body.generator:
            return Sequence("iterator", inner.yielded)
        if not inner.returned or (word != "return" and word != ""):
            return NONE if word != "raise" else OPAQUE
        found = inner.returned if word == "return" else [*inner.returned, NONE]
        return reduce(either, found)

    def _bound(self, fact: FunctionFact, args: list[Value], named: dict[str, Value], func: Function) -> dict[str, Value] | None:
        """Returns the arguments of a call by parameter, or None where they do not fit."""
        found: dict[str, Value] = {}
        waiting = list(args)
        left = dict(named)
        is_open = left.pop(UNPACKED, None) is not None
        defaults = func.defaults if not is_open else {}
        for each in fact.parameters:
            if each.kind == "positional":
                if waiting and waiting[0] is REST:
                    found[each.name] = left.pop(each.name, OPAQUE)
                elif waiting:
                    found[each.name] = waiting.pop(0)
                elif each.name in left:
                    found[each.name] = left.pop(each.name)
                else:
                    found[each.name] = defaults.get(each.name, OPAQUE)
            elif each.kind == "*":
                found[each.name] = Sequence("tuple", waiting if REST not in waiting else None)
                waiting = []
            elif each.kind == "keyword":
                found[each.name] = left.pop(each.name, defaults.get(each.name, OPAQUE))
            else:
                found[each.name] = Mapping({**left} if not is_open else None)
                left = {}
        return found if waiting in ([], [REST]) and not left else None

    def _made(self, cls: Class, given: Given, frame: Frame, at: At) -> Value:
        """Returns a new object, whose constructor runs."""
        if "typing.NamedTuple" in self.analysis.classes.external(cls.key):
            names = [each.name for each in self.analysis.classes.filled_fields(cls.key)]
            return containers.named_tuple(names, given, {each: self.attribute(cls, each, frame) for each in names}, cls)
        made = Instance(cls.key, cls.frame)
        made.is_fixed = all(map(is_fixed, (*given[0], *given[1].values())))
        method = self.method(cls.key, "__init__")
        made.held = containers.as_base(self, made, given if method is None else ([], {}))
        if method is not None:
            init = self.attribute(made, "__init__", frame)
            if isinstance(init, Function):
                self.call(init, given, frame, at)
        elif self.analysis.classes.has_fields(cls.key) and made.attributes is not None:
            self._fields(made, given, frame, at)
        elif (given[0] or given[1]) and made.held is None:
            made.attributes = None if self.analysis.classes.external(cls.key) else made.attributes
        return made

    def _fields(self, made: Instance, given: Given, frame: Frame, at: At) -> None:
        """Sets what a generated constructor sets, and runs `__post_init__`."""
        if REST in given[0] or UNPACKED in given[1]:
            made.attributes = None
            return
        assert made.attributes is not None
        fields = self.analysis.classes.filled_fields(made.cls)
        made.attributes.update(zip((each.name for each in fields if not each.is_named), given[0], strict=False))
        made.attributes.update(given[1])
        for each in fields:
            default = self.attribute(made, each.name, frame) if each.name not in made.attributes else NONE
            if isinstance(default, External) and default.name == "dataclasses.field" and isinstance(default.owner, Mapping):
                made.attributes[each.name] = self._default(default.owner.items or {}, frame, at)
        if self.method(made.cls, "__post_init__") is not None:
            self.call(self.attribute(made, "__post_init__", frame), ([], {}), frame, at)

    def _default(self, given: dict[object, Value], frame: Frame, at: At) -> Value:
        """Returns the default of a field from the arguments of `dataclasses.field`."""
        return self.call(given["default_factory"], ([], {}), frame, at) if "default_factory" in given else given.get("default", OPAQUE)
