// The house in numbers, a row for each folder of sources: `npm run numbers`. Tests, fixtures and generated files are
// left out.
import { globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { longFunctions, mostLines } from "../architecture/rules/long-functions.ts";
import { longLines } from "../architecture/rules/long-lines.ts";

interface Source {
  readonly path: string;
  readonly lines: readonly string[];
  /** Sources that it imports values from, as paths: those that are loaded with it. */
  readonly loads: readonly string[];
  /** All that it imports from, types included. */
  readonly imports: readonly string[];
  readonly longFunctions: readonly string[];
  readonly longLines: number;
}

const root = fileURLToPath(new URL("..", import.meta.url));
const sources = new Map(
  globSync("{packages,src}/**/*.ts", { cwd: root })
    .filter((path) => !/[.](test|fixture|generated)[.]ts$/.test(path))
    .sort()
    .map((path) => [path, readSource(path)]),
);

const rows = [...Map.groupBy(sources.values(), ({ path }) => path.split("/").slice(0, 2).join("/"))].map(
  ([folder, files]) => numbersOf(folder, files),
);
rows.push(numbersOf("all", [...sources.values()]));
const heads = ["folder", "files", "lines", "fullest folder", "long functions", "long lines"];
process.stdout.write(`| ${heads.join(" | ")} |\n|${heads.map(() => "---|").join("")}\n`);
for (const row of rows) process.stdout.write(`| ${row.join(" | ")} |\n`);
const loaded = longestChain(({ loads }) => loads);
const imported = longestChain(({ imports }) => imports);
process.stdout.write(
  `\nlongest import chain: ${loaded.length} files; with imports of types: ${imported.length} files\n`,
);
for (const path of loaded) process.stdout.write(`  ${path}\n`);
for (const source of sources.values())
  for (const name of source.longFunctions) process.stdout.write(`over ${mostLines} lines: ${source.path} ${name}\n`);

function readSource(path: string): Source {
  const text = readFileSync(join(root, path), "utf8");
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  const found = file.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const { importClause, moduleSpecifier } = statement;
    if (!moduleSpecifier.text.startsWith(".")) return [];
    const isOfTypes = importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
    return [{ from: resolve("/", dirname(path), moduleSpecifier.text).slice(1), isOfTypes }];
  });
  return {
    path,
    lines: text.trimEnd().split("\n"),
    loads: found.flatMap(({ from, isOfTypes }) => (isOfTypes ? [] : [from])),
    imports: found.map(({ from }) => from),
    longFunctions: longFunctions(path, text).map(({ name, lines }) => `${name} (${lines})`),
    longLines: longLines(text).length,
  };
}

function numbersOf(folder: string, files: readonly Source[]): readonly (string | number)[] {
  const byFolder = Map.groupBy(files, ({ path }) => dirname(path));
  return [
    folder,
    files.length,
    files.reduce((sum, file) => sum + file.lines.length, 0),
    Math.max(...[...byFolder.values()].map((group) => group.length)),
    files.reduce((sum, file) => sum + file.longFunctions.length, 0),
    files.reduce((sum, file) => sum + file.longLines, 0),
  ];
}

/** Files each of which imports from the next, the longest such row; where types make a cycle, it is cut there. */
function longestChain(importsOf: (source: Source) => readonly string[]): readonly string[] {
  const chains = new Map<string, readonly string[]>();
  const chainFrom = (path: string): readonly string[] => {
    const known = chains.get(path);
    if (known !== undefined) return known;
    chains.set(path, []);
    const source = sources.get(path);
    const chain = [path, ...longest(source === undefined ? [] : importsOf(source).map(chainFrom))];
    chains.set(path, chain);
    return chain;
  };
  return longest([...sources.keys()].map(chainFrom));
}

function longest(chains: readonly (readonly string[])[]): readonly string[] {
  return chains.reduce((most, chain) => (chain.length > most.length ? chain : most), []);
}
