"""Fingerprints that identify findings across edits elsewhere in the file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from tflint_autograph.model.finding import Finding

_DIGITS = 16


def with_fingerprints(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Returns the findings in report order, each with a fingerprint of 16 hexadecimal digits.

    It hashes code, path, function, message and the number among equal findings, never a line: moved code keeps its fingerprints. Include
    the suppressed findings, so that a new comment renumbers none.
    """
    seen: Counter[tuple[str, ...]] = Counter()
    named = []
    for finding in sorted(findings, key=Finding.sort_key):
        words = (finding.code, finding.span.path, finding.function, finding.message)
        named.append(replace(finding, fingerprint=_digest((*words, str(seen[words])))))
        seen[words] += 1
    return tuple(named)


def _digest(words: tuple[str, ...]) -> str:
    # A path that is not valid in the file system's encoding contains lone surrogates: they are hashed as they are.
    import hashlib  # loads a library that most runs have no use for

    return hashlib.sha256("\0".join(words).encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]
