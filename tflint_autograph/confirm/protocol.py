"""The messages between both sides of `confirm`. Standard library only."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias

from tflint_autograph.confirm.found_programs import Entry, ProjectTest
from tflint_autograph.confirm.made_files import MadeFile
from tflint_autograph.confirm.project_change import ProjectChange

Mode: TypeAlias = Literal["eager", "graph"]

SEED, CONTROL_SEED = 7, 8
"""The seed of random generators, and TensorFlow's seed in a control run, whose draws must differ."""

ENDLESS, UNSTARTED = "did not end within", "did not end its imports within"
"""The start of the message for a unit that exceeded its time, or that of its imports."""

COPY, READ_ONLY, UNPROTECTED = "copy", "read-only", ""
"""How the project is protected: runs write to a copy, cannot write, or can write."""

TEXT, VALUE, SYMBOLIC, OPERATION = "text", "value", "symbolic", "operation"

UNLOGGED, AFTER = "unlogged", "/after"
"""The stream of messages that a logger left out, since their level is off; the end of the id of a watch that keeps values after its statement, too."""

SETTLED = "settled.json"
"""The file in a unit's folder that lists the watches for which it need show no more."""

CHANGED_CALL = 3
"""The number of the call, from 1, before which a driver's change is made and after which it is undone."""


class Line(NamedTuple):
    """A 1-based line of a file; the file is absolute."""

    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Watch:
    """A statement whose runs are counted: the lines `first` to `last`, inclusive, of an absolute file.

    `operations`: it is observed whether graphs leave out what it adds to them. `names`: dotted names whose values are observed. `in_lambda`: only lambdas in it count. `test`: the condition that lets runs go on to a finding if it is `wanted`, else if it is not.
    """

    id: str
    file: str
    first: int
    last: int
    operations: bool = False
    names: tuple[str, ...] = ()
    in_lambda: bool = False
    test: str = ""
    wanted: bool = True


@dataclass(frozen=True, slots=True)
class CapturedChange:
    """What the driver changes for one call: `name` as the statement of this watch reads it.

    With `undo`, it gets the value of when the statement first ran; `again`, another than the first choice. A `writer` is a function in
    `file`, an absolute path, by its qualified name: the value is one that calling it gives.
    """

    watch: str
    name: str
    undo: bool = False
    writer: str = ""
    file: str = ""
    again: bool = False


@dataclass(frozen=True, slots=True)
class Borrowed:
    """A call in the module, at a 1-based line: the called object, as Python code, and what has to run first.

    `needs` are the lines of the statements in its body that create what it uses. Of those around it the head runs alone, once.
    """

    called: str
    line: int
    needs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Driver:
    """What runs after the module was imported.

    `target` is the qualified name of a function in the module, or empty to only import. `calls` are the arguments of each call, as Python code. Without calls the probe searches arguments
    that succeed eagerly, of the kinds in `prefer` first (`tensor`, `python`, `mixed`: a tensor, then Python values, or `flags`: tensors, with a flag that differs from its default), and
    makes no call. `traced` wraps the function in `tf.function` in the graph run, unless it is one. `inner` allows results that only traced code may get; `converted`: AutoGraph converts
    the wrapped function. `settled` imports the module eagerly in both modes, for one whose import raises in the graph run. `generated` requests the code AutoGraph generates, and makes no
    call. `program` is the command line of a Python program (`train.py --epochs 1`, `-m pytest tests`), run in the unit's `folder`, whose traced calls are replayed in both modes; `source`
    is its text if it is a notebook. With `tests` the program is pytest with these tests alone, whose calls are replayed directly after each; replays that reach a statement of `changes`
    are repeated with that change. `folder`: where it runs, if not in the unit's. `is_found`: the user did not name the program, and it may not write to the project. `change` is made for
    one call (CONFIRM.md 10). `vary` makes the calls with other `values`, and one more with another signature (CONFIRM.md 1), traces them with the first `sizes` of tensors unknown, makes each on one of new `objects`, or has tensors of numbers in `EDGES`.
    `holder` is Python code for the object a method is called on, or for the function itself if it is `nested` in another one; empty to find one. A `borrowed` call is made in its own module. `files` are made up.
    """

    target: str = ""
    calls: tuple[str, ...] = ()
    prefer: str = "tensor"
    traced: bool = False
    inner: bool = False
    converted: bool = True
    settled: bool = False
    generated: bool = False
    program: tuple[str, ...] = ()
    source: str = ""
    tests: tuple[ProjectTest, ...] = ()
    changes: tuple[CapturedChange, ...] = ()
    folder: str = ""
    is_found: bool = False
    change: CapturedChange | None = None
    vary: Literal["", "values", "sizes", "objects", "zero", "negative"] = ""
    holder: str = ""
    nested: bool = False
    borrowed: Borrowed | None = None
    files: tuple[MadeFile, ...] = ()

    @property
    def makes_object(self) -> bool:
        """Whether the calls are made on an object that is created for them."""
        return "(" in self.holder and not self.nested

    def told(self, arguments: str) -> str:
        """Returns one of the calls as a user would write it."""
        found = self.holder if self.nested else f"{self.holder}.{self.target.rpartition('.')[2]}" if self.holder else ""
        called = self.borrowed.called if self.borrowed is not None else found or self.target
        return f"{called}({arguments})"


@dataclass(frozen=True, slots=True)
class Generated:
    """A line of the code AutoGraph generated, and the 1-based original line, or 0."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Unit:
    """One run of one driver in one mode, in its own process; `seconds` and `memory` (bytes) are its limits.

    `for_imports` are the seconds for the imports, after which `seconds` begin: a slow import leaves the calls their time. `file` is the module's
    absolute file and `module` the name it is imported as; `search` precedes everything else on the import path. Files below `root` are the user's
    own. `source` replaces the file's text, for notebooks. `seed` is TensorFlow's, whose streams differ between the modes even under one seed
    (CONFIRM.md 5): a control run with another seed shows what depends on them. `late` counts statements only from the first call on, which makes the
    import several times as fast. `entries`: the functions whose eager calls the run of a program records.
    """

    id: str
    file: str
    module: str
    search: tuple[str, ...]
    root: str
    driver: Driver
    mode: Mode
    watches: tuple[Watch, ...]
    seconds: float
    memory: int
    source: str = ""
    seed: int = SEED
    folder: str = ""
    late: bool = False
    entries: tuple[Entry, ...] = ()
    for_imports: float = 60.0

    def overdue(self, *, begun: bool) -> str:
        """Returns the message for a unit that exceeded its time, or that of its imports if its calls had not `begun`."""
        return f"{ENDLESS} {self.seconds:g} s (--timeout)" if begun else f"{UNSTARTED} {self.for_imports:g} s (--timeout)"


@dataclass(frozen=True, slots=True)
class Origin:
    """An exception that may have caused another: type name, message, and the user's lines on its stack, the innermost first.

    `named` are the user's lines in its message, which may belong to another stack: that of a tensor.
    """

    type: str
    text: str
    at: tuple[Line, ...]
    named: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Raised:
    """An exception: type name, last line of its message, the user's lines it came through, its chain of causes from itself on, the whole message."""

    type: str
    message: str
    at: tuple[Line, ...]
    origins: tuple[Origin, ...]
    whole: str = ""


@dataclass(frozen=True, slots=True)
class Bypassed:
    """What a trace raises in a call (0 is the import) once what it raises before that is passed over with values of the eager run."""

    call: int
    raised: Raised


@dataclass(frozen=True, slots=True)
class CallObservation:
    """One call; the first is the import. `result` and `state` are values as `probe.values` writes them.

    `printed` is what operations wrote (`tf.print`), not Python. `left` is what differs from the start in the working folder and the environment.
    """

    raised: Raised | None
    result: Any
    state: dict[str, Any]
    printed: str
    left: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WrittenLine:
    """Text that Python wrote to `stdout`, `stderr` or a logger (`log`; an empty line if left out, `UNLOGGED`), and the user's lines on the stack."""

    call: int
    stream: str
    at: tuple[Line, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Touched:
    """A use of something by the user's line `at` in a call: `kind` is `file`, `environment`, `drawn` or `text` of a tensor.

    `what` are the details: of a text `VALUE`, or `SYMBOLIC` if no value is in it.
    """

    call: int
    kind: str
    what: str
    at: Line


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a unit was when its time was nearly over: whether it traced, the user's lines, and the number of operations."""

    tracing: bool
    at: tuple[Line, ...]
    operations: int


@dataclass(frozen=True, slots=True)
class Traced:
    """A trace made in a call: name and number of operations of its graph, the user's lines on the stack outside it, and the types of its arguments.

    `maker` is a number for the `tf.function` object that made it, different for a re-created one.
    """

    call: int
    function: str
    operations: int
    at: tuple[Line, ...]
    maker: int = 0
    signature: str = ""


@dataclass(frozen=True, slots=True)
class Hits:
    """How often a watched statement ran in each call, first while a graph was built, then otherwise.

    `kinds` are the kinds of value that its names always had, empty if several; `sorts` are the same without the values: `a Python int`, `a tensor`.
    `values`: the different values of `Watch.names` in each call.
    """

    id: str
    tracing: tuple[int, ...]
    running: tuple[int, ...]
    kinds: dict[str, str]
    sorts: dict[str, str] = field(default_factory=dict)
    values: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Observation:
    """What one unit showed. `ended` is empty after a complete run, else why it ended, in words for the user.

    `inputs`: the arguments of each call, declared or found. `changed`: the old and new value of the driver's change. `generated`: the
    requested code. `holder`: Python code for the object of the calls. `standing`: where it was over time, if it did not complete.
    `wrapped`: the target was wrapped in a `tf.function`. `varied`: the calls used other values than `inputs`. `kinds`: the kinds of
    arguments (`Driver.prefer`) worth a search. `unmade`: no object of the class could be created. `seconds`: the duration after the
    imports, whose own is `imports`, without what the process waited for a processor. `imported`: the absolute files of the user's
    imported modules. `more`: the arguments of further calls, which reach other watched statements. `project`: what it did to the
    project, or to its copy. `uncollected`: the files pytest cannot collect, `unrun`: the tests it had no time for. `formatted`: the tensors formatted as text. `specified`: the arguments
    are made up for the specifications that the program had the function traced for. `dropped`: the user's lines whose operations
    all graphs leave out. `missing`: the packages the module imports that cannot be imported, which the calls do not use. `files`: those made up for the calls. `bypassed`: what the graph run raises later.
    """

    id: str
    ended: str
    calls: tuple[CallObservation, ...] = ()
    written: tuple[WrittenLine, ...] = ()
    traced: tuple[Traced, ...] = ()
    hits: tuple[Hits, ...] = ()
    warnings: tuple[str, ...] = ()
    inputs: tuple[str, ...] = ()
    changed: str = ""
    generated: tuple[Generated, ...] = ()
    replayed: tuple[Replayed, ...] = ()
    holder: str = ""
    touched: tuple[Touched, ...] = ()
    standing: tuple[Standing, ...] = ()
    wrapped: bool = False
    varied: bool = False
    kinds: tuple[str, ...] = ()
    unmade: bool = False
    seconds: float = 0.0
    imports: float = 0.0
    imported: tuple[str, ...] = ()
    project: tuple[ProjectChange, ...] = ()
    more: tuple[tuple[str, ...], ...] = ()
    uncollected: tuple[str, ...] = ()
    unrun: tuple[ProjectTest, ...] = ()
    formatted: tuple[Touched, ...] = ()
    specified: bool = False
    dropped: tuple[Line, ...] = ()
    missing: tuple[str, ...] = ()
    files: tuple[MadeFile, ...] = ()
    bypassed: tuple[Bypassed, ...] = ()


@dataclass(frozen=True, slots=True)
class Replayed:
    """A function whose recorded calls were repeated: its name, its absolute file, and the observations.

    `control` is a second eager run, with another seed. `test` made the calls. `changed`: the same calls, each with the change for one watch, its
    `test`. `recorded`: their number without repetitions. `opened`: a finding, and what was set so that they come to its statement.
    """

    function: str
    file: str
    eager: Observation
    control: Observation
    graph: Observation
    test: str = ""
    changed: tuple[Replayed, ...] = ()
    recorded: int = 0
    opened: tuple[str, ...] = ()
