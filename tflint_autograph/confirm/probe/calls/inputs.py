"""Candidate arguments for the parameters of a function without declared calls. Makes no call.

The result is Python code that a user could also declare.
"""

from __future__ import annotations

import importlib
import inspect
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from tflint_autograph.confirm.probe.calls import named
from tflint_autograph.confirm.probe.calls.fitting import Texts, beside, fitting, near, numbers
from tflint_autograph.confirm.probe.calls.scope import CallNames
from tflint_autograph.confirm.probe.calls.signatures import annotated, flags, optional, plain, required
from tflint_autograph.confirm.probe.calls.typed import models, texts
from tflint_autograph.confirm.probe.calls.use import Use
from tflint_autograph.confirm.probe.calls.uses import uses

CALLS = 3
"""Minimum number of calls, to distinguish what happens once per trace from what happens on every call."""

_VECTOR = ("tf.constant([1.5, -2.0, 3.0])", "tf.constant([-1.0, 2.5, 0.5])", "tf.constant([2.0, 4.0, -3.0])")
_MATRIX = (
    "tf.constant([[1.5, -2.0, 3.0], [0.5, 1.0, -1.0]])",
    "tf.constant([[-1.0, 2.5, 0.5], [2.0, -3.0, 1.0]])",
    "tf.constant([[2.0, 4.0, -3.0], [1.0, 0.5, 2.5]])",
)
_SQUARE = ("tf.eye(2)", "tf.eye(2) * -2.0", "tf.eye(2) + 1.0")
TENSORS: tuple[Texts, ...] = (
    ("tf.constant(1.5)", "tf.constant(-2.5)", "tf.constant(3.5)"),
    _VECTOR,
    _MATRIX,
    ("tf.constant(2)", "tf.constant(3)", "tf.constant(4)"),
    ("tf.constant([1, 0])", "tf.constant([0, 1])", "tf.constant([1, 1])"),
    ("tf.constant([3, 1, 2])", "tf.constant([1, 2, 3])", "tf.constant([2, 3, 1])"),
    _SQUARE,
    ("tf.ones([4, 1])", "tf.ones([4, 1]) * -2.0", "tf.ones([4, 1]) * 3.0"),
    ("tf.ones([2, 8, 8, 3])", "tf.ones([2, 8, 8, 3]) * -0.5", "tf.ones([2, 8, 8, 3]) * 0.5"),
    ("tf.ones([2, 3, 4])", "tf.ones([2, 3, 4]) * -1.0", "tf.ones([2, 3, 4]) * 2.0"),
    ("tf.constant(True)", "tf.constant(False)", "tf.constant(True)"),
    ("tf.constant('a')", "tf.constant('b')", "tf.constant('c')"),
    ("tf.constant(2, tf.int64)", "tf.constant(3, tf.int64)", "tf.constant(4, tf.int64)"),
    ("tf.constant([[0, 1], [1, 0]])", "tf.constant([[1, 0], [1, 1]])", "tf.constant([[0, 0], [1, 0]])"),
    ("tf.constant([1.5, -2.0], tf.float64)", "tf.constant([-1.0, 2.5], tf.float64)", "tf.constant([2.0, 4.0], tf.float64)"),
    ("tf.constant(1.5, tf.float64)", "tf.constant(-2.5, tf.float64)", "tf.constant(3.5, tf.float64)"),
    ("tf.constant(['a', 'bc'])", "tf.constant(['b', 'ca'])", "tf.constant(['c', 'ab'])"),
    ("tf.constant(2)", "tf.constant(0)", "tf.constant(1)"),
    ("tf.constant([2, 0, 1])", "tf.constant([0, 1, 2])", "tf.constant([1, 2, 0])"),
    ("tf.constant([0.5, 0.25, 0.75])", "tf.constant([0.25, 0.75, 0.5])", "tf.constant([0.75, 0.5, 0.25])"),
    ("tf.constant(0.5)", "tf.constant(0.25)", "tf.constant(0.75)"),
    ("tf.range(100.0)", "tf.range(100.0) * -2.0", "tf.range(100.0) * 3.0"),
)
PYTHON: tuple[Texts, ...] = (
    ("20", "40", "60"),
    ("2", "3", "4"),
    ("0.5", "-1.5", "2.5"),
    ("True", "False", "True"),
    ("'a'", "'b'", "'c'"),
    ("[tf.ones([2])] * 20", "[tf.ones([2])] * 40", "[tf.ones([2])] * 60"),
    (
        "{'a': tf.constant(1.0), 'b': tf.constant(2.0), 'x': tf.constant(3.0)}",
        "{'a': tf.constant(-1.0), 'b': tf.constant(3.0), 'x': tf.constant(4.0)}",
        "{'a': tf.constant(2.0), 'b': tf.constant(4.0), 'x': tf.constant(5.0)}",
    ),
    ("np.ones([4, 1], np.float32)", "np.ones([4, 1], np.float32) * -2", "np.ones([4, 1], np.float32) * 3"),
    ("tf.Variable([1.5, -2.0, 3.0])",) * 3,
)
_COUNTS: Texts = ("tf.constant(3)", "tf.constant(2)", "tf.constant(4)")
_DATASET: Texts = ("tf.data.Dataset.from_tensor_slices(tf.ones([4, 3]))",) * 3
_FUNCTION: Texts = ("abs",) * 3
_TEXT: Texts = ("'a'", "'a'", "'a'")
_FRACTIONS = ("rate", "dropout", "prob", "alpha", "beta", "decay", "momentum", "eps", "scale")
_YES_OR_NO = ("is_", "use_", "with_", "create_")
_USUAL = 7
"""How many of the usual candidates come before those with the sizes of the module."""

_RANKED = 4
"""How many parameters get different candidates in combinations."""

_COMBINED = 120
"""Maximum number of combinations that are tried before one argument at a time is replaced."""

_FLAG: Texts = ("True", "True", "True")
_LEFT_OUT: Texts = ("", "", "")

Given: TypeAlias = tuple[Texts, ...]
"""The argument for each parameter; empty where an optional one is left out."""


@dataclass(frozen=True, slots=True)
class Place:
    """A parameter with its candidates: those that its name, annotation and use suggest, then those for any parameter."""

    parameter: inspect.Parameter
    likely: tuple[Texts, ...]
    others: tuple[Texts, ...] = ()

    @property
    def is_optional(self) -> bool:
        """Whether the argument may be left out."""
        return self.parameter.default is not self.parameter.empty

    @property
    def candidates(self) -> tuple[Texts, ...]:
        """All candidates, without duplicates."""
        return tuple(dict.fromkeys((*self.likely, *self.others)))


def places(function: Any, prefer: str, scope: CallNames) -> tuple[Place, ...]:
    """Returns the required parameters, and the optional ones for which other values than the default are known."""
    python = plain(function)
    hints, used = annotated(python), uses(python, scope.names)
    further = near(scope)
    found = []
    for index, each in enumerate(required(python)):
        use = used.get(each.name, Use())
        others = _others(prefer, index)
        typed = texts(hints.get(each.name), scope.is_own)
        counted = (others[0] if others[0] in PYTHON else _COUNTS,) if use.is_range and not typed else ()
        likely = (*beside(each.name, scope), *fitting(use, scope), *counted, *_hinted(each, prefer, typed, scope))
        found.append(Place(each, likely, (*others[:_USUAL], *further, *others[_USUAL:], *numbers(use))))
    for each in optional(python):
        use = used.get(each.name, Use())
        other = ((str(not each.default),) * 3,) if isinstance(each.default, bool) else ()
        counted = (PYTHON[0],) if use.is_range and type(each.default) is int else ()
        likely = (*other, *counted, *fitting(use, scope), *numbers(use)) if other or counted or use.values or use.kinds else ()
        # What may be None is a tensor where a call needs it
        others = TENSORS[:_USUAL] if each.default is None and not likely else ()
        found += [Place(each, likely, others)] if likely or others else []
    return tuple(found)


def given_kinds(function: Any) -> tuple[str, ...]:
    """Returns the kinds of arguments (`Driver.prefer`) that lead to different calls. Without parameters all are the same."""
    wanted = len(required(plain(function)))
    kinds = ("tensor", *(("python",) if wanted else ()), *(("mixed",) if wanted > 1 else ()))
    return (*kinds, "flags") if flags(plain(function)) else kinds


def attempts(known: Sequence[Place], prefer: str, signatures: Sequence[Given]) -> Iterator[Given]:
    """Yields arguments for three calls. If flags are preferred, one flag differs from its default each time.

    `signatures` are those that fit an `input_signature`, which takes no others.
    """
    if prefer != "flags":
        yield from _given(known, prefer, signatures)
        return
    for index, place in enumerate(known):
        if place.is_optional and isinstance(place.parameter.default, bool):
            for given in _given(known, "tensor", signatures):
                yield (*given[:index], place.likely[0], *given[index + 1 :])


def written(known: Sequence[Place], given: Given) -> tuple[str, ...]:
    """Returns the code of the arguments of each call."""

    def shown(place: Place, text: str) -> str:
        by_name = place.is_optional or place.parameter.kind is place.parameter.KEYWORD_ONLY
        return f"{place.parameter.name}={text}" if by_name else text

    pairs = [(place, chosen) for place, chosen in zip(known, given, strict=True) if chosen != _LEFT_OUT]
    return tuple(", ".join(shown(place, chosen[call]) for place, chosen in pairs) for call in range(CALLS))


def _given(known: Sequence[Place], prefer: str, signatures: Sequence[Given]) -> Iterator[Given]:
    """Yields the required arguments: first the same candidate for all parameters, then combinations."""
    wanted = [place for place in known if not place.is_optional]
    rest = (_LEFT_OUT,) * (len(known) - len(wanted))
    fixed = [given for given in signatures if len(given) == len(wanted)]
    yield from ((*given, *rest) for given in fixed)
    if fixed:
        return
    if not wanted or (prefer == "mixed" and len(wanted) == 1):
        yield from [] if wanted else [rest]
        absent = [place for place in known if place.is_optional and place.others]
        yield from (tuple(each if place in absent else _LEFT_OUT for place in known) for each in TENSORS[:_USUAL] if absent and not wanted)
        return
    likely = [place.likely or place.others for place in wanted]
    longest = max(map(len, likely))
    yield from ((*(each[min(index, len(each) - 1)] for each in likely), *rest) for index in range(longest))
    if any(place.likely for place in wanted):
        everything = [place.candidates for place in wanted]
        longest = max(len(place.others) for place in wanted)
        yield from ((*(each[min(index, len(each) - 1)] for each in everything), *rest) for index in range(longest))
    if len(wanted) > 1:
        # Those that come first for all parameters are combined first
        ranks = sorted(itertools.product(*(range(len(place.candidates[:_USUAL])) for place in wanted[:_RANKED])), key=sum)
        for chosen in itertools.islice(ranks, _COMBINED):
            ranked = (place.candidates[rank] for place, rank in zip(wanted, (*chosen, *chosen[-1:] * len(wanted)), strict=False))
            yield (*ranked, *rest)


def _others(prefer: str, index: int) -> tuple[Texts, ...]:
    """Returns the candidates for the parameter at an index when nothing else is known."""
    is_python = prefer == "python" or (prefer == "mixed" and index > 0)
    return (*PYTHON, *TENSORS) if is_python else (*TENSORS, *PYTHON)


def signed(function: Any, scope: CallNames) -> tuple[Given, ...]:
    """Returns arguments that fit the `input_signature` of a function; empty if there is none of tensors.

    The first ones have the sizes that the function compares those of its parameters with.
    """
    signature = getattr(function, "input_signature", None)
    tf = importlib.import_module("tensorflow")
    if not signature or not all(isinstance(spec, tf.TensorSpec) for spec in signature):
        return ()
    compared = dict.fromkeys(size for use in uses(plain(function), scope.names).values() for size in use.lengths)
    every = (*((size, size + 1, size + 2) for size in compared), (3, 1, 2), (3, 3, 3), (2, 2, 2), (4, 4, 4), (1, 1, 1))
    return tuple(tuple(_of_spec(spec, sizes) for spec in signature) for sizes in every)


def _of_spec(spec: Any, sizes: Sequence[int]) -> Texts:
    """Returns tensors for a specification, of these sizes where it leaves one open."""
    values = ("'a'", "'b'", "'c'") if spec.dtype.name == "string" else ("1", "2", "3")
    one, two, three = (_filled(spec, size, value) for size, value in zip(sizes, values, strict=True))
    return one, two, three


def _filled(spec: Any, size: int, value: str) -> str:
    shape = [known or size for known in spec.shape] if spec.shape.rank is not None else [size]
    text = f"tf.fill({shape}, {value})"
    return text if spec.dtype.name == "string" else f"tf.cast({text}, tf.{spec.dtype.name})"


def _each_of(text: str, values: Texts) -> Texts:
    one, two, three = map(text.format, values)
    return one, two, three


def repeated(given: Given) -> Given:
    """Returns the arguments with the same Python scalars and lists in all calls: other scalars and lengths would cause a retrace."""
    return tuple((chosen[0],) * 3 if chosen[0].lstrip("-").replace(".", "", 1).isdigit() or chosen[0][:1] in ("'", "[") else chosen for chosen in given)


def lifted(known: Sequence[Place], given: Given) -> Iterator[Given]:
    """Yields the arguments with one Python scalar as a tensor."""
    for index, chosen in enumerate(given):
        if known[index].parameter.annotation is inspect.Parameter.empty and not known[index].is_optional and chosen[0].lstrip("-").replace(".", "", 1).isdigit():
            for text in ("tf.constant({})", "tf.constant({}, tf.float32)"):
                yield (*given[:index], _each_of(text, chosen), *given[index + 1 :])


def _hinted(parameter: inspect.Parameter, prefer: str, typed: tuple[str, ...], scope: CallNames) -> tuple[Texts, ...]:
    """Returns candidates from the name and annotation of a parameter, most likely first."""
    name = parameter.name.lower()
    annotation = str(parameter.annotation)
    is_bare = parameter.annotation is parameter.empty
    hinted: list[Texts] = []
    if name in ("train", "flag") or name.endswith("training") or name.startswith(_YES_OR_NO) or "bool" in annotation:
        hinted.append(_FLAG)
    elif annotation in ("int", "<class 'int'>"):
        hinted.append(PYTHON[0])
    elif annotation in ("float", "<class 'float'>"):
        hinted.append(PYTHON[2])
    elif "Dataset" in annotation or (is_bare and ("dataset" in name or name in ("ds", "data"))):
        hinted.append(_DATASET)
    elif is_bare and name in ("f", "fn", "func", "function", "callback", "g"):
        hinted += [_FUNCTION, (named.CALLABLE,) * 3]
    elif is_bare and ("name" in name or "path" in name):
        hinted.append(_TEXT)
    else:
        own = models(scope.classes(), scope.is_own) if not typed and name.endswith(named.MODELS) else ()
        hinted += map(_varied, (*typed, *own) or named.texts(name))
    if prefer == "python" and any(word in name for word in _FRACTIONS):
        hinted.append(("0.5", "0.25", "0.75"))
    return tuple(hinted)


def _varied(text: str) -> Texts:
    """Returns different arrays for each call; other values are the same in every call."""
    return (text, f"{text} * -2.0", f"{text} * 3.0") if text.startswith("np.ones") else (text,) * 3
