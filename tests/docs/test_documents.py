"""README.md and docs/ say what is so: tables, outputs, pictures, commands and snippets. Judges no prose."""

from __future__ import annotations

import ast
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from tests.docs.documents import DOCS, README, ROOT, blocks, documents, executed, mentioned, prose, readme_blocks, run
from tests.docs.generate import generated
from tests.docs.pictures import PICTURES, output, picture, words
from tflint_autograph.cli.main import COMMANDS, main
from tflint_autograph.config.options import KEYS
from tflint_autograph.config.toml import inline
from tflint_autograph.rules.catalogue import codes

PATHS = tuple(documents())
RULES = set(codes().values())
FOUND = 1
PLACEHOLDER = re.compile(r"\b[A-Z]{3,}\b(?!\d)")


def check(text: str, *arguments: str) -> dict[str, object]:
    """The JSON of a run over `text`, read from standard input without any configuration."""
    command = [sys.executable, "-m", "tflint_autograph", "check", "-", "--isolated", "-f", "json", *arguments]
    done = subprocess.run(command, input=text, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    document: dict[str, object] = json.loads(done.stdout)
    return document


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_generated_parts_are_what_would_be_generated_now(path: Path) -> None:
    text = documents()[path]
    assert generated(text) == text, "run `python -m tests.docs.generate`"


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_shows_what_its_command_writes_now(name: str) -> None:
    now = output(name)
    assert "Traceback" not in now
    shown = words((DOCS / "images" / name).read_text(encoding="utf-8"))
    assert shown == words(picture(name)), "run `python -m tests.docs.generate`"
    assert {"warning[TFA101]", "helpers.py:24:9"} <= set(shown)


def test_generating_mends_wrong_tables_and_a_wrong_output() -> None:
    pages = [DOCS / "configuration.md", DOCS / "rules" / "index.md", README, DOCS / "formats.md", DOCS / "architecture.md"]
    wrong = {"| `select` |": "| `slect` |", "| [TFA": "| [XXX", "3 findings": "4 findings", "| `concise` |": "|", "| `cli/` |": "|"}
    for page, (right, other) in zip(pages, wrong.items(), strict=True):
        text = documents()[page]
        assert right in text
        assert generated(text.replace(right, other)) == text


def test_the_readme_fits_on_a_few_screens() -> None:
    assert len(documents()[README].splitlines()) <= 200


@pytest.mark.parametrize(("command", "folder"), executed())
def test_a_command_with_output_is_accepted(command: str, folder: str) -> None:
    if command.startswith("cd "):
        assert (ROOT / folder).is_dir()
    else:
        done = run(command, folder)
        assert done.returncode in (0, FOUND), done.stdout


@pytest.mark.parametrize("command", mentioned())
def test_a_command_line_is_understood(command: str) -> None:
    """Its command, options and rules exist; it is not run."""
    line = PLACEHOLDER.sub("x", command).replace("RULE", "TFA101")
    arguments = shlex.split(line)[1:]
    with click.Context(main, info_name="tflint-autograph", **main.context_settings) as context:
        name, found, rest = main.resolve_command(context, arguments)
        assert name in COMMANDS
        assert found is not None
        if "--help" not in rest:
            found.make_context(name, rest, parent=context)


@pytest.mark.parametrize("word", sorted(COMMANDS))
def test_every_command_is_shown(word: str) -> None:
    commands = [*(command for command, _ in executed()), *mentioned()]
    assert any(command.split()[1:2] == [word] for command in commands)


def test_the_two_commands_are_there_word_for_word() -> None:
    assert readme_blocks("sh") == (
        "python -m pip install . && tflint-autograph check examples\n",
        'python -m pip install -e ".[dev]" && python -m pytest -n logical --dist loadfile\n',
    )


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_between_files_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "", prose(documents()[path]))):
        file = target.partition("#")[0]
        if not file or file.startswith("https://"):
            continue
        where = (path.parent / file).resolve()
        assert where.exists() or (where.parent == DOCS / "rules" and where.stem in RULES), target


def test_every_file_of_the_package_that_a_document_names_exists() -> None:
    """Below `tflint_autograph/` or below the root; mechanical renames would leave the pages behind."""
    named = [
        (path.name, name)
        for path in (*PATHS, ROOT / "CONTRIBUTING.md")
        for name in re.findall(r"`((?:[a-z_0-9]+/)+(?:[a-z_0-9]+\.(?:py|toml|json))?)`", path.read_text(encoding="utf-8"))
    ]
    assert len(named) > 60
    gone = [(page, name) for page, name in named if not ((ROOT / "tflint_autograph" / name).exists() or (ROOT / name).exists())]
    assert not gone


def test_the_layers_are_those_of_the_contract() -> None:
    """In the same order from top to bottom; what `|` and `:` put on one level may be in one row or in several."""
    contracts = inline((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]  # type: ignore[index]
    (layers,) = (contract["layers"] for contract in contracts if contract["name"] == "imports go down only")
    wanted = [set(re.findall(r"tflint_autograph\.(\w+)", layer)) for layer in layers]
    table = documents()[DOCS / "architecture.md"].partition("| package, from top to bottom")[2].partition("\n\n")[0]
    shown = re.findall(r"`(\w+)(?:/|\.py)`", "".join(line.split("|")[1] for line in table.splitlines()[2:]))
    assert set(shown) == set().union(*wanted)
    levels = [next(number for number, level in enumerate(wanted) if name in level) for name in shown]
    assert levels == sorted(levels)


def test_python_compiles() -> None:
    assert blocks("python")
    for block in blocks("python"):
        ast.parse(block)


def test_the_suppression_comments_suppress_everything_and_are_all_needed() -> None:
    (block,) = (block for block in blocks("python", "suppression.md") if "tflint: ignore-file" in block)
    assert check(block)["findings"] == []
    bare = re.sub(r"# (tflint:|noqa).*", "", block)
    assert {finding["code"] for finding in _findings(check(bare))} == {"TFA101", "TFA110", "TFA111", "TFA503"}


def test_the_life_of_one_finding_is_that_of_this_finding() -> None:
    (block,) = blocks("python", "architecture.md")
    (finding,) = _findings(check(block))
    assert (finding["code"], finding["range"]["start"]["line"]) == ("TFA101", 5)  # type: ignore[index]


@pytest.mark.parametrize("table", [block for block in blocks("toml") if "[tool.tflint-autograph" in block])
def test_the_configuration_is_accepted(table: str, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(table, encoding="utf-8")
    command = [sys.executable, "-m", "tflint_autograph", "config"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    own = inline(table)["tool"]["tflint-autograph"]  # type: ignore[index]
    used = {f"confirm.{key}" for key in own.pop("confirm", ())} | set(own)
    assert used <= set(KEYS)
    assert {line.partition(" = ")[0] for line in done.stdout.splitlines() if "# pyproject.toml:" in line} == used


def test_the_problem_matcher_reads_the_concise_format() -> None:
    (block,) = (block for block in blocks("jsonc") if "problemMatcher" in block)
    pattern = json.loads(block)["tasks"][0]["problemMatcher"]["pattern"]
    lines = run("tflint-autograph check --output-format concise -q", "examples").stdout.splitlines()
    found = [re.match(pattern["regexp"], line) for line in lines]
    assert found
    for match in found:
        assert match
        assert Path(match[pattern["file"]].partition(":")[0]).suffix in (".py", ".ipynb")
        assert match[pattern["line"]].isdecimal()
        assert match[pattern["code"]] in codes()


def _findings(document: dict[str, object]) -> list[dict[str, object]]:
    findings = document["findings"]
    assert isinstance(findings, list)
    return findings


def test_nobody_is_sent_to_a_flag_that_does_not_exist() -> None:
    commands = ("check", "why", "config", "confirm", "clean", "explain", "traces", "init")
    known = "".join(run(f"tflint-autograph {command} --help").stdout for command in commands)
    programs = ("examples/distributed/check_on_dask.py", "tests/benchmarks/__main__.py", "tests/benchmarks/growth.py")
    known += "".join((ROOT / program).read_text(encoding="utf-8") for program in programs)
    known += subprocess.run([sys.executable, "-m", "pytest", "--help"], capture_output=True, text=True, check=True).stdout
    foreign = ("editors.md", "ci.md")
    text = "".join(text for path, text in documents().items() if path.name not in foreign)
    for flag in re.findall(r"(?<![\w-])--[a-z][a-z-]+", text):
        assert flag in known or flag.removeprefix("--no-") in known, flag
