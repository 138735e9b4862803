"""What user code may do to its process by mistake, and how the tests run it. Holds no test."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path

from tflint_autograph.confirm.protocol import Observation, Unit
from tflint_autograph.confirm.runner import Runner

TRACED = """
import tensorflow as tf

def step(x):
    return x * 2.0
"""

HARM = {
    "kills": "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n",
    "floods": "import os\nwhile True:\n    os.write(1, b'x' * 65536)\n",
    "leaves": "import os\nos._exit(7)\n",
    "exits": "import sys\nsys.exit(3)\n",
    "hoards": "held = []\nwhile True:\n    held.append(bytearray(1 << 26))\n",
    "forks": """
import os, time
for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(1000)
        os._exit(0)
""",
    "threads": "import threading, time\nthreading.Thread(target=time.sleep, args=(1000,)).start()\n",
    "changes": """
import builtins, os, sys, random
builtins.print = None
sys.stdout = None
os.environ['CHANGED'] = '1'
os.chdir('/')
sys.path.clear()
random.seed(1)
""",
}
"""Harm to a process, by name."""

MODULES = {
    **HARM,
    "aborts": "import os\nos.abort()\n",
    "hangs": "while True:\n    pass\n",
    "floods_python": "while True:\n    print('x' * 65536)\n",
    "writes": "open('here.txt', 'w').write('written')\n",
    "raises": "raise ValueError('at import')\n",
    "works": TRACED,
}


def written(folder: Path, texts: Mapping[str, str]) -> Path:
    """The folder, with a file for each text."""
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return folder


def below(pid: int) -> set[int]:
    """The processes whose parent, or a parent of that, is `pid`."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(stat.parent.name)] = int(fields[1])
    found = {pid}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {pid}


def observed(units: Iterable[Unit]) -> dict[str, Observation]:
    """What comes of the units, by their ids; nothing of them is left running."""
    before = below(os.getpid())
    with closing(Runner(sys.executable, jobs=2)) as runner:
        found = {seen.id: seen for seen in runner.run(units)}
    assert below(os.getpid()) <= before
    return found
