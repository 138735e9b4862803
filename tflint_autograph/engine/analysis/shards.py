"""Splits one check over several executors, each of which analyses its share of the files. Starts no process.

A share consists of components. A component larger than a share is read and traced by all, since tracing needs all of it; the rules then run
over the files of the share only.
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
"""Analyses one share of several. The paths are absolute, and the same for every share."""


def take(files: Files, settings: Settings, share: int, shares: int) -> Islands:
    """Selects the files of share number `share`, from 0, as the wanted files of `files`. Returns the components of all of them."""
    index = ModuleIndex(files.all(), settings.source_roots, settings.package)
    found = islands(files, index)
    files.wanted = tuple(sorted(_wanted(files, index, found, share, shares)))
    return found


def _wanted(files: Files, index: ModuleIndex, found: Islands, share: int, shares: int) -> Iterator[str]:
    """Yields the wanted files of a share. All shares together have all files."""
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
    """Returns the joined result for all files, with the shares run by the executor."""
    futures = [executor.submit(look, settings, tuple(paths), share, shares) for share in range(shares)]
    return merged(future.result() for future in futures)
