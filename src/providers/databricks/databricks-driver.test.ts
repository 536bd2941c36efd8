import { describe, expect, test } from "vitest";
import { exchangeOver } from "../../../packages/base/exchange/exchange-over.fixture.ts";
import { invariant } from "../../../packages/base/invariant.ts";
import type { Json, JsonObject } from "../../../packages/base/json/json.ts";
import { valueAt } from "../../../packages/base/json/pointer.ts";
import type { Change, Observation, ProviderInstance, Target } from "../../engine/ports/driver.ts";
import { databricksDriver } from "./databricks-driver.ts";

const host = "https://workspace.test";
const settingUrl = `${host}/api/2.0/settings/types/restrict_workspace_admins/names/default`;
const etag = "AAAB+/x=";

function provider(config: JsonObject = { baseUrl: host }): ProviderInstance {
  return { ref: "workspace", kind: "databricks", config };
}
const target: Target = {
  type: "settings:RestrictWorkspaceAdmins",
  apiVersion: "",
  provider: provider(),
  id: "global",
  variables: {},
};
const onWire = {
  etag: "E2",
  restrict_workspace_admins: { status: "ALLOW_ALL", disable_gov_tag_creation: true },
  setting_name: "default",
};
const observation: Observation = {
  outputs: { restrictWorkspaceAdmins: { status: "ALLOW_ALL" }, etag: "E2", settingName: "default", id: "global" },
  version: "E2",
  deleted: false,
  displaces: [],
};
const stale = (status: number, error_code: string, version: string) => ({
  status,
  body: {
    error_code,
    message: "no",
    details: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", metadata: { etag: version } }],
  },
});

/** A driver whose fetch gives these answers in turn (a string is no JSON; an Error is thrown), and what was sent. */
function scripted(...answers: readonly (Error | { readonly status: number; readonly body: Json })[]) {
  const sent: { method: string; url: string; body: Json; redirect: string }[] = [];
  const driver = databricksDriver(
    exchangeOver(async (request) => {
      const text = await request.text();
      const body = text === "" ? null : (JSON.parse(text) as Json);
      sent.push({ method: request.method, url: request.url, body, redirect: request.redirect });
      const answer = answers[sent.length - 1];
      invariant(answer !== undefined, "more calls than answers");
      if (answer instanceof Error) throw answer;
      return new Response(typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body), {
        status: answer.status,
      });
    }),
  );
  return { driver, sent };
}

function change(operation: Change["operation"], more: Partial<Change> = {}): Change {
  return {
    operation,
    target,
    inputs: operation === "delete" ? {} : { restrictWorkspaceAdmins: { status: "RESTRICT_TOKENS_AND_JOB_RUN_AS" } },
    fields: operation === "delete" ? [] : ["restrictWorkspaceAdmins"],
    prior: null,
    condition: null,
    ...more,
  };
}

describe("read", () => {
  test("gives the setting in the specification's words", async () => {
    const { driver, sent } = scripted({ status: 200, body: onWire });
    expect(await driver.read(target)).toEqual({ kind: "done", observation });
    expect(sent).toEqual([{ method: "GET", url: settingUrl, body: null, redirect: "manual" }]);
  });

  test("a value the platform does not tell is null; the only name there is goes without saying", async () => {
    const { driver } = scripted({ status: 200, body: { restrict_workspace_admins: { status: "NEWER" } } });
    expect(await driver.read(target)).toEqual({
      kind: "done",
      observation: {
        ...observation,
        outputs: { restrictWorkspaceAdmins: { status: "NEWER" }, etag: null, settingName: "default", id: "global" },
        version: null,
      },
    });
  });

  test("404 is absent", async () => {
    const { driver } = scripted({ status: 404, body: { error_code: "NOT_FOUND", message: "gone" } });
    expect(await driver.read(target)).toMatchObject({ kind: "absent", version: null, displaces: [] });
  });

  test.each([[{}], [[]], ["<html>sign in</html>"]])("200 with %j is no answer", async (body) => {
    const { driver } = scripted({ status: 200, body });
    expect(await driver.read(target)).toMatchObject({ kind: "unavailable" });
  });
});

describe("create and update", () => {
  test.each(["create", "update"] as const)("%s is one PATCH with the narrow mask", async (operation) => {
    const { driver, sent } = scripted({ status: 200, body: onWire });
    expect(await driver.write(change(operation, { condition: etag }))).toEqual({ kind: "done", observation });
    expect(sent).toEqual([
      {
        method: "PATCH",
        url: settingUrl,
        redirect: "manual",
        body: {
          allow_missing: true,
          field_mask: "restrict_workspace_admins.status",
          setting: {
            etag,
            setting_name: "default",
            restrict_workspace_admins: { status: "RESTRICT_TOKENS_AND_JOB_RUN_AS" },
          },
        },
      },
    ]);
  });

  const status = { restrictWorkspaceAdmins: { status: "ALLOW_ALL" } };
  test.each<[string, Partial<Change>, string | undefined]>([
    ["the user's precondition first", { inputs: { ...status, etag: "U" }, condition: "C", prior: observation }, "U"],
    ["then the engine's condition", { inputs: status, condition: "C", prior: observation }, "C"],
    ["then the version seen before", { inputs: { ...status, etag: null }, prior: observation }, "E2"],
    ["an empty precondition is none", { inputs: { ...status, etag: "" }, condition: "C" }, "C"],
    ["none at all", { inputs: status }, undefined],
  ])("etag: %s", async (_, more, expected) => {
    const { driver, sent } = scripted({ status: 200, body: onWire });
    await driver.write(change("update", more));
    expect(sent).toHaveLength(1);
    expect(valueAt(sent[0]?.body, "/setting/etag")).toBe(expected);
  });

  test.each([
    [409, "RESOURCE_CONFLICT"],
    [404, "NOT_FOUND"],
  ])("%i %s with a fresh etag is a stale version, and nothing is tried again", async (httpStatus, code) => {
    const { driver, sent } = scripted(stale(httpStatus, code, "E9"));
    expect(await driver.write(change("update"))).toMatchObject({
      kind: "conflict",
      reason: "stale-version",
      version: "E9",
    });
    expect(sent).toHaveLength(1);
  });

  test("an effect whose answer is no setting is done, to be read", async () => {
    const { driver } = scripted({ status: 200, body: {} });
    expect(await driver.write(change("update"))).toEqual({ kind: "done", observation: null });
  });

  test("a login page with 200 tells nothing", async () => {
    const { driver } = scripted({ status: 200, body: "<html></html>" });
    expect(await driver.write(change("update"))).toMatchObject({ kind: "unknown" });
  });

  test("without a status nothing is sent", async () => {
    const { driver, sent } = scripted();
    expect(await driver.write(change("update", { inputs: {} }))).toMatchObject({ kind: "invalid" });
    expect(sent).toEqual([]);
  });
});

describe("delete", () => {
  test.each<[Partial<Change>, string]>([
    [{ condition: etag, prior: observation }, "?etag=AAAB%2B%2Fx%3D"],
    [{ prior: observation }, "?etag=E2"],
    [{}, ""],
  ])("%# demands the version in the query, escaped", async (more, query) => {
    const { driver, sent } = scripted({ status: 200, body: { etag: "E3" } });
    expect(await driver.write(change("delete", more))).toEqual({ kind: "done", observation: null });
    expect(sent).toEqual([{ method: "DELETE", url: `${settingUrl}${query}`, body: null, redirect: "manual" }]);
  });

  test("a stale version is a conflict", async () => {
    const { driver } = scripted(stale(409, "RESOURCE_CONFLICT", "E9"));
    expect(await driver.write(change("delete", { condition: "E1" }))).toMatchObject({
      kind: "conflict",
      version: "E9",
    });
  });
});

describe("what the platform does not offer", () => {
  test.each([
    ["list", (driver: ReturnType<typeof databricksDriver>) => driver.list(target)],
    ["undelete", (driver: ReturnType<typeof databricksDriver>) => driver.write(change("undelete"))],
    ["poll", (driver: ReturnType<typeof databricksDriver>) => driver.poll(change("update"), "handle")],
    [
      "lookup",
      (driver: ReturnType<typeof databricksDriver>) =>
        driver.lookup({ function: "f", apiVersion: "", provider: provider(), arguments: {} }),
    ],
    [
      "discover",
      (driver: ReturnType<typeof databricksDriver>) =>
        driver.discover({ type: target.type, apiVersion: "", field: "etag", provider: provider(), inputs: {} }),
    ],
    ["another type", (driver: ReturnType<typeof databricksDriver>) => driver.read({ ...target, type: "jobs:Job" })],
    [
      "a write to another type",
      (driver: ReturnType<typeof databricksDriver>) =>
        driver.write(change("update", { target: { ...target, type: "jobs:Job" } })),
    ],
  ])("%s is invalid, without a call", async (_, ask) => {
    const { driver, sent } = scripted();
    expect(await ask(driver)).toMatchObject({ kind: "invalid" });
    expect(sent).toEqual([]);
  });

  test("there is no collection", () => expect(scripted().driver.collectionOf(target)).toBeNull());
});

describe("cloudId", () => {
  test.each([
    ["https://workspace.test", "https://workspace.test"],
    ["https://WORKSPACE.test:443/?o=123", "https://workspace.test"],
    ["https://adb-1.2.azuredatabricks.net./x", "https://adb-1.2.azuredatabricks.net"],
    ["http://127.0.0.1:8787/", "http://127.0.0.1:8787"],
    ["no address", "no address"],
  ])("%s is %s", (baseUrl, expected) => expect(scripted().driver.cloudId(provider({ baseUrl }))).toBe(expected));
});

describe("verify", () => {
  test.each(["https://accounts.cloud.example/", "https://accounts.azuredatabricks.example"])(
    "%s is refused without a call",
    async (baseUrl) => {
      const { driver, sent } = scripted();
      expect(await driver.verify(provider({ baseUrl }))).toMatchObject({ field: "level" });
      expect(sent).toEqual([]);
    },
  );

  test.each([[{}], [{ baseUrl: "workspace" }], [{ baseUrl: "ftp://workspace.test" }]])(
    "%j is no address",
    async (config) => {
      expect(await scripted().driver.verify(provider(config))).toMatchObject({ field: "baseUrl" });
    },
  );

  test("asks the host's metadata", async () => {
    const { driver, sent } = scripted({ status: 200, body: { host_type: "account" } });
    expect(await driver.verify(provider())).toMatchObject({ field: "level" });
    expect(sent).toMatchObject([{ method: "GET", url: `${host}/.well-known/databricks-config` }]);
  });

  test.each([
    ["a workspace", { status: 200, body: { host_type: "workspace" } }],
    ["a unified host", { status: 200, body: { host_type: "unified", workspace_id: "4711" } }],
    ["a host without metadata", { status: 404, body: "not here" }],
    ["a host that shows everybody who asks a page", { status: 200, body: "<html>" }],
    ["a host that lets nobody in who has no token", { status: 403, body: { error_code: 403, message: "no" } }],
  ])("%s is well", async (_, answer) => expect(await scripted(answer).driver.verify(provider())).toBeNull());

  test.each([
    ["is busy", { status: 429, body: { error_code: "REQUEST_LIMIT_EXCEEDED", message: "later" } }, "throttled"],
    ["is down", { status: 503, body: "no service" }, "unavailable"],
    ["gives no answer", new Error("reset"), "unavailable"],
  ])("a host that %s is not let pass, for it may be an account's", async (_, answer, kind) => {
    const { driver, sent } = scripted(answer);
    expect(await driver.verify(provider())).toMatchObject({ kind });
    expect(sent).toHaveLength(1);
  });
});

test("a malformed baseUrl is invalid, without a call", async () => {
  const { driver, sent } = scripted();
  expect(await driver.read({ ...target, provider: provider({ baseUrl: "nowhere" }) })).toMatchObject({
    kind: "invalid",
  });
  expect(sent).toEqual([]);
});
