"""Files and places as SARIF writes them (3.4, 3.29, 3.30): columns are code points from 1, the end exclusive."""

from __future__ import annotations

import re
from urllib.parse import quote

from tflint_autograph.model.location import Span
from tflint_autograph.report.document import Object
from tflint_autograph.report.raw import Raw

ROOT = "%SRCROOT%"
"""What relative addresses are relative to: the root of the repository, by the name GitHub knows it under."""

_DRIVE = re.compile("[A-Za-z]:/")


def location(span: Span, raw: Raw, text: str = "") -> Object:
    """A location in the file itself, in a notebook in its JSON text, with what there is to say of it."""
    place = raw.span(span)
    physical: Object = {"artifactLocation": artifact(place.path), "region": region(place)}
    return {"physicalLocation": physical, **({"message": {"text": text}} if text else {})}


def artifact(path: str) -> Object:
    """A file by its percent-encoded address: relative to the root, absolute for one that is not below it."""
    # A name that is not UTF-8 holds lone surrogates, which Python writes back like this.
    encoded = quote(path.encode("utf-8", "surrogatepass"), safe="/")
    if path.startswith("/"):
        return {"uri": f"file://{encoded}"}
    if _DRIVE.match(path):
        return {"uri": f"file:///{path[0]}:{encoded[4:]}"}
    return {"uri": encoded, "uriBaseId": ROOT}


def region(span: Span) -> Object:
    """A stretch of a file."""
    return {
        "startLine": span.start.line,
        "startColumn": span.start.column,
        "endLine": span.end.line,
        "endColumn": span.end.column,
    }
