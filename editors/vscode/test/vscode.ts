// What VS Code is for the tests: documents, settings, events, and what the extension shows. Draws nothing.

import { fileURLToPath, pathToFileURL } from "node:url";

type Listener = (event: any) => unknown;

export class Disposable {
  constructor(private readonly end: () => unknown) {}
  static from(...several: { dispose(): unknown }[]): Disposable {
    return new Disposable(() => several.forEach((each) => each.dispose()));
  }
  dispose(): void {
    this.end();
  }
}

export class EventEmitter {
  private readonly listeners = new Set<Listener>();
  readonly event = (listener: Listener, self?: unknown, into?: Disposable[]): Disposable => {
    const bound = listener.bind(self);
    this.listeners.add(bound);
    const disposable = new Disposable(() => this.listeners.delete(bound));
    into?.push(disposable);
    return disposable;
  };
  fire(event: unknown): void {
    for (const each of [...this.listeners]) {
      each(event);
    }
  }
  dispose(): void {
    this.listeners.clear();
  }
}

export class CancellationTokenSource {
  private readonly emitter = new EventEmitter();
  readonly token = { isCancellationRequested: false, onCancellationRequested: this.emitter.event };
  cancel(): void {
    this.token.isCancellationRequested = true;
    this.emitter.fire(undefined);
  }
  dispose(): void {
    this.emitter.dispose();
  }
}

export class CancellationError extends Error {}

export class Uri {
  private constructor(
    readonly scheme: string,
    readonly authority: string,
    readonly path: string,
    readonly query: string,
    readonly fragment: string,
    private readonly text: string,
  ) {}
  static parse(text: string): Uri {
    const url = new URL(text);
    return new Uri(url.protocol.slice(0, -1), url.host, decodeURIComponent(url.pathname), url.search, url.hash.slice(1), text);
  }
  static file(path: string): Uri {
    return Uri.parse(pathToFileURL(path).href);
  }
  get fsPath(): string {
    return this.scheme === "file" ? fileURLToPath(this.text) : this.path;
  }
  toString(): string {
    return this.text;
  }
}

export class Position {
  constructor(readonly line: number, readonly character: number) {}
}

export class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(start: Position | number, end: Position | number, line?: number, character?: number) {
    this.start = start instanceof Position ? start : new Position(start, end as number);
    this.end = start instanceof Position ? (end as Position) : new Position(line!, character!);
  }
}

export class Location {
  constructor(readonly uri: Uri, readonly range: Range) {}
}

export class Diagnostic {
  source?: string;
  code?: unknown;
  constructor(readonly range: Range, readonly message: string, readonly severity: number) {}
}

export class DiagnosticRelatedInformation {
  constructor(readonly location: Location, readonly message: string) {}
}

export const DiagnosticSeverity = { Error: 0, Warning: 1, Information: 2, Hint: 3 };
export const DiagnosticTag = { Unnecessary: 1, Deprecated: 2 };
export const LogLevel = { Off: 0, Trace: 1, Debug: 2, Info: 3, Warning: 4, Error: 5 };
export const ProgressLocation = { SourceControl: 1, Window: 10, Notification: 15 };
export const NotebookCellKind = { Markup: 1, Code: 2 };
export const TextDocumentSaveReason = { Manual: 1, AfterDelay: 2, FocusOut: 3 };

export class CodeActionKind {
  static readonly Empty = new CodeActionKind("");
  static readonly QuickFix = new CodeActionKind("quickfix");
  static readonly Refactor = new CodeActionKind("refactor");
  static readonly RefactorExtract = new CodeActionKind("refactor.extract");
  static readonly RefactorInline = new CodeActionKind("refactor.inline");
  static readonly RefactorRewrite = new CodeActionKind("refactor.rewrite");
  static readonly Source = new CodeActionKind("source");
  static readonly SourceOrganizeImports = new CodeActionKind("source.organizeImports");
  constructor(readonly value: string) {}
  append(part: string): CodeActionKind {
    return new CodeActionKind(this.value === "" ? part : `${this.value}.${part}`);
  }
}

/** A text as an editor holds it. */
export class TextDocument {
  version = 1;
  readonly isClosed = false;
  constructor(readonly uri: Uri, private text: string, readonly languageId = "python") {}
  get fileName(): string {
    return this.uri.fsPath;
  }
  getText(): string {
    return this.text;
  }
  replace(text: string): void {
    this.text = text;
    this.version += 1;
  }
}

const events = new Map<string, EventEmitter>();
function emitter(name: string): EventEmitter {
  const found = events.get(name) ?? new EventEmitter();
  events.set(name, found);
  return found;
}

/** What the tests set and read. */
export const stub = {
  settings: new Map<string, unknown>(),
  extensions: new Map<string, unknown>(),
  diagnostics: new Map<string, Diagnostic[]>(),
  commands: new Map<string, (...given: unknown[]) => unknown>(),
  executed: [] as string[],
  said: [] as string[],
  answer: undefined as string | undefined,
  output: [] as string[],
  found: new EventEmitter(),
  folders(...paths: string[]): void {
    const folders = paths.map((path, index) => ({ uri: Uri.file(path), name: `folder-${index}`, index }));
    Object.assign(workspace, { workspaceFolders: folders });
  },
  open(document: TextDocument): void {
    workspace.textDocuments.push(document);
    emitter("onDidOpenTextDocument").fire(document);
  },
  change(document: TextDocument, text: string): void {
    const before = document.getText();
    const lines = before.split("\n");
    const range = new Range(0, 0, lines.length - 1, lines[lines.length - 1]!.length);
    document.replace(text);
    emitter("onDidChangeTextDocument").fire({ document, contentChanges: [{ range, rangeOffset: 0, rangeLength: before.length, text }] });
  },
  configure(name: string, value: unknown): void {
    stub.settings.set(name, value);
    const affects = (asked: string): boolean => name === asked || name.startsWith(`${asked}.`);
    emitter("onDidChangeConfiguration").fire({ affectsConfiguration: affects });
  },
};

function configuration(section?: string): unknown {
  const prefix = section === undefined || section === "" ? "" : `${section}.`;
  const own = [...stub.settings].filter(([name]) => name.startsWith(prefix)).map(([name, value]) => [name.slice(prefix.length), value]);
  const get = (name: string, fallback?: unknown): unknown => {
    const whole = Object.fromEntries([...stub.settings].filter(([each]) => each.startsWith(`${prefix}${name}.`)).map(([each, value]) => [each.slice(prefix.length + name.length + 1), value]));
    return stub.settings.get(prefix + name) ?? (Object.keys(whole).length > 0 ? whole : fallback);
  };
  return { ...Object.fromEntries(own), get, has: (name: string) => get(name) !== undefined };
}

/** Something with all members of VS Code that nobody asks anything of: events never fire, providers are never asked. */
function quiet<T extends object>(own: T): T {
  return new Proxy(own, {
    get: (target, name: string) => {
      if (name in target) {
        return Reflect.get(target, name);
      }
      return name.startsWith("on") ? emitter(name).event : () => new Disposable(() => undefined);
    },
  });
}

export const workspace = quiet({
  textDocuments: [] as TextDocument[],
  notebookDocuments: [],
  workspaceFolders: [] as unknown[],
  getConfiguration: configuration,
  getWorkspaceFolder: () => undefined,
  createFileSystemWatcher: () => ({ ...Object.fromEntries(["onDidCreate", "onDidChange", "onDidDelete"].map((name) => [name, emitter(name).event])), dispose: () => undefined }),
});

export const languages = quiet({
  match: (selector: { scheme?: string; language?: string }[], document: TextDocument): number => {
    const all = Array.isArray(selector) ? selector : [selector];
    return all.some((each) => each.language === document.languageId && (each.scheme ?? "file") === document.uri.scheme) ? 10 : 0;
  },
  createDiagnosticCollection: () => ({
    set: (uri: Uri, found: Diagnostic[]) => {
      stub.diagnostics.set(uri.toString(), found);
      stub.found.fire(undefined);
    },
    delete: (uri: Uri) => stub.diagnostics.delete(uri.toString()),
    clear: () => stub.diagnostics.clear(),
    dispose: () => stub.diagnostics.clear(),
  }),
});

function say(text: string): Promise<string | undefined> {
  stub.said.push(text);
  return Promise.resolve(stub.answer);
}

export const window = quiet({
  activeTextEditor: undefined,
  visibleTextEditors: [],
  tabGroups: quiet({ all: [] }),
  showErrorMessage: say,
  showWarningMessage: say,
  showInformationMessage: say,
  createOutputChannel: () => quiet({ logLevel: LogLevel.Info, appendLine: (line: string) => stub.output.push(line) }),
});

export const commands = quiet({
  registerCommand: (name: string, work: (...given: unknown[]) => unknown) => {
    stub.commands.set(name, work);
    return new Disposable(() => stub.commands.delete(name));
  },
  executeCommand: (name: string, ...given: unknown[]) => {
    stub.executed.push(name);
    return Promise.resolve(stub.commands.get(name)?.(...given));
  },
});

export const extensions = quiet({ getExtension: (name: string) => stub.extensions.get(name) });
export const env = { language: "en", appName: "tests", openExternal: () => Promise.resolve(true) };
export const version = "1.91.0";
