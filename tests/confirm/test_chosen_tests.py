"""Which of the tests that pytest collects were asked for. Runs none."""

from __future__ import annotations

import pytest

from tflint_autograph.confirm.found_programs import ProjectTest
from tflint_autograph.confirm.probe.replaying.project_tests import is_asked_for


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("TestNet.test_step", True),
        ("TestNet.test_step0", True),
        ("TestNet.test_step12", True),
        ("TestNet.test_step_large", True),
        ("TestNet.test_steps", False),
        ("TestNet.test", False),
        ("test_step", False),
    ],
)
def test_a_test_of_which_a_runner_has_made_several(name: str, expected: bool) -> None:
    assert is_asked_for(ProjectTest("/t.py", "TestNet.test_step", ()), ["elsewhere", name]) is expected


def test_a_class_stands_for_all_its_tests() -> None:
    assert is_asked_for(ProjectTest("/t.py", "TestNet", ()), ["TestNet.test_step"])
    assert not is_asked_for(ProjectTest("/t.py", "TestNet", ()), ["TestNets.test_step"])
