"""The frame of a self-contained page, whose content security policy only allows its own script and style, and user text escaped for it."""

from __future__ import annotations

import base64
import hashlib
import html
import re
from collections.abc import Iterable

from tflint_autograph.report.place import one_line


def shell(title: str, style: str, script: str, body: Iterable[str]) -> str:
    """Returns the page around `body`, to be written as UTF-8."""
    policy = (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    return "\n".join(
        (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{words(title)}</title>\n<style>{style}</style>\n</head>\n<body>",
            *body,
            f"<script>{script}</script>\n</body>\n</html>\n",
        )
    )


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


_JOINT = re.compile("[/._-]+(?=.)")
_CODE = re.compile("`([^`]+)`")
# HTML has no way to write these.
_NOT_HTML = re.compile("[\ufdd0-\ufdef\ufffe\uffff]")


def words(text: str) -> str:
    """Returns the text for content and quoted attributes: markup is escaped, control characters are backslash escapes."""
    return html.escape(_NOT_HTML.sub("\ufffd", one_line(text)))


def name(text: str) -> str:
    """Returns a path or dotted name that may break after each of its parts."""
    return _JOINT.sub(r"\g<0><wbr>", words(text))


def prose(text: str) -> str:
    """Returns escaped text with what is between backticks as code."""
    return _CODE.sub(r"<code>\1</code>", words(text))


def tag(name: str, content: str, *, cls: str = "", **attributes: str) -> str:
    """Returns an element around HTML; `attributes` are already escaped."""
    given = {**({"class": cls} if cls else {}), **attributes}
    listed = "".join(f' {key}="{value}"' for key, value in given.items())
    return f"<{name}{listed}>{content}</{name}>"
