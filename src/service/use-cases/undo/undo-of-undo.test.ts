import { beforeEach, describe, expect, test } from "vitest";
import type { RunSummary } from "../../../contract/documents/runs/run-events.ts";
import type { Change } from "../../../engine/ports/driver.ts";
import { client, declared, done, plan, run, type TestDeployment, up } from "../deployment.fixture.ts";
import { planStack, planUndo } from "../plans/make-plans.ts";
import { listResources } from "../state/state-rows.fixture.ts";
import { gateway, refusing, seenIn } from "./undo-world.fixture.ts";

// What an undo did is undone like what any other run did.

let world: TestDeployment;
/** Writes that match are refused. */
let isRefused: (change: Pick<Change, "operation">) => boolean = () => false;

beforeEach(() => {
  isRefused = () => false;
  world = refusing((change) => isRefused(change));
});

const undo = async (of: RunSummary) => done(await run(world, (await planUndo("dev", of.run, world)).digest));

test("an object that was taken over, changed, and let go again is taken over and changed again", async () => {
  const serviceAttachment = "projects/p/regions/r/serviceAttachments/s";
  const parent = "projects/acme/locations/here/endpointAttachments";
  const body = { serviceAttachment, description: "of others" };
  await world.wire("POST", `v1/${parent}?endpointAttachmentId=a`, body);
  const declaration = declared({
    a: {
      type: "connectors:EndpointAttachment",
      properties: { endpointAttachmentId: "a", serviceAttachment, description: "ours" },
      options: { import: `${parent}/a` },
    },
  });
  const takenOver = await up(world, declaration);
  const letGo = await undo(takenOver);
  expect(await world.wire("GET", `v1/${parent}/a`)).toMatchObject({ description: "of others" });
  const again = await undo(letGo);
  expect(await world.wire("GET", `v1/${parent}/a`)).toMatchObject({ description: "ours" });
  const view = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world);
  expect(view.steps.map(({ action }) => action)).toEqual(["same"]);
  // It was not made by us, so that it stays when this is undone too.
  await undo(again);
  expect(await world.wire("GET", `v1/${parent}/a`)).toMatchObject({ description: "of others" });
});

test("a value of another hand that was corrected, and put back, is corrected again, and so on", async () => {
  const declaration = declared({ it: gateway("one", { description: "ours" }) });
  await up(world, declaration);
  const path = "v1/projects/acme/locations/here/endpointAttachments/one?updateMask=description";
  await world.wire("PATCH", path, { description: "by hand" });
  let last = await up(world, declaration);
  for (const description of ["by hand", "ours", "by hand", "ours"]) {
    last = await undo(last);
    expect(await seenIn(world).described("one")).toBe(description);
  }
});

// A run made the new object and could not delete the former one, or not write what refers to it; its undo took the
// former one back.
describe.each([
  ["deletion of the former object", (change: Pick<Change, "operation">) => change.operation === "delete"],
  ["update of what refers to it", (change: Pick<Change, "operation">) => change.operation === "update"],
])("a replacement was half done for want of the %s, and undone", (_, refused) => {
  const names = (id: string) =>
    declared({
      it: client({ oauthClientId: id }),
      door: gateway("door", { description: "of ${it.oauthClientId}" }),
    });
  const lookAgain = (id: string) =>
    planStack({ stack: "dev", kind: "apply", declaration: names(id), refresh: true }, world);
  const stateOf = async (id: string) =>
    (await world.wire("GET", `v1/projects/acme/locations/global/oauthClients/${id}`))["state"];

  async function halfDoneAndUndone(): Promise<RunSummary> {
    await up(world, names("former-portal"));
    isRefused = refused;
    const halfDone = await run(world, await plan(world, names("latter-portal")));
    expect(halfDone.status).toBe("failed");
    isRefused = () => false;
    const undone = await undo(halfDone);
    expect(await stateOf("latter-portal")).toBe("DELETED");
    return undone;
  }

  const described = refused({ operation: "update" }) ? "of former-portal" : "of latter-portal";

  // What refers to the former object would refer to nothing if that went.
  test("the undo of the undo makes the new object again, and leaves the former one as the run had left it", async () => {
    await undo(await halfDoneAndUndone());
    expect([await stateOf("former-portal"), await stateOf("latter-portal")]).toEqual(["ACTIVE", "ACTIVE"]);
    expect(await seenIn(world).described("door")).toBe(described);
  });

  test("and the next run finishes the replacement", async () => {
    await undo(await halfDoneAndUndone());
    await up(world, names("latter-portal"));
    expect([await stateOf("former-portal"), await stateOf("latter-portal")]).toEqual(["DELETED", "ACTIVE"]);
    expect(await seenIn(world).described("door")).toBe("of latter-portal");
    expect((await lookAgain("latter-portal")).steps.map(({ action }) => action)).toEqual(["same", "same"]);
  });

  test("and the undo of that takes the former one back", async () => {
    await undo(await undo(await halfDoneAndUndone()));
    expect([await stateOf("former-portal"), await stateOf("latter-portal")]).toEqual(["ACTIVE", "DELETED"]);
    expect((await lookAgain("former-portal")).steps.map(({ action }) => action)).toEqual(["same", "same"]);
  });
});

// A value that the platform gives is another one for each object.
describe("a replacement was half done for want of the deletion of the former object, and others refer to what the platform gave it", () => {
  const names = (id: string) =>
    declared({ it: client({ oauthClientId: id }), door: gateway("door", { description: "of ${it.clientId}" }) });
  const givenTo = async (id: string) =>
    `of ${String((await world.wire("GET", `v1/projects/acme/locations/global/oauthClients/${id}`))["clientId"])}`;

  test("the undo has them refer to the former object, the undo of that to the new one, and so on", async () => {
    await up(world, names("former-portal"));
    isRefused = (change) => change.operation === "delete";
    let last = await run(world, await plan(world, names("latter-portal")));
    expect(last.status).toBe("failed");
    isRefused = () => false;
    expect(await seenIn(world).described("door")).toBe(await givenTo("latter-portal"));
    for (const id of ["former-portal", "latter-portal", "former-portal"]) {
      last = await undo(last);
      expect(await seenIn(world).described("door")).toBe(await givenTo(id));
    }
  });
});

test("the undo of an undo that found the new object of a half-done replacement gone leaves the former one as it is", async () => {
  const named = (id: string) => declared({ it: gateway(id) });
  await up(world, named("former"));
  isRefused = ({ operation }) => operation === "delete";
  const halfDone = await run(world, await plan(world, named("latter")));
  isRefused = () => false;
  const { digest } = await planUndo("dev", halfDone.run, world);
  await world.wire("DELETE", "v1/projects/acme/locations/here/endpointAttachments/latter");
  const undone = done(await run(world, digest));
  const view = await planUndo("dev", undone.run, world);
  expect(view.problems).toMatchObject([{ code: "gone-before", severity: "warning" }]);
  done(await run(world, view.digest));
  expect(await seenIn(world).described("former")).toBe("");
  expect((await listResources("dev", world)).map(({ id }) => id.split("/").at(-1))).toEqual(["former"]);
});
