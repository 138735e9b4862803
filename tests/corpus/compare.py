"""Compare two JSON reports on the same code: findings added, removed and changed, counted by rule.

    tflint-autograph check --isolated --no-cache --pedantic --output-format json . > OLD.json    (in the corpus)
    python -m tests.corpus.compare OLD.json NEW.json [--show N] [--only TFA1,TFA503] [--under PATH]

A finding is the same in both reports when path, function, rule and place agree. What is left over is paired by path,
function, rule and message (its place changed), then by path, rule and place (the name of its function changed). A
paired finding whose confidence, severity, message, trace, labels, fix or any other key differs is changed. Problems and
the counts of the summary are compared as well. `--show N` lists up to N differences of each sort and rule.

Exit code: 0 when nothing differs, 1 when something does, 2 when a report cannot be read.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Finding = dict[str, Any]
Key = tuple[object, ...]

NAMED = ("severity", "confidence", "message", "trace")
"""Keys with a column of their own in the table; `moved` is for the place, `other` for all the rest."""

COLUMNS = ("added", "removed", "moved", *NAMED, "other")
_PLACE = ("path", "cell", "range")


@dataclass(frozen=True, slots=True)
class Difference:
    """A finding of one report alone, or one of both with the `keys` whose values differ."""

    code: str
    old: Finding | None
    new: Finding | None
    keys: tuple[str, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the table in which it counts, each once."""
        if self.old is None or self.new is None:
            return ("added",) if self.old is None else ("removed",)
        names = ("moved" if key in _PLACE else key if key in NAMED else "other" for key in self.keys)
        return tuple(dict.fromkeys(names))


def differences(old: Sequence[Finding], new: Sequence[Finding]) -> list[Difference]:
    """Every difference between two lists of findings, by rule and place."""
    pairs, removed, added = _paired(old, new)
    found = [Difference(one["code"], one, other, keys) for one, other in pairs if (keys := _changed(one, other))]
    found += [Difference(each["code"], each, None) for each in removed]
    found += [Difference(each["code"], None, each) for each in added]
    return sorted(found, key=lambda each: (each.code, *_order(each.new or each.old or {}), each.new is not None))


def _paired(
    old: Sequence[Finding], new: Sequence[Finding]
) -> tuple[list[tuple[Finding, Finding]], list[Finding], list[Finding]]:
    """The pairs of equal findings, and what has no partner in the new and in the old report."""
    pairs: list[tuple[Finding, Finding]] = []
    left, right = sorted(old, key=_order), sorted(new, key=_order)
    for key in _IDENTITIES:
        waiting: defaultdict[Key, list[Finding]] = defaultdict(list)
        for each in reversed(left):
            waiting[key(each)].append(each)
        matched: set[int] = set()
        rest = []
        for each in right:
            if partners := waiting[key(each)]:
                pairs.append((partners.pop(), each))
                matched.add(id(pairs[-1][0]))
            else:
                rest.append(each)
        left, right = [each for each in left if id(each) not in matched], rest
    return pairs, left, right


def _range(finding: Finding) -> Key:
    start, end = finding["range"]["start"], finding["range"]["end"]
    return start["line"], start["column"], end["line"], end["column"]


def _file(finding: Finding) -> Key:
    return finding["path"], -1 if finding["cell"] is None else finding["cell"], finding["code"]


def _order(finding: Finding) -> Key:
    return *_file(finding)[:2], _range(finding), finding["code"], finding["message"]


_IDENTITIES: tuple[Callable[[Finding], Key], ...] = (
    lambda each: (*_file(each), each["function"], _range(each), each["message"]),
    lambda each: (*_file(each), each["function"], _range(each)),
    lambda each: (*_file(each), each["function"], each["message"]),
    lambda each: (*_file(each), _range(each)),
)
"""What makes two findings the same, from the strictest to the weakest."""


def _changed(old: Finding, new: Finding) -> tuple[str, ...]:
    """The keys whose values differ. A fingerprint follows from function and message, and counts only when it is alone."""
    keys = [key for key in (*old, *(new.keys() - old.keys())) if old.get(key) != new.get(key)]
    return tuple(key for key in keys if key != "fingerprint") or tuple(keys)


def table(old: Iterable[Finding], new: Iterable[Finding], found: Iterable[Difference]) -> Iterator[str]:
    """One line for each rule with a difference, and one for all; columns without any are left out."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for each in found:
        counts[each.code].update(each.columns)
    for name, findings in (("old", old), ("new", new)):
        for finding in findings:
            counts[finding["code"]][name] += 1
    counts = defaultdict(Counter, {code: row for code, row in counts.items() if any(row[name] for name in COLUMNS)})
    counts["all"] = sum(counts.values(), Counter())
    shown = ("old", "new", *(name for name in COLUMNS if counts["all"][name]))
    yield "rule    " + "".join(f"{name:>12}" for name in shown)
    for code, row in sorted(counts.items()):
        yield f"{code:8}" + "".join(f"{row[name] or '':>12}" for name in shown)


def listing(found: Iterable[Difference], most: int) -> Iterator[str]:
    """Up to `most` differences of each sort and rule, each with its place and with what it was and is."""
    groups: defaultdict[tuple[str, str], list[Difference]] = defaultdict(list)
    for each in found:
        groups[each.columns[0], each.code].append(each)
    for (sort, code), group in sorted(groups.items(), key=lambda item: (COLUMNS.index(item[0][0]), item[0][1])):
        yield ""
        yield f"{code} {sort}: {len(group)}"
        for each in group[:most]:
            yield from _described(each)
        if len(group) > most:
            yield f"  ... and {len(group) - most} more"


def _described(difference: Difference) -> Iterator[str]:
    finding = difference.new or difference.old or {}
    yield f"  {_at(finding)} {finding['confidence']} {finding['message']} [{finding['function']}]"
    for key in difference.keys if difference.old and difference.new else ():
        assert difference.old is not None
        assert difference.new is not None
        yield f"      {key}: {_brief(key, difference.old.get(key))} -> {_brief(key, difference.new.get(key))}"


def _at(finding: Finding) -> str:
    cell = "" if finding["cell"] is None else f"cell {finding['cell']}:"
    line, column, *_ = _range(finding)
    return f"{finding['path']}:{cell}{line}:{column}"


def _brief(key: str, value: Any) -> str:
    """A value in one line: of a trace or of labels the messages, of a range its ends."""
    if key in ("trace", "labels") and value:
        return " > ".join(f"{each['message']} ({_at(each)})" for each in value)
    if key == "range":
        return "{}:{} to {}:{}".format(*_range({"range": value}))
    return json.dumps(value)


def outside(old: dict[str, Any], new: dict[str, Any]) -> Iterator[str]:
    """What differs in problems, in the remarks of `confirm` and in the counts of the summary."""
    for key in ("problems", "differences"):
        sides = [Counter(f"{_at(each)} {each['message']}" for each in side[key]) for side in (old, new)]
        for sign, more in (("-", sides[0] - sides[1]), ("+", sides[1] - sides[0])):
            yield from (f"{key}: {sign} {each}" for each in sorted(more.elements()))
    for key in dict.fromkeys((*old["summary"], *new["summary"])):
        before, after = old["summary"].get(key), new["summary"].get(key)
        if before != after:
            yield f"summary: {key} {before} -> {after}"


def compared(old: dict[str, Any], new: dict[str, Any], most: int) -> tuple[str, int]:
    """The text that says what differs, and the exit code."""
    found = differences(old["findings"], new["findings"])
    other = list(outside(old, new))
    if not found and not other:
        return f"no difference in {len(new['findings'])} findings\n", 0
    lines = list(table(old["findings"], new["findings"], found)) if found else ["no difference in the findings"]
    lines += ["", *other] if other else []
    return "\n".join([*lines, *(listing(found, most) if most else ())]) + "\n", 1


def read(path: Path) -> dict[str, Any]:
    """A report; ValueError with one clear line when the file holds none."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from error
    if not isinstance(document, dict) or not str(document.get("schema")).startswith("tflint-autograph/"):
        raise ValueError(f"{path}: not a report of `check --output-format json`")
    return document


def limited(document: dict[str, Any], only: Sequence[str], under: str) -> dict[str, Any]:
    """The part of a report about some rules and about paths below a folder; then its summary counts nothing."""
    if not only and not under:
        return document
    parts = {
        key: [each for each in document[key] if each["path"].startswith(under)]
        for key in ("findings", "problems", "differences")
    }
    parts["findings"] = [each for each in parts["findings"] if each["code"].startswith(tuple(only) or "")]
    return {**document, **parts, "summary": {}}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the comparison; gives the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument(
        "--show", type=int, default=0, metavar="N", help="list up to N differences of each sort and rule"
    )
    parser.add_argument("--only", default="", metavar="CODES", help="rule codes or their beginnings, with commas")
    parser.add_argument("--under", default="", metavar="PATH", help="only paths that begin with this")
    options = parser.parse_args(arguments)
    only = [code for code in options.only.split(",") if code]
    try:
        old, new = (limited(read(path), only, options.under) for path in (options.old, options.new))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    text, code = compared(old, new, options.show)
    sys.stdout.write(text)
    return code


if __name__ == "__main__":
    raise SystemExit(main())
