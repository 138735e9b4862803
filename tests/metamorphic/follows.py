"""The programs whose functions are moved, and what `check` reports for many of them in one run. Transforms nothing."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.rules.notation import fixtures
from tests.rules_pages.checked import findings

_EXAMPLES = Path(__file__).parents[2] / "examples"
_NEW_NAMES = re.compile(r"\b[mM]_|\b\w+__root\.")


@dataclass(frozen=True, slots=True, order=True)
class Seen:
    """A finding without its place. `steps` is the length of its trace."""

    code: str
    message: str
    function: str
    steps: int

    @property
    def said(self) -> tuple[str, str]:
        """The code and the message, names that a transform gives taken out of it."""
        return self.code, _NEW_NAMES.sub("", self.message.replace("tff.", "tf."))


def programs() -> dict[str, str]:
    """The fixtures and examples that are one file, by name, without their comments."""
    texts = {Path(fixture.name).stem: fixture.text for fixture in fixtures() if "/" not in fixture.name}
    for path in sorted(_EXAMPLES.glob("*/TFA*.py")):
        texts[f"{path.parent.name}_{path.stem}"] = path.read_text(encoding="utf-8")
    return {name: ast.unparse(ast.parse(text)) for name, text in texts.items()}


def seen(folder: Path, files: Mapping[str, str]) -> dict[str, tuple[Seen, ...]]:
    """What is reported for each program; all files are checked in one run.

    The name of a file begins with that of its program, up to two underscores.
    """
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text + "\n", encoding="utf-8")
    found: defaultdict[str, list[Seen]] = defaultdict(list)
    for program, finding in _found(folder):
        found[program].append(finding)
    return {name: tuple(sorted(each)) for name, each in found.items()}


def _found(folder: Path) -> Iterator[tuple[str, Seen]]:
    for finding in findings(folder, "--pedantic"):
        function = str(finding["function"]).rpartition(".")[2]
        stem = Path(finding["path"]).stem
        yield stem.partition("__")[0], Seen(finding["code"], finding["message"], function, len(finding["trace"]))
