import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../packages/base/json/json.ts";
import { contradictions } from "./contradictions.ts";
import { verdictOn } from "./verdict.ts";

const client: JsonObject = {
  name: "projects/p/locations/global/oauthClients/web-portal",
  state: "ACTIVE",
  clientType: "PUBLIC_CLIENT",
  allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
  expireTime: "2026-01-02T03:04:05.678Z",
};
const replyOf = (body: Json, path = "v1/projects/p/locations/global/oauthClients/web-portal") =>
  ({ method: "GET", path, version: "", status: 200, mode: "documented", body }) as const;
const verdict = (body: Json, path?: string) => verdictOn(replyOf(body, path), JSON.stringify(body));

test("what an interface has a say in is judged anew after a sound reply, and as if nothing were remembered", () => {
  expect(verdict(client)).toEqual([]);
  for (const changed of [
    { state: "GONE" },
    { state: "active" },
    { state: 1 },
    { disabled: "true" },
    { colour: "red" },
    { allowedScopes: [1] },
    { allowedScopes: ["https://www.googleapis.com/auth/cloud-platform", 5] },
    { expireTime: "2026-01-02" },
    { expireTime: "2026-01-02T03:04:05.678" },
    { expireTime: "soon" },
  ]) {
    const body = { ...client, ...changed };
    expect(verdict(body)).toEqual(contradictions(replyOf(body)));
    expect(verdict(body)).not.toEqual([]);
    expect(verdict(client)).toEqual([]);
  }
});

test("at another kind of place the same body is judged anew", () => {
  expect(verdict(client)).toEqual([]);
  expect(verdict(client, "v1/projects/p/locations/global/oauthClients")).not.toEqual([]);
  expect(verdict(client, "v1/projects/p/locations/global/oauthClients/web-portal/credentials/c-1")).not.toEqual([]);
  expect(verdict(client, "v1/projects/p/locations/global/oauthClients/other-portal")).toEqual([]);
});

test("a long reply is remembered whole", () => {
  const items = Array.from({ length: 60 }, (_, index) => ({ ...client, displayName: `number ${index}` }));
  const path = "v1/projects/p/locations/global/oauthClients";
  expect(verdict({ oauthClients: items }, path)).toEqual([]);
  expect(verdict({ oauthClients: [...items, { ...client, state: "GONE" }] }, path)).toHaveLength(1);
  expect(verdict({ oauthClients: items }, path)).toEqual([]);
});
