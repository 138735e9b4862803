// The extension against the real server, over its protocol. `PYTHON` is an interpreter that has the server.

import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { afterEach, test } from "node:test";
import * as vscode from "vscode";
import { activate, deactivate } from "../src/extension";
import { candidates, withServer } from "../src/interpreter";
import type { Server } from "../src/server";
import * as api from "./vscode";

// The one that the bundle has in the place of VS Code, not a copy of it.
const { stub, TextDocument, Uri } = vscode as unknown as typeof api;
const PYTHON = process.env["PYTHON"] ?? "python3";
const HAZARD = "import tensorflow as tf\n\n@tf.function\ndef f(x):\n    print(x)\n    return x\n";

function folder(): string {
  return mkdtempSync(path.join(tmpdir(), "tflint-"));
}

/** An environment in a folder: a script that runs the real interpreter, or one that has no server. */
function environment(home: string, name: string, hasServer: boolean): string {
  const python = path.join(home, name, "bin", "python");
  mkdirSync(path.dirname(python), { recursive: true });
  writeFileSync(python, hasServer ? `#!/bin/sh\nexec "${PYTHON}" "$@"\n` : "#!/bin/sh\nexit 1\n");
  chmodSync(python, 0o755);
  return python;
}

const subscriptions: vscode.Disposable[] = [];

async function started(): Promise<Server> {
  return await activate({ subscriptions } as unknown as vscode.ExtensionContext);
}

/** What the list of problems holds for a document, once it is not what it was before. */
async function problems(document: api.TextDocument, count: number): Promise<api.Diagnostic[]> {
  const uri = document.uri.toString();
  for (;;) {
    const found = stub.diagnostics.get(uri);
    if (found !== undefined && found.length === count) {
      return found;
    }
    await new Promise((resolve) => {
      const once = stub.found.event(() => {
        once.dispose();
        resolve(undefined);
      });
    });
  }
}

function open(home: string, text = HAZARD): api.TextDocument {
  const file = path.join(home, "m.py");
  writeFileSync(file, text);
  const document = new TextDocument(Uri.file(file), text);
  stub.open(document);
  return document;
}

afterEach(async () => {
  await deactivate();
  subscriptions.splice(0).forEach((each) => each.dispose());
  stub.settings.clear();
  stub.extensions.clear();
  stub.said.length = stub.executed.length = stub.output.length = 0;
  (vscode.workspace.textDocuments as unknown as unknown[]).length = 0;
  stub.answer = undefined;
  stub.folders();
});

test("findings come, follow the text, and go", async () => {
  const home = folder();
  stub.folders(home);
  stub.settings.set("tflint-autograph.interpreter", PYTHON);
  const server = await started();
  assert.equal(server.python, PYTHON);
  const document = open(home);
  const [finding] = await problems(document, 1);
  assert.match(finding!.message, /^`print` runs only at trace time/);
  assert.deepEqual([finding!.range.start.line, finding!.source], [4, "tflint-autograph"]);
  stub.change(document, HAZARD.replace("print", "id"));
  assert.deepEqual(await problems(document, 0), []);
  await deactivate();
  assert.equal(stub.diagnostics.size, 0);
});

test("settings reach the server, at its start and later", async () => {
  const home = folder();
  stub.folders(home);
  stub.settings.set("tflint-autograph.interpreter", PYTHON);
  stub.settings.set("tflint-autograph.config", ['ignore = ["TFA101"]']);
  await started();
  const document = open(home);
  assert.deepEqual(await problems(document, 0), []);
  stub.configure("tflint-autograph.config", []);
  assert.equal((await problems(document, 1)).length, 1);
});

test("the command restarts the server, and another interpreter does", async () => {
  const home = folder();
  stub.folders(home);
  stub.settings.set("tflint-autograph.interpreter", PYTHON);
  const server = await started();
  const document = open(home);
  await problems(document, 1);
  const before = stub.output.filter((line) => line.includes("-m tflint_autograph server")).length;
  await vscode.commands.executeCommand("tflint-autograph.restart");
  assert.equal(stub.output.filter((line) => line.includes("-m tflint_autograph server")).length, before + 1);
  await problems(document, 1);
  const other = environment(home, "other", true);
  stub.configure("tflint-autograph.interpreter", other);
  await server.refresh();
  assert.equal(server.python, other);
});

test("the interpreter of the Python extension comes first, then the environment in the folder", async () => {
  const home = folder();
  const own = environment(home, ".venv", true);
  stub.folders(home);
  assert.deepEqual((await candidates()).slice(0, 1), [own]);
  const chosen = environment(home, "chosen", true);
  const changed = new vscode.EventEmitter<unknown>();
  const environments = {
    getActiveEnvironmentPath: () => ({ path: "the one" }),
    resolveEnvironment: (each: { path: string }) => Promise.resolve({ executable: { uri: each.path === "the one" ? Uri.file(chosen) : undefined } }),
    onDidChangeActiveEnvironmentPath: changed.event,
  };
  stub.extensions.set("ms-python.python", { isActive: false, activate: () => Promise.resolve({ environments }) });
  assert.deepEqual((await candidates()).slice(0, 2), [chosen, own]);
  const server = await started();
  assert.equal(server.python, chosen);
  // Chosen anew: one that has no server, so that the environment in the folder is the next.
  environment(home, "chosen", false);
  changed.fire(undefined);
  await server.refresh();
  assert.equal(server.python, own);
});

test("without a server one message says what to do", async () => {
  const home = folder();
  const empty = environment(home, "empty", false);
  stub.settings.set("tflint-autograph.interpreter", empty);
  stub.extensions.set("ms-python.python", { isActive: true, exports: undefined });
  stub.answer = "Select Interpreter";
  const server = await started();
  assert.equal(server.python, undefined);
  assert.deepEqual(stub.said, [`tflint-autograph is not installed in ${empty}: pip install "tflint-autograph[lsp]"`]);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(stub.executed, ["python.setInterpreter"]);
});

test("an interpreter that cannot be run is none", async () => {
  const home = folder();
  const gone = path.join(home, "gone");
  symlinkSync(path.join(home, "nowhere"), gone);
  assert.equal(await withServer([gone, environment(home, "one", false)]), undefined);
  assert.equal(await withServer([gone, PYTHON]), PYTHON);
});
