"""What NumPy functions return, draw and change. NumPy itself is never imported."""

from __future__ import annotations

from functools import cache

from tflint_autograph.tfapi.load import inverted, table, words
from tflint_autograph.tfapi.names import canonical


@cache
def result(name: str) -> str:
    """Returns what calling a `numpy.*` name gives: `numpy`, `python`, `none`, `object` or `numpy-generator`.

    A tuple or list of arrays (`numpy.split`) is `tuple`. Methods of `numpy.random.Generator` draw arrays.
    """
    member = canonical(name).removeprefix("numpy.")
    known = _results().get(member)
    if known:
        return known
    if member[:1].isupper() or member.startswith(("testing.", "distutils.", "typing.", "ctypeslib.")):
        return "unknown"
    return "numpy"


def is_number(name: str) -> bool:
    """Whether the dotted name is a NumPy constant such as `numpy.nan`, and not callable."""
    name = canonical(name)
    return name.startswith("numpy.") and name.removeprefix("numpy.") in words("arrays", "numbers", "names")


def draws(name: str) -> bool:
    """Whether calling the dotted name draws from NumPy's global random state (FACTS, random)."""
    name = canonical(name)
    return name.startswith("numpy.random.") and name.rpartition(".")[2] in drawing() and name.count(".") == 2


def generator_draws(method: str) -> bool:
    """Whether the method of a `numpy.random.Generator` or `RandomState` draws."""
    return method in drawing() or method in words("arrays", "random", "generator_only")


def static_on_tensors(name: str) -> bool:
    """Whether the function works on a symbolic tensor because it needs static metadata only.

    FACTS topython_np_shape_ndim_ok: `np.shape` and `np.ndim` do. Every function of NumPy 2.4 was called with a symbolic tensor:
    `np.isscalar` and `np.flip` (which only indexes, and returns a tensor) work too, the others raise.
    """
    name = canonical(name)
    return name.startswith("numpy.") and name.removeprefix("numpy.") in words("arrays", "on_tensors", "static")


@cache
def _results() -> dict[str, str]:
    return inverted(table("arrays")["results"])


def drawing() -> frozenset[str]:
    """Returns the functions of `numpy.random` that draw from NumPy's global random state."""
    return words("arrays", "random", "draws")


METHODS = frozenset({"dot", "take", "compress", "choose", "put", "searchsorted", "itemset", "fill"})
"""Methods of NumPy arrays that convert their arguments to arrays."""

MODULES = ("numpy.", "scipy.", "skimage.", "sklearn.", "librosa.", "cv2.")


def converts(name: str) -> bool:
    """Whether the function may convert its arguments to arrays."""
    return name.startswith(MODULES) and not name.startswith("numpy.random.")


def method_converts(kind: str, method: str) -> bool:
    """Whether `method` of an object of this kind converts its arguments to arrays."""
    return kind == "numpy" and method in METHODS
