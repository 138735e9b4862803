"""The ways to prove a finding by running the code, and the kinds of exceptions by which rules recognise errors as proofs."""

from __future__ import annotations

from enum import Enum

from tflint_autograph.model.record import record


class Proof(Enum):
    """One way to prove a finding, always at the statement it points at.

    A rule names every way that fits; the first that succeeds is the evidence. Both modes make the same calls with the same arguments, once
    with tracing switched off and once unchanged.
    """

    OUTPUT = "the line writes on each eager call, but for the graph only at trace time"
    RUNS = "the statement runs on each eager call, but for the graph only at trace time"
    STALE = "the statement reads again on each eager call, and the graph keeps the first value"
    UNHEEDED = "the statement sets in eager code what a trace has read, what the calls do after it differs, and nothing else in them can be why"
    RAISES = "the graph run raises there, or stops with another exception than the eager one"
    FLOW = "the graph run raises at a loop or condition around the statement, or stops there with another exception"
    DIFFERS = "what the call returns, prints or leaves behind differs, and nothing else in it can be why"
    CREATES = "the graph run raises because a variable is created after the first call, or in one branch only"
    RESULT = "the graph run raises because of what the function returns there"
    CONVERTED = "the call returns a Python value eagerly, and a tensor from the graph"
    ARGUMENT = "the graph run raises because an argument that the statement names was changed"
    LEAKS = "the call leaves a symbolic tensor behind where the eager run leaves a value"
    UNROLLED = "the body of a loop, or a call of the function by itself, is copied into the graph once for each iteration"
    ONCE = "with its change undone before a call, the statement runs again eagerly, and not in the graph"
    TOUCHES = "a file, the environment, a clock or random numbers are used there on each eager call, but for the graph at trace time"
    ENDLESS = "tracing did not end within the time limit and the graph kept growing, but the eager run ended"
    RETRACED = "the statement makes TensorFlow trace again and again"
    REMADE = "the statement creates a function again, and TensorFlow traces it again"
    RESHAPED = "the statement makes TensorFlow trace a function again that has a trace already"
    UNSIZED = "with the first sizes of tensors unknown, as in batches, the graph run raises there or something differs"
    UNCONVERTED = "AutoGraph reports that it could not convert the function"
    TEXT = "the line formats the value of a tensor eagerly, and a symbolic tensor for the graph"
    DROPPED = "the line computes on each eager call, and the graph leaves its operations out, since no result needs them"
    UNHELD = "the graph run raises because the object of a method was garbage-collected"


@record
class Provable:
    """How findings of a rule are proved: by which proofs, and by which kinds of exceptions."""

    ways: tuple[Proof, ...] = ()
    raises: frozenset[ErrorKind] = frozenset()


class ErrorKind(Enum):
    """A kind of exceptions, which may differ in type and text; `tfapi/errors.toml` has the texts."""

    TRUTH = "truth"
    """A tensor is used as a Python bool, or the condition of a graph conditional is not boolean."""
    ITERATION = "iteration"
    """Python code iterates over a tensor or a dataset that has no elements yet."""
    VALUE = "value"
    """Python or NumPy code needs the value of a tensor that has none yet."""
    LENGTH = "length"
    """Python code needs the length of a tensor that has none yet."""
    ASSIGNMENT = "assignment"
    """An item of a tensor is assigned to."""
    DTYPE = "dtype"
    """Operands have different dtypes, since a Python scalar became a tensor."""
    SHAPE = "shape"
    """A length or rank is not known at trace time."""
    BRANCHES = "branches"
    """The branches of a graph conditional produce different structures or dtypes."""
    LOOP = "loop"
    """A loop variable changes its kind, dtype or shape in an iteration of a graph loop."""
    EXIT = "exit"
    """A loop or function is left in a way that AutoGraph cannot convert."""
    SCOPE = "scope"
    """A symbolic tensor is used outside of the graph it belongs to."""
    VARIABLES = "variables"
    """A variable is created on another call than the first."""
    RESULT = "result"
    """A traced function returns something that is not a tensor."""
    ARGUMENT = "argument"
    """A traced function changes an argument."""
    UNTRACEABLE = "untraceable"
    """An argument is passed for which no trace can be made."""
    NAME = "name"
    """An operation gets a name that is no text."""
    GONE = "gone"
    """An object is used that has been garbage-collected."""
    EAGER_ONLY = "eager-only"
    """Something is used that only works outside of a graph."""
    ASSERTION = "assertion"
    """A check of a value fails."""
    RECURSION = "recursion"
    """Calls are nested too deeply."""
    XLA = "xla"
    """XLA cannot compile an operation."""
    OTHER = "other"
    """Any other exception, including those of user code."""
