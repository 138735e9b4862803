// Starts, stops and restarts the server, one for all folders of the window. Finds no interpreter itself.

import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";
import { candidates, withServer } from "./interpreter";
import { SECTION, settings } from "./settings";

const SELECTOR = [
  { scheme: "file", language: "python" },
  { scheme: "untitled", language: "python" },
  { scheme: "vscode-notebook-cell", language: "python" },
];

/** The one server of a window. `start` and `stop` wait for each other, so that two commands leave one server. */
export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly output: vscode.LogOutputChannel) {}

  /** The Python that runs the server; undefined while there is none. */
  python: string | undefined;

  restart(): Promise<void> {
    return this.inTurn(async () => {
      await this.end();
      await this.begin();
    });
  }

  /** Starts again where another Python would run the server now. */
  refresh(): Promise<void> {
    return this.inTurn(async () => {
      if (this.client === undefined || (await withServer(await candidates())) !== this.python) {
        await this.end();
        await this.begin();
      }
    });
  }

  stop(): Promise<void> {
    return this.inTurn(() => this.end());
  }

  dispose(): void {
    void this.stop();
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    // What goes wrong is told by the client itself; the next start is as good as the first.
    this.last = this.last.then(work).catch((error: unknown) => this.output.appendLine(String(error)));
    return this.last;
  }

  private async begin(): Promise<void> {
    const tried = await candidates();
    this.python = await withServer(tried);
    if (this.python === undefined) {
      await missing(tried, this.output);
      return;
    }
    this.output.appendLine(`${this.python} -m tflint_autograph server`);
    const run = { command: this.python, args: ["-m", "tflint_autograph", "server"] };
    const options: ServerOptions = { run, debug: run };
    const client = new LanguageClient(SECTION, "tflint-autograph", options, this.options());
    this.client = client;
    await client.start();
  }

  private options(): LanguageClientOptions {
    return {
      documentSelector: SELECTOR,
      initializationOptions: settings(),
      synchronize: { configurationSection: SECTION },
      outputChannel: this.output,
    };
  }

  private async end(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.python = undefined;
    if (client?.needsStop() === true) {
      await client.dispose();
    }
  }
}

async function missing(tried: readonly string[], output: vscode.LogOutputChannel): Promise<void> {
  output.appendLine(`no server in ${tried.join(", ")}`);
  const install = 'pip install "tflint-autograph[lsp]"';
  const select = "Select Interpreter";
  const words = `tflint-autograph is not installed in ${tried[0]}: ${install}`;
  const offers = vscode.extensions.getExtension("ms-python.python") === undefined ? [] : [select];
  // Nobody waits for the answer: the editor starts without us.
  void vscode.window.showWarningMessage(words, ...offers).then((answer) => {
    if (answer === select) {
      void vscode.commands.executeCommand("python.setInterpreter");
    }
  });
}
