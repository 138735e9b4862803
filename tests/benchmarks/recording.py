"""What the recorder of `traces` costs a call that is not traced.

    python -m tests.benchmarks.recording [--python PYTHON] [--rounds 300] [--calls 100]

Calls functions of several sizes, in turns with the recorder and without it, in one process: what of TensorFlow a call passes through is put back for
each second turn, so that what else the machine does meets both alike. Prints the smallest time and the median of a call in both, and the median of the differences.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

PROGRAM = """
import statistics, sys, time
rounds, calls = map(int, sys.argv[1:3])
sys.path.insert(0, sys.argv[3])
import tensorflow as tf
from tensorflow.core.function.polymorphism.function_cache import FunctionCache
from tflint_autograph.retracing.recorder.sink import ListSink
from tflint_autograph.retracing.recorder.start import start
from tensorflow.python.eager.polymorphic_function import polymorphic_function

def parts():
    return FunctionCache.lookup, polymorphic_function.OptionalXlaContext

def put(found):
    FunctionCache.lookup, polymorphic_function.OptionalXlaContext = found

plain = parts()
start(ListSink())
watched = parts()

@tf.function
def nothing():
    return None

@tf.function
def add(x, y):
    return x + y

@tf.function
def dense(x, w):
    return tf.nn.relu(x @ w)

class Net(tf.Module):
    @tf.function
    def step(self, batch):
        return {key: value + 1 for key, value in batch.items()}

net = Net()
x, w = tf.ones([64, 64]), tf.ones([64, 64])
batch = {str(index): tf.ones([4]) for index in range(8)}
cases = {"no argument": lambda: nothing(), "x + y": lambda: add(x, x), "dense 64": lambda: dense(x, w), "method, 8 tensors": lambda: net.step(batch)}

def measured(call):
    started = time.perf_counter()
    for _ in range(calls):
        call()
    return (time.perf_counter() - started) / calls * 1e6

for name, call in cases.items():
    call(), call()
    found = []
    for index in range(-rounds // 2, rounds):
        times = {}
        for chosen in ((plain, watched) if index % 2 else (watched, plain)):
            put(chosen)
            times[chosen is watched] = measured(call)
        # Python and TensorFlow warm up first
        if index >= 0:
            found.append((times[False], times[True]))
    without, with_ = (statistics.median(each[side] for each in found) for side in (0, 1))
    least = [min(each[side] for each in found) for side in (0, 1)]
    added = statistics.median(each[1] - each[0] for each in found)
    figures = (*least, 100 * (least[1] / least[0] - 1), without, with_, added, 100 * added / without)
    print("\\t".join((name, *(f"{each:.2f}" for each in figures))))
"""


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--calls", type=int, default=100)
    given = parser.parse_args()
    command = [given.python, "-c", PROGRAM, str(given.rounds), str(given.calls), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    print("| call | least without, us | recorded, us | % | median without, us | recorded, us | added, us | % |")
    print(f"| --- {'| ---: ' * 7}|")
    rows = [line.split("\t") for line in done.stdout.splitlines()]
    for row in rows:
        print(f"| {' | '.join(row)} |")
    least, median = (statistics.median(float(row[column]) for row in rows) for column in (3, -1))
    print(f"median of the calls: {least:.2f} % of the least time, {median:.2f} % of the median")


if __name__ == "__main__":
    main()
