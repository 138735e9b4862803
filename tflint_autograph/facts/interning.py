"""Shares equal objects among the facts of many files, to save memory."""

from __future__ import annotations

from functools import lru_cache
from sys import intern

from tflint_autograph.model.body import At, Constant
from tflint_autograph.model.facts import Parameter

_PLACES: dict[At, At] = {}


def forget() -> None:
    """Clears the tables once the files are read, to avoid memory fragmentation."""
    for table in (_equal, imported, bare, plain, constant):
        table.cache_clear()
    _PLACES.clear()


def one_set(names: set[str]) -> frozenset[str]:
    """Returns the shared set of these names; the sets of a project's bodies would take more memory than its texts."""
    return _equal(frozenset(names))


@lru_cache(maxsize=2048)
def _equal(names: frozenset[str]) -> frozenset[str]:
    return names


def one_place(at: At) -> At:
    """Returns the shared position. Files that begin alike have imports at equal positions."""
    return _PLACES.setdefault(at, at)


@lru_cache(maxsize=8192)
def imported(module: str | None, names: tuple[tuple[str, str | None], ...]) -> tuple[tuple[str, str], ...]:
    """Returns what an import statement binds: each name with its absolute dotted target; `module` is None for `import x`.

    `names` are those in the statement, each with its alias.
    """
    return tuple([_imported(module, name, bound) for name, bound in names])


def _imported(module: str | None, name: str, bound: str | None) -> tuple[str, str]:
    if module is not None:
        return bound or name, f"{module}.{name}" if name != "*" else module
    return (bound, name) if bound else (name.partition(".")[0],) * 2


@lru_cache(maxsize=4096)
def bare(names: tuple[str, ...]) -> tuple[Parameter, ...]:
    """Returns the parameters of a signature with names only, the common case."""
    return tuple([plain(name, "positional") for name in names])


@lru_cache(maxsize=4096, typed=True)
def constant(value: object) -> Constant:
    """Returns the shared literal outside functions; `1`, `1.0` and `True` are different."""
    return Constant(intern(value) if type(value) is str else value)


@lru_cache(maxsize=4096)
def plain(name: str, kind: str, default: Constant | None = None) -> Parameter:
    """Returns a parameter without annotation, and without a default other than `None`, `True` or `False`."""
    return Parameter(name, kind, default, None)
