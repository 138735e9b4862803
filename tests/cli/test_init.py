"""`tflint-autograph init`: what it adds to which files, and what it leaves alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests import schemas
from tflint_autograph.cli.main import run
from tflint_autograph.config.scaffold import CannotAdd, with_gitlab, with_hook, with_table

HOOKS = ".pre-commit-config.yaml"
WORKFLOW = ".github/workflows/tflint-autograph.yml"


def tree(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes().decode()
        for path in folder.rglob("*")
        if path.is_file() and ".git" not in path.relative_to(folder).parts
    }


def written(project: Path, *arguments: str) -> dict[str, str]:
    assert run(["init", "--yes", *arguments]) == 0
    return tree(project)


def test_it_writes_what_the_tools_accept(project: Path) -> None:
    files = written(project, "--ci", "github")
    assert set(files) == {"pyproject.toml", HOOKS, WORKFLOW}
    assert run(["config"]) == 0
    schemas.validator(schemas.PRE_COMMIT_CONFIG).validate(yaml.safe_load(files[HOOKS]))
    workflow = {"on" if key is True else key: value for key, value in yaml.safe_load(files[WORKFLOW]).items()}
    schemas.validator(schemas.GITHUB_WORKFLOW).validate(workflow)


def test_the_job_of_gitlab_is_one(project: Path) -> None:
    files = written(project, "--ci", "gitlab", "--no-pre-commit", "--repository", "https://git.example.org/linter")
    assert set(files) == {"pyproject.toml", ".gitlab-ci.yml"}
    job = yaml.safe_load(files[".gitlab-ci.yml"])
    schemas.validator(schemas.GITLAB_CI).validate(job)
    assert 'pip install "tflint-autograph @ git+https://git.example.org/linter"' in job["tflint-autograph"]["script"][0]


def test_it_shows_the_diff_and_writes_nothing_that_nobody_agreed_to(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", open("/dev/null"))  # noqa: SIM115
    for flags in ([], ["--diff"]):
        assert run(["init", *flags]) == 1
        out, err = capsys.readouterr()
        assert "+[tool.tflint-autograph]\n" in out
        assert f"+++ b/{HOOKS}\n" in out
        assert ("Nothing was written." in err) == (not flags)
    assert tree(project) == {}


def test_a_second_time_there_is_nothing_to_add(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = written(project, "--ci", "github")
    capsys.readouterr()
    assert written(project, "--ci", "github") == before
    assert capsys.readouterr().out.startswith("Nothing to add")


def test_what_is_there_stays_byte_for_byte(project: Path) -> None:
    (project / "pyproject.toml").write_bytes(b'[project]\r\nname = "x"\r\n')
    (project / HOOKS).write_text("# ours\nrepos:\n- repo: local\n  hooks: []\n\nci:\n  skip: []\n")
    files = written(project)
    assert files["pyproject.toml"].startswith('[project]\r\nname = "x"\r\n\r\n[tool.tflint-autograph]\r\n')
    assert "\n" not in files["pyproject.toml"].replace("\r\n", "")
    hooks = yaml.safe_load(files[HOOKS])
    assert [repo["hooks"][0]["id"] if repo["hooks"] else "" for repo in hooks["repos"]] == ["", "tflint-autograph"]
    assert hooks["ci"] == {"skip": []}
    assert files[HOOKS].startswith("# ours\nrepos:\n- repo: local\n  hooks: []\n- repo: local\n")


@pytest.mark.parametrize("text", ["repos:\n    - repo: local\n      hooks: []", "repos:\n- repo: local\n  hooks: []\n# end\n"])
def test_the_hook_is_indented_as_its_neighbours(text: str) -> None:
    document: dict[str, Any] = yaml.safe_load(with_hook(text, "https://git.example.org/linter"))
    assert [repo["repo"] for repo in document["repos"]] == ["local", "https://git.example.org/linter"]


@pytest.mark.parametrize(
    ("add", "text"),
    [
        (lambda text: with_hook(text, ""), "repos: []\n"),
        (lambda text: with_hook(text, ""), "default_stages: [commit]\n"),
        (lambda text: with_gitlab(text, ""), "a: {}\n---\nb: {}\n"),
        (lambda text: with_table(text, False), 'tool = { black = { line-length = 100 } }\n'),
    ],
)
def test_a_layout_that_an_addition_would_break_is_left_alone(add: Any, text: str) -> None:
    with pytest.raises(CannotAdd) as raised:
        add(text)
    assert "tflint-autograph" in raised.value.lines


def test_a_file_to_change_by_hand_stops_no_other(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / HOOKS).write_text("repos: []\n")
    assert "pyproject.toml" in written(project)
    assert (project / HOOKS).read_text() == "repos: []\n"
    assert f"{HOOKS} is left alone" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--ci", "githib"], "unknown CI `githib` in --ci\n  did you mean `github`?"),
        (["--yes", "--diff"], "cannot combine `--yes` with `--diff`"),
    ],
)
def test_what_cannot_be_meant(arguments: list[str], message: str, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["init", *arguments]) == 2
    assert message in capsys.readouterr().err
    assert tree(project) == {}
