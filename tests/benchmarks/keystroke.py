"""From a keystroke to findings: `python -m tests.benchmarks.keystroke [--files 200] [--keys 20] [--enter] [--server]`.

Makes a project of so many files, one of 1,000 lines, types into that one and says what each key took in a warm session: CPU and
wall time, minimum and median, what had to be worked out again, and the phases of the fastest key. With `--enter` the key is a
line break, which moves everything below it. With `--server` it is the time from a change an editor sends to the diagnostics it
is sent, over the standard streams. Nothing here is asserted: machines differ.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from tests.lsp.editor import Editor, edit
from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.session import EditSession

PAUSE = 0.2
"""Seconds between two keys."""

HEAD = "import numpy as np\nimport tensorflow as tf\n\nfrom pkg.part{other} import helper_{other}_0\n\n"
HELPER = '''
def helper_{file}_{number}(x, rate=0.1):
    """Scale and shift."""
    y = tf.nn.relu(x) * rate
    for index in range(3):
        y = y + tf.cast(index, tf.float32)
    if rate > 0.5:
        y = y - tf.reduce_mean(y)
    return y

'''
LAYER = """
class Block{number}(tf.keras.layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.units = units
        self.dense = tf.keras.layers.Dense(units)
        self.seen = []

    def call(self, inputs, training=False):
        x = self.dense(inputs)
        if training:
            x = tf.nn.dropout(x, 0.1)
        return helper_{file}_0(x)

"""
STEP = """
@tf.function
def step_{number}(x, y):
    print("step", x.shape)
    z = helper_{file}_{number}(x) + helper_{other}_0(y)
    total = tf.zeros([])
    for row in z:
        total = total + tf.reduce_sum(row)
    if total > 0:
        total = total * np.random.rand()
    return total

"""


def module(file: int, files: int, parts: int) -> str:
    """A module with so many helpers, layers and traced steps; it imports a helper of the next but one."""
    other = (file * 7 + 1) % files
    text = HEAD.format(other=other)
    for number in range(parts):
        text += HELPER.format(file=file, number=number)
        text += LAYER.format(file=file, number=number) if number % 3 == 1 else ""
        text += STEP.format(file=file, number=number, other=other) if number % 2 == 0 else ""
    return text


def keys(text: str, count: int, *, enter: bool = False) -> Iterator[str]:
    """The text after each key: a name is typed behind a call in the middle of the file, or a line break before it."""
    lines = text.split("\n")
    at = next(number for number in range(len(lines) // 2, len(lines)) if "tf.nn.relu(x) * rate" in lines[number])
    for number in range(count):
        here = [""] * (number + 1) + [lines[at]] if enter else [f"{lines[at]} + {'x' * (number + 1)}"]
        yield "\n".join([*lines[:at], *here, *lines[at + 1 :]])


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument("--keys", type=int, default=20)
    parser.add_argument("--enter", action="store_true")
    parser.add_argument("--server", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "pkg").mkdir()
        for file in range(given.files):
            path = root / "pkg" / f"part{file}.py"
            path.write_text(module(file, given.files, 48 if file == 1 else 4), encoding="utf-8")
        path = root / "pkg" / "part1.py"
        text = path.read_text(encoding="utf-8")
        print(f"{given.files} files, {len(text.splitlines())} lines in the one that is edited")
        typed = tuple(keys(text, given.keys, enter=given.enter))
        if given.server:
            edit(root, partial(talk, path, text, typed))
        else:
            measure(EditSession(Settings(root)), path, text, typed)


async def talk(path: Path, text: str, typed: Sequence[str], editor: Editor) -> None:
    """Type into an editor that is connected to the server, and print how long its diagnostics took to come."""
    start = time.perf_counter()
    uri = editor.open(path, text)
    await editor.codes(uri)
    print(f"first diagnostics: {time.perf_counter() - start:.2f} s")
    times = []
    for each in typed:
        await asyncio.sleep(PAUSE)
        start = time.perf_counter()
        editor.change(uri, each)
        found = await editor.codes(uri)
        times.append((time.perf_counter() - start) * 1000)
    print(f"from a change to {len(found)} diagnostics: minimum {min(times):.0f} ms, median {statistics.median(times):.0f} ms")


def measure(session: EditSession, path: Path, text: str, typed: Sequence[str]) -> None:
    """Type into the file and print what it took."""
    shown = session.put(str(path), text)
    start = time.perf_counter()
    session.check([shown])
    print(f"first run: {time.perf_counter() - start:.2f} s")
    rows: list[tuple[float, float, tuple[tuple[str, float], ...]]] = []
    # As in the server, which looks for garbage when nobody types.
    gc.disable()
    for each in typed:
        gc.collect()
        wall, cpu = time.perf_counter(), time.process_time()
        session.put(str(path), each)
        checked = session.check([shown])
        rows.append((time.process_time() - cpu, time.perf_counter() - wall, checked.report.stats.phases))
    for name, seconds in (("CPU", [row[0] for row in rows]), ("wall", [row[1] for row in rows])):
        times = [each * 1000 for each in seconds]
        print(f"{name}: minimum {min(times):.0f} ms, median {statistics.median(times):.0f} ms")
    fastest = min(rows, key=lambda row: row[1])
    print("; ".join(f"{name} {spent * 1000:.0f} ms" for name, spent in fastest[2]))
    print("worked out again by the last key: " + ", ".join(f"{count} {kind}" for kind, count in sorted(session.recomputed.items())))


if __name__ == "__main__":
    main()
