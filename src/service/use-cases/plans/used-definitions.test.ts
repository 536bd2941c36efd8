import { beforeEach, describe, expect, test } from "vitest";
import type { Catalog } from "../../../definitions/schema/definition.ts";
import type { StringSchema } from "../../../definitions/schema/schema.ts";
import {
  attachments,
  client,
  clientPath,
  declared,
  plan,
  run,
  type TestDeployment,
  testDeployment,
  up,
} from "../deployment.fixture.ts";
import { planStack } from "./make-plans.ts";
import { withCatalog, withDescription } from "./other-definitions.fixture.ts";

const attachment = "connectors:EndpointAttachment";
const oauthClient = "iam:OAuthClient";

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const changedCatalog = (other: Partial<Catalog>) => withCatalog(world, { ...world.catalog, ...other });
const upgraded = (type: string, words: Partial<StringSchema>) =>
  withCatalog(world, withDescription(world.catalog, type, words));
const changed = { maxLength: 7 };
const refused = (...types: readonly string[]) => ({
  status: "refused",
  problems: [
    {
      code: "stale-plan",
      detail: expect.stringMatching(new RegExp(types.map((type) => `\`${type}\` version \`v1\``).join(".*"))),
    },
  ],
});

describe("a plan holds after an upgrade", () => {
  test("that has reworded a description of what it makes", async () => {
    const digest = await plan(world, attachments({ a: "one" }));
    const after = upgraded(attachment, { description: "in other words" });
    expect(await run(after, digest)).toMatchObject({ status: "done", create: 1 });
  });

  test("that has changed a type which it does not use", async () => {
    const digest = await plan(world, attachments({ a: "one" }));
    expect(await run(upgraded(oauthClient, changed), digest)).toMatchObject({ status: "done" });
  });

  test("that has changed a type which is declared, and no step reads", async () => {
    const both = (description: string) =>
      declared({ portal: client(), a: { ...described(description), type: attachment } });
    await up(world, both("one"));
    const digest = await plan(world, both("two"));
    expect(await run(upgraded(oauthClient, changed), digest)).toMatchObject({ status: "done", update: 1 });
  });

  test("that no longer has a function which it does not call", async () => {
    const digest = await plan(world, attachments({ a: "one" }));
    expect(await run(changedCatalog({ functions: {} }), digest)).toMatchObject({ status: "done" });
  });
});

describe("a plan is refused, before any call, after an upgrade", () => {
  test("that has changed what it makes", async () => {
    const digest = await plan(world, attachments({ a: "one" }));
    world.calls.length = 0;
    expect(await run(upgraded(attachment, changed), digest)).toMatchObject(refused(attachment));
    expect(world.calls).toEqual([]);
  });

  test("that has changed what it removes", async () => {
    await up(world, attachments({ a: "one" }));
    const request = { stack: "dev", kind: "destroy", declaration: null, refresh: true } as const;
    const { digest } = await planStack(request, world);
    expect(await run(upgraded(attachment, changed), digest)).toMatchObject(refused(attachment));
  });

  test("that has changed an unchanged object whose values a step takes", async () => {
    const leaning = (description: string) =>
      declared({ portal: client(), a: { ...described(description), type: attachment } });
    await up(world, leaning("${portal.clientId}"));
    const digest = await plan(world, leaning("of ${portal.clientId}"));
    expect(await run(upgraded(oauthClient, changed), digest)).toMatchObject(refused(oauthClient));
  });

  test("that has changed what a `get` of it reads", async () => {
    await up(world, declared({ portal: client() }));
    const found = { type: oauthClient, get: { id: clientPath.replace("v1/", "") } };
    const a = { ...described("one"), type: attachment };
    const digest = await plan(world, declared({ portal: client(), found, a }));
    expect(await run(upgraded(oauthClient, changed), digest)).toMatchObject(refused(oauthClient));
  });

  test("that no longer has the type", async () => {
    const digest = await plan(world, attachments({ a: "one" }));
    const { [attachment]: _, ...resources } = world.catalog.resources;
    expect(await run(changedCatalog({ resources }), digest)).toMatchObject(refused(attachment));
  });

  test("that has changed the provider by which it goes", async () => {
    const digest = await plan(world, attachments({ a: "one" }));
    const { google } = world.catalog.providers;
    if (google === undefined) throw new Error("there is no google");
    const providers = { ...world.catalog.providers, google: { ...google, constants: { namespace: "other" } } };
    expect(await run(changedCatalog({ providers }), digest)).toMatchObject({
      status: "refused",
      problems: [{ code: "stale-plan", detail: expect.stringContaining("provider `google`") }],
    });
  });
});

function described(description: string) {
  const serviceAttachment = "projects/p/regions/r/serviceAttachments/s";
  return { properties: { endpointAttachmentId: "a", serviceAttachment, description } };
}
