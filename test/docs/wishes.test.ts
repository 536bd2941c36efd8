import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const page = readFileSync(new URL("docs/wishes.md", root), "utf8");
const rows = page
  .split("\n")
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.slice(2, -2).split(" | "));
const answered = rows.filter(([, , today]) => today === "**yes**");
const linksIn = (cell = "") => [...cell.matchAll(/\[((?:[^\][]|\[[^\]]*\])+)\]\(([^)#]+)(#[^)]*)?\)/g)];

describe("the wishes", () => {
  test("are fifty, at least forty of them answered, and the page counts them rightly", () => {
    const count = (word: string) => rows.filter(([, , today]) => today === word).length;
    expect(rows.map(([number]) => Number(number))).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
    expect(answered.length).toBeGreaterThanOrEqual(40);
    expect(page).toContain(`: ${answered.length} **yes**, ${count("partly")} partly, ${count("no")} no.`);
    process.stdout.write(`wishes: ${answered.length} of 50 are answered\n`);
  });

  test.each(answered)("%s, %s: a page tells how, and a test of that name shows it", (...cells) => {
    const [, , , how, shown] = cells;
    expect(linksIn(how).length, "a link to a page").toBeGreaterThan(0);
    expect(linksIn(shown).length, "a link to a test").toBeGreaterThan(0);
    for (const [, name = "", path = ""] of linksIn(shown)) {
      const file = fileURLToPath(new URL(path, new URL("docs/", root)));
      expect(path).toMatch(/\.test\.ts$|\/scenario\.json$/);
      expect(existsSync(file), path).toBe(true);
      expect(readFileSync(file, "utf8"), path).toContain(name);
    }
  });

  test.each(rows.filter(([, , today]) => today !== "**yes**"))("%s, %s: what is missing is told", (...cells) => {
    expect(cells[3]?.length).toBeGreaterThan(30);
    expect(cells[4]?.trim()).toBe("");
  });
});
