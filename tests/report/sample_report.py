"""A small realistic report made by hand, and the comparison with golden files. Runs no part of the linter."""

from __future__ import annotations

import os
from pathlib import Path

from tflint_autograph.model.finding import Edit, Evidence, Finding, Fix, Label, Problem, ProblemKind, Suppression
from tflint_autograph.model.fingerprint import with_fingerprints
from tflint_autograph.model.levels import Confidence, Safety, Severity
from tflint_autograph.model.location import Position, Span
from tflint_autograph.model.report import Report, Stats
from tflint_autograph.model.trace import Step, Trace

GOLDEN = Path(__file__).with_name("golden")

HELPERS = (
    "import tensorflow as tf",
    "",
    "seen = []",
    "",
    "def loss(x, y):",
    '    print("loss", x)',
    "\tseen.append(x)  # tab",
    '    变量 = {"é": print("变量", x)}',
    "    for i in range(",
    "        100",
    "    ):",
    "        y += x * i",
    "    return y",
)
TRAIN = ("@tf.function", "def step(x, y):  # tflint: ignore[TFA101]", "    return losses.total(x, y)")
CELL = ("@tf.function", "def f(x):", "    return x * random.random()")
SOURCES = (
    (("nb/demo.ipynb", 3), CELL),
    (("old.py", None), ("x = 1", 'print "x"')),
    (("pkg/helpers.py", None), HELPERS),
    (("pkg/train.py", None), TRAIN),
)


def span(path: str, line: int, start: int, end: int, *, last: int | None = None, cell: int | None = None) -> Span:
    """A span on one line, or to column `end` of line `last`."""
    return Span(path, Position(line, start), Position(last or line, end), cell)


TRACE = Trace(
    root="tf.function",
    steps=(
        Step(span("pkg/train.py", 1, 1, 13), "`train.step` is decorated with `@tf.function`"),
        Step(span("pkg/train.py", 3, 12, 30), "`train.step` calls `losses.total`"),
        Step(span("pkg/losses.py", 21, 5, 9), "`losses.total` calls `helpers.loss`"),
    ),
    converted=True,
    confidence=Confidence.HIGH,
)
PRINT = Finding(
    code="TFA101",
    name="python-print",
    message="Python `print` runs only while tracing",
    span=span("pkg/helpers.py", 6, 5, 21),
    severity=Severity.WARNING,
    confidence=Confidence.HIGH,
    function="pkg.helpers.loss",
    trace=TRACE,
    note="runs once per trace, not once per step",
    help="Use `tf.print`",
    fix=Fix("Use `tf.print`", (Edit(span("pkg/helpers.py", 6, 5, 10), "tf.print"),), Safety.UNSAFE, ("tensorflow",)),
)
WIDE_PRINT = Finding(
    code="TFA101",
    name="python-print",
    message="Python `print` runs only while tracing",
    span=span("pkg/helpers.py", 8, 16, 30),
    severity=Severity.WARNING,
    confidence=Confidence.HIGH,
    function="pkg.helpers.loss",
    trace=TRACE,
    note="runs once per trace, not once per step",
    help="Use `tf.print`",
    labels=(Label(span("pkg/train.py", 3, 25, 26), "`x` is a tensor"),),
)
APPEND = Finding(
    code="TFA503",
    name="outer-mutation",
    message="`seen.append` changes an outer list only while tracing",
    span=span("pkg/helpers.py", 7, 2, 16),
    severity=Severity.ERROR,
    confidence=Confidence.HIGH,
    function="pkg.helpers.loss",
    trace=TRACE,
    note="appends one symbolic tensor per trace",
    labels=(Label(span("pkg/helpers.py", 3, 1, 5), "`seen` is made outside the traced function"),),
    help="Return the value, or use a `tf.TensorArray`",
    evidence=Evidence("confirmed", "1 element after 3 calls", "python -c probe"),
)
RANGE = Finding(
    code="TFA401",
    name="python-range",
    message="This loop over `range` is unrolled into the graph",
    span=span("pkg/helpers.py", 9, 5, 19, last=12),
    severity=Severity.INFO,
    confidence=Confidence.MEDIUM,
    function="pkg.helpers.loss",
    trace=TRACE,
    note="100 copies of the body",
    help="Use `tf.range`",
)
RANDOM = Finding(
    code="TFA110",
    name="frozen-random",
    message="`random.random` is drawn once, while tracing, and becomes a constant",
    span=span("nb/demo.ipynb", 3, 16, 31, cell=3),
    severity=Severity.ERROR,
    confidence=Confidence.HIGH,
    function="nb.demo.f",
    trace=Trace(
        "tf.function",
        (Step(span("nb/demo.ipynb", 1, 1, 13, cell=3), "`f` is decorated with `@tf.function`"),),
        True,
        Confidence.HIGH,
    ),
    note="the same number on every call",
    help="Use `tf.random.uniform`",
)
UNUSED = Finding(
    code="TFA901",
    name="unused-suppression",
    message="This comment suppresses nothing",
    span=span("pkg/train.py", 2, 18, 42),
    severity=Severity.WARNING,
    confidence=Confidence.HIGH,
    function="",
    trace=None,
)
COVERED = Finding(
    code="TFA102",
    name="python-logging",
    message="`logging.info` runs only while tracing",
    span=span("pkg/helpers.py", 13, 5, 11),
    severity=Severity.WARNING,
    confidence=Confidence.HIGH,
    function="pkg.helpers.loss",
    trace=TRACE,
    suppressed=Suppression(span("pkg/helpers.py", 13, 14, 40), "wanted once"),
)
PROBLEMS = (
    Problem(ProblemKind.SYNTAX, "Missing parentheses in call to 'print'", span("old.py", 2, 1, 10), "Is it Python 2?"),
    Problem(ProblemKind.ENCODING, "byte 0xff at offset 12 is not UTF-8", span("latin.py", 1, 1, 1)),
)


def sample() -> Report:
    """Two files and a notebook, a chain of three steps, labels near and far, wide characters, a tab, problems."""
    named = with_fingerprints([PRINT, WIDE_PRINT, APPEND, RANGE, RANDOM, UNUSED, COVERED])
    return Report(
        findings=tuple(finding for finding in named if not finding.suppressed),
        suppressed=tuple(finding for finding in named if finding.suppressed),
        problems=PROBLEMS,
        hidden=4,
        stats=Stats(files=214, project_files=300, relevant=20, functions=412, traced=37, seconds=0.8),
        sources=SOURCES,
    )


def one(finding: Finding, *lines: str) -> Report:
    """A report of one finding whose file holds just these lines."""
    return Report(
        findings=(finding,),
        stats=Stats(files=1, relevant=1, traced=1),
        sources=(((finding.span.path, finding.span.cell), lines),) if lines else (),
    )


def assert_golden(name: str, text: str) -> None:
    """Compare with a golden file; `UPDATE_GOLDEN=1` in the environment writes it instead."""
    path = GOLDEN / name
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_bytes(text.encode())
    assert text == path.read_bytes().decode()
