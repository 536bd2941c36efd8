import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiOperations, type OperationId } from "../../src/contract/api.ts";
import type { Operation } from "../../src/contract/operation.ts";
import { attachments, testDeployment } from "../../src/service/use-cases/deployment.fixture.ts";
import { ApiWorld } from "./api-world.ts";
import { pathOf } from "./requested.ts";

/** What may be asked for in the read-only mode though it is no GET, written by hand. */
const looks: readonly OperationId[] = [
  ...(["checkDeclaration", "describeDeclaration", "drawDeclaration"] as const),
  ...(["createPlan", "examineProviders", "openConfigValues"] as const),
  ...(["readObject", "findUnmanagedObjects", "callFunction"] as const),
  ...(["waitForOperation", "verifyAuditLog"] as const),
];

const values = {
  ...{ stack: "dev", digest: "d", run: "r1", name: "a", move: "m", handle: "t1", subject: "group:a", binding: "b" },
  ...{ type: "iam:OAuthClient", id: "x", function: "f", provider: "google", operation: "o", version: "1" },
};
const changing = Object.entries<Operation>(apiOperations).filter(
  ([id, { method }]) => method !== "GET" && !looks.includes(id as OperationId),
);

const base = testDeployment();
const writable = ApiWorld.alone({}, base);
let world: ApiWorld;
beforeAll(async () => {
  await writable.up();
  world = ApiWorld.alone({ deployment: { ...base, isReadOnly: true } }, base);
});
afterAll(() => world.witness.testify());

describe("a deployment in the read-only mode", () => {
  test.each(changing)("%s is refused before anything is looked at", async (_, { method, path }) => {
    const before = await base.store.readStack("dev");
    expect(await world.call(method, pathOf({ path }, values))).toMatchObject({
      status: 409,
      body: {
        code: "read-only",
        problems: [{ code: "read-only", detail: expect.stringContaining("PLUMB_READ_ONLY") }],
      },
    });
    expect(await base.store.readStack("dev")).toEqual(before);
  });

  test("a key under which the same was done before changes nothing of that", async () => {
    const headers = { "idempotency-key": "k1" };
    const body = { name: "other" };
    const path = "/v1/projects/test/stacks";
    expect((await writable.call("POST", path, { body, headers })).status).toBe(201);
    expect((await world.call("POST", path, { body, headers })).status).toBe(409);
  });

  test("what looks is answered", async () => {
    const before = await base.store.readStack("dev");
    expect(await world.plan("dev", attachments({ a: "two" }))).toMatchObject({ readOnly: true });
    expect((await world.call("POST", "/v1/declarations:check", { body: attachments({ a: "two" }) })).status).toBe(200);
    expect((await base.store.readStack("dev")).serial).toBe(before.serial);
  });
});
