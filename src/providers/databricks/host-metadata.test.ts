import { describe, expect, test } from "vitest";
import { exchangeOver } from "../../../packages/base/exchange/exchange-over.fixture.ts";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import type { ProviderInstance, Target } from "../../engine/ports/driver.ts";
import { databricksDriver } from "./databricks-driver.ts";

// The metadata of hosts, and the header that names the workspace: the vendor's Go SDK, config (host metadata, unified
// hosts).
const metadataPath = "/.well-known/databricks-config";
const setting = { etag: "E1", restrict_workspace_admins: { status: "ALLOW_ALL" }, setting_name: "default" };

function standing(metadata: JsonObject | number) {
  const sent: { readonly path: string; readonly workspace: string | null }[] = [];
  const driver = databricksDriver(
    exchangeOver(async (request) => {
      const { pathname } = new URL(request.url);
      sent.push({ path: pathname, workspace: request.headers.get("x-databricks-workspace-id") });
      if (pathname !== metadataPath) return Response.json(setting);
      return typeof metadata === "number" ? new Response("", { status: metadata }) : Response.json(metadata);
    }),
  );
  return { driver, sent };
}

const provider = (config: JsonObject): ProviderInstance => ({ ref: "w", kind: "databricks", config });
const unified = "https://acme.databricks.com";
const target = (config: JsonObject): Target => ({
  type: "settings:RestrictWorkspaceAdmins",
  apiVersion: "",
  provider: provider(config),
  id: "global",
  variables: {},
});

describe("the workspace that a call names", () => {
  test("comes from the metadata of a host that may serve several, asked once", async () => {
    const { driver, sent } = standing({ host_type: "unified", workspace_id: "4711" });
    for (let round = 0; round < 2; round += 1) await driver.read(target({ baseUrl: unified }));
    expect(sent.map(({ path }) => path === metadataPath)).toEqual([true, false, false]);
    expect(sent.map(({ workspace }) => workspace)).toEqual([null, "4711", "4711"]);
  });

  test("is the declared one, without a question", async () => {
    const { driver, sent } = standing(500);
    expect(await driver.read(target({ baseUrl: unified, workspaceId: "12" }))).toMatchObject({ kind: "done" });
    expect(sent.map(({ workspace }) => workspace)).toEqual(["12"]);
  });

  test("is none at an address of one workspace, nor at one that is not the vendor's", async () => {
    for (const baseUrl of [
      "https://dbc-1a-2b.cloud.databricks.com",
      "https://adb-1.2.azuredatabricks.net",
      "https://w.test",
    ]) {
      const { driver, sent } = standing({ host_type: "unified", workspace_id: "4711" });
      await driver.read(target({ baseUrl }));
      expect(sent.map(({ workspace }) => workspace)).toEqual([null]);
    }
  });

  test("can't be told while the host does not answer: nothing else is sent, and later it is", async () => {
    const { driver, sent } = standing(503);
    expect(await driver.read(target({ baseUrl: unified }))).toMatchObject({ kind: "unavailable" });
    expect(sent.map(({ path }) => path)).toEqual([metadataPath]);
  });
});

describe("verify", () => {
  test.each<[string, JsonObject, JsonObject, string | undefined]>([
    ["a host of several without a workspace", { host_type: "unified" }, { baseUrl: unified }, "workspaceId"],
    ["a host of several with one", { host_type: "unified" }, { baseUrl: unified, workspaceId: "1" }, undefined],
    ["a host that names its workspace", { host_type: "unified", workspace_id: "1" }, { baseUrl: unified }, undefined],
    [
      "another workspace's host",
      { host_type: "workspace", workspace_id: "2" },
      { baseUrl: unified, workspaceId: "1" },
      "workspaceId",
    ],
    ["an account's host of the DoD", {}, { baseUrl: "https://accounts-dod.cloud.databricks.us" }, "level"],
  ])("%s", async (_, metadata, config, field) => {
    const mistake = await standing(metadata).driver.verify(provider(config));
    expect(mistake !== null && "field" in mistake ? mistake.field : undefined).toBe(field);
  });
});

test("two workspaces behind one address are two clouds; a name of its own is one", () => {
  const { driver } = standing({});
  const cloudId = (config: JsonObject) => driver.cloudId(provider(config));
  expect(cloudId({ baseUrl: unified, workspaceId: "1" })).not.toBe(cloudId({ baseUrl: unified, workspaceId: "2" }));
  expect(cloudId({ baseUrl: "https://adb-1.2.azuredatabricks.net", workspaceId: "1" })).toBe(
    "https://adb-1.2.azuredatabricks.net",
  );
});
