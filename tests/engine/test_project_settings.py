"""The keys that tell the linter about a project, as the users of a company's own decorators give them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.programs import write

FILES = {
    "lib/core/deco.py": "import tensorflow as tf\ndef compiled(f):\n    return tf.function(f)\n",
    "app/train.py": """\
        import tensorflow as tf
        from core.deco import compiled
        from thirdparty import fast, outside
        from thirdparty.graph import jit as other
        @compiled
        def own(x): print(x)
        @fast
        def named(x): print(x)
        @fast(jit=True)
        def called(x): print(x)
        @other
        def aliased(x): print(x)
        made = fast(lambda x: print(x))
        @tf.function
        def step(x):
            def host(y): print(y)
            outside(host, x)
            outside(lambda y: print(y), x)
            return x
    """,
    "tests/test_x.py": "import tensorflow as tf\n@tf.function\ndef f(x): print(x)\n",
    "pyproject.toml": """\
        [tool.tflint-autograph]
        extra-roots = ["thirdparty.fast", "thirdparty.graph.jit"]
        extra-eager = ["thirdparty.outside"]
        source-roots = ["lib", "."]
        min-severity = "error"
        [tool.tflint-autograph.severity]
        TFA1 = "info"
        python-print = "error"
        [tool.tflint-autograph.per-file-ignores]
        "tests/**" = ["python-print"]
    """,
}


def test_decorators_of_others_severities_and_ignored_files(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    command = [sys.executable, "-m", "tflint_autograph", "check", "-q", "-f", "concise", "--no-cache"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
    assert [line.split(" ")[:2] for line in done.stdout.splitlines()] == [
        [f"app/train.py:{place}:", "TFA101"] for place in ("6:13", "8:15", "10:16", "12:17", "13:23")
    ]
