// What VS Code calls: starts the server, and again when the interpreter is another one.

import * as vscode from "vscode";
import { pythonExtension } from "./interpreter";
import { Server } from "./server";
import { SECTION } from "./settings";

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<Server> {
  const output = vscode.window.createOutputChannel("tflint-autograph", { log: true });
  const started = new Server(output);
  server = started;
  context.subscriptions.push(
    output,
    started,
    vscode.commands.registerCommand(`${SECTION}.restart`, () => started.restart()),
    vscode.commands.registerCommand(`${SECTION}.output`, () => output.show()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${SECTION}.interpreter`)) {
        void started.restart();
      }
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(() => void started.refresh()),
  );
  const python = await pythonExtension();
  if (python !== undefined) {
    context.subscriptions.push(python.environments.onDidChangeActiveEnvironmentPath(() => void started.refresh()));
  }
  await started.restart();
  return started;
}

export async function deactivate(): Promise<void> {
  await server?.stop();
  server = undefined;
}
