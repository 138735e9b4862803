"""Finds where traces begin: decorators, calls that trace an argument, and Keras methods."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionFact, FunctionKey, ModuleFacts
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import NO_AXES, Callee, Kind, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.changes import choices
from tflint_autograph.project.bodies.decorators import is_handed_out, may_be_another, wraps_in_function, written
from tflint_autograph.project.bodies.liveness import stored
from tflint_autograph.project.bodies.walks import descendants, last_ordinal, names_in
from tflint_autograph.project.execution_mode.eagerly import compiles_eagerly, layers_only_eagerly
from tflint_autograph.project.execution_mode.global_switches import Switched
from tflint_autograph.project.index.scopes import enclosing
from tflint_autograph.project.interpreter.called import callables
from tflint_autograph.project.interpreter.results import kind_word
from tflint_autograph.project.queries.query import query
from tflint_autograph.project.roots.keras_roots import keras_roots
from tflint_autograph.project.roots.root import Root
from tflint_autograph.project.values.body_result import CallSite
from tflint_autograph.project.values.elements import ELEMENT
from tflint_autograph.project.values.forwarded_arguments import positional
from tflint_autograph.project.values.hints import lengths, specified
from tflint_autograph.tfapi import tracing
from tflint_autograph.tfapi.tracing import TracingCall, When, tracing_method

if TYPE_CHECKING:
    from tflint_autograph.project.execution_mode.execution_mode import ExecutionMode


class Roots:
    """Finds the roots of the files read so far."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.project = analysis.project
        self.switched = Switched(analysis)

    @cached_property
    def running(self) -> ExecutionMode:
        """The execution mode of the project: which models are fitted, and which functions run eagerly."""
        from tflint_autograph.project.execution_mode.execution_mode import ExecutionMode

        return ExecutionMode(self.analysis, self.switched)

    def of_module(self, module: ModuleFacts) -> Iterator[Root]:
        """Yields all roots visible in one file, in source order."""
        # Of two methods with one name the last counts, whose body is the one that is read: it has its own decorators.
        for fact in {fact.qualname: fact for fact in module.functions}.values():
            yield from self._decorated(module, fact) if not self.switched.traces_nothing(module.path) else ()
        for cls in module.classes:
            yield from keras_roots(self.analysis, self.running, ClassKey(module.path, cls.qualname))
        for qualname in self.analysis.tracers.candidates(module):
            for key, flow in self.analysis.eager_functions.flows(FunctionKey(module.path, qualname)):
                for site in flow.calls.values():
                    yield from self.of_call(key, site, When.ALWAYS)
        yield from self._class_bodies(module) if not self.switched.traces_nothing(module.path) else ()

    def _class_bodies(self, module: ModuleFacts) -> Iterator[Root]:
        """Yields the roots that calls in class bodies create: `step = tf.function(_step)`."""
        around = FunctionKey(module.path, MODULE)
        for cls in module.classes:
            bound = {*dict(cls.methods), *dict(cls.attributes)}
            for _, expr in cls.attributes:
                if any(isinstance(part, ir.Call) for part in descendants(expr)):
                    env = {name: self._in_body(ClassKey(module.path, cls.qualname), name) for name in names_in(expr) & bound}
                    _, flow = self.analysis.evaluated_at_definition(module.path, cls.parent, expr, env)
                    yield from (root for site in flow.calls.values() for root in self.of_call(around, site, When.ALWAYS))

    def _in_body(self, cls: ClassKey, name: str) -> Value:
        """Returns the value of a name of a class where its body reads it: a method is a plain function there."""
        value = self.analysis.attribute(Value(klass=cls), name, traced=False)
        return value._replace(callees=tuple([target._replace(receiver=None) for target in value.callees]))

    def _decorated(self, module: ModuleFacts, fact: FunctionFact) -> Iterator[Root]:
        for expr, at in fact.decorators:
            value = self.analysis.evaluate_at_definition(module.path, fact.parent, expr)
            name = value.name or self.analysis.called_name(module.path, fact.parent, expr)
            extra = self.analysis.is_extra_decorator(module.path, fact.parent, expr)
            row = tracing.tracing_call("tensorflow.function" if extra else name) if extra or name else None
            wrapped = wraps_in_function(self.analysis, value)
            if not wrapped and (row is None or row.when is not When.ALWAYS or not row.decorator):
                continue
            if is_handed_out(self.analysis, FunctionKey(module.path, fact.qualname)):
                continue
            target = Callee(FunctionKey(module.path, fact.qualname))
            shown = f"@{'(...)' if isinstance(expr, ir.Conditional) else written(module, at) or name}"
            doubtful = may_be_another(value)
            text = f"`{self.project.display(target.key)}` is decorated with `{shown}`{', which may be `tf.function`' if doubtful else ''}"
            converted = not _option_is(expr, "autograph", False, value)
            options = [each.value for each in expr.args if each.keyword == _FEATURES] if isinstance(expr, ir.Call) else []
            self._converts(target.key, *(self.analysis.evaluate_at_definition(module.path, fact.parent, each) for each in options))
            if _option_is(expr, "jit_compile", True, value):
                self.analysis.compiled.add(target.key)
            place = At(fact.header.line, *fact.header[1:]) if not at.line else at
            confidence = min(self.switched.confidence(module.path, target.key), _sureness(doubtful))
            specs = self._signature(module.path, fact.parent, expr, value)
            yield Root(
                target, "tf.function", module.path, place, text, confidence, converted,
                signature=tuple(map(specified, specs)), lengths=tuple(map(lengths, specs)),
            )  # fmt: skip

    def _converts(self, key: FunctionKey, *options: Value) -> None:
        """Records the optional AutoGraph features that a root turns on."""
        given = [each for value in options for each in (value.items if value.items is not None else (value,))]
        features = {each.name.rpartition(".")[2] for each in given}
        if features & {"BUILTIN_FUNCTIONS", "ALL"}:
            self.analysis.print_converted.add(key)
        if features & {"ASSERT_STATEMENTS", "ALL"}:
            self.analysis.assert_converted.add(key)

    def _signature(self, path: str, parent: str, decorator: ir.Expr, value: Value) -> tuple[Value, ...]:
        """Returns what the `input_signature=` of a decorator, or of the call that created it, gives for the parameters."""
        spelled = decorator.args if isinstance(decorator, ir.Call) else ()
        given = next((self.analysis.evaluate_at_definition(path, parent, each.value) for each in spelled if each.keyword == "input_signature"), None)
        given = given or dict(value.items_by_key or ()).get("input_signature")
        return given.items or () if given is not None else ()

    def of_call(self, key: FunctionKey, site: CallSite, when: When) -> Iterator[Root]:
        """Yields the roots that a call in a function or module creates. `when` selects the table rows, besides those that always apply."""
        yield from self._concrete(key.path, site)
        site = self._of_known_dataset(key, site)
        row = self._row(key, site)
        if row is None or row.when not in (When.ALWAYS, when):
            return
        for place in row.places:
            value = site.argument(place.position, place.keyword)
            found, chosen = callables(value, self.analysis, each=place.each), False
            if not found and value is not None and value.kind is Kind.UNKNOWN and not self.givers(key, value):
                value = self._as_called(key, site).argument(place.position, place.keyword)
                found, chosen = callables(value, self.analysis, each=place.each), self._caller_chooses(key, site.index)
            elif any(map(_binds_unknown, found)):
                value = self._as_called(key, site).argument(place.position, place.keyword)
                found = callables(value, self.analysis, each=place.each)
            for target in found:
                root = self._root(target, key, site.at, row.root, row, site, place.parameters)
                root = replace(root, confidence=Confidence.LOW) if chosen else root
                yield replace(root, converted=False) if value is not None and self._is_behind_keras(value, target) else root

    def _of_known_dataset(self, key: FunctionKey, site: CallSite) -> CallSite:
        """Returns a call of `ds.map(fn)` as visible calls of the function around it show it, if the elements or `fn` are unknown without."""
        held = site.receiver
        if held is None or tracing_method("dataset", site.method) is None:
            return site
        if held.kind is Kind.DATASET:
            seen = self._as_called(key, site) if held.element is None else site
            return seen if seen.receiver is not None and seen.receiver.kind is Kind.DATASET else site
        is_known = held.kind is not Kind.UNKNOWN or held.name or held.module
        return site if is_known else self._as_called(key, site)

    def _as_called(self, key: FunctionKey, site: CallSite) -> CallSite:
        """Returns a call with what its arguments are where eager code is seen to call the function around it: `aug.crop` of a parameter."""
        return self.analysis.visible_arguments.flow(key).calls.get(site.at, site)

    def _is_behind_keras(self, value: Value, target: Callee) -> bool:
        """Whether Keras runs the method unconverted where its object is called (FACTS keras_call_tensor_if_in_tf_function)."""
        method = self.analysis.keras_versions.method(target.key)
        return method is not None and method.name != "__call__" and target not in value.callees and not method.is_converted()

    @query
    def forwarding(self, key: FunctionKey) -> tuple[tuple[FunctionKey, str, Root], ...]:
        """Returns the parameters that a function passes to a call which always traces, each with the root it becomes.

        A parameter may also belong to a method that stores it on the object for this function.
        """
        return tuple(self._find_forwarding(key))

    def _find_forwarding(self, key: FunctionKey) -> Iterator[tuple[FunctionKey, str, Root]]:
        for each in self.analysis.eager_calls(key).calls.values():
            site = self._of_known_dataset(key, each)
            row = self._row(key, site)
            for place in row.places if row is not None and row.when is When.ALWAYS else ():
                value = site.argument(place.position, place.keyword)
                givers = self.givers(key, value) if value is not None else ()
                if row is not None and givers:
                    root = self._root(Callee(key), key, site.at, row.root, row, site, place.parameters)
                    chosen = self._caller_chooses(key, site.index)
                    made = replace(root, confidence=Confidence.LOW) if chosen else root
                    yield from ((giver, name, made) for giver, name in givers)

    def givers(self, key: FunctionKey, value: Value) -> tuple[tuple[FunctionKey, str], ...]:
        """Returns the parameters that a value in a function, or the container that it is an element of, may come from: its own, an enclosing
        function's, or those that methods store on the object.
        """
        if value.callees:
            return ()
        if value.parameter:
            return ((key, value.parameter),)
        held = value.spelling.removesuffix(ELEMENT)
        if value.kind is Kind.UNKNOWN and held.isidentifier():
            return self._of_enclosing(key, held)
        receiver, _, attr = held.rpartition(".")
        owner = self.analysis.classes.of_own(key, receiver) if receiver and value.kind is Kind.UNKNOWN else None
        stored = self.analysis.attributes.stored(owner, attr) if owner is not None else None
        kinds = (Kind.UNKNOWN, Kind.CONTAINER) if held != value.spelling else (Kind.UNKNOWN,)
        if owner is None or stored is None or not stored.parameter or stored.kind not in kinds or stored.callees:
            return ()
        return tuple((writer, stored.parameter) for writer in self.analysis.classes.writers(owner, attr))

    def _of_enclosing(self, key: FunctionKey, name: str) -> tuple[tuple[FunctionKey, str], ...]:
        """Returns the parameter of an enclosing function that a free name refers to, if that function does not rebind it."""
        for around in enclosing(self.project, key):
            lowered = self.project.lowered(around)
            if lowered is None:
                return ()
            if any(parameter.name == name for parameter in lowered.fact.parameters):
                return () if name in stored(lowered.body.statements) else ((around, name),)
            if name in lowered.body.bound:
                return ()
        return ()

    def _caller_chooses(self, key: FunctionKey, ordinal: int) -> bool:
        """Whether a statement is under a condition on the function's parameters, so that a call may not reach it.

        A cache test such as `if fn not in compiled:` does not count: it is true once for each argument.
        """
        lowered = self.project.lowered(key)
        if lowered is None:
            return False
        names = {parameter.name for parameter in lowered.fact.parameters}
        around = (each for each in choices(lowered.body, names) if each.ordinal < ordinal <= last_ordinal(each))
        return any(not _finds_missing(each.test) for each in around)

    def _row(self, key: FunctionKey, site: CallSite) -> TracingCall | None:
        """Returns the table row for a call that may trace its argument, or None if it is told to run it eagerly."""
        row = self._known(site)
        return None if row is None or self._runs_eagerly(key, row.root, site) else row

    def _runs_eagerly(self, key: FunctionKey, word: str, site: CallSite) -> bool:
        if word == "tf.function":
            return self.switched.traces_nothing(key.path)
        if word.startswith(_LAYERS):
            return layers_only_eagerly(self.running, key)
        return word == "Model.compile" and compiles_eagerly(self.running, key.path, site)

    def _known(self, site: CallSite) -> TracingCall | None:
        if self.analysis.is_extra_root(site.func):
            return tracing.tracing_call("tensorflow.function")
        row = tracing.tracing_call(site.func.name) if site.func.name else None
        if row is None and site.receiver is not None and not site.func.callees:
            row = tracing.tracing_method(self._kind(site.receiver), site.method)
        return row

    def _kind(self, receiver: Value) -> str:
        if receiver.cls is not None:
            return self.analysis.keras_kind(receiver.cls)
        return kind_word(receiver)

    def _concrete(self, path: str, site: CallSite) -> Iterator[Root]:
        """Yields the root of `f.get_concrete_function(...)`, which traces immediately even where tracing is turned off."""
        if site.method != "get_concrete_function" or site.receiver is None:
            return
        for target in site.receiver.callees:
            if not self.switched.traces_nothing(path) and not self.switched.traces_nothing(target.key.path):
                continue
            text = f"`get_concrete_function` traces `{self.project.display(target.key)}`"
            yield Root(target, "tf.function", path, site.at, text, Confidence.HIGH, converted=True)

    def _root(
        self, target: Callee, key: FunctionKey, at: At, word: str, row: TracingCall | None, site: CallSite | None,
        parameters: str = "passed",
    ) -> Root:  # fmt: skip
        # Behind a `tf.function` of its own it is converted by that, whatever it is handed to.
        converted = row is None or row.converts or target.wrapper == "tensorflow.function"
        converted = converted or (row is not None and row.converts_keras2 and self.analysis.keras_versions.generation(_KERAS, key.path) == 2)
        if site is not None:
            option = _option(site, "autograph")
            converted = converted and (option is None or option.const is not False)
            jitted = _option(site, "jit_compile")
            if word == "tf.function" and jitted is not None and jitted.const is True:
                self.analysis.compiled.add(target.key)
            features = site.argument(None, _FEATURES)
            self._converts(target.key, *([features] if features is not None else []))
        doubtful = site is not None and may_be_another(site.func)
        text = f"`{word}` {'may trace' if doubtful else 'traces'} `{self.project.display(target.key)}`"
        if parameters in _PER_ELEMENT:
            text = f"{text} once for all elements"
        source = site.receiver if site is not None else None
        confidence = source.confidence if source is not None and source.kind is Kind.DATASET else Confidence.HIGH
        if word in ("tf.function", "Model.compile"):
            confidence = min(confidence, self.switched.confidence(key.path, target.key if word == "tf.function" else None), _sureness(doubtful))
        elif word.startswith(_LAYERS):
            confidence = self.running.layers_confidence(key, at)
        handed = positional(site, parameters, word) if site is not None else ()
        given = _option(site, "input_signature") if site is not None else None
        signature = given.items if given is not None and given.items is not None else ()
        unsized = source.unknown_axes if source is not None and parameters == "elements" else NO_AXES
        assumptions = ("keras-run",) if word.startswith(_LAYERS) else ()
        return Root(
            target, word, key.path, at, text, confidence, converted, parameters, handed, tuple(map(specified, signature)),
            tuple(map(lengths, signature)), unsized, assumptions,
        )  # fmt: skip


_LAYERS = ("keras.layers.", "tensorflow_probability.layers.")


_PER_ELEMENT = frozenset({"elements", "state+elements"})
"""Parameters of a function that a dataset runs for each element, but traces only once (FACTS, "dataset")."""

_KERAS = "tensorflow.keras"

_FEATURES = "experimental_autograph_options"


def _sureness(doubtful: bool) -> Confidence:
    """Returns the confidence of a root that depends on a condition: some run of the program traces it."""
    return Confidence.MEDIUM if doubtful else Confidence.HIGH


def _option_is(decorator: ir.Expr, option: str, on: bool, value: Value) -> bool:
    """Whether a decorator with arguments, or the call that created it, sets the option to True (`on`) or False."""
    args = decorator.args if isinstance(decorator, ir.Call) else ()
    if any(argument.keyword == option and argument.value == ir.Constant(on) for argument in args):
        return True
    told = dict(value.items_by_key or ()).get(option)
    return told is not None and told.const is on


def _option(site: CallSite, option: str) -> Value | None:
    """Returns the value of an option in a call, or in the call that created the called function: `graph = tf.function(autograph=False)`."""
    said = site.argument(None, option)
    return said if said is not None else dict(site.func.items_by_key or ()).get(option)


def _binds_unknown(target: Callee) -> bool:
    """Whether `functools.partial` has bound a parameter of the function around it, of which nothing is known there."""
    return any(value.kind is Kind.UNKNOWN and value.parameter for value in (*target.bound_args, *(value for _, value in target.bound_keywords)))


def _finds_missing(test: ir.Expr) -> bool:
    """Whether a condition tests that a key is missing."""
    return isinstance(test, ir.Operation) and test.operators == ("not in",)
