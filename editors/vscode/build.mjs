// Bundles the extension, or with `--tests` its tests with a stub in the place of the module `vscode`.
import { readFileSync } from "node:fs";
import { build } from "esbuild";

const common = { bundle: true, platform: "node", target: "node18", format: "cjs", logLevel: "warning" };

// The client derives from classes of VS Code that these tests never ask anything of: each is there, and empty.
const stub = {
  name: "stub",
  setup(building) {
    const types = readFileSync("node_modules/@types/vscode/index.d.ts", "utf8");
    const names = [...types.matchAll(/^\texport (?:class|enum) (\w+)/gm)].map((match) => match[1]);
    const empty = names.map((name) => `  ${name}: class ${name} {},`).join("\n");
    building.onResolve({ filter: /^vscode$/ }, () => ({ path: "vscode", namespace: "stub" }));
    building.onLoad({ filter: /.*/, namespace: "stub" }, () => ({
      contents: `module.exports = {\n${empty}\n  ...require("./test/vscode.ts"),\n};`,
      resolveDir: process.cwd(),
    }));
  },
};

await build(
  process.argv.includes("--tests")
    ? { ...common, entryPoints: ["test/tests.ts"], outfile: "out/tests.js", plugins: [stub], sourcemap: "inline" }
    : { ...common, entryPoints: ["src/extension.ts"], outfile: "dist/extension.js", external: ["vscode"], minify: true },
);
