"""Texts in an eager run that are not known: what shows that a value is one, and what its methods make of it."""

from __future__ import annotations

from tflint_autograph.traced.eager_runs.constants import UNSURE, scalar
from tflint_autograph.traced.eager_runs.core import ROUNDS
from tflint_autograph.traced.eager_runs.values import OPAQUE, Given, Opaque, Plain, Scalar, Sequence, Value

_WORDS = frozenset({"split", "rsplit"})
_CHANGING = frozenset({"strip", "lstrip", "rstrip", "lower", "upper", "title", "casefold", "capitalize", "swapcase"})
METHODS = _WORDS | {"splitlines"} | _CHANGING
"""Methods that neither tensors, arrays, datasets nor containers have."""


def of_method(owner: Value, name: str, given: Given) -> Value:
    """Returns what a method gives of a text, or of something unknown that may be one, as the arguments allow."""
    args, named = given
    is_text = isinstance(owner, Scalar) and owner.type == "str"
    if named or name not in METHODS or not (is_text or isinstance(owner, Opaque)) or not all(map(_is_text, args)):
        return OPAQUE
    of = scalar(name, [owner, *args], "str")
    token = of.token if isinstance(of, (Scalar, Opaque)) else None
    if token is None:
        return OPAQUE
    if name in _CHANGING:
        return Scalar("str", ("text", token))
    words: list[Value] = [Scalar("str", ("word", token, place)) for place in range(ROUNDS)]
    # A line has any number of words; what a separator divides is most often a row of as many columns as the others have.
    length = Scalar("int", ("selected", UNSURE, token)) if name in _WORDS and not args else None
    return Sequence("list", words, is_open=True, length=length)


def _is_text(value: Value) -> bool:
    return (isinstance(value, Plain) and isinstance(value.value, str)) or (isinstance(value, Scalar) and value.type == "str")
