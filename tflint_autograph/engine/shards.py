"""One check in several places: each looks at its share of the files. Starts no process: an executor does.

A share repeats reading and tracing, because who is traced is a question about the whole project; the rules run over the
files of the share alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import replace

from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.looked import Looked


def look(settings: Settings, paths: Sequence[str], share: int, shares: int) -> Looked:
    """What every `shares`-th file shows, from number `share` on. The paths are absolute, and the same files everywhere."""
    # Not above: the run itself hands out shares.
    from tflint_autograph.engine.pipeline import Run

    run = Run(replace(settings, jobs="1"), paths, None)
    run.files.wanted = run.files.wanted[share::shares]
    return run.look_anew()


def spread(executor: Executor, settings: Settings, paths: Sequence[str], shares: int) -> Looked:
    """What all files show, the shares looked at by the executor."""
    futures = [executor.submit(look, settings, tuple(paths), share, shares) for share in range(shares)]
    return merged(future.result() for future in futures)


def merged(shares: Iterable[Looked]) -> Looked:
    """One result for several, each of other files."""
    parts = list(shares)
    roots = sum((Counter(dict(part.roots)) for part in parts), Counter[str]())
    return Looked(
        found={path: found for part in parts for path, found in part.found.items()},
        problems={path: problem for part in parts for path, problem in part.problems.items()},
        commented=tuple(sorted(path for part in parts for path in part.commented)),
        relevant=sum(part.relevant for part in parts),
        functions=sum(part.functions for part in parts),
        roots=tuple(sorted(roots.items())),
    )
