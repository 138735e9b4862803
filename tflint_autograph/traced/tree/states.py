"""What runs of eager code show of the reads of a traced function, and how a read is spelled."""

from __future__ import annotations

from enum import Enum, IntEnum

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.location import Span
from tflint_autograph.model.record import record
from tflint_autograph.project.bodies.walks import attribute_read, spelled_path

ENVIRONMENT = "os.environ[]"
"""Stands for each variable of the environment."""

BY_KERAS = FunctionKey("", "fit")
"""Stands for the training step of Keras itself, which is no function of the project."""


class Held(Enum):
    """What holds a value."""

    NAME = "a name"
    ATTRIBUTE = "an attribute"
    FLAGS = "layers, whose flags say which variables are trained"
    ENVIRONMENT = "the environment"


@record
class StaleRead:
    """A read in the statement `ordinal`, spelled so, of a value that a later call of the same trace would read otherwise.

    `changed` is the statement that changes it, in the function `writer`: it sets `name`. `is_sure`: no condition that is unknown decides
    about the calls.
    """

    ordinal: int
    spelled: str
    held: Held
    name: str
    changed: Span
    writer: FunctionKey
    is_sure: bool

    @property
    def word(self) -> str:
        """The name, or that of the attribute."""
        return self.spelled.rpartition(".")[2]


class Need(Enum):
    """A use that accepts a Python value and no tensor, or no tensor of integers, with what happens there."""

    JSON = "raises where it is used: the `json` module accepts no tensor"
    KEY = "raises where it is used: a tensor is no key of a dict and no item of a set"
    INTEGER = "raises where it is used: a tensor of integers mixes with no `float`"
    TEXT = "raises where it is used: a tensor has no methods of texts"
    IDENTITY = "the comparison with `is` is false: a tensor is never `True` or `False` itself"
    OF_INT = "the test of the type is false: a tensor is no `int`"
    OF_FLOAT = "the test of the type is false: a tensor is no `float`"
    OF_BOOL = "the test of the type is false: a tensor is no `bool`"
    OF_TEXT = "the test of the type is false: a tensor is no `str`"


@record
class Needed:
    """A use in eager code, at `span`, of what a traced function returns, or the part of it at the keys and positions `path`."""

    path: tuple[object, ...]
    need: Need
    span: Span


class Late(IntEnum):
    """What is known of a statement that creates a variable in a trace after the first one: a later one knows more.

    Conditions that are unknown decide about it; arguments do of which nothing is known but that they may be others; it is the same code
    that calls the function again, if it does at all; or it surely runs.
    """

    DOUBTED = 0
    BY_ARGUMENT = 1
    IF_ANY = 2
    SURE = 3


@record
class States:
    """What runs show of the reads of one function: those that are stale, and the spellings of those that never are.

    `written` are the statements whose writes the runs have met, by function and number. `late`: the statements that create a variable in a
    trace after the first one of a root, each with what is known of that. `needed`: uses of its results that
    need Python values. `files`: those that eager code writes after a traced call, by name, if the function reads data from files.
    `leaks`: the statements that store a tensor which another trace, or eager code, uses afterwards, each with whether that is sure.
    """

    stale: tuple[StaleRead, ...] = ()
    steady: frozenset[str] = frozenset()
    written: frozenset[tuple[FunctionKey, int]] = frozenset()
    late: tuple[tuple[int, Late], ...] = ()
    needed: tuple[Needed, ...] = ()
    files: tuple[tuple[str, Span], ...] = ()
    leaks: tuple[tuple[int, bool], ...] = ()

    def at(self, ordinal: int, spelled: str) -> StaleRead | None:
        """Returns the stale read of a statement that is spelled so."""
        return next((each for each in self.stale if each.ordinal == ordinal and each.spelled == spelled), None)

    @property
    def has_steady_environment(self) -> bool:
        """Whether what is read of the environment is the same in all calls of a trace."""
        return ENVIRONMENT in self.steady


NOTHING = States()


def spelling(expr: Expr) -> str:
    """Returns how an expression spells a name or an attribute, also of what a call gives."""
    read = attribute_read(expr)
    if isinstance(expr, ir.Name):
        return expr.id
    return spelled_path(expr) or (f"().{read.attr}" if read is not None else "")
