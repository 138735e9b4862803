"""Write `tflint_autograph/tfapi/tables.json` from the surveys of several TensorFlow versions; it never runs TensorFlow.

    for each version:  VENV/bin/python tools/survey.py /tmp/surveys/VERSION.json
    python tools/generate_tables.py /tmp/surveys/*.json

Where the newest survey that has a name says `unknown`, or two versions disagree, `unknown` is kept: a missing word
costs a finding, a wrong one a false alarm. `corrections.toml` has the last word.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import tomllib

from tflint_autograph.tfapi import names

HERE = Path(__file__).parent
TARGET = HERE.parent / "tflint_autograph" / "tfapi" / "tables.json"
ABOUT = "Written by tools/generate_tables.py from TensorFlow {versions}; change tools/corrections.toml instead."

Section = dict[str, str]


def main() -> None:
    """Merge the surveys given on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("surveys", nargs="+", type=Path)
    surveys = [json.loads(path.read_text("utf-8")) for path in parser.parse_args().surveys]
    surveys.sort(key=lambda survey: number(survey["version"]))
    TARGET.write_text(rendered(surveys, tomllib.loads((HERE / "corrections.toml").read_text("utf-8"))), "utf-8")


def rendered(surveys: list[dict[str, Any]], corrections: dict[str, Any]) -> str:
    """The whole file: JSON, which is read ten times as fast as TOML, and it is read in every run."""
    document: dict[str, Any] = {"about": ABOUT.format(versions=", ".join(survey["version"] for survey in surveys))}
    document["aliases"] = section(alias_groups(merged_aliases(surveys)))
    TARGET.write_text(json.dumps({**document, "results": {}}), "utf-8")
    forget()
    results = merged_results(surveys, corrections)
    document["results"] = {
        kind: section(by_module(name for name, word in results.items() if word == kind))
        for kind in sorted(set(results.values()) - {"unknown"})
    }
    since, until = ranges(surveys)
    document |= {"since": section(since), "until": section(until)}
    document["stateless"] = section(stateless(surveys, corrections["stateless"]))
    return json.dumps(document, indent=1) + "\n"


def forget() -> None:
    """Let `names` read the aliases just written."""
    for function in (names.canonical, names.alias_index, names.table):
        function.cache_clear()


def number(version: str) -> tuple[int, ...]:
    """ "2.13" as numbers."""
    return tuple(int(part) for part in version.split("."))


def merged_aliases(surveys: list[dict[str, Any]]) -> dict[str, str]:
    """Long name -> the name the tables use; newer versions win, chains are followed to their end."""
    merged: dict[str, str] = {}
    for survey in surveys:
        merged.update(survey.get("aliases", {}))
    ends = {}
    for name, target in merged.items():
        seen = {name}
        while target in merged and target not in seen:
            seen.add(target)
            target = merged[target]
        ends[name] = target
    return {name: target for name, target in ends.items() if name != target and name not in ends.values()}


def merged_results(surveys: list[dict[str, Any]], corrections: dict[str, Any]) -> dict[str, str]:
    """Canonical name -> word."""
    found: dict[str, list[str]] = defaultdict(list)
    for survey in surveys:
        for name, (word, _) in survey.get("results", {}).items():
            found[names.canonical(name)].append(word)
    results = {name: agreed(words) for name, words in found.items()}
    for kind, words in corrections["results"].items():
        for word in words.split():
            results.update(dict.fromkeys(corrected(word, results), kind))
    return dict(sorted(results.items()))


def corrected(word: str, results: dict[str, str]) -> list[str]:
    """The names a word of the corrections means: itself, or with `*` everything written like a class and not known."""
    if not word.endswith("*"):
        name = names.canonical(word)
        return [name] if name in results else unheard(name)
    unknown = (name for name, kind in results.items() if kind == "unknown" and is_maker(name))
    return [name for name in unknown if name.startswith(word[:-1])]


def unheard(name: str) -> list[str]:
    """Say that no survey has a corrected name."""
    print(f"no survey has {name}")
    return []


def is_maker(name: str) -> bool:
    """Whether the last part is written like a class."""
    return name.rpartition(".")[2][:1].isupper()


def agreed(words: list[str]) -> str:
    """The word all surveys that know one agree on."""
    known = {word for word in words if word != "unknown"}
    return known.pop() if len(known) == 1 and words[-1] != "unknown" else "unknown"


def ranges(surveys: list[dict[str, Any]]) -> tuple[dict[str, str], dict[str, str]]:
    """Version -> names that came with it, and version -> names it was the last to have."""
    held = [{names.canonical(name) for name in survey["names"]} for survey in surveys]
    since: dict[str, list[str]] = defaultdict(list)
    until: dict[str, list[str]] = defaultdict(list)
    for name in sorted(set().union(*held)):
        present = [survey["version"] for survey, holds in zip(surveys, held, strict=True) if name in holds]
        if present[0] != surveys[0]["version"]:
            since[present[0]].append(name)
        if present[-1] != surveys[-1]["version"]:
            until[present[-1]].append(name)
    return {key: " ".join(words) for key, words in since.items()}, {key: " ".join(words) for key, words in until.items()}


def stateless(surveys: list[dict[str, Any]], corrections: dict[str, str]) -> dict[str, str]:
    """Classes without variables, for Keras 2 and Keras 3."""
    found = {key: dict.fromkeys(words.split(), False) for key, words in corrections.items()}
    for survey in surveys:
        generation = "keras3" if number(survey["version"]) >= (2, 16) else "keras2"
        found[generation].update({names.canonical(k): v for k, v in survey.get("stateless", {}).items()})
    return {key: " ".join(sorted(name for name, state in value.items() if not state)) for key, value in found.items()}


def alias_groups(aliases: dict[str, str]) -> dict[str, str]:
    """ "module -> module" -> words; a word is `long` or `long=short`."""
    groups: dict[str, list[str]] = defaultdict(list)
    for name, target in sorted(aliases.items()):
        module, _, last = name.rpartition(".")
        home, _, short = target.rpartition(".")
        groups[f"{module} -> {home}"].append(last if last == short else f"{last}={short}")
    return {key: " ".join(value) for key, value in groups.items()}


def by_module(found: Any) -> dict[str, str]:
    """Module -> names in it."""
    groups: dict[str, list[str]] = defaultdict(list)
    for name in sorted(found):
        module, _, last = name.rpartition(".")
        groups[module].append(last)
    return {key: " ".join(value) for key, value in groups.items()}


def section(entries: Section) -> Section:
    """The groups that have words, in the order of their names."""
    return {key: words for key, words in sorted(entries.items()) if words}


if __name__ == "__main__":
    main()
