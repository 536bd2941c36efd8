import { describe, expect, test } from "vitest";
import type { Json } from "../../base/json/json.ts";
import { ArmCloud } from "./arm-cloud.fixture.ts";

const item =
  "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Migrate/assessmentProjects/p?api-version=2019-10-01";
const body = { location: "westeurope", properties: {} };

/** Status of a call with a condition; `same` in a header or in the body stands for the eTag that the project has. */
async function statusOf(
  method: string,
  exists: boolean,
  headers: Record<string, string>,
  sent: Json = body,
): Promise<number> {
  const cloud = new ArmCloud();
  const eTag = exists ? String((await cloud.object("PUT", item, body))["eTag"]) : "same";
  const withTag = (value: string) => (value === "same" ? eTag : value);
  const filled = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, withTag(value)]));
  const content = JSON.parse(JSON.stringify(sent).replace('"same"', JSON.stringify(eTag))) as Json;
  return (await cloud.call(method, item, method === "DELETE" ? undefined : content, filled)).status;
}

describe("the management plane's table of conditions", () => {
  const none = {};
  const any = { "if-match": "*" };
  const same = { "if-match": "same" };
  const other = { "if-match": '"another"' };
  const isNew = { "if-none-match": "*" };

  test.each<[string, string, number, number]>([
    ["PUT", "none", 201, 200],
    ["PUT", "any", 412, 200],
    ["PUT", "same", 412, 200],
    ["PUT", "other", 412, 412],
    ["PUT", "isNew", 201, 412],
    ["PATCH", "none", 404, 200],
    ["PATCH", "any", 404, 200],
    ["PATCH", "same", 404, 200],
    ["PATCH", "other", 404, 412],
    ["DELETE", "none", 204, 200],
    ["DELETE", "any", 204, 200],
    ["DELETE", "same", 204, 200],
    ["DELETE", "other", 204, 412],
  ])("%s with %s: %i where it is missing, %i where it exists", async (method, condition, missing, existing) => {
    const headers = { none, any, same, other, isNew }[condition] ?? none;
    expect(await statusOf(method, false, headers)).toBe(missing);
    expect(await statusOf(method, true, headers)).toBe(existing);
  });

  test.each<[string, string, number, number]>([
    ["PUT", "", 201, 200],
    ["PUT", "same", 412, 200],
    ["PUT", '"another"', 412, 412],
    ["PATCH", '"another"', 404, 412],
  ])(
    "%s with the eTag %j in its body: %i where it is missing, %i where it exists",
    async (method, eTag, missing, existing) => {
      expect(await statusOf(method, false, none, { ...body, eTag })).toBe(missing);
      expect(await statusOf(method, true, none, { ...body, eTag })).toBe(existing);
    },
  );
});
