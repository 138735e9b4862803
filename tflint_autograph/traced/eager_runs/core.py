"""What an eager run keeps: the modules it has run, the calls of traced functions it has met, and how much work is left."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from tflint_autograph.model.body import At, Define, Expr, Import, Statement, Try
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.liveness import bound
from tflint_autograph.traced.eager_runs.arrays import converted, symbolic
from tflint_autograph.traced.eager_runs.constants import CONSTANTS
from tflint_autograph.traced.eager_runs.identity import compared_by
from tflint_autograph.traced.eager_runs.keys import Part, part
from tflint_autograph.traced.eager_runs.recording import Comparison, Recorder, Stored, Trace
from tflint_autograph.traced.eager_runs.results import as_result, results_in, returned
from tflint_autograph.traced.eager_runs.values import (
    OPAQUE,
    Array,
    Dataset,
    External,
    Frame,
    Function,
    Given,
    Instance,
    Layer,
    Mapping,
    Module,
    Plain,
    Scalar,
    Sequence,
    Tracing,
    Value,
    next_number,
)
from tflint_autograph.traced.tree.states import Need

if TYPE_CHECKING:
    from tflint_autograph.traced.eager_runs.snapshots import Place, Written

ROUNDS = 5
"""Maximum number of iterations of a loop that are run: more different values than a choice of modes has."""

CHOICE = 3
"""Maximum number of written numbers of a loop that are taken for a choice, of which each has a trace of its own."""

STEPS = 5_000
"""Maximum number of statements and expressions that one entry runs."""

WORK = 40 * STEPS
"""Maximum number of steps of all entries together: what is left out is not compared."""

DEEPEST = 14
"""Maximum depth of calls."""


class Spent(Exception):
    """The work of an entry is used up."""


class Missing(Exception):
    """A dict lacks a key, and a `try` around it says what happens then."""


class Step(NamedTuple):
    """A step on the way from an entry to a call: an iteration of a loop, or a call.

    `number` tells the iterations of a loop apart, of which `total` are run where it is known. Calls that code outside the project makes
    of an entry count as iterations, with the confidence `by_others` that there are several, and have its `name`. `doubts`: how many conditions
    that are unknown decide about it. `is_choice`: the loop goes over a few written numbers, `is_count`: it counts, `is_open`: arguments
    decide how often it iterates.
    """

    path: str
    at: At
    number: int = 0
    is_loop: bool = False
    total: int | None = None
    is_choice: bool = False
    is_open: bool = False
    is_count: bool = False
    doubts: int = 0
    by_others: Confidence | None = None
    name: str = ""


class Called(NamedTuple):
    """A call of a traced function: its place, its arguments and the parts of its key by parameter, and the function with the object it
    belongs to.

    `doubts`: how many conditions that are unknown decide about it. `way` are the loops and calls that lead there. Objects that are made
    after the call have a greater `number`.
    """

    path: str
    at: At
    tracing: Tracing
    owner: Value | None
    given: dict[str, Value]
    key: dict[str, Part]
    doubts: int
    way: tuple[Step, ...]
    number: int

    @property
    def choices(self) -> tuple[tuple[At, int], ...]:
        """The loops over a few written numbers that run the call, with the iteration of each."""
        return tuple((step.at, step.number) for step in self.way if step.is_choice)


class Made(NamedTuple):
    """A place in a function that made a `tf.function`, with the loops and calls that lead there.

    `own`: what the wrapped function has of the code around it, by name, and `called` those names that it calls.
    """

    inside: FunctionKey
    path: str
    at: At
    tracing: Tracing
    doubts: int
    way: tuple[Step, ...]
    own: dict[str, Value]
    called: frozenset[str]

    @property
    def calls(self) -> tuple[At, ...]:
        """The places of the calls that lead there, each once."""
        return tuple(dict.fromkeys(step.at for step in self.way if not step.is_loop))


class Core:
    """The state of a run, and its parts by name. What it calls and does not define, the classes that derive from it do."""

    value: Callable[[Expr, Frame], Value]
    call: Callable[[Value, Given, Frame, At], Value]
    body: Callable[..., Value]
    attribute: Callable[[Value, str, Frame], Value]
    elements: Callable[[Value], tuple[list[Value], bool]]
    operated: Callable[[str, list[Value]], Value]
    item: Callable[[Value, Value], Value]
    special: Callable[[Instance, str, list[Value]], Value]
    execute: Callable[[tuple[Statement, ...], Frame], str]
    tried: Callable[[Try, Frame], str]
    trace: Callable[..., Value | None]
    iterated: Callable[[Dataset, Frame, At], None]
    keep: Callable[[Sequence | Mapping | Instance | Layer | Array], None]
    wrote: Callable[..., None]
    looked_up: Callable[[Value, Value], None]

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.modules: dict[str, Frame] = {}
        self.methods: dict[FunctionKey, Value] = {}
        self.free: dict[FunctionKey, frozenset[str]] = {}
        self.visited: set[FunctionKey] = set()
        self.calls: list[Called] = []
        self.makings: list[Made] = []
        self.changed: list[Sequence | Mapping | Instance | Layer | Array] = []
        self.left = STEPS
        self.work_left = WORK
        self.doubts = 0
        self.doubted_from: list[int] = []
        self.catching: int | None = None
        self.depth = 0
        self.way: list[Step] = []
        self.classes: dict[ClassKey, Instance] = {}
        self.environment = Mapping({})
        self.running: Frame | None = None
        self.recorder: Recorder | None = None
        self.body_work = 0
        self.traces: dict[tuple[object, int], tuple[object, list[Trace]]] = {}
        self.traces_before = self.traces
        self.writes: dict[tuple[int, str | None], Written] = {}
        self.versions: dict[int, int] = {}
        self.comparison = Comparison()
        self.stored = Stored()
        self.seen: set[Place] = set()
        self.is_cut = False
        self.needs: dict[tuple[FunctionKey, tuple[object, ...], Need], tuple[str, At]] = {}
        self.written_files: dict[object, tuple[str, At]] = {}
        self.clock = 0
        self.traced_until = 0
        self.is_repeated = False
        self.is_defining = False

    def work(self) -> None:
        """Counts one step; raises `Spent` after the last one."""
        if self.recorder is not None:
            self.recorder.steps -= 1
            if self.recorder.steps < 0:
                raise Spent
            return
        self.left -= 1
        self.work_left -= 1
        if self.left < 0 or self.work_left < 0:
            raise Spent

    @contextmanager
    def iterating(self, iterated: Value | None, path: str, at: At, number: int, total: int | None, *, is_open: bool = False) -> Iterator[None]:
        """An iteration of a loop at a place."""
        is_choice = not is_open and isinstance(iterated, Sequence) and iterated.is_written and len(iterated.items or ()) <= CHOICE
        is_count = isinstance(iterated, Sequence) and iterated.is_count
        self.way.append(Step(path, at, number, is_loop=True, total=total, is_choice=is_choice, is_count=is_count, is_open=is_open, doubts=self.doubts))
        yield
        self.way.pop()

    @contextmanager
    def doubting(self) -> Iterator[None]:
        """A part of which it is not known whether it runs."""
        self.doubts += 1
        self.doubted_from.append(next_number())
        try:
            yield
        finally:
            self.doubts -= 1
            self.doubted_from.pop()

    def is_doubted(self, held: Instance | Layer | Sequence | Mapping | Array) -> bool:
        """Whether it is not known if what runs changes something: all that does not run may have been made before."""
        return bool(self.doubts) and held.number < self.doubted_from[-1]

    def change(self, held: Sequence | Mapping | Instance | Array) -> bool:
        """Notes that something changes; False where it may not, and is then unknown from here on."""
        if isinstance(held, Array) and held.kind == "tensor":
            # No tensor changes in place: what a traced function returns, and is taken for one, was a container.
            return not self.doubts
        self.changed.append(held)
        self.keep(held)
        self.wrote(held, None)
        if isinstance(held, Array):
            self.versions[id(held)] = self.versions.get(id(held), 0) + 1
        if isinstance(held, Sequence):
            held.is_written = False
        if self.is_doubted(held):
            self.forget(held)
        return not self.is_doubted(held)

    @staticmethod
    def forget(held: Sequence | Mapping | Instance | Array) -> None:
        """Makes the contents of an object unknown."""
        if isinstance(held, Array):
            return
        if isinstance(held, Instance):
            held.attributes = None
        else:
            held.items = None

    def method(self, cls: ClassKey, name: str, after: ClassKey | None = None) -> FunctionKey | None:
        """Returns the method of this name of a class, or of the classes behind another one; None for a class of a library."""
        return self.analysis.classes.method(cls, name, after) if cls.path else None

    def module(self, path: str) -> Frame:
        """Returns the names of a module, which is run where it was not yet."""
        if path in self.modules:
            return self.modules[path]
        frame = self.modules[path] = Frame(FunctionKey(path, MODULE), None)
        found = self.analysis.project.module(path)
        if found is not None:
            doubts, self.doubts, way, self.way = self.doubts, 0, self.way, []
            recorder, self.recorder, running = self.recorder, None, self.running
            try:
                self.execute(found.body.statements, frame)
            except Spent:
                self._declare(found.body.statements, frame)
                raise
            self.doubts, self.way, self.recorder, self.running = doubts, way, recorder, running
        return frame

    def _declare(self, statements: tuple[Statement, ...], frame: Frame) -> None:
        """Binds what a module, of which too much is left to run, defines and imports: other code may call it."""
        left, self.left = self.left, STEPS
        for statement in statements:
            if isinstance(statement, (Define, Import)) and not bound(statement) <= frame.names.keys():
                self.execute((statement,), frame)
        self.left = left

    def class_of(self, cls: ClassKey) -> Instance:
        """Returns what keeps the attributes of a class."""
        return self.classes.setdefault(cls, Instance(cls, None))

    def class_holder(self, cls: ClassKey, name: str) -> Instance | None:
        """Returns what keeps an attribute of a class, its own or an inherited one."""
        lineage = self.analysis.classes.lineage(cls) if cls.path else ()
        return next((self.classes[each] for each in lineage if each in self.classes and name in (self.classes[each].attributes or ())), None)

    @property
    def here(self) -> tuple[FunctionKey, At] | None:
        """The function and the place of the statement that runs."""
        running = self.running
        return (running.key, running.statement.at) if running is not None and running.statement is not None else None

    def variable(self, name: Value) -> Value:
        """Returns a variable of the environment: what the program has set it to, or one text that is not known."""
        if self.environment.items is None or not isinstance(name, Plain):
            return OPAQUE
        return self.environment.items.get(name.value, Scalar("str", ("environment", name.value)))

    def imported(self, path: str, dotted: str) -> Value:
        """Returns what a dotted name means in a module of the project."""
        words = dotted.split(".")
        for count in range(len(words), 0, -1):
            found = self.analysis.imported(path, ".".join(words[:count]))
            if found.module:
                value: Value = Module(self.module(found.module))
                for word in words[count:]:
                    value = self.attribute(value, word, self.modules[found.module])
                return value
            if found.name:
                return self.library(".".join([found.name, *words[count:]]))
        return self.library(dotted)

    def library(self, name: str) -> Value:
        """Returns what a dotted name means outside the project."""
        module, _, word = name.rpartition(".")
        if module in ("math", "numpy") and word in CONSTANTS:
            return Plain(CONSTANTS[word])
        return self.environment if name == "os.environ" else External(name)

    def meet(self, func: Function, given: dict[str, Value], frame: Frame, at: At) -> Value:
        """Notes a call of a traced function, and returns its result."""
        tracing = func.traced
        assert tracing is not None
        receiver = next(iter(given)) if func.receiver is not None and given else ""
        every, given = given, {name: value for name, value in given.items() if name != receiver}
        key = {} if tracing.is_signed else {name: part(value, self.compared_by) for name, value in given.items()}
        owner = func.receiver if tracing.place is None else None
        self.calls.append(Called(frame.key.path, at, tracing, owner, given, key, self.doubts, tuple(self.way), next_number()))
        arrived = {name: value if name == receiver else symbolic(converted(value)) for name, value in every.items()}
        made = self.trace(tracing, func.receiver, tuple(key.items()), lambda: self.body(func, arrived, Step(frame.key.path, at)))
        return returned(tracing.function.key, as_result(made) if made is not None else None)

    def needed(self, value: Value, need: Need) -> None:
        """Notes a use in eager code of what traced functions returned."""
        running = self.running
        if running is not None and running.statement is not None and self.recorder is None:
            for key, path in results_in(value):
                self.needs.setdefault((key, path, need), (running.key.path, running.statement.at))

    def compared_by(self, instance: Instance) -> tuple[str, ...] | None:
        """Returns the fields by which an object is compared with others, none if it is equal only to itself, or None."""
        return compared_by(instance.cls, self.analysis, is_gone_after=not instance.is_kept)
