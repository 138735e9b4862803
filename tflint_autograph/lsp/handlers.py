"""The handlers for the editor's messages. State is in the server."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types

from tflint_autograph.lsp import hovers
from tflint_autograph.lsp.actions import EXPLAIN, FIX_ALL, KINDS, Actions, fix_all, wants
from tflint_autograph.lsp.diagnostics import Pulled
from tflint_autograph.lsp.documents import path_of
from tflint_autograph.lsp.projects import EditedProject
from tflint_autograph.lsp.server import Server
from tflint_autograph.model.finding import Finding
from tflint_autograph.model.location import Position, Span
from tflint_autograph.report.pages import address, reference
from tflint_autograph.rules.catalogue import codes


def register(server: Server) -> None:
    """Registers the handlers with the server."""
    for handler in (_life, _texts, _notebooks, _actions, _questions, _commands):
        handler(server)


def _life(server: Server) -> None:
    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        server.start(params)
        if server.pulled is not None:
            # Only now: an editor that is offered both would show everything twice.
            _pulling(server, server.pulled)

    @server.feature(types.SHUTDOWN)
    def shutdown(params: None) -> None:
        server.stop()

    @server.feature(types.INITIALIZED)
    def initialized(params: types.InitializedParams) -> None:
        server.watch()

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def configured(params: types.DidChangeConfigurationParams) -> None:
        if params.settings:
            server.configure(params.settings)
            server.projects.reset()
            server.refresh()

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def folders(params: types.DidChangeWorkspaceFoldersParams) -> None:
        gone = {path_of(folder.uri) for folder in params.event.removed}
        added = [path_of(folder.uri) for folder in params.event.added]
        server.projects.folders = [each for each in server.projects.folders if each not in gone] + added
        server.projects.reset()
        server.refresh()

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def watched(params: types.DidChangeWatchedFilesParams) -> None:
        server.touch([path_of(change.uri) for change in params.changes])


def _pulling(server: Server, pulled: Pulled) -> None:
    """Registers the handlers, and so the capability, with the server."""
    options = types.DiagnosticOptions(inter_file_dependencies=True, workspace_diagnostics=True, identifier="tflint-autograph")

    @server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, options)
    async def document(params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
        return await pulled.document(server.settled(), params.text_document.uri, params.previous_result_id)

    @server.feature(types.WORKSPACE_DIAGNOSTIC)
    async def workspace(params: types.WorkspaceDiagnosticParams) -> types.WorkspaceDiagnosticReport:
        await server.settled()
        return types.WorkspaceDiagnosticReport(_items(pulled, params.previous_result_ids))


def _items(pulled: Pulled, known: Sequence[types.PreviousResultId]) -> list[types.WorkspaceDocumentDiagnosticReport]:
    return list(pulled.workspace({each.uri: each.value for each in known}))


def _texts(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        server.documents.open(params.text_document)
        server.refresh()

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        document = params.text_document
        server.documents.change(document.uri, document.version, params.content_changes)
        server.refresh()

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        server.touch([path_of(params.text_document.uri)])

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        server.documents.close(params.text_document.uri)
        server.refresh()


def _notebooks(server: Server) -> None:
    @server.feature(types.NOTEBOOK_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenNotebookDocumentParams) -> None:
        server.documents.open_notebook(params)
        server.refresh()

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeNotebookDocumentParams) -> None:
        server.documents.change_notebook(params)
        server.refresh()

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveNotebookDocumentParams) -> None:
        server.touch([path_of(params.notebook_document.uri)])

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseNotebookDocumentParams) -> None:
        server.documents.close_notebook(params)
        server.refresh()


def _actions(server: Server) -> None:
    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(code_action_kinds=list(KINDS), resolve_provider=True),
    )
    async def offered(params: types.CodeActionParams) -> list[types.CodeAction]:
        await server.settled()
        uri = params.text_document.uri
        found = server.project_of(uri)
        if found is None:
            return []
        project, path, cell = found
        start, end = (_place(server, project, path, cell, each) for each in (params.range.start, params.range.end))
        own = _in_cell(project.findings(path), cell)
        only = [str(getattr(kind, "value", kind)) for kind in params.context.only or ()]
        actions: list[types.CodeAction] = []
        if wants(KINDS[0], only):
            offers = Actions(project, server.documents.units, lambda span: server.uri_of(project, span), server.edits())
            here = [finding for finding in own if finding.span.start <= end and start <= finding.span.end]
            actions += [action for finding in here for action in offers.about(finding)]
        everything = fix_all(project, own, uri) if wants(FIX_ALL, only) else None
        if everything is not None:
            actions.append(everything if server.resolves else await resolved(everything))
        return actions

    @server.feature(types.CODE_ACTION_RESOLVE)
    async def resolved(action: types.CodeAction) -> types.CodeAction:
        if action.kind == FIX_ALL:
            action.edit = await server.fix_all(str(action.data))
        return action


def _questions(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> types.Hover | None:
        await server.settled()
        found = server.project_of(params.text_document.uri)
        if found is None:
            return None
        project, path, cell = found
        place = _place(server, project, path, cell, params.position)
        parts = _said(project, path, cell, place)
        text = "\n\n".join(part for _, part in parts)
        if not parts:
            return None
        shown = server.documents.units.range(parts[0][0], project.lines)
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), shown)

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    async def lenses(params: types.CodeLensParams) -> list[types.CodeLens]:
        await server.settled()
        found = server.project_of(params.text_document.uri) if server.options.code_lens else None
        if found is None:
            return []
        project, path, cell = found
        own = [each for each in project.traced(path) if each.span.cell == cell]
        return [
            types.CodeLens(server.documents.units.range(each.span, project.lines), types.Command(hovers.lens(each), ""))
            for each in own
        ]


def _commands(server: Server) -> None:
    @server.command(EXPLAIN)
    async def explain(code: str) -> None:
        rule_url = next((project.rule_url for project in server.projects.all() if project.rule_url), "")
        name = codes().get(code, "")
        page = address(rule_url, code, name)
        window = server.client_capabilities.window
        if page and window is not None and window.show_document is not None:
            await server.window_show_document_async(types.ShowDocumentParams(page, external=True))
        else:
            text = f"{hovers.summary(code)}{reference(rule_url, code, name)}"
            server.window_show_message(types.ShowMessageParams(types.MessageType.Info, text))


def _place(server: Server, project: EditedProject, path: str, cell: int | None, position: types.Position) -> Position:
    return server.documents.units.place(position, project.lines(path, cell))


def _in_cell(findings: Sequence[Finding], cell: int | None) -> list[Finding]:
    return [finding for finding in findings if finding.span.cell == cell]


def _said(project: EditedProject, path: str, cell: int | None, place: Position) -> list[tuple[Span, str]]:
    """Returns the hover texts for a place with their spans: why the def there is traced, and the findings there."""
    defs = [
        (each.span, hovers.traced(each))
        for each in project.traced(path)
        if each.span.cell == cell and _holds(each.span, place)
    ]
    found = _in_cell(project.findings(path), cell)
    said = ((each.span, hovers.explained(each, project.rule_url)) for each in found if _holds(each.span, place))
    return [*defs, *said]


def _holds(span: Span, place: Position) -> bool:
    return span.start <= place < span.end
