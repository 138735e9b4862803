"""Baselines: the file, what is put aside by it, what is new and what can be pruned."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.programs import notebook, settings_of, write
from tflint_autograph.config.errors import UsageError
from tflint_autograph.engine.filtering.adopt import Adoption
from tflint_autograph.engine.filtering.baseline import read, text
from tflint_autograph.engine.pipeline import check_paths
from tflint_autograph.model.baseline import Where
from tflint_autograph.model.levels import Confidence, Severity
from tflint_autograph.model.report import Report

HEAD = "import random\nimport tensorflow as tf\n"


def step(name: str = "step", *lines: str) -> str:
    body = "".join(f"    {line}\n" for line in (*lines, "return x"))
    return f"\n\n@tf.function\ndef {name}(x):\n{body}"


class Project:
    """A project on disk with a baseline in it."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def check(self, *paths: str, update: bool = False, **options: object) -> Report:
        settings = settings_of(self.root, baseline="baseline.json", **options)
        adoption = Adoption(settings, update_baseline=update)
        wanted = [str(self.root / path) for path in paths] or [str(self.root)]
        report = check_paths(settings, wanted, strict=True, adoption=adoption)
        if update:
            assert report.baseline is not None
            (self.root / "baseline.json").write_text(text(report.baseline.updated))
        return report

    def counts(self) -> object:
        return json.loads((self.root / "baseline.json").read_text())["findings"]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A file with two findings of one rule in one function and one in another, all in the baseline."""
    write(tmp_path, {"m.py": HEAD + step("f", "print(x)", "print(1, x)") + step("g", "print(x)")})
    made = Project(tmp_path)
    made.check(update=True)
    return made


def told(report: Report) -> tuple[int, list[tuple[str, int, int]], list[tuple[str, int, int]]]:
    """The number of findings shown, the surplus and the prunable places."""
    assert report.baseline is not None
    surplus = [(each.where.function, each.counted, each.found) for each in report.baseline.surplus]
    prunable = [(each.where.function, each.counted, each.found) for each in report.baseline.prunable]
    return len(report.findings), surplus, prunable


class TestKnown:
    def test_what_is_counted_is_put_aside(self, project: Project) -> None:
        assert project.counts() == {"m.py": {"TFA101": {"m.f": 2, "m.g": 1}}}
        report = project.check()
        assert told(report) == (0, [], [])
        assert report.baseline is not None
        assert (report.baseline.known, report.exit_code) == (3, 0)

    def test_code_that_moves_stays_known(self, project: Project) -> None:
        write(
            project.root, {"m.py": HEAD + step("g", "print(x)") + "\n# more\n" + step("f", "print(1, x)", "print(x)")}
        )
        assert told(project.check()) == (0, [], [])

    def test_another_function_another_rule_and_another_file_are_new(self, project: Project) -> None:
        write(project.root, {"m.py": (project.root / "m.py").read_text() + step("h", "print(x)")})
        write(project.root, {"n.py": HEAD + step("f", "print(x)")})
        assert told(project.check()) == (2, [], [])
        write(project.root, {"m.py": HEAD + step("f", "print(x)", "print(x)", "x = x + random.random()")})
        assert [finding.code for finding in project.check("m.py").findings] == ["TFA110"]

    def test_one_more_in_a_function_shows_all_of_its_rule(self, project: Project) -> None:
        write(project.root, {"m.py": HEAD + step("f", "print(x)", "print(1, x)", "print(2)") + step("g", "print(x)")})
        assert told(project.check()) == (3, [("m.f", 2, 3)], [])

    def test_notebook_and_module_level(self, tmp_path: Path) -> None:
        write(tmp_path, {"n.ipynb": notebook(HEAD, step("f", "print(x)")), "c.py": "x = 1  # tflint: ignore[TFA999]\n"})
        project = Project(tmp_path)
        project.check(update=True)
        assert project.counts() == {"c.py": {"TFA902": {"": 1}}, "n.ipynb": {"TFA101": {"n.f": 1}}}
        assert told(project.check()) == (0, [], [])


class TestPrunable:
    def test_what_is_mended_is_said_and_goes_with_the_next_update(self, project: Project) -> None:
        write(project.root, {"m.py": HEAD + step("f", "print(x)")})
        assert told(project.check()) == (0, [], [("m.f", 2, 1), ("m.g", 1, 0)])
        project.check(update=True)
        assert project.counts() == {"m.py": {"TFA101": {"m.f": 1}}}

    def test_a_file_that_is_gone(self, project: Project) -> None:
        os.remove(project.root / "m.py")
        assert told(project.check()) == (0, [], [("m.f", 2, 0), ("m.g", 1, 0)])
        project.check(update=True)
        assert project.counts() == {}

    @pytest.mark.parametrize(
        "options",
        [
            {"select": ("TFA1",), "ignore": ("TFA101",)},
            {"per_file_ignores": (("m.py", ("TFA101",)),)},
            {"min_severity": Severity.ERROR, "min_confidence": Confidence.HIGH},
        ],
        ids=["not selected", "ignored in the file", "below the level"],
    )
    def test_what_the_run_did_not_look_for_stays(self, project: Project, options: dict[str, Any]) -> None:
        before = project.counts()
        assert told(project.check(**options)) == (0, [], [])
        project.check(update=True, **options)
        assert project.counts() == before

    def test_a_file_the_run_did_not_look_at_or_could_not_read_stays(self, project: Project) -> None:
        before = project.counts()
        write(project.root, {"n.py": "x = 1\n"})
        assert told(project.check("n.py")) == (0, [], [])
        write(project.root, {"m.py": "import tensorflow\ndef f(:\n"})
        assert told(project.check()) == (0, [], [])
        project.check(update=True)
        assert project.counts() == before

    def test_a_rule_there_is_no_more(self, project: Project) -> None:
        (project.root / "baseline.json").write_text(text([(Where("m.py", "TFA998", "m.f"), 1)]))
        assert told(project.check("m.py"))[2] == [("m.f", 1, 0)]

    def test_what_is_hidden_by_a_comment_can_be_pruned(self, project: Project) -> None:
        body = "print(x)  # tflint: ignore[TFA101]"
        write(project.root, {"m.py": HEAD + step("f", body, body) + step("g", "print(x)")})
        assert told(project.check()) == (0, [], [("m.f", 2, 0)])


class TestFile:
    @pytest.mark.parametrize(
        ("data", "message"),
        [
            (b"", "b.json:1 is not JSON: expecting value"),
            (b'{\n"schema": }', "b.json:2 is not JSON: expecting value"),
            (b"\xff\xfe\xff", "b.json is not a baseline: it is not JSON"),
            (b"[" * 100_000, "b.json is not a baseline: it is not JSON"),
            (b"[]", 'b.json is not a baseline: it has no `"schema": "tflint-autograph-baseline/1"`'),
            (b"[project]\n", "b.json:1 is not JSON: expecting value"),
        ],
    )
    def test_broken(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: bytes, message: str) -> None:
        monkeypatch.chdir(tmp_path)
        (tmp_path / "b.json").write_bytes(data)
        with pytest.raises(UsageError) as caught:
            read(tmp_path / "b.json", may_lack=True)
        assert caught.value.message == message

    @pytest.mark.parametrize(
        "inner", [[], {"a": []}, {"a": {"b": 1}}, {"a": {"b": {"c": 0}}}, {"a": {"b": {"c": True}}}]
    )
    def test_wrong_inside(self, tmp_path: Path, inner: object) -> None:
        (tmp_path / "b.json").write_text(json.dumps({"schema": "tflint-autograph-baseline/1", "findings": inner}))
        with pytest.raises(UsageError, match="is not a baseline: `"):
            read(tmp_path / "b.json", may_lack=True)

    def test_missing(self, tmp_path: Path) -> None:
        assert read(tmp_path / "b.json", may_lack=True) == {}
        with pytest.raises(UsageError, match=r"baseline .*b\.json does not exist"):
            read(tmp_path / "b.json", may_lack=False)
        with pytest.raises(UsageError, match="cannot read"):
            read(tmp_path, may_lack=True)

    @given(st.dictionaries(st.builds(Where, st.text(), st.text(), st.text()), st.integers(min_value=1)))
    def test_what_is_written_is_read(self, counts: dict[Where, int]) -> None:
        assert text(list(counts.items())) == text(sorted(counts.items(), reverse=True))
        document = json.loads(text(list(counts.items())))["findings"]
        flat = {
            (p, c, f): n
            for p, rules in document.items()
            for c, functions in rules.items()
            for f, n in functions.items()
        }
        assert flat == counts
