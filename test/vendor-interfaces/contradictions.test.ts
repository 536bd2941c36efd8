import { describe, expect, test } from "vitest";
import { asking } from "../../packages/base/exchange/asking.fixture.ts";
import type { Json, JsonObject } from "../../packages/base/json/json.ts";
import { armLocal } from "../../packages/local-cloud/azure/arm-local.ts";
import { databricksLocal } from "../../packages/local-cloud/databricks/databricks-local.ts";
import { googleLocal } from "../../packages/local-cloud/google/google-local.ts";
import { LocalCloud } from "../../packages/local-cloud/runtime/local-cloud.ts";
import type { LocalVendor } from "../../packages/local-cloud/runtime/local-vendor.ts";
import { admin, ContractCloud, cloudOrigin } from "../contract/contract-cloud.ts";
import { contradictions } from "./contradictions.ts";
import type { LocalReplySeen } from "./reply.ts";
import { ShapeWitness } from "./shape-witness.ts";

const authorization = "subscriptions/s/providers/Microsoft.Authorization";
const migrate = "subscriptions/s/resourceGroups/g/providers/Microsoft.Migrate";
const collector = `${migrate}/assessmentProjects/p/servercollectors/c`;
const policy = `${authorization}/roleManagementPolicies/p`;
const setting = "api/2.0/settings/types/restrict_workspace_admins/names/default";
const client = "v1/projects/p/locations/global/oauthClients/web-portal";

async function answerOf(vendor: LocalVendor, method: string, address: string, body?: Json): Promise<JsonObject> {
  const cloud = new ContractCloud(vendor, 0);
  const headers = { "content-type": "application/json" };
  const sent = body === undefined ? {} : { body: JSON.stringify(body), headers };
  const response = await asking(cloud.exchangeAs(admin))(new Request(`${cloudOrigin}/${address}`, { method, ...sent }));
  const answer = (await response.json()) as JsonObject;
  cloud.close();
  return answer;
}

const collectorAnswer = await answerOf(armLocal, "PUT", `${collector}?api-version=2019-10-01`, { properties: {} });
const settingAnswer = await answerOf(databricksLocal, "GET", setting);
const rule: JsonObject = { id: "r", ruleType: "RoleManagementPolicyExpirationRule", isExpirationRequired: true };
const rulesOf = (...rules: readonly Json[]): JsonObject => ({ properties: { rules } });

const seen = (path: string, body: Json | undefined, more: Partial<LocalReplySeen> = {}): LocalReplySeen => ({
  method: "GET",
  path,
  version: path.startsWith("subscriptions/") ? "2019-10-01" : "",
  status: 200,
  body,
  mode: "documented",
  ...more,
});
const ofPolicy = (body: Json, version = "2020-10-01") => seen(policy, body, { version });
const agentOf = (agentProperties: JsonObject) => ({ properties: { agentProperties } });

describe("an answer is told from one that no interface allows", () => {
  test.each<[string, LocalReplySeen, RegExp]>([
    ["a member that is not described", seen(collector, { ...collectorAnswer, color: "red" }), /color/],
    ["a member of another version", seen(collector, { ...collectorAnswer, systemData: {} }), /systemData/],
    ["another type", seen(collector, { ...collectorAnswer, name: 1 }), /must be string/],
    ["a status that is not described", seen(collector, collectorAnswer, { status: 202 }), /no such status/],
    ["no body", seen(collector, undefined), /there was none/],
    ["a path that is not described", seen(`${collector}/more`, {}), /no such operation/],
    ["an error of another shape", seen(collector, { message: "no" }, { status: 404 }), /message/],
    ["no value of an enumeration", ofPolicy(rulesOf({ ...rule, ruleType: "Other" })), /allowed/],
    ["a rule with a member of another kind", ofPolicy(rulesOf({ ...rule, setting: {} })), /setting/],
    [
      "a rule with a member of later",
      ofPolicy(rulesOf({ ...rule, exceptionMembers: [] }), "2024-02-01-preview"),
      /exceptionMembers/,
    ],
    ["no kind of a rule", ofPolicy(rulesOf({ id: "r" })), /ruleType/],
    ["no time", seen(collector, agentOf({ lastHeartbeatUtc: "soon" })), /date-time/],
    ["a setting without its message", seen(setting, { etag: "e", setting_name: "default" }), /required/],
    ["a status that the setting has not", seen(setting, { restrict_workspace_admins: { status: "NO" } }), /allowed/],
    ["a member that no setting has", seen(setting, { ...settingAnswer, color: "red" }), /color/],
    ["a deleted setting without a version", seen(setting, {}, { method: "DELETE" }), /etag/],
    ["an error without a code", seen(setting, { message: "no" }, { status: 404 }), /error_code/],
    [
      "a detail that tells its version to nobody",
      seen(
        setting,
        {
          error_code: "A",
          message: "b",
          details: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", etag: "c" }],
        },
        { status: 409 },
      ),
      /etag/,
    ],
    ["a client with a state of its own", seen(client, { state: "GONE" }), /GONE/],
    ["nothing where a client is due", seen(client, undefined), /there was none/],
    ["an error as a text", seen(client, { error: "gone" }, { status: 404 }), /no object/],
    ["something at an address of nobody's", seen("v1/projects/p/nothings", {}), /no such operation/],
    [
      "an error of no shape at such an address",
      seen("api/2.0/nothings", { no: 1 }, { status: 404 }),
      /no such operation/,
    ],
  ])("%s", (_, reply, complaint) => {
    expect(contradictions(reply).join("\n")).toMatch(complaint);
  });

  test("and one that is as described passes", () => {
    const later = ofPolicy(rulesOf({ ...rule, exceptionMembers: [] }), "2024-09-01-preview");
    const unknown = seen("api/2.0/nothings", { error_code: "ENDPOINT_NOT_FOUND", message: "no" }, { status: 404 });
    for (const reply of [seen(collector, collectorAnswer), later, seen(setting, settingAnswer), unknown]) {
      expect(contradictions(reply)).toEqual([]);
    }
  });
});

describe("a witness", () => {
  test("stands around every local cloud that a test opens", () => expect(LocalCloud.name).toBe("WitnessedCloud"));

  const get = (path: string) => new Request(`${cloudOrigin}/${path}`);

  test("hands on the answer and says what was wrong with it, each thing once", async () => {
    const witness = new ShapeWitness();
    const watched = witness.around(async () => Response.json({ ...settingAnswer, color: "red" }));
    for (const _ of [1, 2]) expect(await (await watched(get(setting))).json()).toMatchObject({ color: "red" });
    expect(witness.found).toHaveLength(1);
    expect(() => witness.testify()).toThrow(/color/);
  });

  test("takes a page for people for a contradiction, unless faults cut bodies off", async () => {
    for (const mayCut of [true, false]) {
      const witness = new ShapeWitness({ mayCut: () => mayCut });
      await witness.around(async () => new Response("<html>"))(get(client));
      expect(witness.found).toHaveLength(mayCut ? 0 : 1);
    }
  });
});

describe("content of another type is refused, and never shown", () => {
  const project = `${migrate}/assessmentProjects/project`;
  test.each<[LocalVendor, string, string, Json]>([
    [armLocal, "PUT", `${collector}?api-version=2019-10-01`, agentOf({ spnDetails: { authority: 5 } })],
    [armLocal, "PUT", `${collector}?api-version=2023-03-15`, agentOf({ lastHeartbeatUtc: "soon" })],
    [armLocal, "PUT", `${project}?api-version=2019-10-01`, { properties: { projectStatus: "Perhaps" } }],
    [armLocal, "PUT", `${project}?api-version=2023-03-15`, { location: "here", tags: { a: 1 } }],
    [databricksLocal, "PATCH", setting, { allow_missing: true, field_mask: "*", setting: { setting_name: 5 } }],
    [googleLocal, "POST", `${client.replace(/.web-portal$/, "")}?oauthClientId=web-portal`, { displayName: 5 }],
    [
      googleLocal,
      "POST",
      "v1/projects/p/locations/l/endpointAttachments?endpointAttachmentId=ea",
      { labels: { a: 1 } },
    ],
    [googleLocal, "POST", "compute/v1/projects/p/zones/z/reservations/r/setIamPolicy", { policy: { bindings: 5 } }],
  ])("$0.name: %s %s", async (vendor, method, address, body) => {
    const cloud = new ContractCloud(vendor, 0);
    const headers = { "content-type": "application/json" };
    const request = new Request(`${cloudOrigin}/${address}`, { method, body: JSON.stringify(body), headers });
    expect((await asking(cloud.exchangeAs(admin))(request)).status).toBe(400);
    cloud.close();
  });
});

/** A path of a route, with something in the place of every variable. */
function sampleOf(template: string): string {
  return template.replace(/\{\+scope\}/, "subscriptions/s").replace(/\{\+?\w+\}/g, "x");
}

test.each([googleLocal, databricksLocal])("every route of $name is described or excepted", ({ routes }) => {
  const silent = routes
    .filter(({ template }) => template !== "api/{+rest}")
    .filter(({ method, template }) =>
      contradictions(seen(sampleOf(template), { "": 0 }, { method })).some((each) =>
        each.includes("no such operation"),
      ),
    );
  expect(silent.map(({ method, template }) => `${method} ${template}`)).toEqual([]);
});
