"""Detects files that turn off tracing or TensorFlow 2 behaviour at their top level, directly or through a project function."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionKey, ModuleFacts
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.paths import is_test
from tflint_autograph.model.reachable import reachable
from tflint_autograph.model.values import Callee, Value
from tflint_autograph.project.bodies.alternatives import is_main
from tflint_autograph.project.bodies.globals_ import imports_of
from tflint_autograph.project.bodies.order import order
from tflint_autograph.project.bodies.walks import descendants, read_parts, spelled_in, targets, walk, word_of
from tflint_autograph.project.execution_mode.eagerly import RUN_EAGERLY
from tflint_autograph.project.execution_mode.relevant_calls import SWITCHES, VERSION_1
from tflint_autograph.project.queries.query import query
from tflint_autograph.project.values.signature import bind
from tflint_autograph.tfapi.names import canonical, names_in_graphs_of_version_1, names_of_version_1

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis
    from tflint_autograph.project.points_to.call_sites import EagerCall
    from tflint_autograph.project.values.body_result import CallSite, Env


_WORDS = frozenset(name.rpartition(".")[2] for name in SWITCHES)

_DEEPEST = 6
"""Maximum number of functions, each calling the next, that are searched for one that turns tracing off."""

_CHOICES = (ir.Conditional, ir.Comprehension, ir.Lambda)
"""Expressions of which a part may not be evaluated."""


class Switched:
    """Queries about the files read before the first query."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis

    def confidence(self, path: str, key: FunctionKey | None = None) -> Confidence:
        """Returns the confidence that a `tf.function` of the file, or the function `key` there, is traced rather than run eagerly.

        Low if the file turns tracing off at its top, or uses TensorFlow 1 behaviour, where all Python runs once to build a graph. With `key`,
        also low if every call path to the function first turns tracing off. Without it, for what Keras runs, also low in a component of
        programs for version 1 (`run_by_version_1`).
        """
        is_off = path in self.eager_files() or path in self.files_of_version_1()
        is_off = is_off or (path in self.run_by_version_1() if key is None else self._is_off_where_called(key))
        return Confidence.LOW if is_off else Confidence.HIGH

    def _is_off_where_called(self, key: FunctionKey, seen: frozenset[FunctionKey] = frozenset()) -> bool:
        """Whether every call path of eager code to a function first turns tracing off; False for a path that is too long to be searched."""
        calls = self.analysis.call_sites.counted(key) if self.switching() and key not in seen and len(seen) < _DEEPEST else ()
        return bool(calls) and all(self._is_off_at(call, seen | {key}) for call in calls)

    def _is_off_at(self, call: EagerCall, seen: frozenset[FunctionKey]) -> bool:
        before = _events(self.analysis, call.caller, self.switching(), {}, before=call.site.index)
        switches = [each for each in before if each.word != "runs"] if call.decorates is None else []
        if switches:
            return switches[-1] == Event("off", sure=True)
        return call.decorates is None and self._is_off_where_called(call.caller, seen)

    @query
    def switching(self) -> frozenset[FunctionKey]:
        """The functions at the top of a file, the methods and the files that mention the tracing switch, or a function that does."""
        return _switching(self.analysis)

    def traces_nothing(self, path: str) -> bool:
        """Whether the file turns tracing off permanently, so that none of its functions is ever traced."""
        return self.eager_files().get(path, False)

    @query
    def eager_files(self) -> dict[str, bool]:
        """The files that turn tracing off at their top, each with whether it certainly stays off; the files that only they import; and the
        files that run after one of them, since their imports lead to it.
        """
        found = dict(_eager_files(self.analysis, self.switching()))
        certain = frozenset(path for path, is_sure in found.items() if is_sure)
        doubtful = (*_imported_by_them_alone(self.analysis, found), *_leading_to(self.analysis, certain))
        return dict.fromkeys(doubtful, False) | found

    @query
    def files_of_version_1(self) -> frozenset[str]:
        """The files that turn eager execution off at their top, or are in a package that does, and those that TensorFlow 2 cannot import."""
        return frozenset(_files_of_version_1(self.analysis))

    @query
    def run_by_version_1(self) -> frozenset[str]:
        """The files of import components that use members of `tensorflow` which work in graphs of version 1 alone, and none that came with
        version 2. One environment runs all files of a component.
        """
        old = {each.path for each in self.analysis.project.mentioning(names_in_graphs_of_version_1()) if _uses_version_1(self.analysis, each)}
        parts = [part for part in self.analysis.importing.parts() if not old.isdisjoint(part)] if old else []
        return frozenset(path for part in parts if not any(_uses(self.analysis, each, _OF_VERSION_2) for each in part) for path in part)


class Event(NamedTuple):
    """What a file does at its top level: turn tracing `off` or `on`, or `runs` a `tf.function`. `sure`: it happens in every run."""

    word: str
    sure: bool


def _eager_files(analysis: Analysis, switching: frozenset[FunctionKey]) -> Iterator[tuple[str, bool]]:
    """Yields the files that turn tracing off at their top, each with whether it certainly stays off. `switching` are the functions that mention
    the switch.
    """
    words = _WORDS.union(map(_word, switching))
    for module in analysis.project.mentioning(words) if switching else ():
        is_off = _left_off(_events(analysis, FunctionKey(module.path, MODULE), switching, {}))
        if is_off is not None:
            yield module.path, is_off


def _imported_by_them_alone(analysis: Analysis, eager: Mapping[str, bool]) -> Iterator[str]:
    """Yields the files that only files which certainly turn tracing off import, directly or through one another. Tests do not count."""
    known = {path for path, is_sure in eager.items() if is_sure}
    importers = analysis.importing.importers() if known else {}
    waiting = {path: {each for each in found if not is_test(each)} for path, found in importers.items() if path not in eager}
    found = True
    while found:
        more = {path for path, importing in waiting.items() if importing and importing <= known}
        found = bool(more - known)
        known |= more
    yield from sorted(known & waiting.keys())


def _leading_to(analysis: Analysis, eager: frozenset[str]) -> Iterator[str]:
    """Yields the files whose imports run one of the files first, without those that mention the switch themselves.

    The switch counts for the whole process. A module is imported after the packages around it.
    """
    importers = analysis.importing.importers() if eager else {}
    own = {module.path for module in analysis.project.mentioning(_WORDS)} if eager else set()

    def run_after(path: str) -> Iterator[str]:
        folder = path.removesuffix("__init__.py")
        inside = (each.path for each in analysis.project.loaded() if each.path.startswith(folder)) if folder != path else ()
        yield from (each for each in (*importers.get(path, ()), *inside) if each not in own)

    yield from sorted(set(reachable(eager, run_after)) - eager)


def _switching(analysis: Analysis) -> frozenset[FunctionKey]:
    """Returns the functions and files that mention the tracing switch, or a function that does."""
    found = frozenset[FunctionKey]()
    for _ in range(2):
        words = _WORDS.union(_word(key) for key in found if key.qualname != MODULE)
        found = found.union(key for key in analysis.project.all_mentioning(words) if "<" not in key.qualname or key.qualname == MODULE)
    return found


def _word(key: FunctionKey) -> str:
    """Returns the name that a call of a function or method mentions."""
    return key.qualname.rpartition(".")[2]


def _events(
    analysis: Analysis, key: FunctionKey, switching: frozenset[FunctionKey], given: Env, seen: frozenset[FunctionKey] = frozenset(),
    before: int | None = None,
) -> Iterator[Event]:  # fmt: skip
    """Yields the events of a function called with the arguments `given`, or of the top of a file, including those of functions it calls.

    With `before`, those of the statements before the one with this number.
    """
    sites = analysis.eager_calls(key).calls
    for site in map(sites.__getitem__, sorted(sites)):
        if before is not None and site.index >= before:
            continue
        said = _said(analysis, key, site, given)
        if said is not None and said.const in (True, False):
            yield Event("off" if said.const is True else "on", _is_certain(analysis, key, site))
        elif any(target.wrapper == "tensorflow.function" for target in site.func.callees):
            yield Event("runs", sure=True)
        for target, sure in _led_to(site):
            fact = analysis.project.function(target.key) if target.key in switching - seen else None
            if fact is not None:
                inside = _events(analysis, target.key, switching, bind(fact, target, site.args) if sure else {}, seen | {target.key})
                certain = sure and _is_certain(analysis, key, site)
                yield from (each._replace(sure=each.sure and certain) for each in inside)


def _said(analysis: Analysis, key: FunctionKey, site: CallSite, given: Env) -> Value | None:
    """Returns the argument of a call of TensorFlow's switch in a function called with the arguments `given`, or None."""
    said = site.argument(0, "run_eagerly") if canonical(site.func.name) in SWITCHES else None
    if said is None or not said.parameter:
        return said
    return given.get(said.parameter) or analysis.default_values.left(key, said.parameter)


def _led_to(site: CallSite) -> Iterator[tuple[Callee, bool]]:
    """Yields the functions that a call runs, or passes to code outside the project that may run them: `app.run(main)`."""
    if site.func.callees:
        yield from ((target, len(site.func.callees) == 1) for target in site.func.callees)
        return
    yield from ((target, False) for _, value in site.args for target in value.callees)


def _is_certain(analysis: Analysis, key: FunctionKey, site: CallSite) -> bool:
    """Whether every run of a function, or of a file as a program, reaches the call."""
    body = analysis.project.body(key)
    imported = bool(analysis.importing.importers().get(key.path))
    for holder in order(body).holders(site.index):
        around = holder.statement
        is_run = around is None or isinstance(around, ir.With) or (isinstance(around, ir.Try) and holder.block is around.body)
        if not is_run and (imported or around is None or not is_main(around)):
            return False
    before = [each for each in walk(body.statements) if each.ordinal <= site.index]
    parts = [part for each in before if each.ordinal == site.index for part in read_parts(each)]
    return not any(isinstance(each, (ir.Return, ir.Raise)) for each in before) and not any(map(_is_choice, parts))


def _is_choice(expr: object) -> bool:
    return isinstance(expr, _CHOICES) or (isinstance(expr, ir.Operation) and expr.operators[0] in ("and", "or"))


def _left_off(events: Iterator[Event]) -> bool | None:
    """Whether tracing is off after all events. None if it was never off, or a `tf.function` ran while it was on."""
    off, ever, sure = False, False, False
    for event in events:
        if event.word == "runs":
            if not off:
                return None
            continue
        sure = event.word == "off" and (event.sure or sure)
        off = event.word == "off"
        ever = ever or off
    return off and sure if ever else None


def _files_of_version_1(analysis: Analysis) -> Iterator[str]:
    """Yields the files that turn eager execution off at their top, or are in a package that does, and those that TensorFlow 2 cannot import."""
    yield from (module.path for module in analysis.project.mentioning(names_of_version_1()) if _imports_version_1(module))
    words = frozenset(name.rpartition(".")[2] for name in VERSION_1)
    turning = [module.path for module in analysis.project.mentioning(words) if _goes_back(analysis, module.path)]
    yield from turning
    packages = tuple(path.removesuffix("__init__.py") for path in turning if path.endswith("/__init__.py"))
    if packages:
        yield from (module.path for module in analysis.project.loaded() if module.path.startswith(packages))


def _uses_version_1(analysis: Analysis, module: ModuleFacts) -> bool:
    """Whether a file uses a member of `tensorflow` that works in graphs of version 1 alone, and asks for no version."""
    if any(module.lines_mentioning(word) for word in _ASKING) or is_test(module.path):
        return False
    return _uses(analysis, module.path, names_in_graphs_of_version_1())


def _uses(analysis: Analysis, path: str, names: frozenset[str]) -> bool:
    """Whether a file uses one of these members of `tensorflow`."""
    module, known_as = analysis.project.module(path), analysis.names.imported_as(path, "tensorflow")
    bodies = (analysis.project.body(key) for key in analysis.project.functions_mentioning(path, names)) if known_as else ()
    decorators = (expr for fact in module.functions for expr, _ in fact.decorators) if module is not None and known_as else ()
    used = (*(part for body in bodies for part in spelled_in(body.statements)), *(part for expr in decorators for part in descendants(expr)))
    owners = (part.value for part in used if isinstance(part, ir.Attribute) and part.attr in names)
    return any(isinstance(owner, ir.Name) and owner.id in known_as for owner in owners)


_OF_VERSION_2 = frozenset({"GradientTape", "compat", "function"})
"""Members of `tensorflow` that code uses only with version 2, or with eager execution."""

_ASKING = ("__version__", "enable_eager_execution", "hasattr", "AttributeError", "ImportError", "ModuleNotFoundError")
"""Words of files that may run with either version, or eagerly with the first."""


def _goes_back(analysis: Analysis, path: str) -> bool:
    """Whether the top of the file turns eager execution off."""
    sites = analysis.eager_calls(FunctionKey(path, MODULE)).calls.values()
    return any(canonical(site.func.name) in VERSION_1 for site in sites)


def _imports_version_1(module: ModuleFacts) -> bool:
    """Whether the top of a file imports, unconditionally, a member of `tensorflow` that version 2 removed: `tensorflow.contrib`."""
    imports = (each for each in module.body.statements if isinstance(each, ir.Import))
    parts = (dotted.split(".") for each in imports for dotted in imports_of(each))
    return any(first == "tensorflow" and rest and rest[0] in names_of_version_1() for first, *rest in parts)


class EagerSettings:
    """Queries about the files read before the first query. A setting is the name of an attribute that `compile` gets for `run_eagerly`."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis

    @query
    def names(self) -> frozenset[str]:
        """The settings of the project."""
        project = self.analysis.project
        return frozenset(name for key in project.all_mentioning(frozenset({RUN_EAGERLY})) for name in _passed(project.body(key)))

    def need(self, cls: ClassKey) -> bool:
        """Whether all code that creates an object of the class, or of one derived from it, turns a setting on first. Tests do not count."""
        if not self.names():
            return False
        made = {cls, *self.analysis.classes.subclasses(cls)}
        creators = [*self._creators(made)]
        return bool(creators) and all(map(self._turns_on, creators))

    def _creators(self, made: set[ClassKey]) -> Iterator[FunctionKey]:
        project = self.analysis.project
        words = project.aliases(frozenset(each.qualname.rpartition(".")[2] for each in made))
        for key in project.all_mentioning(words, tests=False):
            parts = (part for part in spelled_in(project.body(key).statements) if isinstance(part, ir.Call))
            called = (part.func for part in parts if word_of(part.func) in words)
            if any(self.analysis.evaluate_at_definition(key.path, key.qualname, each).klass in made for each in called):
                yield key

    def _turns_on(self, key: FunctionKey) -> bool:
        assigned = (each for each in walk(self.analysis.project.body(key).statements) if isinstance(each, ir.Assign))
        switched = (target for each in assigned if each.value == ir.Constant(True) for target in targets(each))
        return any(isinstance(target, ir.Attribute) and target.attr in self.names() for target in switched)


def _passed(body: ir.Body) -> Iterator[str]:
    """Yields the names of the attributes that calls of `compile` get for `run_eagerly`."""
    for part in spelled_in(body.statements):
        if isinstance(part, ir.Call) and word_of(part.func) == "compile":
            given = (each.value for each in part.args if each.keyword == RUN_EAGERLY)
            yield from (value.attr for value in given if isinstance(value, ir.Attribute))
