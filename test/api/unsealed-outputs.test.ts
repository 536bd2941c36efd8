import { beforeEach, expect, test } from "vitest";
import type { Json, JsonObject } from "../../packages/base/json/json.ts";
import type { PlanView } from "../../src/contract/documents/plans/plan.ts";
import { localOwner } from "../../src/service/access/local-owner.ts";
import { ApiWorld, type Called } from "./api-world.ts";
import { attachment, serviceAttachment } from "./stage.ts";

// A planner of a stack may see its outputs sealed, and may not reveal them.

let world: ApiWorld;
let owner: string;
let planner: string;

beforeEach(async () => {
  world = await ApiWorld.served();
  if (world.access === null) throw new Error("no access control");
  owner = await world.access.tokenWith("admin");
  expect((await ask("POST", "/v1/projects/test/stacks", owner, { name: "a" })).status).toBe(201);
  const request = { name: "t", role: "admin", stacks: null, expiresInDays: 30, machine: true } as const;
  const { token, view } = await world.accessControl.createToken(request, localOwner);
  await world.accessControl.assignRole(
    { subject: view.principal, stack: "test/a", role: "planner" },
    localOwner.caller,
  );
  planner = token;
});

const ask = (method: string, at: string, token: string, body?: Json, headers = {}): Promise<Called> =>
  world.call(method, at, { token, headers, ...(body === undefined ? {} : { body }) });

function declared(name: string, options: JsonObject): JsonObject {
  const properties = { endpointAttachmentId: "one", serviceAttachment, description: "plain" };
  const text = {
    name: "test",
    providers: { google: { kind: "google", project: "acme", region: "here" } },
    resources: { [name]: { type: attachment, properties, options } },
    outputs: { address: `\${${name}.endpointIp}` },
  };
  return { file: "plumb.yaml", text: JSON.stringify(text), config: {} };
}

async function planned(declaration: JsonObject, token: string): Promise<Called> {
  const made = await ask("POST", "/v1/projects/test/stacks/a/plans", token, { kind: "apply", declaration });
  expect(made.status, made.text).toBe(201);
  return made;
}

async function up(declaration: JsonObject): Promise<void> {
  const { digest } = (await planned(declaration, owner)).body as PlanView;
  const events = await world.follow("a", await world.start("a", digest, { token: owner }), { token: owner });
  expect(events.at(-1)).toMatchObject({ event: "summary", status: "done" });
}

async function revealed(): Promise<string> {
  const { body } = await ask("GET", "/v1/projects/test/stacks/a/outputs?reveal=true", owner);
  return (body as { readonly outputs: { readonly address: string } }).outputs.address;
}

const kept = { additionalSecretOutputs: ["endpointIp"] };

test.each([
  ["leaves the option out", "it", {}],
  ["names another output", "it", { additionalSecretOutputs: ["createTime"] }],
  ["gives the object another name", "other", {}],
])("what a stack keeps as a secret output is not told to a planner by a plan that %s", async (_, name, options) => {
  await up(declared("it", kept));
  const address = await revealed();
  const plan = await planned(declared(name, options), planner);
  expect(plan.text).not.toContain(address);
  expect(plan.body).toMatchObject({ problems: [{ code: "not-permitted", address: name }] });
  const drift = await planned(declared("it", kept), planner);
  expect(drift.text).not.toContain(address);
  expect(drift.body).toMatchObject({ problems: [] });
});

test("whoever may reveal it may also stop to keep it secret", async () => {
  await up(declared("it", kept));
  const address = await revealed();
  const plan = await planned(declared("it", {}), owner);
  expect(plan.body).toMatchObject({ outputs: [{ name: "address", new: address }], problems: [] });
  await up(declared("it", {}));
  expect((await ask("GET", "/v1/projects/test/stacks/a/outputs", planner)).body).toMatchObject({
    outputs: { address },
  });
});
