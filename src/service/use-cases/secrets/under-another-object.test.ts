import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { client, declared, plan, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { planStack } from "../plans/make-plans.ts";
import { gateway } from "../undo/undo-world.fixture.ts";

// What a declaration keeps secret of an object says nothing of another one that has the name so far.

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const token = "canary-0123456789";
const words = "words that everybody reads";
const secretive = (properties: JsonObject = {}) =>
  client({ oauthClientId: "secret-one", description: "${config.token}", ...properties });
const open = (properties: JsonObject = {}) => client({ description: words, ...properties });

function stack(resources: JsonObject) {
  const { text, ...rest } = declared(resources, { config: { token: { type: "string", secret: true } } });
  return { ...rest, text, config: { token } };
}
const planned = (resources: JsonObject) =>
  planStack({ stack: "dev", kind: "apply", declaration: stack(resources), refresh: true }, world);

/** A look at an open text, and what is made with it. */
const computing = (type: string, id: string): JsonObject => ({
  r: { type, get: { id } },
  k: gateway("k", { description: "after ${r.description}" }),
});

describe("an object whose name is declared for a secretive one", () => {
  test("stays open: the other one is of another type", async () => {
    const resources = { a: gateway("g", { description: words }), b: secretive() };
    await up(world, stack(resources));
    const { problems } = await planned({ a: secretive(), b: gateway("g", { description: words }) });
    expect(problems.map(({ code }) => code)).toContain("claimed-twice");
    const id = "projects/acme/locations/here/endpointAttachments/g";
    const view = await planned({ ...resources, ...computing("connectors:EndpointAttachment", id) });
    expect(view.problems).toEqual([]);
  });

  test("stays open: the other one is another client", async () => {
    const resources = { a: open(), b: secretive() };
    await up(world, stack(resources));
    await planned({ a: secretive(), b: open() });
    const id = "projects/acme/locations/global/oauthClients/web-portal";
    const view = await planned({ ...resources, ...computing("iam:OAuthClient", id) });
    expect(view.problems).toEqual([]);
  });

  test("is secret where that one may be this very object", async () => {
    await up(world, stack({ a: open() }));
    const view = await planned({ a: open({ description: "${config.token}" }) });
    expect(JSON.stringify(view.steps)).not.toContain(words);
  });
});

test("a secret that another hand has set at an object is in no plan that has a secretive one under its name", async () => {
  await up(world, stack({ a: open() }));
  const path = "v1/projects/acme/locations/global/oauthClients/web-portal?updateMask=description";
  await world.wire("PATCH", path, { description: token });
  const digest = await plan(world, stack({ a: secretive() }));
  expect(JSON.stringify(await world.store.getPlan("dev", digest))).not.toContain(token);
});

describe("what a record names as secret outputs", () => {
  const named = { additionalSecretOutputs: ["clientId"] };
  const given = async () =>
    String((await world.wire("GET", "v1/projects/acme/locations/global/oauthClients/web-portal"))["clientId"]);

  test.each([
    ["another type", gateway("g")],
    ["another client", client({ oauthClientId: "web-portal-two" })],
  ])("is in no plan that has %s under its name", async (_, next) => {
    await up(world, stack({ a: { ...open(), options: named } }));
    const clientId = await given();
    const digest = await plan(world, stack({ a: next }));
    const stored = await world.store.getPlan("dev", digest);
    expect(JSON.stringify(stored)).not.toContain(clientId);
  });
});
