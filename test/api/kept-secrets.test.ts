import { beforeEach, expect, test } from "vitest";
import type { Json, JsonObject } from "../../packages/base/json/json.ts";
import { localOwner } from "../../src/service/access/local-owner.ts";
import { ApiWorld, type Called } from "./api-world.ts";

// An operator of a stack may replace its declaration, and may not reveal the secrets that are kept with it.

const pin = "hunter2-pin";
const path = "/v1/projects/test/stacks/a/declaration";

let world: ApiWorld;
let owner: string;
let operator: string;

beforeEach(async () => {
  world = await ApiWorld.served();
  if (world.access === null) throw new Error("no access control");
  owner = await world.access.tokenWith("admin");
  expect((await ask("POST", "/v1/projects/test/stacks", owner, { name: "a" })).status).toBe(201);
  const request = { name: "t", role: "admin", stacks: null, expiresInDays: 30, machine: true } as const;
  const { token, view } = await world.accessControl.createToken(request, localOwner);
  await world.accessControl.assignRole(
    { subject: view.principal, stack: "test/a", role: "operator" },
    localOwner.caller,
  );
  operator = token;
  const kept = await put(owner, "config: { pin: { type: string, secret: true } }", pin, "", first);
  expect(kept.status).toBe(201);
  expect(kept.text).not.toContain(pin);
});

const ask = (method: string, at: string, token: string, body?: Json, headers = {}): Promise<Called> =>
  world.call(method, at, { token, headers, ...(body === undefined ? {} : { body }) });

const put = (
  token: string,
  lines: string,
  value: Json,
  query = "",
  headers: Readonly<Record<string, string>> = { "if-match": "*" },
): Promise<Called> =>
  ask(
    "PUT",
    `${path}${query}`,
    token,
    { file: "plumb.yaml", text: `name: test\n${lines}\n`, config: { pin: value } },
    headers,
  );

const first = { "if-none-match": "*" };
const shown: JsonObject = { $secret: {} };

test.each([
  ["is not declared secret", "config: { pin: { type: string } }"],
  ["is not declared at all", ""],
  ["is declared a number", "config: { pin: { type: number, secret: true } }"],
  [
    "leads a provider",
    "config: { pin: { type: string, secret: true } }\n" +
      "providers: { d: { kind: databricks, baseUrl: 'https://${config.pin}.example' } }",
  ],
])("a kept secret is not told to who may not reveal it, where it %s", async (_, lines) => {
  const before = (await ask("GET", path, operator)).body as { readonly config: { readonly pin: Json } };
  for (const marker of [shown, before.config.pin])
    for (const query of ["?validateOnly=true", ""]) {
      const called = await put(operator, lines, marker, query);
      expect(called.text).not.toContain("hunter2");
    }
  expect((await ask("GET", path, operator)).text).not.toContain("hunter2");
  const plan = await ask("POST", "/v1/projects/test/stacks/a/plans", operator, { kind: "apply" });
  expect(plan.text).not.toContain("hunter2");
});
