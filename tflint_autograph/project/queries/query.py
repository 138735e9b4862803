"""The decorator of memoised queries: methods whose results are kept in a table on their object."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, overload

from tflint_autograph.project.queries.cycles import CycleGuard, Member

Owner = TypeVar("Owner")
Result = TypeVar("Result")
Given = ParamSpec("Given")
Method = Callable[Concatenate[Owner, Given], Result]

_METHODS: set[object] = set()


@overload
def query(compute: Method[Any, Given, Result]) -> Method[Any, Given, Result]: ...


@overload
def query(
    *, cycle: int, start: Callable[..., object], drops: Callable[..., bool] | None = None
) -> Callable[[Method[Any, Given, Result]], Method[Any, Given, Result]]: ...


def query(
    compute: Callable[..., Any] | None = None, *, cycle: int = 0, start: Callable[..., object] | None = None,
    drops: Callable[..., bool] | None = None,
) -> Any:  # fmt: skip
    """Keeps the results of a method in a table on its object, by its only argument or the tuple of its arguments.

    An object with a `cycle_guard` takes part in the interpretation of eager code, where results may be read while they are being computed:
    a result that used such a partial result is not kept.

    A method that may depend on itself gives its place `cycle` in the order of the entries of cycles (`cycles`), and `start`, which returns
    the result that its readers get while it is being computed. A result on a cycle for which `drops` is true is not kept. Both are called
    with the object and the arguments of the method.
    """
    if compute is not None:
        return _registered(compute, _plain(compute))
    assert start is not None
    return lambda method: _registered(method, _cyclic(method, cycle, start, drops))


def _plain(compute: Callable[..., Result]) -> Callable[..., Result]:
    table = table_of(compute.__name__)

    def asked(owner: Any, /, *given: Any, **named: Any) -> Result:
        parts = (*given, *named.values()) if named else given
        key = parts[0] if len(parts) == 1 else parts
        known: dict[Any, Result] = owner.__dict__.setdefault(table, {})
        if key in known:
            return known[key]
        guard: CycleGuard | None = owner.__dict__.get("cycle_guard")
        if guard is not None:
            return guard.kept(known, key, partial(compute, owner, *given, **named))
        result = known[key] = compute(owner, *given, **named)
        return result

    return asked


def _cyclic(
    compute: Callable[..., Result], kind: int, start: Callable[..., object], drops: Callable[..., bool] | None
) -> Callable[..., Result]:
    name, table = compute.__name__, table_of(compute.__name__)

    def asked(owner: Any, /, *given: Any) -> Result:
        key = given[0] if len(given) == 1 else given
        known: dict[Any, Result] = owner.__dict__.setdefault(table, {})
        guard: CycleGuard = owner.cycle_guard
        if key in known:
            guard.read((kind, key))
            return known[key]
        member = Member((kind, key), known, partial(getattr(owner, name), *given))
        while key not in known:
            with guard.computing(member, start(owner, *given), drops and partial(drops, owner, *given)) as computation:
                result = known[key] = compute(owner, *given)
            if computation.is_dropped:
                return result
        return known[key]

    return asked


def _registered(compute: Callable[..., Result], asked: Callable[..., Result]) -> Callable[..., Result]:
    made = wraps(compute)(asked)
    _METHODS.add(made)
    return made


def queries_of(owner: object) -> Iterator[str]:
    """Yields the names of the methods of an object that are queries, in the order of their definition."""
    yield from (name for cls in type(owner).__mro__ for name, each in vars(cls).items() if isinstance(each, Hashable) and each in _METHODS)


def table_of(method: str) -> str:
    """Returns the name of the attribute in which an object has the results of one of its queries."""
    return f"_results_of_{method}"
