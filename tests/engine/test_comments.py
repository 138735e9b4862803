"""Which comments of a file are worth a look at its structure."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.analysis import comments
from tflint_autograph.engine.filtering.adopt import Adoption
from tflint_autograph.engine.pipeline import Run
from tflint_autograph.source.syntax import parse

CODE = "import tensorflow as tf  # {}\n\n\n@tf.function\ndef f(x):\n    print(x)\n    return x\n"


@pytest.mark.parametrize(
    ("comment", "parsed"), [("noqa: F401", 0), ("noqa: F401, E402", 0), ("noqa", 1), ("noqa: F401, TFA101", 1)]
)
def test_a_file_is_not_parsed_for_comments_to_other_tools(
    comment: str, parsed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.py").write_text(CODE.format(comment))
    texts: list[str] = []

    def noted(text: str) -> ast.Module:
        texts.append(text)
        return parse(text)

    monkeypatch.setattr(comments, "parse", noted)
    run = Run(Settings(root=tmp_path, no_cache=True, jobs="1"), (str(tmp_path),), None)
    report = run.report(Adoption(run.settings))
    assert [finding.code for finding in report.findings] == ["TFA101"]
    assert len(texts) == parsed
