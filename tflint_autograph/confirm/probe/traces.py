"""The traces TensorFlow makes, each with the size of its graph. Prevents none."""

from __future__ import annotations

import importlib
import re
from typing import Any

from tflint_autograph.confirm.probe.lines import Lines
from tflint_autograph.confirm.protocol import Traced


class Traces:
    """Every concrete function made since `start`."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.made: list[Traced] = []

    def start(self) -> None:
        """Watch `tf.function` and `Dataset` make graphs."""
        tracing: Any = importlib.import_module("tensorflow.python.eager.polymorphic_function.tracing_compilation")
        create = tracing._create_concrete_function

        def created(*args: Any, **kwargs: Any) -> Any:
            at = self.lines.stack()
            with self.lines.tracing():
                concrete = create(*args, **kwargs)
            graph = concrete.graph.as_graph_def()
            operations = len(graph.node) + sum(len(function.node_def) for function in graph.library.function)
            name = re.sub(r"^__inference_|_\d+$", "", concrete.name.decode())
            self.made.append(Traced(self.lines.call, name, operations, at))
            return concrete

        tracing._create_concrete_function = created
