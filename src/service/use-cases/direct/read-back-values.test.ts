import { beforeEach, describe, expect, test } from "vitest";
import type { SecretMarker } from "../../../definitions/schema/value.ts";
import type { Secrets } from "../../../engine/ports/secrets.ts";
import { testDeployment } from "../deployment.fixture.ts";
import { secretsOf } from "../stacks/at-stack.ts";
import { namingInputs, unsealed } from "./read-back-values.ts";

let secrets: Secrets;
let hush: SecretMarker;
let other: SecretMarker;
beforeEach(async () => {
  secrets = secretsOf("dev", testDeployment());
  hush = await secrets.seal("hush");
  other = await secrets.seal("somebody else's");
});

describe("what is sent back as it was shown", () => {
  test("is opened where the same secret is recorded, at any depth, and everything else stays", async () => {
    const recorded = { a: hush, list: [hush], map: { b: other } };
    const given = { a: hush, list: [hush, "plain"], map: { b: other, c: 1 } };
    expect(await unsealed(given, recorded, secrets)).toEqual({
      a: "hush",
      list: ["hush", "plain"],
      map: { b: "somebody else's", c: 1 },
    });
  });

  test("is not opened anywhere else: a marker alone opens nothing", async () => {
    const given = { a: other, b: hush, constructor: hush, list: [other] };
    expect(await unsealed(given, { a: hush, list: [hush] }, secrets)).toEqual(given);
    expect(await unsealed(hush, undefined, secrets)).toEqual(hush);
    const forged = { $secret: { ...hush.$secret, fingerprint: other.$secret.fingerprint } };
    expect(await unsealed(forged, hush, secrets)).toEqual(forged);
  });
});

test("an object's naming inputs are those that its identity is made of", () => {
  const definition = testDeployment().catalog.resources["connectors:EndpointAttachment"];
  if (definition === undefined) throw new Error("no definition");
  const inputs = { endpointAttachmentId: "a", location: "here", project: "acme", description: "one" };
  expect(namingInputs(definition, inputs)).toEqual({ endpointAttachmentId: "a", location: "here", project: "acme" });
});
