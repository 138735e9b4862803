"""Transform programs in every way that keeps their meaning, and say where the linter reports something else.

    python -m tests.metamorphic [--only PART,...] [--programs PART,...] [--cases FOLDER] [--show N] [--keep FOLDER]
                                [--jobs N] [--list] [--update] [--known FILE] [--seed N [--length N]]

Prints for each transformation how many programs it fits, how many findings were compared and how many differ, and then what
`known.toml` says otherwise. `--cases` adds every Python file of a folder as a program. `--show N` lists up to N
differences of each transformation, `--keep` writes the programs with differences, transformed, into a folder. `--update`
writes the list anew for what was run; `--known` names another list, for programs that are not in the repository. `--seed N` draws `--length` transformations for each program and applies them in a
row; then a difference is new where none of them makes it alone.

Exit code: 0 when all is as known, 1 when it is not, 2 when nothing was chosen.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import tests.metamorphic.transforms  # noqa: F401 - registers them
from tests.metamorphic import known, programs
from tests.metamorphic.compared import counted
from tests.metamorphic.net import Original, Result, chained, original, results
from tests.metamorphic.programs import Program
from tests.metamorphic.transform import TRANSFORMS, Transform

_ORIGINALS: list[Original] = []
"""The programs with their findings, set before the workers are forked."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the arguments choose; gives the exit code."""
    options = _parser().parse_args(arguments)
    transforms = [each for name, each in TRANSFORMS.items() if _is_chosen(name, options.only)]
    chosen = [each for each in _all_programs(options.cases) if _is_chosen(each.name, options.programs)]
    if options.list:
        print("\n".join(f"{each.name:32} {_summary(each)}" for each in transforms))
        return 0
    if not transforms or not chosen:
        print("no transformation or no program has such a name", file=sys.stderr)
        return 2
    _ORIGINALS[:] = [original(each) for each in chosen]
    print(f"{len(chosen)} programs with {sum(len(each.found) for each in _ORIGINALS)} findings")
    if options.seed is not None:
        return _chains(transforms, options)
    return _each_alone(transforms, options)


def _each_alone(transforms: Sequence[Transform], options: argparse.Namespace) -> int:
    found: dict[tuple[str, str, str], str] = {}
    for transform, each in zip(
        transforms, _mapped(_run, [each.name for each in transforms], options.jobs), strict=True
    ):
        _print_row(transform.name, each)
        _print_differences(each, options)
        found |= {
            (transform.name, rule, one.program): text for one in each for rule, text in counted(one.differences).items()
        }
    scope = [each.name for each in transforms], [each.program.name for each in _ORIGINALS]
    listed = known.load(options.known)
    if options.update:
        rest = {key: text for key, text in listed.items() if key[0] not in scope[0] or key[2] not in scope[1]}
        options.known.write_text(known.written({**rest, **found}), encoding="utf-8")
        return 0
    wrong = list(known.wrong(found, listed, *scope))
    print("\n".join(wrong) if wrong else "as known")
    return 1 if wrong else 0


def _chains(transforms: Sequence[Transform], options: argparse.Namespace) -> int:
    tasks = [
        ([each.name for each in transforms], number, options.seed, options.length) for number in range(len(_ORIGINALS))
    ]
    alone = known.load(options.known)
    new: list[Result] = []
    done = [each for each in _mapped(_run_chain, tasks, options.jobs) if each is not None]
    for each in done:
        names, rules = each.transform.split(), {difference.code for difference in each.differences}
        if any(all((name, rule, each.program) not in alone for name in names) for rule in rules):
            new.append(each)
    _print_row("chains", done)
    for each in new:
        print(f"{each.program}: {each.transform}")
        _print_differences([each], options)
    return 1 if new else 0


def _run(name: str) -> list[Result]:
    return list(results(TRANSFORMS[name], _ORIGINALS))


def _run_chain(task: tuple[Sequence[str], int, int, int]) -> Result | None:
    names, number, seed, length = task
    old = _ORIGINALS[number]
    source = random.Random(zlib.crc32(f"{seed} {old.program.name}".encode()))
    return chained([TRANSFORMS[name] for name in names], old, source, length)


def _mapped(function: Callable[..., object], tasks: Sequence[object], jobs: int) -> Iterator:  # type: ignore[type-arg]
    """The results of a function, in order, worked out by so many processes."""
    if jobs == 1:
        yield from map(function, tasks)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("fork")) as executor:
        yield from executor.map(function, tasks)


def _print_row(name: str, done: Sequence[Result]) -> None:
    compared, differ = sum(each.compared for each in done), sum(len(each.differences) for each in done)
    print(f"{name:32} {len(done):4} programs {compared:5} findings {differ or 'no':>4} differences", flush=True)


def _print_differences(done: Sequence[Result], options: argparse.Namespace) -> None:
    lines = [f"    {each.program}: {difference}" for each in done for difference in each.differences]
    print("\n".join(lines[: options.show]), end="\n" if lines[: options.show] else "")
    if options.keep:
        for each in done:
            for path, text in each.files.items() if each.differences else ():
                file = options.keep / each.transform.replace(" ", "+") / each.program / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(text.encode())


def _all_programs(cases: Path | None) -> Iterator[Program]:
    more = [programs.more(cases)] if cases is not None else []
    return itertools.chain(programs.pages(), programs.examples(), programs.shapes(), programs.fixtures(), *more)


def _is_chosen(name: str, parts: str) -> bool:
    return not parts or any(part in name for part in parts.split(","))


def _summary(transform: Transform) -> str:
    return " ".join(transform.about.split())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.metamorphic", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", default="", metavar="PARTS", help="transformations whose names contain one of these")
    parser.add_argument("--programs", default="", metavar="PARTS", help="programs whose names contain one of these")
    parser.add_argument("--cases", type=Path, metavar="FOLDER", help="a folder of more programs, one file each")
    parser.add_argument(
        "--show", type=int, default=0, metavar="N", help="list up to N differences of each transformation"
    )
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="write transformed programs with differences there")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes to use")
    parser.add_argument("--list", action="store_true", help="list the transformations")
    parser.add_argument("--update", action="store_true", help="write the list of known differences anew")
    parser.add_argument(
        "--known", type=Path, default=known.FILE, metavar="FILE", help="another list of known differences"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="apply several transformations, drawn by this number")
    parser.add_argument("--length", type=int, default=4, metavar="N", help="how many with --seed")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
