"""Every reference to a fact about TensorFlow (`FACTS ...`) finds its row, marker or section in `docs/facts.md`."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.docs.documents import ROOT

PAGE = (ROOT / "docs" / "facts.md").read_text(encoding="utf-8")
_REFERENCE = re.compile(r'FACTS,? (?P<words>(?:"[^"]*"|[^.;:)"])*)')
_ID = re.compile(r"`?\b(?P<name>[a-z]\w*_\w+?)\b`?(?P<family>\*)?")
_QUOTED = re.compile(r'"(?P<text>[^"]+)"')
_SECTION = re.compile(r"[a-z][a-z-]+")
_NAMED = ("\n## {}\n", "| {} |", "| OK: {} |")
"""How the page has the name of a section, and a marker."""


def references() -> Iterator[tuple[str, str]]:
    """Each file that refers to facts, with the words behind `FACTS` up to the end of the clause."""
    files = [*(ROOT / "tflint_autograph").rglob("*.py"), *(ROOT / "tflint_autograph").rglob("*.toml"), *(ROOT / "tests" / "project").rglob("*.py")]
    for path in sorted(files):
        if path.name != "test_facts.py":
            text = re.sub(r"\s*\n\s*#?\s*", " ", path.read_text(encoding="utf-8"))
            for found in _REFERENCE.finditer(text):
                yield path.relative_to(ROOT).as_posix(), found["words"]


def missing(words: str) -> list[str]:
    """What a reference names that the page does not have; the reference itself where it names nothing."""
    names = [(found["name"], bool(found["family"])) for found in _ID.finditer(_QUOTED.sub("", words))]
    gone = [name for name, is_family in names if not (f"| {name}" if is_family else f"| {name} |") in PAGE]
    quoted = [found["text"] for found in _QUOTED.finditer(words)]
    gone += [text for text in quoted if text not in PAGE]
    if names or quoted:
        return gone
    first = _SECTION.match(words)
    return [] if first is not None and any(each.format(first[0]) in PAGE for each in _NAMED) else [words]


@pytest.mark.parametrize(("path", "words"), list(references()))
def test_a_reference_finds_its_fact(path: str, words: str) -> None:
    assert not missing(words), path


def test_a_reference_to_nothing_is_found_out() -> None:
    assert missing("keras_call_of_no_row_ok") == ["keras_call_of_no_row_ok"]
    assert missing('"no such marker"') == ["no such marker"]
    assert missing("as somebody once saw")
    assert not missing("keras_run_eagerly_ok, loops_local_object_attr_ok")
    assert not missing('"which APIs convert"')
    assert not missing("random")
