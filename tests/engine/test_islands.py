"""Files that no import joins are looked at by themselves, and what is said of them is what a look at all together says."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.programs import settings_of, write
from tflint_autograph.engine.analysis import components, cores
from tflint_autograph.engine.analysis.component import analyse_component
from tflint_autograph.engine.analysis.run import AnalysisRun
from tflint_autograph.engine.pipeline import Run, check_paths
from tflint_autograph.engine.results import AnalysisResult
from tflint_autograph.engine.workspace import import_components, import_names
from tflint_autograph.engine.workspace.files import Files
from tflint_autograph.engine.workspace.import_components import ComponentIndex, together
from tflint_autograph.engine.workspace.import_names import imports
from tflint_autograph.model.report import Report
from tflint_autograph.project.index.modules import ModuleIndex
from tflint_autograph.report.document import render

needs_fork = pytest.mark.skipif(not hasattr(os, "fork") or sys.platform == "darwin", reason="nothing is forked here")

TRACED = (
    "import tensorflow as tf\nfrom {package}.helpers import h\n@tf.function\ndef f(x):\n    print(x)\n    return h(x)\n"
)
HELPER = "import random\ndef h(x):\n    return x + random.random()\n"
PACKAGES = ("one", "two", "three")
PROJECT = {
    f"{root}/{package}/{name}": text
    for root, package in zip(("a", "b", "c"), PACKAGES, strict=True)
    for name, text in (("__init__.py", ""), ("m.py", TRACED.format(package=package)), ("helpers.py", HELPER))
} | {
    "c/script.py": "import tensorflow as tf\nfrom one.helpers import h\n@tf.function\ndef g(x):\n    return h(x)\n",
    "readme.py": "def nothing():\n    pass\n",
}


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no island be too small for a run of its own, and any be worth a process."""
    monkeypatch.setattr(import_components, "LEAST", 1)
    monkeypatch.setattr(cores, "BYTES", 1)


def parted(root: Path) -> list[set[str]]:
    files = Files(settings_of(root), (str(root),), None)
    return [set(island) for island in import_components.islands(files, ModuleIndex(files.all()))]


def checked(root: Path, *paths: str, executor: ThreadPoolExecutor | None = None, jobs: str = "1") -> Report:
    wanted = [str(root / path) for path in paths] or [str(root)]
    return check_paths(settings_of(root, jobs=jobs, no_cache=True), wanted, executor=executor)


def whole(root: Path, monkeypatch: pytest.MonkeyPatch) -> Report:
    """The report on all files in one program."""
    with monkeypatch.context() as patch:
        patch.setattr(import_components, "LEAST", 1 << 40)
        return checked(root)


@pytest.mark.usefixtures("small")
def test_the_bytes_of_a_file_are_read_once_to_part_a_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, PROJECT)
    read: Counter[str] = Counter()
    data = Files.data

    def counted(files: Files, path: str) -> bytes:
        read[path] += 1
        return data(files, path)

    monkeypatch.setattr(Files, "data", counted)
    assert len(parted(tmp_path)) == 4
    # The files up to the first with a word of TensorFlow's are looked at before it is known that there are islands.
    assert read["a/one/m.py"] == 2
    assert {path: times for path, times in read.items() if path > "a/one/m.py"} == dict.fromkeys(
        sorted(PROJECT)[sorted(PROJECT).index("a/one/m.py") + 1 :], 1
    )


@pytest.mark.usefixtures("small")
def test_an_island_is_what_imports_join(tmp_path: Path) -> None:
    write(tmp_path, PROJECT)
    one = {"a/one/__init__.py", "a/one/m.py", "a/one/helpers.py", "c/script.py"}
    two = {"b/two/__init__.py", "b/two/m.py", "b/two/helpers.py"}
    three = {"c/three/__init__.py", "c/three/m.py", "c/three/helpers.py"}
    found = parted(tmp_path)
    assert [island for island in found if len(island) > 1] == [one, two, three]
    assert sum(map(len, found)) == 11


@pytest.mark.usefixtures("small")
def test_a_folder_without_init_is_joined_with_who_imports_it(tmp_path: Path) -> None:
    body = "import tensorflow\n"
    write(tmp_path, {"a/space/deep/m.py": body, "a/run.py": body + "import space\nspace.deep.m\n", "b/run.py": body})
    assert parted(tmp_path) == [{"a/run.py", "a/space/deep/m.py"}, {"b/run.py"}]


def test_a_small_project_is_not_parted(tmp_path: Path) -> None:
    write(tmp_path, PROJECT)
    assert len(parted(tmp_path)) == 1


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("import a.b, c as d\n", {"a.b", "c"}),
        ("from a import b as c, d\n", {"a", "a.b", "a.d"}),
        ("from a import (  # why\n    b,\n    c as d,\n)\n", {"a", "a.b", "a.c"}),
        ("def f():\n    from .a import b\n", {"a", "a.b"}),
        ("try: import a\nexcept ImportError: import b\n", {"a", "b"}),
        ("x = 1; import a\n", {"a"}),
        ("from a import \\\n    b\n", {"a", "a.b"}),
        ("from . import a\n", {"a"}),
        ('"import a\\n",\n', {"a"}),
        ("important = 1\n", set()),
    ],
)
def test_imports_are_seen_in_bytes(code: str, names: set[str]) -> None:
    assert names <= imports(code.encode())
    assert not imports(code.encode()) - names - {"why", "a.why"}


@pytest.mark.usefixtures("small")
def test_islands_say_what_a_look_at_all_together_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, PROJECT | {"b/broken.py": "import tensorflow\ndef f(:\n"})
    apart, together = checked(tmp_path), whole(tmp_path, monkeypatch)
    assert render(apart) == render(together)
    assert len({finding.span.path.partition("/")[0] for finding in apart.findings}) == 3
    assert (apart.stats.parsed, apart.stats.cst_lines) == (together.stats.parsed, together.stats.cst_lines)


@needs_fork
@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("jobs", ["2", "16"])
def test_islands_in_processes_change_no_byte(tmp_path: Path, jobs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, PROJECT)
    apart = checked(tmp_path, jobs=jobs)
    assert render(apart) == render(whole(tmp_path, monkeypatch))


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("jobs", ["1", "2", "5"])
def test_islands_on_an_executor_change_no_byte(tmp_path: Path, jobs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, PROJECT)
    with ThreadPoolExecutor() as executor:
        apart = checked(tmp_path, executor=executor, jobs=jobs)
    assert render(apart) == render(whole(tmp_path, monkeypatch))


@pytest.mark.usefixtures("small")
def test_islands_without_a_wanted_file_are_not_read(tmp_path: Path) -> None:
    write(tmp_path, PROJECT)
    report = checked(tmp_path, "a/one/helpers.py")
    assert {finding.span.path for finding in report.findings} == {"a/one/helpers.py"}
    assert report.stats.parsed == 3


@pytest.mark.usefixtures("small")
def test_islands_that_turn_out_to_be_one_are_looked_at_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, PROJECT)
    alone = whole(tmp_path, monkeypatch)
    monkeypatch.setattr(import_names, "imports", lambda data: frozenset())
    assert {"c/script.py"} in parted(tmp_path)
    run = Run(settings_of(tmp_path, no_cache=True), (str(tmp_path),), None)
    seen = components.look(run)
    assert any({"a/one/m.py", "c/script.py"} <= set(island) for island in seen)
    assert render(checked(tmp_path)) == render(alone)


def test_an_island_finds_no_file_beyond_it() -> None:
    index = ComponentIndex(ModuleIndex(("a.py", "b.py")), ("a.py",))
    assert (index.find("a", "a.py"), index.find("b", "a.py"), index.beyond) == ("a.py", None, {"b.py"})
    assert together((("a",), ("b", "c"), ("d",)), [("a", "c")]) == (("a", "b", "c"), ("d",))


@needs_fork
@pytest.mark.usefixtures("small")
def test_an_island_whose_process_dies_is_looked_at_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, PROJECT)
    alone, parent, look = whole(tmp_path, monkeypatch), os.getpid(), analyse_component

    def deadly(run: AnalysisRun) -> AnalysisResult:
        if os.getpid() != parent and "b/two/m.py" in run.files.absolute:
            os.kill(os.getpid(), signal.SIGKILL)
        return look(run)

    monkeypatch.setattr("tflint_autograph.engine.analysis.components.analyse_component", deadly)
    assert render(checked(tmp_path, jobs="2")) == render(alone)


@pytest.mark.usefixtures("small")
def test_an_island_is_let_go_before_the_next_without_a_search_for_cycles(tmp_path: Path) -> None:
    write(tmp_path, PROJECT)
    was_on = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        before = _parts()
        assert checked(tmp_path).findings
        assert _parts() == before
    finally:
        (gc.enable if was_on else gc.disable)()


def _parts() -> Counter[str]:
    """How many things there are of what a program is made of."""
    kinds = {"ModuleFacts", "FunctionFact", "Assign", "CallSite", "Flow", "Text", "Program"}
    return Counter(type(each).__name__ for each in gc.get_objects() if type(each).__name__ in kinds)


def test_small_islands_are_taken_together_and_idle_ones_by_themselves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_components, "LEAST", 4000)
    sizes = {"large": 5000, "quarter": 1000, "a": 300, "b": 400, "c": 500, "d": 20, "idle": 0, "lazy": 0}
    text = "import tensorflow\n"
    for name, size in sizes.items():
        write(tmp_path, {f"{name}/__init__.py": text.ljust(size, "#") if size else "x = 1\n", f"{name}/m.py": ""})
    run = Run(settings_of(tmp_path), (str(tmp_path),), None)
    found = import_components.islands(run.files, ModuleIndex(run.files.all()))
    packages = [sorted({path.partition("/")[0] for path in island}) for island in found]
    assert packages == [["a", "b", "c"], ["d"], ["idle", "lazy"], ["large"], ["quarter"]]
