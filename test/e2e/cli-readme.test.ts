import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { commandCatalog } from "../../src/cli/command-catalog.ts";

test("the README's table of commands and the catalog agree", () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const section = readme.slice(readme.indexOf("\n## Commands\n"), readme.indexOf("\n## Which cloud\n"));
  const cells = section.matchAll(/^\| (`plumb [^|]*)\|/gm);
  const listed = [...cells].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`plumb ([a-z ]+)`/g)].map((match) => match[1]),
  );
  expect(listed.toSorted()).toEqual(commandCatalog.map((entry) => entry.name).toSorted());
});
