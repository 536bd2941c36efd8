import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import { client, declared, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { readObject } from "../objects/read-objects.ts";
import { findUnmanaged } from "../objects/unmanaged.ts";
import { listRuns } from "../runs/runs-of-stack.ts";
import { atNoStack } from "../stacks/at-stack.ts";
import { planStack } from "./make-plans.ts";

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const legacy = "projects/acme-team/locations/global/oauthClients/legacy";

const plantLegacy = () =>
  world.wire("POST", "v1/projects/acme-team/locations/global/oauthClients?oauthClientId=legacy", {
    displayName: "Legacy",
    allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
    allowedRedirectUris: ["https://portal.acme.example/callback"],
    allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
  });

const gateway: JsonObject = {
  type: "connectors:EndpointAttachment",
  properties: { endpointAttachmentId: "gateway", serviceAttachment: "projects/p/regions/r/serviceAttachments/s" },
  options: { provider: "second" },
};

const seen: JsonObject = { type: "iam:OAuthClient", get: { id: "global/legacy" }, options: { provider: "second" } };

/** A head that gives the project of the provider `second`, and what that provider serves. */
function withHead(resources: JsonObject, outputs: JsonObject = {}): DeclarationText {
  const head = client({ displayName: "acme-team" });
  const providers = {
    google: { kind: "google", project: "acme", region: "here", default: true },
    second: { kind: "google", project: "$" + "{head.displayName}", region: "here" },
  };
  return declared({ head, ...resources }, { providers, outputs });
}

const plan = (declaration: DeclarationText, refresh: boolean) =>
  planStack({ stack: "dev", kind: "apply", declaration, refresh }, world);

describe("a provider that another resource configures", () => {
  test("asks nothing of the platform before that resource is there", async () => {
    const { deferred } = await plan(withHead({ gateway, seen }), true);
    expect(deferred.map(({ name }) => name).sort()).toEqual(["gateway", "seen"]);
    expect(world.calls.filter((call) => !call.includes("web-portal"))).toEqual([]);
  });

  test("what is only read through it is read in the round after, and the outputs have it", async () => {
    await plantLegacy();
    const summary = await up(world, withHead({ seen }, { title: "$" + "{seen.displayName}" }));
    expect(summary).toMatchObject({ create: 1, outputs: { title: "Legacy" } });
  });

  /** The same world, in which something happens while a run plans the round after its first. */
  function between(happens: () => void): TestDeployment {
    const driverOf: TestDeployment["driverOf"] = (provider, at) => {
      const driver = world.driverOf(provider, at);
      const read: typeof driver.read = async (target) => {
        if ((await world.writes()).length > 0) happens();
        return driver.read(target);
      };
      return { ...driver, read };
    };
    return { ...world, driverOf };
  }

  test("a run that is cancelled while it plans the round after ends there", async () => {
    const stop = new AbortController();
    const { digest } = await plan(withHead({ gateway }), true);
    expect(
      await run(
        between(() => stop.abort()),
        digest,
        stop.signal,
      ),
    ).toMatchObject({
      status: "cancelled",
      create: 1,
      problems: [{ code: "not-reached", address: "gateway" }],
    });
    expect(await listRuns("dev", world)).toMatchObject([{ status: "cancelled" }]);
    expect(await world.writes()).toEqual(["create web-portal"]);
    expect(await up(world, withHead({ gateway }))).toMatchObject({ create: 1 });
  });

  test("a run that loses its stack while it plans the round after is not cancelled", async () => {
    const { digest } = await plan(withHead({ gateway }), true);
    const halted = between(() => world.advance(60_000));
    await expect(run(halted, digest)).rejects.toMatchObject({ code: "store-busy" });
    expect(await listRuns("dev", world)).toMatchObject([{ status: "done" }]);
  });

  test.each([true, false])("a second plan is empty (refresh %s)", async (refresh) => {
    await up(world, withHead({ gateway }));
    const { summary, deferred } = await plan(withHead({ gateway }), refresh);
    expect({ summary, deferred }).toMatchObject({ summary: { same: 2 }, deferred: [] });
    expect(await world.writes()).toEqual(["create web-portal", "create gateway"]);
  });

  test("out-of-band changes of that resource are undone before the provider is used", async () => {
    await up(world, withHead({ gateway }));
    await world.wire("PATCH", "v1/projects/acme/locations/global/oauthClients/web-portal?updateMask=displayName", {
      displayName: "elsewhere",
    });
    const { steps, deferred } = await plan(withHead({ gateway }), true);
    expect(steps.map(({ name, action }) => `${action} ${name}`)).toEqual(["update head"]);
    expect(deferred.map(({ name }) => name)).toEqual(["gateway"]);
    expect(await up(world, withHead({ gateway }))).toMatchObject({ update: 1 });
  });

  test("an import through it takes a short id, and one that does not fit is told", async () => {
    await plantLegacy();
    const { type, properties } = client({ oauthClientId: "legacy", displayName: "Legacy" }) as {
      readonly type: string;
      readonly properties: JsonObject;
    };
    const taken = (id: string) =>
      withHead({ taken: { type, properties, options: { provider: "second", import: id } } });
    await up(world, withHead({}));
    expect((await plan(taken("no such/form/at/all"), true)).problems).toMatchObject([{ code: "invalid-id" }]);
    expect((await plan(taken("global/legacy"), true)).steps).toContainEqual(
      expect.objectContaining({ name: "taken", action: "import", id: legacy }),
    );
  });

  test("an import that waits for it is approved with the plan", async () => {
    await plantLegacy();
    const taken = { ...client({ oauthClientId: "legacy" }), options: { provider: "second", import: "global/legacy" } };
    await up(world, withHead({ taken }));
    expect((await plan(withHead({ taken }), true)).summary).toMatchObject({ same: 2 });
  });
});

describe("looking at one object", () => {
  const read = (provider: string) =>
    readObject(
      { type: "iam:OAuthClient", id: legacy, state: {}, declaration: withHead({ gateway }), provider },
      atNoStack(world),
    );

  test("through another provider of the declaration works", async () => {
    await plantLegacy();
    expect(await read("google")).toMatchObject({ id: legacy });
  });

  test("through it is refused with the reason", async () => {
    await expect(read("second")).rejects.toMatchObject({ problems: [{ code: "provider-incomplete" }] });
    const within = { type: "iam:OAuthClient", within: { location: "global" }, declaration: withHead({ gateway }) };
    await expect(findUnmanaged({ ...within, provider: "second" }, world)).rejects.toMatchObject({
      problems: [{ code: "provider-incomplete" }],
    });
  });

  test("what is declared under it names nothing while searching through another", async () => {
    await plantLegacy();
    const rows = await findUnmanaged(
      {
        type: "connectors:EndpointAttachment",
        within: { location: "here" },
        declaration: withHead({ gateway }),
        provider: "google",
      },
      world,
    );
    expect(rows).toEqual([]);
  });
});
