"""An editor for tests: a real client of the protocol that talks to the real server over its standard streams."""

from __future__ import annotations

import ast
import asyncio
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.client import LanguageClient

COMMAND = (sys.executable, "-m", "tflint_autograph", "server")
SECONDS = 60


class Editor(LanguageClient):
    """Keeps what the server sends. `documents` are the texts as this side has them."""

    def __init__(self) -> None:
        super().__init__("tests", "1")
        self.diagnostics: dict[str, list[types.Diagnostic]] = {}
        self.versions: dict[str, int | None] = {}
        self.messages: list[str] = []
        self.progress_kinds: list[str] = []
        self.registered: list[str] = []
        self.shown: list[str] = []
        self.refreshed = 0
        self.arrived = asyncio.Event()
        self.exit_code: int | None = None
        self._version = 0

        @self.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)  # type: ignore[untyped-decorator]
        def published(params: types.PublishDiagnosticsParams) -> None:
            self.diagnostics[params.uri] = list(params.diagnostics)
            self.versions[params.uri] = params.version
            self.arrived.set()

        @self.feature(types.WINDOW_SHOW_MESSAGE)  # type: ignore[untyped-decorator]
        def message(params: types.ShowMessageParams) -> None:
            self.messages.append(params.message)
            self.arrived.set()

        @self.feature(types.WINDOW_WORK_DONE_PROGRESS_CREATE)  # type: ignore[untyped-decorator]
        def create(params: types.WorkDoneProgressCreateParams) -> None:
            self.progress_kinds.append("create")

        @self.feature(types.PROGRESS)  # type: ignore[untyped-decorator]
        def progress(params: types.ProgressParams) -> None:
            value = params.value
            self.progress_kinds.append(value["kind"] if isinstance(value, dict) else str(getattr(value, "kind", "")))

        @self.feature(types.CLIENT_REGISTER_CAPABILITY)  # type: ignore[untyped-decorator]
        def register(params: types.RegistrationParams) -> None:
            self.registered += [each.method for each in params.registrations]

        @self.feature(types.WORKSPACE_DIAGNOSTIC_REFRESH)  # type: ignore[untyped-decorator]
        def refresh(params: None) -> None:
            self.refreshed += 1
            self.arrived.set()

        @self.feature(types.WINDOW_SHOW_DOCUMENT)  # type: ignore[untyped-decorator]
        def show(params: types.ShowDocumentParams) -> types.ShowDocumentResult:
            self.shown.append(params.uri)
            return types.ShowDocumentResult(success=True)

    async def server_exit(self, server: asyncio.subprocess.Process) -> None:
        self.exit_code = server.returncode

    def open(self, path: Path, text: str | None = None) -> str:
        """Open a file with what is on disk, or with text of one's own; gives its URI."""
        uri = path.as_uri()
        shown = path.read_text(encoding="utf-8") if text is None else text
        self.text_document_did_open(
            types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "python", self._next(), shown))
        )
        return uri

    def change(self, uri: str, text: str, range_: types.Range | None = None) -> None:
        """Replace the text, or the text of a range."""
        change = (
            types.TextDocumentContentChangeWholeDocument(text)
            if range_ is None
            else types.TextDocumentContentChangePartial(range_, text)
        )
        document = types.VersionedTextDocumentIdentifier(self._next(), uri)
        self.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))

    def _next(self) -> int:
        self._version += 1
        return self._version

    async def until(self, met: Callable[[], object]) -> None:
        """Wait until the server has sent what is asked for."""
        async with asyncio.timeout(SECONDS) if sys.version_info >= (3, 11) else _Patience():
            while not met():
                self.arrived.clear()
                await self.arrived.wait()

    async def codes(self, uri: str) -> list[str]:
        """The codes of the diagnostics for the version that was sent last."""
        await self.until(lambda: self.versions.get(uri) == self._version)
        return [str(each.code) for each in self.diagnostics[uri]]

    async def actions(self, uri: str, range_: types.Range, *only: str) -> list[types.CodeAction]:
        """The code actions for a range."""
        context = types.CodeActionContext([], only=list(only) or None)
        params = types.CodeActionParams(types.TextDocumentIdentifier(uri), range_, context)
        found = await self.text_document_code_action_async(params)
        return [_action(each) for each in found or ()]

    async def edits(self, action: types.CodeAction) -> dict[str, tuple[int | None, list[types.TextEdit]]]:
        """Version and edits of each document an action changes, by URI; the server is asked for those it left out."""
        if action.edit is None:
            action = await self.code_action_resolve_async(action)
        assert action.edit is not None
        found: dict[str, tuple[int | None, list[types.TextEdit]]] = {
            uri: (None, list(edits)) for uri, edits in (action.edit.changes or {}).items()
        }
        for change in action.edit.document_changes or ():
            assert isinstance(change, types.TextDocumentEdit)
            edits = [each for each in change.edits if isinstance(each, types.TextEdit)]
            found[change.text_document.uri] = (change.text_document.version, edits)
        return found


def _action(found: types.Command | types.CodeAction) -> types.CodeAction:
    """lsprotocol takes an action that holds a command for a command, and writes what is in it as text."""
    if isinstance(found, types.CodeAction):
        return found
    return types.CodeAction(found.title, command=types.Command(**ast.literal_eval(found.command)))


class _Patience:
    """Python 3.10 has no `asyncio.timeout`; the test as a whole is limited there."""

    async def __aenter__(self) -> None: ...

    async def __aexit__(self, *error: object) -> None: ...


def capabilities(encodings: Sequence[str] = (), *, eager: bool = True, pulls: bool = False) -> types.ClientCapabilities:
    """What an editor says it can do; with `eager` everything the server makes use of, with `pulls` it asks for diagnostics."""
    general = types.GeneralClientCapabilities(
        position_encodings=[types.PositionEncodingKind(each) for each in encodings] or None
    )
    if not eager:
        return types.ClientCapabilities(general=general)
    watching = types.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True)
    return types.ClientCapabilities(
        general=general,
        text_document=types.TextDocumentClientCapabilities(
            code_action=types.CodeActionClientCapabilities(
                resolve_support=types.ClientCodeActionResolveOptions(["edit"]), data_support=True
            ),
            diagnostic=types.DiagnosticClientCapabilities() if pulls else None,
        ),
        workspace=types.WorkspaceClientCapabilities(
            did_change_watched_files=watching,
            workspace_edit=types.WorkspaceEditClientCapabilities(True),
            diagnostics=types.DiagnosticWorkspaceClientCapabilities(refresh_support=True) if pulls else None,
        ),
        window=types.WindowClientCapabilities(
            work_done_progress=True, show_document=types.ShowDocumentClientCapabilities(support=True)
        ),
    )


def edit(
    root: Path | Sequence[Path],
    work: Callable[[Editor], Awaitable[None]],
    *,
    encodings: Sequence[str] = (),
    options: dict[str, Any] | None = None,
    eager: bool = True,
    pulls: bool = False,
) -> Editor:
    """Start the server for folders, do some work as an editor, shut down; gives the editor with what it was sent."""
    roots = [root] if isinstance(root, Path) else list(root)

    async def session() -> Editor:
        editor = Editor()
        await editor.start_io(*COMMAND, cwd=str(roots[0]))
        folders = [types.WorkspaceFolder(each.as_uri(), each.name) for each in roots]
        await editor.initialize_async(
            types.InitializeParams(
                capabilities(encodings, eager=eager, pulls=pulls), workspace_folders=folders, initialization_options=options
            )
        )
        editor.initialized(types.InitializedParams())
        await work(editor)
        await editor.shutdown_async(None)
        editor.exit(None)
        while editor.exit_code is None:
            await asyncio.sleep(0.01)
        await editor.stop()  # type: ignore[no-untyped-call]
        return editor

    return asyncio.run(asyncio.wait_for(session(), SECONDS * 2))


def apply(text: str, edits: Sequence[types.TextEdit]) -> str:
    """The text with edits made, whose positions count code points."""
    lines = [*text.splitlines(keepends=True), ""]
    for each in sorted(edits, key=lambda each: (each.range.start.line, each.range.start.character), reverse=True):
        start, end = each.range.start, each.range.end
        head, tail = lines[start.line][: start.character], lines[end.line][end.character :]
        lines[start.line : end.line + 1] = (head + each.new_text + tail).splitlines(keepends=True) or [""]
    return "".join(lines)
