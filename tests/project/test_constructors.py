"""What constructors are given and keep on their objects is called by the methods that are traced."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import Sources, Traced, report_of, traces_of
from tflint_autograph.model.levels import Confidence

HEAD = """\
import functools
import tensorflow as tf

def loss(x):
    return helper(x)

def helper(x):
    return x

class Net(tf.Module):
    def __call__(self, x):
        return loss(x)

"""
TRAINER = """\
class Trainer:
    def __init__(self, given, rate=0.1):
        self.given = given
        self.rate = rate

    @tf.function
    def step(self, x):
        return self.given(x)

"""
HELPER = """\
class Helper:
    def __init__(self, fn):
        self.fn = fn

    def go(self, x):
        return self.fn(x)

"""
USES_HELPER = TRAINER.replace("self.given(x)", "self.given.go(x)")
MIDDLE = """\
class Middle(Base):
    def __init__(self, f):
        super().__init__(f)

class Trainer(Middle):
    def __init__(self, f):
        super(Trainer, self).__init__(f)

Trainer(loss)
"""
OWN = """\
class Own:
    def __init__(self):
        self.helper = Helper(loss)

    @tf.function
    def step(self, x):
        return self.helper.go(x)
"""
BASE = TRAINER.replace("class Trainer", "class Base")


def reached(root: Path, sources: Sources) -> set[str]:
    """The functions at the top of `m` that are traced."""
    return {name for name in traces_of(root, sources) if name in ("loss", "helper")}


@pytest.mark.parametrize(
    "use",
    [
        "Trainer(loss)", "Trainer(rate=1.0, given=loss)", "Trainer(functools.partial(loss))", "Trainer(lambda x: loss(x))",
        "Trainer(Net())", "net = Net()\ntrainer = Trainer(net)", "Trainer(unknown)\nTrainer(loss)",
    ],
)  # fmt: skip
def test_what_a_constructor_is_given_is_called_in_the_trace(tmp_path: Path, use: str) -> None:
    assert reached(tmp_path, f"{HEAD}{TRAINER}{use}\n") == {"loss", "helper"}


@pytest.mark.parametrize(
    "body",
    [
        "Trainer(loss)", "net = Net()\n    trainer = Trainer(net)", "f = loss\n    g = f\n    Trainer(g)",
        "def own(x):\n        return loss(x)\n    Trainer(given=own)",
    ],
)  # fmt: skip
def test_it_may_be_called_in_a_function(tmp_path: Path, body: str) -> None:
    assert reached(tmp_path, f"{HEAD}{TRAINER}def main():\n    {body}\n") == {"loss", "helper"}


def test_it_may_be_given_in_another_file(tmp_path: Path) -> None:
    main = "import tensorflow as tf\nimport m\nimport t\nt.Trainer(m.loss).step(tf.ones(1))\n"
    assert "helper" in traces_of(tmp_path, {"m.py": HEAD, "t.py": f"import tensorflow as tf\n{TRAINER}", "main.py": main})


@pytest.mark.parametrize(
    "derived",
    [
        "class Trainer(Base):\n    def __init__(self):\n        super().__init__(loss)\n",
        "class Trainer(Base):\n    def __init__(self):\n        Base.__init__(self, loss)\n",
        "class Trainer(Base):\n    pass\nTrainer(loss)\n",
        "class Trainer(Base):\n    def __init__(self, f):\n        super().__init__(given=f)\nTrainer(loss)\n",
        MIDDLE,
    ],
)
def test_it_may_be_given_to_the_constructor_of_a_base_class(tmp_path: Path, derived: str) -> None:
    assert reached(tmp_path, f"{HEAD}{BASE}{derived}") == {"loss", "helper"}


@pytest.mark.parametrize(
    "use",
    [
        "Trainer(Helper(loss))",
        OWN,
        "shared = Helper(loss)\n\n@tf.function\ndef step(x):\n    return shared.go(x)\n",
    ],
)
def test_an_object_that_is_given_keeps_what_it_is_given_itself(tmp_path: Path, use: str) -> None:
    assert reached(tmp_path, f"{HEAD}{HELPER}{USES_HELPER}{use}\n") == {"loss", "helper"}


@pytest.mark.parametrize(
    "use",
    [
        "Trainer(Net())\nTrainer(unknown)", "Trainer(Net())\nTrainer(Helper(1))", "Trainer(Net())\nTrainer(*args)", "Trainer(1, loss)",
        "def main(loss):\n    Trainer(loss)", "def main():\n    f = loss\n    f = unknown\n    Trainer(f)",
    ],
)  # fmt: skip
def test_what_is_not_surely_given_is_left_alone(tmp_path: Path, use: str) -> None:
    assert reached(tmp_path, f"{HEAD}{HELPER}{TRAINER}{use}\n") == set()


def test_what_a_maker_is_given_keeps_what_it_is_given_itself(tmp_path: Path) -> None:
    make = "def make(part):\n    @tf.function\n    def step(x):\n        return part.go(x)\n    return step\n"
    use = "for each in (loss, helper):\n    make(Helper(each))\n"
    assert reached(tmp_path, f"{HEAD}{HELPER}{make}{use}") == {"loss", "helper"}


@pytest.mark.parametrize(
    ("use", "names"),
    [
        ("for name, each in (('a', loss), ('b', helper)):\n        Trainer(each)", {"loss", "helper"}),
        ("for i, each in enumerate([helper]):\n        Trainer(each)", {"helper"}),
        ("rate, fn = 0.1, helper\n    Trainer(fn, rate)", {"helper"}),
        ("fn, *others = helper, loss\n    Trainer(fn)", {"helper"}),
    ],
)
def test_a_name_may_be_one_of_several_that_are_bound_at_once(tmp_path: Path, use: str, names: set[str]) -> None:
    assert reached(tmp_path, f"{HEAD}{TRAINER}def main():\n    {use}\n") == names


OTHER = "class Other:\n    def __init__(self, given):\n        self.given = given\n\n"
REGISTER = "KINDS = {}\n\ndef register(cls):\n    KINDS[cls.__name__] = cls\n    return cls\n\n"


@pytest.mark.parametrize(
    "use",
    [
        "KINDS = {'plain': Trainer}\n\ndef main(kind):\n    KINDS[kind](helper).step(1)\n",
        "class Factory:\n    KINDS = {'plain': Trainer}\n\ndef main(kind):\n    Factory.KINDS[kind](helper)\n",
        f"{OTHER}KINDS = {{'plain': Trainer, 'other': Other}}\n\ndef main(kind):\n    KINDS[kind](helper)\n",
        f"{REGISTER}@register\nclass Special(Trainer):\n    pass\n\ndef main(kind):\n    KINDS[kind](helper)\n",
        "def make(cls, given):\n    return cls(given)\n\nmake(Trainer, helper)\n",
        "def checked(cls):\n    return cls\n\nchecked(Trainer)(helper)\n",
    ],
)
def test_a_constructor_may_be_called_by_another_name_than_its_class(tmp_path: Path, use: str) -> None:
    assert reached(tmp_path, f"{HEAD}{TRAINER}{use}") == {"helper"}


def test_what_tests_give_is_left_alone(tmp_path: Path) -> None:
    sources = {"m.py": HEAD + TRAINER, "test_m.py": "import tensorflow as tf\nimport m\n\ndef test():\n    m.Trainer(m.loss).step(1)\n"}
    assert "helper" not in traces_of(tmp_path, sources)


def test_what_no_method_calls_is_left_alone(tmp_path: Path) -> None:
    source = HEAD + TRAINER.replace("self.given(x)", "x") + "Trainer(loss)\n"
    assert reached(tmp_path, source) == set()


@pytest.mark.parametrize(
    "method",
    [
        "def make(self):\n        @tf.function\n        def go(x):\n            return self.given(x)\n        return go\n",
        "def make(self):\n        return tf.data.Dataset.range(3).map(lambda x: self.given(x))\n",
    ],
)
def test_it_is_called_by_what_stands_in_a_method(tmp_path: Path, method: str) -> None:
    start = TRAINER.partition("    @tf.function")[0]
    assert reached(tmp_path, f"{HEAD}{start}    {method}\nTrainer(loss)\n") == {"loss", "helper"}


WRAPS = "class Wraps:\n    def __init__(self, given, rate=0.1):\n        self.step = tf.function(given, jit_compile=True)\n\n"
KEEPS = """\
class Keeps:
    def __init__(self, given=None):
        self.given = given

    def make(self):
        return tf.data.Dataset.range(3).map(self.given)

"""
SET = KEEPS.replace("__init__", "use")
HELPED = "def wrap(fn):\n    return tf.function(fn)\n\n" + KEEPS.replace(
    "tf.data.Dataset.range(3).map(self.given)", "wrap(self.given)"
)
INNER = KEEPS.replace("return tf", "def inner():\n            return tf")


@pytest.mark.parametrize(
    "use",
    [
        f"{WRAPS}Wraps(loss)", f"{WRAPS}def main():\n    f = loss\n    Wraps(given=f)", f"{WRAPS}Wraps(Net())",
        f"{WRAPS}def build(f):\n    return Wraps(f)\nbuild(loss)",
        f"{WRAPS}class Sub(Wraps):\n    def __init__(self, f):\n        super().__init__(f, 1.0)\nSub(loss)",
        f"{WRAPS}class Sub(Wraps):\n    def __init__(self):\n        Wraps.__init__(self, loss)",
        f"{KEEPS}Keeps(loss)", f"{KEEPS}class Sub(Keeps):\n    pass\nSub(given=loss)", f"{SET}Keeps().use(loss)",
        f"{HELPED}Keeps(loss)", f"{INNER}Keeps(loss)",
    ],
)  # fmt: skip
def test_a_constructor_may_have_traced_what_it_is_given(tmp_path: Path, use: str) -> None:
    assert reached(tmp_path, f"{HEAD}{use}\n") == {"loss", "helper"}


@pytest.mark.parametrize(
    "use",
    [
        f"{WRAPS}Wraps(1, loss)", f"{WRAPS}Wraps(*loss)", f"{KEEPS}Keeps(1)",
        KEEPS.replace("self.given = given", "self.given = given or 1") + "Keeps(loss)",
        KEEPS.replace("make(self)", "make(this, self)") + "Keeps(loss)",
    ],
)  # fmt: skip
def test_it_has_traced_nothing_else(tmp_path: Path, use: str) -> None:
    assert reached(tmp_path, f"{HEAD}{use}\n") == set()


def test_a_constructor_that_may_leave_it_alone_has_perhaps_traced_it(tmp_path: Path) -> None:
    chosen = WRAPS.replace(
        "self.step = tf.function(given, jit_compile=True)", "if rate:\n            tf.function(given)"
    )
    assert traces_of(tmp_path, f"{HEAD}{chosen}Wraps(loss)\n")["loss"].confidence is Confidence.LOW


FIELDS = "from typing import Any, Callable, NamedTuple\nimport dataclasses\n\n"
CONFIG = "@dataclasses.dataclass{0}\nclass Config:\n    rate: float\n    given: Callable\n    other: Any = None\n\n"
TUPLE = "class Config(NamedTuple):\n    rate: float\n    given: Callable\n    other: Any = None\n\n"
USES_CONFIG = TRAINER.replace("self.given(x)", "self.given.given(x)")


@pytest.mark.parametrize("config", [CONFIG.format(""), CONFIG.format("(frozen=True)"), TUPLE])
@pytest.mark.parametrize(
    "use",
    [
        f"{USES_CONFIG}Trainer(Config(0.1, loss))", f"{USES_CONFIG}Trainer(Config(given=loss, rate=0.1))",
        f"{USES_CONFIG}config = Config(0.1, given=loss)\nTrainer(config)", f"{USES_CONFIG}Trainer(Config(0.1, Net()))",
        "config = Config(0.1, loss)\n\n@tf.function\ndef step(x):\n    return config.given(x)",
    ],
)  # fmt: skip
def test_a_field_holds_what_it_is_given(tmp_path: Path, config: str, use: str) -> None:
    assert reached(tmp_path, f"{HEAD}{FIELDS}{config}{use}\n") == {"loss", "helper"}


def test_a_method_calls_what_a_field_of_its_object_is_given(tmp_path: Path) -> None:
    config = CONFIG.format("") + "    @tf.function\n    def step(self, x):\n        return self.given(x)\n\n"
    sub = "@dataclasses.dataclass\nclass Sub(Config):\n    more: Any\n\n"
    assert reached(tmp_path, f"{HEAD}{FIELDS}{config}{sub}Sub(0.1, given=loss)\n") == {"loss", "helper"}


@pytest.mark.parametrize(
    "use",
    [
        "Trainer(Config(loss, 0.1))", "Trainer(Config(0.1, None, loss))", "Trainer(Config(0.1, *loss))",
        "Trainer(Config(0.1, other=loss))",
    ],
)  # fmt: skip
def test_a_field_holds_nothing_else(tmp_path: Path, use: str) -> None:
    assert reached(tmp_path, f"{HEAD}{FIELDS}{CONFIG.format('')}{USES_CONFIG}{use}\n") == set()


PIPELINE = """\
@dataclasses.dataclass{0}
class Pipeline:
    rate: float = 0.1
    {1}

    @tf.function
    def step(self, x):
        for hook in self.hooks:
            x = hook(x)
        return x

"""


@pytest.mark.parametrize(
    ("options", "field", "use"),
    [
        ("", "hooks: tuple = ()", "Pipeline(hooks=(loss,))"),
        ("", "hooks: tuple = ()", "Pipeline()\nPipeline(0.2, (loss,))"),
        ("", "hooks: tuple", "Pipeline(0.2, (loss,))"),
        ("", "hooks: list[Callable] = dataclasses.field(default_factory=list)", "Pipeline(0.2, [loss])"),
        ("", "kind: typing.ClassVar[str] = ''\n    hooks: list = dataclasses.field(default_factory=list)", "Pipeline(0.2, [loss])"),
        ("", "kind: str = dataclasses.field(init=False)\n    hooks: list = dataclasses.field(default_factory=list)", "Pipeline(0.2, [loss])"),
        ("", "_: dataclasses.KW_ONLY\n    hooks: tuple = ()", "Pipeline(0.2, hooks=(loss,))"),
        ("(kw_only=True)", "hooks: tuple = ()", "Pipeline(hooks=(loss,))"),
    ],
)
def test_a_field_with_a_default_is_given_functions(tmp_path: Path, options: str, field: str, use: str) -> None:
    source = f"import typing\n{HEAD}{FIELDS}{PIPELINE.format(options, field)}{use}\n"
    assert reached(tmp_path, source) == {"loss", "helper"}


@pytest.mark.parametrize(
    ("field", "use"),
    [
        ("hooks: tuple = ()", "Pipeline((loss,))"),
        ("_: dataclasses.KW_ONLY\n    hooks: tuple = ()", "Pipeline(0.2, (loss,))"),
        ("hooks: tuple = dataclasses.field(default=(), kw_only=True)", "Pipeline(0.2, (loss,))"),
        ("hooks: typing.ClassVar[tuple] = ()", "Pipeline(0.2, (loss,))"),
    ],
)
def test_a_call_gives_a_field_nothing_that_is_meant_for_another(tmp_path: Path, field: str, use: str) -> None:
    source = f"import typing\n{HEAD}{FIELDS}{PIPELINE.format('', field)}{use}\n"
    assert reached(tmp_path, source) == set()


def test_a_class_without_a_constructor_of_any_kind_has_no_fields(tmp_path: Path) -> None:
    config = CONFIG.format("").removeprefix("@dataclasses.dataclass\n")
    assert reached(tmp_path, f"{HEAD}{FIELDS}{config}{USES_CONFIG}Trainer(Config(0.1, loss))\n") == set()


@pytest.mark.parametrize(
    "source",
    [
        "class Traced:\n    def __init__(self, fn):\n        self.fn = fn\n\n    @tf.function\n    def __call__(self, x):\n        return self.fn(x)\n\n@Traced\n",
        "class Traced:\n    def __init__(self, fn):\n        self.fn = tf.function(fn)\n\n    def __call__(self, x):\n        return self.fn(x)\n\n@Traced\n",
        "class Traced:\n    def __init__(self, jit):\n        self.jit = jit\n\n    def __call__(self, fn):\n        return tf.function(fn, jit_compile=self.jit)\n\n@Traced(True)\n",
    ],
)  # fmt: skip
def test_what_an_object_decorates(tmp_path: Path, source: str) -> None:
    found = traces_of(tmp_path, f"{HEAD}{source}def decorated(x):\n    return helper(x)\n")
    assert {"decorated", "helper"} <= set(found)


def test_an_object_that_traces_nothing_decorates_plain_python(tmp_path: Path) -> None:
    source = "class Plain:\n    def __init__(self, fn):\n        self.fn = fn\n\n    def __call__(self, x):\n        return self.fn(x)\n\n"
    found = traces_of(tmp_path, f"{HEAD}{TRAINER}{source}@Plain\ndef decorated(x):\n    return helper(x)\n")
    assert "decorated" not in found


_RUNNER = """
import numpy as np
import tensorflow as tf

class Net(tf.Module):
    def __call__(self, x):
        return x

class Other(tf.Module):
    def __call__(self, x):
        return -x

class Chain:
    def __init__(self, *parts):
        self.parts = parts

    def __call__(self, x):
        for part in self.parts:
            x = part(x)
        return x

def plain(x):
    return x

class Runner:
    def __init__(self, given):
        self.given = given

    def one(self, x):
        return x

    @tf.function
    def run(self, x):
        {runs}
        return x

"""


@pytest.mark.parametrize(
    ("runs", "made", "name"),
    [
        ("for each in self.given: x = each(x)", "Runner([Net() for _ in range(3)])", "Net.__call__"),
        ("for each in self.given: x = each(x)", "nets = [Net(), Net()]\nRunner(nets)", "Net.__call__"),
        ("for each in self.given: x = each(x)", "Runner([plain, plain])", "plain"),
        ("for each in self.given: x = each(x)", "Runner([Net(), Other()])", "Other.__call__"),
        ("x = self.given(x)", "Runner(Chain(Net(), Other()))", "Other.__call__"),
        ("x = self.given(x)", "Runner(Chain(plain, Net()))", "plain"),
        ("x = self.given['a'](x)", "Runner({'a': Net()})", "Net.__call__"),
        ("for i, each in enumerate(self.given): x = each(x)", "Runner((Net(),))", "Net.__call__"),
        ("x = self.given.run(self.one, args=(x,))", "Runner(tf.distribute.MirroredStrategy())", "Runner.one"),
    ],
)
def test_what_constructors_are_given_may_hold_objects_or_be_of_tensorflow(traced: Traced, runs: str, made: str, name: str) -> None:
    assert name in traced(_RUNNER.format(runs=runs) + made)


@pytest.mark.parametrize("made", ["Runner(given)", "Runner([Net()])\nRunner(given)", "Runner([1, 2])", "Runner([Net()])\nRunner([Net(), Other()])"])
def test_of_what_some_constructor_is_given_unseen_nothing_is_said(traced: Traced, made: str) -> None:
    source = _RUNNER.format(runs="for each in self.given: x = each(x)") + "def main(given):\n    " + made.replace("\n", "\n    ")
    assert set(traced(source)) == {"Runner.run"}


_KEEPS = """\
class Keeper:
    def __init__(self, given=None, many=()):
        {sets}

    @tf.function
    def run(self, x):
        {runs}
        return x

"""
_ONE = "x = self.kept(x)"
_EACH = "for each in self.kept: x = each(x)"


@pytest.mark.parametrize(
    ("sets", "runs", "made"),
    [
        ("self.kept = given or Net()", _ONE, "Keeper()"),
        ("self.kept = given or Other()", _ONE, "Keeper(Net())\nKeeper()"),
        ("self.kept = given if given is not None else Net()", _ONE, "Keeper(many=[plain])"),
        ("given = given or Net()\n        self.kept = given", _ONE, "Keeper(None)"),
        ("if given is None:\n            given = Net()\n        self.kept = given", _ONE, "Keeper()"),
        ("self.kept = list(many)", _EACH, "Keeper(many=(Net(), Other()))"),
        ("self.kept = tuple(many)", _EACH, "Keeper(many=[Net()])"),
        ("self.kept = [each for each in many if each]", _EACH, "Keeper(many=[Net()])"),
        ("self.kept = [Other(), *many]", _EACH, "Keeper(many=[Net()])"),
        ("self.kept = list(many)", "for each, n in zip(self.kept, (1, 2)): x = each(x)", "Keeper(many=[Net()])"),
        ("self.kept = list(many)", "for n, each in zip((1, 2), self.kept): x = each(x)", "Keeper(many=[plain, Net()])"),
        ("self.kept = [self.run, plain, Net()]", _EACH, "Keeper()"),
        ("self.kept = list(many)", _EACH, "given = {'many': [Net()], 'given': 1}\nKeeper(**given)"),
        ("self.kept = list(many)", _EACH, "def main():\n    from m import Net as Part\n    Keeper(many=[Part()])"),
    ],
)
def test_what_a_constructor_makes_of_what_it_is_given_is_called(traced: Traced, sets: str, runs: str, made: str) -> None:
    assert "Net.__call__" in traced(_RUNNER.format(runs="") + _KEEPS.format(sets=sets, runs=runs) + made)


@pytest.mark.parametrize(
    ("sets", "runs", "made"),
    [
        ("self.kept = given or Net()", _ONE, "Keeper(*args)"), ("self.kept = given or Net()", _ONE, "Keeper(unknown)"),
        ("self.kept = list(many)", _EACH, "given = {'given': [Net()]}\nKeeper(**given)"),
        ("self.kept = list(many)", _EACH, "Keeper(*[Net()], **given)"),
        ("self.kept = [plain, unknown, Net()]", _EACH, "Keeper()"),
        ("self.kept = given or Net()", _ONE, ""), ("self.kept = list(many)", _EACH, "Keeper(many=unknown)"),
        ("self.kept = [wrap(each) for each in many]", _EACH, "Keeper(many=[Net()])"),
    ],
)  # fmt: skip
def test_of_what_it_makes_of_something_unseen_nothing_is_said(traced: Traced, sets: str, runs: str, made: str) -> None:
    assert "Net.__call__" not in traced(_RUNNER.format(runs="") + _KEEPS.format(sets=sets, runs=runs) + made)


def test_a_generator_that_a_constructor_is_given_draws_once(tmp_path: Path) -> None:
    source = _RUNNER.format(runs="x = x + self.given.normal()") + "Runner(np.random.default_rng(0))\n"
    assert [finding.code for finding in report_of(tmp_path, source).findings] == ["TFA110"]
ADDING = """\
class Base(tf.Module):
    def __init__(self):
        super().__init__()
        self.hooks = []
        self.named = {{}}

    def add(self, hook, at=0):
        {}

class Net(Base):
    @tf.function
    def step(self, x):
        for hook in self.hooks:
            x = hook(x)
        for hook in self.named.values():
            x = hook(x)
        return x

"""


@pytest.mark.parametrize("puts", ["self.hooks.append(hook)", "self.named[at] = hook"])
@pytest.mark.parametrize("use", ["net = Net()\nnet.add(loss)", "def main():\n    net = Net()\n    net.add(at=1, hook=loss)\n\nmain()"])
def test_methods_add_functions_that_others_call(tmp_path: Path, puts: str, use: str) -> None:
    assert reached(tmp_path, f"{HEAD}{ADDING.replace('class Net(Base):', LOOP).format(puts)}{use}\n") == {"loss", "helper"}


LOOP = "    def all(self):\n        return [hook for hook in self.hooks] + [hook for hook in self.named.values()]\n\nclass Net(Base):"


def test_methods_of_an_object_that_a_constructor_is_given_add_functions(tmp_path: Path) -> None:
    net = ADDING.format("self.hooks.append(hook)").replace("    @tf.function\n    def step", "    def go")
    assert reached(tmp_path, f"{HEAD}{net.replace('class Net(Base):', LOOP)}{USES_HELPER}net = Net()\nnet.add(loss)\nTrainer(net)\n") == {"loss", "helper"}


@pytest.mark.parametrize(
    ("puts", "use"),
    [
        ("self.other.append(hook)", "net = Net()\nnet.add(loss)"), ("self.hooks.append(at)", "net = Net()\nnet.add(loss)"),
        ("self.hooks.append(hook)", "Other().add(loss)"), ("self.hooks.append(hook)", "net = Net()\nnet.add"),
    ],
)  # fmt: skip
def test_what_methods_do_otherwise_adds_nothing(tmp_path: Path, puts: str, use: str) -> None:
    source = f"{HEAD}{ADDING.replace('class Net(Base):', LOOP).format(puts)}class Other:\n    def add(self, hook):\n        pass\n\n{use}\n"
    assert reached(tmp_path, source) == set()


DERIVED = """
import tensorflow as tf

def loud(x):
    print("loud")
    return x

class Base:
    def __init__(self, loss):
        self.loss = loss

class Derived(Base):
    {init}

    @tf.function
    def step(self, x):
        return self.loss(x)

base = Base(loud)
{then}
"""


@pytest.mark.parametrize(
    ("init", "then", "found"),
    [
        ("def __init__(self, loss):\n        super().__init__(loss)", "derived = Derived(ask())", False),
        ("def __init__(self, loss):\n        super().__init__(loss)", "derived = Derived(loud)", True),
        ("def __init__(self):\n        super().__init__(loud)", "derived = Derived()", True),
        ("name = 'derived'", "derived = Derived(ask())", False),
    ],
)
def test_what_a_base_class_is_given_elsewhere_is_not_given_to_what_forwards_its_own(tmp_path: Path, init: str, then: str, found: bool) -> None:
    findings = report_of(tmp_path, DERIVED.format(init=init, then=then), select=("TFA101",)).findings
    assert bool(findings) is found


HELD = """
import tensorflow as tf

class Base:
    def __init__(self, make):
        self.make = make

    def run(self, x):
        return self.make(x)

class Half(Base):
    def __init__(self):
        def make(x):
            print("made")
            return x / 2.0

        super().__init__(make)

class Other:
    def run(self, x):
        return x

class Model:
    def __init__(self, net: {net}):
        self.net = net

@tf.function
def step(model: Model, x):
    return model.net.run(x)
"""


@pytest.mark.parametrize(("net", "found"), [("Base", True), ("Other", False)])
def test_what_the_constructor_of_an_object_in_an_object_is_given_is_traced(tmp_path: Path, net: str, found: bool) -> None:
    findings = report_of(tmp_path, HELD.format(net=net), select=("TFA101",)).findings
    assert bool(findings) is found
