"""Evaluates calls with special meaning: function wrappers, imports by name, and queries about the execution mode."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tflint_autograph.model.body import At
from tflint_autograph.model.facts import MODULE
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import NOTHING, UNKNOWN, Kind, Origin, Value
from tflint_autograph.project.bodies.filled_modules import ANY
from tflint_autograph.project.interpreter.datasets import of_splits
from tflint_autograph.project.interpreter.graph_functions import GRAPH_FUNCTIONS
from tflint_autograph.project.interpreter.narrowing import QUESTIONS, answer
from tflint_autograph.project.interpreter.records import NAMED_TUPLE, named_tuple, object_of
from tflint_autograph.project.values import shapes
from tflint_autograph.project.values.body_result import CallSite, Write
from tflint_autograph.project.values.elements import copied, copied_deep
from tflint_autograph.tfapi.names import canonical

if TYPE_CHECKING:
    from tflint_autograph.project.interpreter.expressions import Evaluator


def _partial(run: Evaluator, site: CallSite) -> Value:
    """`functools.partial` and `partialmethod`: returns the function with some arguments bound."""
    func = site.argument(0, "func") or UNKNOWN
    bound = tuple(value for keyword, value in site.args[1:] if keyword is None)
    keywords = tuple((keyword, value) for keyword, value in site.args if keyword not in (None, "*", "**"))
    targets = tuple(
        target._replace(bound_args=target.bound_args + bound, bound_keywords=target.bound_keywords + keywords) for target in func.callees
    )
    told = tuple([(name, value) for name, value in keywords if name in OPTIONS]) if canonical(func.name) == "tensorflow.function" else ()
    return func._replace(callees=targets, origin=Origin.FRESH, items_by_key=told or func.items_by_key)


REPLACED = "typing.NamedTuple._replace"
"""The name of the method of a named tuple that returns a changed copy."""

PROPERTY = "builtins.property"

WRAPS_OF = "functools.wraps.of"
"""The name of what `functools.wraps(f)` returns, also in eager runs."""


def _property(run: Evaluator, site: CallSite) -> Value:
    """`property(get, set)`: returns the getter, which refers to its setter and deleter."""
    names = ("fget", "fset", "fdel")
    read, *others = (site.argument(place, name) or UNKNOWN for place, name in enumerate(names))
    targets = tuple(target._replace(wrapper=PROPERTY) for target in read.callees)
    keyed = tuple([(word, each) for word, each in zip(("setter", "deleter"), others, strict=True) if each.callees])
    return Value(Kind.CALLABLE, Origin.FRESH, callees=targets, items_by_key=keyed or None)


OPTIONS = frozenset({"autograph", "input_signature", "jit_compile"})
"""Options of `tf.function` that change how the decorated function is traced."""


def _function(run: Evaluator, site: CallSite) -> Value:
    """`tf.function(f)` returns `f`, traced; `tf.function(jit_compile=True)` returns a decorator that keeps its options."""
    func = site.argument(0, "func")
    if func is None or func.kind is Kind.NONE:
        # What is unpacked may be the function, or nothing: then it is both, what is traced and what decorates.
        word = "function" if any(name == "*" for name, _ in site.args) else ""
        told = tuple((name, value) for name, value in site.args if name in OPTIONS)
        return site.func._replace(type=word, items_by_key=told or None, provenance=run.step(site.at, "options are given here"))
    if func.cls is not None:
        methods = (run.scope.attribute(func, method, traced=run.traced) for method in ("__call__", "call"))
        func = next((method for method in methods if method.callees), UNKNOWN)
    targets = tuple(target._replace(wrapper=canonical(site.func.name)) for target in func.callees)
    return Value(Kind.CALLABLE, Origin.FRESH, type="function", callees=targets)


def _got(run: Evaluator, site: CallSite) -> Value:
    """`keras.activations.get(f)` returns `f`. For a name the result is unknown."""
    given = site.argument(0, "identifier") or UNKNOWN
    if given.callees or given.cls is not None:
        return given
    return Value(origin=given.origin, spelling=given.spelling, parameter=given.parameter, factory=site.func.name)


def _tfds_load(run: Evaluator, site: CallSite) -> Value:
    """`tfds.load`: returns a dataset, or a list or dict of datasets, with its info if requested."""
    split, info = site.argument(1, "split"), site.argument(None, "with_info")
    made = of_splits(run, site, split, "tfds.load")
    if info is None or info.const is False:
        return made
    return Value(Kind.CONTAINER, Origin.FRESH, type="builtins.tuple", items=(made, Value(origin=Origin.FRESH)))


def _builder(run: Evaluator, site: CallSite) -> Value:
    """`tfds.builder`: returns an object whose `as_dataset` creates datasets."""
    return Value(Kind.OBJECT, Origin.FRESH, type="tfds-builder")


def _replaced(run: Evaluator, site: CallSite) -> Value:
    value = site.receiver or UNKNOWN
    return value._replace(origin=Origin.FRESH, spelling="", parameter="")


def _copy(run: Evaluator, site: CallSite) -> Value:
    return copied(site.argument(0, "x") or UNKNOWN)


def _deepcopy(run: Evaluator, site: CallSite) -> Value:
    return copied_deep(site.argument(0, "x") or UNKNOWN)


def _new(run: Evaluator, site: CallSite) -> Value:
    """`object.__new__(cls)`: returns an object of the class."""
    cls = site.argument(0, "")
    return object_of(cls, cls.klass) if cls is not None and cls.klass is not None else UNKNOWN


def _getattr(run: Evaluator, site: CallSite) -> Value:
    receiver, name = site.argument(0, ""), site.argument(1, "")
    if receiver is None or name is None:
        return UNKNOWN
    if not isinstance(name.const, str):
        return run.scope.looked_up(receiver, traced=run.traced)
    value, default = run.scope.attribute(receiver, name.const, traced=run.traced), site.argument(2, "")
    if default is None or default.kind is not Kind.PYTHON or value._replace(origin=Origin.UNKNOWN, spelling="") != UNKNOWN:
        return value
    # Nothing is known of the attribute. It is probably of the type of its default.
    return value._replace(kind=Kind.PYTHON, type=default.type, confidence=Confidence.MEDIUM)


def _eagerly(run: Evaluator, site: CallSite) -> Value:
    return Value(Kind.PYTHON, Origin.FRESH, type="builtins.bool", const=not run.traced)


def _inside(run: Evaluator, site: CallSite) -> Value:
    return Value(Kind.PYTHON, Origin.FRESH, type="builtins.bool", const=run.traced)


def _always(run: Evaluator, site: CallSite) -> Value:
    """`ops.executing_eagerly_outside_functions()`: always True in TensorFlow 2, in a graph as well."""
    return Value(Kind.PYTHON, Origin.FRESH, type="builtins.bool", const=True)


def _imported(run: Evaluator, site: CallSite) -> Value:
    """`tf = pytest.importorskip("tensorflow")`, `importlib.import_module("pkg.helpers")`: returns the module of that name."""
    name = site.argument(0, "name")
    is_absolute = name is not None and isinstance(name.const, str) and not name.const.startswith(".")
    return run.scope.imported(run.path, str(name.const)) if name is not None and is_absolute else UNKNOWN


def _dunder_import(run: Evaluator, site: CallSite) -> Value:
    """`__import__("a.b")` returns the package `a`."""
    name = site.argument(0, "name")
    whole = site.argument(3, "fromlist") is not None
    if name is None or not isinstance(name.const, str):
        return UNKNOWN
    return run.scope.imported(run.path, name.const if whole else name.const.partition(".")[0])


def _tried(run: Evaluator, site: CallSite) -> Value:
    """`tf1, tf, version = try_import_tf()` of RLlib: returns the modules, which code of its users has from nowhere else."""
    modules = tuple([run.scope.imported(run.path, name) for name in ("tensorflow.compat.v1", "tensorflow")])
    return Value(Kind.CONTAINER, Origin.FRESH, type="builtins.tuple", items=(*modules, Value(Kind.PYTHON, Origin.FRESH, type="builtins.int")))


def _loaded_later(run: Evaluator, site: CallSite) -> Value:
    """`LazyLoader("keras", globals(), "tensorflow.keras")` returns the module of that name."""
    name = site.argument(2, "name")
    return run.scope.imported(run.path, name.const) if name is not None and isinstance(name.const, str) else UNKNOWN


def note_member(run: Evaluator, at: At, name: Value, value: Value) -> None:
    """Records that the module sets a name on itself. The name may be unknown."""
    word = name.const if isinstance(name.const, str) else ANY
    run.flow.writes[at, word] = Write(at, run.index, Value(Kind.MODULE, Origin.OUTER, module=run.path), word, value)


def _namespace(run: Evaluator, site: CallSite) -> Value:
    """`types.SimpleNamespace(a=1)`: returns an object with these attributes."""
    known = all(name not in (None, "*", "**") for name, _ in site.args)
    keyed = tuple([(name or "", value) for name, value in site.args]) if known else None
    return Value(Kind.UNKNOWN, Origin.FRESH, type=NAMESPACE, factory=NAMESPACE, items_by_key=keyed)


GLOBALS = "globals()"
"""The `spelling` of the dict of the module's names."""


def of_globals(run: Evaluator, site: CallSite) -> Value:
    """Returns the result of `globals().get(name)`."""
    name = site.argument(0, "")
    if name is None or not isinstance(name.const, str):
        return UNKNOWN
    return run.scope.lookup(run.path, MODULE, name.const, traced=run.traced)


NAMESPACE = "types.SimpleNamespace"


def _field(run: Evaluator, site: CallSite) -> Value:
    """`dataclasses.field(default_factory=list)`: returns the value that the field gets where none is passed, or nothing known."""
    factory = site.argument(None, "default_factory") or site.argument(None, "factory")
    if factory is not None:
        return run.applied(factory, ())
    return site.argument(None, "default") or _NO_DEFAULT


_NO_DEFAULT = Value(Kind.NONE, Origin.FRESH)
"""The value of a field without a default. What its annotation says stands instead."""


def _backend(run: Evaluator, site: CallSite) -> Value:
    """Returns the name of the Keras backend: only TensorFlow traces."""
    return Value(Kind.PYTHON, Origin.FRESH, type="builtins.str", const="tensorflow" if run.traced else NOTHING)


def _unpacked_data(run: Evaluator, site: CallSite) -> Value:
    """`keras.utils.unpack_x_y_sample_weight(data)`: returns the two or three parts of the data, or the data and None twice."""
    data = site.argument(0, "data") or UNKNOWN
    parts = data.items if data.type in ("builtins.tuple", "builtins.list") else (data,) if data.kind is Kind.TENSOR else None
    if parts is None or not 1 <= len(parts) <= 3:
        return UNKNOWN
    missing = (Value(Kind.NONE, Origin.FRESH, const=None),) * (3 - len(parts))
    return Value(Kind.CONTAINER, Origin.FRESH, type="builtins.tuple", items=(*parts, *missing))


def _itself(run: Evaluator, site: CallSite) -> Value:
    """Wrappers that return their function: `functools.update_wrapper(g, f)`, `tf.Module.with_name_scope(f)`."""
    return site.argument(0, "") or UNKNOWN


def _wraps(run: Evaluator, site: CallSite) -> Value:
    """`functools.wraps(f)` returns a decorator that returns its function."""
    return site.func._replace(name=WRAPS_OF, origin=Origin.FRESH)


def _wrapper(run: Evaluator, site: CallSite) -> Value:
    """`tf.recompute_grad(f)` returns `f` in a wrapper; with only options it returns the wrapper."""
    func = site.argument(0, "")
    if func is None or not func.callees:
        return site.func._replace(origin=Origin.FRESH) if func is None or func.kind is Kind.PYTHON else UNKNOWN
    through = canonical(site.func.name)
    return func._replace(callees=tuple(target._replace(wrapper=through) for target in func.callees))


def _is_tensor(run: Evaluator, site: CallSite) -> Value:
    sure = answer(site, traced=run.traced)
    return Value(Kind.PYTHON, Origin.FRESH, type="builtins.bool", const=NOTHING if sure is None else sure)


def _super(run: Evaluator, site: CallSite) -> Value:
    return run.scope.super_of(run.path, run.qualname, run.env or {})


SPECIAL: dict[str, Callable[[Evaluator, CallSite], Value]] = {
    **dict.fromkeys(("functools.partial", "functools.partialmethod"), _partial),
    "tensorflow.function": _function,
    "tensorflow_datasets.load": _tfds_load,
    "tensorflow_datasets.builder": _builder,
    "tensorflow_datasets.builder_from_directory": _builder,
    "tensorflow.TensorSpec": shapes.tensor_spec,
    "tensorflow.TensorShape": shapes.tensor_shape,
    "tensorflow.py_function": shapes.py_function,
    "tensorflow.numpy_function": shapes.py_function,
    "copy.copy": _copy,
    "copy.deepcopy": _deepcopy,
    "dataclasses.replace": _copy,
    REPLACED: _replaced,
    "builtins.object.__new__": _new,
    **dict.fromkeys(("dataclasses.field", "attr.field", "attr.ib", "attrs.field"), _field),
    "builtins.getattr": _getattr,
    PROPERTY: _property,
    "builtins.super": _super,
    **dict.fromkeys(QUESTIONS, _is_tensor),
    "tensorflow.executing_eagerly": _eagerly,
    "tensorflow.inside_function": _inside,
    "tensorflow.executing_eagerly_outside_functions": _always,
    "keras.config.backend": _backend,
    "keras.utils.unpack_x_y_sample_weight": _unpacked_data,
    "importlib.import_module": _imported,
    "builtins.__import__": _dunder_import,
    "tensorflow.python.util.lazy_loader.LazyLoader": _loaded_later,
    "tensorflow.python.util.lazy_loader.KerasLazyLoader": _loaded_later,
    **dict.fromkeys(("ray.rllib.utils.framework.try_import_tf", "ray.rllib.utils.try_import_tf"), _tried),
    NAMESPACE: _namespace,
    NAMED_TUPLE: named_tuple,
    "pytest.importorskip": _imported,
    "tensorflow.Module.with_name_scope": _itself,
    "functools.wraps": _wraps,
    WRAPS_OF: _itself,
    "functools.update_wrapper": _itself,
    "functools.cache": _wrapper,
    "functools.lru_cache": _wrapper,
    "tensorflow.autograph.experimental.do_not_convert": _wrapper,
    "tensorflow.custom_gradient": _wrapper,
    "tensorflow.grad_pass_through": _wrapper,
    "tensorflow.recompute_grad": _wrapper,
    "builtins.staticmethod": _itself,
    **GRAPH_FUNCTIONS,
    **{f"keras.{each}.get": _got for each in ("activations", "regularizers", "constraints", "losses", "metrics")},
}
"""Maps the canonical dotted name of a function to the evaluator of its calls."""
