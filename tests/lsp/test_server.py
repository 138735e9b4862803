"""The language server as an editor sees it, over standard input and output."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest
from lsprotocol import types

from tests.lsp.editor import Editor, apply, edit
from tests.programs import notebook, write

HAZARD = """
    import tensorflow as tf

    from helpers import loss


    @tf.function
    def step(x):
        return loss(x)
    """
HELPER = """
    import tensorflow as tf


    def loss(x):
        print("loss", x)
        return x
    """


def at(line: int, first: int, last: int) -> types.Range:
    return types.Range(types.Position(line, first), types.Position(line, last))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    write(tmp_path, {"train.py": HAZARD, "helpers.py": HELPER, "pyproject.toml": "[tool.tflint-autograph]\n"})
    return tmp_path


def test_a_finding_has_header_label_help_code_chain_and_data(project: Path) -> None:
    async def work(editor: Editor) -> None:
        uri = editor.open(project / "helpers.py")
        assert await editor.codes(uri) == ["TFA101"]

    editor = edit(project, work)
    (found,) = editor.diagnostics[(project / "helpers.py").as_uri()]
    assert found.message.splitlines() == [
        "`print` runs only at trace time, not on every call", "runs once per trace, not once per call", "help: use `tf.print`"
    ]  # fmt: skip
    assert found.range == at(5, 4, 20)
    assert found.source == "tflint-autograph"
    assert found.code_description is None
    places = [(each.location.uri, each.location.range.start.line) for each in found.related_information or ()]
    assert places == [((project / "train.py").as_uri(), 6), ((project / "train.py").as_uri(), 8)]
    assert isinstance(found.data, dict) or hasattr(found.data, "fingerprint")
    assert editor.exit_code == 0


def test_the_first_index_shows_progress_and_files_are_watched(project: Path) -> None:
    async def work(editor: Editor) -> None:
        await editor.codes(editor.open(project / "helpers.py"))

    editor = edit(project, work)
    assert editor.progress_kinds == ["create", "begin", "end"]
    assert editor.registered == ["workspace/didChangeWatchedFiles"]


def test_a_plain_editor_is_asked_for_nothing(project: Path) -> None:
    async def work(editor: Editor) -> None:
        assert await editor.codes(editor.open(project / "helpers.py")) == ["TFA101"]

    editor = edit(project, work, eager=False)
    assert editor.progress_kinds == []
    assert editor.registered == []


def test_an_unsaved_edit_in_the_caller_changes_the_helper(project: Path) -> None:
    async def work(editor: Editor) -> None:
        helpers, train = editor.open(project / "helpers.py"), editor.open(project / "train.py")
        await editor.codes(train)
        assert [each.code for each in editor.diagnostics[helpers]] == ["TFA101"]
        editor.change(train, "", at(6, 0, 12))
        assert await editor.codes(train) == []
        assert editor.diagnostics[helpers] == []
        editor.change(train, "@tf.function", at(6, 0, 0))
        await editor.codes(train)
        assert [each.code for each in editor.diagnostics[helpers]] == ["TFA101"]

    edit(project, work)


def test_an_edit_in_a_helper_changes_its_caller(tmp_path: Path) -> None:
    caller = """
        import tensorflow as tf
        from helpers import count

        @tf.function
        def step(x):
            return int(count(tf.ones(3)))
        """
    helper = "import tensorflow as tf\n\ndef count(x):\n    return 3\n"
    write(tmp_path, {"train.py": caller, "helpers.py": helper})

    async def work(editor: Editor) -> None:
        train, helpers = editor.open(tmp_path / "train.py"), editor.open(tmp_path / "helpers.py")
        await editor.until(lambda: train in editor.diagnostics)
        assert editor.diagnostics[train] == []
        editor.change(helpers, "tf.reduce_sum(x)", at(3, 11, 12))
        await editor.codes(helpers)
        await editor.until(lambda: editor.diagnostics[train])
        assert [each.code for each in editor.diagnostics[train]] == ["TFA301"]

    edit(tmp_path, work, options={"config": ['min-severity = "info"', 'min-confidence = "low"']})


def test_a_closed_file_is_the_one_on_disk_again(project: Path) -> None:
    async def work(editor: Editor) -> None:
        helpers, train = editor.open(project / "helpers.py"), editor.open(project / "train.py", "x = 1\n")
        await editor.codes(train)
        assert editor.diagnostics[helpers] == []
        editor.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(train)))
        await editor.until(lambda: editor.diagnostics[helpers])
        assert editor.diagnostics[train] == []

    edit(project, work)


@pytest.mark.parametrize("show", ["changed", "workspace", "open"])
def test_an_edit_changes_what_is_said_of_closed_files(project: Path, show: str) -> None:
    train, helpers, other = (project / name for name in ("train.py", "helpers.py", "other.py"))
    traced = train.read_text()
    train.write_text(traced.replace("@tf.function\n", ""))
    write(project, {"other.py": "import tensorflow as tf\n\n@tf.function\ndef f(x):\n    print(x)\n"})
    there = show == "workspace"

    async def work(editor: Editor) -> None:
        # The very first text already differs from the one on disk.
        uri = editor.open(train, traced)
        await editor.codes(uri)
        if show != "open":
            await editor.until(lambda: editor.diagnostics.get(helpers.as_uri()))
            (found,) = editor.diagnostics[helpers.as_uri()]
            assert (found.code, found.range) == ("TFA101", at(5, 4, 20))
            assert editor.versions[helpers.as_uri()] is None
        else:
            # Longer than the pause after which the others look at closed files.
            await asyncio.sleep(3)
        editor.change(uri, train.read_text())
        await editor.codes(uri)
        await editor.until(lambda: not editor.diagnostics.get(helpers.as_uri()))
        await editor.until(lambda: editor.diagnostics.get(other.as_uri()) or not there)

    editor = edit(project, work, options={"diagnostics": show})
    assert (other.as_uri() in editor.diagnostics) is there
    assert (helpers.as_uri() in editor.diagnostics) is (show != "open")


def test_a_closed_project_has_no_diagnostics(project: Path) -> None:
    async def work(editor: Editor) -> None:
        uri = editor.open(project / "train.py")
        await editor.until(lambda: editor.diagnostics.get((project / "helpers.py").as_uri()))
        editor.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))
        await editor.until(lambda: not editor.diagnostics[(project / "helpers.py").as_uri()])

    edit(project, work, options={"diagnostics": "workspace"})


def test_half_written_code_has_one_problem_and_others_keep_their_findings(project: Path) -> None:
    async def work(editor: Editor) -> None:
        helpers, train = editor.open(project / "helpers.py"), editor.open(project / "train.py")
        await editor.codes(train)
        editor.change(train, (project / "train.py").read_text() + "\ndef half(:\n")
        assert await editor.codes(train) == ["syntax"]
        assert [each.code for each in editor.diagnostics[helpers]] == ["TFA101"]
        editor.change(train, (project / "train.py").read_text())
        assert await editor.codes(train) == []

    edit(project, work)


def test_ignore_on_this_line_and_explain(project: Path) -> None:
    async def work(editor: Editor) -> None:
        path = project / "helpers.py"
        uri = editor.open(path)
        await editor.codes(uri)
        offered = {each.title: each for each in await editor.actions(uri, at(5, 6, 6), "quickfix")}
        ((version, edits),) = (await editor.edits(offered["TFA101: ignore on this line"])).values()
        assert version == editor.versions[uri]
        text = apply(path.read_text(), edits)
        assert '    print("loss", x)  # tflint: ignore[TFA101]\n' in text
        editor.change(uri, text)
        assert await editor.codes(uri) == []
        command = offered["TFA101: explain `python-print`"].command
        assert command is not None
        await editor.workspace_execute_command_async(types.ExecuteCommandParams(command.command, command.arguments))
        assert editor.shown == []
        await editor.until(lambda: editor.messages)
        assert editor.messages[0].startswith("TFA101 python-print: A call of `print`")
        assert editor.messages[0].endswith("Learn more: tflint-autograph explain TFA101")
        assert await editor.actions(uri, at(0, 0, 0)) == []

    edit(project, work)


def test_pages_are_linked_where_the_option_says_where_they_are(project: Path) -> None:
    page = "https://docs.test/python-print"

    async def work(editor: Editor) -> None:
        uri = editor.open(project / "helpers.py")
        await editor.codes(uri)
        description = editor.diagnostics[uri][0].code_description
        assert description is not None
        assert description.href == page
        offered = {each.title: each for each in await editor.actions(uri, at(5, 6, 6), "quickfix")}
        command = offered["TFA101: explain `python-print`"].command
        assert command is not None
        await editor.workspace_execute_command_async(types.ExecuteCommandParams(command.command, command.arguments))
        assert editor.shown == [page]
        hover = await editor.text_document_hover_async(
            types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(5, 6))
        )
        assert hover is not None
        assert f"[TFA101]({page})" in str(hover.contents)

    edit(project, work, options={"config": ["rule-url = 'https://docs.test/{name}'"]})


def test_a_safe_fix_is_preferred_and_in_fix_all(tmp_path: Path) -> None:
    write(
        tmp_path, {"m.py": "x = 1  # tflint: ignore[TFA101] why\ny = 2  # tflint: ignore[TFA110]\nimport tensorflow\n"}
    )

    async def work(editor: Editor) -> None:
        path = tmp_path / "m.py"
        uri = editor.open(path)
        assert await editor.codes(uri) == ["TFA901", "TFA901"]
        assert editor.diagnostics[uri][0].tags == (types.DiagnosticTag.Unnecessary,)
        fix = (await editor.actions(uri, at(0, 8, 8)))[0]
        assert fix.is_preferred
        (everything,) = await editor.actions(uri, at(0, 0, 0), "source.fixAll")
        assert everything.kind == "source.fixAll.tflint-autograph"
        ((version, edits),) = (await editor.edits(everything)).values()
        assert version == editor.versions[uri]
        assert apply(path.read_text(), edits) == "x = 1\ny = 2\nimport tensorflow\n"

    edit(tmp_path, work)


RANDOM = """
    import random
    from tensorflow import keras, function


    @function
    def f(x):
        print("x", x)
        print(random.random(), x)
        print("y", x)
        return x
    """


def test_an_unsafe_fix_brings_the_import_it_needs(tmp_path: Path) -> None:
    write(tmp_path, {"m.py": RANDOM})

    async def work(editor: Editor) -> None:
        path = tmp_path / "m.py"
        uri = editor.open(path, text := path.read_text().replace('"x"', '"😀"'))
        await editor.codes(uri)
        offered = await editor.actions(uri, at(7, 4, 4), "quickfix")
        fix = next(each for each in offered if "unsafe" in each.title)
        assert not fix.is_preferred
        assert fix.edit is not None
        ((version, edits),) = (await editor.edits(fix)).values()
        assert version == editor.versions[uri]
        fixed = apply(text, edits)
        assert "import tensorflow as tf\n" in fixed
        assert '    tf.print("😀", x' in fixed
        assert fixed.count("    print(") == 2
        editor.change(uri, fixed)
        assert "TFA101" in await editor.codes(uri)

    edit(tmp_path, work, encodings=["utf-32"])


@pytest.mark.parametrize("eager", [True, False])
def test_fix_all_does_what_the_command_line_does(tmp_path: Path, *, eager: bool) -> None:
    config = "[tool.tflint-autograph]\nunsafe-fixes = true\n"
    write(tmp_path, {"m.py": RANDOM, "pyproject.toml": config})
    path = tmp_path / "m.py"
    text = path.read_text()

    async def work(editor: Editor) -> None:
        # What is fixed is what is being typed, not what is on disk.
        uri = editor.open(path, f"{text}y = 1  # tflint: ignore[TFA101]\n")
        assert len(await editor.codes(uri)) > 3
        (everything,) = await editor.actions(uri, at(0, 0, 0), "source.fixAll")
        assert everything.title == "tflint-autograph: apply all fixes"
        assert (everything.edit is None) is eager
        ((version, edits),) = (await editor.edits(everything)).values()
        assert version == (editor.versions[uri] if eager else None)
        fixed = apply(f"{text}y = 1  # tflint: ignore[TFA101]\n", edits)
        editor.change(uri, fixed)
        await editor.codes(uri)
        assert await editor.actions(uri, at(0, 0, 0), "source.fixAll") == []
        path.with_suffix(".fixed").write_text(fixed)

    edit(tmp_path, work, eager=eager)
    command = [sys.executable, "-m", "tflint_autograph", "check", "--fix", "m.py"]
    subprocess.run(command, cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=60)
    assert path.read_text() != text
    assert path.with_suffix(".fixed").read_text() == f"{path.read_text()}y = 1\n"


def test_hovers(project: Path) -> None:
    async def hover(editor: Editor, uri: str, line: int, character: int) -> str:
        params = types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(line, character))
        found = await editor.text_document_hover_async(params)
        return found.contents.value if found is not None and isinstance(found.contents, types.MarkupContent) else ""

    async def work(editor: Editor) -> None:
        uri = editor.open(project / "helpers.py")
        text = await hover(editor, uri, 4, 5)
        assert text.startswith("**traced**: `helpers.loss` (confidence high)")
        assert "`train.step` is decorated with `@tf.function` (train.py:7)" in text
        found = await hover(editor, uri, 5, 6)
        assert found.startswith("**TFA101** python-print: `print` runs only at trace time, not on every call")
        assert "help: " in found
        assert await hover(editor, uri, 0, 0) == ""

    edit(project, work)


def test_code_lenses_are_off_by_default(project: Path) -> None:
    async def titles(editor: Editor) -> list[str]:
        uri = editor.open(project / "helpers.py")
        found = await editor.text_document_code_lens_async(types.CodeLensParams(types.TextDocumentIdentifier(uri)))
        return [each.command.title for each in found or () if each.command]

    async def without(editor: Editor) -> None:
        assert await titles(editor) == []

    async def asked_for(editor: Editor) -> None:
        assert await titles(editor) == ["traced via train.step"]

    edit(project, without)
    edit(project, asked_for, options={"codeLens": True})


LINE = '    y = "😀é"; print(y, x)\n'


@pytest.mark.parametrize(("encoding", "start"), [("utf-8", 18), ("utf-16", 15), ("utf-32", 14)])
def test_columns_count_the_units_that_were_agreed_on(tmp_path: Path, encoding: str, start: int) -> None:
    source = f"import tensorflow as tf\n\n@tf.function\ndef f(x):\n{LINE}"
    write(tmp_path, {"m.py": source})

    async def work(editor: Editor) -> None:
        uri = editor.open(tmp_path / "m.py")
        assert await editor.codes(uri) == ["TFA101"]
        (found,) = editor.diagnostics[uri]
        assert found.range == at(4, start, start + len("print(y, x)"))
        # An edit behind the characters, in the same units, lands where it belongs.
        editor.change(uri, "tf.print", at(4, start, start + len("print")))
        assert await editor.codes(uri) == []

    edit(tmp_path, work, encodings=[encoding])


def test_lines_end_where_an_editor_ends_them(tmp_path: Path) -> None:
    source = 'import tensorflow as tf\nx = "\x0c\u2028"\n\n@tf.function\ndef f(x):\n    print(x)\n'
    write(tmp_path, {"m.py": "pass\n"})

    async def work(editor: Editor) -> None:
        uri = editor.open(tmp_path / "m.py", source)
        assert await editor.codes(uri) == ["TFA101"]
        assert editor.diagnostics[uri][0].range == at(5, 4, 12)
        editor.change(uri, "tf.print", at(5, 4, 9))
        assert await editor.codes(uri) == []

    edit(tmp_path, work)


TEXTS = [
    "# title",
    "from tensorflow import function",
    "@function\ndef f(x):\n    print(x)\n    return x",
    "x = 1  # tflint: ignore[TFA101]",
]
CELLS = [f"vscode-notebook-cell:/n.ipynb#{number}" for number in range(len(TEXTS))]


def open_notebook(editor: Editor, path: Path) -> str:
    """Open a notebook with these cells, the first of which is not code; gives its URI."""
    uri = path.as_uri()
    kinds = [types.NotebookCellKind.Markup, *[types.NotebookCellKind.Code] * (len(CELLS) - 1)]
    cells = [types.NotebookCell(kind, cell) for kind, cell in zip(kinds, CELLS, strict=True)]
    items = [types.TextDocumentItem(cell, "python", 1, text) for cell, text in zip(CELLS, TEXTS, strict=True)]
    document = types.NotebookDocument(uri, "jupyter-notebook", 1, cells)
    editor.notebook_document_did_open(types.DidOpenNotebookDocumentParams(document, items[1:]))
    return uri


def test_notebooks(tmp_path: Path) -> None:
    write(tmp_path, {"n.ipynb": notebook("import tensorflow as tf")})

    async def work(editor: Editor) -> None:
        uri = open_notebook(editor, tmp_path / "n.ipynb")
        await editor.until(lambda: CELLS[2] in editor.diagnostics)
        (found,) = editor.diagnostics[CELLS[2]]
        assert found.range == at(2, 4, 12)
        assert found.related_information is not None
        assert found.related_information[0].location.uri == CELLS[2]
        assert editor.diagnostics[CELLS[1]] == []
        changes = [types.TextDocumentContentChangePartial(at(2, 4, 9), "id")]
        content = types.NotebookDocumentCellContentChanges(types.VersionedTextDocumentIdentifier(2, CELLS[2]), changes)
        editor.notebook_document_did_change(
            types.DidChangeNotebookDocumentParams(
                types.VersionedNotebookDocumentIdentifier(2, uri),
                types.NotebookDocumentChangeEvent(cells=types.NotebookDocumentCellChanges(text_content=[content])),
            )
        )
        await editor.until(lambda: not editor.diagnostics[CELLS[2]])

    edit(tmp_path, work)


def test_a_fix_in_a_cell_has_its_import_in_the_cell_of_imports(tmp_path: Path) -> None:
    write(tmp_path, {"n.ipynb": notebook("import tensorflow as tf")})

    async def work(editor: Editor) -> None:
        open_notebook(editor, tmp_path / "n.ipynb")
        await editor.until(lambda: editor.diagnostics.get(CELLS[2]))
        offered = await editor.actions(CELLS[2], at(2, 4, 4), "quickfix")
        found = await editor.edits(next(each for each in offered if "unsafe" in each.title))
        assert {uri: version for uri, (version, _) in found.items()} == {CELLS[1]: 1, CELLS[2]: 1}
        assert apply(TEXTS[1], found[CELLS[1]][1]) == f"import tensorflow as tf\n{TEXTS[1]}"
        assert apply(TEXTS[2], found[CELLS[2]][1]) == TEXTS[2].replace("print(x)", "tf.print(x)")
        comment = await editor.edits(next(each for each in offered if "ignore" in each.title))
        assert list(comment) == [CELLS[2]]
        assert "    print(x)  # tflint: ignore[TFA101]\n" in apply(TEXTS[2], comment[CELLS[2]][1])
        assert await editor.actions(CELLS[2], at(0, 0, 0), "source.fixAll") == []
        (everything,) = await editor.actions(CELLS[3], at(0, 0, 0), "source.fixAll")
        fixed = await editor.edits(everything)
        assert list(fixed) == [CELLS[3]]
        assert apply(TEXTS[3], fixed[CELLS[3]][1]) == "x = 1"

    edit(tmp_path, work)


def test_a_changed_configuration_counts_at_once(project: Path) -> None:
    async def work(editor: Editor) -> None:
        uri = editor.open(project / "helpers.py")
        assert await editor.codes(uri) == ["TFA101"]
        config = project / "pyproject.toml"

        def say() -> None:
            event = types.FileEvent(config.as_uri(), types.FileChangeType.Changed)
            editor.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))

        config.write_text('[tool.tflint-autograph]\nignore = ["TFA101"]\n')
        say()
        await editor.until(lambda: not editor.diagnostics[uri])
        config.write_text('[tool.tflint-autograph]\nignor = ["TFA101"]\n')
        say()
        await editor.until(lambda: editor.messages)
        assert "unknown key `ignor`" in editor.messages[0]
        config.write_text("[tool.tflint-autograph]\n")
        say()
        await editor.until(lambda: editor.diagnostics[uri])

    edit(project, work)


def test_files_that_change_on_disk_count(project: Path) -> None:
    async def work(editor: Editor) -> None:
        uri = editor.open(project / "helpers.py")
        assert await editor.codes(uri) == ["TFA101"]
        train = project / "train.py"
        text = train.read_text()
        train.unlink()
        gone = types.FileEvent(train.as_uri(), types.FileChangeType.Deleted)
        editor.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([gone]))
        await editor.until(lambda: not editor.diagnostics[uri])
        (project / "other.py").write_text(text)
        came = types.FileEvent((project / "other.py").as_uri(), types.FileChangeType.Created)
        editor.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([came]))
        await editor.until(lambda: editor.diagnostics[uri])

    edit(project, work)


def test_each_folder_of_a_workspace_has_its_own_configuration(tmp_path: Path) -> None:
    folders = [tmp_path / "one", tmp_path / "two"]
    source = "import tensorflow as tf\n\n@tf.function\ndef f(x):\n    print(x)\n"
    for folder, ignored in zip(folders, ("", '"TFA101"'), strict=True):
        write(folder, {"m.py": source, "pyproject.toml": f"[tool.tflint-autograph]\nignore = [{ignored}]\n"})

    async def work(editor: Editor) -> None:
        uris = [editor.open(folder / "m.py") for folder in folders]
        assert await editor.codes(uris[1]) == []
        assert [each.code for each in editor.diagnostics[uris[0]]] == ["TFA101"]

    edit(folders, work)


def test_a_file_that_was_never_saved_is_checked(tmp_path: Path) -> None:
    async def work(editor: Editor) -> None:
        uri = editor.open(tmp_path / "new.py", "import tensorflow as tf\n\n@tf.function\ndef f(x):\n    print(x)\n")
        assert await editor.codes(uri) == ["TFA101"]

    edit(tmp_path, work)


def test_fast_typing_ends_with_the_findings_of_the_last_text(project: Path) -> None:
    async def work(editor: Editor) -> None:
        uri = editor.open(project / "helpers.py")
        for number in range(30):
            editor.change(uri, f"{'# ' if number % 2 else ''}x = {number}\n", at(0, 0, 0))
        assert await editor.codes(uri) == ["TFA101"]
        assert editor.diagnostics[uri][0].range.start.line == 35

    edit(project, work)


@pytest.mark.parametrize("channel", [(), ("--stdio",)], ids=["silent about it", "--stdio"])
def test_exit_without_shutdown_is_a_failure_and_stdout_holds_the_protocol_only(channel: tuple[str, ...], tmp_path: Path) -> None:
    body = json.dumps({"jsonrpc": "2.0", "method": "exit"}).encode()
    command = [sys.executable, "-m", "tflint_autograph", "server", *channel]
    data = b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
    done = subprocess.run(command, input=data, capture_output=True, cwd=tmp_path, check=False, timeout=60)
    assert done.returncode == 1
    assert done.stdout == b""


def test_without_the_extra_one_line_says_so(tmp_path: Path) -> None:
    (tmp_path / "pygls.py").write_text("raise ModuleNotFoundError(\"No module named 'pygls'\", name='pygls')\n")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from tflint_autograph.cli.main import run; sys.exit(run(['server']))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "error: the language server needs the extra `lsp`",
        '  install "tflint-autograph[lsp]"',
    ]


def test_a_notebook_that_is_sent_as_one_text_is_a_module_beside_its_file(tmp_path: Path) -> None:
    # As JupyterLab does: cells joined, magics replaced, and a folder that is not there.
    write(tmp_path, {"sub/helpers.py": HELPER, "sub/n.ipynb": notebook("import tensorflow as tf")})
    text = "from helpers import loss\nimport tensorflow as tf\n\n\n@tf.function\ndef step(x):\n    print(x)\n    return loss(x)\n"

    async def work(editor: Editor) -> None:
        helpers = editor.open(tmp_path / "sub" / "helpers.py")
        uri = editor.open(tmp_path / ".virtual_documents" / "sub" / "n.ipynb", text)
        assert await editor.codes(uri) == ["TFA101"]
        await editor.until(lambda: helpers in editor.diagnostics)
        assert [each.code for each in editor.diagnostics[helpers]] == ["TFA101"]
        (found,) = editor.diagnostics[uri]
        assert found.related_information is not None
        assert found.related_information[0].location.uri == uri
        assert found.related_information[0].message == "`sub.n.step` is decorated with `@tf.function`"
        offered = await editor.actions(uri, at(6, 5, 5), "quickfix")
        fix = next(each for each in offered if "unsafe" in each.title)
        ((_, edits),) = (await editor.edits(fix)).values()
        assert "    tf.print(x)\n" in apply(text, edits)

    edit(tmp_path, work)
