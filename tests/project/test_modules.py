"""Which file an import means."""

from __future__ import annotations

from functools import cache

import pytest

from tflint_autograph.project.index.modules import ModuleIndex


@pytest.mark.parametrize(
    ("paths", "dotted", "importer", "found"),
    [
        ("a.py", "a", "m.py", "a.py"),
        ("a.py", "b", "m.py", None),
        ("pkg/__init__.py", "pkg", "m.py", "pkg/__init__.py"),
        ("pkg/__init__.py pkg/a.py", "pkg.a", "m.py", "pkg/a.py"),
        ("pkg/__init__.py pkg/a.py", "a", "m.py", None),
        ("pkg/__init__.py pkg/a.py", "a", "pkg/b.py", "pkg/a.py"),
        ("space/a.py", "space.a", "m.py", "space/a.py"),
        ("src/pkg/__init__.py src/pkg/a.py", "pkg.a", "tests/t.py", "src/pkg/a.py"),
        ("src/a.py", "a", "m.py", "src/a.py"),
        ("one/a.py two/a.py", "a", "one/m.py", "one/a.py"),
        ("one/a.py two/a.py", "a", "two/m.py", "two/a.py"),
        ("a.py one/a.py", "a", "two/m.py", "a.py"),
        ("deep/er/pkg/__init__.py deep/er/pkg/a.py", "pkg.a", "deep/er/m.py", "deep/er/pkg/a.py"),
        ("nb.ipynb", "nb", "m.py", None),
        ("a.py a/__init__.py", "a", "m.py", "a/__init__.py"),
        ("lib/json.py", "json", "m.py", None),
        ("pkg/__init__.py pkg/tensorflow.py", "tensorflow", "m.py", None),
        ("pkg/__init__.py pkg/tensorflow.py", "tensorflow", "pkg/m.py", None),
        ("pkg/__init__.py pkg/tensorflow.py", "pkg.tensorflow", "pkg/m.py", "pkg/tensorflow.py"),
        ("pkg/__init__.py pkg/logging.py", "logging", "pkg/m.py", None),
        ("pkg/__init__.py pkg/sub/__init__.py pkg/sub/keras.py", "keras", "pkg/sub/m.py", None),
        ("pkg/__init__.py pkg/keras/__init__.py pkg/keras/layers.py", "keras.layers", "pkg/m.py", None),
        ("numpy.py", "numpy", "m.py", "numpy.py"),
        ("run/numpy.py", "numpy", "run/m.py", "run/numpy.py"),
        ("run/numpy.py", "numpy", "m.py", None),
        ("random.py pkg/__init__.py", "random", "pkg/m.py", "random.py"),
        ("time.py", "time", "m.py", None),
        ("keras.py", "keras", "keras.py", None),
        ("tensorflow/train.py", "tensorflow", "m.py", None),
        ("tensorflow/train.py", "tensorflow.train", "m.py", None),
        ("tensorflow/train.py", ".tensorflow.train", "tensorflow/m.py", "tensorflow/train.py"),
        ("back/keras/__init__.py back/keras/layers.py", "keras.layers", "m.py", None),
        ("back/keras/__init__.py back/keras/layers.py", "keras.layers", "back/keras/net.py", None),
        ("back/keras/__init__.py back/keras/layers.py", ".keras.layers", "back/keras/net.py", "back/keras/layers.py"),
        ("libs/scipy/__init__.py libs/scipy/stats.py", "scipy.stats", "m.py", "libs/scipy/stats.py"),
        ("__init__.py keras.py", "keras", "m.py", None),
        ("__init__.py keras.py", ".keras", "m.py", "keras.py"),
        ("x-1.2/queue/__init__.py x-1.2/queue/a.py", ".queue.a", "x-1.2/queue/b.py", "x-1.2/queue/a.py"),
        ("utils.py pkg/__init__.py pkg/utils.py", "utils", "pkg/m.py", "utils.py"),
        ("pkg/__init__.py pkg/a.py pkg/sub/__init__.py", "a", "pkg/sub/m.py", "pkg/a.py"),
        ("pkg/__init__.py pkg/sub/__init__.py pkg/sub/a.py", "sub.a", "pkg/sub/m.py", "pkg/sub/a.py"),
        ("pkg/__init__.py pkg/sub/__init__.py pkg/sub/a.py", "sub.a", "other/m.py", None),
        ("pkg/__init__.py pkg/a.py pkg/sub/__init__.py pkg/sub/a.py", "a", "pkg/sub/m.py", "pkg/sub/a.py"),
        ("utils.py pkg/__init__.py pkg/utils.py pkg/sub/__init__.py", "utils", "pkg/sub/m.py", "utils.py"),
        ("pkg/__init__.py pkg/logging.py pkg/sub/__init__.py", "logging", "pkg/sub/m.py", None),
    ],
)
def test_find(paths: str, dotted: str, importer: str, found: str | None) -> None:
    assert ModuleIndex([*paths.split(), importer]).find(dotted, importer) == found


@pytest.mark.parametrize(
    ("paths", "path", "dotted"),
    [
        ("a.py", "a.py", "a"),
        ("pkg/__init__.py pkg/a.py", "pkg/a.py", "pkg.a"),
        ("pkg/__init__.py", "pkg/__init__.py", "pkg"),
        ("src/pkg/__init__.py src/pkg/a.py", "src/pkg/a.py", "pkg.a"),
        ("src/a.py", "src/a.py", "a"),
        ("x-y/pkg/__init__.py x-y/pkg/a.py", "x-y/pkg/a.py", "pkg.a"),
        ("nb.ipynb", "nb.ipynb", "nb"),
        ("__init__.py", "__init__.py", "__init__"),
    ],
)
def test_dotted(paths: str, path: str, dotted: str) -> None:
    assert ModuleIndex(paths.split()).dotted(path) == dotted


@pytest.mark.parametrize("dotted", ["utils", "utils.text"])
def test_many_programs_with_modules_of_one_name_cost_no_more(dotted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each program finds its own, and looks through those of all others once for all programs, or never."""
    names = [f"program{number}/{name}" for number in range(40) for name in ("utils/__init__.py", "utils/text.py", "main.py")]
    index, ends = ModuleIndex(names), list[str]()

    @cache
    def counted(name: str) -> tuple[str, ...]:
        ends.append(name)
        return index._ending(name)

    monkeypatch.setattr(index, "ending", counted)
    for number in range(40):
        path = index.find(dotted, f"program{number}/main.py")
        assert path == f"program{number}/{'utils/text.py' if '.' in dotted else 'utils/__init__.py'}"
    assert ends == [dotted] * ("." in dotted)


def test_the_order_of_paths_does_not_matter() -> None:
    paths = ["b/pkg/a.py", "a/pkg/a.py", "pkg/a.py", "c/pkg/a.py"]
    answers = {ModuleIndex(order).find("pkg.a", "m.py") for order in (paths, paths[::-1], sorted(paths))}
    assert answers == {"pkg/a.py"}


def test_source_roots() -> None:
    index = ModuleIndex(["python/lib/pkg/a.py", "m.py"], source_roots=("python/lib",))
    assert index.find("pkg.a", "m.py") == "python/lib/pkg/a.py"
    assert index.dotted("python/lib/pkg/a.py") == "pkg.a"


@pytest.mark.parametrize(
    ("dotted", "found"),
    [
        ("lab.net.layers", "net/layers.py"),
        ("lab.net", "net/__init__.py"),
        ("lab.steps", "lab/steps.py"),
        ("other.net", None),
        ("label.net", None),
        ("lab.lab.steps", "lab/steps.py"),
    ],
)
def test_the_root_may_be_a_package(dotted: str, found: str | None) -> None:
    paths = ("__init__.py", "net/__init__.py", "net/layers.py", "lab/steps.py", "lab/__init__.py")
    assert ModuleIndex(paths, package="lab").find(dotted, "net/layers.py") == found


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("keras/__init__.py", True),
        ("site/keras/src/layers.py", False),
        ("lib-2.15.0/keras/__init__.py", True),
        ("official/__init__.py", False),
        ("official/keras/__init__.py", False),
        ("official/keras/src/layers.py", False),
        ("keras/scripts.py", True),
        ("backends/keras/__init__.py", False),
        ("backends/keras/train.py", False),
        ("tensorflow/train.py", False),
        ("tensorflow/core/train.py", False),
    ],
)
def test_a_framework_is_known_by_its_outermost_package_and_one_of_its_parts(path: str, expected: bool) -> None:
    paths = (
        "keras/__init__.py", "keras/src/layers.py", "lib-2.15.0/keras/__init__.py", "lib-2.15.0/keras/api/__init__.py",
        "official/__init__.py", "official/keras/__init__.py", "official/keras/src/layers.py",
        "backends/keras/__init__.py", "backends/keras/train.py", "tensorflow/core/train.py",
    )  # fmt: skip
    assert ModuleIndex(paths).is_framework(path) is expected


def test_what_is_imported_from_a_framework_keeps_its_name() -> None:
    index = ModuleIndex(("keras/__init__.py", "keras/layers.py", "keras/src/layers.py", "m.py"))
    assert index.find("keras.layers", "m.py") is None
    assert index.find("m", "keras/layers.py") == "m.py"
