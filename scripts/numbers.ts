// The house in numbers, a row for each folder of sources: `npm run numbers`. Tests, fixtures and generated files are
// left out.
import { globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { longFunctions, mostLines } from "../architecture/rules/long-functions.ts";

const longLine = 120;

interface Source {
  readonly path: string;
  readonly lines: readonly string[];
  /** Sources that it imports values from, as paths. */
  readonly imports: readonly string[];
  readonly longFunctions: readonly string[];
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
process.stdout.write(`\nlongest import chain: ${longestChain()} files\n`);
for (const source of sources.values())
  for (const name of source.longFunctions) process.stdout.write(`over ${mostLines} lines: ${source.path} ${name}\n`);

function readSource(path: string): Source {
  const text = readFileSync(join(root, path), "utf8");
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  const imports = file.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const { importClause, moduleSpecifier } = statement;
    const isOfTypes = importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
    if (isOfTypes || !moduleSpecifier.text.startsWith(".")) return [];
    return [resolve("/", dirname(path), moduleSpecifier.text).slice(1)];
  });
  return {
    path,
    lines: text.trimEnd().split("\n"),
    imports,
    longFunctions: longFunctions(path, text).map(({ name, lines }) => `${name} (${lines})`),
  };
}

function numbersOf(folder: string, files: readonly Source[]): readonly (string | number)[] {
  const byFolder = Map.groupBy(files, ({ path }) => dirname(path));
  const lines = files.flatMap((file) => file.lines);
  return [
    folder,
    files.length,
    lines.length,
    Math.max(...[...byFolder.values()].map((group) => group.length)),
    files.reduce((sum, file) => sum + file.longFunctions.length, 0),
    lines.filter((line) => line.length > longLine).length,
  ];
}

/** Of files each of which imports a value from the next; there are no cycles (`npm run check`). */
function longestChain(): number {
  const lengths = new Map<string, number>();
  const lengthFrom = (path: string): number => {
    const known = lengths.get(path);
    if (known !== undefined) return known;
    const length = 1 + Math.max(0, ...(sources.get(path)?.imports ?? []).map(lengthFrom));
    lengths.set(path, length);
    return length;
  };
  return Math.max(...[...sources.keys()].map(lengthFrom));
}
