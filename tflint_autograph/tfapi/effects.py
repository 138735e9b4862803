"""Effects and readings of eager code that TensorFlow does not record; what TensorFlow calls give is in `tables`."""

from __future__ import annotations

from functools import cache

from tflint_autograph.tfapi import arrays
from tflint_autograph.tfapi.load import table
from tflint_autograph.tfapi.names import canonical

_PLAIN = ("list", "dict", "set", "collections.deque")
_TYPES = {"numpy": "numpy.ndarray", "deque": "collections.deque", "Counter": "collections.Counter"}


def mutates(type_name: str, method: str) -> bool:
    """Whether `method` changes its receiver in place; `type_name` is what made it (`list`, `collections.deque`).

    `__setitem__`, `__delitem__`, `__iadd__` ... represent the statements. False for a type that is not known.
    """
    return method in _words("mutators", _TYPES.get(type_name, type_name))


def mutates_some(method: str) -> bool:
    """Whether a list, dict, set or deque would be changed by `method`: for a receiver of unknown type.

    Weak evidence: `tf.TensorArray.write` and `tf.Variable.assign` are left out, `add` of an unknown object is not.
    """
    return not graph_effect(method) and any(method in _words("mutators", kind) for kind in _PLAIN)


_CONTAINERS_ONLY = frozenset(
    {"append", "extend", "setdefault", "popitem", "appendleft", "extendleft", "popleft", "put_nowait"}
)


def only_of_containers(method: str) -> bool:
    """Whether of all common types only containers have the method: enough to change a receiver of unknown type."""
    return method in _CONTAINERS_ONLY


def is_mutable_type(type_name: str) -> bool:
    """Whether instances of the type are containers that the table of mutators knows."""
    return _TYPES.get(type_name, type_name) in table("effects")["mutators"]


def mutated_arguments(name: str) -> tuple[int, ...]:
    """Positions (from 0) of the arguments a function changes in place: `heapq.heappush` gives (0,)."""
    name = canonical(name)
    groups = table("effects")["mutating_functions"]
    return tuple(int(position) for position in groups if name in _words("mutating_functions", position))


def graph_effect(method: str) -> bool:
    """Whether the method's effect is recorded by TensorFlow when the receiver is one of its objects (FACTS outer-mutation)."""
    return method in _words("graph_effects", "methods")


def draws(name: str) -> bool:
    """Whether the call draws a random number in Python or NumPy: frozen at tracing (FACTS random)."""
    return arrays.draws(name) or name in _words("draws", "names")


def generator_draws(maker: str, method: str) -> bool:
    """Whether `method` draws on an object made by `maker` (`random.Random`, `numpy.random.default_rng`)."""
    if canonical(maker) == maker and maker in _words("draws", "generators"):
        return method in _words("draws", "methods")
    return arrays.result(maker) == "numpy-generator" and arrays.generator_draws(method)


def clock(name: str, arguments: int = 0) -> bool:
    """Whether the call reads a clock; with `arguments` given, `time.localtime(x)` and the like only convert."""
    if name not in _words("clocks", "names"):
        return False
    limits = dict(word.split(":") for word in _words("clocks", "conversions"))
    return arguments < int(limits.get(name, 99))


def prints(name: str) -> bool:
    """Whether the call writes to the terminal."""
    return name in _words("prints", "names")


def logs(name: str) -> bool:
    """Whether the call logs or warns; see `makes_logger` for methods of logger objects."""
    return name in _words("logs", "names") or canonical(name) in _words("logs", "names")


def makes_logger(name: str) -> bool:
    """Whether the call gives a logger object."""
    return canonical(name) in _words("logs", "makers")


def logger_writes(method: str) -> bool:
    """Whether the method of a logger writes a record."""
    return method in _words("logs", "methods")


def does_io(name: str) -> bool:
    """Whether the call reads or writes files, the network or another process, as Python does it (FACTS trace-only-io)."""
    name = canonical(name)
    if name in _words("io", "pure"):
        return False
    return name in _words("io", "names") or name.startswith(tuple(_words("io", "prefixes")))


def records(name: str) -> bool:
    """Whether the call keeps a record of an experiment: in a file, or by sending it to somebody."""
    return name in _words("records", "calls")


def maker_records(maker: str, method: str) -> bool:
    """Whether `method` of what `maker` made writes a record or a row: `csv.writer(...).writerow`."""
    return method in _words("records", canonical(maker))


def path_does_io(method: str) -> bool:
    """Whether the method of a `pathlib.Path` touches the file system."""
    return method in _words("io", "path_methods")


def reads_environment(name: str) -> bool:
    """Whether the call, or reading the name itself (`os.environ`, `sys.argv`), depends on the process."""
    return name in _words("environment", "names") or environment(name)


def environment(name: str) -> bool:
    """Whether the name itself is a mapping or list of the process: `os.environ`, `sys.argv`."""
    return name in _words("environment", "reads")


def ends_process(name: str) -> bool:
    """Whether nothing behind the call is run any more."""
    return name in _words("lost", "ends")


def lost(name: str) -> bool:
    """Whether the call has an effect in Python that is lost after tracing and no other group holds it."""
    return canonical(name) in _words("lost", "names") or seeds(name) or process_changes(*name.rpartition(".")[::2])


@cache
def acts(name: str) -> bool:
    """Whether the call does something as Python that a graph does not repeat: it writes, draws, reads a clock, or waits."""
    return any(does(name) for does in (prints, logs, draws, clock, does_io, records, lost))


def process_names() -> frozenset[str]:
    """The dotted names of the mappings and lists of the process that code may change."""
    return frozenset(name for kind in table("effects")["process"] for name in _words("process", kind))


def environment_names() -> frozenset[str]:
    """The dotted names of those of which `environment` says that they are mappings or lists of the process."""
    return _words("environment", "reads")


def process_changes(owner: str, method: str) -> bool:
    """Whether the method changes a mapping or list of the process: `sys.path.append`; `__setitem__` and the like are statements."""
    return any(owner in _words("process", kind) and mutates(kind, method) for kind in table("effects")["process"])


def seeds(name: str) -> bool:
    """Whether the call seeds a stream of random numbers."""
    return canonical(name) in _words("lost", "seeds")


def method_lost(maker: str, method: str) -> bool:
    """Whether `method` of a lock or thread that `maker` made has an effect in Python that is lost after tracing."""
    return any(
        maker in _words("lost", f"{kind}s") and method in _words("lost", f"{kind}_methods") for kind in ("lock", "thread")
    )


def manages(maker: str) -> bool:
    """Whether what `maker` made is a context manager of Python that has an effect on what runs inside it."""
    name = canonical(maker)
    return name in _words("lost", "managers") or name in _words("lost", "locks")


@cache
def _words(group: str, key: str) -> frozenset[str]:
    return frozenset(table("effects")[group].get(key, "").split())
