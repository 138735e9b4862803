"""Decides how the project runs its models: fitted by Keras, in a custom training loop, or eagerly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.mentions import ANY, ATTRIBUTE, Mention
from tflint_autograph.model.paths import is_test
from tflint_autograph.model.values import Kind
from tflint_autograph.project.bodies.walks import calls, walk
from tflint_autograph.project.execution_mode.batch_shapes import (
    are_whole,
    builds_model,
    doubts_open,
    may_open,
    opens_tape,
    sizes_batches,
)
from tflint_autograph.project.execution_mode.custom_training import (
    applies_in_trace,
    has_keras_trace,
    is_created,
    is_no_model,
    makes_function,
    may_trace,
    part_trains_apart,
    replaces_all,
    replaces_keras,
    trains,
    trains_apart,
)
from tflint_autograph.project.execution_mode.eagerly import (
    CALLED,
    RUN_EAGERLY,
    compiled_eagerly,
    compiles_eagerly,
    declares_input,
    leaves_to_callers,
)
from tflint_autograph.project.execution_mode.method_only_use import is_called_by_hand, is_only_asked
from tflint_autograph.project.execution_mode.relevant_calls import MODEL_FUNCTIONS, STEPS, TAPE
from tflint_autograph.project.queries.query import query
from tflint_autograph.tfapi.keras import RUNS
from tflint_autograph.tfapi.names import canonical

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis
    from tflint_autograph.project.execution_mode.global_switches import Switched
    from tflint_autograph.project.values.body_result import CallSite


class ExecutionMode:
    """Evidence on the execution mode from the eager code of all files read before the first query.

    What a file, or code in reach of it, shows is asked in `batch_shapes` and `custom_training`; the answers are kept here.
    """

    may_open = query(may_open)
    doubts_open = query(doubts_open)
    sizes_batches = query(sizes_batches)
    opens_tape = query(opens_tape)
    builds_model = query(builds_model)
    makes_function = query(makes_function)
    has_keras_trace = query(has_keras_trace)

    def __init__(self, analysis: Analysis, switched: Switched) -> None:
        self.analysis = analysis
        self.project = analysis.project
        self.importing = analysis.importing
        self.switched = switched

    def keras_confidence(self, cls: ClassKey, kind: str) -> Confidence:
        """Returns the confidence that Keras traces the methods of the class (FACTS keras_call_direct_ok, keras_run_eagerly_ok).

        Medium by default, since someone will probably fit it. Low if all visible code runs it eagerly: every `compile` says
        `run_eagerly=True`; nothing fits a model and eager code calls instances or their steps; a custom training loop trains everything, or
        trains what the files create, which it calls; an Estimator does; or instances are only created to call their other methods, or replace
        the methods of Keras that run them. Also low in a program that uses TensorFlow 1 behaviour or turns tracing off.
        """
        if self.switched.confidence(cls.path) is Confidence.LOW:
            return Confidence.LOW
        users = self.importing.users(cls.path)
        # The rarest evidence first: most classes are decided without searching for `fit` calls.
        if any(map(self.runs_eagerly, users)) and compiled_eagerly(self, cls, users):
            return Confidence.LOW
        if applies_in_trace(self, kind, users):
            return Confidence.MEDIUM
        elsewhere = any(cls in self.stepped(path) for path in users) or any(map(self.makes_model_function, users))
        if elsewhere and not self._is_run(cls, users):
            return Confidence.LOW
        if self.trained_by_hand(cls.path) or (self.trained_apart(cls.path) and is_created(self, cls, users)):
            return Confidence.LOW
        if (kind in CALLED and is_only_asked(self.analysis, cls, users)) or (kind == "model" and self.replaces(cls, "")):
            return Confidence.LOW
        by_hand = self.may_be_called(cls) and cls in self.called_directly(cls.path)
        by_hand = by_hand or any(cls in self._called_by_script(path) for path in users)
        return Confidence.LOW if by_hand and not any(map(self.fits, users)) else Confidence.MEDIUM

    def layers_confidence(self, key: FunctionKey, at: At) -> Confidence:
        """Returns the confidence that a model traces a layer, which a call in this function or module creates."""
        owner = self.project.owner(key)
        kind = self.analysis.keras_kind(owner) if owner is not None else ""
        if owner is not None and kind:
            return self.keras_confidence(owner, kind)
        eagerly = self.trained_by_hand(key.path) or any(map(self.runs_eagerly, self.importing.users(key.path)))
        eagerly = eagerly or self.switched.confidence(key.path) is Confidence.LOW
        return Confidence.LOW if eagerly or is_called_by_hand(self.analysis, key, at) else Confidence.MEDIUM

    def _is_run(self, cls: ClassKey, users: tuple[str, ...]) -> bool:
        """Whether the files call `compile`, `fit`, `evaluate` or `predict` on an instance of the class."""
        return self._are_asked(cls, users, RUNS | {"compile"})

    def _are_asked(self, cls: ClassKey, paths: tuple[str, ...], words: frozenset[str]) -> bool:
        """Whether the files call one of these methods on a known instance of the class."""
        sites = (site for path in paths for site in self.sites(path, words))
        asked = {site.receiver.cls for site in sites if site.receiver is not None and site.receiver.cls is not None}
        return any(cls in self.analysis.classes.mro(each) for each in asked)

    def replaces(self, cls: ClassKey, step: str) -> bool:
        """Whether a class overrides all the Keras methods with which the project runs the step."""
        return replaces_all(self, cls, step)

    @query
    def trained_by_hand(self, path: str) -> bool:
        """Whether all visible training is a custom loop: in the file and its importers, or in everything connected by imports.

        A training loop need not import what it trains: it may get models from a registry, and a package may import both.
        """
        return self._is_by_hand(self.importing.users(path)) or path in self.parts_by_hand()

    @query
    def trained_apart(self, path: str) -> bool:
        """Whether a file, one that imports it, or what imports connect applies gradients itself, and none lets Keras trace: what runs is called."""
        return trains_apart(self, path) or path in self.parts_apart()

    @query
    def parts_apart(self) -> frozenset[str]:
        """The files of those import components in which eager code applies gradients, and no code traces a model."""
        apart = (part for part in self.importing.parts() if part_trains_apart(self, part))
        return frozenset(path for part in apart for path in part)

    @query
    def parts_by_hand(self) -> frozenset[str]:
        """The files of those import components in which all visible training is a custom loop."""
        by_hand = filter(self._is_by_hand, self.importing.parts())
        return frozenset(path for part in by_hand for path in part)

    def _is_by_hand(self, paths: tuple[str, ...]) -> bool:
        """Whether eager code in the files contains a custom training loop, and nothing there compiles, fits or creates `tf.function`s."""
        return not self.trainers().isdisjoint(paths) and not any(may_trace(self, path) for path in paths)

    @query
    def trainers(self) -> frozenset[str]:
        """The files, without tests, whose eager code applies the gradients of a tape in a loop or in a function called by one."""
        taping = (module.path for module in self.project.mentioning(frozenset({TAPE.rpartition(".")[2]})))
        return frozenset(path for path in taping if not is_test(path) and trains(self, path))

    def all_plain(self, path: str, qualname: str) -> bool:
        """Whether a function and the one that encloses it run as eager code, unless they are passed to something that traces."""
        return all(self._is_plain(path, each) for each in {qualname, qualname.partition(".<locals>")[0]} - {MODULE})

    @query
    def stepped(self, path: str) -> frozenset[ClassKey]:
        """Returns the classes on whose instances eager code in the file calls `train_step` or another step directly."""
        made = (site.receiver.cls for site in self.sites(path, STEPS, plain=True) if site.receiver is not None)
        return frozenset(cls for cls in made if cls is not None)

    def jitted(self, cls: ClassKey) -> bool:
        """Whether a `compile` call on an instance of the class says `jit_compile=True` (FACTS keras_call_tf_print_fit_jit)."""
        return cls in self.jitted_classes()

    @query
    def jitted_classes(self) -> frozenset[ClassKey]:
        """The classes with a `compile` call that says `jit_compile=True`."""
        return frozenset(self._find_jitted())

    def _find_jitted(self) -> Iterator[ClassKey]:
        for module in self.project.mentioning(frozenset({_JITS})):
            for site in self.sites(module.path, frozenset({"compile"})):
                option = site.argument(None, _JITS)
                made = site.receiver.cls if site.receiver is not None else None
                if made is not None and option is not None and option.const is True:
                    yield made

    def calls(self, path: str, words: frozenset[str], how: Mention = ANY) -> Iterator[tuple[FunctionKey, CallSite]]:
        """Yields the calls in the eager code of a file that mentions one of these names as `how` says, each with its caller."""
        for key in self.project.functions_mentioning(path, words, how):
            yield from ((key, site) for site in self.analysis.eager_calls(key).calls.values())

    def sites(self, path: str, words: frozenset[str], *, plain: bool = False) -> Iterator[CallSite]:
        """Yields calls of these methods on models in a file; with `plain`, only those in eager code."""
        yield from (site for key, site in self._of_models(path, words) if not plain or self.all_plain(path, key.qualname))

    @query
    def _of_models(self, path: str, words: frozenset[str]) -> tuple[tuple[FunctionKey, CallSite], ...]:
        """Returns the calls of these methods on models in a file, each with its caller."""
        found = ((key, site, site.receiver) for key, site in self.calls(path, words, ATTRIBUTE) if site.method in words)
        return tuple([(key, site) for key, site, asked in found if asked is not None and not (asked.name or asked.module or is_no_model(self, asked))])

    @query
    def fits(self, path: str) -> bool:
        """Whether code of the file fits, evaluates or predicts with a model."""
        return any(not replaces_keras(self, site) for site in self.sites(path, RUNS))

    @query
    def makes_model_function(self, path: str) -> bool:
        """Whether a function of the file creates what a model function returns to an Estimator."""
        words = frozenset(name.rpartition(".")[2] for name in MODEL_FUNCTIONS)
        return any(canonical(site.func.name) in MODEL_FUNCTIONS for _, site in self.calls(path, words, ANY))

    @query
    def compiles(self, path: str) -> frozenset[tuple[ClassKey | None, bool]]:
        """Returns, for the `compile` calls in the file, the class of the model and whether they say `run_eagerly=True`."""
        return frozenset(self._find_compiles(path))

    def _find_compiles(self, path: str) -> Iterator[tuple[ClassKey | None, bool]]:
        for site in self.sites(path, frozenset({"compile"})):
            eagerly = compiles_eagerly(self, path, site)
            # A `compile` of the project's own calls that of Keras, which then counts, unless its callers say it.
            if eagerly or not (site.func.callees or leaves_to_callers(self, path, site)):
                yield site.receiver.cls if site.receiver is not None else None, eagerly

    @query
    def runs_eagerly(self, path: str) -> bool:
        """Whether a `compile` call in the file says `run_eagerly=True`, or tracing is turned off there."""
        may_say_so = self.project.mentions(path, RUN_EAGERLY) or self.switched.traces_nothing(path)
        return may_say_so and any(eagerly for _, eagerly in self.compiles(path))

    @query
    def shows_batches(self, path: str) -> bool:
        """Whether reachable code is seen to fit a model or to declare the input of one: else someone else has to."""
        users = self.importing.users(path)
        return any(map(self.builds_model, users)) or any(map(self.fits, users))

    @query
    def files_of_whole_batches(self) -> frozenset[str]:
        """The files of those import components whose datasets all drop the smaller last batch."""
        return frozenset(path for part in self.importing.parts() if are_whole(self, part) for path in part)

    def shows_run(self, cls: ClassKey) -> bool:
        """Whether files that can reach the class run an instance of it with Keras, or create one and fit a model."""
        users = self.importing.users(cls.path)
        return self._is_run(cls, users) or (any(map(self.fits, users)) and is_created(self, cls, users))

    def is_used_apart(self, cls: ClassKey, kind: str) -> bool:
        """Whether files that can reach the class, without tests, create what only `fit` and `evaluate` would update, and call neither.

        Eager code or a traced function of the project then calls the instances of a metric, loss, optimizer or schedule.
        """
        users = self.importing.counted_users(cls.path)
        if kind in CALLED or not is_created(self, cls, users) or any(self.fits(path) or self.compiles(path) for path in users):
            return False
        return not applies_in_trace(self, kind, users)

    def is_updated_by_hand(self, metric: ClassKey) -> bool:
        """Whether reachable files update an instance of the metric themselves, and fit or evaluate no model that would do so."""
        users = self.importing.users(metric.path)
        if any(True for path in users for _ in self.sites(path, RUNS - _PREDICTS)):
            return False
        return self._are_asked(metric, users, frozenset({"update_state"}))

    @query
    def may_be_called(self, cls: ClassKey) -> bool:
        """Whether an instance may be called: the class is mentioned beyond its definition, or a nested function of a method calls the
        receiver.
        """
        if self.project.mentions(cls.path, cls.qualname.rpartition(".")[2]):
            return True
        module, methods = self.project.module(cls.path), tuple(f"{each}." for each in self.analysis.classes.methods_of(cls).values())
        inner = [fact for fact in module.functions if fact.qualname.startswith(methods)] if module is not None and methods else []
        return any(self._calls_receiver(FunctionKey(cls.path, fact.qualname)) for fact in inner)

    def _calls_receiver(self, key: FunctionKey) -> bool:
        """Whether a function nested in a method calls the receiver of the method."""
        found = (call.func for each in walk(self.project.body(key).statements) for call in calls(each))
        return any(self.analysis.classes.of_own(key, name) is not None for name in {func.id for func in found if isinstance(func, ir.Name)})

    @query
    def called_directly(self, path: str) -> frozenset[ClassKey]:
        """Returns the classes whose instances eager code of the file calls. Keras does not trace these calls."""
        return _called_in(self._sites_around(path))

    @query
    def _called_by_script(self, path: str) -> frozenset[ClassKey]:
        """Returns the classes whose instances the top of a file calls, which is no test and builds no model of its own for Keras to run."""
        return frozenset() if is_test(path) or self.builds_model(path) else _called_in(self._sites_in(FunctionKey(path, MODULE)))

    def _sites_around(self, path: str) -> Iterator[CallSite]:
        """Yields the calls at the top of a file and in its eager functions; in decorated functions only direct calls of `call`.

        Where the input of a functional model is declared, layers are called to build it, which `tf.function`s of the file may call then.
        """
        module = self.project.module(path)
        if module is None:
            return
        if not self._builds_for_function(FunctionKey(path, MODULE)):
            yield from self._sites_in(FunctionKey(path, MODULE))
        for fact in module.functions:
            key = FunctionKey(path, fact.qualname)
            if self.is_of_keras(key) or self._builds_for_function(key):
                continue
            if not fact.decorators:
                yield from self._sites_in(key)
            elif key in self.project.functions_mentioning(path, frozenset({"call"}), ATTRIBUTE):
                yield from (site for site in self._sites_in(key) if site.method == "call")

    def _builds_for_function(self, key: FunctionKey) -> bool:
        """Whether a function or module declares the input of a functional model in a file with a `tf.function` that may call the model."""
        return declares_input(self.analysis, key) and self.makes_function(key.path)

    def _sites_in(self, key: FunctionKey) -> Iterable[CallSite]:
        return self.analysis.eager_calls(key).calls.values()

    def _is_plain(self, path: str, qualname: str) -> bool:
        """Whether a function is neither decorated nor a method of a Keras class."""
        fact = self.project.function(FunctionKey(path, qualname))
        return fact is not None and not fact.decorators and not self.is_of_keras(FunctionKey(path, qualname))

    def is_of_keras(self, key: FunctionKey) -> bool:
        """Whether a function is a method of a Keras class."""
        owner = self.project.owner(key)
        return owner is not None and bool(self.analysis.keras_kind(owner))


_PREDICTS = frozenset({"predict", "predict_on_batch"})
_JITS = "jit_compile"


def _called_in(sites: Iterable[CallSite]) -> frozenset[ClassKey]:
    """Returns the classes whose instances, or whose `call`, these calls call."""
    called = (site.func if site.func.kind is Kind.OBJECT else site.receiver if site.method == "call" else None for site in sites)
    return frozenset(each.cls for each in called if each is not None and each.cls is not None)
