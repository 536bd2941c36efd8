import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { goodTokens, hostile } from "../../src/service/access/issuers/hostile-tokens.fixture.ts";
import { testDeployment } from "../../src/service/use-cases/deployment.fixture.ts";
import { ApiWorld } from "./api-world.ts";
import { operations } from "./witness.ts";

let api: ApiWorld;
let good: string;
beforeAll(async () => {
  const deployment = testDeployment();
  const tokens = await goodTokens(deployment.documentStore);
  good = tokens.good;
  api = await ApiWorld.served({}, deployment, tokens.world);
});
afterAll(() => api.witness.testify());

/** What a refused caller is told, but for the names of the request. */
async function told(token: string, method = "GET", path = "/v1/whoami") {
  const { status, headers, text } = await api.call(method, path, { headers: { authorization: `Bearer ${token}` } });
  const kept = [...headers].filter(([name]) => name !== "request-id" && name !== "traceparent");
  return { status, headers: kept, text };
}

describe("a hostile token is let in nowhere", () => {
  test("there are forty and more", () => expect(hostile.length).toBeGreaterThanOrEqual(40));

  test.each(hostile)("%s", async (_, why, make) => {
    const token = await make();
    const refused = await told(token);
    expect(refused.status).toBe(401);
    expect(refused.headers).toContainEqual(["www-authenticate", expect.stringContaining('error="invalid_token"')]);
    // Whatever is wrong with it, nothing more is told.
    expect(refused).toEqual(await told("nonsense"));
    expect(refused.text).not.toContain(why);
    expect((await told(good)).status).toBe(200);
  });

  test("by no operation that asks who the caller is", async () => {
    const token = `${good.slice(0, -2)}xx`;
    for (const { method, path, isOpen } of operations) {
      const { status } = await told(token, method, path.replaceAll(/\{\w+\}/g, "x"));
      if (!isOpen) expect([method, path, status]).toEqual([method, path, 401]);
    }
  });
});
