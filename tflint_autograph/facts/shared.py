"""What the facts of many files say alike, each one object: a project holds tens of thousands of them. Looks at no syntax."""

from __future__ import annotations

from functools import lru_cache

from tflint_autograph.model.facts import Parameter


def forget() -> None:
    """Let go of all: what is left of a program that is done would lie scattered over the memory that the next one needs."""
    for table in (_equal, imported, bare, plain):
        table.cache_clear()


def one_set(names: set[str]) -> frozenset[str]:
    """A set of names; the sets of a project's bodies would take more room than its texts."""
    return _equal(frozenset(names))


@lru_cache(maxsize=2048)
def _equal(names: frozenset[str]) -> frozenset[str]:
    return names


@lru_cache(maxsize=8192)
def imported(module: str | None, name: str, bound: str | None) -> tuple[str, str]:
    """The name which an import of `name` binds, and its absolute dotted target; `module` is None for a plain import."""
    if module is not None:
        return bound or name, f"{module}.{name}" if name != "*" else module
    return (bound, name) if bound else (name.partition(".")[0],) * 2


@lru_cache(maxsize=4096)
def bare(names: tuple[str, ...]) -> tuple[Parameter, ...]:
    """The parameters of a signature of names alone, as most are."""
    return tuple([plain(name, "positional") for name in names])


@lru_cache(maxsize=4096)
def plain(name: str, kind: str) -> Parameter:
    """A parameter with neither a default nor an annotation."""
    return Parameter(name, kind, None, None)
