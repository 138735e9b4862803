"""Diagnostics that an editor asks for, and folders that come and go, over the protocol."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types

from tests.lsp.editor import Editor, edit
from tests.lsp.test_server import CELLS, HAZARD, HELPER, at, open_notebook
from tests.programs import notebook, write

Full = types.RelatedFullDocumentDiagnosticReport
Unchanged = types.RelatedUnchangedDocumentDiagnosticReport


async def pull(editor: Editor, uri: str, known: str | None = None) -> Full | Unchanged:
    params = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri), previous_result_id=known)
    found = await editor.text_document_diagnostic_async(params)
    assert isinstance(found, (Full, Unchanged))
    return found


async def codes(editor: Editor, uri: str) -> list[str]:
    found = await pull(editor, uri)
    assert isinstance(found, Full)
    return [str(each.code) for each in found.items]


async def everything(editor: Editor, known: dict[str, str]) -> dict[str, tuple[list[str] | None, str]]:
    """Codes, or None for an unchanged document, and identity by document."""
    ids = [types.PreviousResultId(uri, value) for uri, value in known.items()]
    report = await editor.workspace_diagnostic_async(types.WorkspaceDiagnosticParams(ids))
    return {
        each.uri: (
            [str(one.code) for one in each.items] if isinstance(each, types.WorkspaceFullDocumentDiagnosticReport) else None,
            each.result_id or "",
        )
        for each in report.items
    }


@pytest.fixture
def project(tmp_path: Path) -> Path:
    write(tmp_path, {"train.py": HAZARD, "helpers.py": HELPER, "pyproject.toml": "[tool.tflint-autograph]\n"})
    return tmp_path


def test_an_editor_that_asks_is_sent_nothing(project: Path) -> None:
    async def work(editor: Editor) -> None:
        helpers, train = editor.open(project / "helpers.py"), editor.open(project / "train.py")
        first = await pull(editor, helpers)
        assert isinstance(first, Full)
        assert [each.code for each in first.items] == ["TFA101"]
        assert await codes(editor, train) == []
        again = await pull(editor, helpers, first.result_id)
        assert isinstance(again, Unchanged)
        # An edit of the caller changes the helper, of which the editor is told that it is to ask again.
        editor.change(train, "", at(6, 0, 12))
        await editor.until(lambda: editor.refreshed)
        assert await codes(editor, helpers) == []
        editor.change(helpers, "", at(5, 0, 0))
        assert await codes(editor, helpers) == []

    editor = edit(project, work, pulls=True)
    assert editor.diagnostics == {}


def test_what_is_asked_fits_the_text_that_was_sent_last(project: Path) -> None:
    async def work(editor: Editor) -> None:
        uri = editor.open(project / "helpers.py")
        for _ in range(3):
            editor.change(uri, "    id(x)", at(5, 0, 20))
            assert await codes(editor, uri) == []
            editor.change(uri, '    print("loss", x)', at(5, 0, 20))
            assert await codes(editor, uri) == ["TFA101"]

    edit(project, work, pulls=True)


def test_the_whole_workspace(project: Path) -> None:
    async def work(editor: Editor) -> None:
        train, helpers = editor.open(project / "train.py"), (project / "helpers.py").as_uri()
        # The closed file is looked at when nobody types.
        await editor.until(lambda: editor.refreshed)
        found = await everything(editor, {})
        assert {uri: said for uri, (said, _) in found.items()} == {train: [], helpers: ["TFA101"]}
        known = {uri: identity for uri, (_, identity) in found.items()}
        assert {said for uri, (said, _) in (await everything(editor, known)).items() if uri == helpers} == {None}
        editor.change(train, "", at(6, 0, 12))
        # Until the closed file is looked at again, only its way from the root has moved.
        while (await everything(editor, known))[helpers][0] != []:
            editor.refreshed = 0
            await editor.until(lambda: editor.refreshed)

    edit(project, work, pulls=True, options={"diagnostics": "workspace"})


def test_cells_of_a_notebook(tmp_path: Path) -> None:
    write(tmp_path, {"n.ipynb": notebook("import tensorflow as tf")})

    async def work(editor: Editor) -> None:
        open_notebook(editor, tmp_path / "n.ipynb")
        assert [await codes(editor, cell) for cell in CELLS[1:3]] == [[], ["TFA101"]]

    assert edit(tmp_path, work, pulls=True).diagnostics == {}


def test_folders_come_and_go(tmp_path: Path) -> None:
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder, ignored in zip(folders, ("", '"TFA101"'), strict=True):
        write(folder, {"m.py": HELPER.replace("def loss", "@tf.function\n    def loss"), "pyproject.toml": f"[tool.tflint-autograph]\nignore = [{ignored}]\n"})

    async def work(editor: Editor) -> None:
        uris = [editor.open(folder / "m.py") for folder in folders]
        assert [await codes(editor, uri) for uri in uris] == [["TFA101"], []]
        two = types.WorkspaceFolder(folders[1].as_uri(), "two")
        for event in (types.WorkspaceFoldersChangeEvent([two], []), types.WorkspaceFoldersChangeEvent([], [two])):
            editor.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(event))
            assert [await codes(editor, uri) for uri in uris] == [["TFA101"], []]

    edit(folders[0], work, pulls=True)
