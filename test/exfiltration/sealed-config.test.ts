import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../../packages/base/json/json.ts";
import { type HostileWorld, openHostileWorld } from "./hostile-world.fixture.ts";
import { planning } from "./planning.fixture.ts";
import { openServed, type ServedPlumb } from "./served-plumb.fixture.ts";

// A planner sends what is sealed in the stack's file, and the service opens it for the plan: the planner plans with a
// value that they never see, and gets it by no declaration of their own (decision 0121).

const secret = "canary-hush-4711";
let world: HostileWorld;
let plumb: ServedPlumb;
let token: string;
let sealed: string;
let asked: readonly string[];

beforeAll(async () => {
  world = await openHostileWorld();
});
afterAll(() => world.close());

beforeEach(async () => {
  world.forget();
  plumb = await openServed(world, {});
  await plumb.ask("POST", "/v1/projects/test/stacks", { name: "dev" });
  await plumb.ask("POST", "/v1/projects/test/stacks", { name: "other" });
  const made = await plumb.ask("POST", "/v1/tokens", { name: "p", role: "planner", expiresInDays: 1, machine: true });
  token = String(made.body["token"]);
  for (const stack of ["dev", "other"]) {
    const role = `/v1/projects/test/stacks/${stack}/role-assignments/${encodeURIComponent(String(made.body["principal"]))}`;
    await plumb.ask("PUT", role, { role: "planner" });
  }
  const answer = await plumb.ask("POST", "/v1/projects/test/stacks/dev/config:seal", { key: "pw", value: secret });
  sealed = String(answer.body["sealed"]);
  asked = [];
});
afterEach(async () => {
  expect(asked.join("\n")).not.toContain(secret);
  expect(world.received).not.toContain(secret);
  await plumb.close();
});

async function ask(path: string, body: object): Promise<{ readonly status: number; readonly body: JsonObject }> {
  const answer = await plumb.ask("POST", `/v1/${path}`, body, { token });
  asked = [...asked, answer.text];
  return answer;
}

const client = (description: string): JsonObject => ({
  type: "iam:OAuthClient",
  properties: {
    ...{ oauthClientId: "web-portal", location: "global", description },
    allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
    allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
    allowedRedirectUris: ["https://a.example/b"],
  },
});

function declaring(more: JsonObject, config: JsonObject = { pw: { secret: true } }) {
  const text = JSON.stringify({
    name: "test",
    config,
    providers: { google: { kind: "google", project: "acme" } },
    ...more,
  });
  return { file: "plumb.yaml", text, sealed: { pw: sealed } };
}

const plan = (declaration: object, stack = "dev") => ask(`projects/test/stacks/${stack}/plans`, planning(declaration));

test("a planner plans with it, and is not shown it", async () => {
  const made = await plan(
    declaring({ resources: { a: client("${config.pw}") }, outputs: { o: "Bearer ${config.pw}" } }),
  );
  expect([made.status, made.body]).toMatchObject([201, { summary: { create: 1 } }]);
  expect(JSON.stringify(made.body["steps"])).toContain('"$secret"');
  const paths = await ask("projects/test/stacks/dev/config:open", { values: { pw: sealed } });
  expect(paths.status).toBe(403);
});

test.each([
  ["is not secret", { pw: {} }, { outputs: { o: "${config.pw}" } }, "secret: true"],
  ["is not declared", {}, {}, "which `config` does not declare"],
  ["is of another type", { pw: { type: "integer", secret: true } }, {}, "must be of type integer"],
])("a key that %s is refused", async (_, config, more: JsonObject, why) => {
  const refused = await plan(declaring(more, config));
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.stringContaining(why)]);
});

test("it opens for its key of its stack only", async () => {
  const { sealed: _, ...other } = declaring({ outputs: { o: "${config.x}" } }, { x: { secret: true } });
  for (const [stack, declaration] of [
    ["other", declaring({ outputs: { o: "${config.pw}" } })],
    ["dev", { ...other, sealed: { x: sealed } }],
  ] as const) {
    const refused = await plan(declaration, stack);
    expect([refused.status, refused.body]).toMatchObject([422, { problems: [{ code: "invalid-config" }] }]);
  }
});

test("no look-up is asked with a secret: the vendor would note it where the planner reads", async () => {
  const lookup = (resourceGroupName: string) => ({
    providers: { azure: { kind: "azure", subscriptionId: "00000000-0000-4000-8000-000000000001" } },
    lookups: {
      x: {
        function: "migrate:getPrivateEndpointConnection",
        arguments: { resourceGroupName, migrateProjectName: "p", peConnectionName: "c" },
      },
    },
  });
  for (const name of ["${config.pw}", "rg-${config.pw}"]) {
    const refused = await plan(declaring(lookup(name)));
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.stringContaining("can't be secret")]);
  }
});

test("what is about no stack does not open it, and says no less of the text", async () => {
  const text = declaring({ resources: { a: client("${config.pw}") }, outputs: { m: "${config.pw.x}" } });
  const { problems } = (await ask("declarations:check", { ...text, sealed: { pw: "1.altered" } })).body;
  expect(problems).toMatchObject([{ pointer: "/outputs/m" }]);
  const map = declaring({ outputs: { m: "${config.pw.user}" } }, { pw: { type: "map", secret: true } });
  expect((await ask("declarations:check", map)).body).toEqual({ problems: [] });
  expect((await ask("declarations:graph", text)).status).toBe(422);
  expect((await ask("declarations:graph", map)).status).toBe(200);
});
