import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../packages/base/json/json.ts";
import { changesOf, InProcess } from "../scenarios/in-process.ts";
import { declarationOf, subscription } from "./base-declarations.ts";

// What stood before us is told of an object: a resource that comes to stand for another one finds that one's own.

let world: InProcess;
/** What becomes of calls that are no reads: done, or done with the answer lost and all reads failing after it. */
let isLost = false;
let isDark = false;

beforeEach(() => {
  [isLost, isDark] = [false, false];
  world = new InProcess(
    {
      ...{ PLUMB_CLOUD: "vendors", GOOGLE_OAUTH_ACCESS_TOKEN: "any" },
      ARM_ACCESS_TOKEN: "any",
    },
    {
      network: async (request, localCloud) => {
        if (isDark) throw new TypeError("the line is dead");
        const answer = await localCloud(request);
        if (!isLost || request.method === "GET") return answer;
        isDark = true;
        throw Object.assign(new TypeError("the line went dead"), { cause: { code: "ECONNRESET" } });
      },
      time: "moves",
    },
  );
});
afterEach(() => world.close());

const reservations = "projects/acme-prod/zones/europe-west1-b/reservations";
const viewer = "roles/compute.viewer";
const [ops, ann] = ["group:ops@acme.example", "user:ann@acme.example"];
const until = (year: number) => ({ title: "t", expression: `request.time < timestamp("${year}-01-01T00:00:00Z")` });

function member(properties: JsonObject, options: JsonObject = {}): JsonObject {
  return {
    type: "compute:ReservationIamMember",
    properties: { name: "wave-1", role: viewer, member: ops, condition: until(2040), ...properties },
    options: { onDestroy: "restore", ...options },
  };
}

const grant = (who: string, year: number) => ({ role: viewer, members: [who], condition: until(year) });

async function bindings(reservation: string): Promise<readonly JsonObject[]> {
  const answer = await world.wire(
    "GET",
    `compute/v1/${reservations}/${reservation}/getIamPolicy?optionsRequestedPolicyVersion=3`,
  );
  return ((await answer.json()) as { readonly bindings?: readonly JsonObject[] }).bindings ?? [];
}

/** Someone sets a reservation's policy. */
async function stands(reservation: string, ...granted: readonly JsonObject[]): Promise<void> {
  const path = `compute/v1/${reservations}/${reservation}`;
  const policy = await world.wire("GET", `${path}/getIamPolicy?optionsRequestedPolicyVersion=3`);
  const { etag = null } = (await policy.json()) as JsonObject;
  const answer = await world.wire("POST", `${path}/setIamPolicy`, {
    policy: { version: 3, etag, bindings: [...granted] },
  });
  expect(answer.status).toBe(200);
}

async function up(it: JsonObject, name = "it"): Promise<Readonly<Record<string, string>>> {
  const { plan, summary } = await world.up(declarationOf({ [name]: it }));
  expect([summary.status, summary.problems]).toEqual(["done", []]);
  return changesOf(plan);
}

async function destroy(): Promise<readonly string[]> {
  const plan = await world.plan(null, { kind: "destroy" });
  if (!plan.ok) throw new Error(JSON.stringify(plan.value));
  const { summary } = await world.run(plan.value.digest);
  expect([summary.status, summary.problems]).toEqual(["done", []]);
  return plan.value.steps.flatMap(({ fields }) => fields.map(({ path }) => path));
}

describe("a share that moves to another object, where one like it stood as well", () => {
  beforeEach(async () => {
    await stands("wave-1", grant(ops, 2031));
    await stands("wave-2", grant(ops, 2032));
  });

  test("each is put back as it was itself", async () => {
    await up(member({}));
    expect(await up(member({ name: "wave-2" }))).toEqual({ it: "update", "it~": "delete" });
    expect(await bindings("wave-1")).toEqual([grant(ops, 2031)]);
    expect(await bindings("wave-2")).toEqual([grant(ops, 2040)]);
    await destroy();
    expect(await bindings("wave-2")).toEqual([grant(ops, 2032)]);
    expect(await bindings("wave-1")).toEqual([grant(ops, 2031)]);
  });

  test.each([false, true])("so it is where it is replaced; the former one first: %s", async (deleteBeforeReplace) => {
    const options = { replaceOnChanges: ["name"], deleteBeforeReplace };
    await up(member({}, options));
    expect(await up(member({ name: "wave-2" }, options))).toEqual({ it: "replace", "it~": "delete" });
    expect(await bindings("wave-1")).toEqual([grant(ops, 2031)]);
    await destroy();
    expect(await bindings("wave-2")).toEqual([grant(ops, 2032)]);
  });

  test("and back again", async () => {
    await up(member({}));
    await up(member({ name: "wave-2" }));
    await up(member({}));
    expect(await bindings("wave-2")).toEqual([grant(ops, 2032)]);
    expect(await bindings("wave-1")).toEqual([grant(ops, 2040)]);
    await destroy();
    expect(await bindings("wave-1")).toEqual([grant(ops, 2031)]);
  });

  test("a rename keeps what was before us, and so does a change in place", async () => {
    await up(member({}));
    await up(member({ condition: until(2041) }, { aliases: ["it"] }), "that");
    await destroy();
    expect(await bindings("wave-1")).toEqual([grant(ops, 2031)]);
  });

  test("the run that moves it breaks off after its call: what was found there is kept", async () => {
    await up(member({}));
    isLost = true;
    const plan = await world.plan(declarationOf({ it: member({ name: "wave-2" }) }));
    if (!plan.ok) throw new Error(JSON.stringify(plan.value));
    expect((await world.run(plan.value.digest)).summary.status).toBe("failed");
    [isLost, isDark] = [false, false];
    await up(member({ name: "wave-2" }));
    expect(await bindings("wave-1")).toEqual([grant(ops, 2031)]);
    await destroy();
    expect(await bindings("wave-2")).toEqual([grant(ops, 2032)]);
  });

  test("an import is kept as it is found, and what it moves to is put back", async () => {
    const imported = { import: `${reservations}/wave-1 ${viewer} ${ops} t` };
    await up(member({ condition: until(2031) }, imported));
    await up(member({ name: "wave-2" }));
    await destroy();
    expect(await bindings("wave-2")).toEqual([grant(ops, 2032)]);
  });

  test("an import that moves to where nothing stood takes that away with it", async () => {
    const imported = { import: `${reservations}/wave-1 ${viewer} ${ops} t` };
    await up(member({ condition: until(2031) }, imported));
    await up(member({ name: "wave-3" }));
    await destroy();
    expect(await bindings("wave-3")).toEqual([]);
  });
});

test("a share that becomes another of the same policy is put back as that one was", async () => {
  await stands("wave-1", grant(ops, 2031), grant(ann, 2032));
  const first = await world.up(declarationOf({ it: member({}, { onDrift: "warn" }) }));
  expect(first.summary.status).toBe("done");
  await stands("wave-1", grant(ops, 2040), grant(ann, 2033));
  expect(await up(member({ member: ann }))).toEqual({ it: "update", "it~": "delete" });
  expect(await bindings("wave-1")).toEqual([grant(ann, 2040)]);
  await destroy();
  expect(await bindings("wave-1")).toEqual([grant(ann, 2033)]);
});

test("what another type takes the name of is put back as it was", async () => {
  await stands("wave-1", grant(ops, 2031));
  await up(member({}));
  const client = {
    type: "iam:OAuthClient",
    properties: {
      oauthClientId: "web-portal",
      location: "global",
      allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
      allowedRedirectUris: ["https://portal.acme.example/callback"],
      allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
    },
  };
  await up(client);
  expect(await bindings("wave-1")).toEqual([grant(ops, 2031)]);
  await destroy();
  expect(await bindings("wave-1")).toEqual([grant(ops, 2031)]);
});

const [contributor, reader] = ["b24988ac-6180-42a0-ab88-20f7382dd24c", "acdd72a7-3385-48ef-bd42-f606fba81ae7"];
const groups = `/subscriptions/${subscription}/resourceGroups`;

function assignment(scope: string, role: string, options: JsonObject = {}): JsonObject {
  const roleDefinitionId = `/subscriptions/${subscription}/providers/Microsoft.Authorization/roleDefinitions/${role}`;
  return {
    type: "authorization:RoleManagementPolicyAssignment",
    properties: { scope, roleDefinitionId },
    options: { onDestroy: "restore", ...options },
  };
}

describe.each([
  ["role", assignment(`${groups}/one`, reader)],
  ["scope", assignment(`${groups}/two`, contributor)],
  ["role, as a replacement", assignment(`${groups}/one`, reader, { replaceOnChanges: ["roleDefinitionId"] })],
])("a role policy that comes to be of another %s", (_what, other) => {
  test("leaves either as it was, and writes none onto the other", async () => {
    const assigned = async () => {
      const seen = ["one", "two"].map(async (group) => {
        const path = `${groups.slice(1)}/${group}/providers/Microsoft.Authorization/roleManagementPolicyAssignments`;
        const list = (await (await world.wire("GET", `${path}?api-version=2020-10-01`)).json()) as JsonObject;
        const items = list["value"] as unknown as readonly JsonObject[];
        return items.map(({ name }) => name).sort();
      });
      return Promise.all(seen);
    };
    const before = await assigned();
    await up(assignment(`${groups}/one`, contributor));
    expect((await up(other))["it~"]).toBe("retain");
    const { length } = await world.writes();
    // There is nothing to put back: each still is what it was.
    const plan = await world.plan(null, { kind: "destroy" });
    if (!plan.ok) throw new Error(JSON.stringify(plan.value));
    expect([changesOf(plan.value), plan.value.summary.delete]).toEqual([{ it: "retain" }, 0]);
    const { summary } = await world.run(plan.value.digest);
    expect(summary).toMatchObject({ status: "done", delete: 0, retain: 1 });
    expect(await world.writes()).toHaveLength(length);
    expect(await assigned()).toEqual(before);
  });
});

describe("the grants of others that a share's first write displaced", () => {
  const [s1, s2] = [
    { role: viewer, members: ["user:s1@acme.example"] },
    { role: "roles/compute.admin", members: ["user:s2@acme.example"] },
  ];
  const told = async () => {
    const plan = await world.plan(null, { kind: "destroy" });
    if (!plan.ok) throw new Error(JSON.stringify(plan.value));
    return plan.value.problems.filter(({ code }) => code === "brought-back").map(({ detail }) => detail);
  };

  test("come back with its removal, beside what others have granted since", async () => {
    await stands("wave-1", s1);
    await up(member({}));
    expect(await bindings("wave-1")).toEqual([grant(ops, 2040)]);
    await stands("wave-1", grant(ops, 2040), s2);
    expect(await told()).toEqual([expect.stringContaining("user:s1@acme.example")]);
    await destroy();
    expect(await bindings("wave-1")).toEqual([s2, s1]);
    expect(await world.plan(null, { kind: "destroy" })).toMatchObject({ value: { steps: [] } });
  });

  test("come back where the share stood before as declared", async () => {
    await stands("wave-1", grant(ops, 2040), s1);
    await up(member({}));
    await destroy();
    expect(await bindings("wave-1")).toEqual([grant(ops, 2040), s1]);
  });

  test("are those of the first write alone", async () => {
    await stands("wave-1", s1);
    await up(member({}));
    await stands("wave-1", grant(ops, 2040), s2);
    await up(member({}));
    await up(member({ condition: until(2041) }));
    await destroy();
    expect(await bindings("wave-1")).toEqual([s1]);
  });

  test.each([{}, { replaceOnChanges: ["member"] }])(
    "stay displaced while another member takes its place: %o",
    async (options) => {
      await stands("wave-1", s1);
      await up(member({}, options));
      await up(member({ member: ann }, options));
      expect(await bindings("wave-1")).toEqual([grant(ann, 2040)]);
      await destroy();
      expect(await bindings("wave-1")).toEqual([s1]);
    },
  );

  test("come back to the policy that they were of", async () => {
    await stands("wave-1", s1);
    await stands("wave-2", s2);
    await up(member({}));
    await up(member({ name: "wave-2" }));
    expect(await bindings("wave-1")).toEqual([s1]);
    await destroy();
    expect(await bindings("wave-2")).toEqual([s2]);
    expect(await bindings("wave-1")).toEqual([s1]);
  });

  test("come back although the share is gone by then", async () => {
    await stands("wave-1", s1);
    await up(member({}));
    await stands("wave-1", s2);
    await destroy();
    expect(await bindings("wave-1")).toEqual([s2, s1]);
  });

  test("are noted by a run that breaks off after its call", async () => {
    await stands("wave-1", s1);
    isLost = true;
    const plan = await world.plan(declarationOf({ it: member({}) }));
    if (!plan.ok) throw new Error(JSON.stringify(plan.value));
    expect((await world.run(plan.value.digest)).summary.status).toBe("failed");
    [isLost, isDark] = [false, false];
    await world.up(declarationOf({ it: member({}) }));
    await destroy();
    expect(await bindings("wave-1")).toEqual([s1]);
  });

  test("come back beside a share that came by import and stays", async () => {
    await stands("wave-1", grant(ops, 2040), s1);
    await up(member({}, { import: `${reservations}/wave-1 ${viewer} ${ops} t` }));
    await up(member({}));
    expect(await bindings("wave-1")).toEqual([grant(ops, 2040)]);
    await destroy();
    expect(await bindings("wave-1")).toEqual([grant(ops, 2040), s1]);
  });

  test("stay away where nothing is to be restored", async () => {
    await stands("wave-1", s1);
    await up(member({}, { onDestroy: "delete" }));
    expect(await told()).toEqual([]);
    await destroy();
    expect(await bindings("wave-1")).toEqual([]);
  });
});
