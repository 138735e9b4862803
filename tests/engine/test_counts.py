"""The work of a run is counted over fixed programs: interpretations, evaluations, lowered bodies and lines given to libcst.

`LIMITS` holds the counts of today. None may grow; one that has become much smaller takes its place in the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.engine.analysis import program
from tflint_autograph.facts.lower import lower
from tflint_autograph.model.body import Expr
from tflint_autograph.model.facts import FunctionFact, Lowered, ModuleFacts
from tflint_autograph.model.values import Value
from tflint_autograph.project.index.project import SourceProject
from tflint_autograph.project.interpreter.expressions import Evaluator
from tflint_autograph.project.interpreter.statements import BodyInterpreter
from tflint_autograph.project.values.body_result import Env

ROOT = Path(__file__).parents[2]
MOST, LEAST = 1.03, 0.9
"""Shares of a count of the table: above the one it has grown, below the other it is a new figure."""


def modules(path: str, *names: str) -> dict[str, str]:
    """Python files of a folder of the repository."""
    return {f"{name}.py": (ROOT / path / f"{name}.py").read_text(encoding="utf-8") for name in names}


def diamonds(depth: int) -> dict[str, str]:
    """Helpers that each call the next one twice, with values of different kinds that arrive in different orders."""
    functions = [
        f"def h{number}(x, y):\n    a = h{number + 1}(x, 1)\n    b = h{number + 1}(1.0, y)\n    return a + b\n"
        for number in range(depth)
    ]
    last = f"def h{depth}(x, y):\n    print(x)\n    return x * y\n"
    root = "@tf.function\ndef step(x):\n    return h0(x, 2) + h0(2.0, x)\n"
    return {"m.py": "import tensorflow as tf\n" + "".join([*functions, last, root])}


def circle() -> dict[str, str]:
    """Functions that call each other in a circle."""
    return {
        "m.py": "import tensorflow as tf\n"
        "def a(x, n):\n    return x if n == 0 else b(x * 2, n - 1)\n"
        "def b(x, n):\n    return x if n == 0 else c(x + 1, n - 1)\n"
        "def c(x, n):\n    print(x)\n    return a(x, n)\n"
        "@tf.function\ndef step(x):\n    return a(x, 3) + b(1.0, 2)\n"
    }


PROGRAMS: Mapping[str, Callable[[], dict[str, str]]] = {
    "example project": lambda: modules("examples/mnist_project", "data", "helpers", "metrics", "model", "train"),
    "classes": lambda: modules("tests/metamorphic/shapes", "hierarchy", "layers", "registry", "state", "trainer"),
    "functions": lambda: modules("tests/metamorphic/shapes", "callbacks", "closures", "configs", "helpers", "pipeline"),
    "diamonds": lambda: diamonds(8),
    "circle": circle,
}


def counts(files: dict[str, str], root: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """What a run does: bodies lowered and interpreted, traced or as eager code, expressions evaluated, lines given to libcst."""
    found: Counter[str] = Counter()

    def run(self: BodyInterpreter, entry: Env) -> None:
        found["traced bodies interpreted" if self.traced else "eager bodies interpreted"] += 1
        original_run(self, entry)

    def evaluate(self: Evaluator, expr: Expr) -> Value:
        found["expressions evaluated"] += 1
        return original_evaluate(self, expr)

    def lowered(module: ModuleFacts, fact: FunctionFact) -> tuple[Lowered, ...]:
        found["bodies lowered"] += 1
        return lower(module, fact)

    original_run, original_evaluate = BodyInterpreter.run, Evaluator.evaluate
    monkeypatch.setattr(BodyInterpreter, "run", run)
    monkeypatch.setattr(Evaluator, "evaluate", evaluate)
    monkeypatch.setattr(program, "SourceProject", partial(SourceProject, lower=lowered))
    stats = report_of(root, files).stats
    return {**found, "functions traced": stats.traced, "lines given to libcst": stats.cst_lines}


COUNTED = (
    "functions traced", "bodies lowered", "traced bodies interpreted", "eager bodies interpreted", "expressions evaluated",
    "lines given to libcst",
)  # fmt: skip
LIMITS: Mapping[str, tuple[int, ...]] = {
    "example project": (14, 26, 18, 31, 2240, 61),
    "classes": (19, 36, 30, 53, 1835, 68),
    "functions": (17, 23, 26, 38, 1212, 47),
    "diamonds": (10, 10, 30, 13, 543, 3),
    "circle": (4, 4, 26, 16, 493, 3),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_no_count_has_grown(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = counts(PROGRAMS[name](), tmp_path, monkeypatch)
    limits = dict(zip(COUNTED, LIMITS[name], strict=True))
    assert found["functions traced"] == limits["functions traced"]
    grown = {what: (limit, found[what]) for what, limit in limits.items() if found[what] > limit * MOST}
    assert not grown, "more work: the count of the table and the one found"
    shrunk = {what: (limit, found[what]) for what, limit in limits.items() if found[what] < limit * LEAST}
    assert not shrunk, "less work: the count found belongs into the table"
