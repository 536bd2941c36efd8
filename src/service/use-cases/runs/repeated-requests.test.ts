import { beforeEach, describe, expect, test } from "vitest";
import { testAccess } from "../../access/access.fixture.ts";
import { localOwner } from "../../access/local-owner.ts";
import { RunDispatcher } from "../../background/run-dispatcher.ts";
import { attachments, planAt, type TestDeployment, testDeployment, upAt } from "../deployment.fixture.ts";
import { importObjects } from "../objects/import-objects.ts";
import { newStack } from "../stacks/stacks.ts";
import { renameResource } from "../state/edit-state.ts";

// What a request makes is known by an id that was drawn for it before. Whoever carries the request out again finds it
// there; without the id, or under another, it is a request of its own.

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const isConflict = { reason: "conflict" };

describe("a request that is carried out again", () => {
  test("starts no second run", async () => {
    const digest = await planAt("test/dev", world, attachments({ a: "one" }));
    const dispatcher = new RunDispatcher({ deployment: world, serves: true });
    const request = { stack: "test/dev", plan: digest, parallel: 1, run: "r-1" };
    const first = await dispatcher.start(request, localOwner.caller);
    const another = new RunDispatcher({ deployment: world.as(2), serves: true });
    expect(await another.start(request, localOwner.caller)).toMatchObject({ run: "r-1", createdAt: first.createdAt });
    const events = await Array.fromAsync(dispatcher.events("test/dev", "r-1", 0, new AbortController().signal));
    expect(events.at(-1)?.event).toMatchObject({ status: "done" });
    expect(await another.start(request, localOwner.caller)).toMatchObject({ run: "r-1", status: "done" });
    expect(await world.writes()).toEqual(["create a"]);
    expect(await dispatcher.list("test/dev")).toHaveLength(1);
  });

  test("makes no second stack", async () => {
    const made = await newStack("test/prod", world, "e-1");
    expect(await newStack("test/prod", world, "e-1")).toEqual(made);
    await expect(newStack("test/prod", world, "e-2")).rejects.toMatchObject(isConflict);
    await expect(newStack("test/prod", world)).rejects.toMatchObject(isConflict);
    expect((await world.store.readStack("test/prod")).serial).toBe(1);
  });

  test("renames once", async () => {
    await upAt("test/dev", world, attachments({ a: "one" }));
    await renameResource("test/dev", "a", "b", world, "e-1");
    const { serial } = await world.store.readStack("test/dev");
    await renameResource("test/dev", "a", "b", world, "e-1");
    expect((await world.store.readStack("test/dev")).serial).toBe(serial);
    await expect(renameResource("test/dev", "a", "b", world, "e-2")).rejects.toMatchObject({ reason: "missing" });
  });

  test("imports once, and shows what was imported", async () => {
    const serviceAttachment = "projects/p/regions/r/serviceAttachments/s";
    const parent = "v1/projects/acme/locations/here/endpointAttachments";
    await world.wire("POST", `${parent}?endpointAttachmentId=a`, { serviceAttachment });
    const entries = [{ type: "connectors:EndpointAttachment", name: "a", id: "here/a", provider: null }];
    const request = { stack: "test/dev", entries, declaration: attachments({}) };
    const imported = await importObjects(request, world, "e-1");
    expect(await importObjects(request, world, "e-1")).toEqual(imported);
    // What is not declared yet can be imported again under its name, and under no other.
    expect(await importObjects(request, world, "e-2")).toEqual(imported);
    const renamed = entries.map((entry) => ({ ...entry, name: "b" }));
    await expect(importObjects({ ...request, entries: renamed }, world, "e-3")).rejects.toMatchObject(isConflict);
  });

  test("makes one token, which is the one that was given", async () => {
    const { access, documentStore, authenticate } = await testAccess();
    const request = { name: "ci", role: "reader", stacks: null, expiresInDays: 1, machine: true };
    const lost = await access.createToken(request, localOwner, "0123456789abcdef");
    const given = await access.createToken(request, localOwner, "0123456789abcdef");
    expect(given.view.id).toBe(lost.view.id);
    expect(await documentStore.list("tokens", { limit: 10 })).toHaveLength(1);
    expect((await authenticate(given.token)).ok).toBe(true);
    expect((await authenticate(lost.token)).ok).toBe(false);
    const other = await access.createToken({ ...request, name: "another" }, localOwner, "0123456789abcdef");
    expect(other.view.id).not.toBe(given.view.id);
    expect((await authenticate(given.token)).ok).toBe(true);
  });
});
