"""Side effects and reads of eager code that TensorFlow does not record. Results of TensorFlow calls are in `tables`."""

from __future__ import annotations

import builtins
from functools import cache, partial

from tflint_autograph.tfapi import arrays
from tflint_autograph.tfapi.load import table, words
from tflint_autograph.tfapi.names import canonical

_words = partial(words, "effects")

_PLAIN = ("list", "dict", "set", "collections.deque")
_TYPES = {"numpy": "numpy.ndarray", "deque": "collections.deque", "Counter": "collections.Counter"}


def mutates(type_name: str, method: str) -> bool:
    """Whether `method` changes its receiver in place; `type_name` is its type (`list`, `collections.deque`).

    `__setitem__`, `__delitem__`, `__iadd__` ... stand for the statements. False for an unknown type.
    """
    return method in _words("mutators", _TYPES.get(type_name, type_name))


def mutates_some(method: str) -> bool:
    """Whether `method` would change a list, dict, set or deque: for a receiver of unknown type.

    Weak evidence: `tf.TensorArray.write` and `tf.Variable.assign` are excluded, `add` of an unknown object is not.
    """
    return not graph_effect(method) and any(method in _words("mutators", kind) for kind in _PLAIN)


_CONTAINERS_ONLY = frozenset(
    {"append", "extend", "setdefault", "popitem", "appendleft", "extendleft", "popleft", "put_nowait"}
)


_CONTAINERS_OF_ARGUMENTS = _CONTAINERS_ONLY | {"insert", "pop", "remove", "discard", "clear", "sort", "reverse"}


def only_of_container_arguments(method: str) -> bool:
    """Whether, of all that callers pass to a `tf.function`, only containers commonly have the method. No tensor has it."""
    return method in _CONTAINERS_OF_ARGUMENTS


def only_of_containers(method: str) -> bool:
    """Whether, of all common types, only containers have the method: enough to count as a change of an unknown receiver."""
    return method in _CONTAINERS_ONLY


_RESIZING = frozenset({"append", "appendleft", "extend", "insert", "pop", "popleft", "remove"})


def resizes(method: str) -> bool:
    """Whether a list or deque is never the same as before after a call of the method."""
    return method in _RESIZING


def is_mutable_type(type_name: str) -> bool:
    """Whether instances of the type are containers listed in the table of mutators."""
    return _TYPES.get(type_name, type_name) in table("effects")["mutators"]


def mutated_arguments(name: str) -> tuple[int, ...]:
    """Returns the positions (from 0) of the arguments a function changes in place: `(0,)` for `heapq.heappush`."""
    name = canonical(name)
    groups = table("effects")["mutating_functions"]
    return tuple(int(position) for position in groups if name in _words("mutating_functions", position))


def changes_first(word: str, owner: str) -> bool:
    """Whether a function of this name changes its first argument in place: `copyto`, `shuffle`.

    `owner` is the name that the function is looked up on. A method of a built-in type counts where that is the type: `list.append(x, y)`,
    and not `x.append(y)`.
    """
    owners = _changing_words().get(word, frozenset())
    return owner in owners or "" in owners


@cache
def _changing_words() -> dict[str, frozenset[str]]:
    """Maps the last parts of the names of functions that change their first argument to the built-in types they are methods of, or ""."""
    found: dict[str, set[str]] = {}
    for name in _words("mutating_functions", "0"):
        owner, _, word = name.rpartition(".")
        found.setdefault(word, set()).add(owner if isinstance(getattr(builtins, owner, None), type) else "")
    return {word: frozenset(owners) for word, owners in found.items()}


def graph_effect(method: str) -> bool:
    """Whether TensorFlow records the method's effect if the receiver is one of its objects (FACTS outer-mutation)."""
    return method in _words("graph_effects", "methods")


def draws(name: str) -> bool:
    """Whether the call draws a random number in Python or NumPy, which is frozen at trace time (FACTS random)."""
    return arrays.draws(name) or name in _words("draws", "names")


def generator_draws(maker: str, method: str) -> bool:
    """Whether `method` draws from an object created by `maker` (`random.Random`, `numpy.random.default_rng`)."""
    if canonical(maker) == maker and maker in _words("draws", "generators"):
        return method in _words("draws", "methods")
    return arrays.result(maker) == "numpy-generator" and arrays.generator_draws(method)


def clock(name: str, arguments: int = 0) -> bool:
    """Whether the call reads a clock. With `arguments`, `time.localtime(x)` and the like only convert."""
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
    """Whether the call returns a logger object."""
    return canonical(name) in _words("logs", "makers")


def logger_writes(method: str) -> bool:
    """Whether the method of a logger writes a record."""
    return method in _words("logs", "methods")


def is_logger(maker: str) -> bool:
    """Whether an object of this type, or created by this call, is a logger."""
    return maker == "logger" or makes_logger(maker)


def maker_logs(maker: str, method: str) -> bool:
    """Whether `method` of an object with this type or creator writes a log record."""
    return logger_writes(method) and is_logger(maker)


def does_io(name: str) -> bool:
    """Whether the call reads or writes files, the network or another process in Python (FACTS trace-only-io)."""
    name = canonical(name)
    if name in _words("io", "pure"):
        return False
    return name in _words("io", "names") or name.startswith(tuple(_words("io", "prefixes")))


def reads_data(name: str) -> bool:
    """Whether the call reads all data of a file, such as an array or a picture."""
    return canonical(name) in _words("io", "data")


_HANDLE_METHODS = frozenset({"read", "readline", "readlines", "write", "writelines", "flush", "seek", "close", "truncate"})


def opens(name: str) -> bool:
    """Whether the call returns an open file, or the type is that of one."""
    return name in _words("io", "opening")


def handles(method: str) -> bool:
    """Whether the method of an open file reads, writes or moves in it."""
    return method in _HANDLE_METHODS


def file_does_io(maker: str, method: str) -> bool:
    """Whether `method` of an open file or a path, by the name that created it or its type, accesses the file system."""
    return (opens(maker) and handles(method)) or (maker.startswith("pathlib.") and path_does_io(method))


def writes_file(name: str, mode: object) -> bool:
    """Whether the call writes, in this mode, the file that its first argument names, or a method of a path the file that it is."""
    method = name.rpartition(".")[2]
    return name in _words("io", "writing") or method in ("write_text", "write_bytes") or (method in ("open", "GFile") and not {*"wax+"}.isdisjoint(str(mode)))


def folds(name: str) -> bool:
    """Whether the result of the operation is computed once for a constant path (FACTS constant-path-io-folded)."""
    return name in ("tensorflow.io.read_file", "tensorflow.io.matching_files")


def records(name: str) -> bool:
    """Whether the call records experiment data: in a file, or by sending it to a service."""
    return name in _words("records", "calls")


def maker_records(maker: str, method: str) -> bool:
    """Whether `method` of an object created by `maker` writes a record or a row: `csv.writer(...).writerow`."""
    return method in _words("records", canonical(maker))


def maker_prints(maker: str, method: str) -> bool:
    """Whether `method` of an object created by `maker` writes to the terminal: `rich.console.Console().print`."""
    return method in _words("consoles", canonical(maker))


def path_does_io(method: str) -> bool:
    """Whether the method of a `pathlib.Path` accesses the file system."""
    return method in _words("io", "path_methods")


def reads_environment(name: str) -> bool:
    """Whether the call, or reading the name itself (`os.environ`, `sys.argv`), depends on the process."""
    return name in _words("environment", "names") or environment(name)


def environment(name: str) -> bool:
    """Whether the name itself is a mapping or list of the process: `os.environ`, `sys.argv`."""
    return name in _words("environment", "reads")


def ends_process(name: str) -> bool:
    """Whether the call ends the process, so that no code after it runs."""
    return name in _words("lost", "ends")


def lost(name: str) -> bool:
    """Whether the call has another Python side effect that does not happen again when the graph runs."""
    return canonical(name) in _words("lost", "names") or seeds(name) or process_changes(*name.rpartition(".")[::2])


@cache
def acts(name: str) -> bool:
    """Whether the call has a Python side effect that a graph does not repeat: it writes, draws, reads a clock, or waits."""
    return any(does(name) for does in (prints, logs, draws, clock, does_io, records, lost))


def process_names() -> frozenset[str]:
    """Returns the dotted names of the process-wide mappings and lists that code may change."""
    return frozenset(name for kind in table("effects")["process"] for name in _words("process", kind))


def environment_names() -> frozenset[str]:
    """Returns the dotted names for which `environment` is true."""
    return _words("environment", "reads")


def process_changes(owner: str, method: str) -> bool:
    """Whether the method changes a process-wide mapping or list: `sys.path.append`; `__setitem__` and the like stand for statements."""
    return any(owner in _words("process", kind) and mutates(kind, method) for kind in table("effects")["process"])


def process(name: str) -> bool:
    """Whether the name is a process-wide mapping or list that code may change."""
    return name in process_names()


def drawing_words(name: str) -> frozenset[str]:
    """Returns the words of the calls that draw from the stream which a call seeds; none where operations draw from it as well."""
    every = {"numpy.random": arrays.drawing(), "random": frozenset(each.rpartition(".")[2] for each in _words("draws", "names"))}
    return every.get(seeded_package(name), frozenset())


def seeded_package(name: str) -> str:
    """Returns the module whose stream of random numbers a call seeds: `numpy.random`."""
    return canonical(name).rpartition(".")[0]


def seeds(name: str) -> bool:
    """Whether the call seeds a stream of random numbers."""
    return canonical(name) in _words("lost", "seeds")


def method_lost(maker: str, method: str) -> bool:
    """Whether `method` of a lock or thread created by `maker` has a side effect that does not happen when the graph runs."""
    return any(
        maker in _words("lost", f"{kind}s") and method in _words("lost", f"{kind}_methods") for kind in ("lock", "thread")
    )


def assigns(kind: str, method: str) -> bool:
    """Whether `method` of an object of this kind changes a variable."""
    return kind == "variable" and method.startswith("assign")


def manages(maker: str) -> bool:
    """Whether an object created by `maker` is a Python context manager that affects the code in its block."""
    name = canonical(maker)
    return name in _words("lost", "managers") or name in _words("lost", "locks")
