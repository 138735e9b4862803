"""The generated parts of README.md and docs/: tables, outputs of commands and pictures.

`python -m tests.docs.generate` writes them.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable
from pathlib import Path

from tests.docs.documents import BLOCK, ROOT, documents, in_folders, run
from tests.docs.pictures import PICTURES, picture
from tflint_autograph.config.options import EXCLUDED, KEYS, Option, OptionKind, Surface
from tflint_autograph.config.schema import plain
from tflint_autograph.report.formats import FORMATS, base, purpose
from tflint_autograph.rules.api import load
from tflint_autograph.tfapi.assumptions import assumptions, limit_of, text_of

PACKAGE = ROOT / "tflint_autograph"
_MARKED = re.compile(r"(<!-- (\w+): written by [^>]*-->)(.*?)(<!-- \2: end -->)", re.DOTALL)


def generated(text: str) -> str:
    """`text` with its tables and the outputs of its commands as they are now."""
    parts = {"rules": rules, "keys": keys, "excluded": excluded, "formats": formats, "packages": packages, "assumptions": assumed}
    text = _MARKED.sub(lambda match: match[1] + parts[match[2]]() + match[4], text)
    return BLOCK.sub(lambda match: _console(match[3]) if match[2] == "console" else match[0], text)


def rules() -> str:
    """The table of rules, each with a link to its page."""
    rows = (
        f"| [{rule.code}]({rule.name}.md) | [`{rule.name}`]({rule.name}.md) | {rule.severity.value} | {rule.page.summary} |"
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


def assumed() -> str:
    """The table of assumptions."""
    rows = (f"| `{name}` | {limit_of(name).value} | {text_of(name)} |" for name in assumptions())
    return _table("| id | at most | what is assumed |", rows)


def packages() -> str:
    """The table of packages, with the first sentence of each docstring."""
    found = sorted(path.parent for path in PACKAGE.rglob("__init__.py") if path.parent != PACKAGE)
    described = ((folder, _summary(folder / "__init__.py")) for folder in found)
    rows = (f"| `{folder.relative_to(PACKAGE).as_posix()}/` | {summary} |" for folder, summary in described if summary)
    return _table("| package | what it is for |", rows)


def _summary(file: Path) -> str:
    """The first sentence of the docstring of a module, empty without one."""
    docstring = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    first = " ".join(docstring.partition("\n\n")[0].split())
    return re.split(r"(?<=\.) (?=[A-Z])", first)[0].replace("|", "\\|")


def _key(option: Option) -> str:
    flag = "no" if option.surface is Surface.KEY else f"yes, `{option.short}`" if option.short else "yes"
    values = f" ({', '.join(option.words)})" if option.words and option.kind is OptionKind.CHOICE else ""
    return f"| `{option.name}` | {_default(option)} | {flag} | {option.help}{values} |"


def _default(option: Option) -> str:
    if option.default == EXCLUDED:
        return "see below"
    if option.kind is OptionKind.TABLE:
        return "`{}`"
    return f"`{json.dumps(plain(option, option.default))}`"


def _table(head: str, rows: Iterable[str]) -> str:
    return "\n".join(["\n", head, re.sub(r"[^|]+", "---", head), *rows, "\n"])


def _console(body: str) -> str:
    return "```console\n" + "\n".join(_shown(command, folder) for command, folder in in_folders(body)) + "```"


def _shown(command: str, folder: str) -> str:
    prompt = f"$ {command}"
    return prompt if command.startswith("cd ") else f"{prompt}\n{run(command, folder).stdout}"


def main() -> None:
    """Write every document and picture that is not what would be generated now."""
    for path, text in documents().items():
        path.write_text(generated(text), encoding="utf-8")
    for name in PICTURES:
        (ROOT / "docs" / "images" / name).write_text(picture(name), encoding="utf-8")


if __name__ == "__main__":
    main()
