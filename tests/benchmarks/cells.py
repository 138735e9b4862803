"""What the notebook extension adds to a cell: `python -m tests.benchmarks.cells [--cells 100] [--profile]`.

Makes a session of so many cells, each with two traced functions, a helper that both call, and a call. Prints the smallest, median and largest
time, in milliseconds, of the clock and of the processor, that the check of a new cell took in the second half of the session, and that of a cell that was changed and run again,
for cells in all parts of the session. `--profile` prints the functions that take most of the second time.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tflint_autograph.ipython.cells import cell
from tflint_autograph.ipython.checking import Checker

IMPORT = "import numpy as np\nimport tensorflow as tf\n"
CELL = '''
weights_{n} = tf.Variable(tf.ones([4]))

def scale_{n}(x, rate={rate}):
    y = x * rate
    if rate > 0.5:
        y = y - tf.reduce_mean(y)
    return y

@tf.function
def forward_{n}(x):
    for _ in range(3):
        x = scale_{n}(x)
    return x * weights_{n}

@tf.function
def step_{n}(x, y):
    print("step", x.shape)
    loss = tf.reduce_sum((forward_{n}(x) - y) ** 2)
    weights_{n}.assign_sub(tf.ones([4]) * loss)
    return loss

batch_{n} = tf.constant(np.ones((8, 4), np.float32))
print(step_{n}(batch_{n}, batch_{n} + 1.0))
'''


def run(checker: Checker, number: int, text: str, identity: str) -> tuple[float, float]:
    """Returns the milliseconds that the check after a cell took, and those of the processor."""
    made = cell(identity, number, text)
    assert made is not None
    start, used = time.perf_counter(), time.process_time()
    checker.ran(made)
    checker.check()
    return (time.perf_counter() - start) * 1000, (time.process_time() - used) * 1000


def main(argv: Sequence[str] | None = None) -> None:
    """Prints the times; raises SystemExit if the arguments are wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.cells", description="What the notebook extension adds to a cell.")
    parser.add_argument("--cells", type=int, default=100)
    parser.add_argument("--profile", action="store_true")
    options = parser.parse_args(argv)
    count = options.cells
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(Path(folder))
        run(checker, 0, IMPORT, "import")
        added = [run(checker, n, CELL.format(n=n, rate=0.1), str(n)) for n in range(1, count)]
        show("a new cell", added[count // 2 :])
        places = [1 + (count - 2) * part // 19 for part in range(20)]
        profile = cProfile.Profile()
        if options.profile:
            profile.enable()
        again = [run(checker, count + turn, CELL.format(n=n, rate=0.7), str(n)) for turn, n in enumerate(places)]
        profile.disable()
        show("a cell run again", again)
        if options.profile:
            pstats.Stats(profile).sort_stats("cumulative").print_stats(60)


def show(what: str, times: Sequence[tuple[float, float]]) -> None:
    """Prints the smallest, median and largest of some milliseconds, of the clock and of the processor."""
    for each, kind in zip(zip(*times, strict=True), ("clock", "processor"), strict=True):
        print(f"{what:20}{kind:12}{min(each):8.0f}{statistics.median(each):8.0f}{max(each):8.0f} ms")


if __name__ == "__main__":
    main()
