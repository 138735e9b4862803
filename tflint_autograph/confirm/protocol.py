"""What the two sides of `confirm` tell each other, as plain data that goes through JSON. Standard library only."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields, is_dataclass
from functools import cache
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

Mode: TypeAlias = Literal["eager", "graph"]
T = TypeVar("T")

SEED, CONTROL_SEED = 7, 8
"""What random generators are seeded with, and TensorFlow's in a control run, whose draws are to be others."""

ENDLESS = "did not end within"
"""How the end of a unit begins that had to be ended after its seconds."""

COPY, READ_ONLY, UNPROTECTED = "copy", "read-only", ""
"""How the project is protected: runs write to a copy of it, or cannot write to it, or can."""

CHANGED_CALL = 3
"""The call before which a driver's change is made, and after which it is undone, counted from 1."""


class Line(NamedTuple):
    """A 1-based line of a file; the file is absolute."""

    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Watch:
    """A statement whose runs are counted: the lines `first` to `last`, both inclusive, of an absolute file."""

    id: str
    file: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class CapturedChange:
    """What the driver gives another value for one call: `name` as the statement of this watch reads it.

    With `undo` the value is the one it had when the statement first ran.
    """

    watch: str
    name: str
    undo: bool = False


@dataclass(frozen=True, slots=True)
class Borrowed:
    """A call that is in the module, on a 1-based line: what it calls, as Python code, and what has to be run for that.

    `needs` are the lines of the statements of its body that make what it uses. Of those around the call only the head is
    run: a loop is entered with its first element.
    """

    called: str
    line: int
    needs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Driver:
    """What is run after the module was imported.

    `target` is the qualified name of a function in the module; empty when importing is all. `calls` are the arguments
    of each call, as Python code that is between the brackets of a call. Without calls the probe searches for
    arguments that succeed eagerly, of the kinds in `prefer` first (`tensor`, `python`, `mixed`: a tensor, then Python, or
    `flags`: tensors, with a flag that is not what it is by default), and makes no call. `traced`
    wraps the function in `tf.function` in the graph run, unless it is one, for what something else traces, and `inner`
    lets it return what it may return to other traced code, which is more than a `tf.function` can. `settled`
    imports the module eagerly in both modes, for one that raises in the graph run before anything can be called.
    `generated` makes no call, and asks for the code AutoGraph makes of the function. `program` is the command line of a
    Python program (`train.py --epochs 1`, `-m pytest tests`): it is run, in the unit's `folder`, and the calls it makes
    of traced functions are kept and replayed in both modes.
    `change` is made for one call (CONFIRM.md 10). `vary` makes the calls with other values, and one more with another
    signature (CONFIRM.md 1). `holder` is Python code for the object a method is called on; empty
    where one is to be found. A `borrowed` call is made as it is in the module, which may be another than
    that of the target.
    """

    target: str = ""
    calls: tuple[str, ...] = ()
    prefer: str = "tensor"
    traced: bool = False
    inner: bool = False
    settled: bool = False
    generated: bool = False
    program: tuple[str, ...] = ()
    change: CapturedChange | None = None
    vary: bool = False
    holder: str = ""
    borrowed: Borrowed | None = None

    def told(self, arguments: str) -> str:
        """One of the calls as a user would write it."""
        if self.borrowed is not None:
            return f"{self.borrowed.called}({arguments})"
        called = f"{self.holder}.{self.target.rpartition('.')[2]}" if self.holder else self.target
        return f"{called}({arguments})"


@dataclass(frozen=True, slots=True)
class Generated:
    """A line of the code AutoGraph made of a function, and the 1-based line of the user's it comes from, 0 for none."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Unit:
    """One run of one driver in one mode, in a process of its own; `seconds` and `memory` (bytes) are its limits.

    `file` is the module's absolute file and `module` the name it is imported as; `search` comes before everything else
    on the import path. Files below `root` are the user's own. `source` is what to run in the place of the file's text,
    for notebooks. `seed` is that of TensorFlow, whose streams differ between the modes even under one seed (CONFIRM.md 5):
    a control under another seed shows what depends on them. `late` counts statements from the first call on, not at import,
    which it makes several times as fast.
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


@dataclass(frozen=True, slots=True)
class Origin:
    """An exception of which another may have come: name of its type, its message, the user's lines on its stack.

    The innermost line comes first, which is where it was raised as far as the user's code goes. `named` are the user's
    lines in its message, which may tell of another stack: that of a tensor it is about.
    """

    type: str
    text: str
    at: tuple[Line, ...]
    named: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Raised:
    """An exception: name of its type, last line of its message, all of it, the user's lines it came through.

    `origins` are the exceptions of its chain of causes, itself the first.
    """

    type: str
    message: str
    at: tuple[Line, ...]
    origins: tuple[Origin, ...]
    whole: str = ""


@dataclass(frozen=True, slots=True)
class CallObservation:
    """One call, the first being the import. `result` and `state` are values as `probe.values` writes them.

    `printed` is what operations wrote, `tf.print` for instance; what Python wrote is in `Written`. `left` is what differs
    from the start in the working folder and the environment.
    """

    raised: Raised | None
    result: Any
    state: dict[str, Any]
    printed: str
    left: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WrittenLine:
    """Text that Python wrote to `stdout`, `stderr` or a logger (`log`) in a call, with the user's lines on the stack."""

    call: int
    stream: str
    at: tuple[Line, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Touched:
    """Something that the user's line `at` touched in a call: `kind` is `file`, `environment` or `drawn`, `what` how."""

    call: int
    kind: str
    what: str
    at: Line


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a unit stood when its time was nearly over: whether it traced, the user's lines, the operations made."""

    tracing: bool
    at: tuple[Line, ...]
    operations: int


@dataclass(frozen=True, slots=True)
class Traced:
    """A trace made in a call: name and operations of its graph, the user's lines on the stack outside of it.

    `maker` is a number of the `tf.function` object that made it, which one re-created does not share.
    """

    call: int
    function: str
    operations: int
    at: tuple[Line, ...]
    maker: int = 0


@dataclass(frozen=True, slots=True)
class Hits:
    """How often a watched statement ran in each call, first while a graph was built, then otherwise.

    `kinds` are the kinds of value that its names always had, empty where they had several; `sorts` are the same without
    the values: `a Python int`, `a tensor`.
    """

    id: str
    tracing: tuple[int, ...]
    running: tuple[int, ...]
    kinds: dict[str, str]
    sorts: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ProjectChange:
    """What a unit did to a file or folder of the project: `how` is `new`, `changed` or `removed`, or `written` where
    only that is known. Paths are those in the project; that of a folder ends in a slash.
    """

    path: str
    how: str


@dataclass(frozen=True, slots=True)
class Observation:
    """What one unit showed. `ended` is empty when it ran to its end, else why it did not, as words for the user.

    `inputs` are the arguments of each call, declared or found by a search. `changed` says from which value to
    which the driver's change went. `generated` is what the driver asked for. `holder` is Python code for the object the
    calls are made on. `standing` is where it stood in the course of time when it did not come to its end. `wrapped` says
    that the target was put into a `tf.function` for the run, `varied` that the calls were made with other values than
    those of `inputs`. `kinds` are the kinds of arguments (`Driver.prefer`) worth a search, none once one had all its
    time; `unmade` says that no object of the class could be made. `seconds` are those from start to end. `imported` are the absolute files of the user's
    modules that its import brought in. `project` is what it did to the project, or to the copy it was shown.
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
    imported: tuple[str, ...] = ()
    project: tuple[ProjectChange, ...] = ()


@dataclass(frozen=True, slots=True)
class Replayed:
    """A function whose recorded calls were made again: its name, its absolute file, and what the modes showed.

    `control` is a second eager run, under another seed of TensorFlow.
    """

    function: str
    file: str
    eager: Observation
    control: Observation
    graph: Observation


def plain(message: Any) -> dict[str, Any]:
    """A message as JSON can hold it."""
    return asdict(message)


def parsed(kind: type[T], data: Any) -> T:
    """The message of this type that `plain` gave the data of."""
    known: Any = kind  # mypy takes no `type[T]` for hashable
    hints = _hints(known)
    given = {each.name: _value(hints[each.name], data[each.name]) for each in fields(kind) if each.name in data}  # type: ignore[arg-type]
    return kind(**given)


_OPTIONAL: dict[Any, type[Any]] = {Raised | None: Raised, CapturedChange | None: CapturedChange, Borrowed | None: Borrowed}


@cache
def _hints(kind: type[Any]) -> dict[str, Any]:
    return get_type_hints(kind)


def _value(hint: Any, data: Any) -> Any:
    if get_origin(hint) is tuple:
        return tuple(_value(get_args(hint)[0], item) for item in data)
    if hint is Line:
        return Line(*data)
    if hint in _OPTIONAL:
        return None if data is None else parsed(_OPTIONAL[hint], data)
    return parsed(hint, data) if is_dataclass(hint) and isinstance(hint, type) else data
