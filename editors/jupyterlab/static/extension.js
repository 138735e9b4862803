// Quick fixes in JupyterLab, which jupyterlab-lsp has none of: asks our server for the actions at the cursor and makes the chosen
// one in the cells. Written by hand as a container of federated modules, so that nothing has to be built.
"use strict";

(() => {
  const NAME = "tflint-autograph";
  const FIX = `${NAME}:fix`;
  const EDITORS = [".jp-Notebook .jp-CodeCell .jp-Editor", ".jp-FileEditor .jp-Editor"];

  let shared = {};

  /** A module of JupyterLab itself. */
  async function load(name) {
    const versions = Object.values(shared[name] ?? {});
    if (versions.length === 0) {
      throw new Error(`${NAME}: this JupyterLab has no ${name}`);
    }
    return (await versions[0].get())();
  }

  /** What the cursor is in: the document as the server knows it, the connection to the server, and the place there. */
  function cursor(app, manager) {
    const adapter = [...manager.adapters.values()].find((each) => each.widget === app.shell.currentWidget);
    const active = adapter?.activeEditor;
    const editor = active?.getEditor();
    const document = adapter?.virtualDocument;
    if (!editor || !document) {
      return null;
    }
    const { line, column } = editor.getCursorPosition();
    const root = document.transformFromEditorToRoot(active, { line, ch: column, isEditor: true });
    const connection = manager.connections.get(document.uri);
    if (!root || !connection?.isReady) {
      return null;
    }
    const place = document.virtualPositionAtDocument(root);
    return { editor, document, connection, position: { line: place.line, character: place.ch } };
  }

  /** The actions at the cursor that are edits. */
  async function actions({ connection, document, position }) {
    const found = await connection.clientRequests["textDocument/codeAction"].request({
      textDocument: { uri: document.documentInfo.uri },
      range: { start: position, end: position },
      context: { diagnostics: [], only: ["quickfix"] },
    });
    return (found ?? []).filter((each) => each.edit);
  }

  /** The edits of an action by document. */
  function edits(action) {
    const changes = Object.entries(action.edit.changes ?? {});
    return [...changes, ...(action.edit.documentChanges ?? []).map((each) => [each.textDocument.uri, each.edits])];
  }

  /** Makes an action in the cells; what it would change in other files is not touched, and said. */
  function apply(action, { document }) {
    const own = document.documentInfo.uri;
    if (edits(action).some(([uri]) => decodeURIComponent(uri) !== decodeURIComponent(own))) {
      throw new Error("this fix changes another file too: make it there, or with `tflint-autograph check --fix`");
    }
    const made = edits(action).flatMap(([, list]) => list.map((edit) => inCell(edit, document)));
    // From the last to the first, so that no edit moves another.
    made.sort((one, two) => two.start - one.start);
    for (const { editor, start, end, text } of made) {
      editor.model.sharedModel.updateSource(start, end, text);
    }
  }

  /** An edit in the source of its cell. */
  function inCell({ range, newText }, document) {
    const place = ({ line, character }) => ({ line, ch: character, isVirtual: true });
    const start = place(range.start);
    const editor = document.getEditorAtVirtualLine(start).getEditor();
    const offset = (each) => {
      const { line, ch } = document.transformVirtualToEditor(each);
      return editor.getOffsetAt({ line, column: ch });
    };
    return { editor, start: offset(start), end: offset(place(range.end)), text: newText };
  }

  async function activate(app, manager, modules) {
    const { showErrorMessage } = modules.apputils;
    const commands = new modules.commands.CommandRegistry();
    let running = [];

    const menu = new modules.widgets.Menu({ commands });
    menu.addClass("tflint-fixes");

    async function offer() {
      const here = cursor(app, manager);
      const found = here === null ? [] : await actions(here);
      running.forEach((each) => each.dispose());
      menu.clearItems();
      const shown = found.length > 0 ? found : [{ title: "No fix of tflint-autograph here" }];
      running = shown.map((action, index) =>
        commands.addCommand(`fix-${index}`, {
          label: action.title,
          isEnabled: () => action.edit !== undefined,
          execute: () => {
            try {
              apply(action, here);
            } catch (error) {
              void showErrorMessage(NAME, error);
            }
          },
        }),
      );
      shown.forEach((_, index) => menu.addItem({ command: `fix-${index}` }));
      const at = here?.editor.getCoordinateForPosition(here.editor.getCursorPosition());
      menu.open(at?.left ?? 0, at?.bottom ?? 0);
      // By the keyboard the first one is chosen by Enter.
      menu.activeIndex = 0;
    }

    app.commands.addCommand(FIX, {
      label: "tflint-autograph: Quick Fix…",
      isEnabled: () => cursor(app, manager) !== null,
      execute: () => offer().catch((error) => showErrorMessage(NAME, error)),
    });
    for (const selector of EDITORS) {
      app.commands.addKeyBinding({ command: FIX, keys: ["Alt Enter"], selector });
      app.contextMenu.addItem({ command: FIX, selector, rank: 0 });
    }
  }

  async function extension() {
    const [lsp, apputils, widgets, commands] = await Promise.all(
      ["@jupyterlab/lsp", "@jupyterlab/apputils", "@lumino/widgets", "@lumino/commands"].map(load),
    );
    const plugin = {
      id: `${NAME}:quick-fix`,
      description: "Offers the fixes of tflint-autograph at the cursor.",
      autoStart: true,
      requires: [lsp.ILSPDocumentConnectionManager],
      activate: (app, manager) => activate(app, manager, { apputils, widgets, commands }),
    };
    return { __esModule: true, default: plugin };
  }

  window._JUPYTERLAB = window._JUPYTERLAB ?? {};
  window._JUPYTERLAB[NAME] = {
    init: (scope) => {
      shared = scope;
    },
    get: async () => {
      const found = await extension();
      return () => found;
    },
  };
})();
