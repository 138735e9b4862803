"""Runs programs one after the other in one process under the recorder: started with any Python that has TensorFlow.

`runner.py ROOT LIST OUT`: LIST has a line `name path` for each program; a line of JSON for each goes to OUT.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import runpy
import sys
import time
from typing import Any

PAUSE = 0.01
"""Seconds for which the process waits while a trace begins, as it does on a busy machine."""


def main() -> None:
    root, programs, out = sys.argv[1:]
    sys.path[0] = root
    from tflint_autograph.retracing.recorder.sink import ListSink
    from tflint_autograph.retracing.recorder.start import start

    class SlowSink(ListSink):
        """Keeps records, and waits for the first of nested traces."""

        def write(self, record: dict[str, Any]) -> None:
            super().write(record)
            if record["record"] == "begin" and record["outer"] is None:
                time.sleep(PAUSE)

    sink = SlowSink()
    recorder = start(sink)
    tf: Any = importlib.import_module("tensorflow")

    cpu = tf.config.list_physical_devices("CPU")[0]
    tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * 2)
    head = list(sink.records)
    with open(programs, encoding="utf-8") as listed, open(out, "w", encoding="utf-8") as file:
        for line in listed:
            name, path = line.split()
            sink.records.clear()
            error, namespace = "", {}
            try:
                namespace = runpy.run_path(path, run_name="__main__")
            except Exception as raised:  # noqa: BLE001 - told in the result
                error = f"{type(raised).__name__}: {raised}"
            result = {"name": name, "records": head + sink.records, "counts": counted(recorder), "error": error, "calls": calls(recorder)}
            file.write(json.dumps(result) + "\n")
            file.flush()
            del namespace
    # What threads of TensorFlow do at the end is none of our business
    os._exit(0)


def counted(recorder: Any) -> dict[str, int]:
    """What TensorFlow itself counts for each `tf.function` object that is still there."""
    cls = sys.modules["tensorflow.python.eager.polymorphic_function.polymorphic_function"].Function
    alive = [each for each in gc.get_objects() if type(each) is cls]
    numbers = {id(entry.function()): entry.number for entry in recorder._functions.values() if entry.function() is not None}
    return {numbers[id(each)]: each.experimental_get_tracing_count() for each in alive if id(each) in numbers}


def calls(recorder: Any) -> list[int]:
    """The counters, as far as they are used."""
    values = recorder.counts.tolist()
    last = max((index for index, value in enumerate(values) if value), default=0)
    return list(values[: last + 1])


if __name__ == "__main__":
    main()
