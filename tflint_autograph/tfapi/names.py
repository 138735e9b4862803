"""Canonical spellings for the many import paths of TensorFlow, Keras and NumPy names."""

from __future__ import annotations

import sys
from functools import cache

from tflint_autograph.tfapi.load import table, words

FRAMEWORKS = frozenset({"tensorflow", "keras", "tf_keras"})
"""The packages that trace, whose members are known by name."""

_LIBRARIES = frozenset(
    {
        "IPython", "PIL", "absl", "cv2", "flax", "gym", "gymnasium", "h5py", "jax", "librosa", "lightgbm",
        "matplotlib", "mlflow", "mxnet", "numba", "numpy", "onnx", "paddle", "pandas", "pytest",
        "pytorch_lightning", "ray", "requests", "scipy", "seaborn", "skimage", "sklearn", "tensorboard",
        "tensorflow_addons", "tensorflow_datasets", "tensorflow_hub", "tensorflow_probability", "tensorflow_text",
        "theano", "torch", "torchvision", "tqdm", "transformers", "wandb", "xgboost", "yaml",
    }
)  # fmt: skip
"""Third-party packages often used with TensorFlow, whose names files of projects also have."""

_LOADED_FIRST = frozenset(
    {
        "__future__", "abc", "atexit", "builtins", "codecs", "encodings", "errno", "gc", "genericpath", "io",
        "itertools", "marshal", "ntpath", "os", "posix", "posixpath", "signal", "site", "stat", "sys", "time",
        "zipimport",
    }
)  # fmt: skip
"""Modules that are part of the interpreter, or loaded before the search for a program's first file."""

_KERAS_2_ONLY = (
    "tf_keras", "tensorflow.python.keras", "tensorflow.compat.v1.keras", "keras.api._v2", "keras.engine",
    "tensorflow_probability.layers", "tensorflow_recommenders",
)  # fmt: skip
_KERAS_PLUMBING = frozenset({"api", "_v2", "_v1", "keras", "src", "engine", "python", "legacy", "legacy_tf_layers"})
_NUMPY_PLUMBING = frozenset(
    {"core", "_core", "lib", "multiarray", "umath", "mtrand", "_generator", "numeric", "fromnumeric", "function_base"}
)


@cache
def canonical(name: str) -> str:
    """Returns the spelling that the tables use for a resolved dotted name.

    `tensorflow.math.reduce_sum` becomes `tensorflow.reduce_sum`, `tf_keras.layers.Dense` becomes `keras.layers.Dense`,
    `numpy.random.mtrand.rand` becomes `numpy.random.rand`. Other names are returned unchanged. Members of a class follow their class. The
    aliases were read off TensorFlow 2.13 to 2.21 (tools/generate_tables.py).
    """
    root = name.partition(".")[0]
    if root in ("tensorflow", "tensorflow_core"):
        return _tensorflow(name)
    if root in ("keras", "tf_keras"):
        return _keras(name)
    return _numpy(name) if root == "numpy" else name


@cache
def abbreviated(name: str) -> str:
    """Returns a dotted name with the usual abbreviations: `tf.keras.layers.Dense`, `np.random.rand`, `print`."""
    root, _, member = name.partition(".")
    if root == "tensorflow" and member:
        return f"tf.{member.removeprefix('compat.v2.')}"
    return f"np.{member}" if root == "numpy" and member else name.removeprefix("builtins.")


def names_of_version_1() -> frozenset[str]:
    """Returns members of the module `tensorflow` that version 2 removed; `tensorflow.compat.v1` still has them."""
    return words("aliases", "only_v1", "names")


def names_in_graphs_of_version_1() -> frozenset[str]:
    """Returns members of `tensorflow.compat.v1` that work only where version 1 makes a graph."""
    return words("aliases", "only_v1", "in_graphs")


def own_name(name: str) -> str:
    """Returns the original name of a Keras 2 member that a library re-exports: `gpflow.keras.tf_keras.layers.Layer`."""
    head, word, rest = name.partition(".tf_keras")
    return f"tf_keras{rest}" if word and head and (not rest or rest.startswith(".")) else name


def is_library(name: str) -> bool:
    """Whether a top-level module of this name is a known library: of TensorFlow, Keras, Python or another package."""
    return name in FRAMEWORKS or name in sys.stdlib_module_names or name in _LIBRARIES


@cache
def is_without_tensors(name: str) -> bool:
    """Whether a dotted name is that of a library whose members are no tensors, and become none as arguments: `wandb.config`, `absl.flags`."""
    root = name.partition(".")[0]
    return root in _PLAIN or root in sys.stdlib_module_names


_PLAIN = frozenset({"IPython", "PIL", "absl", "gym", "gymnasium", "matplotlib", "mlflow", "pytest", "requests", "seaborn", "tqdm", "wandb", "yaml"})
"""Third-party packages without arrays and tensors of their own."""


def is_loaded_first(name: str) -> bool:
    """Whether a standard library module cannot be replaced by a file of a project."""
    return name in _LOADED_FIRST


def is_keras2(name: str) -> bool:
    """Whether the import path exists in Keras 2 only (`tf_keras`, `tensorflow.python.keras`, `keras.engine`, ...).

    Classes of TensorFlow Probability and TensorFlow Recommenders count too: they are subclasses of Keras 2 classes.
    """
    return name.startswith(tuple(prefix + "." for prefix in _KERAS_2_ONLY)) or ".optimizers.legacy." in name


def keras_generation(name: str, tensorflow: tuple[int, int] = (2, 21)) -> int:
    """Returns the Keras version, 2 or 3, behind an import path; plain `keras` and `tensorflow.keras` are Keras 3 from TensorFlow 2.16."""
    return 2 if is_keras2(name) or tensorflow < (2, 16) else 3


def _tensorflow(name: str) -> str:
    folded = _without_version(name)
    for prefix, target in table("aliases")["prefixes"].items():
        if folded.startswith(prefix):
            return canonical(target + folded[len(prefix) :])
    return _aliased(folded)


def _without_version(name: str) -> str:
    """Removes `compat.v1`, `compat.v2` and `_api.v2`; modules that only version 1 has keep their path."""
    parts = ["tensorflow", *name.split(".")[1:]]
    while len(parts) > 3 and parts[1] in ("compat", "_api") and parts[2] in ("v1", "v2"):
        if parts[2] == "v1" and parts[3] in table("aliases")["only_v1"]["modules"].split():
            return ".".join(("tensorflow", "compat", *parts[2:]))
        parts[1:3] = []
    return ".".join(parts)


def _aliased(name: str) -> str:
    """Returns the shortest public name of the same object; members of a class follow their class."""
    known = alias_index().get(name)
    if known:
        return known
    parent, _, member = name.rpartition(".")
    if not parent or not member:
        return name
    return f"{_aliased(parent)}.{member}"


@cache
def alias_index() -> dict[str, str]:
    """Maps every other public or internal path of a function or class to the one the tables use."""
    index = {}
    for modules, names in (*table("tables")["aliases"].items(), *table("aliases")["names"].items()):
        module, _, target = modules.partition(" -> ")
        for word in names.split():
            long, _, short = word.partition("=")
            index[f"{module}.{long}"] = f"{target}.{short or long}"
    return index


def _keras(name: str) -> str:
    parts = [part for part in name.split(".")[1:] if part not in _KERAS_PLUMBING]
    if not parts:
        return "keras"
    groups = table("aliases")["keras_groups"]["names"].split()
    if parts[0] in groups:
        parts = _keras_member(parts)
    return _aliased(".".join(("keras", *parts)))


def _keras_member(parts: list[str]) -> list[str]:
    """Removes the modules between a public group and the class or function: `layers.core.dense.Dense`."""
    public = next((i for i, part in enumerate(parts) if part[:1].isupper()), len(parts) - 1)
    kept = ["schedules"] if "schedules" in parts[1:public] else []
    return [parts[0], *kept, *parts[public:]]


def _numpy(name: str) -> str:
    parts = name.split(".")
    kept = [part for i, part in enumerate(parts[:-1]) if part not in _NUMPY_PLUMBING and parts[i - 1] != part]
    return ".".join((*kept, parts[-1])) if kept else name
