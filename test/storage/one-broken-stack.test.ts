import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { attachments, done, run, testDeployment, up } from "../../src/service/use-cases/deployment.fixture.ts";
import { planStack } from "../../src/service/use-cases/plans/make-plans.ts";
import { holder, intent, put, result } from "../contract/journal-samples.ts";
import { fileIn, fill, openIn, stacks } from "./stored-world.ts";

// One broken stack never hides the others (issue 17, point 2).

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "plumbline-broken-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function spoil(sql: string): void {
  const database = new DatabaseSync(fileIn(dir));
  database.exec(sql);
  database.close();
}

test("a stack whose head disagrees with its checksum is listed beside the others, which are read", async () => {
  const filled = openIn(dir);
  await fill(filled);
  await filled.close();
  const [broken = "", ...others] = stacks;
  spoil(`UPDATE stack SET serial = serial + 1 WHERE name = '${broken}'`);
  const store = openIn(dir);
  try {
    expect(await store.listStacks()).toEqual([...stacks].sort());
    await expect(store.readStack(broken)).rejects.toMatchObject({ code: "store-damaged" });
    for (const other of others) expect((await store.readStack(other)).serial).toBeGreaterThan(0);
  } finally {
    await store.close();
  }
});

describe("while another stack is damaged", () => {
  const claimKeys = ["claim p1", "claim p2", "claim p3", "claim free"];
  const held = [
    { claimKey: "claim p1", stack: "prod", uid: "p1", address: "at-p1" },
    { claimKey: "claim p2", stack: "prod", uid: "p2", address: "at-p2" },
  ];

  /** A store whose stack `prod` manages an object, is making another, and has let go of a third. */
  async function fillProd(): Promise<void> {
    const store = openIn(dir);
    const lease = await store.acquire("prod", holder, 0, 1000, () => true);
    const epoch = lease.kind === "held" ? lease.epoch : 0;
    for (const entries of [[intent(1, "p1")], [result(1, [put("p1")])], [intent(2, "p2"), intent(3, "p3")], gone]) {
      expect(await store.append("prod", epoch, entries)).toMatchObject({ kind: "done" });
    }
    await store.release("prod", epoch);
    await store.close();
  }
  const gone = [result(3, [{ kind: "remove", uid: "p3", generation: 0, claimKey: "claim p3" }])];

  const damages: readonly (readonly [string, string])[] = [
    ["a number of its head changed", "UPDATE stack SET serial = serial + 1 WHERE name = 'prod'"],
    ["the name in its head changed", "UPDATE stack SET name = 'prox' WHERE name = 'prod'"],
    ["its head gone", "DELETE FROM stack WHERE name = 'prod'"],
    ["a claim gone", "DELETE FROM claim WHERE uid = 'p2'"],
    ["a claim changed", "UPDATE claim SET address = 'elsewhere' WHERE uid = 'p1'"],
    [
      "its head changed and a claim gone",
      "UPDATE stack SET serial = serial + 1 WHERE name = 'prod'; DELETE FROM claim WHERE uid = 'p2'",
    ],
  ];

  test.each(damages)("%s: a new one comes up, changes and is destroyed", async (_, sql) => {
    await fillProd();
    spoil(sql);
    const world = { ...testDeployment(), store: openIn(dir) };
    try {
      expect(await up(world, attachments({ a: "one", b: "two" }))).toMatchObject({ create: 2 });
      expect(await up(world, attachments({ a: "three", b: "two", c: "four" }))).toMatchObject({ create: 1, update: 1 });
      const request = { stack: "dev", kind: "destroy", declaration: null, refresh: true } as const;
      expect(done(await run(world, (await planStack(request, world)).digest))).toMatchObject({ delete: 3 });
      expect(await world.store.listPlans("dev")).toHaveLength(3);
      expect(await world.store.listStacks()).toEqual(["dev", "prod"]);
      await expect(world.store.readStack("prod")).rejects.toMatchObject({ code: "store-damaged" });
    } finally {
      await world.store.close();
    }
  });

  test.each(damages)("%s: its claims are told, by its journal where a row is lost", async (_, sql) => {
    await fillProd();
    spoil(sql);
    const store = openIn(dir);
    expect(await store.claims(claimKeys)).toEqual(held);
    await store.close();
  });

  test.each([
    ["a head and an entry of the journal", "DELETE FROM journal WHERE seq = 2"],
    ["a head and the newest entry of the journal", "DELETE FROM journal WHERE seq = (SELECT max(seq) FROM journal)"],
    ["a head and the whole journal", "DELETE FROM journal"],
  ])("what nothing proves is refused: %s gone", async (_, sql) => {
    await fillProd();
    spoil(`DELETE FROM stack WHERE name = 'prod'; ${sql}`);
    const store = openIn(dir);
    expect(await store.claims(["claim p1"])).toEqual(held.slice(0, 1));
    await expect(store.claims(["claim free"])).rejects.toMatchObject({
      code: "store-damaged",
      message: expect.stringContaining("plumb doctor"),
    });
    await store.close();
  });
});
