"""Evaluates calls: built-ins, containers, TensorFlow functions, and functions of the project."""

from __future__ import annotations

from sys import intern
from typing import TYPE_CHECKING

from tflint_autograph.model.body import At
from tflint_autograph.model.facts import ClassKey
from tflint_autograph.model.joins import join, join_all
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import NOTHING, UNKNOWN, Kind, Origin, Value, each_of, seeds_the_same
from tflint_autograph.project.interpreter.datasets import of_splits, with_element
from tflint_autograph.project.interpreter.displays import COLLECTIONS, by_method, new_container
from tflint_autograph.project.interpreter.implicit import formatted
from tflint_autograph.project.interpreter.narrowing import answer, answer_of
from tflint_autograph.project.interpreter.receivers import made_of_unknown
from tflint_autograph.project.interpreter.records import (
    NAMED_TUPLE,
    class_of,
    filled,
    object_of,
    shared_object,
    subclasses_of,
    tuple_of,
)
from tflint_autograph.project.interpreter.special import GLOBALS, SPECIAL, of_globals
from tflint_autograph.project.values import dtypes, shapes
from tflint_autograph.project.values.arithmetic import type_of_math
from tflint_autograph.project.values.body_result import CallSite
from tflint_autograph.project.values.elements import element_of
from tflint_autograph.tfapi import effects, keras, tables
from tflint_autograph.tfapi.names import FRAMEWORKS, abbreviated, canonical

if TYPE_CHECKING:
    from tflint_autograph.project.interpreter.expressions import Evaluator
    from tflint_autograph.project.values.scope import Arguments

KINDS = {
    "tensor": Kind.TENSOR,
    "ragged": Kind.TENSOR,
    "sparse": Kind.TENSOR,
    "variable": Kind.VARIABLE,
    "tensorarray": Kind.TENSORARRAY,
    "dataset": Kind.DATASET,
    "dataset-iterator": Kind.ITERATOR,
    "numpy": Kind.NUMPY,
    "python": Kind.PYTHON,
    "function": Kind.CALLABLE,
}
"""The words of `tfapi.tables` that name a kind. Every other word names the type of an object."""

LISTS = {"tensors": Kind.TENSOR, "tuple": Kind.NUMPY, "variables": Kind.VARIABLE}
"""The words of `tfapi.tables` that name a list, with the kind of its elements."""


_GRAPH = frozenset({"tensor", "tensors", "ragged", "sparse", "variable", "tensorarray", "none"})
"""Kinds that only operations return. `none` stands for calls made for their effect: `tf.print`, `assert_*`."""


def known(word: str, run: Evaluator, site: CallSite, spoken: str, source: str) -> Value:
    """Returns the value for a word of `tfapi.tables`, created by the call `spoken` of a function or object (`Step.source`)."""
    if word in _GRAPH:
        run.flow.ops.add(site.index)
    if word in ("unknown", "none"):
        return UNKNOWN
    kind = KINDS.get(word, Kind.OBJECT)
    because = run.step(site.at, intern(kind.created_by(spoken)), kind, source) if word in KINDS else None
    if word == "splits":
        return of_splits(run, site, site.argument(0, "split"), spoken)
    if word == "paths":
        return Value(Kind.OBJECT, Origin.FRESH, type="builtins.generator", element=Value(Kind.OBJECT, Origin.FRESH, type="pathlib.Path"))
    if word in LISTS:
        return list_of(word)
    value = Value(kind, Origin.FRESH, type=word, provenance=because)
    return with_element(value, site) if value.kind is Kind.DATASET else value


def list_of(word: str) -> Value:
    """Returns a new list with elements of the kind that a word of `LISTS` names."""
    return Value(Kind.CONTAINER, Origin.FRESH, type="builtins.list", element=Value(LISTS[word], Origin.FRESH))


def result(run: Evaluator, site: CallSite) -> Value:
    """Returns the result of the call, from the first that knows it: the project, a built-in, the tables, the receiver."""
    func = site.func
    if func.klass is not None:
        return _module_of(run, site, func.klass) or shared_object(run, site) or filled(run, site, object_of(func, func.klass))
    if func.callees:
        sure = answer_of(run, site)
        made = _of_any(run, site) if sure is None else Value(Kind.PYTHON, Origin.FRESH, type="builtins.bool", const=sure)
        if func.possible_classes:
            made = join_all((made, *[_called(run, site, one) for one in each_of(func)]))
        return join(_external(run, site, func.name), made) if func.name else made
    if func.name:
        return _external(run, site, func.name)
    if func.type == NAMED_TUPLE and func.items_by_key is not None:
        return tuple_of(site, func.items_by_key)
    if func.cls is not None:
        return _instance(run, site, func)
    if func.possible_classes:
        return join_all(tuple([_called(run, site, one) for one in each_of(func)]))
    word = tables.method_result(func.type, "__call__") if func.type else "unknown"
    if site.receiver is not None and word == "unknown":
        return _method(run, site, site.receiver)
    value = known(word, run, site, func.type, func.type)
    return value if keras.gives_one_tensor(func.factory) else _perhaps_several(func.type, value)


def _module_of(run: Evaluator, site: CallSite, made: ClassKey) -> Value | None:
    """Returns the module for an object of a lazy loader: one that is a module class and is passed the name of TensorFlow or a part of it.
    """
    named = [given.const for _, given in site.args if isinstance(given.const, str) and given.const.partition(".")[0] in FRAMEWORKS]
    return run.scope.imported(run.path, named[-1]) if named and run.scope.is_module(made) else None


def _called(run: Evaluator, site: CallSite, one: Value) -> Value:
    """Returns the result of calling one of several possible objects or classes."""
    return _instance(run, site, one) if one.klass is None else filled(run, site, object_of(one, one.klass))


def _of_any(run: Evaluator, site: CallSite) -> Value:
    """Returns the joined result of the project functions that the call may run.

    What a decorator puts around a function, and only hands its result on, is left out beside that function. In eager code the first
    unknown result decides, so that a method with a hundred overrides does not have all of them interpreted.
    """
    values = []
    for target in run.scope.giving(site.func.callees):
        values.append(run.scope.result(target, site.args, traced=run.traced))
        if not run.traced and _is_nothing(values[-1]):
            break
    return join_all(tuple(values))


def _is_nothing(value: Value) -> bool:
    return value.kind is Kind.UNKNOWN and not value.callees and value.element is None


def called_methods(kind: str) -> tuple[str, ...]:
    """Returns the methods that calling an instance may run, by the Keras kind of its class."""
    if kind == "metric":
        return "update_state", "result"
    return ("call", "__call__") if kind else ("__call__",)


def handed_to(kind: str, args: Arguments) -> Arguments:
    """Returns the arguments that calling an instance passes on to those methods: a loss keeps its weights (`keras.losses.Loss.__call__`).
    """
    if kind != "loss":
        return args
    positional = [given for given in args if given[0] is None]
    return (*positional[:2], *[given for given in args if given[0] not in (None, "sample_weight")])


def _instance(run: Evaluator, site: CallSite, func: Value) -> Value:
    """Returns the result of calling an instance of a project class: its `__call__`, or for Keras its `call`."""
    assert func.cls is not None
    kind = run.scope.keras_kind(func.cls)
    value, own = UNKNOWN, False
    for method in called_methods(kind):
        if _is_nothing(value):
            value = run.scope.call_method(func, method, handed_to(kind, site.args), traced=run.traced)
            own = own or bool(run.scope.attribute(func, method, traced=run.traced).callees)
    if kind and not own:
        return _perhaps_several(kind, known(tables.method_result(kind, "__call__"), run, site, f"the {kind}", kind))
    return value


def _perhaps_several(kind: str, value: Value) -> Value:
    """Widens the result of a layer or model: it may be a tensor, or a list or dict of them."""
    return value._replace(confidence=Confidence.LOW) if kind in ("layer", "model") and value.kind is Kind.TENSOR else value


def _method(run: Evaluator, site: CallSite, receiver: Value) -> Value:
    if receiver.unknown_axes and site.method in ("get_shape", "as_list"):
        return shapes.static(receiver)
    if receiver.unknown_axes and site.method == "num_elements":
        # A product of lengths, one of which is not known.
        return shapes.dimension(receiver, next(iter(receiver.unknown_axes)))
    if receiver.spelling == GLOBALS and site.method == "get":
        return of_globals(run, site)
    if receiver.kind is Kind.CONTAINER:
        return by_method(receiver, site.method, site.argument(0, ""))
    if receiver.klass is not None and site.method == "__subclasses__":
        return subclasses_of(run, receiver.klass)
    if receiver.kind is Kind.UNKNOWN and not receiver.type and receiver.cls is None:
        return made_of_unknown(run, site, receiver)
    if receiver.type == "builtins.str":
        for _, given in site.args if site.method == "format" else ():
            formatted(run, given)
        return Value(Kind.PYTHON, Origin.FRESH, type="builtins.str")
    if receiver.kind is Kind.NUMPY:
        python = site.method in ("item", "tolist", "tobytes")
        return Value(Kind.PYTHON if python else Kind.NUMPY, Origin.FRESH, dtype="" if python else dtypes.of_method(receiver, site.method, site))
    kind = receiver.type or ""
    if receiver.cls is not None:
        kind = run.scope.keras_kind(receiver.cls)
    like = tables.method_shaped_like(kind, site.method) if kind else None
    if like is not None:
        return _shaped_like(site.argument(like, "sources"))
    word = tables.method_result(kind, site.method) if kind else "unknown"
    value = known(word, run, site, site.method, intern(f"{kind}.{site.method}"))
    return value._replace(dtype=dtypes.of_method(receiver, site.method, site)) if value.kind in _TYPED and (receiver.dtype or value.kind is Kind.NUMPY) else value


def _shaped_like(value: Value | None) -> Value:
    """Returns tensors in the structure of the argument: `tape.gradient(loss, variables)`. An unknown one counts as a container of them."""
    if value is None:
        return UNKNOWN
    if value.kind is Kind.UNKNOWN:
        return Value(Kind.CONTAINER, Origin.FRESH, element=Value(Kind.TENSOR, Origin.FRESH, confidence=Confidence.MEDIUM), confidence=Confidence.MEDIUM)
    if value.kind is not Kind.CONTAINER:
        return Value(Kind.TENSOR, Origin.FRESH, type="tensor", dtype=value.dtype, confidence=value.confidence) if value.kind.graph else UNKNOWN
    if value.items is not None:
        items = tuple(map(_shaped_like, value.items))
        return Value(Kind.CONTAINER, Origin.FRESH, type="builtins.list", items=items, element=join_all(items))
    return Value(Kind.CONTAINER, Origin.FRESH, type="builtins.list", element=_shaped_like(value.element))


def _external(run: Evaluator, site: CallSite, name: str) -> Value:
    special = SPECIAL.get(canonical(name))
    if special is not None:
        return special(run, site)
    if name.startswith("builtins."):
        return _builtin(run, site, name)
    if effects.is_mutable_type(name.removeprefix("builtins.")) or name in COLLECTIONS:
        return new_container(site, name)
    if name.startswith("math.") and site.args and all(value.kind is Kind.PYTHON for _, value in site.args):
        return Value(Kind.PYTHON, Origin.FRESH, type=type_of_math(name.removeprefix("math.")))
    value = known(tables.result(name), run, site, abbreviated(name), name)
    if value.kind in _TYPED:
        value = value._replace(dtype=dtypes.of_call(canonical(name), site, [(word, dtypes.of_value(given)) for word, given in site.args]))
    if value.kind is Kind.TENSOR:
        return value._replace(unknown_axes=shapes.of_call(name, site))
    if canonical(name) in _PARTS and value.element is not None and site.args and site.args[0][1].kind.graph:
        return value._replace(element=value.element._replace(dtype=site.args[0][1].dtype))
    if name in _OF_ROWS and site.args and site.args[0][1].items is not None:
        return value._replace(constant_seed=True)
    if value.kind in (Kind.OBJECT, Kind.UNKNOWN):
        seeded = bool(site.args) and all(seeds_the_same(argument) for _, argument in site.args)
        value = value._replace(factory=name, constant_seed=seeded, origin=Origin.FRESH)
        if effects.makes_logger(name):
            return value._replace(type="logger")
    if value.kind is Kind.UNKNOWN and not name.startswith(("tensorflow.", "keras.", "tf_keras.", "numpy.")):
        return value._replace(type=name) if name.rpartition(".")[2][:1].isupper() else value
    return value._replace(type=name) if value.type == "object" else value


_PARTS = frozenset({"tensorflow.unstack", "tensorflow.split"})
"""Functions that return a list of the parts of a tensor."""

_OF_ROWS = frozenset({"numpy.array", "numpy.asarray"})
_TYPED = frozenset({Kind.TENSOR, Kind.VARIABLE, Kind.NUMPY})
"""Kinds of values that have a dtype."""

_NUMBERS = frozenset({"int", "float", "abs", "round", "sum", "min", "max", "pow", "divmod", "len"})
_CONVERTED_TO_TENSORS = frozenset({"int", "float", "abs", "pow"})
_NUMBERS_OF_TENSORS = frozenset({"int", "float"})
"""Functions that return a Python scalar for an eager tensor. AutoGraph converts them to a cast."""

_PLAIN = frozenset(
    {"str", "repr", "format", "bool", "isinstance", "issubclass", "callable", "hasattr", "id", "hash", "ord", "chr",
     "input", "print", "any", "all", "bytes", "complex", "len", "round", "type", "ascii", "bin", "hex"}
)  # fmt: skip


def _builtin(run: Evaluator, site: CallSite, name: str) -> Value:
    word = name.removeprefix("builtins.")
    first = site.argument(0, "")
    if word in ("list", "tuple", "set", "frozenset", "dict", "bytearray"):
        return new_container(site, name)
    if word in ("sorted", "reversed"):
        if first is not None and first.kind is Kind.TENSOR and word == "sorted":
            return first
        return Value(Kind.CONTAINER, Origin.FRESH, type="builtins.list", element=element_of(first) if first else None)
    if word == "range":
        for _, bound in site.args:
            if bound.kind.graph and run.traced:
                # AutoGraph makes it a range of the graph (FACTS "OK: range-of-tensor").
                return Value(Kind.TENSOR, Origin.FRESH, type="tensor", dtype=bound.dtype, provenance=bound.provenance, confidence=bound.confidence)
        return Value(Kind.PYTHON, Origin.FRESH, type=name, items=None)
    if word in ("enumerate", "zip", "map", "filter"):
        return _paired(run, site, word)
    if word in _CONVERTED_TO_TENSORS and first is not None and first.kind.graph and (run.traced or word not in _NUMBERS_OF_TENSORS):
        dtype = dtypes.of_call(name, site, ()) or (first.dtype if word == "abs" else "")
        return Value(Kind.TENSOR, Origin.FRESH, type="tensor", dtype=dtype, provenance=first.provenance, confidence=first.confidence)
    if word == "len" and run.traced and first is not None and first.kind is Kind.TENSOR and 0 in first.unknown_axes:
        # AutoGraph makes it a tensor where the length is not known (FACTS "OK: len-of-dynamic-tensor").
        return Value(Kind.TENSOR, Origin.FRESH, type="tensor", dtype="int32", provenance=first.provenance, confidence=first.confidence)
    if word in ("sum", "min", "max") and first is not None:
        inner = element_of(first) if len(site.args) == 1 else join_all(tuple(value for _, value in site.args))
        return inner._replace(const=NOTHING, parameter="")
    if word in ("hasattr", "isinstance") and (sure := answer(site, traced=run.traced)) is not None:
        return Value(Kind.PYTHON, Origin.FRESH, type="builtins.bool", const=sure)
    if word == "type" and first is not None and first.cls is not None and len(site.args) == 1:
        return class_of(first)
    if word in _PLAIN or word in _NUMBERS:
        type_name = name if word in ("int", "float", "str", "bool", "len") else first.type if word == "abs" and first is not None else ""
        return Value(Kind.PYTHON, Origin.FRESH, type="builtins.int" if word == "len" else type_name)
    if word == "next":
        # Whose an element is cannot be said of an iterator of which nothing is known.
        return element_of(first) if first is not None and first.kind is not Kind.UNKNOWN else UNKNOWN
    if word == "iter":
        return _iterator(run, site, first or UNKNOWN)
    if word in ("open", "object"):
        return Value(Kind.OBJECT, Origin.FRESH, type=name, factory=name)
    if word == "globals":
        return Value(Kind.CONTAINER, Origin.OUTER, type="builtins.dict", spelling=GLOBALS)
    if word == "vars" and first is not None:
        return run.scope.attribute(first, "__dict__", traced=run.traced)
    return UNKNOWN


def _iterator(run: Evaluator, site: CallSite, inner: Value) -> Value:
    """Returns the result of `iter`: a new object, independent of the owner of the value."""
    if inner.kind is Kind.DATASET:
        return known(tables.method_result("dataset", "__iter__"), run, site, "iter(dataset)", "builtins.iter")._replace(element=inner.element)
    if inner.kind in (Kind.CONTAINER, Kind.PYTHON):
        return Value(Kind.OBJECT, Origin.FRESH, type="builtins.iterator", element=element_of(inner))
    return inner._replace(items=None)


def applied(run: Evaluator, func: Value, args: Arguments, at: At | None = None) -> Value:
    """Returns the result of a function that is passed to another one, which calls it."""
    return run.arrived(result(run, CallSite(at or run.at, run.index, func, args)))


def _paired(run: Evaluator, site: CallSite, word: str) -> Value:
    values = tuple(value for keyword, value in site.args if keyword is None)
    pair: tuple[Value, ...]
    if word == "enumerate" and values:
        pair = (Value(Kind.PYTHON, Origin.FRESH, type="builtins.int"), element_of(values[0]))
    elif word == "zip":
        pair = tuple(element_of(value) for value in values)
    elif word == "filter" and len(values) > 1:
        return Value(Kind.OBJECT, Origin.FRESH, type="builtins.filter", element=element_of(values[1]))
    else:
        called = values[0] if values else UNKNOWN
        element = run.reached(lambda: applied(run, called, tuple((None, element_of(value)) for value in values[1:]), site.at))
        return Value(Kind.OBJECT, Origin.FRESH, type="builtins.map", element=element)
    element = Value(Kind.CONTAINER, Origin.FRESH, type="builtins.tuple", items=pair)
    return Value(Kind.OBJECT, Origin.FRESH, type=f"builtins.{word}", element=element)
