"""Which of the tests that pytest collects were asked for. Runs none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

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


ABSENT = """\
import sys
from tflint_autograph.confirm.found_programs import ProjectTest
from tflint_autograph.confirm.probe.replaying.project_tests import Uncollected, run_tests
from tflint_autograph.confirm.probe.state.missing import MissingModules


class Watcher:
    reports = []
    unrun = ()

    def __getattr__(self, name):
        return lambda *given: True

    def left(self):
        return 9.0 - 9.0 * len(self.reports)

    def recording(self):
        import contextlib
        return contextlib.nullcontext()

    def wants(self, watches):
        return self.left() > 0

    def tested(self, test, watches):
        self.reports.append(test.rpartition(":")[2])

    def left_out(self, tests):
        Watcher.unrun = [each.name for each in tests]


missing = MissingModules(lambda file: False)
names = ("test_first", "test_second", "helper")
lost = run_tests([ProjectTest(sys.argv[1], each, ("0",)) for each in names], (), Watcher(), missing.imported)
print("\\n" + repr((lost, missing.names, Watcher.reports, Watcher.unrun)), file=sys.__stderr__)
"""

MODULE = """\
import absent_module
from absent_package.inner import thing


def helper():
    return absent_module.value()


def test_first():
    pass


def test_second():
    pass
"""


def test_a_file_is_collected_without_what_is_not_installed_and_what_is_late_is_told(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(MODULE, encoding="utf-8")
    run = subprocess.run([sys.executable, "-c", ABSENT, str(tmp_path / "test_it.py")], cwd=tmp_path, capture_output=True, text=True, check=False)
    expected: tuple[list[str], ...] = ([], ["absent_module", "absent_package"], ["test_first"], ["test_second"])
    assert run.stderr.splitlines()[-1] == repr(expected)


RUN = """\
import contextlib, sys
from tflint_autograph.confirm.found_programs import ProjectTest
from tflint_autograph.confirm.probe.replaying.project_tests import Uncollected, run_tests


class Watcher:
    def __getattr__(self, name):
        return {"left": lambda: 9.0, "recording": contextlib.nullcontext}.get(name, lambda *given: True)


def told(*names):
    try:
        return run_tests([ProjectTest(each, name, ("0",)) for each, name in names], (), Watcher())
    except Uncollected as error:
        return str(error)


good, bad = sys.argv[1:]
found = [told((good, "helper")), told((bad, "test_it")), told((good, "test_it"), (bad, "test_it"))]
print("\\n" + repr(found), file=sys.__stderr__)
"""


def test_a_file_is_lost_only_if_pytest_cannot_collect_it(tmp_path: Path) -> None:
    for name, text in (("test_good.py", "def helper():\n    pass\n\n\ndef test_it():\n    helper()\n"), ("test_bad.py", "import absent_module\n")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    good, bad = (str(tmp_path / name) for name in ("test_good.py", "test_bad.py"))
    run = subprocess.run([sys.executable, "-c", RUN, good, bad], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.stderr.splitlines()[-1] == repr([[], "ModuleNotFoundError: No module named 'absent_module'", [bad]])


def test_a_conftest_is_imported_without_what_is_not_installed(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text("import pytest\nimport absent_module\n\n\n@pytest.fixture\ndef made():\n    return 1\n", encoding="utf-8")
    (tmp_path / "test_it.py").write_text("def test_first(made):\n    assert made\n\n\ndef test_second(made):\n    assert made\n\n\ndef helper():\n    pass\n", encoding="utf-8")
    run = subprocess.run([sys.executable, "-c", ABSENT, str(tmp_path / "test_it.py")], cwd=tmp_path, capture_output=True, text=True, check=False)
    expected: tuple[list[str], ...] = ([], ["absent_module"], ["test_first"], ["test_second"])
    assert run.stderr.splitlines()[-1] == repr(expected), run.stderr
