"""Which calls trace the functions passed to them, and which run them eagerly."""

from __future__ import annotations

from enum import Enum
from functools import cache

from tflint_autograph.model.record import record
from tflint_autograph.tfapi.load import table
from tflint_autograph.tfapi.names import abbreviated, canonical

_OWNERS = {"dataset": "Dataset", "strategy": "strategy", "model": "Model", "layer": "Layer", "optimizer": "Optimizer"}


class When(Enum):
    """When a passed function is traced: always, only under a traced caller, or never (it runs in Python)."""

    ALWAYS = "always"
    INSIDE = "inside"
    NEVER = "never"


@record
class ArgumentPlace:
    """Where a call takes a function: `position` counts from 0, None if it is keyword-only.

    `parameters` says how the function is called: `passed`, `tensor`, `tensors`, `elements`, `state+elements`, `keys`, `key+dataset`, `dataset`,
    `none`, `eager`, `spec` (tracing.toml). `each`: a list, tuple or dict of functions is passed (also nested in pairs, as in `tf.case`).
    """

    position: int | None
    keyword: str
    parameters: str
    each: bool


@record
class TracingCall:
    """One row of the table. `root` is the word for traces: `tf.function`, `Dataset.map`, `tf.while_loop`.

    `converts`: AutoGraph converts a module-level function passed in (FACTS, "which APIs convert"); nested functions of a converted function
    are converted anyway. `converts_keras2`: only Keras 2 converts it, for losses and metrics passed to `compile`. `decorator`: the call is
    also used as `@name`.
    """

    root: str
    when: When
    converts: bool
    converts_keras2: bool
    decorator: bool
    places: tuple[ArgumentPlace, ...]


@cache
def tracing_call(name: str) -> TracingCall | None:
    """Returns the row of a resolved dotted name, or None for a call that traces nothing."""
    name = canonical(name)
    row = table("tracing")["calls"].get(name)
    return _parsed(abbreviated(name), row) if row else None


def escapes(name: str) -> bool:
    """Whether a call of the resolved dotted name runs the passed function as eager code each time."""
    row = tracing_call(name)
    return row is not None and row.when is When.NEVER


@cache
def tracing_method(kind: str, method: str) -> TracingCall | None:
    """Returns the row of a method of an object of `kind` (`dataset`, `strategy`, `model`, `layer`, `optimizer`, `function`), or None."""
    row = table("tracing")["methods"].get(kind, {}).get(method)
    return _parsed(f"{_OWNERS.get(kind, kind)}.{method}", row) if row else None


@cache
def left_by_keras_3() -> frozenset[str]:
    """Returns the roots of the rows whose functions Keras 2 converts and Keras 3 does not, such as `Model.compile`."""
    rows = (tracing_method(kind, method) for kind, known in table("tracing")["methods"].items() for method in known)
    return frozenset(row.root for row in rows if row is not None and row.converts_keras2 and not row.converts)


@cache
def tracing_methods() -> frozenset[str]:
    """Returns the names of all methods that have a row, for objects of any kind."""
    return frozenset(name for rows in table("tracing")["methods"].values() for name in rows)


def selects(name: str) -> bool:
    """Whether the function returns the result of one of two functions, by a condition that the graph decides."""
    return canonical(name) == "tensorflow.cond"


def lifts(name: str) -> bool:
    """Whether `with name():` lifts operations out of the graph (`tf.init_scope`). Python code in it still runs once per trace."""
    return canonical(name) in table("tracing")["contexts"]


def _parsed(root: str, row: str) -> TracingCall:
    when, how, *rest = row.split()
    places = tuple(_place(word) for word in rest if word != "decorator")
    return TracingCall(root, When(when), how == "converted", how != "raw", "decorator" in rest, places)


def _place(word: str) -> ArgumentPlace:
    position, keyword, parameters, *each = word.split(":")
    return ArgumentPlace(None if position == "-" else int(position), keyword, parameters, bool(each))
