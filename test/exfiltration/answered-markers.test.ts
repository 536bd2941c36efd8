import { afterEach, beforeEach, expect, test } from "vitest";
import { isJsonObject, type Json, type JsonObject } from "../../packages/base/json/json.ts";
import { isSecret } from "../../src/definitions/schema/value.ts";
import { attachment, attachmentName, locationName, QuotedStage } from "./quoting-vendor.fixture.ts";

// A marker stands for a secret where this stack's own history has it, and nowhere else: what a platform answers is
// data, so that none comes from there, be it one of the stack's own.

let stage: QuotedStage;
let object: JsonObject | undefined;
beforeEach(() => {
  object = undefined;
  stage = new QuotedStage();
  stage.answers = ({ method, path, body }) => {
    if (method === "POST") {
      object = { name: attachmentName, state: "ACTIVE", ...body };
      return [200, { name: `${locationName}/operations/o1`, done: true, response: object }];
    }
    if (path.endsWith("/endpointAttachments"))
      return [200, object === undefined ? {} : { endpointAttachments: [object] }];
    return object === undefined ? undefined : [200, object];
  };
});
afterEach(() => stage.close());

function markersOf(value: Json): readonly Json[] {
  if (isSecret(value)) return [value];
  if (Array.isArray(value)) return value.flatMap((each: Json) => markersOf(each));
  return isJsonObject(value) ? Object.values(value).flatMap(markersOf) : [];
}

test("a marker of the stack's own in an answer is unreadable, and no record takes it over", async () => {
  stage.declare({ a: attachment });
  const up = await stage.play("up", "--yes", "--config", "pw=correct horse battery");
  expect(up, up.output).toMatchObject({ code: 0 });
  const exported = (await stage.play("state", "export")).output;
  const [marker = null] = markersOf(JSON.parse(exported) as Json);
  expect(isSecret(marker)).toBe(true);
  object = { ...object, endpointGlobalAccess: false, serviceAttachment: marker };
  const drift = await stage.play("drift");
  expect(drift.output).toMatch(/`serviceAttachment` .* text,.* map/);
  await stage.play("refresh", "--yes");
  expect(JSON.parse((await stage.play("state", "export")).output).resources).toEqual(JSON.parse(exported).resources);
});
