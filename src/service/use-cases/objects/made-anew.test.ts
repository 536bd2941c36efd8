import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { madeAnew } from "../../../engine/state/drift/made-anew.ts";
import {
  attachments,
  client,
  clientPath,
  declared,
  type TestDeployment,
  testDeployment,
  up,
} from "../deployment.fixture.ts";
import { planStack } from "../plans/make-plans.ts";
import { gateway } from "../undo/undo-world.fixture.ts";
import { driftStack } from "./drift-view.ts";

const attachmentsPath = "v1/projects/acme/locations/here/endpointAttachments";

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

describe("an object that another hand has made anew under the same id", () => {
  const credential = `${clientPath}/credentials/first-secret`;
  const fields = { displayName: "First" };
  const secret = declared({
    portal: client(),
    first: {
      type: "iam:OAuthClientCredential",
      properties: {
        ...fields,
        location: "global",
        oauthClientId: "${portal.oauthClientId}",
        oauthClientCredentialId: "first-secret",
      },
    },
  });
  const knows = [{ who: "whoever made the secret anew", what: "the right to use it" }];
  const anew = {
    ...{ name: "first", class: "output", path: "/clientSecret", rank: "rights-widened" },
    rights: { gains: knows, loses: [{ who: "whoever has the former secret", what: "the right to use it" }] },
    detail: madeAnew,
  };

  test("has a secret that another hand knows: drift and the plan tell its rank, and who gains and who loses", async () => {
    const rows = async () => (await driftStack("dev", world)).drift;
    await up(world, secret);
    expect(await rows()).toEqual([]);
    await world.wire("PATCH", `${credential}?updateMask=disabled`, { disabled: true });
    await world.wire("DELETE", credential);
    await world.wire("POST", `${clientPath}/credentials?oauthClientCredentialId=first-secret`, fields);
    expect(await rows()).toMatchObject([anew]);
    expect(await planStack({ stack: "dev", kind: "apply", declaration: secret, refresh: true }, world)).toMatchObject({
      summary: { same: 2 },
      drift: [anew],
    });
  });

  test("is told by its time of creation, where the platform tells it", async () => {
    await up(world, attachments({ a: "one" }));
    world.advance(600_000);
    await world.wire("DELETE", `${attachmentsPath}/a`);
    const { serviceAttachment = null } = gateway("a").properties as JsonObject;
    const body = { description: "two", serviceAttachment };
    await world.wire("POST", `${attachmentsPath}?endpointAttachmentId=a`, body);
    const { drift } = await driftStack("dev", world);
    expect(drift.map(({ path }) => path)).toEqual(expect.arrayContaining(["/createTime", "/description"]));
    expect([...new Set(drift.map(({ detail }) => detail))]).toEqual([anew.detail]);
  });
});
