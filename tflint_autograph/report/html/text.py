"""Escapes user text for HTML."""

from __future__ import annotations

import html
import re

from tflint_autograph.report.place import one_line

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
