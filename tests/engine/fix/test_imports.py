"""Where an import goes in a module."""

from __future__ import annotations

import ast

import pytest

from tflint_autograph.engine.locations.imports import insertion, is_there
from tflint_autograph.model.edits import spliced, splices
from tflint_autograph.model.finding import Edit
from tflint_autograph.model.location import Position, Span
from tflint_autograph.source.text import split_lines

TF = "import tensorflow as tf"


def imported(text: str, statement: str = TF) -> str:
    line, inserted = insertion(ast.parse(text), split_lines(text), statement)
    place = Position(line, 1)
    return spliced(text, splices(text, [Edit(Span("a.py", place, place), inserted)]))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import numpy as np\nimport zarr\n\nx = 1\n", "import numpy as np\nimport tensorflow as tf\nimport zarr\n\nx = 1\n"),
        ("import zarr\nfrom absl import app\n", "import tensorflow as tf\nimport zarr\nfrom absl import app\n"),
        ("import os\nimport sys\n\nx = 1\n", "import os\nimport sys\n\nimport tensorflow as tf\n\nx = 1\n"),
        ("from . import x\n", "import tensorflow as tf\n\nfrom . import x\n"),
        ("import os  # why\n\nfrom . import x\n", "import os  # why\n\nimport tensorflow as tf\n\nfrom . import x\n"),
        ('"""Doc.\n\nMore."""\n\nx = 1\n', '"""Doc.\n\nMore."""\n\nimport tensorflow as tf\n\nx = 1\n'),
        ('"""Doc."""\nx = 1\n', '"""Doc."""\n\nimport tensorflow as tf\n\nx = 1\n'),
        (
            '"""Doc."""\nfrom __future__ import annotations\n\nx = 1\n',
            '"""Doc."""\nfrom __future__ import annotations\n\nimport tensorflow as tf\n\nx = 1\n',
        ),
        ("x = 1\nimport os\n", "import tensorflow as tf\n\nx = 1\nimport os\n"),
        ("#!/bin/python\n# -*- coding: utf-8 -*-\nx = 1\n", f"#!/bin/python\n# -*- coding: utf-8 -*-\n{TF}\n\nx = 1\n"),
        ("# License\n\n# what f does\n@g\ndef f():\n    pass\n", f"# License\n\n{TF}\n\n\n# what f does\n@g\ndef f():\n    pass\n"),
        ("from a import (\n    b,\n)\nx = 1\n", "import tensorflow as tf\nfrom a import (\n    b,\n)\nx = 1\n"),
        ("import numpy; x = (\n1)\n", "import tensorflow as tf\n\nimport numpy; x = (\n1)\n"),
        ("", "import tensorflow as tf\n\n"),
        ("import numpy", "import numpy\nimport tensorflow as tf"),
    ],
)
def test_place(before: str, after: str) -> None:
    assert imported(before) == after
    ast.parse(after)


def test_standard_library_first() -> None:
    assert imported("import tensorflow as tf\n", "import sys") == "import sys\n\nimport tensorflow as tf\n"
    assert imported("import os\nimport time\n", "import sys") == "import os\nimport sys\nimport time\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import tensorflow as tf", True),
        ("import os, tensorflow as tf", True),
        ("try:\n    import tensorflow as tf\nexcept ImportError:\n    tf = None", True),
        ("import tensorflow", False),
        ("import tensorflow.compat.v1 as tf", False),
        ("def f():\n    import tensorflow as tf", False),
    ],
)
def test_whether_it_is_there(text: str, expected: bool) -> None:
    assert is_there(ast.parse(text), TF) is expected
