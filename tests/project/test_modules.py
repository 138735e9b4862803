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
        ("keras/scripts.py", True),
    ],
)
def test_a_framework_is_known_by_its_outermost_package(path: str, expected: bool) -> None:
    index = ModuleIndex(("keras/__init__.py", "lib-2.15.0/keras/__init__.py", "official/__init__.py", "official/keras/__init__.py"))
    assert index.is_framework(path) is expected


def test_what_is_imported_from_a_framework_keeps_its_name() -> None:
    index = ModuleIndex(("keras/__init__.py", "keras/layers.py", "m.py"))
    assert index.find("keras.layers", "m.py") is None
    assert index.find("m", "keras/layers.py") == "m.py"
