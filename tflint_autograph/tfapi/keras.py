"""What Keras does with user classes, and which of its objects own variables. Results of calls are in `tables`."""

from __future__ import annotations

from functools import cache

from tflint_autograph.model.record import record
from tflint_autograph.tfapi.load import inverted, table, words
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.tfapi.tables import result

RUNS = frozenset({"fit", "evaluate", "predict", "train_on_batch", "test_on_batch", "predict_on_batch"})
"""The methods with which Keras runs a model."""

READ_BY_STEPS = ("trainable", "optimizer")
"""Attributes of layers and models that the training step of Keras reads where it is traced."""

TRAINABLE = frozenset({"trainable_variables", "trainable_weights"})
"""Attributes of a layer or model that only have the variables of layers whose flag is set. Each read computes a new list."""

_STATEFUL_KINDS = frozenset({"layer", "model", "metric", "loss", "optimizer", "schedule"})


@record
class KerasBase:
    """What subclassing a Keras class (or `tf.Module`) means for the methods of the subclass.

    `traced`: methods traced under fit, evaluate and predict. `once`: methods that run once by contract, where writes to `self` and new
    variables are fine. `all_eager`: no method is ever traced (callbacks, PyDataset). `repeated`: hooks that run repeatedly while a model
    does.
    """

    kind: str
    traced: frozenset[str]
    converted_2: frozenset[str]
    direct_3: frozenset[str]
    once: frozenset[str]
    all_eager: bool
    repeated: frozenset[str] = frozenset()

    def converts(self, method: str, generation: int) -> bool:
        """Whether AutoGraph converts the method under fit, evaluate and predict of Keras 2 or 3 (none in Keras 3).

        The same applies to `layer(x)`, `loss(y, p)` and `metric.result()` in the user's own traced function.
        """
        return generation == 2 and method in self.converted_2

    def converts_direct(self, method: str, generation: int) -> bool:
        """Whether AutoGraph converts the method when the user's converted code calls it directly.

        True for `layer.call(x)`, `metric.update_state(x)` and `schedule(step)`, not for `metric.result()` of Keras 3.
        """
        return generation == 2 or method not in self.traced or method in self.direct_3


@cache
def base(name: str) -> KerasBase | None:
    """Returns what the dotted name means as a base class, or None if subclassing it has no known consequence."""
    name = canonical(name)
    kind = inverted(table("keras")["base_names"]).get(name) or (result(name) if name.startswith("keras.") else "")
    row = table("keras")["bases"].get(kind)
    if row is None or not name.rpartition(".")[2][:1].isupper():
        return None
    traced, converted_2, direct_3, once, repeated = (
        frozenset(row.get(key, "").split()) for key in ("traced", "converted_2", "direct_3", "once", "repeated")
    )
    return KerasBase(kind, traced, converted_2, direct_3, once, row.get("eager") == "*", repeated)


NO_SLOTS = frozenset({"keras.optimizers.SGD", "keras.layers.Dropout"})
"""Optimizers and layers that create all variables in their constructor (FACTS variables_two_keras_optimizers_ok)."""


@cache
def makes_state(name: str, generation: int = 3) -> bool:
    """Whether creating the object in traced code creates variables under Keras 2 or 3, so that it raises on the next trace.

    True for layers with weights or a seed, models, metrics and optimizers; False for `ReLU`, losses, schedules and everything outside Keras
    (FACTS variables_keras_*; each class was tried by tools/generate_tables.py).
    """
    name = canonical(name)
    if not name.startswith("keras.") or result(name) not in _STATEFUL_KINDS:
        return False
    return name not in table("tables")["stateless"][f"keras{generation}"].split()


def makes_state_of_name(name: str, generation: int = 3) -> bool:
    """Whether the call creates an object with variables when passed a name or a configuration: `keras.optimizers.get("adam")`."""
    words = table("keras")["made_of_name"]
    return canonical(name) in f"{words['names']} {words['keras3'] if generation == 3 else ''}".split()


@cache
def told(name: str) -> tuple[tuple[int | None, str], ...]:
    """Returns the arguments, by position and keyword, with which a layer or model creates no variables of its own."""
    module, _, word = canonical(name).rpartition(".")
    words = table("keras")["told"].get(word, "").split() if module in ("keras.layers", "keras") else ()
    parts = (each.split(":") for each in words)
    return tuple((int(place) if place.isdigit() else None, keyword) for place, keyword in parts)


@cache
def gives_one_tensor(name: str) -> bool:
    """Whether a Keras layer always returns a single tensor, whatever its arguments."""
    module, _, word = canonical(name).rpartition(".")
    return module in ("keras.layers", "tensorflow.compat.v1.layers") and word not in words("keras", "several", "names")


@cache
def makes_variables(name: str) -> bool:
    """Whether the call creates variables outside of Keras objects: `tf.Variable`, a lookup table, a generator."""
    return canonical(name) in words("keras", "variables", "names") or makes_table(name)


def may_make_variables(name: str) -> bool:
    """Whether the call creates variables or an object with variables, at least in one version of Keras."""
    return makes_variables(name) or may_make_state(name)


def makes_table(name: str) -> bool:
    """Whether the call creates a lookup table that can be changed: the graph creates it once, and it keeps its entries from call to call."""
    return canonical(name) in words("keras", "variables", "tables")


def method_makes_variables(method: str) -> bool:
    """Whether the method of a layer, model, metric or optimizer creates a variable (`add_weight`)."""
    return method in variable_methods()


def variable_methods() -> frozenset[str]:
    """Returns all methods for which `method_makes_variables` is true."""
    return words("keras", "variables", "methods")


@cache
def words_of_2() -> frozenset[str]:
    """Returns the last parts of all names that show that code is written for Keras 2."""
    row = table("keras")["only_2"]
    return frozenset(name.rpartition(".")[2] for names in row.values() for name in names.split())


def attributes_of_2() -> frozenset[str]:
    """Returns the attributes of any object that only code for Keras 2 reads, calls or defines."""
    return words("keras", "only_2", "attributes")


def metric_methods_of_2() -> frozenset[str]:
    """Returns the methods that a metric has in Keras 2 alone."""
    return words("keras", "only_2", "metric_methods")


def named_first_in_2() -> frozenset[str]:
    """Returns the methods of a layer whose first argument is a name in Keras 2 alone."""
    return words("keras", "only_2", "named_first")


@cache
def is_of_2(name: str) -> bool:
    """Whether a dotted name, of a module, function or class, is or needs a part of Keras 2 that Keras 3 does not have."""
    row = table("keras")["only_2"]
    name = name.replace(".compat.v1.", ".").replace(".compat.v2.", ".")
    inside = next((name.removeprefix(prefix) for prefix in _PATHS_OF_KERAS if name.startswith(prefix)), "")
    return _is_below(name, row["modules"].split()) or _is_below(inside, row["members"].split())


_PATHS_OF_KERAS = ("keras.", "tensorflow.keras.")


def _is_below(name: str, names: list[str]) -> bool:
    return any(name == each or name.startswith(f"{each}.") for each in names)


def is_argument_of_2(name: str, word: str) -> bool:
    """Whether Keras 3 rejects the keyword when the call creates an optimizer."""
    return word in arguments_of_2() and result(name) == "optimizer"


def is_method_of_2(name: str, method: str) -> bool:
    """Whether what the call makes has the method in Keras 2 alone."""
    return method in metric_methods_of_2() and result(name) == "metric"


def arguments_of_2() -> frozenset[str]:
    """Returns the arguments of optimizers that Keras 3 refuses."""
    return words("keras", "only_2", "optimizer_arguments")


def brings_2_back(name: object) -> bool:
    """Whether it is the name of the environment variable that makes `tf.keras` Keras 2."""
    return name in words("keras", "only_2", "environment")


def kind_makes_variables(kind: str, method: str) -> bool:
    """Whether `method` of a Keras object of this kind (`layer`, `optimizer`) creates a variable."""
    return kind in ("layer", "model", "metric", "optimizer") and method_makes_variables(method)


def may_make_state(name: str) -> bool:
    """Whether the call creates an object with variables, at least in one version of Keras, or may create one from a configuration."""
    return any(makes_state(name, generation) or makes_state_of_name(name, generation) for generation in (2, 3))
