import { globSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { partOf } from "../properties/part-of-cases.ts";
import { blocksOf } from "./page-blocks.ts";
import { isPlayed, playPage } from "./play-page.ts";

/** Writes into the pages what was really printed; then read the difference. */
const isUpdate = process.env["UPDATE_GOLDEN"] === "1";
const root = new URL("../../", import.meta.url);
const place = (page: string) => fileURLToPath(new URL(page, root));
/** Its blocks need packed files: test/sdk/everyday.test.ts plays them. */
const playedPacked = "docs/use-it-every-day.md";
const pages = globSync("docs/{*,guides/*}.md", { cwd: fileURLToPath(root) })
  .filter((page) => page !== playedPacked)
  .toSorted();
const blocks = pages.flatMap((page) => blocksOf(readFileSync(place(page), "utf8")).map((block) => ({ page, block })));
const played = [...new Set(blocks.filter(({ block }) => isPlayed(block)).map(({ page }) => page))];

describe("the blocks of the documentation", () => {
  test.concurrent.each(isUpdate ? played : partOf(played, 3))(
    "of %s do what the page says",
    { timeout: 600_000 },
    async (page) => {
      const before = readFileSync(place(page), "utf8");
      const after = await playPage(before);
      if (isUpdate) writeFileSync(place(page), after);
      else expect(after).toBe(before);
    },
  );

  test("are played but for a few", () => {
    const others = blocks.filter(({ block }) => !isPlayed(block)).map(({ page, block }) => `${page}:${block.line}`);
    expect(others.length / blocks.length, others.join("\n")).toBeLessThanOrEqual(0.05);
  });
});
