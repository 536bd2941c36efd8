import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { placeToWrite } from "./place-to-write.ts";

test.each([true, false])("dots of a link in a linked folder lead where the system goes (there: %s)", (isThere) => {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "plumb-place-")));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  mkdirSync(join(dir, "far", "inside"), { recursive: true });
  symlinkSync(join("far", "inside"), join(dir, "near"));
  symlinkSync(join("..", "plumb.yaml"), join(dir, "near", "plumb.yaml"));
  if (isThere) writeFileSync(join(dir, "far", "plumb.yaml"), "name: x\n");
  expect(placeToWrite(join(dir, "near", "plumb.yaml"))).toBe(join(dir, "far", "plumb.yaml"));
});
