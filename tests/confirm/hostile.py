"""Modules that do to the process that runs them what user code may do by mistake. Holds no test."""

from __future__ import annotations

TRACED = """
import tensorflow as tf

def step(x):
    return x * 2.0
"""

MODULES = {
    "kills": "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n",
    "aborts": "import os\nos.abort()\n",
    "hangs": "while True:\n    pass\n",
    "floods": "import os\nwhile True:\n    os.write(1, b'x' * 65536)\n",
    "floods_python": "while True:\n    print('x' * 65536)\n",
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
    "writes": "open('here.txt', 'w').write('written')\n",
    "raises": "raise ValueError('at import')\n",
    "changes": """
import builtins, os, sys, random
builtins.print = None
sys.stdout = None
os.environ['CHANGED'] = '1'
os.chdir('/')
sys.path.clear()
random.seed(1)
""",
    "works": TRACED,
}
