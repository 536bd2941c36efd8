import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import type { RunSummary } from "../../../contract/documents/runs/run-events.ts";
import {
  attachments,
  client,
  clientPath,
  declared,
  done,
  plan,
  run,
  type TestDeployment,
  testDeployment,
  up,
} from "../deployment.fixture.ts";
import type { Deployment } from "../deployment.ts";
import { driftStack } from "../objects/drift-view.ts";
import { runPlan } from "../runs/run-events.fixture.ts";
import { planStack } from "./make-plans.ts";

// A plan is carried out at once here, within the moment in which nothing but the write itself can find a stranger's
// hand.

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const arm = "/subscriptions/s-1";
const roles = `${arm}/providers/Microsoft.Authorization/roleDefinitions`;
const contributor = "b24988ac-6180-42a0-ab88-20f7382dd24c";
const policies = `${arm}/providers/Microsoft.Authorization/roleManagementPolicies`;
const [ours, theirs] = ["a", "b"].map((digit) => `${digit.repeat(8)}-bbbb-4ccc-8ddd-eeeeeeeeeeee`);
const assignmentPath =
  `${arm}/providers/Microsoft.Authorization/roleManagementPolicyAssignments/${ours}_${contributor}` +
  "?api-version=2024-09-01-preview";
const collectorPath =
  `${arm}/resourceGroups/rg/providers/Microsoft.Migrate/assessmentProjects/assess/servercollectors/c` +
  "?api-version=2019-10-01";
const policyPath = "compute/v1/projects/acme/zones/here-b/reservations/wave-1";
const settingPath = "api/2.0/settings/types/restrict_workspace_admins/names/default";

const attachment = (description: string) => ({
  type: "connectors:EndpointAttachment",
  properties: {
    endpointAttachmentId: "a",
    serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
    description,
  },
});
const attachmentPath = "v1/projects/acme/locations/here/endpointAttachments/a";
const assignment = (policy: string | undefined) => ({
  type: "authorization:RoleManagementPolicyAssignment",
  properties: {
    scope: arm,
    roleDefinitionId: `${roles}/${contributor}`,
    policyId: `${policies}/${policy}`,
  },
  options: { onDestroy: "delete" },
});
const collector = (audience: string) => ({
  type: "migrate:ServerCollector",
  properties: {
    resourceGroupName: "rg",
    projectName: "assess",
    serverCollectorName: "c",
    properties: { agentProperties: { spnDetails: { audience } } },
  },
});
const member = (expression: string) => ({
  type: "compute:ReservationIamMember",
  properties: {
    name: "wave-1",
    role: "roles/compute.viewer",
    member: "group:ops@acme.example",
    condition: { title: "t", expression },
  },
});
const setting = (status: string) => ({
  type: "settings:RestrictWorkspaceAdmins",
  properties: { restrictWorkspaceAdmins: { status } },
});

interface Subject {
  readonly type: string;
  readonly path: string;
  readonly first: JsonObject;
  readonly next: JsonObject;
  /** A stranger's change. */
  readonly hand: () => Promise<unknown>;
}

async function getPolicy(): Promise<JsonObject> {
  return world.wire("GET", `${policyPath}/getIamPolicy?optionsRequestedPolicyVersion=3`);
}

const subjects: readonly Subject[] = [
  {
    type: "an attachment",
    path: attachmentPath,
    first: attachment("one"),
    next: attachment("two"),
    hand: () => world.wire("PATCH", `${attachmentPath}?updateMask=description`, { description: "mine" }),
  },
  {
    type: "a client",
    path: clientPath,
    first: client({ description: "one" }),
    next: client({ description: "two" }),
    hand: () => world.wire("PATCH", `${clientPath}?updateMask=disabled`, { disabled: true }),
  },
  {
    type: "a collector",
    path: collectorPath,
    first: collector("one"),
    next: collector("two"),
    hand: () =>
      world.wire("PUT", collectorPath, { properties: { agentProperties: { spnDetails: { audience: "mine" } } } }),
  },
  {
    type: "a member",
    path: `${policyPath}/getIamPolicy?optionsRequestedPolicyVersion=3`,
    first: member("request.time < timestamp('2027-01-01T00:00:00Z')"),
    next: member("request.time < timestamp('2028-01-01T00:00:00Z')"),
    hand: async () =>
      world.wire("POST", `${policyPath}/setIamPolicy`, {
        policy: {
          ...(await getPolicy()),
          bindings: [{ role: "roles/compute.admin", members: ["user:me@acme.example"] }],
        },
      }),
  },
  {
    type: "a setting",
    path: settingPath,
    first: setting("RESTRICT_TOKENS_AND_JOB_RUN_AS"),
    next: setting("ALLOW_ALL"),
    hand: async () =>
      world.wire("PATCH", settingPath, {
        allow_missing: true,
        field_mask: "restrict_workspace_admins.status",
        setting: {
          etag: (await world.wire("GET", settingPath))["etag"] ?? "",
          setting_name: "default",
          restrict_workspace_admins: { status: "ALLOW_ALL" },
        },
      }),
  },
];

async function destroyPlan(): Promise<string> {
  return (await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, world)).digest;
}

/** Carries a plan out after a stranger's hand; nothing of what the hand left may be written over. */
async function refusedAfter(hand: () => Promise<unknown>, digest: string, path: string): Promise<readonly string[]> {
  await hand();
  const before = { seen: await world.wire("GET", path), writes: await world.writes() };
  const summary = await run(world, digest);
  expect({ seen: await world.wire("GET", path), writes: await world.writes() }).toEqual(before);
  return codes(summary);
}

function codes({ status, problems }: RunSummary): readonly string[] {
  return [status, ...problems.map(({ code }) => code)];
}

describe.each(subjects)("$type that was changed by hand since the plan", ({ type, path, first, next, hand }) => {
  test("is not written over", async () => {
    await up(world, declared({ it: first }));
    const digest = await plan(world, declared({ it: next }));
    // A setting that the hand has made as it was to be is not written over, either.
    const isMade = type === "a setting";
    expect(await refusedAfter(hand, digest, path)).toEqual(isMade ? ["done"] : ["failed", "stale-plan"]);
    const after = await planStack(
      { stack: "dev", kind: "apply", declaration: declared({ it: next }), refresh: true },
      world,
    );
    expect(after.problems.filter(({ code }) => code === "unsettled")).toEqual([]);
  });

  test.skipIf(type === "a setting" || type === "a member")("is not deleted", async () => {
    await up(world, declared({ it: first }));
    const digest = await destroyPlan();
    expect(await refusedAfter(hand, digest, path)).toEqual(["failed", "stale-plan"]);
  });
});

test.each([
  [
    "description",
    client(),
    client({ disabled: true }),
    `${clientPath}?updateMask=description`,
    { description: "hand" },
  ],
  [
    "description",
    attachment("one"),
    attachment("two"),
    `${attachmentPath}?updateMask=description`,
    { description: "" },
  ],
])(
  "the refusal names a `%s` that another hand has set or cleared since the plan",
  async (field, first, next, at, body) => {
    await up(world, declared({ it: first }));
    const digest = await plan(world, declared({ it: next }));
    await world.wire("PATCH", at, body);
    const { problems } = await run(world, digest);
    expect(problems).toMatchObject([{ code: "stale-plan", detail: expect.stringContaining(`: ${field} went from `) }]);
  },
);

describe("what a stranger has made since the plan is not written over", () => {
  test("a collector", async () => {
    const { first, hand, path } = subjects[2] as Subject;
    const digest = await plan(world, declared({ it: first }));
    expect(await refusedAfter(hand, digest, path)).toEqual(["failed", "already-exists"]);
  });

  test("an object in whose name another one is recorded: the way out lets go of that one first", async () => {
    const second = { ...attachment("one"), properties: { ...attachment("one").properties, endpointAttachmentId: "b" } };
    await up(world, declared({ it: attachment("one") }));
    const digest = await plan(world, declared({ it: second }));
    const { endpointAttachmentId: id, ...body } = second.properties;
    await world.wire("POST", `${attachmentPath.slice(0, -2)}?endpointAttachmentId=${id}`, body);
    const { problems } = await run(world, digest);
    expect(problems[0]).toMatchObject({
      code: "already-exists",
      detail: expect.stringContaining("`plumb state rm it`"),
    });
  });

  test("a client that has what was declared, and more that was not", async () => {
    const digest = await plan(world, declared({ it: client() }));
    const { oauthClientId, location: _, ...body } = client()["properties"] as JsonObject;
    const parent = clientPath.slice(0, clientPath.lastIndexOf("/"));
    const given = { ...body, description: "by hand", disabled: true };
    const hand = () => world.wire("POST", `${parent}?oauthClientId=${oauthClientId}`, given);
    expect(await refusedAfter(hand, digest, clientPath)).toEqual(["failed", "already-exists"]);
    expect((await world.store.readStack("dev")).records.size).toBe(0);
  });

  describe("a setting that never was ours, and is by now as it was to be", () => {
    const status = "RESTRICT_TOKENS_AND_JOB_RUN_AS";
    const wanted = declared({ it: setting(status) });
    const given = async (): Promise<JsonObject> => world.wire("GET", settingPath);
    const hand = async () =>
      world.wire("PATCH", settingPath, {
        allow_missing: true,
        field_mask: "restrict_workspace_admins.status",
        setting: {
          etag: (await given())["etag"] ?? "",
          setting_name: "default",
          restrict_workspace_admins: { status },
        },
      });

    test("is another hand's: the next plan takes it over as it stands, and a destroy leaves it so", async () => {
      expect(await refusedAfter(hand, await plan(world, wanted), settingPath)).toEqual(["failed", "stale-plan"]);
      expect((await world.store.readStack("dev")).records.size).toBe(0);
      const again = await planStack({ stack: "dev", kind: "apply", declaration: wanted, refresh: true }, world);
      expect(again.problems.map(({ code }) => code)).toEqual(["takes-over"]);
      done(await run(world, again.digest));
      done(await run(world, await destroyPlan()));
      expect(await given()).toMatchObject({ restrict_workspace_admins: { status } });
    });

    test("is ours where an earlier send may have made it", async () => {
      const digest = await plan(world, wanted);
      const unheard: TestDeployment = {
        ...world,
        driverOf: (provider, at) => {
          const driver = world.driverOf(provider, at);
          return {
            ...driver,
            write: async (change) => {
              await driver.write(change);
              const refused = { kind: "conflict", reason: "stale-version", detail: "HTTP 409", version: null } as const;
              return { ...refused, mayBeOurs: true };
            },
          };
        },
      };
      done(await run(unheard, digest));
      done(await run(world, await destroyPlan()));
      expect(await given()).toMatchObject({ restrict_workspace_admins: { status: "ALLOW_ALL" } });
    });
  });

  test("an assignment, which can only be as it was to be", async () => {
    const digest = await plan(world, declared({ it: assignment(ours) }));
    const properties = { scope: arm, roleDefinitionId: `${roles}/${contributor}`, policyId: `${policies}/${ours}` };
    const hand = () => world.wire("PUT", assignmentPath, { properties });
    expect(await refusedAfter(hand, digest, assignmentPath)).toEqual(["done"]);
  });

  test("a grant of others beside what is replaced, which the plan has not shown", async () => {
    const own = (role: string) => ({
      type: "compute:ReservationIamMember",
      properties: { name: "wave-1", role, member: "group:ops@acme.example" },
      options: { replaceOnChanges: ["role"] },
    });
    await up(world, declared({ it: own("roles/compute.viewer") }));
    const digest = await plan(world, declared({ it: own("roles/compute.admin") }));
    const beside = async () => {
      const policy = await getPolicy();
      const theirs = { role: "roles/compute.networkUser", members: ["user:me@acme.example"] };
      const bindings = [...(policy["bindings"] as unknown as readonly JsonObject[]), theirs];
      await world.wire("POST", `${policyPath}/setIamPolicy`, { policy: { ...policy, bindings } });
    };
    await beside();
    let isDone = false;
    const running = run(world, digest).finally(() => {
      isDone = true;
    });
    // The deletion of the old grant is sent again after a pause.
    for (let round = 0; round < 1_000 && !isDone; round += 1) {
      await new Promise(setImmediate);
      await world.clock.sleep(100);
    }
    expect(codes(await running)).toEqual(["failed", "stale-plan"]);
    expect((await getPolicy())["bindings"]).toMatchObject([{ role: "roles/compute.networkUser" }]);
  });

  test("a binding beside ours, which the plan has not shown", async () => {
    const { first, next, path } = subjects[3] as Subject;
    const own = async () => (await getPolicy())["bindings"] as unknown as readonly JsonObject[];
    await up(world, declared({ it: first }));
    const digest = await plan(world, declared({ it: next }));
    const beside = async () =>
      world.wire("POST", `${policyPath}/setIamPolicy`, {
        policy: {
          ...(await getPolicy()),
          bindings: [...(await own()), { role: "roles/compute.admin", members: ["user:me@acme.example"] }],
        },
      });
    expect(await refusedAfter(beside, digest, path)).toEqual(["failed", "stale-plan"]);
  });
});

test("a stranger's hand between two steps of a run is found as well", async () => {
  const declaration = (description: string): DeclarationText => attachments({ a: description, b: description });
  await up(world, declaration("one"));
  const digest = await plan(world, declaration("two"));
  const { driverOf } = world;
  let isTouched = false;
  const touched: TestDeployment = {
    ...world,
    driverOf: (provider, at) => {
      const driver = driverOf(provider, at);
      return {
        ...driver,
        write: async (change, signal) => {
          const outcome = await driver.write(change, signal);
          if (!isTouched) {
            isTouched = true;
            const other = change.target.id.endsWith("/a") ? "b" : "a";
            await world.wire(
              "PATCH",
              `v1/projects/acme/locations/here/endpointAttachments/${other}?updateMask=labels`,
              {
                labels: { by: "hand" },
              },
            );
          }
          return outcome;
        },
      };
    },
  };
  const events = [];
  for await (const event of runPlan({ stack: "dev", plan: digest, parallel: 1 }, touched, new AbortController().signal))
    events.push(event);
  const last = events.at(-1);
  expect(last?.event === "summary" && codes(last)).toEqual(["failed", "stale-plan"]);
});

describe("what it costs", () => {
  test.each([
    // Reads by a creation, an update and a deletion.
    // A deletion that is answered as done is read back, but where the driver of what lags behind has done so.
    { ...subjects[0], reads: [0, 1, 2] },
    { ...subjects[1], reads: [0, 1, 1] },
    { ...subjects[2], reads: [1, 0, 2] },
    { ...subjects[3], reads: [1, 1, 1] },
    { ...subjects[4], reads: [0, 0, 0] },
    // Where none is there, a list tells whether the policy is another role's.
    { type: "an assignment that moves", first: assignment(ours), next: assignment(theirs), reads: [2, 3, 1] },
  ])("$type: not a call more than its wire asks for", async ({ first = {}, next = {}, reads: asked }) => {
    const counts: number[] = [];
    for (const digestOf of [
      () => plan(world, declared({ it: first })),
      () => plan(world, declared({ it: next })),
      () => destroyPlan(),
    ]) {
      const digest = await digestOf();
      world.calls.length = 0;
      expect((await run(world, digest)).status).toBe("done");
      counts.push(world.calls.filter((call) => call.startsWith("GET ") && !call.includes("/operations/")).length);
    }
    expect(counts).toEqual(asked);
  });
});

test("what a hand changes while an update is under way is drift, not part of what the update recorded", async () => {
  await up(world, declared({ it: client({ displayName: "Old" }) }));
  const writing: Deployment = {
    ...world,
    driverOf: (provider, at) => {
      const driver = world.driverOf(provider, at);
      return {
        ...driver,
        write: async (change, signal) => {
          await world.wire("PATCH", `${clientPath}?updateMask=description`, { description: "by hand" });
          return driver.write(change, signal);
        },
      };
    },
  };
  const digest = await plan(world, declared({ it: client({ displayName: "New" }) }));
  done(await run({ ...world, ...writing }, digest));
  const { drift } = await driftStack("dev", world);
  expect(drift).toMatchObject([{ class: "out-of-band", path: "/description", new: "by hand" }]);
});

test("a plan that is refused since an object moved says which field did", async () => {
  await up(world, declared({ it: client({ description: "one" }) }));
  const digest = await plan(world, declared({ it: client({ description: "two" }) }));
  await world.wire("PATCH", `${clientPath}?updateMask=description`, { description: "mine" });
  const { problems } = await run(world, digest);
  expect(problems).toMatchObject([{ code: "stale-plan", detail: expect.stringMatching(/description.*"one".*"mine"/) }]);
});

/** A member's policy as somebody else has it, with more than ours. */
async function besides(expression: string): Promise<void> {
  const policy = await getPolicy();
  const bindings = (policy["bindings"] ?? []) as unknown as readonly JsonObject[];
  const others = bindings.filter(({ role }) => role !== "roles/compute.admin");
  const binding = {
    role: "roles/compute.admin",
    members: ["user:me@acme.example"],
    condition: { title: "u", expression },
  };
  await world.wire("POST", `${policyPath}/setIamPolicy`, {
    policy: { ...policy, version: 3, bindings: [...others, binding] },
  });
}

describe("what a write of a whole policy takes away is bound to its plan", () => {
  const { first, next, path } = subjects[3] as Subject;

  test("where the condition of a binding beside ours has changed", async () => {
    await up(world, declared({ it: first }));
    await besides("request.time < timestamp('2027-01-01T00:00:00Z')");
    const digest = await plan(world, declared({ it: next }));
    const hand = () => besides("true");
    expect(await refusedAfter(hand, digest, path)).toEqual(["failed", "stale-plan"]);
  });

  test("where the plan was made without a look, and the record knows the present version", async () => {
    const options = { onDrift: "warn" };
    await up(world, declared({ it: { ...(first as JsonObject), options } }));
    await besides("true");
    // Takes the new version into the record.
    await up(world, declared({ it: { ...(first as JsonObject), options } }));
    const view = await planStack(
      { stack: "dev", kind: "apply", declaration: declared({ it: next }), refresh: false },
      world,
    );
    expect(view.problems).toEqual([]);
    expect(await refusedAfter(async () => {}, view.digest, path)).toEqual(["failed", "stale-plan"]);
  });
});

test("what a stranger has made under the name of a creation that was broken off is not deleted", async () => {
  const broken: TestDeployment = {
    ...world,
    driverOf: (provider, at) => ({
      ...world.driverOf(provider, at),
      write: async () => {
        throw new Error("killed");
      },
    }),
  };
  await expect(run(broken, await plan(world, declared({ it: client() })))).rejects.toThrow("killed");
  const digest = await destroyPlan();
  const { oauthClientId, location: _, ...body } = client()["properties"] as JsonObject;
  const parent = clientPath.slice(0, clientPath.lastIndexOf("/"));
  const hand = () => world.wire("POST", `${parent}?oauthClientId=${oauthClientId}`, { ...body, description: "mine" });
  expect(await refusedAfter(hand, digest, clientPath)).toEqual(["failed", "stale-plan"]);
});

test("what a stranger has changed of a soft-deleted client is not written over when it is brought back", async () => {
  await up(world, declared({ it: client({ displayName: "one", description: "one" }) }));
  await world.wire("DELETE", clientPath);
  const digest = await plan(world, declared({ it: client({ displayName: "two", description: "one" }) }));
  await world.wire("POST", `${clientPath}:undelete`, {});
  await world.wire("PATCH", `${clientPath}?updateMask=displayName`, { displayName: "mine" });
  await world.wire("DELETE", clientPath);
  expect(codes(await run(world, digest))).toEqual(["failed", "stale-plan"]);
  expect((await world.wire("GET", clientPath))["displayName"]).toBe("mine");
});

test("a field of a collector that is not declared and that the plan leaves alone is not cleared with the others", async () => {
  const { first, next, path } = subjects[2] as Subject;
  await up(world, declared({ it: first }));
  const spnDetails = { audience: "one" };
  await world.wire("PUT", path, { properties: { agentProperties: { spnDetails }, discoverySiteId: "/sites/mine" } });
  const view = await planStack(
    { stack: "dev", kind: "apply", declaration: declared({ it: next }), refresh: true },
    world,
  );
  expect(view.drift).toMatchObject([{ path: "/properties/discoverySiteId", new: "/sites/mine" }]);
  done(await run(world, view.digest));
  const properties = { discoverySiteId: "/sites/mine", agentProperties: { spnDetails: { audience: "two" } } };
  expect(await world.wire("GET", path)).toMatchObject({ properties });
  const again = await planStack(
    { stack: "dev", kind: "apply", declaration: declared({ it: next }), refresh: true },
    world,
  );
  expect([again.summary.update, again.drift ?? []]).toEqual([0, []]);
});
