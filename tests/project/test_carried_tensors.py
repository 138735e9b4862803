"""Tensors on their way through Python in traced code: fields, generators, loops and branches, and how sure the result is a tensor."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

TOP = """import collections
import contextlib
import dataclasses
import typing

import tensorflow as tf

Pair = collections.namedtuple("Pair", "first second", defaults=(0.5,))


class Step(typing.NamedTuple):
    first: object
    second: float = 0.5


@dataclasses.dataclass
class Options:
    first: object
    second: float = 0.5
    third: int = dataclasses.field(default=2, kw_only=True)

    def ready(self):
        return self.first


class Plain:
    pass


@contextlib.contextmanager
def held(value):
    yield value


def parts(value):
    for each in (1.0, 2.0):
        yield value * each


MANY = [1.0, 2.0]
"""

PROGRAM = """
@tf.function(autograph=False)
def f(x, n):
    t = tf.reduce_sum(x)
{body}
    return x if v > 0.0 else -x


print(f(tf.constant(1.0), 3))
"""


def level(tmp_path: Path, body: str, *, options: str = "(autograph=False)", use: str = "") -> Confidence | None:
    """The confidence that the value `v` is a tensor where code that is not converted asks for its truth, or None."""
    text = TOP + PROGRAM.format(body="".join(f"    {line}\n" for line in body.splitlines()))
    text = text.replace("(autograph=False)", options)
    text = text.replace("return x if v > 0.0 else -x", use) if use else text
    report = report_of(tmp_path, {"m.py": text}, select=("TFA201", "TFA301"))
    assert report.problems == ()
    last = len(text[: text.index("\n\n\nprint")].splitlines())
    return max((each.confidence for each in report.findings if each.span.start.line == last), default=None)


@pytest.mark.parametrize(
    "body",
    [
        "v = Pair(t).first",
        "v = Pair(second=t, first=0.5).second",
        "v, w = Pair(t, 1)",
        "v = Pair(1.0, t)[1]",
        "v = Step(t).first",
        "v, w = Step(t)",
        "v = Options(t).first",
        "v = Options(second=t, first=1, third=3).second",
        "v = Options(*[1.0, t]).second",
        "o = Options(t)\nv = o.ready()",
        "v, *w = [t, 1.0, 2.0]",
        "w, *v = [1.0, t, t]\nv = v[0]",
        "*w, v = [1.0, 2.0, t]",
        "o = Plain()\nsetattr(o, 'gain', t)\nv = o.gain",
        "o = Plain()\no.gain = t\nv = getattr(o, 'gain')",
        "with held(t) as v:\n    pass",
        "v = next(iter(parts(t)))",
        "v = 0.0\nfor each in parts(t):\n    v = each\nv = v + t",
        "v = 0.0\nfor each in (1.0, 2.0):\n    v += t",
        "v = 0\nfor i in range(3):\n    v = v + t",
        "v = 0\nfor i, v in enumerate([t]):\n    pass",
        "v = 0\nfor v, i in zip((t, t), (1, 2)):\n    pass",
        "v = 0\nfor k, v in {'a': t}.items():\n    pass",
    ],
)
def test_a_tensor_that_surely_arrives(tmp_path: Path, body: str) -> None:
    assert level(tmp_path, body) is Confidence.HIGH


@pytest.mark.parametrize(
    ("body", "sure"),
    [
        ("v = 0.0\nfor each in MANY:\n    v += t", Confidence.MEDIUM),
        ("v = 0.0\nfor each in range(len(MANY)):\n    v += t", Confidence.MEDIUM),
        ("v = 0.0\ni = 0\nwhile i < n:\n    v += t\n    i += 1", Confidence.MEDIUM),
        ("try:\n    v = t\nexcept ValueError:\n    v = 0.0", Confidence.MEDIUM),
        ("v = 1.0\nif len(MANY) > 1:\n    v = t", Confidence.LOW),
        ("o = Options(t)\nOptions.first = 1.0\nv = o.first", Confidence.MEDIUM),
    ],
)
def test_a_tensor_that_may_arrive(tmp_path: Path, body: str, sure: Confidence) -> None:
    assert level(tmp_path, body) is sure


@pytest.mark.parametrize(
    "body",
    [
        "v = Pair(1.0).second",
        "v = Step(t).second",
        "v = Options(t).second",
        "v = Options(t).third",
        "v, *w = [1.0, t, t]",
        "v = 0.0\nfor each in ():\n    v += 1.0",
        "v = 0.0\nfor each in (1.0, 2.0):\n    v += each",
        "with held(1.0) as v:\n    pass",
        "v = 1.0\nw = tf.Variable(2.0)\nif isinstance(w, (int, float)):\n    v = w",
    ],
)
def test_a_number_that_arrives(tmp_path: Path, body: str) -> None:
    assert level(tmp_path, body) is None


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("v = 0\nif t > 0.0:\n    v = 1", True),
        ("v = 0\nfor each in tf.range(3):\n    v += 1", True),
        ("v = 0\nwhile t > 0.0:\n    t -= 1.0\n    v += 1", True),
        ("v = 0\nif len(MANY) > 1:\n    v = 1", False),
        ("v = 0\nfor each in range(3):\n    v += 1", False),
        ("v = 1\nif t > 0.0:\n    t = -t", False),
    ],
)
def test_a_number_that_the_graph_decides(tmp_path: Path, body: str, found: bool) -> None:
    sure = level(tmp_path, body, options="", use="return x * MANY[v]")
    assert sure is (Confidence.HIGH if found else None)
