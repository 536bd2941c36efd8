import { beforeEach, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../../../packages/base/json/json.ts";
import type { Driver } from "../../../../engine/ports/driver.ts";
import { client, clientPath, declared, type TestDeployment, testDeployment, up } from "../../deployment.fixture.ts";
import { driftStack } from "../../objects/drift-view.ts";
import { gateway, member, ours, seenIn, setting, viewer } from "../../undo/undo-world.fixture.ts";
import { planStack } from "../make-plans.ts";

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const planned = (resources: Readonly<Record<string, JsonObject>>, at: TestDeployment = world) =>
  planStack({ stack: "dev", kind: "apply", declaration: declared(resources), refresh: true }, at);

test("whom a write over a policy throws out is told with what it grants", async () => {
  await seenIn(world).grant("wave", "user:other@acme.example");
  const { steps } = await planned({ ops: member("wave") });
  expect(steps[0]?.rights).toEqual({
    gains: [{ who: "group:ops@acme.example", what: "roles/compute.viewer" }],
    loses: [{ who: "user:other@acme.example", what: expect.stringMatching(/^roles\//) }],
  });
});

test("a setting that lets administrators do more, or less, is told as a right", async () => {
  const right = {
    who: "each workspace admin",
    what: "the right to make tokens for any service principal and to give jobs to anyone",
  };
  await up(world, declared({ guard: setting("RESTRICT_TOKENS_AND_JOB_RUN_AS") }));
  const { steps } = await planned({ guard: setting("ALLOW_ALL") });
  expect(steps[0]).toMatchObject({ rights: { gains: [right], loses: [] }, fields: [{ rank: "rights-widened" }] });
});

const scope = "/subscriptions/s-1";
const role = `${scope}/providers/Microsoft.Authorization/roleDefinitions/b24988ac-6180-42a0-ab88-20f7382dd24c`;
const policy = (more: JsonObject = {}): JsonObject => ({
  type: "authorization:RoleManagementPolicyAssignment",
  properties: { scope, roleDefinitionId: role, ...more },
});

test("an approval that somebody has lifted is told as what people gain by it", async () => {
  const lifted = (change: (rules: readonly JsonObject[]) => readonly Json[]): TestDeployment => ({
    ...world,
    driverOf: (provider, at): Driver => {
      const driver = world.driverOf(provider, at);
      const read: Driver["read"] = async (target, signal) => {
        const answer = await driver.read(target, signal);
        if (answer.kind !== "done") return answer;
        const { effectiveRules } = answer.observation.outputs;
        const rules = change((effectiveRules ?? []) as readonly JsonObject[]);
        return {
          ...answer,
          observation: { ...answer.observation, outputs: { ...answer.observation.outputs, effectiveRules: rules } },
        };
      };
      return { ...driver, read, collectionOf: () => null };
    },
  });
  const [id, other] = ["Enablement_EndUser_Assignment", "Approval_EndUser_Assignment"];
  await up(world, declared({ rules: policy() }));
  const withoutRules = lifted((rules) =>
    rules.map((rule) => (rule["id"] === id ? { ...rule, enabledRules: [] } : rule)),
  );
  const { drift } = await driftStack("dev", withoutRules);
  const rights = drift.flatMap((row) => row.rights?.gains ?? []);
  const without = `the role without Justification (${id})`;
  expect(rights).toContainEqual({ who: "whoever asks for the role", what: without, says: `may get ${without}` });
  const gone = lifted((rules) => rules.filter((rule) => rule["id"] !== other));
  const moved = (await planned({ rules: policy() }, gone)).drift;
  expect(moved?.flatMap((row) => row.path)).toContain(`/effectiveRules/${other}`);
});

test("another policy ends what the rules of the present one say", async () => {
  await up(world, declared({ rules: policy() }));
  const policyId = `${scope}/providers/Microsoft.Authorization/roleManagementPolicies/p-2`;
  const { steps } = await planned({ rules: policy({ policyId }) });
  const later = { who: "whoever the new rules name", what: "(known after apply)" };
  expect(steps[0]?.rights?.gains).toMatchObject([{ ...later, says: "gains what they say (known after apply)" }]);
});

test("a policy of another role is named by both roles, and takes nothing from those of the former", async () => {
  await up(world, declared({ rules: policy() }));
  const other = role.replace("b24988ac", "8e3af657");
  const { steps } = await planned({ rules: policy({ roleDefinitionId: other }) });
  expect(steps.map(({ action, id, rights }) => [action, id?.slice(-36), rights])).toEqual([
    ["update", other.slice(-36), undefined],
    ["retain", role.slice(-36), undefined],
  ]);
  expect(steps[0]?.fields).toContainEqual(
    expect.objectContaining({ path: "/roleDefinitionId", old: role, new: other }),
  );
});

test("a grant that moves to another object is gained there and lost here", async () => {
  await up(world, declared({ ops: member("wave") }));
  const { steps } = await planned({ ops: member("other") });
  const right = { who: ours, what: viewer };
  expect(steps.map(({ action, rights }) => [action, rights])).toEqual([
    ["update", { gains: [right], loses: [] }],
    ["delete", { gains: [], loses: [right] }],
  ]);
});

const destroyed = async () =>
  (await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, world)).steps;
const each = { who: "each workspace admin", what: expect.stringMatching(/^the right to make tokens /) };

test.each([
  ["put back", {}],
  ["deleted", { onDestroy: "delete" }],
] as const)("a restriction that is %s by its destruction is told as what people gain", async (_, options) => {
  await up(world, declared({ guard: setting("RESTRICT_TOKENS_AND_JOB_RUN_AS", options) }));
  expect((await destroyed())[0]?.rights).toEqual({ gains: [each], loses: [] });
});

test("a restriction that stood before, or that is only forgotten, gives nothing by its destruction", async () => {
  await up(world, declared({ guard: setting("RESTRICT_TOKENS_AND_JOB_RUN_AS", { onDestroy: "retain" }) }));
  expect((await destroyed())[0]).not.toHaveProperty("rights");
});

test("a policy that demands a reason is told as what people gain by its deletion", async () => {
  await up(world, declared({ rules: { ...policy(), options: { onDestroy: "delete" } } }));
  const [step] = await destroyed();
  const what = "the role without a reason (Approval_EndUser_Assignment)";
  const gained = { who: "whoever asks for the role", what, says: `may get ${what}` };
  expect([step?.action, step?.rights?.gains]).toEqual(["delete", expect.arrayContaining([gained])]);
});

test("who holds already what is taken over gains nothing, and loses nothing", async () => {
  await seenIn(world).grant("wave", ours, viewer);
  const { steps } = await planned({ ops: member("wave") });
  expect(steps[0]).toMatchObject({ action: "create" });
  expect(steps[0]).not.toHaveProperty("rights");
});

test("drift names who holds what in place of our own grant, or beside it", async () => {
  const stranger = { who: "user:eve@acme.example", what: "roles/compute.admin" };
  await up(world, declared({ ops: member("wave") }));
  await seenIn(world).grant("wave", stranger.who);
  const beside = (await driftStack("dev", world)).drift;
  expect(beside.map(({ class: what, rights }) => [what, rights])).toEqual([
    ["out-of-band", { gains: [stranger], loses: [] }],
  ]);
  await seenIn(world).grantOnly("wave", stranger.who);
  world.advance(600_000);
  const { drift } = await driftStack("dev", world);
  expect(drift.map(({ class: what, rights }) => [what, rights])).toEqual([
    ["gone", { gains: [], loses: [{ who: ours, what: viewer }] }],
    ["out-of-band", { gains: [stranger], loses: [] }],
  ]);
});

test("who holds what in place of our own grant is named right after our write, too", async () => {
  const stranger = { who: "user:eve@acme.example", what: "roles/owner" };
  await up(world, declared({ ops: member("wave") }));
  await seenIn(world).grantOnly("wave", stranger.who, stranger.what);
  const { drift } = await driftStack("dev", world);
  expect(drift).toMatchObject([
    { class: "gone", kept: true },
    { class: "out-of-band", kept: true, rank: "rights-widened", rights: { gains: [stranger], loses: [] } },
  ]);
});

test("whom our own first write has thrown out may only be shown by a read that lags behind", async () => {
  await seenIn(world).grant("wave", "user:eve@acme.example", "roles/owner");
  await up(world, declared({ ops: member("wave") }));
  await seenIn(world).grantOnly("wave", "user:eve@acme.example", "roles/owner");
  const { drift } = await driftStack("dev", world);
  expect(drift.map(({ class: what, detail }) => [what, detail])).toEqual([
    ["gone", expect.stringMatching(/may lag behind/)],
    ["lagging read", "what it stood on now holds roles/owner to user:eve@acme.example"],
  ]);
  expect(drift[1]).not.toHaveProperty("rank");
});

test("a grant that has lost its condition is told as the right without it", async () => {
  const condition = { title: "t", expression: "false" };
  await up(world, declared({ ops: member("wave", { condition }) }));
  await seenIn(world).grantOnly("wave", ours, viewer);
  for (const ms of [0, 600_000]) {
    world.advance(ms);
    const { drift } = await driftStack("dev", world);
    const right = { who: ours, what: viewer };
    const rights = { gains: [right], loses: [{ ...right, when: { ...condition, description: null } }] };
    const lost = { class: "out-of-band", path: "/condition", rank: "guard-removed", rights };
    expect(drift).toMatchObject([{ class: "gone" }, lost]);
    expect(drift[0]).not.toHaveProperty("rights");
  }
});

test("a client that is brought back gives what its creation gave, and its deletion by hand took that", async () => {
  const resources = { portal: client(), gate: gateway("a-gate") };
  const made = (await planned(resources)).steps.find(({ name }) => name === "portal")?.rights;
  await up(world, declared(resources));
  await world.wire("DELETE", clientPath);
  const { steps } = await planned(resources);
  expect(steps.find(({ name }) => name === "portal")).toMatchObject({ action: "undelete", rights: made });
  expect(made?.gains).toContainEqual(expect.objectContaining({ what: "the codes of people who sign in" }));
  const end = { name: "portal", class: "gone", rank: "rights-lost", rights: { gains: [], loses: made?.gains } };
  const early = (await driftStack("dev", world)).drift;
  expect(early).toMatchObject([{ ...end, kept: true }]);
  world.advance(600_000);
  const late = (await driftStack("dev", world)).drift;
  expect(late).toMatchObject([end]);
  expect(late[0]).not.toHaveProperty("kept");
});

test("a credential gives the right to use it, unless it is disabled", async () => {
  const secret = (disabled?: boolean) => ({
    type: "iam:OAuthClientCredential",
    properties: {
      oauthClientId: "web-portal",
      location: "global",
      oauthClientCredentialId: "first-secret",
      ...(disabled === undefined ? {} : { disabled }),
    },
  });
  const portal = client({ clientType: "CONFIDENTIAL_CLIENT" });
  const rightsIn = async (resources: Readonly<Record<string, JsonObject>>) =>
    (await planned(resources)).steps.find(({ name }) => name === "secret")?.rights;
  const right = { who: "whoever has the secret", what: "the right to use it" };
  expect(await rightsIn({ portal, secret: secret(true) })).toBe(undefined);
  expect(await rightsIn({ portal, secret: secret() })).toEqual({ gains: [right], loses: [] });
  await up(world, declared({ portal, secret: secret() }));
  expect(await rightsIn({ portal, secret: secret(false) })).toBe(undefined);
  expect(await rightsIn({ portal, secret: secret(true) })).toEqual({ gains: [], loses: [right] });
  expect(await rightsIn({ portal })).toEqual({ gains: [], loses: [right] });
  const other = { ...secret().properties, oauthClientCredentialId: "second-secret" };
  const replacing = await planned({ portal, secret: { ...secret(), properties: other } });
  expect(replacing.steps.flatMap(({ name, action, rights }) => (name === "secret" ? [[action, rights]] : []))).toEqual([
    ["replace", { gains: [right], loses: [] }],
    ["delete", { gains: [], loses: [right] }],
  ]);
  await up(world, declared({ portal, secret: secret(true) }));
  expect(await rightsIn({ portal, secret: secret() })).toEqual({ gains: [right], loses: [] });
  expect(await rightsIn({ portal })).toBe(undefined);
});

test("drift of what guards nothing and gives nothing has no rank where it is gone", async () => {
  await up(world, declared({ gate: gateway("a-gate") }));
  await world.wire("DELETE", "v1/projects/acme/locations/here/endpointAttachments/a-gate");
  const { drift } = await driftStack("dev", world);
  expect(drift).toMatchObject([{ class: "gone" }]);
  expect(drift[0]).not.toHaveProperty("rank");
});
