"""Whose a value is and what is known of it, across calls: what the rules about state are built on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

STATE = ("TFA503", "TFA504", "TFA505")


def lines(tmp_path: Path, body: str, *, top: str = "", select: tuple[str, ...] = STATE) -> list[str]:
    """The lines with a finding, as they are written, each once and in order."""
    text = f"import tensorflow as tf\nimport copy\n{top}\n\n@tf.function\ndef f(x, given):\n    {body}\n"
    report = report_of(tmp_path, {"m.py": text}, select=select)
    assert report.problems == ()
    numbers = sorted({finding.span.start.line for finding in report.findings})
    return [text.splitlines()[number - 1].strip() for number in numbers]


PUT = "outer = []\ntable = {}\n\ndef put(log, v):\n    log.append(v)  # put\n    return log\n"


@pytest.mark.parametrize(
    "body",
    [
        "outer.append(x)",
        "a = outer\n    a.append(x)",
        "a = b = outer\n    b.append(x)",
        "for a in [outer]:\n        a.append(x)",
        "(outer if x is None else outer).append(x)",
        "a, b = outer, []\n    a.append(x)",
        "a = [outer]\n    a[0].append(x)",
        "table['a'] = x",
        "table.setdefault('a', []).append(x)",
        "outer[0] = x",
        "outer += [x]",
        "del outer[0]",
        "outer.extend([x])",
        "[outer.append(v) for v in (x, x)]",
    ],
)
def test_outer_containers(tmp_path: Path, body: str) -> None:
    if body == "outer += [x]":
        body = "global outer\n    outer += [x]"
    assert lines(tmp_path, body, top=PUT) != []


@pytest.mark.parametrize(
    "body",
    [
        "own = []\n    own.append(x)",
        "own = list(outer)\n    own.append(x)",
        "own = outer[:]\n    own.append(x)",
        "own = outer.copy()\n    own.append(x)",
        "own = copy.copy(outer)\n    own.append(x)",
        "own = copy.deepcopy(outer)\n    own.append(x)",
        "own = [*outer]\n    own.append(x)",
        "own = outer + [x]\n    own.append(x)",
        "own = sorted(outer)\n    own.append(x)",
        "own = [v for v in outer]\n    own.append(x)",
        "own = {**table}\n    own['a'] = x",
        "own = dict(table)\n    own['a'] = x",
        "own = table | {}\n    own['a'] = x",
        "a = own = []\n    a.append(x)",
        "own = {'a': []}\n    own['a'].append(x)",
        "own = {'b': outer, 'c': x}\n    own['a'].append(x)",
        "own = {'b': outer, 'a': []} if len(outer) else {'c': outer, 'a': []}\n    own['a'].append(x)",
        "own = []\n    for i in range(3):\n        own.append(x)\n    return tf.stack(own)",
        "outer = []\n    outer.append(x)",
        "own = {}\n    own.setdefault('a', []).append(x)",
        "own = [[] for _ in range(3)]\n    own[0].append(x)",
        "own = ([], [])\n    own[0].append(x)\n    a, b = own\n    a.append(x)",
    ],
)
def test_own_containers(tmp_path: Path, body: str) -> None:
    assert lines(tmp_path, body, top=PUT) == []


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("put([], x)", []),
        ("own = []\n    put(own, x)", []),
        ("put(outer, x)", ["log.append(v)  # put"]),
        ("a = outer\n    put(a, x)", ["log.append(v)  # put"]),
        ("put(v=x, log=outer)", ["log.append(v)  # put"]),
        ("put(outer[:], x)", []),
        ("put([], x)\n    put(outer, x)", ["log.append(v)  # put"]),
        ("put(put([], x), x)", []),
        ("put([], x).append(x)", []),
        ("put(outer, x).append(x)", ["log.append(v)  # put", "put(outer, x).append(x)"]),
        ("tf.cond(x, lambda: put([], 1), lambda: [])", []),
        ("g = lambda log: put(log, x)\n    g([])", []),
        ("g = lambda log: put(log, x)\n    g(outer)", ["log.append(v)  # put"]),
        ("through([])", []),
        ("through(outer)", ["log.append(v)  # put"]),
    ],
)
def test_containers_passed_to_helpers(tmp_path: Path, body: str, found: list[str]) -> None:
    top = PUT + "\ndef through(log):\n    return put(log, 1)\n"
    assert lines(tmp_path, body, top=top) == found


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("own = []\n    def g():\n        own.append(x)\n    g()\n    return own", []),
        ("own = []\n    g = lambda: own.append(x)\n    g()\n    return own", []),
        ("def g():\n        outer.append(x)\n    g()", ["outer.append(x)"]),
        ("n = 0\n    def g():\n        nonlocal n\n        n = n + 1\n    g()", []),
        ("make_eager()", ["kept.append(1)"]),
    ],
)
def test_closures(tmp_path: Path, body: str, found: list[str]) -> None:
    top = (
        PUT
        + "\ndef maker():\n    kept = []\n    def inner():\n        kept.append(1)\n    return inner\n\nmake_eager = maker()\n"
    )
    assert lines(tmp_path, body, top=top) == found


def test_closure_of_an_untraced_function(tmp_path: Path) -> None:
    text = """\
        import tensorflow as tf
        def main():
            log = []
            @tf.function
            def step(x):
                log.append(x)
                own = []
                own.append(x)
                return x
            return step
        """
    found = report_of(tmp_path, text, select=STATE).findings
    assert [finding.span.start.line for finding in found] == [6]


@pytest.mark.parametrize(
    ("helper", "calls", "reached"),
    [
        ("def h(x, verbose=False):\n    if verbose:\n        print(x)", "h(x)", False),
        ("def h(x, verbose=False):\n    if verbose:\n        print(x)", "h(x)\n    h(x, False)", False),
        ("def h(x, verbose=False):\n    if verbose:\n        print(x)", "h(x, verbose=True)", True),
        ("def h(x, verbose=False):\n    if verbose:\n        print(x)", "h(x)\n    h(x, verbose=True)", True),
        ("def h(x, verbose=False):\n    if verbose:\n        print(x)", "h(x, given)", True),
        ("def h(x, verbose=True):\n    if not verbose:\n        return\n    print(x)", "h(x)", True),
        ("def h(x, verbose=True):\n    if verbose:\n        return\n    print(x)", "h(x)", False),
        ("def h(x, log=None):\n    if log is not None:\n        print(x)", "h(x)", False),
        ("def h(x, log=None):\n    if log is None:\n        return\n    print(x)", "h(x)", False),
        ("def h(x, log=None):\n    if log:\n        print(x)", "h(x)", False),
        ("def h(x, log=None):\n    if log is not None:\n        print(x)", "h(x, log=[])", True),
        ("def h(x, mode='train'):\n    if mode == 'test':\n        print(x)", "h(x)", True),
        ("def h(x, level=0):\n    if level > 1:\n        print(x)", "h(x)", False),
        ("def h(x, *, debug=False):\n    debug and print(x)", "h(x)", False),
        ("def h(x, debug=False):\n    print(x) if debug else None", "h(x)", False),
        ("DEBUG = False\ndef h(x):\n    if DEBUG:\n        print(x)", "h(x)", False),
        ("MODE = 'train'\ndef h(x):\n    if MODE == 'test':\n        print(x)", "h(x)", False),
        ("MODE = 'train'\ndef h(x):\n    if MODE not in ('test', 'debug'):\n        print(x)", "h(x)", True),
        ("DEBUG = True\ndef h(x):\n    if DEBUG:\n        print(x)", "h(x)", True),
        ("DEBUG = False\nDEBUG = True\ndef h(x):\n    if DEBUG:\n        print(x)", "h(x)", True),
        ("import os\nDEBUG = os.environ.get('D')\ndef h(x):\n    if DEBUG:\n        print(x)", "h(x)", True),
        ("class C:\n    DEBUG = False\ndef h(x):\n    if C.DEBUG:\n        print(x)", "h(x)", False),
        ("class C:\n    DEBUG = False\nC.DEBUG = True\ndef h(x):\n    if C.DEBUG:\n        print(x)", "h(x)", True),
        ("class C:\n    DEBUG = False\nclass D(C):\n    DEBUG = True\ndef h(x):\n    if C.DEBUG:\n        print(x)", "h(x)", True),
        ("def h(x):\n    if not hasattr(tf.keras.Model, 'train_step'):\n        print(x)", "h(x)", False),
        ("def h(x):\n    if not hasattr(tf.keras.Model, 'spoken'):\n        print(x)", "h(x)", True),
        ("def h(x):\n    if not hasattr(tf.keras, 'train_step'):\n        print(x)", "h(x)", True),
    ],
)
def test_constants_decide_branches(tmp_path: Path, helper: str, calls: str, reached: bool) -> None:
    assert (lines(tmp_path, calls, top=helper, select=("TFA101",)) != []) is reached


def test_constant_of_another_module(tmp_path: Path) -> None:
    files = {
        "config.py": "DEBUG = False\nTRACE = False\ndef on():\n    global TRACE\n    TRACE = True\n",
        "m.py": """\
            import tensorflow as tf
            import config
            from config import DEBUG
            @tf.function
            def f(x):
                if DEBUG:
                    print(1)
                if config.DEBUG:
                    print(2)
                if config.TRACE:
                    print(3)
                return x
            """,
    }
    found = report_of(tmp_path, files, select=("TFA101",)).findings
    assert [finding.span.start.line for finding in found] == [11]


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("self.n = x", True),
        ("self.log.append(x)", True),
        ("log = self.log\n        log.append(x)", True),
        ("self.part.log.append(x)", True),
        ("self.add(x)", True),
        ("own = Part()\n        own.log.append(x)", False),
        ("own = Part()\n        own.n = x", False),
        ("own = Part()\n        own.add(x)", False),
        ("log = list(self.log)\n        log.append(x)", False),
        ("self.v.assign(x)", False),
        ("n = self.n\n        n = n + 1", False),
    ],
)
def test_objects(tmp_path: Path, body: str, found: bool) -> None:
    text = f"""\
import tensorflow as tf
class Part:
    def __init__(self):
        self.log = []
        self.n = 0
    def add(self, x):
        self.log.append(x)
class A(tf.Module):
    def __init__(self):
        super().__init__()
        self.log = []
        self.n = 0
        self.v = tf.Variable(0.)
        self.part = Part()
    def add(self, x):
        self.log.append(x)
    @tf.function
    def f(self, x):
        {body}
        return x
"""
    report = report_of(tmp_path, {"m.py": text}, select=STATE)
    assert (report.findings != ()) is found


@pytest.mark.parametrize(("resets", "shown"), [("self.parts = {}", []), ("self.other = {}", ["self.parts['x'] = x  # put"])])
def test_what_the_call_of_a_model_sets_anew_is_its_scratch_paper(tmp_path: Path, resets: str, shown: list[str]) -> None:
    text = f"""import tensorflow as tf

class Model(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.parts = {{}}

    def __call__(self, *args, **kwargs):
        {resets}
        return super().__call__(*args, **kwargs), self.parts

    def call(self, x):
        self.parts['x'] = x  # put
        return x
"""
    report = report_of(tmp_path, text, select=("TFA503",), min_confidence=Confidence.MEDIUM)
    assert [text.splitlines()[finding.span.start.line - 1].strip() for finding in report.findings] == shown


@pytest.mark.parametrize(
    ("body", "known"),
    [
        ("raise NotImplementedError", True),
        ('"""What a subclass makes of it."""\n        raise NotImplementedError(x)', True),
        ("pass", False),
        ("if self.ready:\n            raise ValueError", False),
    ],
)
def test_a_method_that_only_raises_gives_what_its_overrides_give(tmp_path: Path, body: str, known: bool) -> None:
    text = f"""import numpy as np
import tensorflow as tf

class Base(tf.Module):
    @tf.function
    def f(self, x):
        return np.clip(self.inner(x), 0.0, 1.0)

    def inner(self, x):
        {body}

class Derived(Base):
    def inner(self, x):
        return tf.square(x)
"""
    assert bool(report_of(tmp_path, text, select=("TFA303",)).findings) is known


def test_what_a_layer_gives_is_no_tensor_where_it_may_be_a_tuple_of_them(tmp_path: Path) -> None:
    """Most layers give a tensor; one that says otherwise is believed."""
    source = """
    import tensorflow as tf
    from tensorflow import keras

    class Block(keras.layers.Layer):
        def __init__(self, scores):
            self.scores = scores

        def call(self, x):
            return (x, x) if self.scores else x

    class Net(keras.Model):
        def __init__(self):
            self.block = Block(True)

        def call(self, x):
            y, scores = self.block(x)
            return y
    """
    assert report_of(tmp_path, source).findings == ()


def test_what_may_be_something_else_than_a_function_has_no_attribute_of_it(tmp_path: Path) -> None:
    top = "def helper(v):\n    return v\n\nhelper.seen = []\n"
    assert lines(tmp_path, "helper.seen.append(x)", top=top) == ["helper.seen.append(x)"]
    either = "thing = given\n    if x.shape.rank == 1:\n        thing = helper\n    thing.seen.append(x)"
    assert lines(tmp_path, either, top=top) == []


LAYERS = '''
import keras
from keras import layers as L

class Block(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.dense = L.Dense(3)

    def call(self, x):
        return self.dense(x)

class Wide(keras.layers.Layer):
    def call(self, x):
        return make(x)

class Net(tf.Module):
    def __init__(self):
        self.dense = L.Dense(3)
        self.lstm = L.LSTM(3, return_state=True)
        self.net = keras.Sequential([L.LSTM(3, return_state=True)])
        self.block = Block()
        self.wide = Wide()
        self.many = [L.Dense(3), L.Dense(4)]

    @tf.function
    def step(self, x):
        return bool({})

net = Net()
'''


@pytest.mark.parametrize(
    ("asked", "sure"),
    [
        ("self.dense(x)", [Confidence.HIGH]),
        ("self.block(x)", [Confidence.HIGH]),
        ("self.many[0](x)", [Confidence.HIGH]),
        ("net.dense(x)", [Confidence.HIGH]),
        ("self.lstm(x)", [Confidence.LOW]),
        ("self.net(x)", [Confidence.LOW]),
        ("self.wide(x)", []),
        ("Wide()(x)", []),
    ],
)  # fmt: skip
def test_what_a_layer_under_an_attribute_gives(tmp_path: Path, asked: str, sure: list[Confidence]) -> None:
    """A tensor where it gives nothing else, and perhaps one where it may as well be several."""
    report = report_of(tmp_path, {"m.py": "import tensorflow as tf\n" + LAYERS.format(asked)}, select=("TFA301",))
    assert [finding.confidence for finding in report.findings] == sure


def test_a_list_with_unknown_parts_has_unknown_elements(tmp_path: Path) -> None:
    body = "for v in [tf.zeros([2])] + {}:\n        bool(v)"
    assert lines(tmp_path, body.format("others()"), top="from parts import others", select=("TFA301",)) == []
    assert lines(tmp_path, body.format("[tf.ones([2])]"), select=("TFA301",)) == ["bool(v)"]
    assert lines(tmp_path, "for v in [tf.zeros([2])] * 3:\n        bool(v)", select=("TFA301",)) == ["bool(v)"]


@pytest.mark.parametrize(
    "call",
    [
        "helper(*(x, y))", "helper(*[x, y])", "helper(**{'a': x, 'b': y})", "helper(**dict(a=x, b=y))", "helper(x, **NAMED)",
        "wrapped(x, b=y)",
    ],
)  # fmt: skip
def test_what_is_unpacked_in_a_call_lands_in_the_parameters(tmp_path: Path, call: str) -> None:
    wrapped = "def wrapped(*args, **kwargs):\n    return helper(*args, **kwargs)\n\n"
    named = f"NAMED = dict(b=tf.constant(1.0))\n\n{wrapped}"
    helper = "def helper(a, b):\n    if b > 0:\n        raise ValueError\n    return a\n\n"
    source = f"import tensorflow as tf\n\n{named}{helper}@tf.function\ndef step(x, y):\n    return {call}\n\nstep(tf.ones([]), tf.ones([]))\n"
    assert [finding.code for finding in report_of(tmp_path, source).findings] == ["TFA210"]


def test_a_key_that_may_be_missing_is_no_constant_where_a_dict_is_unpacked(tmp_path: Path) -> None:
    given = "    given = {}\n    if len(x.shape) > 1:\n        given['loud'] = False\n"
    source = f"import tensorflow as tf\n\ndef helper(x, loud=True):\n    if loud:\n        print(x)\n    return x\n\n@tf.function\ndef step(x):\n{given}    return helper(x, **given)\n"
    assert [finding.code for finding in report_of(tmp_path, source).findings] == ["TFA101"]
