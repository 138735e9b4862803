"""The problem matcher for VS Code and the filter for PyCharm against what `concise` prints."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from tests.editors.recipes import HAZARD, RECIPES, recipe, run


def test_the_problem_matcher_and_the_output_filter(tmp_path: Path) -> None:
    pattern = json.loads(recipe("jsonc", "problemMatcher"))["tasks"][0]["problemMatcher"]["pattern"]
    (tmp_path / "a b.py").write_text(HAZARD)
    said = run([sys.executable, "-m", "tflint_autograph", "check", "--quiet", "--output-format=concise"], tmp_path)
    (line,) = said.splitlines()
    match = re.fullmatch(pattern["regexp"], line)
    assert match is not None
    words = [match[pattern[part]] for part in ("file", "line", "column", "code", "message")]
    assert words == ["a b.py", "6", "5", "TFA101", "`print` runs only at trace time, not on every call"]
    shown = re.search(r"`(\$FILE_PATH\$.*?)`", RECIPES)
    assert shown is not None
    groups = shown[1].replace("$FILE_PATH$", "(.+?)").replace("$LINE$", r"(\d+)").replace("$COLUMN$", r"(\d+)")
    filtered = re.fullmatch(groups, line)
    assert filtered is not None
    assert filtered.groups() == ("a b.py", "6", "5")
