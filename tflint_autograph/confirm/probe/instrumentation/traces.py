"""Observes the traces TensorFlow makes, each with the size of its graph."""

from __future__ import annotations

import importlib
import re
from collections.abc import Sequence
from typing import Any

from tflint_autograph.confirm.probe.state.lines import LineCounter
from tflint_autograph.confirm.protocol import Line, Traced

_GRAPHS = 20
"""Maximum number of recent graphs whose operations can be looked up by name."""

_OPERATION = re.compile(r"(?:NodeDef '|\{\{node |[Nn]ode:? '?)([A-Za-z0-9.][\w./\\-]*)")


class Traces:
    """Every concrete function created since `start`."""

    def __init__(self, lines: LineCounter) -> None:
        self.lines = lines
        self.made: list[Traced] = []
        self._graphs: list[Any] = []
        self._dropped: set[Line] = set()
        self._kept: set[Line] = set()
        self._caches: dict[int, tuple[int, Any]] = {}

    def _maker(self, given: Sequence[Any]) -> int:
        """Returns a number for the `tf.function` object of a concrete function. Each object has its own cache."""
        caches = (getattr(each, "function_cache", None) for each in given)
        cache = next((each for each in caches if each is not None), None)
        # Kept, so that no other gets its id; it can be no key of a dictionary that would let it go
        return self._caches.setdefault(id(cache), (len(self._caches) + 1, cache))[0]

    def start(self) -> None:
        """Starts observing the graphs that `tf.function` and `Dataset` create."""
        tracing: Any = importlib.import_module("tensorflow.python.eager.polymorphic_function.tracing_compilation")
        create = tracing._create_concrete_function

        def created(*args: Any, **kwargs: Any) -> Any:
            at = self.lines.stack()
            with self.lines.tracing():
                concrete = create(*args, **kwargs)
            graph = concrete.graph.as_graph_def()
            operations = len(graph.node) + sum(len(function.node_def) for function in graph.library.function)
            name = re.sub(r"^__inference_|_\d+$", "", concrete.name.decode())
            signature = ", ".join(map(str, concrete.function_type.parameters.values()))
            self.made.append(Traced(self.lines.call, name, operations, at, self._maker(args), signature))
            self._graphs = [*self._graphs[1 - _GRAPHS :], concrete.graph]
            if self.lines.adds_operations():
                self._note_dropped(concrete.graph)
            return concrete

        tracing._create_concrete_function = created

    def forget(self) -> None:
        """Forgets the traces."""
        self.made.clear()
        self._dropped.clear()
        self._kept.clear()

    def dropped(self) -> tuple[Line, ...]:
        """Returns the user's lines whose operations all graphs leave out."""
        return tuple(sorted(self._dropped - self._kept))

    def _note_dropped(self, graph: Any) -> None:
        """Notes the lines of the operations that a graph runs, and of the others: neither a result nor one with an effect needs these."""
        operations = graph.get_operations()
        needed = {each.op for each in graph.outputs} | {*graph.control_outputs} | {each for each in operations if each.op_def.is_stateful}
        waiting = list(needed)
        while waiting:
            each = waiting.pop()
            before = {tensor.op for tensor in each.inputs} | {*each.control_inputs}
            waiting += before - needed
            needed |= before
        for each in operations:
            (self._kept if each in needed else self._dropped).update(self._made_at(each)[:1])

    def named(self, message: str) -> list[Line]:
        """Returns the user's lines, innermost first, that created an operation named in a message, such as `cond/x/_2`."""
        names = [name for found in _OPERATION.findall(message) for name in _prefixes(found)]
        for graph in reversed(self._graphs):
            known = {operation.name: operation for operation in graph.get_operations()} if names else {}
            for name in names:
                lines = self._made_at(known[name]) if name in known else []
                if lines:
                    return lines
        return []

    def _made_at(self, operation: Any) -> list[Line]:
        frames = [(frame.filename, frame.lineno) for frame in reversed(operation.traceback or ())]
        return [Line(file, line) for file, line in frames if self.lines.is_own(file)]


def _prefixes(name: str) -> list[str]:
    """Returns the name and the names of operations that may contain it, the longest first."""
    parts = name.split("/")
    return ["/".join(parts[:count]) for count in range(len(parts), 0, -1)]
