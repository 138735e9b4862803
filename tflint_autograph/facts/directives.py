"""Reads suppression comments with the tokenizer, so that strings are never taken for comments."""

from __future__ import annotations

import re
import tokenize
from collections.abc import Iterable, Iterator

from tflint_autograph.facts.has_suppressions import is_addressed
from tflint_autograph.model.directives import Directive, DirectiveKind
from tflint_autograph.model.location import Position
from tflint_autograph.source.text import split_lines

_CANDIDATE = re.compile(r"#.*(?:tflint|noqa|TFA\d)", re.IGNORECASE)
_PART = re.compile(r"#\s*(?:(?P<tflint>tflint:)|(?P<noqa>(?i:noqa))(?![\w-])|(?P<other>[\w-]+)(?P<colon>:?))")
_TFLINT = re.compile(r"\s*(?P<word>[\w-]*)(?P<rest>.*)")
_NOQA = re.compile(r"\s*:\s*(?P<codes>[A-Z]+\d+(?:[,\s]+[A-Z]+\d+)*)")
_CODES = re.compile(r"\s*\[(?P<codes>[^\[\]]*)\](?P<reason>.*)")
_UNBRACKETED = re.compile(r"\s*[:=(\[]|\s+TFA\d")
_OTHER_TOOLS = ("call",)
_TOOLS = ("tflint", "tflint-autograph")
_WORD = re.compile(r"[A-Za-z-]+")
_CODE_AHEAD = re.compile(r"[\s:=(\[]*TFA\d")
_WRITTEN = re.compile(r"#\s*([\w-]+(?:\s*:?\s*(?!TFA\d)[A-Za-z-]+)?)")
_NEAR = 0.75
_WORDS = {kind.value: kind for kind in DirectiveKind if kind not in (DirectiveKind.NOQA, DirectiveKind.UNKNOWN)}


def directives(text: str) -> tuple[Directive, ...]:
    """Returns the suppression comments of a module in source order; after a syntax error only those before it."""
    if not is_addressed(text):
        return ()
    lines = split_lines(text)
    last = max((number for number, line in enumerate(lines, start=1) if _CANDIDATE.search(line)), default=0)
    return tuple(part for comment in _comments(lines, last) for part in _parts(*comment))


def _comments(lines: tuple[str, ...], last: int) -> Iterator[tuple[int, int, str, bool]]:
    """Yields line, 0-based column and line text of each comment up to line `last`, and whether a bracket is open there."""
    if not last:
        return
    depth = 0
    try:
        for token in tokenize.generate_tokens(iter([f"{line}\n" for line in lines]).__next__):
            if token.start[0] > last:
                return
            if token.type == tokenize.OP:
                depth += (token.string in "([{") - (token.string in ")]}")
            elif token.type == tokenize.COMMENT:
                yield token.start[0], token.start[1], lines[token.start[0] - 1], depth > 0
    except (tokenize.TokenError, SyntaxError):
        return


def _parts(number: int, column: int, line: str, in_bracket: bool) -> Iterator[Directive]:
    """Yields the directives in the comment that starts at the 0-based `column` of `line`."""
    found = ((begin, _misspelled(begin, line)) for begin in _PART.finditer(line, column))
    pairs = [(begin, wrong) for begin, wrong in found if wrong or begin["other"] is None or begin["colon"]]
    begins = [begin for begin, _ in pairs]
    only = len(begins) == 1 and not line[: begins[0].start()].strip()
    for index, (begin, wrong) in enumerate(pairs):
        end = begins[index + 1].start() if index + 1 < len(begins) else len(line)
        part = line[begin.end() : end]
        read = _noqa(part) if begin["noqa"] else _tflint(part, line) if begin["tflint"] else None
        if wrong:
            read = DirectiveKind.UNKNOWN, (), "", wrong
        if read is None:
            continue
        kind, codes, reason, malformed = read
        blanks = len(line[: begin.start()]) - len(line[: begin.start()].rstrip())
        stop = begin.end() + len(part.rstrip())
        before = Position(number, begin.start() - blanks + 1)
        removal = (Position(number, 1), Position(number + 1, 1)) if only else (before, Position(number, stop + 1))
        place = Position(number, begin.start() + 1), Position(number, stop + 1)
        alone = not line[:column].strip() and not in_bracket
        yield Directive(kind, codes, *place, removal, alone, reason, malformed)


_Read = tuple[DirectiveKind, tuple[str, ...], str, str | None]


def _noqa(part: str) -> _Read:
    """Parses what follows `noqa`. As in flake8, anything but codes makes it bare."""
    match = _NOQA.match(part)
    codes = tuple(re.split(r"[,\s]+", match["codes"])) if match else ()
    return DirectiveKind.NOQA, codes, "", None


def _tflint(part: str, line: str) -> _Read | None:
    """Parses what follows `tflint:`, or returns None for the words of other commands."""
    match = _TFLINT.match(part)
    word, rest = (match["word"], match["rest"]) if match else ("", part)
    if word in _OTHER_TOOLS:
        return None
    kind = _WORDS.get(word)
    if kind is None:
        return DirectiveKind.UNKNOWN, (), "", _unknown(word)
    bracketed = _CODES.match(rest)
    if not bracketed:
        wrong = f"write the codes of `{word}` in brackets" if _UNBRACKETED.match(rest) else None
        return kind, (), rest.strip(), wrong or _misplaced(kind, line)
    codes = tuple(code.strip() for code in bracketed["codes"].split(",") if code.strip())
    wrong = None if codes else f"`{word}[]` names no code"
    return kind, codes, bracketed["reason"].strip(), wrong or _misplaced(kind, line)


def _misspelled(begin: re.Match[str], line: str) -> str | None:
    """Returns what is wrong with a comment that looks almost like a suppression, or None.

    Tool and word must be almost right. The Terraform linter uses `tflint-ignore: rule`, so there must also be a code of this linter, or its
    colon or brackets.
    """
    if begin["other"] is None:
        return None
    for tool, word, rest, colon in _readings(begin["other"], begin["colon"], line[begin.end() :]):
        is_ours = tool in _TOOLS and (colon or rest.startswith("["))
        if (is_ours or _CODE_AHEAD.match(rest)) and _is_near(tool, _TOOLS) and _is_near(word, _WORDS):
            written = _WRITTEN.match(line, begin.start())
            return f"`{written[1] if written else tool}` is not read: a suppression comment begins with `tflint:`"
    return None


def _readings(first: str, colon: str, behind: str) -> Iterator[tuple[str, str, str, bool]]:
    """Yields the possible readings of a comment: tool, word, rest, and whether a colon is between the first two."""
    first, rest = first.lower().replace("_", "-"), behind.lstrip()
    has_colon = bool(colon) or rest.startswith(":")
    rest = rest.lstrip(": \t")
    second = _WORD.match(rest)
    if second is not None:
        yield first, second[0].lower(), rest[second.end() :].lstrip(), has_colon
    for hyphen in (index for index, sign in enumerate(first) if sign == "-"):
        yield first[:hyphen], first[hyphen + 1 :], rest, False


def _is_near(word: str, known: Iterable[str]) -> bool:
    import difflib

    return bool(difflib.get_close_matches(word, known, n=1, cutoff=_NEAR))


def _unknown(word: str) -> str:
    if not word:
        return "`tflint:` is followed by no word"
    import difflib

    close = difflib.get_close_matches(word, _WORDS, n=1)
    return f"`tflint: {word}` means nothing" + (f", the word is `{close[0]}`" if close else "")


def _misplaced(kind: DirectiveKind, line: str) -> str | None:
    if kind is DirectiveKind.IGNORE_FILE and line[:1].isspace():
        return "`ignore-file` works at the top level only"
    return None
