"""Applies the fixes to a folder of programs with `calls()` and `entry()`, and runs them: `python -m tests.fixes.cases FOLDER`.

The folder is not part of the repository. Says for each program with a fix whether Python and TensorFlow agree on it then,
and for each rule how many programs have a fix, are fixed and are proven. Ends with 1 where one is not.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.fixes.applied import Applied, applied
from tests.runtime.harness import Observation, differs, observe

_DISTINCT = frozenset({"TFA110", "TFA111"})
"""Rules about values that are to be new on every call: what they are is nobody's business."""

_TAIL = """

def _plain(value):
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    value = value.numpy() if hasattr(value, "numpy") else value
    value = value.tolist() if hasattr(value, "tolist") else value
    value = value.decode() if isinstance(value, bytes) else value
    return round(value, 4) if isinstance(value, float) else value


def _seen(what, *args):
    try:
        return _plain(what(*args))
    except Exception as error:
        return type(error).__name__


_calls = []
for _args in calls():
    _calls.append(_seen(entry, *_args))
    _calls.append(_seen(state) if "state" in globals() else None)
"""
_SHOW = "print(len(set(map(repr, _calls))))\n"
_SHOW_ALL = "print(*_calls, sep='\\n')\n"


def main(folder: Path) -> int:
    """Fix a copy of the programs, run them and say what came of it."""
    with tempfile.TemporaryDirectory(prefix="tflint-cases-") as name:
        copy = Path(name) / "programs"
        shutil.copytree(folder / "programs" if (folder / "programs").is_dir() else folder, copy, copy_function=shutil.copyfile)
        for each in (copy, *copy.rglob("*/")):
            each.chmod(0o755)
        programs = {
            path.relative_to(copy).with_suffix("").as_posix(): path.read_text(encoding="utf-8")
            for path in sorted(copy.rglob("*.py"))
        }
        fixed = applied(programs, copy)
        changed = {title: each for title, each in fixed.items() if each.fixable}
        runs = {title: _runnable(each, copy) for title, each in changed.items() if "\ndef calls(" in each.text}
        seen = observe(runs)
    verdicts = {title: _verdict(each, seen.get(title)) for title, each in changed.items()}
    for title, verdict in verdicts.items():
        print(f"{title}: {', '.join(changed[title].fixable)}: {verdict}")
    for line in _by_rule(changed, verdicts):
        print(line)
    return int(any(verdict not in ("proven", "not run") for verdict in verdicts.values()))


def _runnable(each: Applied, copy: Path) -> str:
    show = _SHOW if _DISTINCT & set(each.fixable) else _SHOW_ALL
    return f"import sys; sys.path.insert(0, {str(copy)!r})\n{each.text}{_TAIL}{show}"


def _verdict(each: Applied, seen: Observation | None) -> str:
    if each.left or each.new:
        return f"not fixed: left {each.left}, new {each.new}"
    if seen is None:
        return "not run"
    if each.after:
        return f"other findings: {', '.join(sorted({finding.code for finding in each.after}))}; {differs(seen) or 'agrees'}"
    if seen.graph.exception:
        return f"raises {seen.graph.exception}: {seen.graph.message[:200]}"
    return differs(seen) or "proven"


def _by_rule(changed: dict[str, Applied], verdicts: dict[str, str]) -> Iterator[str]:
    counts: dict[str, Counter[str]] = {}
    for title, each in changed.items():
        for code in set(each.fixable):
            count = counts.setdefault(code, Counter())
            count["fixable"] += 1
            count["fixed"] += code not in each.left and not each.new
            count["proven"] += verdicts[title] == "proven"
    for code, count in sorted(counts.items()):
        yield f"{code}: fixable {count['fixable']}, fixed {count['fixed']}, proven {count['proven']}"


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
