// The settings of the server as VS Code keeps them. Changes none.

import * as vscode from "vscode";

export const SECTION = "tflint-autograph";

/** What the server takes as `initializationOptions` and in `workspace/didChangeConfiguration`. */
export interface Settings {
  readonly codeLens: boolean;
  readonly config: readonly string[];
  readonly diagnostics: string;
}

/** The settings in force. */
export function settings(): Settings {
  const found = vscode.workspace.getConfiguration(SECTION);
  return {
    codeLens: found.get("codeLens", false),
    config: found.get("config", []),
    diagnostics: found.get("diagnostics", "changed"),
  };
}
