"""Decides whether AutoGraph converts a function, by the function itself (FACTS, "What surprises", and the tables at its end)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import ClassKey, FunctionFact, FunctionKey, Lowered
from tflint_autograph.model.values import Callee
from tflint_autograph.project.bodies.decorators import traced_with
from tflint_autograph.project.tracing.unconverted import (
    CONSTRUCTOR,
    CONVERTED,
    GENERATOR,
    KERAS_3,
    OPERATOR,
    PROPERTY,
    TOUCHED,
    Cause,
    Reason,
    wrapped,
)
from tflint_autograph.tfapi.names import canonical

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis
    from tflint_autograph.project.values.body_result import CallSite

DO_NOT_CONVERT = "tensorflow.autograph.experimental.do_not_convert"
_WRAPPERS = {
    "functools.lru_cache": "`lru_cache`",
    "functools.cache": "`functools.cache`",
    DO_NOT_CONVERT: "`do_not_convert`",
    "tensorflow.custom_gradient": "`tf.custom_gradient`",
    "tensorflow.recompute_grad": "`tf.recompute_grad`",
    "tensorflow.grad_pass_through": "`tf.grad_pass_through`",
    "builtins.property": "a property",
    "functools.cached_property": "a property",
}
_PLAIN_CLASSES = {
    "unittest.TestCase": "a method of a `TestCase`",
    "unittest.case.TestCase": "a method of a `TestCase`",
    "tensorflow.test.TestCase": "a method of a `TestCase`",
    "absl.testing.absltest.TestCase": "a method of a `TestCase`",
    "absl.testing.parameterized.TestCase": "a method of a `TestCase`",
    "typing.NamedTuple": "a method of a named tuple",
}
_CONSTRUCTORS = ("__init__", "__new__", "__post_init__")
_NAMED_TUPLE = "collections.namedtuple"
_MODULES = (
    "collections", "copy", "cProfile", "inspect", "ipdb", "linecache", "mock", "numpy", "pandas", "matplotlib", "PIL",
    "pathlib", "pdb", "pkg_resources", "psutil", "pybind11_abseil", "pytest", "re", "tensorflow", "threading", "urllib",
    "keras", "tf_keras", "tensorflow_probability", "tensorflow_datasets.core", "absl.logging",
)  # fmt: skip


def kept_as_root(analysis: Analysis, target: Callee, lowered: Lowered) -> Reason:
    """Returns the reason why AutoGraph does not convert a function that it is explicitly applied to.

    Applied explicitly (`@tf.function`, `Dataset.map`), only the text of the function matters: methods of any class and functions of any
    module are converted.
    """
    wrapper = _wrapper(analysis, target, lowered.fact)
    if wrapper and wrapper != "a property":
        return wrapped(wrapper)
    return GENERATOR if lowered.body.generator else turned_off(analysis, target.key)


def kept_when_touched(method: str) -> Reason:
    """Returns the reason why AutoGraph does not convert a method that Python runs implicitly (FACTS control_dunder_not_converted)."""
    return OPERATOR if method.startswith("__") and method.endswith("__") else TOUCHED


def kept_when_called(analysis: Analysis, target: Callee, lowered: Lowered) -> Reason:
    """Returns the reason why a function is not converted when converted code calls it.

    Constructors, generators and cached functions are not converted (FACTS conversion-fallback), nor are the modules of FACTS, "is a helper
    converted, by its module name". An operator method called by its name is converted.
    """
    fact = lowered.fact
    if fact.owner and fact.name in _CONSTRUCTORS:
        return CONSTRUCTOR
    wrapper = _wrapper(analysis, target, fact)
    if wrapper == "a property":
        return PROPERTY
    module = analysis.project.module(target.key.path)
    dotted = module.module if module else ""
    if _is_left_alone(dotted):
        return Reason(Cause.MODULE, f"AutoGraph never converts the module `{dotted}`")
    plain = _plain_class(analysis, target.key.path, fact)
    return Reason(Cause.BASE, f"{plain} is never converted") if plain else kept_as_root(analysis, target, lowered)


@lru_cache(maxsize=1024)
def _is_left_alone(dotted: str) -> bool:
    return any(dotted == name or dotted.startswith(name + ".") for name in _MODULES)


def kept_by_keras(analysis: Analysis, site: CallSite, target: Callee) -> Reason:
    """Returns the reason why AutoGraph does not see the call: Keras 3 runs what is behind `layer(x)` unconverted."""
    method = analysis.keras_versions.method(target.key)
    if method is None:
        return CONVERTED
    is_behind = site.func.cls is not None and method.name != "__call__"
    is_converted = method.is_converted if is_behind else method.is_converted_direct
    if is_converted():
        return CONVERTED
    text = f"Keras {method.generation} calls `{analysis.project.display(target.key)}` unconverted"
    return Reason(Cause.KERAS, text, KERAS_3.under if is_converted(2) else "")


def asks_for_conversion(analysis: Analysis, site: CallSite, target: Callee) -> bool:
    """Whether the function behind `layer(x)` is converted even if its caller is not, because Keras 2 converts it itself.

    FACTS "Keras and conversion": tf_keras converts `call` under its own steps, which it does not convert.
    """
    method = analysis.keras_versions.method(target.key)
    if method is None or method.base.kind == "module" or site.func.cls is None or site.func.callees:
        return False
    return method.is_converted()


def asks_itself(analysis: Analysis, target: Callee, fact: FunctionFact) -> bool:
    """Whether a call of the function, by whatever code, is one of a `tf.function`, which converts what it is put around."""
    return target.wrapper == "tensorflow.function" or bool(fact.decorators and _is_traced(fact, tuple(traced_with(analysis, target.key))))


def _is_traced(fact: FunctionFact, inside: tuple[str, ...]) -> bool:
    """Whether a decorator traces the function. `inside`: those that are not outside of it, as `traced_with` gives them."""
    return len(inside) < len(fact.decorators)


def _wrapper(analysis: Analysis, target: Callee, fact: FunctionFact) -> str:
    """Returns the wrapper around the function, in words, that AutoGraph does not look through; not one around its `tf.function`."""
    names = tuple(traced_with(analysis, target.key)) if fact.decorators else ()
    around = () if _is_traced(fact, names) else (target.wrapper,)
    return next((_WRAPPERS[name] for name in (*around, *sorted(names)) if name in _WRAPPERS), "")


def _plain_class(analysis: Analysis, path: str, fact: FunctionFact) -> str:
    if not fact.owner:
        return ""
    owner = analysis.project.cls(ClassKey(path, fact.owner))
    for base in owner.bases if owner is not None else ():
        if isinstance(base, ir.Call) and analysis.called_name(path, owner.parent if owner else "", base) == _NAMED_TUPLE:
            return _PLAIN_CLASSES["typing.NamedTuple"]
    names = analysis.classes.external(ClassKey(path, fact.owner))
    return next((_PLAIN_CLASSES[canonical(name)] for name in names if canonical(name) in _PLAIN_CLASSES), "")


def turned_off(analysis: Analysis, key: FunctionKey) -> Reason:
    """Returns the reason if a construct in the function's text disables its conversion."""
    cause = analysis.disabled(key)
    text = f"{cause} in `{analysis.project.display(key)}` turns conversion off"
    return Reason(Cause.CONSTRUCT, text) if cause else CONVERTED
