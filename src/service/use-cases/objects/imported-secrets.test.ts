import { beforeEach, expect, test } from "vitest";
import { digest } from "../../../../packages/base/digest.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../../packages/base/json/json.ts";
import type { StateDocument } from "../../../contract/documents/state.ts";
import { localOwner } from "../../access/local-owner.ts";
import { type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import type { Deployment } from "../deployment.ts";
import { revealOutputs, showOutputs } from "../stacks/show-outputs.ts";
import { importState } from "../state/edit-state.ts";
import { exportState } from "../state/export-state.ts";

const text = `name: test
config: { pin: { type: string, secret: true } }
providers: { google: { kind: google, project: acme, region: here } }
resources:
  a:
    type: connectors:EndpointAttachment
    properties: { endpointAttachmentId: a, serviceAttachment: projects/p/regions/r/serviceAttachments/s }
    options: { additionalSecretOutputs: [endpointIp] }
outputs: { pin: "\${config.pin}" }
`;

let world: TestDeployment;
let reader: Deployment;
beforeEach(async () => {
  world = testDeployment();
  const decide: typeof localOwner.decide = (action) =>
    action === "secret:reveal" ? { kind: "denied", why: "no", policies: [] } : { kind: "allowed" };
  reader = { ...world, authority: { ...localOwner, decide } };
  await up(world, { file: "plumb.yaml", text, config: { pin: "4711" } });
});

function signed(document: StateDocument, change: JsonObject): JsonObject {
  const { digest: _, ...content } = document;
  const changed = { ...content, ...change } as unknown as JsonObject;
  return { ...changed, digest: digest(changed) };
}

/** All digests in a value, but that of the whole document. */
function digestsIn(value: Json): readonly string[] {
  if (typeof value === "string") return /^(sha256:)?[0-9a-f]{64}$/.test(value) ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(digestsIn);
}

test("a marker with the fingerprint of one's own secret and another id is refused at its place", async () => {
  const exported = await exportState("dev", world);
  const { pin } = exported.outputs as { readonly pin: { readonly $secret: JsonObject } };
  const outputs = { pin: { $secret: { ...pin.$secret, id: "0".repeat(32) } } };
  await expect(importState("dev", signed(exported, { outputs }), true, world)).rejects.toMatchObject({
    reason: "unprocessable",
    problems: [{ code: "sealed-value", pointer: "/document/outputs/pin" }],
  });
  expect(await revealOutputs("dev", await showOutputs("dev", world), world)).toEqual({ pin: "4711" });
});

test("so is one with something more in it", async () => {
  const exported = await exportState("dev", world);
  const { pin } = exported.outputs as { readonly pin: { readonly $secret: JsonObject } };
  const outputs = { pin: { $secret: { ...pin.$secret, more: 1 } } };
  await expect(importState("dev", signed(exported, { outputs }), true, world)).rejects.toMatchObject({
    problems: [{ code: "sealed-value", pointer: "/document/outputs/pin" }],
  });
});

test("who may not reveal secrets is shown no digest of what holds one", async () => {
  const whole = await exportState("dev", world);
  expect(digestsIn((whole.records[0] as JsonObject)["observed"] as Json)).not.toEqual([]);
  const shown = await exportState("dev", reader);
  const [record] = shown.records as readonly JsonObject[];
  expect(record?.["outputs"]).toMatchObject({ endpointIp: { $secret: {} } });
  expect(digestsIn(record?.["observed"] as Json)).toEqual([]);
  expect(isJsonObject(record?.["observed"]) && record["observed"]["at"]).toEqual(expect.any(String));
});

test("what was shown so can be imported again, and is whole then", async () => {
  const before = await exportState("dev", world);
  const shown = await exportState("dev", reader);
  await importState("dev", shown as unknown as Json, true, reader);
  const after = await exportState("dev", world);
  expect(after.records).toEqual(before.records);
  expect(await revealOutputs("dev", await showOutputs("dev", world), world)).toEqual({ pin: "4711" });
});

test("records without secrets are shown as they are", async () => {
  world = testDeployment();
  reader = { ...world, authority: reader.authority };
  const plain = text.replace("    options: { additionalSecretOutputs: [endpointIp] }\n", "");
  await up(world, { file: "plumb.yaml", text: plain, config: { pin: "4711" } });
  expect((await exportState("dev", reader)).records).toEqual((await exportState("dev", world)).records);
});
