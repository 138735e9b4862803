"""Why AutoGraph leaves a function as it is written: a clause for people, and what a remedy depends on."""

from __future__ import annotations

from enum import Enum

from tflint_autograph.model.record import record


class Cause(Enum):
    """What keeps a function from being converted."""

    NOTHING = "nothing"
    OPTION = "`autograph=False`"
    MARK = "`do_not_convert`"
    WRAPPER = "a decorator that calls it"
    PROPERTY = "a property"
    CONSTRUCTOR = "a constructor"
    OPERATOR = "an operator method"
    GENERATOR = "a generator"
    BASE = "the class of its method"
    MODULE = "its module"
    KERAS = "Keras 3"
    CALLER = "what it is passed to"
    CONSTRUCT = "a construct in its text"


@record
class Reason:
    """Why a function is not converted; false for one that is."""

    cause: Cause
    text: str

    def __bool__(self) -> bool:
        return self.cause is not Cause.NOTHING


CONVERTED = Reason(Cause.NOTHING, "")
OPTION = Reason(Cause.OPTION, "`autograph=False` keeps it from being converted")
PROPERTY = Reason(Cause.PROPERTY, "a property is never converted")
CONSTRUCTOR = Reason(Cause.CONSTRUCTOR, "a constructor is never converted")
OPERATOR = Reason(Cause.OPERATOR, "an operator method is never converted")
GENERATOR = Reason(Cause.GENERATOR, "a generator is never converted")
TOUCHED = Reason(Cause.OPERATOR, "Python runs it as it is written")
KERAS = Reason(Cause.KERAS, "Keras 3 runs it as it is written")


def wrapped(wrapper: str) -> Reason:
    """The function stands behind `wrapper`, such as `lru_cache`."""
    return Reason(Cause.MARK if wrapper == "`do_not_convert`" else Cause.WRAPPER, f"{wrapper} keeps it from being converted")


def passed_to(caller: str) -> Reason:
    """The function is given to `caller`, which calls it without AutoGraph."""
    return Reason(Cause.CALLER, f"{caller} runs it as it is written")
