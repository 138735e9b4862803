"""Methods of lists, sets and dicts, and what `itertools` makes of them, in an eager run."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from itertools import islice, product
from math import prod
from typing import TYPE_CHECKING

from tflint_autograph.traced.eager_runs.constants import any_item, either
from tflint_autograph.traced.eager_runs.core import ROUNDS
from tflint_autograph.traced.eager_runs.values import (
    MOST_ITEMS,
    NONE,
    OPAQUE,
    REST,
    Class,
    External,
    Given,
    Instance,
    Mapping,
    Plain,
    Scalar,
    Sequence,
    Value,
    is_key,
    is_none,
    keyed,
    number,
    of_key,
    whole,
)

if TYPE_CHECKING:
    from tflint_autograph.traced.eager_runs.calling import Run


NAMED = "collections.namedtuple.of"
"""The name of a class of named tuples, whose owner are the names of the items."""


def names_of_items(value: Value) -> list[str]:
    """Returns the names of items that `namedtuple` is given, as a text or as a list of texts."""
    if isinstance(value, Plain):
        return str(value.value).replace(",", " ").split()
    return [str(each.value) for each in (isinstance(value, Sequence) and value.items) or () if isinstance(each, Plain)]


def named_tuple(names: list[str], given: Given, defaults: dict[str, Value] | None = None, cls: Class | None = None) -> Sequence:
    """Returns a named tuple, to which TensorFlow and Python give the items of a tuple; they are unknown where the arguments do not fit."""
    args, named = given
    items = (defaults or {}) | dict(zip(names, args, strict=False)) | named
    fits = items.keys() == set(names) and len(args) <= len(names) and REST not in args
    return Sequence("tuple", [items[each] for each in names] if fits else None, names=tuple(names), cls=cls)


def of_sequence(run: Run, owner: Sequence, name: str, args: list[Value]) -> Value:
    """Returns what a method of a list, tuple, set or iterator gives."""
    if name in ("append", "extend", "insert", "pop", "clear", "remove", "sort", "reverse", "appendleft", "popleft", "add", "update"):
        if not run.change(owner) or owner.items is None:
            return OPAQUE
        if name == "add" and args and any(_is_equal(args[0], each) for each in owner.items):
            return NONE
        if name in ("append", "add", "extend") and owner.is_open:
            return NONE  # It comes after those that are known.
        if name in ("append", "add") and args:
            owner.items.append(args[0])
        elif name == "extend" and args:
            items, is_all = run.elements(args[0])
            owner.items = owner.items + items if is_all else None
        elif name == "insert" and len(args) == 2 and number(args[0]) == 0:
            owner.items.insert(0, args[1])
        elif name in ("pop", "popleft") and owner.items:
            place = 0 if name == "popleft" else number(args[0]) if args else -1
            if isinstance(place, int) and -len(owner.items) <= place < len(owner.items) and not (owner.is_open and place < 0):
                return owner.items.pop(place)
            # Which one is left out is not known, but how many are left.
            first = owner.items[0]
            owner.items = [anew(each) for each in owner.items[1:]]
            return anew(first)
        elif name == "sort":
            owner.items = None if owner.is_open else in_order(owner.items) if not args else [anew(each) for each in owner.items]
        elif name == "clear":
            owner.items = []
        else:
            owner.items = None
        return NONE
    if name == "index" and len(args) == 1 and owner.items is not None:
        known = [each.value for each in (*owner.items, args[0]) if isinstance(each, Plain)]
        return Plain(known.index(known[-1])) if len(known) == len(owner.items) + 1 and known[-1] in known[:-1] else OPAQUE
    return Sequence("list", list(owner.items), is_open=owner.is_open) if name == "copy" and owner.items is not None else OPAQUE


def anew(value: Value) -> Value:
    """Returns an unknown value of the type of a number; of anything else nothing is known."""
    is_number = isinstance(value, Plain) and isinstance(value.value, (int, float)) and not isinstance(value.value, bool)
    return Scalar(type(value.value).__name__, ("other", object())) if is_number and isinstance(value, Plain) else OPAQUE


def in_order(items: list[Value], by: Callable[[Value], Value] = lambda each: each) -> list[Value] | None:
    """Returns items sorted by what `by` gives, or None if they are no constants of one kind."""
    keys = [by(each) for each in items]
    known = [each.value for each in keys if isinstance(each, Plain)]
    if len(items) < 2:
        return list(items)
    if len(known) < len(items) or not (all(isinstance(each, (int, float)) for each in known) or all(isinstance(each, str) for each in known)):
        return None
    places = sorted(range(len(items)), key=known.__getitem__)  # type: ignore[arg-type]
    return [items[place] for place in places]


def _is_equal(one: Value, other: Value) -> bool:
    return isinstance(one, Plain) and isinstance(other, Plain) and one.value == other.value


_BASES = {
    "builtins.list": "list", "typing.List": "list", "collections.UserList": "list", "builtins.dict": "dict", "typing.Dict": "dict",
    "collections.UserDict": "dict", "collections.OrderedDict": "OrderedDict", "collections.defaultdict": "defaultdict",
}  # fmt: skip
"""Classes of lists and dicts from which a class may derive, by the name of what they make."""


def as_base(run: Run, made: Instance, given: Given) -> Sequence | Mapping | None:
    """Returns the list or dict that a new object of a class is, with what its base class makes of these arguments; None for other classes."""
    word = next((_BASES[name] for name in run.analysis.classes.external(made.cls) if name in _BASES), "") if made.cls.path else ""
    if word != "list":
        return dict_of_library(run, word, *given) if word else None
    return Sequence("list", _items_of_list(run, given[0]))


def _items_of_list(run: Run, args: list[Value]) -> list[Value] | None:
    """Returns the items that `list` makes of its arguments, or None if they are not known."""
    items, is_all = run.elements(args[0]) if args else ([], True)
    return list(items) if is_all else None


def by_name(run: Run, owner: Sequence | Mapping, name: str, given: Given) -> Value:
    """Returns what a method of a list or dict gives, those that syntax calls included: `super().__getitem__(key)`."""
    args, _ = given
    if name == "__getitem__" and len(args) == 1:
        return run.item(owner, args[0])
    if name == "__setitem__" and len(args) == 2:
        run.set_item(owner, *args)
        return NONE
    if name == "__contains__" and len(args) == 1:
        return run.operated("in", [args[0], owner])
    if name == "__init__" and isinstance(owner, Sequence):
        items = _items_of_list(run, args)
        if run.change(owner):
            owner.items = items
        return NONE
    if name == "__init__" and isinstance(owner, Mapping) and owner.missing is None:
        name = "update"
    return of_mapping(run, owner, name, given) if isinstance(owner, Mapping) else of_sequence(run, owner, name, args)


def dict_of_library(run: Run, name: str, args: list[Value], named: dict[str, Value]) -> Mapping:
    """Returns an object of a class of `collections` that derives from `dict`."""
    if name == "Counter":
        return Mapping({}, External("builtins.int")) if not args and not named else Mapping(None)
    is_default = name == "defaultdict" and bool(args)
    missing = args[0] if is_default and not is_none(args[0]) else None
    return Mapping(items_of_dict(run, args[1:] if is_default else args, named), missing)


def of_mapping(run: Run, owner: Mapping, name: str, given: Given) -> Value:
    """Returns what a method of a dict gives."""
    args, named = given
    if owner.items is None:
        return OPAQUE
    if owner is run.environment and name == "get" and args:
        return run.variable(args[0])
    if name == "update":
        _update(run, owner, args, named)
        return NONE
    if name == "items":
        return Sequence("list", [Sequence("tuple", [of_key(key), value]) for key, value in owner.items.items()])
    if name == "values":
        return Sequence("list", list(owner.items.values()))
    if name == "keys":
        return Sequence("list", [of_key(key) for key in owner.items])
    if name in ("get", "setdefault", "pop") and args:
        run.looked_up(args[0], owner)
    if name in ("get", "setdefault", "pop") and args and is_key(args[0]):
        default = args[1] if len(args) > 1 else NONE
        if name == "get":
            return owner.items.get(keyed(args[0]), default)
        if not run.change(owner):
            return OPAQUE
        return owner.items.setdefault(keyed(args[0]), default) if name == "setdefault" else owner.items.pop(keyed(args[0]), default)
    if name == "get" and args:
        return reduce(either, [any_item(owner), *(each for each in args[1:] if not is_none(each))])
    if name == "copy":
        return Mapping(dict(owner.items), owner.missing)
    if name in ("clear", "popitem") and run.change(owner):
        owner.items = None
    return OPAQUE


def _update(run: Run, owner: Mapping, args: list[Value], named: dict[str, Value]) -> None:
    """Sets items of a dict to those of another one."""
    more = items_of_dict(run, args, named)
    if owner.of is not None:
        for key, value in (more or {}).items():
            run.set_attribute(owner.of, str(key), value)
    elif run.change(owner) and owner.items is not None:
        if more is None:
            owner.items = None
        else:
            owner.items.update(more)


def items_of_dict(run: Run, args: list[Value], named: dict[str, Value]) -> dict[object, Value] | None:
    """Returns the items that `dict` makes of its arguments: those of another dict, or pairs, `dict(zip(names, values))`, and named ones."""
    found: dict[object, Value] | None = {}
    if args and isinstance(args[0], Mapping):
        found = args[0].items
    elif args:
        pairs, is_all = run.elements(args[0])
        every = [each.items for each in pairs if isinstance(each, Sequence) and each.items is not None and len(each.items) == 2 and is_key(each.items[0])]
        found = {keyed(key): value for key, value in every} if is_all and len(every) == len(pairs) else None
    return {**found, **dict(named.items())} if found is not None else None


def product_of(run: Run, args: list[Value]) -> Value:
    """Returns the first tuples of a product."""
    every = [run.elements(each) for each in args]
    rows = [Sequence("tuple", list(row)) for row in islice(product(*(items for items, _ in every)), 2 * ROUNDS)]
    total = prod(len(items) for items, _ in every) if all(is_all for _, is_all in every) else None
    return Sequence("iterator", list(rows), is_open=total != len(rows), total=total)


def first_of(run: Run, iterated: Value, count: Value) -> Value:
    """Returns the first items of an iterable. Of an iterator with others left it takes as many as are asked for, or all of which something is known."""
    start, (items, is_all) = iterated.place if isinstance(iterated, Sequence) else 0, run.elements(iterated)
    most = number(count)
    if not isinstance(most, int):
        return Sequence("iterator", items, is_open=True)
    if isinstance(iterated, Sequence) and iterated.kind == "iterator" and iterated.items is not None:
        iterated.place = min(start + most, len(iterated.items))
    return Sequence("iterator", items[:most], is_open=not is_all and len(items) < most)


def copied(value: Value) -> Value:
    """Returns a shallow copy of an object or container; the value itself where it is neither."""
    if isinstance(value, Instance):
        held = copied(value.held) if value.held is not None else None
        assert held is None or isinstance(held, (Sequence, Mapping))
        return Instance(value.cls, value.frame, dict(value.attributes) if value.attributes is not None else None, held=held)
    if isinstance(value, Sequence):
        own = value.with_items(list(value.items) if value.items is not None else None)
        own.is_written = value.is_written
        return own
    return Mapping(dict(value.items), value.missing) if isinstance(value, Mapping) and value.items is not None else value


def copied_deep(value: Value, known: dict[int, Value]) -> Value:
    """Returns a copy with copies of all that a value holds. `known` are those that are made so far, by the identity of the original."""
    if id(value) in known:
        return known[id(value)]
    own = known[id(value)] = copied(value)
    if isinstance(own, Instance) and isinstance(value, Instance):
        own.attributes = value.attributes and {name: copied_deep(each, known) for name, each in value.attributes.items()}
        held = copied_deep(value.held, known) if value.held is not None else None
        assert held is None or isinstance(held, (Sequence, Mapping))
        own.held = held
    elif isinstance(own, Sequence):
        own.items = own.items and [copied_deep(each, known) for each in own.items]
    elif isinstance(own, Mapping):
        own.items = own.items and {key: copied_deep(each, known) for key, each in own.items.items()}
    return own


def is_written(value: Value) -> bool:
    """Whether the program writes out a value, or the number of its items."""
    return isinstance(value, (Plain, Sequence)) and value.is_written


def range_of(args: list[Value]) -> Value:
    """Returns the first numbers of a range with these arguments."""
    start, step = (args[0], args[2] if len(args) > 2 else Plain(1)) if len(args) > 1 else (Plain(0), Plain(1))
    stop = args[1] if len(args) > 1 else args[0] if args else OPAQUE
    first, by, last = number(start), number(step), number(stop)
    if not isinstance(first, int) or not isinstance(by, int) or not by:
        return OPAQUE
    if isinstance(last, int):
        # `len` of a range fails for more numbers than a machine word counts.
        total = max(0, -((first - last) // by))
        items: list[Value] = [Plain(each) for each in islice(range(first, last, by), MOST_ITEMS)]
        return Sequence("range", items, is_open=total > MOST_ITEMS, is_written=is_written(stop), is_count=True, total=total)
    length = whole(stop) if (first, by) == (0, 1) else None
    return Sequence("range", [Plain(first + each * by) for each in range(ROUNDS)], is_open=True, is_count=True, length=length)
