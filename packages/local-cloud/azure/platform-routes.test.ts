import { describe, expect, test } from "vitest";
import { ArmCloud } from "./arm-cloud.fixture.ts";

const subscription = "/subscriptions/s";
const group = `${subscription}/resourceGroups/rg`;
const migrate = `${group}/providers/Microsoft.Migrate`;
const collector = `${migrate}/assessmentProjects/p/servercollectors/c`;
const named = { subscriptionId: "s", resourceGroupName: "rg" };

test("HEAD tells whether an object is there", async () => {
  const cloud = new ArmCloud();
  const item = `${collector}?api-version=2019-10-01`;
  expect(await cloud.call("HEAD", item)).toMatchObject({ status: 404, body: undefined });
  await cloud.call("PUT", item);
  expect(await cloud.call("HEAD", item)).toMatchObject({ status: 204, body: undefined });
});

test("answers carry ids to trace them by, and what is left of the caller's calls", async () => {
  const { headers } = await new ArmCloud().call("GET", `${collector}?api-version=2019-10-01`, undefined, {
    "x-ms-correlation-request-id": "mine",
  });
  expect(headers.get("x-ms-correlation-request-id")).toBe("mine");
  expect(headers.get("x-ms-routing-request-id")).toMatch(/^LOCAL:20260102T030405Z:[0-9a-f-]{36}$/);
  expect(headers.get("x-ms-ratelimit-remaining-subscription-reads")).toBe("249");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("x-ms-failure-cause")).toBeNull();
  const refused = await new ArmCloud().call("DELETE", collector);
  expect(refused.headers.get("x-ms-failure-cause")).toBe("gateway");
  expect(refused.headers.get("x-ms-ratelimit-remaining-subscription-deletes")).toBe("199");
});

describe("names", () => {
  test.each([
    ["2023-03-15", collector.replace(/c$/, "a%3Ab"), 400, 400],
    ["2019-10-01", collector.replace(/c$/, "a%3Ab"), 404, 400],
    ["2023-03-15", collector.replace("/rg/", "/rg./"), 400, 400],
    ["2023-03-15", collector.replace(/c$/, "c".repeat(261)), 400, 400],
    ["2023-03-15", collector, 404, 404],
    ["2023-01-01", `${migrate}/migrateProjects/p_1`, 400, 400],
    ["2020-05-01", `${migrate}/migrateProjects/p_1`, 404, 404],
  ])("in %s, GET %s is %i as documented and %i in truth", async (version, path, documented, faithful) => {
    const status = async (mode: "documented" | "faithful") => {
      const cloud = new ArmCloud(mode);
      await cloud.seed({ kind: "resourceGroup", subscriptionId: "s", name: "rg" });
      return (await cloud.call("GET", `${path}?api-version=${version}`)).status;
    };
    expect(await status("documented")).toBe(documented);
    expect(await status("faithful")).toBe(faithful);
  });
});

describe("resource groups", () => {
  const address = (name: string) => `${subscription}/resourceGroups/${name}?api-version=2021-04-01`;

  test("are made, read, listed and looked for", async () => {
    const cloud = new ArmCloud();
    expect(await cloud.call("GET", address("rg"))).toMatchObject({
      status: 404,
      body: { error: { code: "ResourceGroupNotFound", message: "Resource group 'rg' could not be found." } },
    });
    expect((await cloud.call("PUT", address("rg"), {})).status).toBe(400);
    const made = await cloud.call("PUT", address("rg"), { location: "westeurope", tags: { a: "1" } });
    expect(made).toMatchObject({ status: 201, body: { id: group, properties: { provisioningState: "Succeeded" } } });
    expect((await cloud.call("PUT", address("RG"), { location: "westeurope" })).status).toBe(200);
    expect((await cloud.call("HEAD", address("rg"))).status).toBe(204);
    expect(await cloud.listed(`${subscription}/resourceGroups?api-version=2021-04-01`)).toMatchObject([{ name: "RG" }]);
  });

  test("must be there in truth, before a resource provider is asked; what is planted brings its own", async () => {
    const cloud = new ArmCloud("faithful");
    await cloud.seed({ kind: "subscription", subscriptionId: "s", displayName: "Mine" });
    const project = `${migrate}/assessmentProjects/p?api-version=2019-10-01`;
    const body = { location: "westeurope", properties: {} };
    const refused = await cloud.call("PUT", project, body);
    expect(refused).toMatchObject({ status: 404, body: { error: { code: "ResourceGroupNotFound" } } });
    expect(refused.headers.get("x-ms-failure-cause")).toBe("gateway");
    await cloud.call("PUT", address("rg"), { location: "westeurope" });
    expect((await cloud.call("PUT", project, body)).status).toBe(201);
    await cloud.seed({ kind: "migrateProject", name: "m", ...named, resourceGroupName: "rg2" });
    expect((await cloud.call("GET", address("rg2"))).status).toBe(200);
  });
});

describe("subscriptions", () => {
  const [mine, other] = ["129ff972-28f8-46b8-a726-e497be039368", "4bd2aa0f-2bd2-4d67-91a8-5a4533d58600"];
  const policiesOf = (id: string) =>
    `/subscriptions/${id}/providers/Microsoft.Authorization/roleManagementPolicies?api-version=2020-10-01`;
  const groupsOf = (id: string) => `/subscriptions/${id}/resourceGroups?api-version=2021-04-01`;

  test.each([policiesOf, groupsOf])("must be guids of those that are there, in truth (%#)", async (addressIn) => {
    const cloud = new ArmCloud("faithful");
    const refused = await cloud.call("GET", addressIn("s"));
    expect(refused).toMatchObject({ status: 400, body: { error: { code: "InvalidSubscriptionId" } } });
    expect(refused.headers.get("x-ms-failure-cause")).toBe("gateway");
    expect((await cloud.call("GET", addressIn(other))).status).toBe(200);
    await cloud.seed({ kind: "subscription", subscriptionId: mine, displayName: "Mine" });
    expect((await cloud.call("GET", addressIn(mine.toUpperCase()))).status).toBe(200);
    expect(await cloud.call("GET", addressIn(other))).toMatchObject({
      status: 404,
      body: { error: { code: "SubscriptionNotFound", message: `The subscription '${other}' could not be found.` } },
    });
    await cloud.seed({ kind: "resourceGroup", subscriptionId: other, name: "rg" });
    expect((await cloud.call("GET", addressIn(other))).status).toBe(200);
  });

  test("are whatever somebody names, as documented", async () => {
    const cloud = new ArmCloud();
    await cloud.seed({ kind: "subscription", subscriptionId: mine, displayName: "Mine" });
    for (const id of ["s", other]) expect((await cloud.call("GET", policiesOf(id))).status).toBe(200);
  });
});

describe("content", () => {
  const project = `${migrate}/assessmentProjects/p?api-version=2019-10-01`;
  const sent = (mediaType: string | null) =>
    new ArmCloud().call("PUT", project, { location: "here" }, { "content-type": mediaType });

  test.each(["text/plain;charset=UTF-8", "application/x-www-form-urlencoded", "application/xml"])(
    "that says it is %s is not taken",
    async (mediaType) => {
      const refused = await sent(mediaType);
      expect(refused).toMatchObject({ status: 415, body: { error: { code: "UnsupportedMediaType" } } });
      expect(refused.headers.get("x-ms-failure-cause")).toBe("gateway");
    },
  );

  test.each(["application/json", "Application/JSON; charset=utf-8", "application/merge-patch+json"])(
    "that says it is %s is",
    async (mediaType) => expect((await sent(mediaType)).status).toBe(201),
  );

  test("is not asked for where there is none", async () => {
    const cloud = new ArmCloud();
    const item = `${collector}?api-version=2019-10-01`;
    expect((await cloud.call("PUT", item, undefined, { "content-type": "text/plain" })).status).toBe(201);
  });
});

describe("what is in a subscription", () => {
  const list = (path: string, query = "") => `${path}/resources?api-version=2021-04-01${query}`;

  test("are the projects, by group and by type", async () => {
    const cloud = new ArmCloud();
    await cloud.seed([
      { kind: "assessmentProject", name: "a", tags: { t: "1" }, ...named },
      { kind: "migrateProject", name: "m", ...named },
      { kind: "migrateProject", name: "other", ...named, resourceGroupName: "rg2" },
    ]);
    expect(await cloud.listed(list(subscription))).toHaveLength(3);
    expect(await cloud.listed(list(group))).toEqual([
      {
        id: `${migrate}/assessmentprojects/a`,
        name: "a",
        type: "Microsoft.Migrate/assessmentprojects",
        location: "westeurope",
        tags: { t: "1" },
      },
      {
        id: `${migrate}/MigrateProjects/m`,
        name: "m",
        type: "Microsoft.Migrate/MigrateProjects",
        location: "westeurope",
      },
    ]);
    const filter = `&$filter=${encodeURIComponent("resourceType eq 'microsoft.migrate/migrateprojects'")}`;
    expect(await cloud.listed(list(group, filter))).toMatchObject([{ name: "m" }]);
    expect((await cloud.call("GET", list(group, "&$filter=name"))).status).toBe(400);
  });
});

describe("pages", () => {
  test("lead from one to the next by absolute addresses, whatever comes and goes meanwhile", async () => {
    const cloud = new ArmCloud();
    const connection = (name: string) => ({
      kind: "privateEndpointConnection",
      migrateProjectName: "hub",
      name,
      privateEndpointId: "/pe",
      ...named,
    });
    await cloud.seed(["a", "b", "c", "d"].map(connection));
    const collection = `${migrate}/migrateProjects/hub/privateEndpointConnections`;
    const first = await cloud.object("GET", `${collection}?api-version=2023-01-01&$top=2`);
    expect(first["value"]).toMatchObject([{ name: "a" }, { name: "b" }]);
    const { origin, pathname, search, searchParams } = new URL(String(first["nextLink"]));
    expect(origin).toBe("http://local.example");
    expect(searchParams.get("api-version")).toBe("2023-01-01");
    await cloud.call("DELETE", `${collection}/b?api-version=2023-01-01`);
    await cloud.seed(connection("aa"));
    const second = await cloud.object("GET", `${pathname}${search}`);
    expect(second).toMatchObject({ value: [{ name: "c" }, { name: "d" }], nextLink: null });
    const secure = await cloud.call("GET", `${collection}?api-version=2023-01-01&$top=1`, undefined, {
      "x-forwarded-proto": "https",
    });
    expect(secure.body).toMatchObject({ nextLink: expect.stringMatching(/^https:\/\/local\.example\//) });
  });

  test.each(["$top=0", "$top=x", "$skipToken=x"])("%s is refused", async (query) => {
    const path = `${migrate}/migrateProjects/hub/privateEndpointConnections?api-version=2023-01-01&${query}`;
    expect(await new ArmCloud().call("GET", path)).toMatchObject({
      status: 400,
      body: { error: { code: "InvalidParameter" } },
    });
  });

  test("the collectors of 2019 come on one", async () => {
    const cloud = new ArmCloud();
    for (const name of ["a", "b"]) await cloud.call("PUT", `${collector}${name}?api-version=2019-10-01`);
    const collection = collector.replace(/\/c$/, "");
    expect(await cloud.object("GET", `${collection}?api-version=2019-10-01&$top=1`)).not.toHaveProperty("nextLink");
    expect(await cloud.listed(`${collection}?api-version=2019-10-01&$top=1`)).toHaveLength(2);
    expect(await cloud.listed(`${collection}?api-version=2023-03-15&$top=1`)).toHaveLength(1);
  });
});

describe("what the platform knows", () => {
  test.each(["", subscription])("%s/providers lists namespaces and their types", async (prefix) => {
    const cloud = new ArmCloud();
    const found = await cloud.listed(`${prefix}/providers?api-version=2021-04-01`);
    expect(found.map((each) => each["namespace"])).toEqual(["Microsoft.Authorization", "Microsoft.Migrate"]);
    expect(await cloud.object("GET", `${prefix}/providers/microsoft.migrate?api-version=2021-04-01`)).toEqual(found[1]);
    const unknown = await cloud.call("GET", `${prefix}/providers/Microsoft.Nothing?api-version=2021-04-01`);
    expect(unknown).toMatchObject({ status: 404, body: { error: { code: "InvalidResourceNamespace" } } });
  });

  test("operations are told by version; only the oldest may go without one", async () => {
    const cloud = new ArmCloud();
    const path = "/providers/Microsoft.Migrate/operations";
    expect(await cloud.listed(`${path}?api-version=2023-01-01`)).toMatchObject([
      { isDataAction: false, display: { resource: "Microsoft.Migrate/migrateProjects" } },
      {},
    ]);
    expect(await cloud.listed(path)).toMatchObject([
      { display: { resource: "Microsoft.Migrate/assessmentProjects" } },
      {},
    ]);
    expect((await new ArmCloud("faithful").call("GET", path)).status).toBe(400);
  });

  test("a migrate project has one private link resource", async () => {
    const cloud = new ArmCloud();
    const collection = `${migrate}/migrateProjects/hub/privateLinkResources`;
    const one = await cloud.object("GET", `${collection}/default?api-version=2020-05-01`);
    expect(one).toMatchObject({ name: "Default", properties: { groupId: "Default" } });
    expect(await cloud.object("GET", `${collection}?api-version=2020-05-01`)).toEqual({ value: [one], nextLink: "" });
    expect((await cloud.call("GET", `${collection}/other?api-version=2020-05-01`)).status).toBe(404);
    const faithful = new ArmCloud("faithful");
    await faithful.seed({ kind: "resourceGroup", subscriptionId: "s", name: "rg" });
    expect(await faithful.call("GET", `${collection}?api-version=2020-05-01`)).toMatchObject({
      status: 404,
      body: { error: { code: "ParentResourceNotFound" } },
    });
  });
});

test("a subscription tells its tenant, and the planted one where one was", async () => {
  const cloud = new ArmCloud();
  const path = `${subscription}?api-version=2021-04-01`;
  expect(await cloud.call("GET", path)).toMatchObject({
    status: 200,
    body: { subscriptionId: "s", tenantId: "aaaaaaaa-0000-4000-8000-000000000001", state: "Enabled" },
  });
  await cloud.seed({ kind: "subscription", subscriptionId: "s", displayName: "Portal", tenantId: "t" });
  expect((await cloud.call("GET", path)).body).toMatchObject({ displayName: "Portal", tenantId: "t" });
});
