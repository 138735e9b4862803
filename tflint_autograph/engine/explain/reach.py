"""Restricts a run to the part of a project connected to some of its files."""

from __future__ import annotations

from collections.abc import Collection

from tflint_autograph.engine.analysis.run import AnalysisRun
from tflint_autograph.engine.workspace.import_components import ComponentIndex, islands, together
from tflint_autograph.project.index.modules import ModuleIndex


def near(run: AnalysisRun, paths: Collection[str]) -> AnalysisRun:
    """Returns a run that has traced all files connected by imports to these; the run itself if those are all files, or none."""
    index = ModuleIndex(run.files.all(), run.settings.source_roots, run.settings.package)
    found, asked = islands(run.files, index), frozenset(paths)
    while True:
        own = sorted(path for island in found if not asked.isdisjoint(island) for path in island)
        if len(own) in (0, len(index.paths)):
            run.program.build()
            return run
        view = ComponentIndex(index, own)
        part = run.part(run.files.part(own), view, jobs=None, progress=run.progress)
        part.program.build()
        if not view.beyond:
            return part
        found = together(found, ((own[0], path) for path in (*own, *view.beyond)))
