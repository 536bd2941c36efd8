import { describe, expect, test } from "vitest";
import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import { armDriver } from "./arm-driver.ts";
import { changeOf, collectorTarget, scriptedExchange } from "./scripted-exchange.fixture.ts";

const eTag = '"00000606-0000-0d00-0000-605999bf0000"';
const url = `https://management.azure.com${collectorTarget.id}?api-version=2019-10-01`;
const properties = {
  agentProperties: { id: "a", version: "1", lastHeartbeatUtc: null },
  createdTimestamp: "2020-09-11T07:15:52.4361521Z",
  updatedTimestamp: "2021-03-23T07:33:19.697297Z",
};
const wire: JsonObject = {
  id: collectorTarget.id.toLowerCase(),
  name: "collector",
  type: "Microsoft.Migrate/assessmentprojects/servercollectors",
  eTag,
  properties,
};
const observation = {
  outputs: {
    projectName: "Project",
    resourceGroupName: "Group",
    serverCollectorName: "collector",
    eTag,
    properties,
    id: collectorTarget.id,
    name: "collector",
    type: "Microsoft.Migrate/assessmentprojects/servercollectors",
  },
  version: eTag,
  deleted: false,
  displaces: [],
};

test("read takes names from the target, keeps timestamps as they are, and the eTag as version", async () => {
  const { exchange, sent } = scriptedExchange({ status: 200, body: wire });
  expect(await armDriver(exchange).read(collectorTarget)).toEqual({ kind: "done", observation });
  expect(sent[0]?.url).toBe(url);
});

describe("write", () => {
  test.each([
    ["create", {}, null, undefined],
    ["create", {}, eTag, undefined],
    ["create", { eTag: '"mine"' }, null, '"mine"'],
    ["update", {}, eTag, eTag],
    ["update", { eTag: '"mine"' }, eTag, '"mine"'],
    ["update", {}, null, undefined],
  ] as const)("%s with inputs %j on condition %s sends the eTag %s", async (operation, given, condition, expected) => {
    // Before a create, a read has to show that there is nothing to overwrite.
    const creates = operation === "create";
    const nothing = { status: 404, body: { error: { code: "ResourceNotFound", message: "none" } } };
    const answers = creates ? [nothing, { status: 201, body: wire }] : [{ status: 200, body: wire }];
    const { exchange, sent } = scriptedExchange(...answers);
    const inputs = {
      ...given,
      projectName: "Project",
      resourceGroupName: "Group",
      properties: { discoverySiteId: "/x" },
    };
    const outcome = await armDriver(exchange).write(changeOf(collectorTarget, operation, inputs, condition));
    expect(outcome).toEqual({ kind: "done", observation });
    expect(sent).toEqual([
      ...(creates ? [{ method: "GET", url, body: undefined }] : []),
      {
        method: "PUT",
        url,
        body: { ...(expected === undefined ? {} : { eTag: expected }), properties: { discoverySiteId: "/x" } },
      },
    ]);
  });

  test("a creation that is answered as a change of an existing collector says that it stood there", async () => {
    const nothing = { status: 404, body: { error: { code: "ResourceNotFound", message: "none" } } };
    const { exchange } = scriptedExchange(nothing, { status: 200, body: wire });
    const outcome = await armDriver(exchange).write(changeOf(collectorTarget, "create", {}));
    expect(outcome).toEqual({ kind: "done", observation, hasStood: true });
  });

  test("what is cleared is left out", async () => {
    const { exchange, sent } = scriptedExchange({ status: 200, body: wire });
    const change = { ...changeOf(collectorTarget, "update", {}), fields: ["properties"] };
    await armDriver(exchange).write(change);
    expect(sent[0]?.body).toEqual({});
  });

  test("a stale eTag is a conflict", async () => {
    const { exchange } = scriptedExchange({
      status: 412,
      body: { error: { code: "PreconditionFailed", message: "stale" } },
    });
    const outcome = await armDriver(exchange).write(changeOf(collectorTarget, "update", {}, eTag));
    expect(outcome).toMatchObject({ kind: "conflict", reason: "stale-version" });
  });

  test("create does not overwrite what is there; what was seen before is taken over", async () => {
    const { exchange, sent } = scriptedExchange({ status: 200, body: wire }, { status: 200, body: wire });
    const create = changeOf(collectorTarget, "create");
    const refused = await armDriver(exchange).write(create);
    expect(refused).toMatchObject({ kind: "conflict", reason: "exists", version: eTag });
    expect(sent.map(({ method }) => method)).toEqual(["GET"]);
    expect(await armDriver(exchange).write({ ...create, prior: observation })).toMatchObject({ kind: "done" });
    expect(sent.map(({ method }) => method)).toEqual(["GET", "PUT"]);
  });

  test.each([
    [{}, "*", "exists"],
    [{ eTag: '"mine"' }, undefined, "stale-version"],
  ] as const)("a creation with %j has If-None-Match %s, and 412 means %s", async (inputs, expected, reason) => {
    const nothing = { status: 404, body: { error: { code: "ResourceNotFound", message: "none" } } };
    const refused = { status: 412, body: { error: { code: "PreconditionFailed", message: "not met" } } };
    const { exchange } = scriptedExchange(nothing, refused);
    const asked: (string | undefined)[] = [];
    const heard: Exchange = (request) => {
      asked.push(request.headers["if-none-match"]);
      return exchange(request);
    };
    const outcome = await armDriver(heard).write(changeOf(collectorTarget, "create", inputs));
    expect(outcome).toMatchObject({ kind: "conflict", reason });
    expect(asked).toEqual([undefined, expected]);
  });

  test("delete under a condition leaves a changed collector alone", async () => {
    const { exchange, sent } = scriptedExchange({ status: 200, body: { ...wire, eTag: '"newer"' } });
    const outcome = await armDriver(exchange).write(changeOf(collectorTarget, "delete", {}, eTag));
    expect(outcome).toMatchObject({ kind: "conflict", reason: "stale-version", version: '"newer"' });
    expect(sent.map(({ method }) => method)).toEqual(["GET"]);
  });

  test.each([
    [200, { kind: "done", observation: null }],
    [204, { kind: "absent", detail: expect.any(String) }],
  ])("delete answered %i: %o", async (status, expected) => {
    const { exchange } = scriptedExchange({ status });
    const outcome = await armDriver(exchange).write(changeOf(collectorTarget, "delete"));
    expect(outcome).toEqual(expected);
  });
});

test("list gives the collectors of the project under ids like the target's", async () => {
  const { exchange, sent } = scriptedExchange({ status: 200, body: { value: [wire, { ...wire, name: "second" }] } });
  const driver = armDriver(exchange);
  const outcome = await driver.list(collectorTarget);
  expect(outcome).toMatchObject({
    kind: "done",
    items: [
      { id: collectorTarget.id, observation },
      {
        id: collectorTarget.id.replace(/collector$/, "second"),
        observation: { outputs: { serverCollectorName: "second", projectName: "Project" } },
      },
    ],
  });
  expect(sent[0]?.url).toBe(url.replace("/collector?", "?"));
  const other = { ...collectorTarget, variables: { ...collectorTarget.variables, serverCollectorName: "other" } };
  expect(driver.collectionOf(other)).toBe(driver.collectionOf(collectorTarget));
});
