"""Files and places in SARIF (3.4, 3.29, 3.30): columns are 1-based code points, the end exclusive."""

from __future__ import annotations

import re
from urllib.parse import quote

from tflint_autograph.model.location import Span
from tflint_autograph.report.document import Object
from tflint_autograph.report.raw import Raw

ROOT = "%SRCROOT%"
"""What relative addresses are relative to: the root of the repository, by the name GitHub uses."""

_DRIVE = re.compile("[A-Za-z]:/")


def location(span: Span, raw: Raw, text: str = "") -> Object:
    """Returns a location in the stored file, for a notebook in its JSON text, with a text."""
    place = raw.span(span)
    physical: Object = {"artifactLocation": artifact(place.path), "region": region(place)}
    return {"physicalLocation": physical, **({"message": {"text": text}} if text else {})}


def artifact(path: str) -> Object:
    """Returns a file by its percent-encoded address: relative to the root, or absolute if it is not below it."""
    # A name that is not UTF-8 contains lone surrogates, which Python writes back like this.
    encoded = quote(path.encode("utf-8", "surrogatepass"), safe="/")
    if path.startswith("/"):
        return {"uri": f"file://{encoded}"}
    if _DRIVE.match(path):
        return {"uri": f"file:///{path[0]}:{encoded[4:]}"}
    return {"uri": encoded, "uriBaseId": ROOT}


def region(span: Span) -> Object:
    """Returns a range of a file."""
    return {
        "startLine": span.start.line,
        "startColumn": span.start.column,
        "endLine": span.end.line,
        "endColumn": span.end.column,
    }
