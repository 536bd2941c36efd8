import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { openLesson } from "./open-lesson.ts";

const path = process.env["PATH"];
afterEach(() => {
  process.env["PATH"] = path;
});

/** A folder for the PATH that has nothing but some programs of this machine. */
function only(...names: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "plumb-lesson-"));
  for (const name of names)
    symlinkSync(execFileSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim(), join(folder, name));
  return folder;
}

test("commands share a shell in the folder, and tell how they end", async () => {
  const parent = mkdtempSync(join(tmpdir(), "plumb-lesson-"));
  const folder = join(parent, "new");
  process.env["PATH"] = only("sh", "touch");
  const lesson = await openLesson(folder, () => {});
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

test("a machine without a shell is told what is needed", async () => {
  process.env["PATH"] = only();
  const folder = mkdtempSync(join(tmpdir(), "plumb-lesson-"));
  const refused = { code: "invalid-environment", message: expect.stringContaining("`sh`") };
  await expect(openLesson(folder, () => {})).rejects.toMatchObject(refused);
});

test("a folder that can't be made is told", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "plumb-lesson-")), "file");
  writeFileSync(file, "");
  await expect(openLesson(file, () => {})).rejects.toThrow(/^the folder .* can't be made: something is there already/);
});
