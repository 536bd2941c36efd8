import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { keyFile } from "../../src/secrets/key-file.ts";
import { checkpointKeyFile } from "../../src/service/audit/audit-files.ts";

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "plumb-keys-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const source = (path: string) => new URL(`../../src/${path}`, import.meta.url).href;
const secretKey = `(await import("${source("secrets/key-file.ts")}")).keyFile(process.argv[1])`;
const auditKey = `(await import("${source("service/audit/audit-files.ts")}")).checkpointKeyFile(process.argv[1])`;

const kinds = [
  ["secret.key", `${secretKey}.make()`, () => keyFile(join(dir, "secret.key")).make()],
  ["audit.key", auditKey, () => checkpointKeyFile(join(dir, "audit.key"))],
] as const;

describe.each(kinds)("%s", (name, make, read) => {
  /** Makes the key in a process that can't write a byte into any file, as on a full disk. */
  const onFullDisk = (script: string) =>
    spawnSync(
      "sh",
      ["-c", `trap '' XFSZ; ulimit -f 0; exec "$@"`, "sh", process.execPath, "-e", script, join(dir, name)],
      { encoding: "utf8" },
    );

  test("is whole or not there: a full disk leaves nothing, and the next process makes it", () => {
    const failed = onFullDisk(make);
    expect(failed.status).toBe(1);
    expect(failed.stderr).toMatch(new RegExp(`${name} .* written`));
    expect(readdirSync(dir)).toEqual([]);
    const key = read();
    expect(read()).toEqual(key);
    expect(readdirSync(dir)).toEqual([name]);
  });

  test("an empty one, as a full disk used to leave, is told with the way out", () => {
    writeFileSync(join(dir, name), "", { mode: 0o600 });
    expect(read).toThrow(new RegExp(`${name} .* empty: .* remove `));
  });

  test("of processes that make it at once all get the same", () => {
    const say = `process.stdout.write(JSON.stringify(${make}))`;
    const all = `${process.execPath} -e '${say}' ${join(dir, name)}`;
    const { stdout } = spawnSync("sh", ["-c", `${all} > ${dir}/1 & ${all} > ${dir}/2 & wait`], { encoding: "utf8" });
    expect(stdout).toBe("");
    const [one, two] = ["1", "2"].map((each) => readFileSync(join(dir, each), "utf8"));
    expect(one).toBe(two);
    expect(one).toBe(JSON.stringify(read()));
    expect(readdirSync(dir).toSorted()).toEqual(["1", "2", name]);
  });
});

test("what lies beside the secret key under names that are not ours is no key", () => {
  const place = keyFile(join(dir, "secret.key"));
  const key = place.make();
  for (const name of ["gpg", "bak", "old", "tmp", "1234", "6d0a1f9e-6a5c-4d8f-9a52-2f4b1f8a7c11.gpg"])
    writeFileSync(join(dir, `secret.key.${name}`), "not a key of ours");
  expect(place.read().map((each) => each.key)).toEqual([key]);
  const next = place.prepare();
  expect(place.read()).toHaveLength(2);
  next.promote();
  expect(place.read().map((each) => each.key)).toEqual([next.key]);
});

test("a rotation on a full disk leaves the key as it is, and nothing beside it", () => {
  const place = keyFile(join(dir, "secret.key"));
  const key = place.make();
  const script = `${secretKey}.prepare()`;
  const argv = [
    "-c",
    `trap '' XFSZ; ulimit -f 0; exec "$@"`,
    "sh",
    process.execPath,
    "-e",
    script,
    join(dir, "secret.key"),
  ];
  expect(spawnSync("sh", argv).status).toBe(1);
  expect(readdirSync(dir)).toEqual(["secret.key"]);
  expect(place.read().map((each) => each.key)).toEqual([key]);
});
