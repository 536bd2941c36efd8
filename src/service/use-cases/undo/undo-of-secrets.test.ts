import { beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { declared, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { planUndo } from "../plans/make-plans.ts";
import { gateway, seenIn, undone } from "./undo-world.fixture.ts";

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const hidden = {
  ...declared(
    { gate: gateway("gate", { description: "${config.word}" }) },
    { config: { word: { type: "string", secret: true } } },
  ),
  config: { word: "hidden words" },
};
const plain = declared({ gate: gateway("gate", { description: "plain words" }) });

const reasonsOf = async (run: string) => {
  const { steps } = await planUndo("dev", run, world);
  return steps.flatMap(({ fields }) => fields.map(({ path, reason }) => [path, reason]));
};

test("a field that held a secret is put back, and is not said to have drifted where no other hand has set it", async () => {
  await up(world, hidden);
  const { run } = await up(world, plain);
  expect(await reasonsOf(run)).toEqual([["/description", "declared"]]);
  await undone(world, { run });
  expect(await seenIn(world).described("gate")).toBe("hidden words");
});

test("the same of a field that holds a secret now", async () => {
  await up(world, plain);
  const { run } = await up(world, hidden);
  expect(await reasonsOf(run)).toEqual([["/description", "declared"]]);
  await undone(world, { run });
  expect(await seenIn(world).described("gate")).toBe("plain words");
});

test.each([
  ["deleted", {}],
  ["replaced", { oauthClientCredentialId: "second" }],
])("the undo of a run that has %s a credential says that its secret is another one", async (_, changed) => {
  const client = {
    type: "iam:OAuthClient",
    properties: {
      ...{ oauthClientId: "web-portal", location: "global", clientType: "CONFIDENTIAL_CLIENT" },
      ...{
        allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
        allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
      },
      allowedRedirectUris: ["https://portal.acme.example/back"],
    },
  };
  const secret = (more: JsonObject) => ({
    type: "iam:OAuthClientCredential",
    properties: {
      ...{ oauthClientId: "${client.oauthClientId}", location: "global", oauthClientCredentialId: "first" },
      ...more,
    },
  });
  await up(world, declared({ client, secret: secret({}) }));
  const next = Object.keys(changed).length === 0 ? {} : { secret: secret(changed) };
  const { run } = await up(world, declared({ client, ...next }));
  const { problems } = await planUndo("dev", run, world);
  expect(problems.map(({ code, address }) => [code, address])).toContainEqual(["another-secret", "secret"]);
  expect(problems.find(({ code }) => code === "another-secret")?.detail).toContain(
    "another `clientSecret` than before",
  );
});
