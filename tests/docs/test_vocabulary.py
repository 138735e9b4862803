"""Words of what users read: plain technical English, and one term for one idea."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.docs.documents import ROOT
from tests.docs.texts import docstrings, user_texts

LONGEST = 80
NAME = 30
TERMS = {
    r"anew": "again, re-created, retraced",
    r"rounds?(?! (?:number|trip))": "iteration",
    r"(?:loops?|tensors?|operations?|constants?|conditions?|branch(?:es)?) of the graph": "graph loop, symbolic tensor, graph operation",
    r"one of the graph": "a graph loop, a graph conditional",
    r"ask(?:s|ed|ing)?": "test, need, use",
    r"holds?|held|holding": "contain, have, be true",
    r"stands?|stood|standing": "be",
    r"(?:is|are|be) no bool": "is non-boolean",
    r"the way (?:from|to)": "call path",
    r"while tracing|while TensorFlow traces": "at trace time",
    r"plain Python": "eager code",
    r"Python numbers?": "Python scalar",
    r"handed (?:on|to|over)": "forwarded, passed",
    r"without a word": "silently",
    r"makers?": "factory",
    r"in circles": "cyclically",
    r"sketch(?:es)?": "suggestion",
    r"mends?": "repair, fix",
    r"(?:by|in) no more than": "at most",
    r"(?:the same|those) of which": "name the thing",
    r"found fault with": "with findings",
    r"cannot be told": "is unknown",
    r"behind (?:the|an?|such an?) (?:loop|condition|branch)": "after",
}
"""Words that no text for users has, each with what to write instead. The texts call one thing by one name."""


def misused(text: str, terms: Mapping[str, str] = TERMS) -> Iterator[str]:
    """The words of a text that are banned, each with what to write instead."""
    for pattern, instead in terms.items():
        for found in re.finditer(rf"(?<![\w-])(?:{pattern})(?![\w-])", text, re.IGNORECASE):
            yield f"`{found[0]}` (write: {instead}) in: {' '.join(text[max(found.start() - 40, 0) : found.end() + 40].split())}"


def test_texts_have_no_banned_word() -> None:
    texts = list(user_texts())
    assert len(texts) > 1000
    wrong = [f"{place}: {word}" for place, text in texts for word in misused(text)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    "text",
    [
        "`f` is traced anew",
        "in each round of this loop",
        "a loop of the graph begins",
        "Python asks the tensor",
        "nothing holds the object",
        "the call stands in traced code",
        "a tensor that is no bool",
        "the way from the root",
    ],
)
def test_a_banned_word_is_found(text: str) -> None:
    assert list(misused(text))


@pytest.mark.parametrize("text", ["around the traced function", "a threshold", "on the graphics card", "the task `ask`"])
def test_words_that_only_look_like_one_are_left_alone(text: str) -> None:
    assert not list(misused(re.sub(r"`[^`]*`", "`x`", text)))


INTERNAL = {
    word: TERMS[word]
    for word in (r"anew", r"while tracing|while TensorFlow traces", r"plain Python", r"Python numbers?", r"handed (?:on|to|over)")
} | {
    r"(?:loops?|tensors?) of the graph": "graph loop, symbolic tensor",
    r"(?-i:The same) (?:of|where|for|as)": "say what the function returns",
    r"stands? in": "is in",
    r"(?-i:Values|Judges|Asks|Knows) (?:nothing|none|no|nobody)": "say what the module does",
    r"of which (?:nobody|somebody)|as (?:far as )?one sees": "unknown, visible",
    r"some(?:body|one asks)|nobody": "name who: the user, the caller",
    r"followed this far": "the maximum depth",
    r"worked out|run through": "computed, interpreted",
    r"lets? go of": "release, forget",
    r"hands? (?:on|over)": "pass, forward",
    r"scratch paper": "per-call temporary state",
    r"so many": "this number of",
    r"bugs? of ours": "internal error",
}
"""Words that no docstring has either: a docstring makes sense alone, in the terms of the field."""


def test_docstrings_have_none_of_the_private_words() -> None:
    found = list(docstrings())
    assert len(found) > 3000
    assert not [f"{place}: {word}" for place, text in found for word in misused(text, INTERNAL)]


def headers() -> Iterator[tuple[str, str]]:
    """The header of every finding that the tests of the rules expect."""
    for path in sorted((ROOT / "tests" / "rules").glob("TFA*.py")):
        for number, line in enumerate(Path(path).read_text(encoding="utf-8").splitlines(), 1):
            found = re.match(r"#[~!]\s+\^+ TFA\d{3} (.*)$", line)
            if found:
                yield f"{path.name}:{number}", found[1]


def test_a_header_fits_into_a_line() -> None:
    """Code of the user in it may be longer than NAME, and counts as that."""
    found = list(headers())
    assert len(found) > 500
    long = [(place, text) for place, text in found if len(re.sub(rf"`([^`]{{1,{NAME}}})[^`]*`", r"`\1`", text)) > LONGEST]
    assert not long


def test_a_header_is_a_sentence_without_a_full_stop() -> None:
    assert not [(place, text) for place, text in headers() if text.endswith(".") or text[:1] == " "]
