"""Which tests and scripts of a project may come to a finding, and in which order. Runs none."""

from __future__ import annotations

from tflint_autograph.confirm.project_runs import ProjectRuns
from tflint_autograph.confirm.reaching import Reaching
from tflint_autograph.model.runnable import Runnable

NET = """\
class Net:
    def call(self, x):
        return x


class Other:
    def call(self, x):
        return x


def make():
    return Net()


def step(x):
    return x
"""
TEST = """\
import pytest

import net
from net import Other, make
from net import step as one_step
from elsewhere import step


@pytest.fixture
def model():
    return make()


def test_by_fixture(model):
    model(1)


def test_of_another_class():
    Other()


def test_of_another_function():
    step(1)


def test_by_alias():
    one_step(1)


@pytest.mark.parametrize("kind", [net.Net])
def test_by_parameter(kind):
    kind()


class TestNet:
    def setUp(self):
        self.net = net.Net()

    def test_by_attribute(self):
        self.net(1)

    def test_of_nothing(self):
        pass
"""
SCRIPT = "from net import make\n\n\ndef main():\n    make()\n\n\nif __name__ == '__main__':\n    main()\n"
TEXTS = {"net.py": NET, "tests/test_net.py": TEST, "run.py": SCRIPT, "broken.py": "def Net(:\n", "lib/make.py": "import net\nnet.make()\n"}


def modules() -> dict[str, Runnable]:
    return {path: Runnable(path, f"/p/{path}", "", ("/p",), text) for path, text in TEXTS.items()}


def reached(target: str) -> dict[str, int]:
    found = Reaching(lambda: TEXTS).of("net.py", target)
    return {each.name: distance for each, distance in found.items() if each.path == "tests/test_net.py" and each.name}


def test_who_creates_objects_of_the_class_of_a_method_may_come_to_it() -> None:
    assert reached("Net.call") == {
        "model": 2, "test_by_fixture": 3, "test_by_parameter": 1, "TestNet.setUp": 1, "TestNet.test_by_attribute": 2,
    }  # fmt: skip


def test_what_no_other_file_can_use_is_reached_in_its_file_alone() -> None:
    book = "def shown(x):\n    return x\n\n\ndef page():\n    return shown(1)\n"
    texts = {"book.ipynb": book, "tool.py": book, "kit.py": book, "other.py": "import kit\n\n\ndef other(x):\n    x.shown()\n"}
    for path, expected in (("book.ipynb", {"page"}), ("tool.py", {"page"}), ("kit.py", {"page", "other"})):
        found = Reaching(lambda: texts).of(path, "shown")
        assert {each.name for each in found if each.path in (path, "other.py")} == {"shown", *expected}


def test_a_name_stands_for_what_the_file_imports_under_it() -> None:
    assert "test_by_alias" in reached("step")
    assert "test_of_another_class" not in reached("step")


def test_the_nearest_and_shortest_tests_come_first() -> None:
    (run,) = ProjectRuns(modules(), {"0": [("net.py", "Net.call")], "1": [("net.py", "step")]}, {}).tests()
    assert (run.path, dict(run.nearness)) == ("tests/test_net.py", {"0": (1, 0, True, 2), "1": (1, 0, False, 2)})
    names = [each.name for each in run.tests]
    assert names.index("test_by_parameter") < names.index("TestNet.test_by_attribute") < names.index("test_by_fixture")
    watches = {each.name: each.watches for each in run.tests}
    assert (watches["test_by_alias"], watches["test_by_fixture"]) == (("1",), ("0",))
    assert "TestNet.test_of_nothing" not in names


def test_tests_that_set_what_decides_come_before_shorter_ones() -> None:
    tests = "from net import Net\n\n\ndef test_short():\n    Net()\n\n\ndef test_set():\n    net = Net(drop=True)\n    net.depth = 2\n"
    known = {path: Runnable(path, f"/p/{path}", "", ("/p",), text) for path, text in {"net.py": NET, "test_net.py": tests}.items()}
    (run,) = ProjectRuns(known, {"0": [("net.py", "Net.call")]}, {"0": {"drop", "depth", "other"}}).tests()
    assert [(each.name, run.ranks[each.name]["0"]) for each in run.tests] == [("test_set", (1, 1, True, 3)), ("test_short", (1, 3, True, 2))]


def test_a_script_is_a_file_whose_main_may_come_to_a_finding() -> None:
    runs = ProjectRuns(modules(), {"0": [("net.py", "Net.call")]}, {})
    assert [each.path for each in runs.scripts()] == ["run.py"]
    assert ProjectRuns(modules(), {"0": [("net.py", "Other.call")]}, {}).scripts() == ()


def test_a_notebook_and_a_file_that_nothing_imports_run_as_programs() -> None:
    texts = {
        "net.py": NET, "show.pct.py": "import net\nnet.make()\n", "quiet.pct.py": "from net import make\nmade = make\n",
        "used.py": "import net\nnet.make()\n", "other.py": "from used import (\n    x,\n)\n", "test_net.py": "import net\nnet.make()\n",
    }  # fmt: skip
    known = {path: Runnable(path, f"/p/{path}", "", ("/p",), text) for path, text in texts.items()}
    known["book.ipynb"] = Runnable("book.ipynb", "/p/book.ipynb", "", ("/p",), "from net import Net\nNet()(1)\n", ((1, 1), (2, 2)))
    runs = ProjectRuns(known, {"0": [("net.py", "Net.call")]}, {})
    assert [(each.path, each.told) for each in runs.scripts()] == [("book.ipynb", "book.ipynb"), ("show.pct.py", "python show.pct.py")]


def test_the_file_of_a_traced_function_runs_first() -> None:
    runs = ProjectRuns({**modules(), "show.pct.py": Runnable("show.pct.py", "/p/show.pct.py", "", ("/p",), "print(1)\n")}, {"0": [("show.pct.py", "")]}, {})
    assert [(each.path, dict(each.nearness)) for each in runs.scripts()] == [("show.pct.py", {"0": (0, 0, True, 1)})]
