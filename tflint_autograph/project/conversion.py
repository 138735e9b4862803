"""Whether AutoGraph rewrites a function that traced code calls (FACTS, "What surprises", and the tables at its end)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflint_autograph.model.facts import Lowered
from tflint_autograph.model.values import Target

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis

_NOT_CONVERTED = frozenset(
    {"functools.lru_cache", "functools.cache", "tensorflow.autograph.experimental.do_not_convert",
     "tensorflow.custom_gradient", "tensorflow.recompute_grad", "tensorflow.grad_pass_through", "builtins.property"}
)  # fmt: skip
_ALLOWED_MODULES = (
    "collections", "copy", "cProfile", "inspect", "ipdb", "linecache", "mock", "numpy", "pandas", "matplotlib", "PIL",
    "pathlib", "pdb", "pkg_resources", "psutil", "pybind11_abseil", "pytest", "re", "tensorflow", "threading", "urllib",
    "keras", "tf_keras", "tensorflow_probability", "tensorflow_datasets.core", "absl.logging",
)  # fmt: skip


def converts_callee(analysis: Analysis, target: Target, lowered: Lowered) -> bool:
    """Whether a call of the function by converted code is converted too.

    Constructors, operator methods, generators and cached functions are not (FACTS conversion-fallback), nor are the
    modules of FACTS, "is a helper converted, by its module name".
    """
    fact = lowered.fact
    if lowered.body.generator or target.through in _NOT_CONVERTED:
        return False
    if fact.owner and fact.name.startswith("__") and fact.name.endswith("__") and fact.name != "__call__":
        return False
    if fact.decorators and analysis.decorator_names(target.key) & _NOT_CONVERTED:
        return False
    module = analysis.project.module(target.key.path)
    dotted = module.module if module else ""
    return not any(dotted == name or dotted.startswith(name + ".") for name in _ALLOWED_MODULES)
