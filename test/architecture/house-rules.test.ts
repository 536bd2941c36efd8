import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { catalog } from "../../src/definitions/resources/catalog.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");
const lineCount = (path: string) => read(path).trimEnd().split("\n").length;

const sources = globSync("{src,packages}/**/*.ts", { cwd: root }).sort();
const sdkSources = globSync("sdk/typescript/src/**/*.ts", { cwd: root, exclude: ["**/generated"] }).sort();
const everything = [
  ...sources,
  ...sdkSources,
  ...globSync("{test,scripts,architecture,bench}/**/*.{ts,mjs}", { cwd: root, exclude: ["**/node_modules"] }),
].sort();

const { rooms } = JSON.parse(read("architecture/rooms.json")) as {
  readonly rooms: readonly { readonly name: string; readonly path: string; readonly mayImport: readonly string[] }[];
};
const roomFolders = rooms
  .filter((room) => !room.path.endsWith(".ts"))
  .flatMap((room) => globSync(room.path, { cwd: root }))
  .sort();

/** The files whose text matches, as `path:line`. This file is left out: it has to spell what it looks for. */
function linesWith(pattern: RegExp, files: readonly string[]): readonly string[] {
  return files
    .filter((path) => path !== "test/architecture/house-rules.test.ts")
    .flatMap((path) =>
      read(path)
        .split("\n")
        .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}`] : [])),
    );
}

describe("source files", () => {
  test("stay under 600 lines, tests included", () => {
    expect(everything.filter((path) => lineCount(path) > 600)).toEqual([]);
  });

  // decision 0089
  test("are at most 20 in a folder, tests and fixtures apart", () => {
    const folders = Map.groupBy(
      [...sources, ...sdkSources].filter((path) => !/[.](test|fixture)[.]ts$/.test(path)),
      (path) => dirname(path),
    );
    expect([...folders].filter(([, files]) => files.length > 20).map(([folder]) => folder)).toEqual([]);
  });

  test("never give up their types", () => {
    expect(linesWith(/(:|\bas|<)\s*any\b|@ts-ignore|@ts-nocheck/, everything)).toEqual([]);
  });

  test("never export everything", () => {
    expect(linesWith(/^\s*export\s+\*(?! as )/, everything)).toEqual([]);
  });

  test("read every statement to its end: one that is left in the middle keeps its lock", () => {
    // The doctor reads row by row up to the one that can't be read, and a backup all rows of large tables: each through
    // a connection of its own, which it closes.
    const own = ["src/stores/sqlite/doctor/read-database.ts", "src/stores/sqlite/backup/read-rows.ts"];
    const databases = sources.filter((path) => !own.includes(path));
    expect(linesWith(/[.]iterate\(/, databases)).toEqual([]);
  });

  test("keep what a service remembers in what was composed, not in their module", () => {
    const module = /^(export )?(const|let) \w+.*= new (Weak)?(Map|Set)\b.*\(\);|^(export )?let /;
    const files = sources.filter((path) => path.startsWith("src/service/") && !/[.](test|fixture)[.]ts$/.test(path));
    expect(linesWith(module, files)).toEqual([]);
  });

  test("are called by the words of the field (ARCHITECTURE.md has them)", () => {
    const ours = /\w*(Desk|Door|Book|Happening|Unsettled|Unproven|CheckMemo|[lL]eanStep|LeftDrift|[a-z]World)/;
    const declared = new RegExp(`\\bexport (class|interface|type|const|(async )?function\\*?) ${ours.source}\\b`);
    const files = sources.filter((path) => !/[.](test|fixture)[.]ts$/.test(path));
    expect(linesWith(declared, files)).toEqual([]);
  });

  test("note what is left to do under an issue's number", () => {
    expect(linesWith(/\b(TODO|FIXME)\b(?!.*#\d+)/, everything)).toEqual([]);
  });

  test("have kebab-case names that say what is inside", () => {
    const stem = (path: string) => basename(path).replace(/([.]property)?([.](test|fixture))?[.]ts$/, "");
    const vague = /^(utils?|helpers?|common|types?|core|manager|index|misc|shared)$/;
    const isVague = (path: string) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(stem(path)) || vague.test(stem(path));
    expect([...sources, ...sdkSources].filter(isVague)).toEqual([]);
  });

  test("live in a room", () => {
    const isRoomItself = (path: string) => rooms.some((room) => path.replace(/[.]test[.]ts$/, ".ts") === room.path);
    const inRoom = (path: string) => isRoomItself(path) || roomFolders.some((folder) => path.startsWith(`${folder}/`));
    expect(sources.filter((path) => !inRoom(path))).toEqual([]);
  });
});

test("nothing that is made from the definitions knows one of them by name", () => {
  const tokens = [...Object.keys(catalog.resources), ...Object.keys(catalog.functions)].map((token) =>
    token.split(":"),
  );
  const words = [...new Set([...tokens.flat(), ...Object.keys(catalog.providers)])];
  const named = new RegExp(`["'\`.](${words.join("|")})["'\`.:]`);
  const comment = /^\s*(\/\*\*|\*|\/\/)/;
  const files = sources.filter((path) => path.startsWith("src/codegen/") && !path.endsWith(".test.ts"));
  const found = linesWith(named, files).filter((place) => {
    const [path = "", line] = place.split(":");
    return !comment.test(read(path).split("\n")[Number(line) - 1] ?? "");
  });
  expect(found).toEqual([]);
});

describe("rooms", () => {
  test("are on disk", () => {
    expect(rooms.filter((room) => globSync(room.path, { cwd: root }).length === 0).map((room) => room.name)).toEqual(
      [],
    );
  });

  test("import only rooms that exist", () => {
    const names = new Set(["*", ...rooms.map((room) => room.name)]);
    expect(rooms.flatMap((room) => room.mayImport.filter((name) => !names.has(name)))).toEqual([]);
  });

  test.each(roomFolders)("%s says what it is in 30 lines at most", (folder) => {
    const readme = join(folder, "README.md");
    expect(existsSync(join(root, readme))).toBe(true);
    expect(lineCount(readme)).toBeLessThanOrEqual(30);
    const headings = [...read(readme).matchAll(/^## (.+)$/gm)].map((match) => match[1]?.toLowerCase());
    expect(headings).toEqual(["takes", "gives", "never does", "start reading at"]);
  });

  test.each(roomFolders)("%s sends the reader to files that exist", (folder) => {
    const [, start = ""] = read(join(folder, "README.md")).split(/^## start reading at$/im);
    const named = [...start.matchAll(/`([^`]+\.ts)`/g)].map((match) => match[1] ?? "");
    expect(named.filter((file) => !existsSync(join(root, folder, file)))).toEqual([]);
  });
});
