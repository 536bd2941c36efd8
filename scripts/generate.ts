// Writes the parts of the documentation that follow from data; `--check` only says which of them are out of date.
import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { problemCodes } from "../packages/base/problems/problem-codes.ts";
import { coveredApis } from "../packages/local-cloud/coverage/covered-apis.ts";
import { commandCatalog } from "../src/cli/command-catalog.ts";
import { declarationSchema } from "../src/codegen/declaration-schema.ts";
import { examplesIn } from "../src/codegen/pages/example-programs.ts";
import { referencePages } from "../src/codegen/pages/reference-pages.ts";
import { pythonClient } from "../src/codegen/python/python-client.ts";
import { pythonPackageFiles } from "../src/codegen/python/python-package.ts";
import { pythonProgram } from "../src/codegen/python/python-program.ts";
import { typescriptClient } from "../src/codegen/typescript/typescript-client.ts";
import { typescriptModules } from "../src/codegen/typescript/typescript-package.ts";
import { typescriptProgram } from "../src/codegen/typescript/typescript-program.ts";
import { shippedProduct } from "../src/composition/vendors.ts";
import { catalogDocument } from "../src/definitions/document/catalog-document.ts";
import { catalog } from "../src/definitions/resources/catalog.ts";
import { loadCel } from "../src/engine/expressions/cel.ts";
import { openApiDocument } from "../src/http/openapi/openapi-document.ts";
import { hopsOfPlan, hopsTable } from "../test/architecture/plan-hops.ts";
import { coveragePage } from "./coverage-page.ts";
import { decisionRecords, decisionsTable } from "./decision-records.ts";
import { languagePage } from "./language-page.ts";
import { manPage } from "./man-page.ts";
import { type Room, roomsPicture } from "./rooms-picture.ts";

const root = new URL("../", import.meta.url);
const { rooms } = JSON.parse(readFileSync(new URL("architecture/rooms.json", root), "utf8")) as {
  readonly rooms: readonly Room[];
};

const document = catalogDocument(catalog);

const emulatorRoutes = shippedProduct.vendors.flatMap(({ local }) => local.routes);

const cel = await loadCel();
const documents: Readonly<Record<string, string>> = {
  "ARCHITECTURE.md": withSections("ARCHITECTURE.md", {
    hops: hopsTable(await hopsOfPlan()),
    rooms: roomsTable(),
    imports: importsTable(),
    picture: roomsPicture(rooms),
  }),
  "docs/decisions/README.md": withSections("docs/decisions/README.md", {
    records: decisionsTable(decisionRecords(fileURLToPath(new URL("docs/decisions", root)))),
  }),
  "docs/reference/problems.md": problemsPage(),
  "docs/reference/language.md": languagePage(declarationSchema(document)),
  "docs/reference/emulator-coverage.md": coveragePage(coveredApis, emulatorRoutes),
  "docs/reference/openapi.json": `${JSON.stringify(openApiDocument(catalog), null, 2)}\n`,
  ...below("docs/resources", referencePages(document, cel)),
  ...below("sdk/typescript/src/generated", typescriptModules(document, examplesIn(typescriptProgram, document, cel))),
  "install/plumb.1": await manPage(commandCatalog),
  "sdk/typescript/src/generated/client.ts": typescriptClient(JSON.parse(JSON.stringify(openApiDocument(catalog)))),
  ...below("sdk/python/plumbline_sdk", pythonPackageFiles(document, examplesIn(pythonProgram, document, cel))),
  "sdk/python/plumbline_sdk/client.py": pythonClient(JSON.parse(JSON.stringify(openApiDocument(catalog)))),
};

const stale = Object.entries(documents).filter(([path, text]) => read(path) !== text);
if (process.argv.includes("--check")) {
  for (const [path] of stale) process.stdout.write(`${path} is out of date: run \`npm run generate\`.\n`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const [path, text] of stale) {
    writeFileSync(new URL(path, root), text);
    process.stdout.write(`wrote ${path}\n`);
  }
}

function read(path: string): string {
  try {
    return readFileSync(new URL(path, root), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}

function below(folder: string, files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));
}

/** A document with new text between each `<!-- generated: name -->` and its `<!-- end -->`. */
function withSections(path: string, sections: Readonly<Record<string, string>>): string {
  return Object.entries(sections).reduce((current, [name, body]) => {
    const pattern = new RegExp(`(<!-- generated: ${name} -->\n)[^]*?(<!-- end -->)`);
    if (!pattern.test(current)) throw new Error(`${path} has no section for the generated ${name}`);
    return current.replace(pattern, (_, open: string, close: string) => `${open}${body}${close}`);
  }, read(path));
}

function roomsTable(): string {
  const rows = rooms.map(({ name, takes, gives }) => `| \`${name}\` | ${takes} | ${gives} |\n`);
  return `| room | takes | gives |\n|---|---|---|\n${rows.join("")}`;
}

function importsTable(): string {
  const rows = rooms.map(
    ({ name, mayImport, npm, node }) =>
      `| \`${name}\` | ${listed(folded(mayImport))} | ${listed([...npm, ...node])} |\n`,
  );
  return `| room | may import | packages and Node modules |\n|---|---|---|\n${rows.join("")}`;
}

/** Names of rooms, `x/*` in place of all that the folder x has. */
function folded(names: readonly string[]): readonly string[] {
  const all = (folder: string) => rooms.every(({ name }) => !name.startsWith(folder) || names.includes(name));
  const folders = names.map((name) => name.replace(/[^/]*$/, ""));
  return [
    ...new Set(folders.map((folder, index) => (folder !== "" && all(folder) ? `${folder}*` : (names[index] ?? "")))),
  ];
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return "-";
  return names.map((name) => (name === "*" ? "all" : `\`${name}\``)).join(", ");
}

function problemsPage(): string {
  const exits = { mistake: "2", refused: "4", failure: "1", advice: "-" } as const;
  const sections = Object.entries(problemCodes)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([code, entry]) =>
        `## ${code}\n\n${sentence(entry.summary)} (${entry.severity}, exit code ${exits[entry.kind]})\n\n` +
        `${entry.explanation}\n`,
    );
  return [
    "# Problems\n",
    "Generated from `packages/base/problems/problem-codes.ts`. What you can mend yourself comes as a problem " +
      "with one of these codes;",
    "`plumb explain CODE` shows the same text. Exit code 1 means that a network, a disk or a platform failed, " +
      "2 that something",
    "given is wrong, 4 that plumb understood and refuses; a warning never changes the exit code.\n",
    ...sections,
  ].join("\n");
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
