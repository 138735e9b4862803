"""The server: listens to the editor, has projects checked one run at a time, and sends the results."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path

from tflint_autograph import __version__
from tflint_autograph.engine.fix.editing import all_fixed
from tflint_autograph.engine.session import Cancelled, Checked
from tflint_autograph.lsp.actions import Edits
from tflint_autograph.lsp.closed_files import look, shown
from tflint_autograph.lsp.diagnostics import Pulled, diagnostic, trouble, wants_to_pull
from tflint_autograph.lsp.documents import Documents, path_of, path_of_text
from tflint_autograph.lsp.options import Options, Show
from tflint_autograph.lsp.positions import Units
from tflint_autograph.lsp.projects import EditedProject, Projects, spans_by_cell
from tflint_autograph.model.location import Span

_NOTEBOOKS = types.NotebookDocumentSyncOptions(
    [types.NotebookDocumentFilterWithCells(cells=[types.NotebookCellLanguage("python")], notebook="*")], save=True
)
_WATCHED = ("**/*.py", "**/*.ipynb", "**/pyproject.toml", "**/.gitignore")


_IDLE = 1.0
"""Seconds without a run after which the user is assumed to have stopped typing."""
_MANY = 50
"""Number of runs after which garbage is collected even while typing."""

_NOTHING: tuple[list[types.Diagnostic], None] = ([], None)

_log = logging.getLogger(__name__)


class Server(LanguageServer):
    """The language server. Handlers only record changes; `_work` has them checked, in its own thread."""

    def __init__(self) -> None:
        super().__init__("tflint-autograph", __version__, notebook_document_sync=_NOTEBOOKS)
        self.documents = Documents()
        self.options = Options()
        self.stopped = False
        self.projects = Projects(self._complain)
        self._touched: list[str] = []
        self._indexed = 0
        self._runs = 0
        self._tidying: asyncio.TimerHandle | None = None
        self._pause: asyncio.TimerHandle | None = None
        self._looking: asyncio.Task[None] | None = None
        self._life: asyncio.Task[None] | None = None
        self._took = 0.0
        self._published: dict[str, tuple[list[types.Diagnostic], int | None]] = {}
        self.pulled: Pulled | None = None
        self._stale = False
        self._cancel = threading.Event()
        self._task: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._checker = ThreadPoolExecutor(1, "check")

    def start(self, params: types.InitializeParams) -> None:
        """Takes over the editor's parameters."""
        self.documents.units = Units(
            str(getattr(self.workspace.position_encoding, "value", self.workspace.position_encoding))
        )
        self.projects.folders = [path_of(folder.uri) for folder in params.workspace_folders or ()]
        if not self.projects.folders and params.root_uri:
            self.projects.folders = [path_of(params.root_uri)]
        self.configure(params.initialization_options)
        if wants_to_pull(params.capabilities):
            self.pulled = Pulled()
        self._life = asyncio.get_running_loop().create_task(end_with_editor(params.process_id))

    def shutdown(self) -> None:
        """Waits for no thread: one may wait for the editor, another may be in a check."""
        self.thread_pool.shutdown(wait=False)

    def stop(self) -> None:
        """Called when the editor has ended normally."""
        self.stopped = True
        self._stale = False
        self._cancel.set()
        if self._pause is not None:
            self._pause.cancel()

    def configure(self, sent: object) -> None:
        """Takes over the options of the editor."""
        self.options = Options.read(sent)
        self.projects.items = list(self.options.config)

    def watch(self) -> None:
        """Asks the editor to report changes of files on disk, if it can."""
        workspace = self.client_capabilities.workspace
        watching = workspace.did_change_watched_files if workspace is not None else None
        if watching is None or not watching.dynamic_registration:
            return
        watchers = [types.FileSystemWatcher(pattern) for pattern in _WATCHED]
        options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        registration = types.Registration("watch", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        self.client_register_capability(types.RegistrationParams([registration]))

    def touch(self, paths: Sequence[str]) -> None:
        """Records that files changed on disk."""
        self._touched += paths
        self.refresh()

    def refresh(self) -> None:
        """Records a change: the current check is out of date."""
        if self.stopped:
            return
        self._stale = True
        self._cancel.set()
        if self._pause is not None:
            self._pause.cancel()
        if self._task is None or self._task.done():
            self._loop = asyncio.get_running_loop()
            self._task = self._loop.create_task(self._work())
            self._task.add_done_callback(self._failed)

    def _failed(self, task: asyncio.Task[None]) -> None:
        """Logs an internal error to the editor; the next change starts a new task."""
        error = None if task.cancelled() else task.exception()
        if error is not None:
            _log.error("a bug of ours, please report it", exc_info=error)

    async def settled(self) -> None:
        """Waits until the results match the editor's documents."""
        while self._task is not None and not self._task.done():
            await asyncio.wait({self._task})

    def project_of(self, uri: str) -> tuple[EditedProject, str, int | None] | None:
        """Returns the project of a document, its path there, and the cell number for a cell, or None."""
        cells = {cell: (notebook, number) for cell, notebook, number in self.documents.cell_uris()}
        notebook, number = cells.get(uri, (uri, None))
        for project in self.projects.all():
            for path, (_, known) in project.open.items():
                if known == notebook:
                    return project, path, number
        return None

    def uri_of(self, project: EditedProject, span: Span) -> str:
        """Returns the URI of the document that contains a span."""
        path = project.absolute(span.path)
        uri = project.open[span.path][1] if span.path in project.open else from_fs_path(path) or path
        return spans_by_cell(self.documents.cell_uris())(uri, span)

    def edits(self) -> Edits:
        """Returns the converter for edits of the current documents, in the form the editor supports."""
        workspace = self.client_capabilities.workspace
        form = workspace.workspace_edit if workspace is not None else None
        return Edits(self.documents, versioned=form is not None and bool(form.document_changes))

    @property
    def resolves(self) -> bool:
        """Whether the editor requests the edit of an action only when it is chosen."""
        document = self.client_capabilities.text_document
        action = document.code_action if document is not None else None
        support = action.resolve_support if action is not None else None
        return support is not None and "edit" in support.properties

    async def fix_all(self, uri: str) -> types.WorkspaceEdit | None:
        """Returns the edit of a fixing run over a document, or None."""
        while True:
            await self.settled()
            found = self.project_of(uri)
            if found is None or self.stopped:
                return None
            project, path, cell = found
            versions = dict(self.documents.versions)
            loop = asyncio.get_running_loop()
            files = await loop.run_in_executor(self._checker, all_fixed, project.session, path, cell)
            if versions == self.documents.versions:
                return self.edits().of(project, files)

    async def _work(self) -> None:
        """Checks until nothing is out of date."""
        assert self._loop is not None
        while self._stale:
            self._stale = False
            self._cancel = threading.Event()
            touched, self._touched = self._touched, []
            contents = [(path_of_text(uri) if data is None else path_of(uri), uri, text, data) for uri, text, data in self.documents.contents()]
            versions = dict(self.documents.versions)
            first = not self.projects.all() and bool(contents)
            if first:
                await self._begin()
            try:
                await self._loop.run_in_executor(self._checker, self._check, touched, contents)
                self._publish(versions)
                self._rest()
            except Cancelled:
                continue
            finally:
                if first:
                    self._end()

    def _check(self, touched: list[str], contents: list[tuple[str, str, str | None, bytes | None]]) -> None:
        for path in touched:
            self.projects.touched(path)
        self.projects.update(contents)
        for project in self.projects.all():
            project.checked = project.session.check(project.open, self._cancel.is_set)

    def _rest(self) -> None:
        """Does what waits until the user stops typing: closed files, and garbage collection, which takes as long as a run."""
        assert self._loop is not None
        self._runs += 1
        if self._tidying is not None:
            self._tidying.cancel()
        self._tidying = self._loop.call_later(_IDLE if self._runs < _MANY else 0, self._collect_garbage)
        if self.options.show is not Show.OPEN and not self.stopped:
            # A slow project is checked after a pause of the same length, so that it costs at most half of the time.
            self._pause = self._loop.call_later(max(_IDLE, self._took), self._look_elsewhere)

    def _collect_garbage(self) -> None:
        self._runs = 0
        gc.collect()
        # What is kept for the next runs lives long: no later search looks at it again.
        gc.freeze()

    def _look_elsewhere(self) -> None:
        assert self._loop is not None
        self._looking = self._loop.create_task(self._check_everything(self._cancel))
        self._looking.add_done_callback(self._failed)

    async def _check_everything(self, cancel: threading.Event) -> None:
        """Checks closed files as well; the next change cancels it."""
        assert self._loop is not None
        start = time.monotonic()
        try:
            for project in self.projects.all():
                await self._loop.run_in_executor(self._checker, look, project, self.options.show, cancel.is_set)
        except Cancelled:
            return
        self._took = time.monotonic() - start
        if not cancel.is_set():
            self._publish(dict(self.documents.versions))

    def _publish(self, versions: dict[str, int]) -> None:
        """Sends changed diagnostics: for open documents, closed ones to report, and empty ones for all others."""
        cells = {
            notebook: [cell for cell, own, _ in self.documents.cell_uris() if own == notebook]
            for notebook in self.documents.notebooks
        }
        found: dict[str, list[types.Diagnostic]] = {}
        for project in self.projects.all():
            for path, (_, uri) in project.open.items():
                found.update({each: [] for each in cells.get(uri, [uri])})
                self._collect(project, path, project.checked, found)
            for path in shown(project, self.options.show):
                self._collect(project, path, project.whole, found)
        sent = {uri: (each, versions.get(uri)) for uri, each in found.items()}
        if self.pulled is not None:
            if self.pulled.take(sent):
                self.workspace_diagnostic_refresh(None)
            return
        gone = self._published.keys() - found.keys()
        for uri, (diagnostics, version) in sorted([*sent.items(), *((uri, _NOTHING) for uri in gone)]):
            if self._published.get(uri) != (diagnostics, version):
                self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, diagnostics, version))
        self._published = sent

    def _collect(
        self, project: EditedProject, path: str, checked: Checked | None, found: dict[str, list[types.Diagnostic]]
    ) -> None:
        if checked is None:
            return
        units = self.documents.units
        for finding in checked.report.findings:
            if finding.span.path == path:
                made = diagnostic(
                    finding, units, project.lines, lambda span: self.uri_of(project, span), project.rule_url
                )
                found.setdefault(self.uri_of(project, finding.span), []).append(made)
        for problem in checked.report.problems:
            if problem.span.path == path:
                found.setdefault(self.uri_of(project, problem.span), []).append(trouble(problem, units, project.lines))

    def _complain(self, text: str) -> None:
        message = types.ShowMessageParams(types.MessageType.Error, f"tflint-autograph: {text}")
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self.window_show_message, message)

    @property
    def _shows_progress(self) -> bool:
        window = self.client_capabilities.window
        return window is not None and bool(window.work_done_progress)

    @property
    def _token(self) -> str:
        return f"tflint-autograph/index-{self._indexed}"

    async def _begin(self) -> None:
        self._indexed += 1
        if self._shows_progress:
            await self.work_done_progress.create_async(self._token)
            self.work_done_progress.begin(
                self._token, types.WorkDoneProgressBegin("tflint-autograph", message="reading the project")
            )

    def _end(self) -> None:
        if self._shows_progress:
            self.work_done_progress.end(self._token, types.WorkDoneProgressEnd())


PAUSE = 2.0
"""Seconds between two checks for the editor's process."""


async def end_with_editor(process: int | None) -> None:
    """Ends this process as SIGTERM does, once the process with this id has ended.

    An unknown id belongs to an editor in another container, and is ignored. Not on Windows, where `os.kill` with 0 is Ctrl-C.
    """
    if process is None or sys.platform == "win32" or not _is_alive(process):
        return
    while _is_alive(process):
        await asyncio.sleep(PAUSE)
    os.kill(os.getpid(), signal.SIGTERM)


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # another user's
        return True
    return True
