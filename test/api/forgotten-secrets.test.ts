import { beforeEach, describe, expect, test } from "vitest";
import { digest } from "../../packages/base/digest.ts";
import type { Json, JsonObject } from "../../packages/base/json/json.ts";
import type { PlanView } from "../../src/contract/documents/plans/plan.ts";
import { localOwner } from "../../src/service/access/local-owner.ts";
import { ApiWorld, type Called } from "./api-world.ts";
import { attachment, serviceAttachment } from "./stage.ts";

// What a stack has kept as a secret output of an object stays one when the object is forgotten and taken over again.

let world: ApiWorld;
let owner: string;
/** May write the state and start runs, and may reveal nothing. */
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
});

const ask = (method: string, at: string, token: string, body?: Json, headers = {}): Promise<Called> =>
  world.call(method, at, { token, headers, ...(body === undefined ? {} : { body }) });

const id = "projects/acme/locations/here/endpointAttachments/one";
const kept = { additionalSecretOutputs: ["endpointIp"] };

function declared(options: JsonObject, outputs: JsonObject = { address: "${it.endpointIp}" }): JsonObject {
  const properties = { endpointAttachmentId: "one", serviceAttachment, description: "plain" };
  const text = {
    name: "test",
    providers: { google: { kind: "google", project: "acme", region: "here" } },
    resources: { it: { type: attachment, properties, options } },
    outputs,
  };
  return { file: "plumb.yaml", text: JSON.stringify(text), config: {} };
}

async function up(declaration: JsonObject, token: string): Promise<string> {
  const made = await ask("POST", "/v1/projects/test/stacks/a/plans", token, { kind: "apply", declaration });
  expect(made.status, made.text).toBe(201);
  const { digest } = made.body as PlanView;
  const events = await world.follow("a", await world.start("a", digest, { token }), { token });
  return made.text + JSON.stringify(events);
}

async function addressOf(): Promise<string> {
  const { body } = await ask("GET", "/v1/projects/test/stacks/a/outputs?reveal=true", owner);
  return (body as { readonly outputs: { readonly address: string } }).outputs.address;
}

/** Everything that the operator can see of the stack. */
async function seen(): Promise<string> {
  const paths = [
    "/v1/projects/test/stacks/a/state",
    "/v1/projects/test/stacks/a/outputs",
    "/v1/projects/test/stacks/a/resources",
    "/v1/projects/test/stacks/a/resources/it",
    "/v1/projects/test/stacks/a/drift",
    "/v1/projects/test/stacks/a/plans",
  ];
  const all = await Promise.all(paths.map((path) => ask("GET", path, operator)));
  return all.map(({ text }) => text).join("\n");
}

const forget = async () =>
  expect((await ask("DELETE", "/v1/projects/test/stacks/a/resources/it", operator)).status).toBe(204);

/** The platform gives the object another address, which the stack has never seen. */
async function moved(address: string): Promise<void> {
  const found = await world.deployment.wire("GET", `v1/${id}`);
  await world.deployment.wire("POST", "_local/seed", {
    ...found,
    kind: "endpointAttachment",
    endpointIp: address,
  });
}

describe.each(["as it was", "with a value that is new"])("an object that was forgotten, %s", (how) => {
  let secrets: readonly string[];
  beforeEach(async () => {
    await up(declared(kept), owner);
    secrets = [await addressOf()];
    await forget();
    if (how === "as it was") return;
    await moved("10.99.88.77");
    secrets = [...secrets, "10.99.88.77"];
  });

  const expectHidden = (text: string) => {
    for (const secret of secrets) expect(text).not.toContain(secret);
  };

  test("and is imported by name keeps its secret outputs", async () => {
    const body = { imports: [{ name: "it", type: attachment, id, provider: null }], declaration: declared({}) };
    const imported = await ask(
      "POST",
      "/v1/projects/test/stacks/a/resources:import",
      operator,
      body as unknown as Json,
    );
    expect(imported.status, imported.text).toBe(201);
    expectHidden(imported.text);
    expectHidden(await seen());
    // It is declared without the option: that would open it.
    const plan = await ask("POST", "/v1/projects/test/stacks/a/plans", operator, {
      kind: "apply",
      declaration: declared({}),
    });
    expectHidden(plan.text);
    expect(plan.body).toMatchObject({ problems: [{ code: "not-permitted", address: "it" }] });
    expectHidden(await up(declared(kept), operator));
    expectHidden(await seen());
  });

  test("and is declared with `import` keeps its secret outputs", async () => {
    const plan = await ask("POST", "/v1/projects/test/stacks/a/plans", operator, {
      kind: "apply",
      declaration: declared({ import: id }),
    });
    expectHidden(plan.text);
    expect(plan.body).toMatchObject({ problems: [{ code: "not-permitted", address: "it" }] });
    expectHidden(await up(declared({ import: id, ...kept }), operator));
    expectHidden(await seen());
  });

  test("and is imported with its state keeps its secret outputs", async () => {
    await up(declared({ import: id, ...kept }), operator);
    const exported = (await ask("GET", "/v1/projects/test/stacks/a/state", operator)).body as JsonObject;
    await forget();
    const put = (document: JsonObject) =>
      ask("PUT", "/v1/projects/test/stacks/a/state", operator, { document, force: true }, { "if-match": "*" });
    // The same without the value, and without the word that keeps it secret.
    const { digest: _, ...content } = exported;
    const records = (content["records"] as readonly JsonObject[]).map((each) => ({
      ...each,
      outputs: { ...(each["outputs"] as JsonObject), endpointIp: null },
      options: { ...(each["options"] as JsonObject), secretOutputs: [] },
    }));
    const open = { ...content, records, outputs: {}, outputSources: {} };
    const refused = await put({ ...open, digest: digest(open) });
    expect([refused.status, refused.body], refused.text).toMatchObject([
      422,
      { problems: [{ code: "sealed-value", pointer: "/document/records/0/options/secretOutputs" }] },
    ]);
    const taken = await put(exported);
    expect(taken.status, taken.text).toBeLessThan(300);
    expectHidden(taken.text);
    expectHidden(await seen());
  });

  test("and may be declared open by who may reveal it", async () => {
    const made = await up(declared({ import: id }), owner);
    expect(made).toContain(secrets.at(-1));
  });
});
