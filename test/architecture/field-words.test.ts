import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { ownWordsIn } from "../../architecture/rules/field-words.ts";

/** Words of our own that stay, and why. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  "Stored: journals, records, plans and sealed values of every version have them.": [
    ...["displaces", "displaced", "goneWith", "withheld", "it was not there; what it had displaced came back"],
    ...["isWithheld", "withheldAt", "withheldDetail", "withheldLeaves", "withheldPlace", "withheldSecret"],
  ],
  "A code of the API, or a word of its documents.": [
    ...["unsettled", "RegisterRequest", "_RegisterRequestRequired", "registerProviders", "register_providers"],
  ],
  "The verb: a vendor, Node or a program registers something.": [
    ...[
      "registerCommand",
      "registerHooks",
      "registerAt",
      "registerService",
      "registerTransform",
      "registerLibrary",
      "register_transform",
    ],
    ...["register-command", "register-service", "register-providers", "register_outputs"],
  ],
  "A caller of the local cloud.": ["nobody@local.example"],
  "A variable of POSIX, a mark in stores of every version, a channel of PostgreSQL.": [
    ...["LC_PAPER", "papers-hang-on-lineages", "_beat_"],
  ],
  "A table of the database: its name, its row, and the migration that made it.": [
    ...["register", "RegisterRow", "registerSum", "newRegister", "wholeRegister", "addRegister", "add-register"],
    ...["RegisterTableName", "isRegisterTable", "addRegister"],
  ],
};

/** It lists words that recordings may show, stored ones among them. */
const publicWords = "src/providers/recording/public-words.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const words = new Set(Object.values(allowed).flat());
const sources = globSync(
  "{src,packages,sdk/typescript/src,sdk/python/plumbline_sdk,scripts,bench,architecture}/**/*.{ts,py}",
  {
    cwd: root,
    exclude: ["**/node_modules"],
  },
)
  .filter(
    (path) =>
      !/[.](test|fixture)[.]ts$/.test(path) && path !== "architecture/rules/field-words.ts" && path !== publicWords,
  )
  .sort();

test("names, comments and texts have the words of the field", () => {
  const found = sources.flatMap((path) =>
    ownWordsIn(path, readFileSync(join(root, path), "utf8"), words).map((complaint) => `${path}:${complaint}`),
  );
  expect(found).toEqual([]);
});

describe("a word of our own is found in", () => {
  test.each([
    {
      where: "a type",
      path: "a.ts",
      text: "export interface TokenDoor {}",
      say: "1: TokenDoor -> cli, http, contract, codegen",
    },
    { where: "a local name", path: "a.ts", text: "\nconst oldWorld = 1;", say: "2: oldWorld -> CliContext" },
    { where: "a property", path: "a.ts", text: "const a = { happening: 1 };", say: "1: happening -> BackgroundEvent" },
    { where: "a private member", path: "a.ts", text: "class A { #roleBook = 1; }", say: "1: roleBook -> repository" },
    { where: "the name of a file", path: "src/left-drift.test.ts", text: "", say: "0: left-drift -> ignored drift" },
    {
      where: "a comment",
      path: "a.ts",
      text: "/** Planted by\n * hand. */\nf();",
      say: '1: "plant(s|ed|ing)?" -> seed',
    },
    {
      where: "a text",
      path: "a.ts",
      text: 'tell("shows what has moved out of plumb");',
      say: '1: "out of plumb" -> drift',
    },
    { where: "a text for people", path: "a.ts", text: 'tell("nobody knows");', say: '1: "nobody|somebody" -> not' },
    { where: "a template", path: "a.ts", text: "tell(`${a} that nobody declares ${b}`);", say: "nobody declares" },
    {
      where: "a name in Python",
      path: "a.py",
      text: "def fill_holes() -> None: ...",
      say: "1: fill_holes -> values known after apply",
    },
    { where: "a comment in Python", path: "a.py", text: "# What the run came to.", say: "-> result" },
  ])("$where", ({ path, text, say }) => {
    expect(ownWordsIn(path, text, words).join("\n")).toContain(say);
  });

  test.each([
    "const background = 1;",
    "const planned = 1;",
    "// A leaning list, in the background.",
    "// Nobody reads it: somebody has to.",
    "registry.add(1);",
  ])("not in %j", (text) => {
    expect(ownWordsIn("a.ts", text, words)).toEqual([]);
  });
});
