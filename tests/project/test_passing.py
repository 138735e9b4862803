"""Which bodies may pass another value on each call shows in their text, before they are run through."""

from __future__ import annotations

import textwrap

import pytest

from tflint_autograph.facts.scan import scan
from tflint_autograph.model.facts import MODULE, FunctionKey
from tflint_autograph.project.modules import ModuleIndex
from tflint_autograph.project.passing import may_pass_varying
from tflint_autograph.project.project import Project
from tflint_autograph.source.text import split_lines


def passes(text: str, qualname: str = "f") -> bool:
    text = textwrap.dedent(text)
    module = scan(text, split_lines(text), "m.py", "m", False)
    project = Project(ModuleIndex(["m.py"]), lambda path: module)
    return may_pass_varying(project, FunctionKey("m.py", qualname), "step")


@pytest.mark.parametrize("text", [
    "def f():\n    for x in y: step(x)\n",
    "def f():\n    while True:\n        (x, *y) = g()\n        m.step(x)\n",
    "def f():\n    while True: m().step(\n        g())\n",
    "def f(x):\n    step(x)\n",
    "def f(*x):\n    step([0, *x])\n",
    "def f():\n    global x\n    step(x)\n",
    "def f():\n    m.count = m.count + 1\n    step(m.count)\n",
    "def f():\n    return [step(x) for x in y]\n",
    "def f():\n    g = lambda x: step(x)\n",
    "def f():\n    g(lambda x: [')', step(x)])\n",
    "def f(x):\n    step(')', \"(\", x)\n",
    "def f(x):\n    step(g(\'\'\'a)\'\'\'), x)\n",
    "def f(x):\n    step(\n        1,  # \'\'\'one) of them\n        x)\n",
])  # fmt: skip
def test_a_loop_a_parameter_or_what_lasts_may_vary(text: str) -> None:
    assert passes(text)


@pytest.mark.parametrize("text", [
    "def f():\n    x = g()\n    step(x)\n",
    "def f():\n    for x in y: g(x)\n    step(z)\n",
    "def f(x):\n    g(x)\n    step(1)\n",
    "def f(x):\n    for _ in y: step()\n",
    "def f():\n    for _ in y: step(z)\n",
    "def f():\n    m.count = 1\n    step(m.other)\n",
    "def f():\n    g(lambda x: x)\n    step(1)\n",
])  # fmt: skip
def test_nothing_else_does(text: str) -> None:
    assert not passes(text)


def test_of_the_object_whose_method_it_is_only_what_is_set_varies() -> None:
    text = """
        class A:
            def f(self):
                step(self.a)

            def g(self):
                self.a += 1
                step(self.a)
        """
    assert not passes(text, "A.f")
    assert passes(text, "A.g")


def test_a_module_calls_too() -> None:
    assert passes("for x in y:\n    step(x)\n", MODULE)
    assert not passes("step(x)\n", MODULE)


@pytest.mark.parametrize("text", [
    "def f(x):\n    for _ in y: step()\n",
    "def f(x):\n    g(x)\n    step(g(1), '(')\n",
    "def f():\n    g(lambda x: x)\n    step(1)\n",
    "def f(x):\n    def step(x): pass\n    step(1)\n",
])  # fmt: skip
def test_a_body_is_not_lowered_whose_text_says_that_it_does_not(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Project, "lowered", None)
    assert not passes(text)
