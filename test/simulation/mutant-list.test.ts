import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mutants } from "./mutant-list.ts";

// A mutant whose text has gone takes nothing out: the table of mutants would end there.
test.each(mutants.flatMap(({ missing, patches }) => patches.map((patch) => [missing, patch] as const)))(
  "%s: its text stands once",
  (_, { file, from, to }) => {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
    expect(text.split(from).length - 1).toBe(1);
    expect(to).not.toBe(from);
  },
);
