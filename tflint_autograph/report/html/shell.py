"""The frame of a self-contained page. Its content security policy only allows its own script and style."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable

from tflint_autograph.report.html.text import words


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
