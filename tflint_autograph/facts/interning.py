"""What the facts of many files say alike, each one object: a project holds tens of thousands of them. Looks at no syntax."""

from __future__ import annotations

from functools import lru_cache
from sys import intern

from tflint_autograph.model.body import At, Constant
from tflint_autograph.model.facts import Parameter

_PLACES: dict[At, At] = {}


def forget() -> None:
    """Let go of all once the files are read: what is left of them would lie scattered over the memory that is needed then."""
    for table in (_equal, imported, bare, plain, constant):
        table.cache_clear()
    _PLACES.clear()


def one_set(names: set[str]) -> frozenset[str]:
    """A set of names; the sets of a project's bodies would take more room than its texts."""
    return _equal(frozenset(names))


@lru_cache(maxsize=2048)
def _equal(names: frozenset[str]) -> frozenset[str]:
    return names


def one_place(at: At) -> At:
    """A place; files that begin in the same way have their imports in the same ones."""
    return _PLACES.setdefault(at, at)


@lru_cache(maxsize=8192)
def imported(module: str | None, names: tuple[tuple[str, str | None], ...]) -> tuple[tuple[str, str], ...]:
    """What an import statement binds: each name with its absolute dotted target; `module` is None for a plain import.

    `names` are those in the statement, each with the one behind `as`.
    """
    return tuple([_imported(module, name, bound) for name, bound in names])


def _imported(module: str | None, name: str, bound: str | None) -> tuple[str, str]:
    if module is not None:
        return bound or name, f"{module}.{name}" if name != "*" else module
    return (bound, name) if bound else (name.partition(".")[0],) * 2


@lru_cache(maxsize=4096)
def bare(names: tuple[str, ...]) -> tuple[Parameter, ...]:
    """The parameters of a signature of names alone, as most are."""
    return tuple([plain(name, "positional") for name in names])


@lru_cache(maxsize=4096, typed=True)
def constant(value: object) -> Constant:
    """A literal that is outside of functions; `1`, `1.0` and `True` are three."""
    return Constant(intern(value) if type(value) is str else value)


@lru_cache(maxsize=4096)
def plain(name: str, kind: str, default: Constant | None = None) -> Parameter:
    """A parameter without an annotation, and with no other default than `None`, `True` or `False`."""
    return Parameter(name, kind, default, None)
