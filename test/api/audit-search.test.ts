import { beforeEach, describe, expect, test } from "vitest";
import type { AuditRow } from "../../src/contract/documents/audit.ts";
import { ApiWorld } from "./api-world.ts";

let world: ApiWorld;
let token: string;
beforeEach(async () => {
  world = await ApiWorld.served();
  token = (await world.access?.tokenWith("admin")) ?? "";
  for (const name of ["dev", "prod"]) await world.call("POST", "/v1/projects/test/stacks", { token, body: { name } });
  await world.call("DELETE", "/v1/projects/test/stacks/prod", { token });
  await world.call("DELETE", "/v1/projects/test/stacks/none", { token });
});

async function listed(query: string): Promise<readonly AuditRow[]> {
  const answer = await world.call("GET", `/v1/audit-entries?${query}`, { token });
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as { readonly entries: readonly AuditRow[] }).entries;
}

describe("the audit log", () => {
  test("is given the newest first, page by page", async () => {
    const all = await listed("limit=1000");
    const newest: AuditRow[] = [];
    for (let cursor = ""; ; ) {
      const answer = await world.call("GET", `/v1/audit-entries?order=newest&limit=3${cursor}`, { token });
      const page = answer.body as { readonly entries: readonly AuditRow[]; readonly nextCursor?: string };
      newest.push(...page.entries);
      if (page.nextCursor === undefined) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(newest).toEqual(all.toReversed());
  });

  test("is given by stack and action, and by result with the intents", async () => {
    const ofProd = await listed("stack=test/prod");
    expect(ofProd.length).toBeGreaterThan(0);
    expect(ofProd.every((row) => row.kind === "outcome" || row.stack === "test/prod")).toBe(true);
    const [intent] = ofProd;
    if (intent?.kind !== "intent") throw new Error("no intent");
    const of = `principal=${encodeURIComponent(intent.principal)}&action=${encodeURIComponent(intent.action)}`;
    expect(await listed(`stack=test/prod&${of}`)).toEqual(
      ofProd.filter((row) => (row.kind === "intent" ? row.action === intent.action : row.of === intent.seq)),
    );
    const done = await listed("result=done&stack=test/prod");
    expect(done.length).toBeGreaterThan(0);
    for (const row of done)
      expect(row).toMatchObject({ kind: "outcome", result: "done", intent: { kind: "intent", stack: "test/prod" } });
  });

  test("refuses what is no time, and a cursor of another question", async () => {
    for (const query of ["from=yesterday", "to=2026-13-01T00:00:00Z", "order=up", "result=open"])
      expect((await world.call("GET", `/v1/audit-entries?${query}`, { token })).status, query).toBe(400);
    const { body } = await world.call("GET", "/v1/audit-entries?limit=1", { token });
    const { nextCursor = "" } = body as { readonly nextCursor?: string };
    const other = await world.call("GET", `/v1/audit-entries?limit=1&order=newest&cursor=${nextCursor}`, { token });
    expect(other).toMatchObject({ status: 400, body: { code: "bad-request" } });
  });
});
