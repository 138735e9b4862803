"""Nested functions that stay in the one around them: what all their calls leave to a default is that default."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of

PROGRAM = """\
import functools
import tensorflow as tf

def work(x, verbose=False):
    if verbose:
        print(x)
    return x

def around(given, kept):
    @tf.function
    def step(x, verbose=False):
        return work(x, verbose=verbose)

    {uses}
"""


def found(tmp_path: Path, uses: str) -> int:
    code = PROGRAM.replace("{uses}", uses.replace("\n", "\n    "))
    report = report_of(tmp_path, code, select=("TFA101",))
    assert report.problems == ()
    return len(report.findings)


@pytest.mark.parametrize(
    "uses",
    [
        "step(1.0)",
        "again = step\nagain(1.0)",
        "steps = {'eager': work, 'graph': step}\nfor name, each in steps.items():\n    each(1.0)",
        "steps = [work, step]\nfor each in steps:\n    each(1.0)",
        "steps = {'graph': step}\nfor each in steps.values():\n    each(1.0)",
        "steps = {'graph': step}\nsteps[given](1.0)\none = steps['graph']\none(2.0)",
        "def inner():\n    return step(1.0)\ninner()",
        "work(1.0, verbose=True)\nstep(1.0)",
    ],
)
def test_what_all_calls_leave_out_is_the_default(tmp_path: Path, uses: str) -> None:
    assert found(tmp_path, uses) == 0


@pytest.mark.parametrize(
    "uses",
    [
        "step(1.0, True)",
        "step(1.0, verbose=given)",
        "step(*given)",
        "step(1.0, **given)",
        "step(1.0)\nreturn step",
        "step(1.0)\nkept.step = step",
        "step(1.0)\ngiven(step)",
        "step(1.0)\nstep.get_concrete_function(1.0, True)",
        "step(1.0)\nverbose = functools.partial(step, verbose=True)\nverbose(2.0)",
        "again, other = step, work\nagain(1.0, True)\nstep(1.0)",
        "steps = {'graph': step}\nfor name, each in steps.items():\n    each(1.0, True)",
        "steps = {'graph': step}\nsteps['graph'](1.0, verbose=True)",
        "steps = {'graph': step}\nstep(1.0)\nreturn steps",
        "steps = [('graph', step)]\nfor name, each in steps:\n    each(1.0, True)\nstep(1.0)",
        "def inner():\n    return step(1.0, True)\nstep(1.0)\ninner()",
        "def inner(f=step):\n    return f(1.0, True)\nstep(1.0)\ninner()",
        "@given(step)\ndef inner():\n    return 1.0\nstep(1.0)\ninner()",
        "class Inner:\n    run = step\nstep(1.0)\nInner.run(1.0, True)",
        "yield step\nstep(1.0)",
        "pass",
    ],
)
def test_what_some_call_may_give_is_not(tmp_path: Path, uses: str) -> None:
    assert found(tmp_path, uses) == 1


def test_a_function_of_a_module_may_be_called_by_anybody(tmp_path: Path) -> None:
    code = "import tensorflow as tf\n\n@tf.function\ndef step(x, verbose=False):\n    if verbose:\n        print(x)\n    return x\n\nstep(1.0)\n"
    assert len(report_of(tmp_path, code, select=("TFA101",)).findings) == 1
