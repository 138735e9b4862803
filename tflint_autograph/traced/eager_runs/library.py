"""What built-in functions, NumPy and TensorFlow give for the arguments of a call, as far as it is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tflint_autograph.model.body import At
from tflint_autograph.model.facts import ClassKey
from tflint_autograph.project.values.arithmetic import methods_behind
from tflint_autograph.tfapi import effects, tables
from tflint_autograph.traced.eager_runs import (
    applying,
    arrays,
    constants,
    containers,
    datasets,
    keras_models,
    shapes,
    unknown_texts,
)
from tflint_autograph.traced.eager_runs.containers import is_written, range_of
from tflint_autograph.traced.eager_runs.core import ROUNDS
from tflint_autograph.traced.eager_runs.identity import is_fixed
from tflint_autograph.traced.eager_runs.results import TYPE, contents
from tflint_autograph.traced.eager_runs.values import (
    NONE,
    OPAQUE,
    Array,
    Class,
    Dataset,
    External,
    Frame,
    Function,
    Given,
    Instance,
    Mapping,
    Module,
    Opaque,
    Plain,
    Scalar,
    Sequence,
    Value,
    argument_at,
    class_of,
    contained,
    datasets_of,
    number,
)
from tflint_autograph.traced.tree.states import Need

if TYPE_CHECKING:
    from tflint_autograph.traced.eager_runs.calling import Run

_GENERATORS = {
    "numpy.random.default_rng": "numpy.random", "numpy.random.RandomState": "numpy.random",
    "tensorflow.random.Generator.from_seed": "tensorflow.random", "tensorflow.random.get_global_generator": "tensorflow.random",
    "random.Random": "random", "random.SystemRandom": "random",
}  # fmt: skip
"""Functions that make generators, and the modules whose functions are called like their methods."""

PATH = "pathlib.Path"
"""The class of paths; its objects have their text as owner."""

_MAPPED = 60
"""Maximum number of items for which a function outside the project is called by `map`."""

_EMPTY = {"int": 0, "float": 0.0, "str": "", "bool": False}
"""What these types make of nothing."""

_KEEPING = frozenset({"sorted", "reversed", "list", "tuple", "set", "frozenset", "iter"})


def result(run: Run, func: External, name: str, given: Given, frame: Frame, at: At) -> Value:
    """Returns what a call of something outside the project gives."""
    args, named = given
    if name == "os.getenv" and args:
        return run.variable(args[0])
    if name in ("types.SimpleNamespace", "argparse.Namespace", "threading.local") and not args:
        return Instance(ClassKey("", name), None, dict(named))
    if name == PATH and len(args) == 1:
        return External(PATH, args[0])
    if name == "dataclasses.field":
        return External(name, Mapping(dict(named.items())))
    if name == "dataclasses.replace" and args and isinstance(args[0], Instance):
        copied = containers.copied(args[0])
        assert isinstance(copied, Instance)
        if copied.attributes is not None:
            copied.attributes.update(named)
            copied.is_fixed = args[0].is_fixed and all(map(is_fixed, named.values()))
        return copied
    if name == "collections.namedtuple" and len(args) > 1:
        return External(containers.NAMED, args[1])
    if name == containers.NAMED and func.owner is not None:
        return containers.named_tuple(containers.names_of_items(func.owner), given)
    if func.owner is not None:
        return _method(run, func.owner, func.name, given, frame, at)
    package, _, rest = name.partition(".")
    if package in ("builtins", "math") and (known := constants.of_function(name, given)) is not None:
        return known
    if package == "builtins":
        return _builtin(run, rest, args, named, frame, at)
    if effects.clock(name, len(args)) or (effects.draws(name) and package == "random"):
        return _drawn(name, args)
    if name in ("json.dumps", "json.dump") and args and "default" not in named and "cls" not in named:
        run.needed(args[0], Need.JSON)
    if name == "itertools.count":
        return range_of([args[0] if args else Plain(0), OPAQUE])
    if rest == "tqdm" or rest.endswith((".tqdm", ".trange")) or rest == "trange":
        return range_of(args) if rest.endswith("trange") else args[0] if args else OPAQUE
    if name == "itertools.product" and args:
        return containers.product_of(run, args)
    if name == "itertools.islice" and len(args) == 2:
        return containers.first_of(run, *args)
    if name in ("collections.OrderedDict", "collections.Counter", "collections.defaultdict"):
        return containers.dict_of_library(run, rest, args, named)
    if name in ("copy.copy", "copy.deepcopy") and args:
        return containers.copied(args[0]) if name == "copy.copy" else containers.copied_deep(args[0], {})
    if package == "math" and args and all(isinstance(each, (Plain, Scalar)) for each in args):
        return run.operated("math", args) if any(isinstance(each, Scalar) for each in args) else Scalar("float", (name, *map(_token, args)))
    if name in _GENERATORS:
        return External(_GENERATORS[name])
    if rest.endswith("pad_sequences") and args:
        return arrays.padded_rows(args[0], argument_at(args, named, 1, "maxlen", NONE))
    if name == "importlib.import_module" and args and isinstance(args[0], Plain):
        return run.imported(frame.key.path, str(args[0].value))
    if "keras." in name and (layer := keras_models.made(name, given)) is not None:
        return layer
    if package == "tensorflow" and tables.result(name) == applying.STRATEGY:
        return External(applying.STRATEGY)
    if package in ("numpy", "tensorflow"):
        found = datasets.made(run, name, given, frame, at)
        return found if found is not None else arrays.result(run, name, given)
    return OPAQUE


def _token(value: Value) -> object:
    return value.value if isinstance(value, Plain) else value.token if isinstance(value, Scalar) else value


def _drawn(name: str, args: list[Value]) -> Value:
    """Returns a number that is another one each time, or one of the items that it is drawn from."""
    last = name.rpartition(".")[2]
    if last in ("choice", "sample", "choices"):
        held = args[0] if args else OPAQUE
        items = held.items if isinstance(held, Sequence) else None
        if items is None or not all(isinstance(each, Plain) and isinstance(each.value, (int, float)) for each in items) or len(items) <= ROUNDS:
            return OPAQUE
        return Scalar("int", ("drawn", object())) if last == "choice" else OPAQUE
    if last in ("randint", "randrange", "getrandbits"):
        return Scalar("int", ("drawn", object()))
    if last in ("shuffle", "seed"):
        return NONE
    return Scalar("float", ("drawn", object()))


def _total(value: Value) -> int | None:
    """Returns how many items a value has, if that is known."""
    if not isinstance(value, Sequence):
        return None
    return len(value.items) if value.items is not None and not value.is_open else value.total


def _builtin(run: Run, name: str, args: list[Value], named: dict[str, Value], frame: Frame, at: At) -> Value:
    if len(args) == 1 and isinstance(args[0], Instance) and name != "bool":
        method = next((each for each in methods_behind(f"builtins.{name}") if run.method(args[0].cls, each) is not None), "")
        if method:
            return run.special(args[0], method, [])
    if name == "range":
        return range_of(args)
    if name == "len" and args:
        return _length(args[0])
    if name == "enumerate" and args:
        items, is_all = run.elements(args[0])
        start = number(argument_at(args, named, 1, "start", Plain(0)))
        count = [Plain(start + place) if isinstance(start, int) else OPAQUE for place in range(len(items))]
        numbered = [Sequence("tuple", [place, item]) for place, item in zip(count, items, strict=True)]
        return Sequence(
            "iterator", list(numbered), is_open=not is_all, is_written=is_written(args[0]), is_count=True, total=_total(args[0]),
            datasets=datasets_of(args[0]),
        )  # fmt: skip
    if name == "zip" and args:
        every = [run.elements(each) for each in args]
        rows = [Sequence("tuple", list(row)) for row in zip(*(items for items, _ in every), strict=False)]
        is_all = any(known and len(items) == len(rows) for items, known in every)
        total = min((length for each in args if (length := _total(each)) is not None), default=None)
        is_count = any(isinstance(each, Sequence) and each.is_count for each in args)
        datasets = tuple([each for one in args for each in datasets_of(one)])
        return Sequence(
            "iterator", list(rows), is_open=not is_all, is_written=all(map(is_written, args)), is_count=is_count, total=total, datasets=datasets
        )
    if name == "map" and len(args) == 2:
        return _mapped(run, args[0], args[1], frame, at)
    by = named.get("key")
    if name == "sorted" and len(args) == 1 and isinstance(by, External) and by.name == "builtins.len":
        items, is_all = run.elements(args[0])
        return Sequence("list", containers.in_order(items, by=_length) if is_all else None)
    if name in _KEEPING and len(args) == 1:
        return _kept(run, name, args[0])
    if name == "list" and not args:
        return Sequence("list", [])
    if name == "dict":
        return Mapping(containers.items_of_dict(run, args, named))
    if name in _EMPTY and not args:
        return Plain(_EMPTY[name])
    if name == "next" and args:
        return _next(run, args)
    if name in ("int", "float", "str", "bool", "abs", "round") and args:
        return _cast(name, args)
    if name in ("min", "max", "sum"):
        return _reduced(run, name, args)
    if name == "print":
        return NONE
    if name in ("any", "all") and args:
        run.elements(args[0])
    if name == "isinstance" and len(args) == 2:
        run.type_asked(*args)
    if name == "isinstance" and len(args) == 2 and isinstance(args[1], External):
        is_one = constants.is_of(args[0], args[1].name.removeprefix("builtins."))
        return Plain(is_one) if is_one is not None else OPAQUE
    if name == "setattr" and len(args) == 3 and isinstance(args[1], Plain):
        run.set_attribute(args[0], str(args[1].value), args[2])
    if name == "getattr" and len(args) > 1 and isinstance(args[1], Plain):
        asked, owner = str(args[1].value), args[0]
        held = owner.attributes if isinstance(owner, Instance) and not owner.cls.path else None
        return args[2] if len(args) > 2 and held is not None and asked not in held else run.attribute(owner, asked, frame)
    if name == "vars" and args and isinstance(args[0], (Instance, Class, Module)):
        return run.names_of(args[0])
    if name == "globals":
        return run.names_of(Module(run.module(frame.key.path)))
    if name == "type" and len(args) == 1:
        return class_of(args[0]) if isinstance(args[0], Instance) else External(TYPE, args[0]) if isinstance(args[0], Array) else OPAQUE
    if name == "super":
        return External("super", _own(frame))
    return OPAQUE


def _own(frame: Frame) -> Value:
    """Returns the object whose method runs: the first argument."""
    around: Frame | None = frame
    while around is not None and around.around is not None and around.around.key == around.key:
        around = around.around
    return next(iter(around.names.values()), OPAQUE) if around is not None and around.around is not None else OPAQUE


def _mapped(run: Run, func: Value, values: Value, frame: Frame, at: At) -> Value:
    items, is_all = run.elements(values)
    found: list[Value] = []
    # A function of the project costs a run of its body for each item.
    most = _MAPPED if isinstance(func, External) else ROUNDS
    for number_, each in enumerate(items[:most]):
        with run.iterating(values, frame.key.path, at, number_, _total(values)):
            found.append(run.call(func, ([each], {}), frame, at))
    return Sequence("iterator", found, is_open=not is_all or len(items) > most)


def _kept(run: Run, name: str, value: Value) -> Value:
    items, is_all = run.elements(value)
    if value is OPAQUE or not items:
        return Sequence("list", items if isinstance(value, Sequence) or is_all else None, is_open=not is_all)
    items = list(reversed(items)) if name == "reversed" else list(items)
    if name in ("set", "frozenset"):
        return Sequence("set", constants.distinct(items) if is_all else None)
    if name == "sorted":
        return Sequence("list", containers.in_order(items) if is_all else None)
    kind = "iterator" if name in ("reversed", "iter") else name
    return Sequence(kind, items if is_all or name != "reversed" else None, is_open=not is_all)


def _next(run: Run, args: list[Value]) -> Value:
    held = args[0]
    if not isinstance(held, Sequence) or held.items is None:
        return OPAQUE
    if held.place < len(held.items):
        held.place += 1
        return held.items[held.place - 1]
    return args[1] if len(args) > 1 and not held.is_open else OPAQUE


def _length(value: Value) -> Value:
    value = contained(value)
    if isinstance(value, Sequence) and value.items is not None and not value.is_open:
        return Plain(len(value.items), is_written=value.is_written)
    if isinstance(value, Mapping) and value.items is not None:
        return Plain(len(value.items))
    if isinstance(value, Plain) and isinstance(value.value, str):
        return Plain(len(value.value))
    if isinstance(value, Array) and value.shape:
        return shapes.sized(value.shape[0])
    return OPAQUE


def _cast(name: str, args: list[Value]) -> Value:
    held = args[0]
    if isinstance(held, Plain) and isinstance(held.value, (int, float)):
        cast: dict[str, Callable[[float], object]] = {"int": int, "float": float, "str": str, "bool": bool, "abs": abs}
        if name == "round":
            places = number(args[1]) if len(args) > 1 else None
            return Plain(round(held.value, places if isinstance(places, int) else None))
        return Scalar("str", ("str", held.value)) if name == "str" else Plain(cast[name](held.value))
    if isinstance(held, Scalar) and name != "bool":
        return Scalar(name if name in ("int", "float", "str") else held.type, (name, held.token))
    if isinstance(held, Array) and name in ("float", "int") and held.kind != "variable":
        return Scalar(name, ("read", held))
    if isinstance(held, Opaque) and held.token is not None and name in ("float", "int", "round", "str"):
        return Scalar("float" if name == "round" and len(args) > 1 else name.replace("round", "int"), (name, held.token))
    return OPAQUE


def _reduced(run: Run, name: str, args: list[Value]) -> Value:
    items, is_all = (args, True) if len(args) > 1 else run.elements(args[0]) if args else ([], False)
    numbers = [each.value for each in items if isinstance(each, Plain) and isinstance(each.value, (int, float))]
    if is_all and numbers and len(numbers) == len(items):
        return Plain(min(numbers) if name == "min" else max(numbers) if name == "max" else sum(numbers))
    if is_all and items and all(isinstance(each, (Plain, Scalar)) for each in items) and name != "min":
        return run.operated(name, list(items)[:2]) if len(items) == 2 else OPAQUE
    return OPAQUE


def _method(run: Run, owner: Value, name: str, given: Given, frame: Frame, at: At) -> Value:
    args, owner = given[0], contents(owner)
    if isinstance(owner, (Sequence, Mapping)):
        return containers.by_name(run, owner, name, given)
    if isinstance(owner, Instance):
        return keras_models.method(run, owner, name, given, frame, at)
    if isinstance(owner, Dataset):
        return datasets.method(run, owner, name, given, frame, at)
    if isinstance(owner, Array):
        return arrays.method(run, owner, name, given)
    if isinstance(owner, Plain) and isinstance(owner.value, str):
        if name == "format":
            return constants.scalar("text", [owner, *args], "str") if args else owner
        return constants.of_text(owner.value, name, given) or OPAQUE
    return External("tensorflow.ConcreteFunction") if isinstance(owner, Function) else unknown_texts.of_method(owner, name, given)
