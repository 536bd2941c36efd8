import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../base/json/json.ts";
import { type LocalFixture, localFixture } from "../local.fixture.ts";

const reservation = "compute/v1/projects/p1/zones/us-central1-a/reservations/r1";
const get = "compute.reservations.get";
const all = ["create", "delete", "get", "getIamPolicy", "list", "resize", "setIamPolicy", "update"].map(
  (verb) => `compute.reservations.${verb}`,
);

async function under(...bindings: readonly JsonObject[]): Promise<LocalFixture> {
  const cloud = localFixture();
  const set = await cloud.call("POST", `${reservation}/setIamPolicy`, { policy: { version: 3, bindings } });
  expect(set.status).toBe(200);
  return cloud;
}

function viewer(...members: readonly string[]): JsonObject {
  return { role: "roles/compute.viewer", members };
}

async function held(cloud: LocalFixture, name: string, permissions: readonly string[] = [get]): Promise<unknown> {
  const reply = await cloud.call("POST", `${reservation}/testIamPermissions`, { permissions }, `local:${name}`);
  expect(reply.status).toBe(200);
  return reply.body["permissions"] ?? [];
}

describe("members", () => {
  test.each([
    ["user:ann@example.com", "ann@example.com", true],
    ["user:Ann@Example.com", "ann@example.com", true],
    ["user:bob@example.com", "ann@example.com", false],
    ["serviceAccount:ann@example.com", "ann@example.com", false],
    ["serviceAccount:bot@p1.iam.gserviceaccount.com", "bot@p1.iam.gserviceaccount.com", true],
    ["user:bot@p1.iam.gserviceaccount.com", "bot@p1.iam.gserviceaccount.com", false],
    ["domain:example.com", "ann@example.com", true],
    ["domain:example.com", "ann@sub.example.com", false],
    ["domain:p1.iam.gserviceaccount.com", "bot@p1.iam.gserviceaccount.com", false],
    ["allUsers", "ann@example.com", true],
    ["allAuthenticatedUsers", "ann@example.com", true],
    ["deleted:user:ann@example.com?uid=1", "ann@example.com", false],
    [
      "principal://iam.googleapis.com/locations/global/workforcePools/local/subject/ann@example.com",
      "ann@example.com",
      true,
    ],
    ["principalSet://iam.googleapis.com/locations/global/workforcePools/local/*", "ann@example.com", true],
    ["principalSet://iam.googleapis.com/locations/global/workforcePools/other/*", "ann@example.com", false],
  ])("%s and the caller %s: %s", async (member, caller, expected) => {
    expect(await held(await under(viewer(member)), caller)).toEqual(expected ? [get] : []);
  });

  test("groups count with the groups inside them, rings included", async () => {
    const cloud = await under(viewer("group:Everybody@example.com"));
    const groups = [
      { kind: "googleGroup", email: "everybody@example.com", members: ["group:staff@example.com"] },
      {
        kind: "googleGroup",
        email: "staff@example.com",
        members: ["group:everybody@example.com", "user:ann@example.com"],
      },
    ];
    expect(await held(cloud, "ann@example.com")).toEqual([]);
    await cloud.call("POST", "_local/seed", groups);
    expect(await held(cloud, "ann@example.com")).toEqual([get]);
    expect(await held(cloud, "bob@example.com")).toEqual([]);
  });

  test.each([{ email: "x" }, { email: "a@b.c" }, { email: "a@b.c", members: ["ann"] }, { colour: "red" }])(
    "the group %j can't be planted",
    async (group) => {
      expect((await localFixture().call("POST", "_local/seed", { kind: "googleGroup", ...group })).status).toBe(400);
    },
  );
});

describe("roles", () => {
  test.each([
    ["roles/compute.viewer", ["get", "list"]],
    ["roles/editor", ["create", "delete", "get", "list", "resize", "update"]],
    ["roles/iam.securityReviewer", ["getIamPolicy", "list"]],
    ["roles/storage.admin", []],
    ["roles/constructor", []],
  ])("%s", async (role, verbs) => {
    const cloud = await under({ role, members: ["user:ann@example.com"] });
    expect(await held(cloud, "ann@example.com", all)).toEqual(verbs.map((verb) => `compute.reservations.${verb}`));
  });

  test("of several bindings add up; only what is asked for is answered, in the order asked", async () => {
    const cloud = await under(viewer("domain:example.com"), {
      role: "roles/iam.securityReviewer",
      members: ["user:ann@example.com"],
    });
    const asked = ["compute.reservations.getIamPolicy", "compute.reservations.delete", get];
    expect(await held(cloud, "ann@example.com", asked)).toEqual([asked[0], get]);
  });

  test("of one's own hold what is planted", async () => {
    const cloud = await under({ role: "projects/p1/roles/sizer", members: ["user:ann@example.com"] });
    const role = { name: "projects/p1/roles/sizer", includedPermissions: ["compute.reservations.resize"] };
    await cloud.call("POST", "_local/seed", { kind: "googleRole", ...role });
    expect(await held(cloud, "ann@example.com", all)).toEqual(["compute.reservations.resize"]);
    for (const wrong of [{ name: "sizer" }, { includedPermissions: "all" }, { colour: "red" }]) {
      const reply = await cloud.call("POST", "_local/seed", { kind: "googleRole", ...role, ...wrong });
      expect(reply.status).toBe(400);
    }
  });

  test("an account administrator owns the project; one who may merely call does not", async () => {
    const cloud = await under();
    expect(await held(cloud, "admin@local.example", all)).toEqual(all);
    expect(await held(cloud, "member-only@local.example", all)).toEqual([]);
  });
});

describe("conditions", () => {
  const ann = "ann@example.com";
  async function underCondition(expression: string): Promise<LocalFixture> {
    return under({ ...viewer(`user:${ann}`), condition: { title: "t", expression } });
  }

  test.each([
    ["resource.name == 'projects/p1/zones/us-central1-a/reservations/r1'", true],
    ["resource.name.startsWith('projects/p2/')", false],
    ["resource.type == 'compute.googleapis.com/Reservation' && resource.service == 'compute.googleapis.com'", true],
    ["resource.name.extract('zones/{zone}/') == 'us-central1-a'", true],
    ["resource.name.extract('regions/{region}/') == ''", true],
    ["request.time.getFullYear() == 2026 && request.time.getDayOfWeek('Europe/Berlin') == 4", true],
    ["request.time - timestamp('2025-12-31T23:00:00Z') == duration('1h')", true],
    ["resource.colour == 'red'", false],
    ["resource.name", false],
    ["1 / 0 == 1", false],
    ["resource.name.matches('^projects/p[0-9]+/')", true],
  ])("%s: %s", async (expression, expected) => {
    expect(await held(await underCondition(expression), ann)).toEqual(expected ? [get] : []);
  });

  test("follow the virtual clock", async () => {
    const cloud = await underCondition("request.time < timestamp('2026-01-02T00:00:00Z')");
    expect(await held(cloud, ann)).toEqual([get]);
    await cloud.advance(24 * 60 * 60 * 1000);
    expect(await held(cloud, ann)).toEqual([]);
  });

  test.each([
    ["no expression at all", "request.time <"],
    ["one that is too long", `true${" ".repeat(5000)}`],
    ["one that is too deep", `${"(".repeat(40)}1${"+1)".repeat(40)} == 41`],
    ["one that is too large", `${"true && ".repeat(300)}true`],
    ["one that goes over a list", "[1, 2].exists(x, x == 1)"],
    ["one that makes an object", "{'a': 1}.a == 1"],
  ])("are refused when they are %s", async (_, expression) => {
    const binding = { ...viewer(`user:${ann}`), condition: { title: "t", expression } };
    const policy = { version: 3, bindings: [binding] };
    const reply = await localFixture().call("POST", `${reservation}/setIamPolicy`, { policy });
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ error: { errors: [{ reason: "badRequest" }] } });
  });
});
