import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { userFiles } from "../user-files.ts";

const draftId = "6f9619ff-8b86-4011-b42d-00cf4fc964ff";

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "plumb-file-locks-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const change = (file: string) =>
  userFiles(async () => {}).change(file, (text) => ({ ok: true, value: `${text}new\n` }));

/** What the lock of `file` holds while this process changes it, of another process. */
async function lockOfProcess(file: string, pid: number): Promise<string> {
  let held = "";
  await userFiles(async () => {}).change(file, () => {
    held = readFileSync(`${file}.lock`, "utf8");
    return { ok: false, error: { detail: "not now" } };
  });
  return JSON.stringify({ ...JSON.parse(held), pid, draftId });
}

test("a lock of a process that was killed is taken over, and its draft goes", async () => {
  const dir = folder();
  const file = join(dir, "f.yaml");
  writeFileSync(file, "old\n");
  const left = await lockOfProcess(file, spawnSync(process.execPath, ["-e", ""]).pid);
  // One was killed as it took over the lock of another.
  for (const lock of [".lock", ".lock.lock"]) writeFileSync(`${file}${lock}`, left);
  for (const name of [draftId, "11111111-8b86-4011-b42d-00cf4fc964ff"]) writeFileSync(`${file}.new-${name}`, "o");
  writeFileSync(`${file}.lock.new-${draftId}`, left);
  expect(await change(file)).toEqual({ ok: true, value: undefined });
  expect(readFileSync(file, "utf8")).toBe("old\nnew\n");
  // A draft that no dead process names may be another's at work.
  expect(readdirSync(dir).toSorted()).toEqual(["f.yaml", "f.yaml.new-11111111-8b86-4011-b42d-00cf4fc964ff"]);
});

test("a lock of a process at work stays, and is told with it; so does one that does not say whose it is", async () => {
  const dir = folder();
  const file = join(dir, "f.yaml");
  writeFileSync(file, "old\n");
  const alive = await lockOfProcess(file, process.pid);
  const elsewhere = JSON.stringify({ ...JSON.parse(alive), host: "there/00000000" });
  const expected = [
    [alive, `process ${process.pid} on `],
    [elsewhere, "on there/00000000 since "],
    ["", "another command"],
  ] as const;
  for (const [text, who] of expected) {
    writeFileSync(`${file}.lock`, text);
    await expect(change(file)).rejects.toThrow(who);
    expect(readFileSync(`${file}.lock`, "utf8")).toBe(text);
  }
  expect(readFileSync(file, "utf8")).toBe("old\n");
});
