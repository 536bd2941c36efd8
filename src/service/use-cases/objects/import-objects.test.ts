import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
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
import { runPlan } from "../runs/run-events.fixture.ts";
import { listResources } from "../state/state-rows.fixture.ts";
import { importObjects } from "./import-objects.ts";
import type { ImportEntry } from "./import-request.ts";

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const providers = declared({});
const type = "connectors:EndpointAttachment";
const idOf = (name: string) => `projects/acme/locations/here/endpointAttachments/${name}`;
const attachment = (name: string, id = idOf(name)): ImportEntry => ({ type, name, id, provider: null });

/** Objects that somebody made by hand. */
async function plant(...names: readonly string[]): Promise<void> {
  for (const name of names)
    await world.wire("POST", `v1/projects/acme/locations/here/endpointAttachments?endpointAttachmentId=${name}`, {
      serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
      description: `${name} by hand`,
    });
}

const importAll = (entries: readonly ImportEntry[], stack = "dev") =>
  importObjects({ stack, entries, declaration: providers }, world);

const names = async () => (await listResources("dev", world)).map(({ name }) => name);

describe("many objects at once", () => {
  test("are recorded together, and what is written for them plans empty", async () => {
    await plant("a", "b", "c");
    const written = await world.writes();
    const imported = await importAll([attachment("b"), attachment("first", "here/a"), attachment("c")]);
    expect(imported.map(({ name, id }) => [name, id])).toEqual([
      ["b", idOf("b")],
      ["first", idOf("a")],
      ["c", idOf("c")],
    ]);
    expect(await world.writes()).toEqual(written);
    const entries = Object.fromEntries(imported.map(({ name, declaration }) => [name, declaration]));
    const view = await planStack({ stack: "dev", kind: "apply", declaration: declared(entries), refresh: true }, world);
    expect(view.steps.map(({ action }) => action)).toEqual(["same", "same", "same"]);
    expect(view.problems).toEqual([]);
  });

  test("write every value that is not the default", async () => {
    const { properties } = client() as { properties: JsonObject };
    const { oauthClientId: _, location: __, ...given } = properties;
    const others = { clientType: "PUBLIC_CLIENT", disabled: true, displayName: "By hand", description: "for tests" };
    const clients = "v1/projects/acme/locations/global/oauthClients?oauthClientId=web-portal";
    await world.wire("POST", clients, { ...given, ...others });
    const id = "projects/acme/locations/global/oauthClients/web-portal";
    const [imported] = await importAll([{ type: "iam:OAuthClient", name: "portal", id, provider: null }]);
    expect(imported?.declaration).toMatchObject({ properties: others });
    const declaration = declared({ portal: imported?.declaration ?? {} });
    const view = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world);
    expect(view).toMatchObject({ summary: { same: 1 }, problems: [] });
    expect(view.drift ?? []).toEqual([]);
  });

  test("say which provider they were reached through where silence would mean another", async () => {
    await plant("a", "b");
    const two: JsonObject = {
      google: { kind: "google", default: true, project: "p" },
      acme: { kind: "google", project: "acme" },
    };
    const entries = [
      { ...attachment("a"), provider: "acme" },
      { ...attachment("b"), provider: "google" },
    ];
    const imported = await importObjects(
      { stack: "dev", entries, declaration: declared({}, { providers: two }) },
      world,
    );
    expect(imported.map(({ declaration }) => declaration["options"])).toEqual([{ provider: "acme" }, undefined]);
  });

  test("differ from what is declared by a plan", async () => {
    await plant("a");
    await importAll([attachment("a")]);
    const view = await planStack(
      { stack: "dev", kind: "apply", declaration: attachments({ a: "declared" }), refresh: true },
      world,
    );
    expect(view.steps).toMatchObject([
      { action: "update", fields: [{ path: "/description", old: "a by hand", new: "declared" }] },
    ]);
  });

  test("are recorded all or none: every reason is told at once, by name and in order", async () => {
    await plant("a", "b", "c");
    await up(world, declared({ portal: client() }));
    await world.wire("DELETE", clientPath);
    const portal = { type: "iam:OAuthClient", id: "projects/acme/locations/global/oauthClients/web-portal" };
    await importAll([attachment("taken", idOf("c"))], "other");
    await importAll([attachment("here", idOf("b"))]);
    const entries = [
      attachment("fine", idOf("a")),
      attachment("absent"),
      attachment("here", idOf("a")),
      attachment("not a name", idOf("a")),
      { ...portal, name: "deleted", provider: null },
      attachment("elsewhere", idOf("c")),
      attachment("misspelt", "no/such/form/of/id"),
      { ...attachment("strange"), type: "iam:Nothing" },
      { ...attachment("unreachable", idOf("a")), provider: "nobody" },
    ];
    const before = await names();
    const rejection = await importAll(entries).catch((cause: unknown) => cause);
    expect(rejection).toMatchObject({ reason: "unprocessable" });
    const { problems } = rejection as { problems: readonly { address?: string; code: string; detail: string }[] };
    expect(problems.map(({ address, code }) => `${address} ${code}`)).toEqual([
      "absent not-found",
      "here already-exists",
      "here claimed-twice",
      "not a name invalid-name",
      "deleted soft-deleted",
      "elsewhere claimed-twice",
      "misspelt invalid-id",
      "strange unknown-type",
      "unreachable unknown-provider",
    ]);
    expect(problems.find(({ address }) => address === "elsewhere")?.detail).toContain("`taken` of stack `other`");
    expect(await names()).toEqual(before);
  });

  test("may not share a name or an object", async () => {
    await plant("a", "b");
    await expect(importAll([attachment("x", idOf("a")), attachment("x", idOf("b"))])).rejects.toMatchObject({
      reason: "conflict",
      problems: [{ code: "duplicate-name", address: "x" }],
    });
    await expect(importAll([attachment("x", idOf("a")), attachment("y", "here/a")])).rejects.toMatchObject({
      problems: [{ code: "claimed-twice", address: "y", detail: expect.stringContaining("`x` and `y`") }],
    });
    expect(await names()).toEqual([]);
  });
});

test("an object that another stack manages is not advised to be imported: the plan names both", async () => {
  await up(world, attachments({ a: "one" }));
  const written = await world.writes();
  const taken = attachments({ mine: "one" });
  const declaration = {
    ...taken,
    text: taken.text.replace("endpointAttachmentId: mine", "endpointAttachmentId: a"),
  };
  const view = await planStack({ stack: "other", kind: "apply", declaration, refresh: true }, world);
  expect(view.problems).toMatchObject([
    { code: "claimed-twice", address: "mine", detail: expect.stringContaining("`a` of stack `dev`, and `mine`") },
  ]);
  expect(await world.writes()).toEqual(written);
});

test("moving onto an object that another stack manages is refused the same way", async () => {
  await up(world, attachments({ a: "one" }));
  const before = attachments({ mine: "one" });
  const view = async (id: string) =>
    planStack(
      {
        stack: "other",
        kind: "apply",
        declaration: {
          ...before,
          text: before.text.replace("endpointAttachmentId: mine", `endpointAttachmentId: ${id}`),
        },
        refresh: true,
      },
      world,
    );
  const { digest } = await view("mine");
  for await (const event of runPlan({ stack: "other", plan: digest, parallel: 1 }, world, new AbortController().signal))
    if (event.event === "summary") expect(event.status).toBe("done");
  expect((await view("a")).problems).toMatchObject([
    { code: "claimed-twice", detail: expect.stringContaining("`dev`") },
  ]);
});
