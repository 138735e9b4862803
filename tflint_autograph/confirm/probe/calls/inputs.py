"""Searches arguments for functions without declared calls: tries candidates by kind until the eager call succeeds.

The result is Python code that a user could also declare.
"""

from __future__ import annotations

import importlib
import inspect
import itertools
from collections.abc import Callable, Iterator
from typing import Any

from tflint_autograph.confirm.probe.calls import named
from tflint_autograph.confirm.probe.calls.scope import TARGET, CallNames
from tflint_autograph.confirm.probe.calls.signatures import annotated, flags, plain, required
from tflint_autograph.confirm.probe.calls.typed import models, texts
from tflint_autograph.confirm.protocol import Driver

CALLS = 3
"""Minimum number of calls, to distinguish what happens once per trace from what happens on every call."""

_ATTEMPTS = 200

_Texts = tuple[str, str, str]

_VECTOR = ("tf.constant([1.5, -2.0, 3.0])", "tf.constant([-1.0, 2.5, 0.5])", "tf.constant([2.0, 4.0, -3.0])")
_MATRIX = (
    "tf.constant([[1.5, -2.0, 3.0], [0.5, 1.0, -1.0]])",
    "tf.constant([[-1.0, 2.5, 0.5], [2.0, -3.0, 1.0]])",
    "tf.constant([[2.0, 4.0, -3.0], [1.0, 0.5, 2.5]])",
)
_SQUARE = ("tf.eye(2)", "tf.eye(2) * -2.0", "tf.eye(2) + 1.0")
TENSORS: tuple[_Texts, ...] = (
    ("tf.constant(1.5)", "tf.constant(-2.5)", "tf.constant(3.5)"),
    _VECTOR,
    _MATRIX,
    ("tf.constant(2)", "tf.constant(3)", "tf.constant(4)"),
    ("tf.constant([3, 1, 2])", "tf.constant([1, 2, 3])", "tf.constant([2, 3, 1])"),
    _SQUARE,
    ("tf.ones([4, 1])", "tf.ones([4, 1]) * -2.0", "tf.ones([4, 1]) * 3.0"),
    ("tf.ones([2, 8, 8, 3])", "tf.ones([2, 8, 8, 3]) * -0.5", "tf.ones([2, 8, 8, 3]) * 0.5"),
    ("tf.ones([2, 3, 4])", "tf.ones([2, 3, 4]) * -1.0", "tf.ones([2, 3, 4]) * 2.0"),
    ("tf.constant(True)", "tf.constant(False)", "tf.constant(True)"),
    ("tf.constant('a')", "tf.constant('b')", "tf.constant('c')"),
    ("tf.constant(2, tf.int64)", "tf.constant(3, tf.int64)", "tf.constant(4, tf.int64)"),
    ("tf.constant([[0, 1], [1, 0]])", "tf.constant([[1, 0], [1, 1]])", "tf.constant([[0, 0], [1, 0]])"),
)
PYTHON: tuple[_Texts, ...] = (
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
)
_DATASET: _Texts = ("tf.data.Dataset.from_tensor_slices(tf.ones([4, 3]))",) * 3
_FUNCTION: _Texts = ("abs",) * 3
_TEXT: _Texts = ("'a'", "'a'", "'a'")
_FRACTIONS = ("rate", "dropout", "prob", "alpha", "beta", "decay", "momentum", "eps", "scale")
_YES_OR_NO = ("is_", "use_", "with_", "create_")
_FLAG: _Texts = ("True", "True", "True")


def search(
    function: Any, scope: CallNames, driver: Driver, renew: Callable[[], None] = lambda: None, number: int = CALLS
) -> tuple[str, ...]:
    """Returns the arguments, as Python code, of this many calls that succeed eagerly, or an empty tuple.

    The scope contains the function as the target; `function` provides its parameters, and `renew` resets the target after a failed call.
    """
    for tried, calls in enumerate(itertools.islice(_attempts(function, driver.prefer, scope), _ATTEMPTS)):
        if scope.is_over():
            return ()
        if tried:
            renew()
        if all(_succeeds(text, scope) for text in calls[:number]):
            return calls[:number]
    return ()


def given_kinds(function: Any) -> tuple[str, ...]:
    """Returns the kinds of arguments (`Driver.prefer`) that lead to different calls. Without parameters all are the same."""
    wanted = len(required(plain(function)))
    kinds = ("tensor", *(("python",) if wanted else ()), *(("mixed",) if wanted > 1 else ()))
    return (*kinds, "flags") if flags(plain(function)) else kinds


def _succeeds(text: str, scope: CallNames) -> bool:
    try:
        scope.value(f"{TARGET}({text})")
    except Exception as error:  # noqa: BLE001 - whatever the user's code raises, these are not its arguments
        scope.refuse(error)
        return False
    return True


def _attempts(function: Any, prefer: str, scope: CallNames) -> Iterator[tuple[str, ...]]:
    """Yields arguments for three calls. If flags are preferred, one flag differs from its default each time."""
    if prefer != "flags":
        yield from _given(function, prefer, scope)
        return
    for flag in flags(plain(function)):
        for calls in _given(function, "tensor", scope):
            yield tuple(", ".join(filter(None, (text, f"{flag.name}={not flag.default}"))) for text in calls)


def _given(function: Any, prefer: str, scope: CallNames) -> Iterator[tuple[str, ...]]:
    """Yields the required arguments: first the same candidate for all parameters, then combinations."""
    fixed = _signature(function)
    python = plain(function)
    wanted = list(required(python))
    if fixed is not None and len(fixed) == len(wanted):
        yield _calls(wanted, fixed)
    if not wanted or (prefer == "mixed" and len(wanted) == 1):
        yield from [] if wanted else [("",) * CALLS]
        return
    hints = annotated(python)
    hinted = [_hinted(each, prefer, texts(hints.get(each.name), scope.is_own), scope) for each in wanted]
    others = [_others(prefer, index) for index in range(len(wanted))]
    likely = [each or other for each, other in zip(hinted, others, strict=True)]
    longest = max(map(len, likely))
    yield from (_calls(wanted, [each[min(index, len(each) - 1)] for each in likely]) for index in range(longest))
    if any(hinted):
        mostly = [(*each, *other) for each, other in zip(hinted, others, strict=True)]
        yield from (_calls(wanted, [each[index] for each in mostly]) for index in range(len(others[0])))
    if len(wanted) > 1:
        mixed = itertools.product(*((*each, *other)[:6] for each, other in zip(hinted, others, strict=True)))
        yield from (_calls(wanted, chosen) for chosen in mixed)


def _others(prefer: str, index: int) -> tuple[_Texts, ...]:
    """Returns the candidates for the parameter at an index when nothing else is known."""
    is_python = prefer == "python" or (prefer == "mixed" and index > 0)
    return (*PYTHON, *TENSORS) if is_python else (*TENSORS, *PYTHON)


def _signature(function: Any) -> list[_Texts] | None:
    """Returns candidates from an `input_signature`, or None."""
    signature = getattr(function, "input_signature", None)
    tf = importlib.import_module("tensorflow")
    if not signature or not all(isinstance(spec, tf.TensorSpec) for spec in signature):
        return None
    return [_of_spec(spec) for spec in signature]


def _of_spec(spec: Any) -> _Texts:
    shape = [size or 3 for size in spec.shape] if spec.shape.rank is not None else [3]
    dtype = f"tf.{spec.dtype.name}"
    one, two, three = (f"tf.cast(tf.fill({shape}, {number}), {dtype})" for number in (1, 2, 3))
    return one, two, three


def _hinted(parameter: inspect.Parameter, prefer: str, typed: tuple[str, ...], scope: CallNames) -> tuple[_Texts, ...]:
    """Returns candidates from the name and annotation of a parameter, most likely first."""
    name = parameter.name.lower()
    annotation = str(parameter.annotation)
    is_bare = parameter.annotation is parameter.empty
    hinted: list[_Texts] = []
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


def _varied(text: str) -> _Texts:
    """Returns different arrays for each call; other values are the same in every call."""
    return (text, f"{text} * -2.0", f"{text} * 3.0") if text.startswith("np.ones") else (text,) * 3


def _calls(wanted: list[inspect.Parameter], chosen: Any) -> tuple[str, ...]:
    def written(parameter: inspect.Parameter, text: str) -> str:
        return f"{parameter.name}={text}" if parameter.kind is parameter.KEYWORD_ONLY else text

    return tuple(
        ", ".join(written(parameter, texts[call]) for parameter, texts in zip(wanted, chosen, strict=True))
        for call in range(CALLS)
    )
