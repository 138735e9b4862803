"""Finds the lines that differ from a commit, by running git. Does not change the repository."""

from __future__ import annotations

import difflib
import os
import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tflint_autograph.config.errors import UsageError
from tflint_autograph.model.record import record
from tflint_autograph.source.notebook import parse
from tflint_autograph.source.text import SourceError, split_lines

_HUNK = re.compile(rb"@@ -\S+ \+(\d+)(?:,(\d+))? @@")
_QUOTED = re.compile(rb'\\([abfnrtv"\\]|[0-7]{3})')
_ESCAPES = {b"a": 7, b"b": 8, b"f": 12, b"n": 10, b"r": 13, b"t": 9, b"v": 11, b'"': 34, b"\\": 92}
_SUFFIX = ".ipynb"

Ranges = tuple[tuple[int, int], ...]


@record
class ChangedLines:
    """The changed lines by absolute path with links resolved: (first, last), 1-based and inclusive.

    The lines of a notebook are those of its joined code cells. None stands for a whole new file.
    """

    lines: Mapping[str, Ranges | None]

    def touches(self, path: str) -> bool:
        """Whether anything in the file at the absolute `path` changed."""
        return os.path.realpath(path) in self.lines

    def holds(self, path: str, first: int, last: int) -> bool:
        """Whether a line from `first` to `last` of the file, 1-based and inclusive, changed."""
        ranges = self.lines.get(os.path.realpath(path), ())
        return ranges is None or any(first <= end and start <= last for start, end in ranges)

    def after(self, path: str, old: Sequence[str], new: Sequence[str]) -> ChangedLines:
        """Returns this updated for an edit of a file from the lines `old` to `new`, which then count as changed too."""
        real = os.path.realpath(path)
        ranges = self.lines.get(real, ())
        if ranges is None:
            return self
        moved: list[tuple[int, int]] = []
        for tag, start, end, at, until in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            if tag == "equal":
                kept = ((max(first, start + 1), min(last, end)) for first, last in ranges)
                moved += [(first - start + at, last - start + at) for first, last in kept if first <= last]
            elif at < until:
                moved.append((at + 1, until))
        return ChangedLines({**self.lines, real: tuple(moved)})


def changed(folder: Path, ref: str) -> ChangedLines:
    """Returns the differences between the current files, untracked ones included, and the commit where this branch left that of `ref`.

    `folder` is any folder of the work tree. Raises UsageError without git, outside a repository, and for an unknown `ref`.
    """
    git = _Git(folder)
    base = git.base(ref)
    hunks = dict(_hunks(git.run("diff", "--unified=0", "--inter-hunk-context=0", *_PLAIN, base)))
    lines: dict[str, Ranges | None] = {}
    for path, old, is_binary in _names(git.run("diff", "--numstat", "-z", *_PLAIN, base)):
        found = None if is_binary else hunks.get(path, ())
        lines[git.absolute(path)] = git.cells(path, old, base) if path.endswith(_SUFFIX) else found
    for name in git.run("ls-files", "--others", "--exclude-standard", "-z").split(b"\0"):
        if name:
            lines[git.absolute(os.fsdecode(name))] = None
    return ChangedLines(lines)


_PLAIN = (
    "--no-color", "--no-ext-diff", "--no-textconv", "--no-relative", "--find-renames", "--src-prefix=a/", "--dst-prefix=b/",
)  # fmt: skip


class _Git:
    """Runs git in one repository."""

    def __init__(self, folder: Path) -> None:
        self.top = folder
        self.top = Path(os.fsdecode(self.run("rev-parse", "--show-toplevel").removesuffix(b"\n")))

    def run(self, *arguments: str) -> bytes:
        """Returns the output of a git command. Raises UsageError with git's first message if it fails."""
        done = self.ask(*arguments)
        if done.returncode:
            said = done.stderr.decode(errors="replace").strip().partition("\n")[0]
            said = re.sub(r"^(fatal|error): ", "", said) or f"git {arguments[0]} fails"
            raise UsageError(f"`--changed` failed to run git: {said}")
        return done.stdout

    def ask(self, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        """Runs git in the C locale. Raises UsageError if git is not installed."""
        command = ["git", "-c", "core.quotePath=false", *arguments]
        try:
            return subprocess.run(command, cwd=self.top, env=os.environ | {"LC_ALL": "C"}, capture_output=True, check=False)
        except FileNotFoundError:
            raise UsageError("`--changed` needs git, which is not installed") from None
        except OSError as error:
            raise UsageError(f"`--changed` needs git, which cannot be run: {error.strerror}") from None

    def base(self, ref: str) -> str:
        """Returns the commit to compare with: where this branch left that of `ref`; empty before the first commit."""
        if ref == "HEAD" and self.ask("rev-parse", "--verify", "--quiet", "HEAD").returncode:
            return self.run("hash-object", "-t", "tree", os.devnull).decode().strip()
        found = self.ask("rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}")
        if found.returncode:
            raise UsageError(f"git knows no commit `{ref}`", "fetch it first, or name another: `--changed=REF`")
        commit = found.stdout.decode().strip()
        left = self.ask("merge-base", commit, "HEAD")
        return left.stdout.decode().strip() if left.returncode == 0 else commit

    def absolute(self, path: str) -> str:
        """Returns the resolved absolute path for one relative to the top of the repository."""
        return os.path.realpath(self.top / path)

    def cells(self, path: str, old: str, base: str) -> Ranges | None:
        """Returns the changed lines of a notebook's code; None (all) if one of the versions is no notebook."""
        before = self.ask("show", f"{base}:{old}")
        try:
            old_lines, lines = (split_lines(parse(data).text) for data in (before.stdout, (self.top / path).read_bytes()))
        except (SourceError, OSError):
            return None
        blocks = difflib.SequenceMatcher(None, old_lines, lines, autojunk=False).get_opcodes()
        return tuple((start + 1, end) for kind, _, _, start, end in blocks if kind != "equal" and end > start)


def _names(numstat: bytes) -> Iterator[tuple[str, str, bool]]:
    """Yields path, old path and whether git treats it as binary, for each file of a `diff --numstat -z`."""
    words = iter(numstat.split(b"\0"))
    for word in words:
        if word:
            added, _, path = word.split(b"\t", 2)
            # A renamed file has both names behind it.
            old, new = (path, path) if path else (next(words), next(words))
            yield os.fsdecode(new), os.fsdecode(old), added == b"-"


def _hunks(diff: bytes) -> Iterator[tuple[str, Ranges]]:
    """Yields the files of a diff without context, with the ranges of new lines."""
    path: str | None = None
    ranges: list[tuple[int, int]] = []
    # Lines of the code begin with "+" or "-": behind the header of its file none can be taken for another header.
    for line in (*diff.split(b"\n"), b"diff --git "):
        if line.startswith(b"diff --git "):
            if path is not None:
                yield path, tuple(ranges)
            path, ranges = None, []
        elif path is None and line.startswith(b"+++ "):
            path = _name(line[4:])
        elif hunk := _HUNK.match(line):
            first, count = int(hunk[1]), int(hunk[2] or b"1")
            ranges += [(first, first + count - 1)] if count else []


def _name(written: bytes) -> str | None:
    """Returns the path of a `+++` line, or None for a deleted file."""
    written = written.removesuffix(b"\t")
    if written.startswith(b'"'):
        written = _QUOTED.sub(lambda match: bytes([_ESCAPES.get(match[1]) or int(match[1], 8)]), written[1:-1])
    return os.fsdecode(written.removeprefix(b"b/")) if written.startswith(b"b/") else None
