// Which Python runs the server: the first candidate that has it. Starts no server.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import * as path from "node:path";
import * as vscode from "vscode";

const FOLDERS = [".venv", "venv", "env"];
const SECONDS = 20;

/** Exits with 0 where the package and its extra `lsp` are installed. */
const PROBE =
  "import importlib.util as u, sys; sys.exit(0 if u.find_spec('tflint_autograph') and u.find_spec('pygls') else 1)";

/** What the Python extension offers, as far as it is needed here. */
interface PythonApi {
  readonly environments: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { readonly path: string };
    resolveEnvironment(
      environment: { readonly path: string },
    ): Promise<{ readonly executable: { readonly uri?: vscode.Uri } } | undefined>;
    readonly onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
  };
}

/** The Python extension, started where it is installed. */
export async function pythonExtension(): Promise<PythonApi | undefined> {
  const extension = vscode.extensions.getExtension<PythonApi>("ms-python.python");
  if (extension === undefined) {
    return undefined;
  }
  const api = extension.isActive ? extension.exports : await extension.activate();
  return api?.environments === undefined ? undefined : api;
}

/** The Pythons to try, the one the user has chosen first. */
export async function candidates(): Promise<string[]> {
  const chosen = vscode.workspace.getConfiguration("tflint-autograph").get<string>("interpreter", "").trim();
  if (chosen !== "") {
    // Whoever names one means that one.
    return [chosen];
  }
  const folders = (vscode.workspace.workspaceFolders ?? []).filter((each) => each.uri.scheme === "file");
  const found = await selected(folders[0]?.uri);
  for (const folder of folders) {
    found.push(...FOLDERS.map((name) => inEnvironment(path.join(folder.uri.fsPath, name))));
  }
  const active = process.env["VIRTUAL_ENV"];
  const environments = active === undefined ? found : [...found, inEnvironment(active)];
  return [...new Set([...environments.filter((each) => existsSync(each)), "python3", "python"])];
}

async function selected(resource: vscode.Uri | undefined): Promise<string[]> {
  const api = await pythonExtension();
  if (api === undefined) {
    return [];
  }
  const environment = await api.environments.resolveEnvironment(api.environments.getActiveEnvironmentPath(resource));
  const executable = environment?.executable.uri?.fsPath;
  return executable === undefined ? [] : [executable];
}

function inEnvironment(folder: string): string {
  return process.platform === "win32" ? path.join(folder, "Scripts", "python.exe") : path.join(folder, "bin", "python");
}

/** The first of these Pythons that has the server, undefined where none has. */
export async function withServer(pythons: readonly string[]): Promise<string | undefined> {
  for (const python of pythons) {
    if (await hasServer(python)) {
      return python;
    }
  }
  return undefined;
}

function hasServer(python: string): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(python, ["-c", PROBE], { timeout: SECONDS * 1000 }, (error) => resolve(error === null));
  });
}
