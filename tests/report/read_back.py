"""What a format says of findings and problems, read from its text as its readers do. Compares nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from typing import Any, NamedTuple
from urllib.parse import unquote
from xml.etree import ElementTree


class Told(NamedTuple):
    """One finding or problem; None for what a format does not say. `place` is cell, line and column."""

    code: str
    path: str
    place: tuple[int | None, int, int | None]
    message: str
    severity: str | None = None
    fingerprint: str | None = None


_PLACE = r"(?:cell (?P<cell>\d+):)?(?P<line>\d+):(?P<column>\d+)"
_CODE = r"(?P<code>TFA\d+|[a-z-]+)"
_CONCISE = re.compile(rf"(?P<path>.+?):{_PLACE}: {_CODE}:? (?P<message>.*)")
_AGENT = re.compile(rf"(?P<path>.+?):{_PLACE} {_CODE} (?P<severity>[a-z]+) ")
_ROW = re.compile(rf"    (?P<where>{_PLACE}) +(?P<word>{_CODE}(?: \[\*\])?) ")
_VALUE = re.compile(r' ([a-z]+)=("(?:[^"\\]|\\.)*")')
_JUNIT = re.compile(rf"{_CODE}(?: [a-z-]+)? at {_PLACE}")
_WORKFLOW = re.compile(r"::(?P<command>error|warning|notice) (?P<properties>[^:]*)::(?P<data>.*)")


def _place(match: re.Match[str]) -> tuple[int | None, int, int]:
    return (int(match["cell"]) if match["cell"] else None, int(match["line"]), int(match["column"]))


def concise(text: str) -> Iterator[Told]:
    for line in text.split("\n")[:-1]:
        match = _CONCISE.fullmatch(line)
        assert match, line
        mark = "[*] " if match["code"].startswith("TFA") else ""
        yield Told(match["code"], match["path"], _place(match), match["message"].removeprefix(mark))


def agent(text: str) -> Iterator[Told]:
    for line in text.split("\n")[:-1]:
        match = _AGENT.match(line)
        assert match, line
        values = {name: json.loads(value) for name, value in _VALUE.findall(line)}
        yield Told(match["code"], match["path"], _place(match), values["msg"], match["severity"])


def grouped(text: str) -> Iterator[Told]:
    for block in text[:-1].split("\n\n") if text else ():
        path, *lines = block.split("\n")
        matches = [match for match in map(_ROW.match, lines) if match]
        place, code = (max(len(match[name]) for match in matches) for name in ("where", "word"))
        for match in matches:
            yield Told(match["code"], path, _place(match), match.string[4 + place + 2 + code + 2 :])
        others = [line for line in lines if not _ROW.match(line)]
        assert all(line.startswith("  ") for line in others)


def github(text: str) -> Iterator[Told]:
    for line in text.split("\n")[:-1]:
        match = _WORKFLOW.fullmatch(line)
        assert match, line
        pairs = (pair.split("=", 1) for pair in match["properties"].split(","))
        properties = {name: _unescaped(value) for name, value in pairs}
        (told,) = concise(_unescaped(match["data"]).split("\n")[0] + "\n")
        assert properties["title"] == f"tflint-autograph ({told.code})"
        place = (None, int(properties["line"]), int(properties["col"]) if "col" in properties else None)
        yield told._replace(path=properties["file"], place=place, severity=match["command"])


def _unescaped(text: str) -> str:
    for sign, written in ((":", "%3A"), (",", "%2C"), ("\r", "%0D"), ("\n", "%0A"), ("%", "%25")):
        text = text.replace(written, sign)
    return text


def junit(text: str) -> Iterator[Told]:
    for suite in ElementTree.fromstring(text.encode("utf-8")):
        for case in suite:
            if not len(case):
                continue
            match = _JUNIT.fullmatch(case.attrib["name"])
            assert match
            path, result = case.attrib["file"], case[0]
            assert (path, path) == (suite.attrib["name"], case.attrib["classname"])
            severity = result.attrib["type"] if result.tag == "failure" else "error"
            yield Told(match["code"], path, _place(match), result.attrib["message"], severity)


def document(text: str) -> Iterator[Told]:
    read = json.loads(text)
    for entry in (*read["findings"], *read["problems"]):
        start = entry["range"]["start"]
        place = (entry["cell"], start["line"], start["column"])
        code = entry.get("code") or entry["kind"]
        severity = entry.get("severity", "error")
        yield Told(code, entry["path"], place, entry["message"], severity, entry.get("fingerprint"))


def gitlab(text: str) -> Iterator[Told]:
    for entry in json.loads(text):
        begin = entry["location"]["positions"]["begin"]
        words = entry["description"].split(f"{entry['check_name']}: ", 1)[1]
        place = (None, begin["line"], begin["column"])
        severity = entry["severity"]
        yield Told(entry["check_name"], entry["location"]["path"], place, words, severity, entry["fingerprint"])


def rdjson(text: str) -> Iterator[Told]:
    for entry in json.loads(text)["diagnostics"]:
        where, start = entry["location"], entry["location"]["range"]["start"]
        place = (None, start["line"], start.get("column"))
        yield Told(entry["code"]["value"], where["path"], place, entry["message"], entry["severity"])


def sarif(text: str) -> Iterator[Told]:
    (run,) = json.loads(text)["runs"]
    rules = run["tool"]["driver"]["rules"]
    for entry in run["results"]:
        assert rules[entry["ruleIndex"]]["id"] == entry["ruleId"]
        fingerprint = entry["partialFingerprints"]["tflintAutograph/v1"]
        yield Told(entry["ruleId"], *_sarif_place(entry), entry["message"]["text"], entry["level"], fingerprint)
    for entry in run["invocations"][0]["toolExecutionNotifications"]:
        yield Told(entry["descriptor"]["id"], *_sarif_place(entry), entry["message"]["text"], entry["level"])


def _sarif_place(entry: dict[str, Any]) -> tuple[str, tuple[None, int, int]]:
    physical = entry["locations"][0]["physicalLocation"]
    uri = physical["artifactLocation"]["uri"]
    assert re.fullmatch(r"[\w.~/:%-]*", uri, re.ASCII)
    path = unquote(uri, errors="surrogatepass")
    if "uriBaseId" not in physical["artifactLocation"]:
        path = re.sub("^file://(?:/(?=[A-Za-z]:))?", "", path)
    region = physical["region"]
    assert (region["startLine"], region["startColumn"]) <= (region["endLine"], region["endColumn"])
    return path, (None, region["startLine"], region["startColumn"])


class _Page(HTMLParser):
    """The articles of a page, and whatever could do more than show."""

    def __init__(self) -> None:
        super().__init__()
        self.findings: list[dict[str, str]] = []
        self.problems: list[dict[str, str]] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        given = {name: value or "" for name, value in attrs}
        if tag == "article" and given["class"].startswith("finding"):
            self.findings.append(given)
        elif tag == "article":
            self.problems.append(given)


def page(text: str) -> _Page:
    """A page taken apart."""
    read = _Page()
    read.feed(text)
    read.close()
    return read


def html(text: str) -> Iterator[Told]:
    read = page(text)
    for given in read.findings:
        match = re.fullmatch(rf"(?P<path>.+?):{_PLACE}", given["data-place"])
        assert match
        assert match["path"] == given["data-path"]
        fingerprint = given["id"].removeprefix("finding-")
        told = Told(given["data-rule"], match["path"], _place(match), given["data-message"])
        yield told._replace(severity=given["data-severity"], fingerprint=fingerprint)
    for given in read.problems:
        match = re.fullmatch(rf"(?P<path>.+?):{_PLACE}", given["data-place"])
        assert match
        yield Told(given["data-kind"], match["path"], _place(match), given["data-message"], "error")


READERS: dict[str, Callable[[str], Iterator[Told]]] = {
    "concise": concise,
    "agent": agent,
    "grouped": grouped,
    "github": github,
    "junit": junit,
    "json": document,
    "gitlab": gitlab,
    "rdjson": rdjson,
    "sarif": sarif,
    "html": html,
}
