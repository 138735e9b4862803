"""What a trace reaches from its root: calls of every shape, through every layout of a project."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.programs import Traced, traces_of

HELPER = "def loss(x):\n    return inner(x)\n\n\ndef inner(x):\n    return x\n"


@pytest.mark.parametrize(
    ("imports", "call", "files"),
    [
        ("from helpers import loss", "loss", {"helpers.py": HELPER}),
        ("import helpers", "helpers.loss", {"helpers.py": HELPER}),
        ("import helpers as h", "h.loss", {"helpers.py": HELPER}),
        ("from helpers import loss as cost", "cost", {"helpers.py": HELPER}),
        ("from helpers import *", "loss", {"helpers.py": HELPER}),
        ("from pkg.helpers import loss", "loss", {"pkg/__init__.py": "", "pkg/helpers.py": HELPER}),
        ("import pkg.helpers", "pkg.helpers.loss", {"pkg/__init__.py": "", "pkg/helpers.py": HELPER}),
        ("import pkg.helpers as h", "h.loss", {"pkg/__init__.py": "", "pkg/helpers.py": HELPER}),
        ("from pkg import helpers", "helpers.loss", {"pkg/__init__.py": "", "pkg/helpers.py": HELPER}),
        ("from pkg import loss", "loss", {"pkg/__init__.py": "from .helpers import loss", "pkg/helpers.py": HELPER}),
        ("import pkg", "pkg.loss", {"pkg/__init__.py": "from pkg.helpers import loss", "pkg/helpers.py": HELPER}),
        ("from pkg import loss", "loss", {"pkg/__init__.py": "from .helpers import *", "pkg/helpers.py": HELPER}),
        (
            "from pkg import cost",
            "cost",
            {"pkg/__init__.py": "from .helpers import loss as cost", "pkg/helpers.py": HELPER},
        ),
        (
            "from pkg import loss",
            "loss",
            {
                "pkg/__init__.py": "from .a import loss",
                "pkg/a.py": "from .helpers import loss",
                "pkg/helpers.py": HELPER,
            },
        ),
        ("from pkg import h", "h.loss", {"pkg/__init__.py": "from . import helpers as h", "pkg/helpers.py": HELPER}),
        ("from pkg import loss", "loss", {"pkg/__init__.py": "from .loss import loss", "pkg/loss.py": HELPER}),
        ("from pkg import loss", "loss.loss", {"pkg/__init__.py": "from . import loss", "pkg/loss.py": HELPER}),
        ("from pkg.loss import loss", "loss", {"pkg/__init__.py": "from .loss import loss", "pkg/loss.py": HELPER}),
        ("from space.helpers import loss", "loss", {"space/helpers.py": HELPER}),
        ("from space.deep import helpers", "helpers.loss", {"space/deep/helpers.py": HELPER}),
        ("from lib.helpers import loss", "loss", {"src/lib/__init__.py": "", "src/lib/helpers.py": HELPER}),
        ("from helpers import loss", "loss", {"src/helpers.py": HELPER}),
        ("try:\n    from helpers import loss\nexcept ImportError:\n    loss = None", "loss", {"helpers.py": HELPER}),
        ("if True:\n    from helpers import loss", "loss", {"helpers.py": HELPER}),
        ("import helpers\ncost = helpers.loss", "cost", {"helpers.py": HELPER}),
        ("from typing import TYPE_CHECKING\nfrom helpers import loss", "loss", {"helpers.py": HELPER}),
    ],
)
def test_helpers_of_other_modules(traced: Traced, imports: str, call: str, files: dict[str, str]) -> None:
    main = f"import tensorflow as tf\n{imports}\n\n@tf.function\ndef step(x):\n    return {call}(x)\n"
    found = traced({"m.py": main, **files})
    assert {name.rpartition(".")[2] for name in found} == {"step", "loss", "inner"}
    inner = next(trace for name, trace in found.items() if name.endswith("inner"))
    assert inner.root == "tf.function"
    assert [step.span.path for step in inner.steps] == [
        "m.py",
        "m.py",
        next(p for p, t in files.items() if t == HELPER),
    ]
    assert inner.converted


@pytest.mark.parametrize(
    ("path", "imports"),
    [
        ("pkg/train.py", "from .helpers import loss"),
        ("pkg/train.py", "from . import helpers\nloss = helpers.loss"),
        ("pkg/sub/train.py", "from ..helpers import loss"),
        ("pkg/sub/train.py", "from pkg.helpers import loss"),
        ("pkg/sub/train.py", "from .. import loss"),
        ("pkg/__init__.py", "from .helpers import loss"),
        ("pkg/sub/__init__.py", "from ..helpers import loss"),
        ("pkg/sub/train.py", "from ..sub.other import loss"),
    ],
)
@pytest.mark.parametrize("top", ["", "src/", "projects/one/"])
def test_relative_imports(traced: Traced, path: str, imports: str, top: str) -> None:
    files = {
        "pkg/__init__.py": "from .helpers import loss\n",
        "pkg/helpers.py": HELPER,
        "pkg/sub/__init__.py": "",
        "pkg/sub/other.py": "from ..helpers import loss\n",
    }
    files[path] = f"import tensorflow as tf\n{imports}\n\n@tf.function\ndef step(x):\n    return loss(x)\n"
    found = traced({top + name: text for name, text in files.items()})
    assert {name.rpartition(".")[2] for name in found} == {"step", "loss", "inner"}


def test_import_inside_the_function(traced: Traced) -> None:
    main = "import tensorflow as tf\n@tf.function\ndef step(x):\n    from helpers import loss\n    return loss(x)\n"
    assert set(traced({"m.py": main, "helpers.py": HELPER})) == {"step", "helpers.loss", "helpers.inner"}


def test_script_beside_its_helper(traced: Traced) -> None:
    main = "import tensorflow as tf\nfrom helpers import loss\n@tf.function\ndef step(x):\n    return loss(x)\n"
    found = traced({"a/m.py": main, "a/helpers.py": HELPER, "b/helpers.py": HELPER})
    assert {step.span.path for trace in found.values() for step in trace.steps} == {"a/m.py", "a/helpers.py"}


def test_files_nobody_reaches_are_not_traced(traced: Traced) -> None:
    main = "import tensorflow as tf\nimport other\n@tf.function\ndef step(x):\n    return x\n"
    assert set(traced({"m.py": main, "other.py": "def unused():\n    return 1\n"})) == {"step"}


CALLS = """\
import functools
import tensorflow as tf
from functools import partial, reduce


def helper(*args, **kw):
    return 1


class Thing:
    def __init__(self, *args):
        self.value = self.prepare()
    def prepare(self):
        return 0
    def method(self, x=None):
        return self.second(x)
    def second(self, x):
        return x
    @classmethod
    def made(cls):
        return cls.register()
    @classmethod
    def register(cls):
        return cls
    @staticmethod
    def static(x):
        return helper(x)
    @property
    def prop(self):
        return self.second(1)
    @functools.cached_property
    def cached(self):
        return self.second(1)
    def __call__(self, x):
        return self.second(x)
    def __enter__(self):
        return self.second(0)
    def __exit__(self, *error):
        return None
    def __iter__(self):
        return iter([1])
    def __getitem__(self, index):
        return self.second(index)
    def __len__(self):
        return 1


thing = Thing()


class Holder:
    inner = Thing()


@tf.function
def f(x, y=0):
"""


@pytest.mark.parametrize(
    ("body", "reached"),
    [
        ("helper(x)", "helper"),
        ("return helper(x) + 1", "helper"),
        ("g = helper\ng(x)", "helper"),
        ("[helper(i) for i in range(3)]", "helper"),
        ("{i: helper(i) for i in range(3)}", "helper"),
        ("y = helper(x) if x else 0", "helper"),
        ("print(f'{helper(x)}')", "helper"),
        ("while helper(x): pass", "helper"),
        ("for i in helper(x): pass", "helper"),
        ("with tf.name_scope('a'):\n    helper(x)", "helper"),
        ("try:\n    pass\nexcept ValueError:\n    helper(x)", "helper"),
        ("try:\n    pass\nfinally:\n    helper(x)", "helper"),
        ("assert helper(x)", "helper"),
        ("raise helper(x)", "helper"),
        ("x[0] = helper(x)", "helper"),
        ("x += helper(x)", "helper"),
        ("if (z := helper(x)): pass", "helper"),
        ("match x:\n    case 1: helper(x)", "helper"),
        ("del x[helper(1)]", "helper"),
        ("g = partial(helper, 1)\ng(x)", "helper"),
        ("functools.partial(helper, 1)(x)", "helper"),
        ("(lambda v: helper(v))(x)", "helper f.<lambda>"),
        ("g = lambda v: helper(v)\ng(x)", "helper f.<lambda>"),
        ("def g(v):\n    return helper(v)\nreturn g(x)", "helper f.g"),
        ("def g(v):\n    def h(w):\n        return helper(w)\n    return h(v)\nreturn g(x)", "helper f.g f.g.h"),
        ("reduce(helper, [1, 2])", "helper"),
        ("functools.reduce(lambda a, b: helper(a), [1, 2])", "helper f.<lambda>"),
        ("list(map(helper, [x]))", "helper"),
        ("list(filter(helper, [x]))", "helper"),
        ("sorted([x], key=helper)", "helper"),
        ("max([x], key=lambda v: helper(v))", "helper f.<lambda>"),
        ("{'a': helper}['a'](x)", "helper"),
        ("[helper][0](x)", "helper"),
        ("for g in (helper,):\n    g(x)", "helper"),
        ("(helper if y else None)(x)", "helper"),
        ("(y or helper)(x)", "helper"),
        ("getattr(thing, 'method')(x)", "Thing.method Thing.second"),
        ("Thing()", "Thing.__init__ Thing.prepare"),
        ("thing.method(x)", "Thing.method Thing.second"),
        ("g = thing.method\ng(x)", "Thing.method Thing.second"),
        ("Thing.method(thing, x)", "Thing.method Thing.second"),
        ("Thing().method(x)", "Thing.__init__ Thing.prepare Thing.method Thing.second"),
        ("thing(x)", "Thing.__call__ Thing.second"),
        ("Thing.static(x)", "Thing.static helper"),
        ("thing.static(x)", "Thing.static helper"),
        ("Thing.made()", "Thing.made Thing.register"),
        ("thing.made()", "Thing.made Thing.register"),
        ("return thing.prop", "Thing.prop Thing.second"),
        ("return thing.cached", "Thing.cached Thing.second"),
        ("Holder.inner.method(x)", "Thing.method Thing.second"),
        ("Holder().inner.method(x)", "Thing.method Thing.second"),
        ("with thing as t: pass", "Thing.__enter__ Thing.__exit__ Thing.second"),
        ("for i in thing: pass", "Thing.__iter__"),
        ("thing[0]", "Thing.__getitem__ Thing.second"),
        ("tf.nest.map_structure(helper, x)", "helper"),
        ("tf.map_fn(lambda v: helper(v), x)", "helper f.<lambda>"),
        ("tf.cond(x, lambda: helper(1), lambda: 2)", "helper f.<lambda> f.<lambda>"),
        ("def g():\n    nonlocal y\n    y = helper(1)\ng()", "helper f.g"),
        ("global z\nz = helper(x)", "helper"),
        ("helper(*x, **y)", "helper"),
        ("helper(helper(x))", "helper"),
    ],
)
def test_calls(traced: Traced, body: str, reached: str) -> None:
    indented = "    " + body.replace("\n", "\n    ")
    found = traced(CALLS + indented + "\n")
    assert set(found) == {"f", *reached.split()}


@pytest.mark.parametrize(
    ("helper", "call", "reached"),
    [
        ("def apply(fn, v):\n    return fn(v)", "apply(target, x)", "apply"),
        ("def apply(fn, v):\n    return fn(v)", "apply(fn=target, v=x)", "apply"),
        ("def apply(v, *fns):\n    return fns[0](v)", "apply(x, target)", "apply"),
        ("def apply(fns, v):\n    for g in fns:\n        v = g(v)\n    return v", "apply([target], x)", "apply"),
        ("def apply(fn=target):\n    return fn(1)", "apply()", "apply"),
        (
            "def outer(fn, v):\n    return apply(fn, v)\ndef apply(fn, v):\n    return fn(v)",
            "outer(target, x)",
            "outer apply",
        ),
        ("def make():\n    return target", "make()(x)", "make"),
        ("def make():\n    def inner(v):\n        return target(v)\n    return inner", "make()(x)", "make make.inner"),
        ("table = {'a': target}", "table['a'](x)", ""),
        ("table = [target]", "[g(x) for g in table]", ""),
        ("class Box:\n    def __init__(self):\n        self.fn = target\nbox = Box()", "box.fn(x)", ""),
        ("class Box:\n    fn = staticmethod(target)", "Box.fn(x)", ""),
        ("import functools\nbound = functools.partial(target, 1)", "bound()", ""),
        ("import functools\n@functools.wraps(target)\ndef apply(v):\n    return target(v)", "apply(x)", "apply"),
        (
            "def deco(fn):\n    def inner(*a):\n        return fn(*a)\n    return inner\n@deco\ndef apply(v):\n    return target(v)",
            "apply(x)",
            "apply deco.inner",
        ),
        ("def deco(fn):\n    return fn\n@deco\ndef apply(v):\n    return target(v)", "apply(x)", "apply"),
        ("import unknown\n@unknown.deco\ndef apply(v):\n    return target(v)", "apply(x)", "apply"),
        (
            "import contextlib\n@contextlib.contextmanager\ndef apply():\n    target(1)\n    yield",
            "apply().__enter__()",
            "apply",
        ),
        ("@tf.function\ndef apply(v):\n    return target(v)", "apply(x)", "apply"),
        ("@tf.function\ndef apply(v):\n    return target(v)", "apply.python_function(x)", "apply"),
        ("@tf.custom_gradient\ndef apply(v):\n    return target(v)", "apply(x)", "apply"),
    ],
)
def test_functions_as_values(traced: Traced, helper: str, call: str, reached: str) -> None:
    source = f"import tensorflow as tf\ndef target(*v):\n    return v\n{helper}\n@tf.function\ndef f(x):\n    return {call}\n"
    assert set(traced(source)) == {"f", "target", *reached.split()}


def test_context_manager_function(traced: Traced) -> None:
    found = traced(
        """\
        import contextlib
        import tensorflow as tf
        @contextlib.contextmanager
        def scope():
            helper()
            yield
        def helper():
            return 1
        @tf.function
        def f(x):
            with scope():
                return x
        """
    )
    assert set(found) == {"f", "scope", "helper"}


BASE = """\
import tensorflow as tf

class Base(tf.Module):
    def __init__(self):
        super().__init__()
        self.part = Part()
    @tf.function
    def step(self, x):
        return self.loss(x) + self.part.run(x)
    def loss(self, x):
        return x
    def shared(self, x):
        return x

class Part:
    def run(self, x):
        return x
"""


class TestInheritance:
    def test_attribute_holding_an_object(self, traced: Traced) -> None:
        assert set(traced(BASE)) == {"Base.step", "Base.loss", "Part.run"}

    def test_override_is_reached_from_the_root_of_the_base(self, traced: Traced) -> None:
        child = "from base import Base\nclass Child(Base):\n    def loss(self, x):\n        return self.extra(x)\n    def extra(self, x):\n        return x\n    def idle(self): pass\nimport tensorflow\n"
        found = traced({"base.py": BASE, "m.py": child})
        assert {"Child.loss", "Child.extra", "base.Base.loss"} <= set(found)
        assert "Child.idle" not in found

    @pytest.mark.parametrize(
        ("made", "reached"),
        [
            ("A() B()", {"A.loss", "B.loss"}),
            ("A() C()", {"A.loss", "Base.loss"}),
            ("A() B() C()", {"A.loss", "B.loss", "Base.loss"}),
            ("A() D()", {"A.loss", "B.loss"}),
            ("Base() B()", {"B.loss", "Base.loss"}),
        ],
    )
    def test_overrides_of_the_classes_that_are_passed_are_reached(self, traced: Traced, made: str, reached: set[str]) -> None:
        found = traced(
            "import tensorflow as tf\n\nclass Base:\n    def step(self, x):\n        return self.apply(x)\n"
            "    def apply(self, x):\n        return self.loss(x)\n    def loss(self, x):\n        return x\n\n"
            "class A(Base):\n    def loss(self, x):\n        return [x, x]\n\n"
            "class B(Base):\n    def loss(self, x):\n        return [x]\n\n"
            "class C(Base):\n    pass\n\nclass D(B):\n    pass\n\n"
            "class Other(Base):\n    def loss(self, x):\n        return None\n\n"
            "@tf.function\ndef run(x):\n" + "".join(f"    {each}.step(x)\n" for each in made.split()) + "    return x\n"
        )
        assert set(found) == {"run", "Base.step", "Base.apply", *reached}

    @pytest.mark.parametrize(
        ("parameters", "reached"),
        [("self, x", True), ("self, x, y", False), ("self, x, y=None", True), ("self", False), ("self, *all", True), ("self, x, *, y", False), ("self, x, training", True)],
    )
    def test_an_override_that_asks_for_something_else_is_not_called(self, traced: Traced, parameters: str, reached: bool) -> None:
        child = f"from base import Base\nclass Child(Base):\n    def loss({parameters}):\n        return 1.0\nimport tensorflow\n"
        found = traced({"base.py": BASE, "m.py": child})
        assert "base.Base.loss" in found
        assert ("Child.loss" in found) is reached

    def test_method_of_the_base_through_self(self, traced: Traced) -> None:
        child = "import tensorflow as tf\nfrom base import Base\nclass Child(Base):\n    @tf.function\n    def go(self, x):\n        return self.shared(x)\n"
        assert "base.Base.shared" in traced({"base.py": BASE, "m.py": child})

    @pytest.mark.parametrize("call", ["super().shared(x)", "super(Child, self).shared(x)", "Base.shared(self, x)"])
    def test_super(self, traced: Traced, call: str) -> None:
        child = f"import tensorflow as tf\nfrom base import Base\nclass Child(Base):\n    @tf.function\n    def go(self, x):\n        return {call}\n    def shared(self, x):\n        return x\n"
        found = traced({"base.py": BASE, "m.py": child})
        assert "base.Base.shared" in found
        assert "Child.shared" not in found

    def test_order_of_several_bases(self, traced: Traced) -> None:
        found = traced(
            """\
            import tensorflow as tf
            class A:
                def run(self, x): return x
            class B(A): pass
            class C(A):
                def run(self, x): return x
            class D(B, C):
                @tf.function
                def go(self, x):
                    return self.run(x)
            """
        )
        assert set(found) == {"D.go", "C.run"}

    def test_a_mixin_calls_what_other_bases_of_its_subclasses_have(self, traced: Traced) -> None:
        source = """\
            import tensorflow as tf
            class Mixin:
                @tf.function
                def go(self, x):
                    return self.loss(x)
            class Model:
                def loss(self, x):
                    return self.objective(x)
                def objective(self, x):
                    raise NotImplementedError
            class One(Model, Mixin):
                def objective(self, x): return x
            class Other:
                def loss(self, x): return x
            """
        assert set(traced(source)) == {"Mixin.go", "Model.loss", "One.objective"}

    def test_two_mixins_call_what_another_base_calls_of_its_subclasses(self, traced: Traced) -> None:
        mixin = "class {0}:\n    @tf.function\n    def {1}(self, x):\n        return self.loss(x)\n"
        source = f"""\
import tensorflow as tf
{mixin.format("Inner", "one")}
{mixin.format("Outer", "two")}
class Model:
    def loss(self, x):
        return self.objective(x)
    def objective(self, x):
        raise NotImplementedError
class One(Model, Inner):
    def objective(self, x): return x
class Two(Model, Outer):
    def objective(self, x): return x
"""
        assert set(traced(source)) == {"Inner.one", "Outer.two", "Model.loss", "One.objective", "Two.objective"}

    def test_what_a_subclass_holds_where_its_base_calls_it(self, traced: Traced) -> None:
        child = """\
            from base import Base, Part
            import tensorflow
            class Own(Part):
                def more(self, x): return x
            class Child(Base):
                def __init__(self):
                    super().__init__()
                    self.own = Own()
                def loss(self, x):
                    return self.own.more(x) + tensorflow.reduce_sum([self.scaled(y) for y in x])
                def scaled(self, x):
                    return (lambda: self.own.run(x))()
                @staticmethod
                def idle(other: Base, x):
                    return other.own.more(x)
        """
        found = traced({"base.py": BASE, "m.py": child})
        assert {"Child.loss", "Child.scaled", "Own.more", "base.Part.run"} <= set(found)
        assert "Child.idle" not in found

    @pytest.mark.parametrize(
        ("given", "default", "reached"),
        [("Part", "Own()", True), ("typing.Optional[Part]", "Own()", True), ("Part", "Other()", True), ("int", "Own()", False)],
    )
    def test_a_default_leaves_an_object_of_its_class(self, traced: Traced, given: str, default: str, reached: bool) -> None:
        source = f"""\
            import typing
            import tensorflow as tf
            class Part:
                def run(self, x): return x
            class Own(Part):
                def run(self, x): return x
            class Other:
                pass
            class Model:
                def __init__(self, part: {given} = None):
                    if part is None:
                        part = {default}
                    self.part = part
                @tf.function
                def go(self, x):
                    return self.part.run(x)
            """
        assert set(traced(source)) == {"Model.go", *(["Part.run", "Own.run"] if reached else [])}

    @pytest.mark.parametrize(("given", "reached"), [("x", True), ("made(x)", True), ("Other()", False)])
    def test_an_annotation_says_what_an_unknown_argument_does_not(self, traced: Traced, given: str, reached: bool) -> None:
        source = f"""\
            import tensorflow as tf
            from elsewhere import made
            class Part:
                def run(self, x): return x
            class Other:
                pass
            @tf.function
            def go(x):
                return helper({given})
            def helper(part: Part):
                return part.run(1)
            """
        assert ("Part.run" in traced(source)) is reached

    def test_the_first_parameter_of_a_static_method_is_no_object_of_its_class(self, traced: Traced) -> None:
        source = """\
            import tensorflow as tf
            class Part:
                def run(self, x): return x
            class Model:
                @tf.function
                def go(self, x):
                    return self.of(Part(), x)
                @staticmethod
                def of(part, x):
                    return part.run(x)
                def run(self, x): return x
            """
        assert set(traced(source)) == {"Model.go", "Model.of", "Part.run"}

    def test_what_a_nearer_base_has_is_meant(self, traced: Traced) -> None:
        source = """\
            import tensorflow as tf
            class Mixin:
                @tf.function
                def go(self, x):
                    return self.loss(x)
                def loss(self, x): return x
            class Near:
                def loss(self, x): return x
            class Far:
                def loss(self, x): return x
            class One(Near, Mixin, Far): pass
            """
        assert set(traced(source)) == {"Mixin.go", "Mixin.loss", "Near.loss"}

    def test_keras_base_of_another_module(self, traced: Traced) -> None:
        base = "import tensorflow as tf\nclass Base(tf.keras.Model):\n    def helper(self, x):\n        return x\n"
        child = "from base import Base\nclass Child(Base):\n    def call(self, x):\n        return self.helper(x)\n# keras\n"
        assert set(traced({"base.py": base, "m.py": child})) == {"Child.call", "base.Base.helper"}

    def test_layer_called_by_a_model(self, traced: Traced) -> None:
        found = traced(
            """\
            import tensorflow as tf
            class L(tf.keras.layers.Layer):
                def call(self, x): return helper(x)
            class N(tf.keras.Model):
                def __init__(self):
                    super().__init__()
                    self.l = L()
                    self.many = [L(), L()]
                def call(self, x):
                    for l in self.many:
                        x = l(x)
                    return self.l(x)
            def helper(x): return x
            @tf.function
            def step(x):
                return N()(x)
            """
        )
        assert found["helper"].confidence.value == "high"
        assert not found["helper"].converted


@pytest.mark.parametrize(
    ("base", "method", "call", "converted"),
    [
        ("tf.keras.layers.Layer", "call", "it(x)", False),
        ("tf.keras.layers.Layer", "call", "it.call(x)", True),
        ("tf.keras.layers.Layer", "other", "it.other(x)", True),
        ("tf.keras.losses.Loss", "call", "it(x, x)", False),
        ("tf.keras.metrics.Metric", "update_state", "it(x)", False),
        ("tf.keras.metrics.Metric", "update_state", "it.update_state(x)", True),
        ("tf.keras.metrics.Metric", "result", "it.result()", False),
        ("tf.keras.optimizers.schedules.LearningRateSchedule", "__call__", "it(x)", True),
        ("tf_keras.layers.Layer", "call", "it(x)", True),
        ("tf.Module", "__call__", "it(x)", True),
    ],
)
def test_what_keras_keeps_from_autograph(traced: Traced, base: str, method: str, call: str, converted: bool) -> None:
    found = traced(
        f"""\
        import tensorflow as tf
        {"import tf_keras" if base.startswith("tf_keras") else ""}
        class Own({base}):
            def {method}(self, *args):
                return helper(args)
        def helper(x): return x
        it = Own()
        @tf.function
        def step(x):
            return {call}
        """
    )
    # Keras may trace the method as well, which is less sure than the way from the function above.
    assert (found["helper"].root, found["helper"].converted) == ("tf.function", converted)


def test_recursion_ends(traced: Traced) -> None:
    found = traced(
        """\
        import tensorflow as tf
        @tf.function
        def f(x): return g(x)
        def g(x): return h(x) + g(x)
        def h(x): return g(x)
        """
    )
    assert [len(found[name].steps) for name in "fgh"] == [1, 2, 3]


def test_shortest_trace_wins_and_the_surest_before_it(traced: Traced) -> None:
    found = traced(
        """\
        import tensorflow as tf
        class N(tf.keras.Model):
            def call(self, x): return helper(x)
        def helper(x): return x
        def b(x): return helper(x)
        def a(x): return b(x)
        @tf.function
        def f(x): return a(x)
        """
    )
    assert found["helper"].root == "tf.function"
    assert len(found["helper"].steps) == 4


def test_calls_of_plain_python_trace_nothing(traced: Traced) -> None:
    found = traced(
        """\
        import tensorflow as tf
        def helper(x): return x
        def main():
            return helper(f(1))
        @tf.function
        def f(x): return x
        """
    )
    assert set(found) == {"f"}


def test_a_method_reached_from_several_classes_knows_its_own(traced: Traced) -> None:
    found = traced(
        """\
        import tensorflow as tf
        class Base(tf.Module):
            @tf.function
            def one(self, x): return self.shared(x)
            def shared(self, x): return self.last(x)
            def last(self, x): return x
        class Derived(Base):
            @tf.function
            def two(self, x): return self.shared(x)
        """
    )
    assert set(found) == {"Base.one", "Base.shared", "Base.last", "Derived.two"}


def test_a_method_wrapped_below_its_definition(traced: Traced) -> None:
    found = traced(
        """\
        import tensorflow as tf
        class A(tf.Module):
            def step(self, x): return self.helper(x)
            step = tf.function(step)
            def helper(self, x): return x
            def eager(self, x): return self.step(x)
        """
    )
    assert set(found) == {"A.step", "A.helper"}


DECORATED = """\
import functools
import tensorflow as tf
def timed(fn):
    @functools.wraps(fn)
    def wrapper(*args): return report(fn(*args))
    return wrapper
def report(x): return x
"""


@pytest.mark.parametrize(
    ("decorated", "reached"),
    [
        pytest.param("@tf.function\n@timed\ndef step(x): return x\n", True, id="below"),
        pytest.param("@tf.function(jit_compile=True)\n@timed\ndef step(x): return x\n", True, id="below-with-options"),
        pytest.param("@timed\n@tf.function\ndef step(x): return x\n", False, id="above"),
        pytest.param("class L(tf.keras.layers.Layer):\n    @timed\n    def call(self, x): return x\n", True, id="keras"),
        pytest.param("@timed\ndef step(x): return x\n", False, id="eager"),
    ],
)
def test_what_a_decorator_puts_around_a_root_is_traced_with_it(traced: Traced, decorated: str, reached: bool) -> None:
    found = traced(DECORATED + decorated)
    assert ({"timed.wrapper", "report"} <= set(found)) is reached


_BLOCKS = """
import tensorflow as tf

class Block(tf.Module):
    def __call__(self, x):
        return x

"""


@pytest.mark.parametrize(
    ("fills", "runs"),
    [
        ("self.blocks = [Block() for _ in range(3)]", "self.blocks[0](x)"),
        ("self.blocks = []\n        for _ in range(3):\n            self.blocks.append(Block())", "[block(x) for block in self.blocks]"),
        ("self.blocks = []\n        self.blocks.extend([Block()])", "self.blocks[-1](x)"),
        ("self.blocks = {}\n        for name in 'ab':\n            self.blocks[name] = Block()", "self.blocks['a'](x)"),
        ("self.blocks = {name: Block() for name in 'ab'}", "[block(x) for _, block in self.blocks.items()]"),
        ("self.blocks = []\n        self.blocks.append((Block(), 3))", "[block(x) for block, _ in self.blocks]"),
    ],
)
def test_objects_are_followed_through_the_containers_of_their_owner(traced: Traced, fills: str, runs: str) -> None:
    source = f"class Net(tf.Module):\n    def __init__(self):\n        {fills}\n\n    @tf.function\n    def __call__(self, x):\n        return {runs}\n"
    assert "Block.__call__" in traced(_BLOCKS + source)


@pytest.mark.parametrize("fills", ["blocks['a'] = Block()", "for name in 'ab':\n    blocks[name] = Block()", "blocks.update(a=Block())"])
def test_objects_are_followed_through_containers_that_a_module_fills(traced: Traced, fills: str) -> None:
    source = f"blocks = {{}}\n{fills}\n\n@tf.function\ndef step(x):\n    return blocks['a'](x)\n"
    assert "Block.__call__" in traced(_BLOCKS + source)


_PARTS = """
import tensorflow as tf

class One:
    def __call__(self, x):
        return x

    def told(self, x):
        return x

class Two:
    def __call__(self, x):
        return -x

    def told(self, x):
        return -x

class Third:
    def told(self, x):
        return x
"""


@pytest.mark.parametrize(
    ("held", "runs"),
    [
        ("[One(), Two()]", "[part(x) for part in self.parts]"),
        ("[One(), Two()]", "[part.told(x) for part in self.parts]"),
        ("{'a': One(), 'b': Two()}", "[part.told(x) for part in self.parts.values()]"),
        ("{'a': One(), 'b': Two()}", "[part(x) for name, part in sorted(self.parts.items())]"),
        ("One() if fast else Two()", "self.parts(x)"),
        ("One() if fast else Two()", "self.parts.told(x)"),
        ("[made() for made in (One, Two)]", "[part(x) for part in self.parts]"),
        ("{'a': One, 'b': Two}[fast]()", "self.parts.told(x)"),
        ("(One if fast else Two)()", "self.parts(x)"),
    ],
)
def test_an_object_may_be_of_one_of_several_classes(traced: Traced, held: str, runs: str) -> None:
    source = f"class Net(tf.Module):\n    def __init__(self, fast):\n        self.parts = {held}\n\n    @tf.function\n    def __call__(self, x):\n        return {runs}\n"
    method = "told" if "told" in runs else "__call__"
    assert set(traced(_PARTS + source)) == {"Net.__call__", f"One.{method}", f"Two.{method}"}


def test_an_object_that_may_be_something_else_is_of_no_class(traced: Traced) -> None:
    source = "@tf.function\ndef step(x, part):\n    one = One() if x.shape else part\n    return one.told(x)\n"
    assert set(traced(_PARTS + source)) == {"step"}


_MADE = "def make(name):\n    cls = MADE[name]\n    return cls()\n\nclass Net(tf.Module):\n    def __init__(self, name):\n        self.part = make(name)\n\n"
_STEP = "    @tf.function\n    def step(self, x):\n        return self.part.told(x)\n"


@pytest.mark.parametrize(
    ("registry", "reached"),
    [("{'a': One, 'b': Two}", {"One", "Two"}), ("[One, Two, Third]", {"One", "Two", "Third"}), ("{'a': One, 'b': unknown}", set()), ("{'a': One, 'b': print}", set())],
)
def test_a_class_may_be_one_of_those_in_a_registry(traced: Traced, registry: str, reached: set[str]) -> None:
    source = f"{_PARTS}MADE = {registry}\n\n{_MADE}{_STEP}"
    assert set(traced(source)) == {"Net.step", *(f"{name}.told" for name in reached)}


def test_what_makes_an_object_of_one_of_several_classes_runs_the_constructor_of_each(traced: Traced) -> None:
    classes = "class {0}:\n    def __init__(self, x):\n        self.x = x\n\n"
    source = "import tensorflow as tf\n" + classes.format("One") + classes.format("Two") + "@tf.function\ndef step(x, name):\n    return {'a': One, 'b': Two}[name](x).x\n"
    assert set(traced(source)) == {"step", "One.__init__", "Two.__init__"}


def test_what_another_object_has_under_the_same_name_is_another_container(traced: Traced) -> None:
    source = """
    class Net(tf.Module):
        def __init__(self, other):
            self.blocks = []
            other.blocks = []
            other.blocks.append(Block())

        @tf.function
        def __call__(self, x):
            return [block(x) for block in self.blocks]
    """
    assert set(traced(_BLOCKS + textwrap.dedent(source))) == {"Net.__call__"}


@pytest.mark.parametrize("decorator", ["", "@tf.function"])
def test_objects_of_several_classes_are_of_the_class_of_the_annotation(traced: Traced, decorator: str) -> None:
    found = traced(
        f"""\
        import tensorflow as tf
        class Base:
            def __call__(self, x): return self.scaled(x)
        class One(Base):
            def scaled(self, x): return x
        class Two(Base):
            def scaled(self, x): return -x
        {decorator}
        def over(x, scale: Base):
            return tf.map_fn(scale, x)
        @tf.function
        def step(x):
            return over(x, One()) + over(x, Two())
        over(tf.ones(2), One())
        over(tf.ones(2), Two())
        """
    )
    assert {"over", "Base.__call__", "One.scaled", "Two.scaled"} <= set(found)


def test_what_a_method_makes_of_its_own_class(traced: Traced) -> None:
    """Who calls the method on an object of a subclass, or on the subclass, gets one of the subclass."""
    found = traced(
        """\
        import tensorflow as tf
        class Part:
            @classmethod
            def of(cls): return cls()
            def copy(self): return self.again()
            def again(self): return type(self)()
            def twin(self): return self.__class__()
            def made(self, x): return x
            def copied(self, x): return x
            def twinned(self, x): return x
        class Own(Part):
            def made(self, x): return x
        class Other(Part):
            def copied(self, x): return x
        made, copied, twinned = Own.of(), Own().copy(), Part().twin()
        @tf.function
        def step(x):
            return twinned.twinned(copied.copied(made.made(x)))
        """
    )
    assert set(found) == {"step", "Own.made", "Part.copied", "Part.twinned"}


def test_an_object_of_a_class_of_which_only_a_base_is_known(traced: Traced) -> None:
    found = traced(
        """\
        import tensorflow as tf
        class Part:
            def copy(self): return type(self)()
            def step(self, x): return x
        class Own(Part):
            def step(self, x): return x
        @tf.function
        def step(x, part: Part):
            return part.copy().step(x)
        """
    )
    assert set(found) == {"step", "Part.copy", "Part.step", "Own.step"}


@pytest.mark.parametrize(("folder", "traced"), [("lab", {"steps.f", "helpers.g"}), ("other", {"steps.f"})])
def test_a_root_that_is_a_package_is_imported_by_its_name(tmp_path: Path, folder: str, traced: set[str]) -> None:
    files = {
        "__init__.py": "",
        "helpers.py": "def g(x):\n    return x\n",
        "steps.py": "import tensorflow as tf\nfrom lab import helpers\n@tf.function\ndef f(x):\n    return helpers.g(x)\n",
    }
    assert set(traces_of(tmp_path / folder, files)) == traced


@pytest.mark.parametrize("default", [True, False])
@pytest.mark.parametrize("calls", ["step(x, flag=FLAG)\nstep(x)", "print(step(x).shape)\ny = step(x, FLAG)", "step(x, *[FLAG])\nstep(x)", "step(x)"])
def test_a_parameter_that_some_calls_leave_to_its_default_has_either_value(traced: Traced, default: bool, calls: str) -> None:
    code = "import tensorflow as tf\n\n\ndef on(x):\n    return x\n\n\ndef off(x):\n    return x\n\n\n@tf.function\ndef step(x, flag=DEFAULT):\n"
    code += "    if flag:\n        return on(x)\n    return off(x)\n\n\nx = tf.ones([2])\n" + calls.replace("FLAG", str(not default)) + "\n"
    assert {"on", "off"} < set(traced(code.replace("DEFAULT", str(default))))
