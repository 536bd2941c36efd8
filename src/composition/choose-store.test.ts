import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SealedSecrets } from "../secrets/sealed-secrets.ts";
import { chooseStore } from "./choose-store.ts";

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "plumbline-choice-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

let drawn = 0;
const ids = {
  unique: () => {
    drawn += 1;
    return String(drawn).padStart(32, "0");
  },
  suffix: (length: number) => "a".repeat(length),
};
const choose = (environment: Readonly<Record<string, string>>, state = join(dir, "state")) =>
  chooseStore({ dir: state, environment, clock: { now: () => 0 }, ids });

const secretsIn = (choice: ReturnType<typeof choose>) =>
  new SealedSecrets(choice.open().sealed, choice.keys()).of("a lineage");

describe("a store of its own", () => {
  test("is a file in the state directory, with its key beside it, made when they are first used", async () => {
    const choice = choose({ PLUMB_STORE: "", PLUMB_SECRET_KEY_FILE: "" });
    expect(choice.host.split("/")[0]).toBe(hostname());
    expect(existsSync(join(dir, "state"))).toBe(false);
    const secrets = secretsIn(choice);
    const marker = await secrets.seal("s3cr3t");
    expect(existsSync(join(dir, "state", "state.db"))).toBe(true);
    expect(existsSync(join(dir, "state", "secret.key"))).toBe(true);
    await choice.close();
    const again = choose({});
    expect(await secretsIn(again).open(marker)).toBe("s3cr3t");
    await again.close();
  });

  test("has its key where it is named, and says so when it can't be made there", async () => {
    const key = join(dir, "elsewhere.key");
    const choice = choose({ PLUMB_SECRET_KEY_FILE: key });
    await secretsIn(choice).seal("s3cr3t");
    expect(Buffer.from(readFileSync(key, "utf8"), "base64")).toHaveLength(32);
    await choice.close();
    const nowhere = choose({ PLUMB_SECRET_KEY_FILE: join(dir, "missing", "a.key") }, join(dir, "other"));
    const secrets = secretsIn(nowhere);
    await expect(secrets.seal("s3cr3t")).rejects.toMatchObject({ name: "Fault", code: "store-failed" });
    await nowhere.close();
  });
});

describe("the doctor of a store whose values are sealed", () => {
  const key = () => join(dir, "state", "secret.key");
  const examine = () => choose({}).doctor?.().examine();
  beforeEach(async () => {
    const choice = choose({});
    await secretsIn(choice).seal("s3cr3t");
    await choice.close();
  });

  test("finds it whole with its key", async () => {
    expect(await examine()).toMatchObject({ kind: "whole", counts: { sealedValues: 1 } });
  });

  test.each([
    ["is missing", null],
    ["holds no key", "no key"],
    ["is empty", ""],
    ["is not this store's", `${Buffer.alloc(32).toString("base64")}\n`],
  ])("says that the key %s, and the way out", async (why, text) => {
    if (text === null) rmSync(key());
    else writeFileSync(key(), text);
    const asked = expect(examine()).rejects;
    await asked.toMatchObject({ name: "Fault", code: "secrets-unreadable", message: expect.stringContaining(why) });
    await expect(examine()).rejects.toThrow("put back the key file");
  });
});

describe("a shared store", () => {
  const PLUMB_STORE = "postgres://plumb@localhost/state";

  test("has no key that nobody named", () => {
    const keys = choose({ PLUMB_STORE }).keys();
    for (const ask of [keys.read, keys.make, keys.prepare]) {
      expect(ask).toThrow(
        expect.objectContaining({
          code: "secrets-unreadable",
          message: expect.stringContaining("PLUMB_SECRET_KEY_FILE"),
        }),
      );
    }
    expect(
      choose({ PLUMB_STORE, PLUMB_SECRET_KEY_FILE: join(dir, "a.key") })
        .keys()
        .read(),
    ).toEqual([]);
  });

  test("makes no state directory, and knows this machine as a store of its own does: by more than its name", () => {
    const [one, other] = [choose({ PLUMB_STORE }), choose({})];
    expect(one.host).toMatch(/\/[0-9a-f]{8}$/);
    expect(one.host).toBe(other.host);
    one.open();
    expect(existsSync(join(dir, "state"))).toBe(false);
  });

  test("is not opened where its address asks for too little", () => {
    const refused = choose({ PLUMB_STORE: "postgres://u:s3cr3t@db.example/state?sslmode=disable" });
    expect(() => refused.open()).toThrow(expect.objectContaining({ name: "Fault", code: "store-failed" }));
  });
});
