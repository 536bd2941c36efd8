import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openLesson } from "./open-lesson.ts";

test("commands share a shell in the folder, and tell how they end", async () => {
  const parent = mkdtempSync(join(tmpdir(), "plumb-lesson-"));
  const folder = join(parent, "new");
  const lesson = openLesson(folder, () => {});
  try {
    expect(lesson.page).toContain("# Ten minutes with Plumbline");
    expect(await lesson.run("export ONE=1; touch made")).toBe(0);
    expect(await lesson.run('[ "$ONE" = 2 ]')).toBe(1);
    expect(existsSync(join(folder, "made"))).toBe(true);
  } finally {
    lesson.close();
    rmSync(parent, { recursive: true, force: true });
  }
});

test("a folder that can't be made is told", () => {
  const file = join(mkdtempSync(join(tmpdir(), "plumb-lesson-")), "file");
  writeFileSync(file, "");
  expect(() => openLesson(file, () => {})).toThrow(/^the folder .* can't be made: something is there already/);
});
