"""Licence, citation, workflows and the fast lane: what hosts, indexes and contributors read besides the code."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests import schemas
from tests.docs.documents import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
FAST = (ROOT / "tests" / "fast.txt").read_text(encoding="utf-8").split()
APACHE = "cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30"
"""SHA-256 of the text of the Apache License 2.0 as its authors publish it."""


def steps(workflow: Path) -> list[str]:
    """The shell commands of a workflow."""
    jobs: dict[str, Any] = yaml.safe_load(workflow.read_text(encoding="utf-8"))["jobs"]
    return [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]


def test_the_licence_is_the_whole_apache_license() -> None:
    assert hashlib.sha256((ROOT / "LICENSE").read_bytes()).hexdigest() == APACHE


def test_the_citation_is_valid_and_contains_no_version_of_its_own() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    schemas.validator(schemas.CITATION).validate(citation)
    assert "version" not in citation


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_fits_the_schema_of_github(workflow: Path) -> None:
    check = schemas.validator(schemas.GITHUB_WORKFLOW)
    # YAML 1.1 takes the key `on` for a truth value.
    document = {"on" if key is True else key: value for key, value in yaml.safe_load(workflow.read_text("utf-8")).items()}
    check.validate(document)
    assert document["permissions"] == {"contents": "read"}
    assert not check.is_valid({**document, "jobs": {"lint": {"steps": []}}})


def test_actionlint_accepts_the_workflows() -> None:
    tool = shutil.which("actionlint")
    if tool is None:
        pytest.skip("actionlint is not installed: go install github.com/rhysd/actionlint/cmd/actionlint@latest")
    done = subprocess.run([tool, *map(str, WORKFLOWS)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_only_the_job_that_publishes_may_ask_for_a_token() -> None:
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8"))["jobs"]
    allowed = [name for name, job in jobs.items() if "id-token" in job.get("permissions", {})]
    assert allowed == ["publish"]
    assert "run" not in "".join(key for step in jobs["publish"]["steps"] for key in step)


def test_ci_runs_the_commands_that_contributors_are_told() -> None:
    install, tests = re.findall(r"^(python -m pip install .*?) && (.*fast\.txt)$", CONTRIBUTING, re.MULTILINE)[0]
    assert {install, tests, ".ci/run"} <= set(steps(ROOT / ".github" / "workflows" / "tests.yml"))
    assert {f"$ {install}", f"$ {tests}"} <= set((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").splitlines())


def test_the_fast_lane_exists_and_starts_neither_a_browser_nor_an_editor() -> None:
    files = [file for name in FAST for file in [ROOT / name, *(ROOT / name).rglob("*.py")] if file.suffix == ".py"]
    assert all((ROOT / name).exists() for name in FAST)
    assert len(files) > 100
    slow = re.compile(r"selenium|tests\.editors|tests\.report\.browsing|tests\.runtime")
    assert not [file for file in files if slow.search(file.read_text(encoding="utf-8"))]


def test_what_contributors_are_sent_to_exists() -> None:
    targets = re.findall(r"\]\(([^)#:]+)\)", CONTRIBUTING)
    assert targets
    assert not [target for target in targets if not (ROOT / target).exists()]
