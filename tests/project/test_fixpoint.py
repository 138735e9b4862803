"""Values that depend on themselves: through loops, recursive functions, attributes and closures. What has not arrived yet hides nothing."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.programs import report_of, settings_of, write
from tflint_autograph.engine.pipeline import Run
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import Kind
from tflint_autograph.project.interpreter.statements import BodyInterpreter
from tflint_autograph.project.values.body_result import Env

PROGRAMS = {
    "state in a tuple": """
        def init(x):
            return tf.zeros_like(x), 0, []

        def step(state, x):
            total, count, seen = state
            total.numpy()  # here
            return total + x, count + 1, seen

        @tf.function
        def run(xs):
            state = init(tf.sqrt(xs))
            for i in range(3):
                state = step(state, xs)
            state[0].numpy()  # here
            return state[0]
        """,
    "functions that call each other": """
        def even(x, n):
            if n == 0:
                return tf.sqrt(x)
            return odd(x, n - 1)

        def odd(x, n):
            if n == 0:
                return tf.square(x)
            return even(x, n - 1)

        @tf.function
        def run(x):
            even(x, 4).numpy()  # here
            odd(x, 3).numpy()  # here
        """,
    "the end in an expression": """
        def power(x, n):
            return tf.ones_like(x) if n == 0 else power(tf.sqrt(x), n - 1)

        def known(x, n):
            return n == 0 and tf.ones_like(x) or known(tf.sqrt(x), n - 1)

        @tf.function
        def run(x):
            power(x, 3).numpy()  # here
            return power(x, 2)
        """,
    "what is passed on": """
        def depth(x, n):
            if n > 3:
                return x
            return depth(tf.sqrt(x), n + 1)

        @tf.function
        def run(x):
            depth(tf.sqrt(x), 0).numpy()  # here
        """,
    "a list that grows": """
        def nested(x, n):
            if n == 0:
                return [tf.sqrt(x)]
            return nested(x, n - 1) + [tf.square(x)]

        @tf.function
        def run(x):
            nested(x, 2)[0].numpy()  # here
        """,
    "the elements of a comprehension": """
        def leaves(node, x):
            if node is None:
                return tf.sqrt(x)
            return tf.add_n([leaves(child, x) for child in node])

        @tf.function
        def run(x):
            leaves([None, [None]], x).numpy()  # here
        """,
    "an attribute of the object": """
        class Model(tf.Module):
            def __init__(self):
                self.h = None

            def advance(self, x):
                self.h = self.cell(x, self.h)
                return self.h

            def cell(self, x, h):
                if h is None:
                    return tf.zeros_like(x)
                return self.mixed(h, x)

            def mixed(self, h, x):
                (h * 2.0).numpy()  # here
                return h + x

            @tf.function
            def __call__(self, x):
                self.advance(x)
                self.advance(x)
                return (self.h * 2.0).numpy()  # here
        """,
    "a variable of the enclosing function": """
        @tf.function
        def run(x):
            state = tf.zeros_like(x)

            def step():
                nonlocal state
                state = update(state)
                return state

            def update(s):
                s.numpy()  # here
                return s + x

            for i in range(3):
                y = step()
            y.numpy()  # here
            return state
        """,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_tensor_is_known_for_certain(name: str, tmp_path: Path) -> None:
    report = report_of(tmp_path, "import tensorflow as tf\n" + PROGRAMS[name].replace("\n        ", "\n"), select=("TFA302",))
    lines = (tmp_path / "m.py").read_text(encoding="utf-8").splitlines()
    marked = {number for number, line in enumerate(lines, 1) if line.endswith("# here")}
    assert {found.span.start.line: found.confidence for found in report.findings} == dict.fromkeys(marked, Confidence.HIGH)


def traced(tmp_path: Path, source: str) -> Run:
    write(tmp_path, {"m.py": "import tensorflow as tf\n" + source})
    run = Run(settings_of(tmp_path), (str(tmp_path),), None, strict=True)
    run.program.build()
    return run


EAGER = {
    "itself": """
        def made(n):
            if n > 0:
                return made(n - 1)
            return Net()
        """,
    "another that calls it": """
        def made(n):
            if n > 0:
                return other(n)
            return Net()

        def other(n):
            return made(n - 1)
        """,
    "itself, for a container": """
        def all_made(n):
            if n > 0:
                found = all_made(n - 1)
                return found + [Net()]
            return []

        def made(n):
            return all_made(n)[0]
        """,
}


@pytest.mark.parametrize("name", EAGER)
def test_what_a_recursive_eager_function_creates_is_known(name: str, tmp_path: Path) -> None:
    source = """
        import tensorflow as tf

        class Net(tf.Module):
            def forward(self, x):
                print(x)  # here
                return x
        """ + EAGER[name] + """
        NET = made(3)

        @tf.function
        def run(x):
            return NET.forward(x)
        """  # fmt: skip
    report = report_of(tmp_path, source.replace("\n        ", "\n"), select=("TFA101",))
    lines = (tmp_path / "m.py").read_text(encoding="utf-8").splitlines()
    assert [found.span.start.line for found in report.findings] == [lines.index("        print(x)  # here") + 1]


def test_a_recursive_eager_function_that_never_returns_gives_an_unknown_value(tmp_path: Path) -> None:
    source = "def never(x):\n    y = never(x)\n    return y\n\nx = never(1)\n@tf.function\ndef run():\n    print(x)\n"
    analysis = traced(tmp_path, source).program.analysis
    assert analysis.eager_calls(FunctionKey("m.py", "never")).returned.kind is Kind.UNKNOWN
    value = analysis.module_value("m.py", "x")
    assert value is not None
    assert value.kind is Kind.UNKNOWN


def test_what_never_returns_gives_an_unknown_value(tmp_path: Path) -> None:
    source = "def never(x):\n    y = never(x)\n    print(y)\n    return y\n\n@tf.function\ndef run(x):\n    y = never(x)\n    print(y)\n    return y\n"
    results = traced(tmp_path, source).program.analysis.results
    for name, after in (("never", 1), ("run", 1)):
        flow = results[FunctionKey("m.py", name)]
        assert flow.states[after]["y"].kind is Kind.UNKNOWN
        assert not any(value.kind is Kind.BOTTOM for env in flow.states.values() for value in env.values())


def test_a_structure_that_is_wrapped_without_end_stops_growing(tmp_path: Path) -> None:
    source = "def wrap(x, n):\n    return [x] if n == 0 else [wrap(x, n - 1)]\n\n@tf.function\ndef run(x):\n    return wrap(x, 9)\n"
    run = traced(tmp_path, source)
    assert run.program.tracing.limits({"m.py"}) == ()
    result = run.program.analysis.results[FunctionKey("m.py", "wrap")].result
    assert result is not None
    assert result.kind is Kind.CONTAINER


CHAIN = "".join(f"def f{number}(x):\n    return f{number + 1}(x)\n\n" for number in range(20))
FAN = "".join(f"def g{number}(x):\n    return shared(x + {number})\n\n" for number in range(12))


@pytest.mark.parametrize(
    ("source", "most"),
    [
        pytest.param(f"{CHAIN}def f20(x):\n    return tf.sqrt(x)\n\n@tf.function\ndef run(x):\n    return f0(x) * 2\n", 1, id="a chain"),
        pytest.param(f"{FAN}def shared(x):\n    return tf.sqrt(x)\n\n@tf.function\ndef run(x):\n    return " + " + ".join(f"g{number}(x)" for number in range(12)) + "\n", 2, id="many callers of one function"),
        pytest.param("def a(x, n):\n    return x if n == 0 else b(x, n - 1)\n\ndef b(x, n):\n    return a(x * 2.0, n)\n\n@tf.function\ndef run(x):\n    return a(x, 3)\n", 4, id="a circle"),
    ],
)  # fmt: skip
def test_a_function_is_interpreted_few_times(source: str, most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counts: Counter[str] = Counter()
    original = BodyInterpreter.run

    def run(self: BodyInterpreter, entry: Env) -> None:
        counts[self.qualname] += self.traced
        original(self, entry)

    monkeypatch.setattr(BodyInterpreter, "run", run)
    traced(tmp_path, source)
    assert max(counts.values()) <= most
