"""Turns a driver into calls that can be made. Makes no call itself."""

from __future__ import annotations

import importlib
import inspect
import types
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from tflint_autograph.confirm.edges import EDGES
from tflint_autograph.confirm.made_files import MadeFile
from tflint_autograph.confirm.probe.calls import nested
from tflint_autograph.confirm.probe.calls.extracted import set_up
from tflint_autograph.confirm.probe.calls.inner import is_converted, traced
from tflint_autograph.confirm.probe.calls.inputs import CALLS, given_kinds
from tflint_autograph.confirm.probe.calls.making_files import MadeFiles, put, tree_of
from tflint_autograph.confirm.probe.calls.scope import HOLDER, TARGET, CallNames
from tflint_autograph.confirm.probe.calls.searching import ArgumentSearch
from tflint_autograph.confirm.probe.calls.signatures import written
from tflint_autograph.confirm.probe.calls.typed import kinds as classes
from tflint_autograph.confirm.probe.calls.varying import edged, reshaped, unsized, varied
from tflint_autograph.confirm.probe.state.lines import LineCounter
from tflint_autograph.confirm.protocol import Borrowed, Driver, Unit

_TAKEN = "__tflint_taken__"

_SHARE = 0.5
"""The fraction of the unit's time that a search may take."""

_LATE = "has no time left (--timeout) to find arguments"


class Undrivable(Exception):
    """Raised if the function cannot be called; the message says why.

    `kinds` are the kinds of arguments that another search may find; `unmade`: no object of its class can be created.
    """

    def __init__(self, message: str, kinds: tuple[str, ...] = (), *, unmade: bool = False) -> None:
        super().__init__(message)
        self.kinds = kinds
        self.unmade = unmade


@dataclass(frozen=True, slots=True)
class Plan:
    """The calls to make in order, and the Python code of their arguments and of the object.

    `held` is the object of a method. `wraps`: the function is wrapped in a `tf.function` for the run. `kinds`: the kinds of arguments it can take. `more`: the arguments of
    other calls, which reach other statements. `files`: those made up for the calls.
    """

    calls: tuple[Callable[[], Any], ...]
    inputs: tuple[str, ...]
    holder: str = ""
    wraps: bool = False
    kinds: tuple[str, ...] = ()
    more: tuple[tuple[str, ...], ...] = ()
    held: Any = None
    files: tuple[MadeFile, ...] = ()


def driven(unit: Unit, module: Any, lines: LineCounter) -> Plan:
    """Returns the calls of the unit's driver, or just the arguments found by a search. Raises Undrivable."""
    driver = unit.driver
    tf = importlib.import_module("tensorflow")
    numpy = importlib.import_module("numpy")
    files = MadeFiles(tree_of(unit.file))
    scope = CallNames({"tf": tf, "np": numpy, "types": types, **vars(module)}, lines, unit.seconds * _SHARE, files)
    for each in driver.files:
        put(each)
    ways = _found(module, driver, scope) if driver.borrowed is None else _as_it_stands(driver.borrowed, unit, scope)
    if not driver.calls:
        return _searched(ways, module, scope, driver, len({watch.id for watch in unit.watches}))
    function, holder = next(ways)
    wraps = unit.mode == "graph" and _is_wrapped(function, driver, scope)
    if wraps:
        function = _wrapped(function, driver, scope)
    scope.names[TARGET] = unsized(function) if unit.mode == "graph" and driver.vary == "sizes" else function
    texts = (driver.calls * CALLS)[: max(CALLS, len(driver.calls))]
    calls = [_call(text, scope, driver, number) for number, text in enumerate(texts)]
    if driver.vary == "objects" and driver.makes_object and not wraps:
        calls = [partial(_on_new_object, each, scope, driver) for each in calls]
    if driver.vary == "values":
        calls.append(_call(texts[0], scope, driver, None))
    return Plan(tuple(calls), driver.calls, holder, wraps, held=scope.names.get(HOLDER))


def _as_it_stands(borrowed: Borrowed, unit: Unit, scope: CallNames) -> Iterator[tuple[Any, str]]:
    """Yields the object of an extracted call, after running the statements it needs, with its code."""
    try:
        set_up(borrowed, unit, scope.names)
        yield scope.value(borrowed.called), ""
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the user's code raises what it likes
        raise Undrivable(f"does not come to the call on line {borrowed.line} ({type(error).__name__})") from None


def _is_wrapped(function: Any, driver: Driver, scope: CallNames) -> bool:
    return driver.traced and _can_be_wrapped(function, scope.names.get(HOLDER))


def _wrapped(function: Any, driver: Driver, scope: CallNames) -> Any:
    """Returns a function as the driver says that it is traced, the method of a layer as this version of Keras does."""
    converted = driver.converted or is_converted(scope.names.get(HOLDER))
    if driver.inner:
        return traced(function, converted=converted)
    return importlib.import_module("tensorflow").function(function, autograph=converted)


def _can_be_wrapped(function: Any, holder: Any) -> bool:
    """Whether the function is not a `tf.function` yet, and Keras is not configured to run eagerly."""
    return not hasattr(function, "get_concrete_function") and not getattr(holder, "run_eagerly", False)


def _searched(ways: Iterator[tuple[Any, str]], module: Any, scope: CallNames, driver: Driver, wanted: int) -> Plan:
    def graph(target: Any) -> Any:
        return _wrapped(target, driver, scope) if _is_wrapped(target, driver, scope) else target

    kinds: tuple[str, ...] = ()
    for function, holder in ways:
        scope.names[TARGET] = function
        # Test runners call wrapped tests without arguments, whatever their signature
        is_copy = bool(holder) and not driver.nested and not hasattr(type(scope.names[HOLDER]), driver.target.rpartition(".")[2])
        known = _without_arguments if is_copy else written(function, module, driver.target)
        kinds = given_kinds(known)
        # A failed call may have left its object half set up; an object the module created cannot be replaced
        renew = partial(_renew, holder, scope, driver) if "(" in holder else lambda: None
        found = ArgumentSearch(known, driver.prefer, scope, renew, graph=graph).found(wanted)
        if found:
            return Plan((), found[0], holder, kinds=kinds, more=found[1:], files=scope.files.made() if scope.files else ())
    if scope.is_over():
        # Calls that did not end say nothing of those with other kinds of arguments
        raise Undrivable(f"{_LATE} for `{driver.target}`{scope.refusal()}", kinds if scope.is_impatient else ())
    raise Undrivable(f"takes arguments for `{driver.target}` that cannot be made up{scope.refusal()}", kinds)


def _without_arguments() -> None:
    """A function without parameters, as signature."""


def _renew(holder: str, scope: CallNames, driver: Driver) -> None:
    if driver.nested:
        scope.names[TARGET] = scope.value(holder)
        return
    made = scope.names[HOLDER] = _ready(scope.value(holder))
    name = _name(type(made), driver.target.rpartition(".")[2])
    scope.names[TARGET] = _method(made, name, inspect.getattr_static(type(made), name))


def _on_new_object(call: Callable[[], Any], scope: CallNames, driver: Driver) -> Any:
    _renew(driver.holder, scope, driver)
    return call()


def _found(module: Any, driver: Driver, scope: CallNames) -> Iterator[tuple[Any, str]]:
    """Yields the function in its module, or a method on objects of its class, each with the code that creates the object.

    For a function that is nested in another one, that is the code for the function itself.
    """
    if driver.nested:
        yield from _nested(module, driver, scope)
        return
    found: Any = module
    owner: type | None = None
    for written_name in driver.target.split("."):
        part = _name(found, written_name)
        if not part:
            raise Undrivable(f"does not find `{driver.target}` once the module is imported")
        owner = found if isinstance(found, type) else None
        found = inspect.getattr_static(found, part) if owner else getattr(found, part)
    name = part
    if owner is None and not callable(found):
        raise Undrivable(f"finds no function in `{driver.target}`")
    if owner is None:
        yield found, ""
    elif isinstance(found, (staticmethod, classmethod)):
        yield getattr(owner, name), ""
    else:
        for holder, text in _holders(owner, driver.holder, scope):
            # A `tf.function` method references its object weakly: the calls would find None in its place
            scope.names[HOLDER] = holder
            yield _method(holder, name, found), text


_RETURNING = 8
"""Maximum number of calls of a function for one that it defines, of which it may return a different one each time."""


def _nested(module: Any, driver: Driver, scope: CallNames) -> Iterator[tuple[Any, str]]:
    """Yields a nested function: one that the module refers to, else what calls of the function around it return."""
    outer = driver.target.rpartition(".")[0]
    codes = nested.defined(driver.target, module)
    ways = [driver.holder] if driver.holder else [*nested.held(codes, scope)]
    for way in ways:
        yield scope.value(way), way
    if ways:
        return
    for function, holder in _found(module, Driver(outer), scope):
        scope.names[TARGET] = function
        code = f"{holder}.{outer.rpartition('.')[2]}" if holder else outer
        for texts in ArgumentSearch(written(function, module, outer), "python", scope, number=1).each(_RETURNING):
            for way in nested.returned(codes, code, texts[0], scope):
                yield scope.value(way), way
    raise Undrivable(f"does not find `{driver.target}` in what `{outer}` returns{scope.refusal()}")


def _name(held: Any, name: str) -> str:
    """Returns the name of the function; for parametrised tests, that of the first variant; empty if there is none."""
    if hasattr(held, name):
        return name
    copies = (each for each, member in vars(held).items() if each.startswith(name) and inspect.isfunction(member))
    return min(copies, default="") if isinstance(held, type) and name.startswith("test") else ""


def _method(holder: Any, name: str, found: Any) -> Any:
    if not callable(found) and hasattr(type(found), "__get__"):
        return lambda: getattr(holder, name)
    # Keras does more than to call `call`, and that is what its users run
    return holder if name == "call" and callable(holder) else getattr(holder, name)


def _holders(owner: type, wanted: str, scope: CallNames) -> Iterator[tuple[Any, str]]:
    """Yields objects of the class: one created by the module, else new ones, also of subclasses."""
    if wanted:
        yield _ready(scope.value(wanted)), wanted
        return
    for name, held in sorted(scope.names.items()):
        if isinstance(held, owner) and name not in (HOLDER, TARGET):
            yield _ready(held), name
            return
    made = False
    for kind in classes(owner, scope.is_own):
        scope.names[TARGET] = kind
        for texts in ArgumentSearch(kind, "python", scope, number=1).found():
            made = True
            yield _ready(scope.value(f"{TARGET}({texts[0]})")), f"{kind.__qualname__}({texts[0]})"
    if not made and scope.is_over():
        raise Undrivable(f"{_LATE} for `{owner.__name__}`{scope.refusal()}", unmade=True)
    if not made:
        raise Undrivable(f"needs arguments for `{owner.__name__}` that cannot be made up{scope.refusal()}", unmade=True)


def _ready(held: Any) -> Any:
    """Returns an object, compiled if it is a Keras model that is not: its steps use the optimizer."""
    keras = importlib.import_module("tensorflow").keras
    if isinstance(held, keras.Model) and getattr(held, "optimizer", None) is None:
        with suppress(Exception):  # the user's code raises what it likes
            held.compile(optimizer=keras.optimizers.SGD(0.01), loss="mse")
    return held


def _call(text: str, scope: CallNames, driver: Driver, number: int | None) -> Callable[[], Any]:
    """Returns a callable for the call with this number. A driver that varies gets other values, or for None another signature."""
    is_changed = driver.vary not in ("", "sizes", "objects")
    try:
        code = compile(f"{_TAKEN if is_changed else TARGET}({text})", f"<call of {driver.target}>", "eval")
    except SyntaxError as error:
        raise Undrivable(f"cannot read the declared call `{driver.target}({text})`: {error.msg}") from None
    if not is_changed:
        return lambda: scope.value(code)
    scope.names[_TAKEN] = lambda *args, **kwargs: (args, kwargs)

    def make() -> Any:
        given = scope.value(code)
        args, kwargs = edged(given, driver.vary) if driver.vary in EDGES else reshaped(given) if number is None else varied(given, number)
        return scope.names[TARGET](*args, **kwargs)

    return make
