"""One check in several places: each looks at its share of the files. Starts no process: an executor does.

A share is a part of the islands, and reads and traces those alone. An island that is more than a share is read and traced
by all, because who is traced in it is a question about all of it; the rules run over the files of the share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from typing import TYPE_CHECKING, TypeAlias

from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.results import AnalysisResult, merged
from tflint_autograph.engine.workspace.import_components import Islands, islands, weight
from tflint_autograph.project.index.modules import ModuleIndex

if TYPE_CHECKING:
    from tflint_autograph.engine.workspace.files import Files

Look: TypeAlias = Callable[[Settings, tuple[str, ...], int, int], AnalysisResult]
"""Looks at one share of several; the paths are absolute, and the same files everywhere."""


def take(files: Files, settings: Settings, share: int, shares: int) -> Islands:
    """Make the files of share number `share`, from 0, those a run looks at; the islands of all of them."""
    index = ModuleIndex(files.all(), settings.source_roots, settings.package)
    found = islands(files, index)
    files.wanted = tuple(sorted(_wanted(files, index, found, share, shares)))
    return found


def _wanted(files: Files, index: ModuleIndex, found: Islands, share: int, shares: int) -> Iterator[str]:
    """The wanted files of a share; those of all shares are all of them."""
    asked = frozenset(files.wanted)
    sizes = {island: weight(files, index, *island) for island in found if not asked.isdisjoint(island)}
    loads = [0] * shares
    for island, size in sorted(sizes.items(), key=lambda item: (-item[1], item[0])):
        own = [path for path in island if path in asked]
        if size * shares > sum(sizes.values()):
            yield from own[share::shares]
            continue
        least = loads.index(min(loads))
        loads[least] += size
        if least == share:
            yield from own


def spread(executor: Executor, look: Look, settings: Settings, paths: Sequence[str], shares: int) -> AnalysisResult:
    """What all files show, the shares looked at by the executor."""
    futures = [executor.submit(look, settings, tuple(paths), share, shares) for share in range(shares)]
    return merged(future.result() for future in futures)
