"""The generated parts of README.md: tables and the output of its commands. Invents no prose.

`python -m tests.docs.readme` writes them.
"""

from __future__ import annotations

import functools
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tflint_autograph.config.options import EXCLUDED, KEYS, Kind, Option, Surface
from tflint_autograph.config.schema import plain
from tflint_autograph.report.formats import FORMATS, base, purpose
from tflint_autograph.rules.api import load

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^\$ (.*)$", re.MULTILINE)
_PLACEHOLDER = re.compile(r"\b[A-Z]{3,}\b")
_MARKED = re.compile(r"(<!-- (\w+): written by [^>]*-->)(.*?)(<!-- \2: end -->)", re.DOTALL)


def generated(text: str) -> str:
    """`text` with its tables and the outputs of its commands as they are now."""
    parts = {"rules": rules, "keys": keys, "excluded": excluded, "formats": formats}
    text = _MARKED.sub(lambda match: match[1] + parts[match[2]]() + match[4], text)
    return _BLOCK.sub(lambda match: _console(match[2]) if match[1] == "console" else match[0], text)


def blocks(language: str) -> tuple[str, ...]:
    """The code blocks of one language."""
    return tuple(body for found, body in _BLOCK.findall(README.read_text(encoding="utf-8")) if found == language)


def commands() -> tuple[str, ...]:
    """Every command line of ours in the shell blocks and behind the `$` of the console blocks."""
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    lines += [line for block in blocks("console") for line in _COMMAND.findall(block)]
    lines += re.findall(r"`(tflint-autograph [^`]+)`", README.read_text(encoding="utf-8"))
    parts = [part.strip() for line in lines for part in line.split("&&")]
    return tuple(
        dict.fromkeys(part for part in parts if part.startswith("tflint-autograph ") and not _PLACEHOLDER.search(part))
    )


@functools.cache
def run(command: str) -> subprocess.CompletedProcess[str]:
    """Run a `tflint-autograph` command line, once, at the root of the repository; stderr follows stdout."""
    program, *arguments = shlex.split(command)
    assert program == "tflint-autograph"
    unset = ("NO_COLOR", "FORCE_COLOR", "TFLINT_AUTOGRAPH_OUTPUT_FORMAT")
    environ = {name: value for name, value in os.environ.items() if name not in unset}
    return subprocess.run(
        [sys.executable, "-m", "tflint_autograph", *arguments],
        cwd=ROOT,
        env=environ | {"PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )


def rules() -> str:
    """The table of rules, with an anchor for each name: the `url` of a finding ends in it."""
    rows = (
        f'| <a id="{rule.name}"></a>{rule.code} | `{rule.name}` | {rule.severity.value} | {rule.page.summary} |'
        for rule in load()
    )
    return _table("| code | name | severity | what it finds |", rows)


def keys() -> str:
    """The table of configuration keys; a flag of the same name exists unless the row says otherwise."""
    return _table("| key | default | flag | meaning |", (_key(option) for option in KEYS.values()))


def formats() -> str:
    """The table of output formats."""
    rows = (f"| `{name}` | {purpose(name)} | {base(name).value} |" for name in FORMATS)
    return _table("| format | read by | paths are relative to |", rows)


def excluded() -> str:
    """The patterns that are left out by default."""
    return "\n" + ", ".join(f"`{pattern}`" for pattern in EXCLUDED)


def _key(option: Option) -> str:
    flag = "no" if option.surface is Surface.KEY else f"yes, `{option.short}`" if option.short else "yes"
    values = f" ({', '.join(option.words)})" if option.words and option.kind is Kind.CHOICE else ""
    return f"| `{option.name}` | {_default(option)} | {flag} | {option.help}{values} |"


def _default(option: Option) -> str:
    if option.default == EXCLUDED:
        return "see below"
    if option.kind is Kind.TABLE:
        return "`{}`"
    return f"`{json.dumps(plain(option, option.default))}`"


def _table(head: str, rows: Iterator[str]) -> str:
    return "\n".join(["\n", head, re.sub(r"[^|]+", "---", head), *rows, "\n"])


def _console(body: str) -> str:
    done = ((command, run(command).stdout) for command in _COMMAND.findall(body))
    return "```console\n" + "\n".join(f"$ {command}\n{output}" for command, output in done) + "```"


if __name__ == "__main__":
    README.write_text(generated(README.read_text(encoding="utf-8")), encoding="utf-8")
