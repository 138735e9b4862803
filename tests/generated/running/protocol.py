"""What is asked of the process that has TensorFlow, and what it answers. Needs neither TensorFlow nor the linter."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

MODES = ("eager", "graph")


@dataclass(frozen=True, slots=True)
class Asked:
    """A program to run: its folder, the script in it, and the functions whose local names are looked at when they end."""

    name: str
    folder: str
    script: str
    entries: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Seen:
    """What one run showed.

    `exception` is the name of the type that ended the program, `Timeout` when it did not end and `Killed` when the process
    did; `line` is the innermost line of the program that it came through. `traces` are the functions that were traced with
    the number of operations of the graph, in their order. `process` is what became
    of the environment, the folder, the path and the arguments. `state` has values by the way to them, in the form of
    `tflint_autograph.confirm.probe.state.values`.
    """

    exception: str = ""
    message: str = ""
    line: str = ""
    stdout: str = ""
    stderr: str = ""
    logged: tuple[str, ...] = ()
    warned: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    process: tuple[str, ...] = ()
    files: dict[str, str] = field(default_factory=dict)
    state: dict[str, Any] = field(default_factory=dict)
    traces: tuple[tuple[str, int], ...] = ()
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Pair:
    """One program run in both modes."""

    eager: Seen
    graph: Seen
