"""The recipes of docs/ci.md for continuous integration: their schemas, and their commands run on a small project."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests import schemas
from tests.editors.recipes import HAZARD, recipe


def workflow(steps: list[Any], **more: Any) -> dict[str, Any]:
    return {"on": "push", "jobs": {"lint": {"runs-on": "ubuntu-latest", "steps": steps, **more}}}


def annotated() -> list[Any]:
    return list(yaml.safe_load(recipe("yaml", "--output-format github")))


def uploaded() -> dict[str, Any]:
    return dict(yaml.safe_load(recipe("yaml", "--output-format sarif")))


def gitlab() -> dict[str, Any]:
    return dict(yaml.safe_load(recipe("yaml", "codequality")))


def test_the_steps_fit_into_a_job_of_github() -> None:
    check = schemas.validator(schemas.GITHUB_WORKFLOW)
    check.validate(workflow(annotated()))
    check.validate(workflow(**uploaded()))
    assert not check.is_valid(workflow([{"runs": "tflint-autograph check"}]))


def test_the_job_of_gitlab_is_one() -> None:
    check = schemas.validator(schemas.GITLAB_CI)
    check.validate(gitlab())
    assert not check.is_valid({"tflint-autograph": {"scripts": []}})


def commands() -> list[tuple[str, str, int]]:
    """The line that runs the linter, the file it writes, and the exit code where there is a finding."""
    upload = uploaded()["steps"]
    return [
        (annotated()[-1]["run"], "", 1),
        (upload[-2]["run"], upload[-1]["with"]["sarif_file"], 0),
        (gitlab()["tflint-autograph"]["script"][-1], gitlab()["tflint-autograph"]["artifacts"]["reports"]["codequality"], 1),
    ]


@pytest.mark.parametrize(("line", "file", "code"), commands())
def test_the_command_runs_and_writes_what_is_uploaded(tmp_path: Path, line: str, file: str, code: int) -> None:
    (tmp_path / "train.py").write_text(HAZARD)
    words = shlex.split(line)
    assert words[0] == "tflint-autograph"
    command = [sys.executable, "-m", "tflint_autograph", *words[1:]]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    said = (tmp_path / file).read_text() if file else done.stdout
    assert "TFA101" in said
