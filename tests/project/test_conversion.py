"""Which functions AutoGraph rewrites, row for row as docs/facts.md has it: by what calls them, by their text, by their module."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.programs import settings_of, write
from tflint_autograph.engine.pipeline import Run

HELPER = "def clip(x):\n    return x if x > 0.0 else -x\n\n"


def ways(root: Path, sources: dict[str, str], **options: object) -> tuple[dict[str, bool], dict[str, str]]:
    """By dotted name: whether the best trace is converted, and why there is an unconverted one."""
    write(root, sources)
    run = Run(settings_of(root, **options), (str(root),), None, strict=True)
    run.program.build()
    display = run.program.project.display
    traces = {display(key).removeprefix("m."): trace.converted for key, trace in run.program.tracing.traces.items()}
    kept = {display(key).removeprefix("m."): way.reason.text for key, way in run.program.analysis.unconverted.items()}
    return traces, kept


def module(text: str) -> dict[str, str]:
    return {"m.py": "import functools\nimport keras\nimport tensorflow as tf\n\n" + textwrap.dedent(text)}


CONVERTED = {
    "direct call": "clip(x)",
    "functools.partial": "functools.partial(clip)(x)",
    "tf.function(f)": "tf.function(clip)(x)",
    "tf.map_fn": "tf.map_fn(clip, x)",
    "comprehension": "[clip(v) for v in (x, x)]",
    "Dataset.map": "tf.data.Dataset.from_tensors(x).map(clip)",
    "Dataset.filter": "tf.data.Dataset.from_tensors(x).filter(clip)",
    "Dataset.interleave": "tf.data.Dataset.from_tensors(x).interleave(clip)",
    "Dataset.flat_map": "tf.data.Dataset.from_tensors(x).flat_map(clip)",
    "Dataset.take_while": "tf.data.Dataset.from_tensors(x).take_while(clip)",
    "strategy.run": "tf.distribute.get_strategy().run(clip, (x,))",
    "a lambda in between": "tf.cond(x > 0.0, lambda: clip(x), lambda: x)",
}
NOT_CONVERTED = {
    "tf.cond": "tf.cond(x > 0.0, clip, clip)",
    "tf.case": "tf.case([(x > 0.0, clip)], default=clip)",
    "tf.switch_case": "tf.switch_case(x, [clip, clip])",
    "tf.while_loop": "tf.while_loop(lambda v: v < 3.0, clip, [x])",
    "tf.vectorized_map": "tf.vectorized_map(clip, x)",
    "tf.scan": "tf.scan(clip, x)",
    "tf.foldl": "tf.foldl(clip, x)",
    "tf.nest.map_structure": "tf.nest.map_structure(clip, [x])",
    "tf.recompute_grad": "tf.recompute_grad(clip)(x)",
    "tf.custom_gradient": "tf.custom_gradient(clip)(x)",
    "tf.grad_pass_through": "tf.grad_pass_through(clip)(x)",
    "map": "list(map(clip, [x]))",
    "sorted": "sorted([x], key=clip)",
    "filter": "list(filter(clip, [x]))",
    "functools.reduce": "functools.reduce(clip, [x, x])",
    "map of a partial": "list(map(functools.partial(clip), [x]))",
    "keras.ops.cond": "keras.ops.cond(x > 0.0, clip, clip)",
    "keras.ops.map": "keras.ops.map(clip, x)",
    "keras.ops.vectorized_map": "keras.ops.vectorized_map(clip, x)",
    "do_not_convert": "tf.autograph.experimental.do_not_convert(clip)(x)",
    "lru_cache": "functools.lru_cache(clip)(x)",
}


@pytest.mark.parametrize("call", [pytest.param(call, id=name) for name, call in CONVERTED.items()])
def test_calls_that_convert(tmp_path: Path, call: str) -> None:
    traces, kept = ways(tmp_path, module(HELPER + f"@tf.function\ndef step(x):\n    return {call}\n"))
    assert traces["clip"] is True
    assert "clip" not in kept


@pytest.mark.parametrize("call", [pytest.param(call, id=name) for name, call in NOT_CONVERTED.items()])
def test_calls_that_run_it_as_written(tmp_path: Path, call: str) -> None:
    traces, kept = ways(tmp_path, module(HELPER + f"@tf.function\ndef step(x):\n    return {call}\n"))
    assert traces["clip"] is False
    assert kept["clip"]


@pytest.mark.parametrize("call", [pytest.param(call, id=name) for name, call in NOT_CONVERTED.items()])
def test_what_is_nested_is_converted_whatever_calls_it(tmp_path: Path, call: str) -> None:
    inner = textwrap.indent(HELPER, "    ")
    traces, kept = ways(tmp_path, module(f"@tf.function\ndef step(x):\n{inner}\n    return {call}\n"))
    assert traces["step.clip"] is True
    assert "step.clip" not in kept


ROOTS = {
    "@tf.function\ndef f(x): return x": True,
    "@tf.function(autograph=False)\ndef f(x): return x": False,
    "@tf.function\n@tf.autograph.experimental.do_not_convert\ndef f(x): return x": False,
    "@tf.function\ndef f(x):\n    yield x": False,
    "def f(x): return x\ng = tf.function(f, autograph=False)": False,
    "graph = tf.function(autograph=False)\n@graph\ndef f(x): return x": False,
    "graph = tf.function(autograph=False)\ndef f(x): return x\ng = graph(f)": False,
    "graph = tf.function(jit_compile=True)\n@graph\ndef f(x): return x": True,
    "def f(x): return x\ntf.data.Dataset.range(3).map(f)": True,
    "def f(x): return x\ntf.data.Dataset.range(3).reduce(0, f)": True,
    "def f(x): return x\ntf.data.Dataset.range(3).scan(0, f)": True,
    "def f(x): return x\nlayer = keras.layers.Lambda(f)": False,
    "@tf.function\ndef f(x): return x\nlayer = keras.layers.Lambda(f)": True,
    "@tf.function(autograph=False)\ndef f(x): return x\nlayer = keras.layers.Lambda(f)": False,
}


@pytest.mark.parametrize(("source", "converted"), ROOTS.items())
def test_roots(tmp_path: Path, source: str, converted: bool) -> None:
    traces, kept = ways(tmp_path, module(source))
    assert traces["f"] is converted
    assert ("f" in kept) is not converted


MEMBERS = {
    "method": ("def m(self, v): return v", "Thing().m(x)", "Thing.m", True),
    "static method": ("@staticmethod\n    def m(v): return v", "Thing.m(x)", "Thing.m", True),
    "class method": ("@classmethod\n    def m(cls, v): return v", "Thing.m(x)", "Thing.m", True),
    "call": ("def __call__(self, v): return v", "Thing()(x)", "Thing.__call__", True),
    "constructor": ("def __init__(self, v): self.v = v", "Thing(x)", "Thing.__init__", False),
    "property": ("@property\n    def m(self): return 1", "Thing().m", "Thing.m", False),
    "addition": ("def __add__(self, v): return v", "Thing() + x", "Thing.__add__", False),
    "addition from the right": ("def __radd__(self, v): return v", "x + Thing()", "Thing.__radd__", False),
    "comparison": ("def __lt__(self, v): return v", "Thing() < x", "Thing.__lt__", False),
    "negation": ("def __neg__(self): return self", "-Thing()", "Thing.__neg__", False),
    "item": ("def __getitem__(self, v): return v", "Thing()[x]", "Thing.__getitem__", False),
    "item by name": ("def __getitem__(self, v): return v", "Thing().__getitem__(x)", "Thing.__getitem__", True),
    "named like an operator": ("def __crop__(self, v): return v", "Thing().__crop__(x)", "Thing.__crop__", True),
    "generator": ("def m(self, v):\n        yield v", "list(Thing().m(x))", "Thing.m", False),
    "cached": ("@functools.lru_cache\n    def m(self, v): return v", "Thing().m(x)", "Thing.m", False),
}


@pytest.mark.parametrize(
    ("member", "call", "name", "converted"), [pytest.param(*row, id=name) for name, row in MEMBERS.items()]
)
def test_members_of_classes(tmp_path: Path, member: str, call: str, name: str, converted: bool) -> None:
    source = f"class Thing:\n    {member}\n\n@tf.function\ndef step(x):\n    return {call}\n"
    traces, kept = ways(tmp_path, module(source))
    assert traces[name] is converted
    assert (name in kept) is not converted


@pytest.mark.parametrize(
    ("base", "converted"),
    [("object", True), ("tf.Module", True), ("tf.test.TestCase", False), ("unittest.TestCase", False),
     ("typing.NamedTuple", False), ("collections.namedtuple('Pair', 'a')", False)],
)  # fmt: skip
def test_methods_by_the_base_of_their_class(tmp_path: Path, base: str, converted: bool) -> None:
    source = f"import collections, typing, unittest\nclass Thing({base}):\n    def m(self, v): return v\n"
    source += "    @tf.function\n    def step(self, x): return self.m(x)\n"
    traces, _ = ways(tmp_path, module(source))
    assert traces == {"Thing.step": True, "Thing.m": converted}


KERAS = """
class Net(keras.{base}):
    def {method}(self, x):
        return self.helper(x)
    def helper(self, x):
        return x
net = Net()
"""


@pytest.mark.parametrize(
    ("base", "method", "call", "converted"),
    [
        ("layers.Layer", "call", "net(x)", False),
        ("Model", "call", "net(x)", False),
        ("layers.Layer", "call", "net.call(x)", True),
        ("layers.Layer", "other", "net.other(x)", True),
        ("losses.Loss", "call", "net(x, x)", False),
        ("metrics.Metric", "update_state", "net.update_state(x)", True),
    ],
)
def test_keras_3_called_from_converted_code(tmp_path: Path, base: str, method: str, call: str, converted: bool) -> None:
    source = KERAS.format(base=base, method=method) + f"@tf.function\ndef step(x):\n    return {call}\n"
    write(tmp_path, module(source))
    run = Run(settings_of(tmp_path), (str(tmp_path),), None, strict=True)
    run.program.build()
    tracing, display = run.program.tracing, run.program.project.display
    edges = [edge for key, found in tracing.edges.items() if display(key).endswith(method) for edge in found.values()]
    assert [edge.converted for edge in edges] == [converted]


def test_keras_3_runs_call_and_what_it_calls_as_written(tmp_path: Path) -> None:
    source = KERAS.format(base="layers.Layer", method="call")
    _, kept = ways(tmp_path, module(source))
    assert kept == dict.fromkeys(("Net.call", "Net.helper"), "Keras 3 calls it without converting it")


def test_keras_2_converts_call_and_not_train_step(tmp_path: Path) -> None:
    source = KERAS.format(base="Model", method="call") + "    def train_step(self, data):\n        return {}\n"
    source = source.replace("net = Net()\n", "")
    _, kept = ways(tmp_path, module(source), tensorflow="2.13")
    assert list(kept) == ["Net.train_step"]


def test_a_decorated_train_step_is_converted(tmp_path: Path) -> None:
    source = "class Net(keras.Model):\n    @tf.function\n    def train_step(self, data):\n        return {}\n"
    traces, kept = ways(tmp_path, module(source))
    assert (traces, kept) == ({"Net.train_step": True}, {})


TEXTS = {
    "walrus in a condition": ("if (z := 3) > 2: pass", False),
    "walrus in a comprehension": ("y = [z for v in (1, 2) if (z := v)]", False),
    "walrus in a lambda": ("g = lambda: (n := 1.0)", False),
    "walrus in a nested function": ("def g():\n        return (n := 3)", False),
    "for-else": ("for i in (1, 2): pass\n    else: pass", False),
    "while-else": ("while False: pass\n    else: pass", False),
    "for-else in a nested function": ("def g():\n        for i in (1, 2): pass\n        else: pass", False),
    "nested generator": ("def g():\n        yield 1", False),
    "nested async def": ("async def g():\n        return 1", False),
    "lambda with a yield": ("g = lambda: (yield 3)", False),
    "nested class with a generator method": ("class C:\n        def g(self):\n            yield 1", False),
    "nested class with an async method": ("class C:\n        async def g(self): return 1", False),
    "mangled attribute": ("y = x.__k", False),
    "mangled attribute in a nested function": ("def g():\n        return x.__k", False),
    "annotation in a branch, read behind it": ("y = x\n    if x > 0.0: y: object = -x\n    x = y", False),
    "annotation in a branch that reads the name before": ("y = x\n    if x > 0.0:\n        x = y\n        y: object = x", False),
    "annotation in a branch on the name": ("y = x\n    if y > 0.0:\n        y: object = -y\n        x = y", False),
    "annotation in a branch of Python": ("if True: y: int = 1\n    x = x + y", False),
    "annotation in a loop, read in the next round": ("y = x\n    for i in (1, 2):\n        x += y\n        y: object = x", False),
    "annotation in a loop, read behind it": ("while x < 9.0: x: object = x * 2.0", False),
    "annotation in a branch in a loop": ("for i in (1, 2):\n        if i > 1: y: int = i\n        else: y = 0\n        x += y", False),
    "annotation without a value": ("if x > 0.0:\n        y: object\n        y = x\n    else: y = -x\n    x = y", False),
    "annotation of what a nested function reads": ("y = x\n    if x > 0.0: y: object = -x\n    def g(): return y", False),
    "annotation in a branch of a nested function": ("def g(v):\n        if v > 0.0: v: object = -v\n        return v", False),
    "match on a name": ("match x:\n        case 1: pass", False),
    "match on a call": ("match str(3):\n        case '1': pass", False),
    "match with a guard": ("match 3:\n        case z if z > 2: pass", False),
    "match on a value pattern": ("match 3:\n        case tf.float32: pass", False),
    "match on a class pattern": ("match 3:\n        case int(): pass", False),
    "match on a literal": ("match 3:\n        case 3: y = x\n        case other: y = other", True),
    "match on literals": ("match (1, 2):\n        case (1, b): pass", True),
    "annotation in front of a branch": ("y: object = x\n    if x > 0.0: y = -x\n    x = y", True),
    "annotation of what is used in a branch alone": ("if x > 0.0:\n        y: object = -x\n        x = y", True),
    "annotation of what is used in a round alone": ("for i in (1, 2):\n        y: object = x * i\n        x = y", True),
    "annotation in a branch, bound again behind it": ("if x > 0.0:\n        y: object = -x\n        x = y\n    y = 2.0\n    x *= y", True),
    "annotation in a with": ("with tf.name_scope('a'): y: object = -x\n    x = y", True),
    "annotation in a try": ("try: y: object = -x\n    finally: pass\n    x = y", True),
    "annotation of an attribute": ("if x > 0.0: tf.seen: object = 1", True),
    "dunder attribute": ("y = x.__class__", True),
    "mangled local name": ("__y = x", True),
    "generator expression": ("y = sum(v for v in (1, 2))", True),
    "nested class with a method": ("class C:\n        def g(self): return 1", True),
    "two nested lambdas on a line": ("a, b = (lambda v: v), (lambda v: -v)", True),
    "walrus in a default": ("y = x", True),
    "break in a python for": ("for i in (1, 2): break", True),
}


@pytest.mark.parametrize(("text", "converted"), [pytest.param(*row, id=name) for name, row in TEXTS.items()])
def test_texts_that_turn_conversion_off(tmp_path: Path, text: str, converted: bool) -> None:
    source = f"{HELPER}@tf.function\ndef step(x, k=(q := 3)):\n    {text}\n    return clip(x)\n"
    traces, kept = ways(tmp_path, module(source))
    assert (traces["step"], traces["clip"]) == (converted, converted)
    assert ("step" in kept, "clip" in kept) == (not converted, not converted)


@pytest.mark.parametrize(
    ("second", "converted"),
    [("tf.function(lambda x: -x)", False), ("tf.function(lambda y: -y)", True), ("tf.function(lambda x, k=1: -x)", True),
     ("1\nc = tf.function(lambda x: -x)", True)],
)  # fmt: skip
def test_lambdas_on_one_line(tmp_path: Path, second: str, converted: bool) -> None:
    traces, _ = ways(tmp_path, module(f"a, b = tf.function(lambda x: x), {second}\n"))
    assert traces["<lambda>"] is converted


MODULES = {
    "mypkg": True, "mypkg.layers": True, "tests.test_x": True, "mock": False, "mock.helpers": False, "copy": False,
    "collections_ext": True, "urllib.helpers": False, "numpy_ext": True, "pandas.api": False, "matplotlib": False,
    "PIL.helpers": False, "absl.flags": True, "tensorflow_addons.layers": True, "tensorflow_datasets.core.x": False,
    "tensorflow_probability": False, "tensorflow_probability.x": False, "tensorflow_hub": True, "keras_cv": True,
    "keras_hub.layers": True, "tf_agents": True, "transformers": True, "sonnet": True, "math_helpers": True, "torch": True,
}  # fmt: skip


@pytest.mark.parametrize(("name", "converted"), MODULES.items())
def test_helpers_by_their_module(tmp_path: Path, name: str, converted: bool) -> None:
    path = name.replace(".", "/") + ".py"
    main = f"import tensorflow as tf\nfrom {name} import clip\n\n@tf.function\ndef step(x):\n    return clip(x)\n"
    package = {f"{name.partition('.')[0]}/__init__.py": ""} if "." in name else {}
    traces, _ = ways(tmp_path, {"main.py": main, path: HELPER, **package})
    assert traces == {"main.step": True, f"{name}.clip": converted}


def test_a_function_reached_in_two_ways_keeps_the_unconverted_one(tmp_path: Path) -> None:
    source = HELPER + (
        "@tf.function\ndef step(x):\n    return clip(x)\n\n"
        "@tf.function\ndef other(x):\n    return inner(x)\n\n"
        "def inner(x):\n    return tf.scan(clip, x)\n"
    )
    write(tmp_path, module(source))
    run = Run(settings_of(tmp_path), (str(tmp_path),), None, strict=True)
    run.program.build()
    (key,) = [key for key in run.program.tracing.traces if key.qualname == "clip"]
    assert run.program.tracing.traces[key].converted
    way = run.program.analysis.unconverted[key]
    assert way.reason.text == "`tf.scan` calls it without converting it"
    assert [step.span.start.line for step in way.trace.steps] == [12, 14, 17]


def test_a_tf_function_called_by_unconverted_code_is_converted(tmp_path: Path) -> None:
    source = (
        "@tf.function\ndef inner(x):\n    return x\n\n"
        "@tf.function(autograph=False)\ndef step(x):\n    return inner(x)\n"
    )
    traces, kept = ways(tmp_path, module(source))
    assert (traces, list(kept)) == ({"inner": True, "step": False}, ["step"])
