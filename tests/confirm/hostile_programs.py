"""Programs for `confirm --run` that do to their process what user code may do by mistake. Holds no test.

Each has a traced function with a statement at `LINE`, which is called before the harm is done; `LATE` do it in a replay.
"""

from __future__ import annotations

from tests.confirm.hostile import HARM

LINE = 9
START = """\
import itertools
import tensorflow as tf

made = itertools.count()


@tf.function
def step(x):
    print("heard")
    return x * 2.0


for _ in range(3):
    step(tf.constant(1.0))
"""
EARLY = {
    **HARM,
    "works": "",
    "raises": "raise ValueError('at the end')\n",
    "hangs": "import time\ntime.sleep(1000)\n",
    "insists": "import time\nwhile True:\n    try:\n        time.sleep(1000)\n    except BaseException:\n        pass\n",
    "writes": "open('written.txt', 'w').write('written')\n",
}
_LATE = """

@tf.function
def later(x):
    # The program itself traces it once; only when its calls are made again does it come to more
    if next(made) >= 1:
        {harm}
    return x


for _ in range(3):
    later(tf.constant(1.0))
"""
LATE = {
    "kills_late": _LATE.format(harm="__import__('os').kill(__import__('os').getpid(), 9)"),
    "hangs_late": _LATE.format(harm="__import__('time').sleep(1000)"),
    "leaves_late": _LATE.format(harm="__import__('os')._exit(7)"),
    "hoards_late": _LATE.format(harm="held = [bytearray(1 << 26) for _ in range(1000)]"),
}
PROGRAMS = {name: START + harm for name, harm in {**EARLY, **LATE}.items()}
