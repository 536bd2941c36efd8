import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { attachments, declared, plan, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { forgetResource } from "../state/edit-state.ts";
import { refreshStack } from "../state/refresh-stack.ts";
import { listRunSteps } from "./list-run-steps.ts";
import { listRuns } from "./runs-of-stack.ts";

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

test("a stack that never ran has no runs", async () => {
  expect(await listRuns("dev", world)).toEqual([]);
});

test("runs are listed newest first, with their plan, times and number of changes", async () => {
  const first = await plan(world, attachments({ a: "one", b: "two" }));
  const { run: one } = await run(world, first);
  world.advance(60_000);
  const { run: two } = await up(world, attachments({ a: "three", b: "two" }));
  expect(await listRuns("dev", world)).toEqual([
    expect.objectContaining({ run: two, status: "done", changes: 1, startedAt: "2026-01-01T00:01:00.000Z" }),
    {
      run: one,
      plan: first,
      kind: "apply",
      status: "done",
      changes: 2,
      startedAt: "2026-01-01T00:00:00.000Z",
      endedAt: "2026-01-01T00:00:00.000Z",
    },
  ]);
});

test("a cancelled run says so, and a failed one", async () => {
  await run(world, await plan(world, attachments({ a: "one" })), AbortSignal.abort());
  const digest = await plan(world, attachments({ b: "two" }));
  const failing = {
    ...world,
    driverOf: (...[provider, at]: Parameters<typeof world.driverOf>) => ({
      ...world.driverOf(provider, at),
      write: async () => ({ kind: "invalid" as const, detail: "no", code: null }),
    }),
  };
  await run(failing, digest);
  expect((await listRuns("dev", world)).map(({ status, changes }) => [status, changes])).toEqual([
    ["failed", 0],
    ["cancelled", 0],
  ]);
});

test("a run whose process died is broken off, until the end of time", async () => {
  const digest = await plan(world, attachments({ a: "one" }));
  const holder = { ...world.holder, since: "2026-01-01T00:00:00.000Z" };
  const lease = await world.store.acquire("dev", holder, world.clock.now(), 30_000, () => false);
  if (lease.kind !== "held") throw new Error("the stack was not free");
  await world.store.append("dev", lease.epoch, [
    { kind: "run-started", run: "r-1", plan: digest, at: "2026-01-01T00:00:00.000Z" },
  ]);
  await world.store.release("dev", lease.epoch);
  await up(world, attachments({ a: "one" }));
  expect((await listRuns("dev", world)).map(({ status }) => status)).toEqual(["done", "broken off"]);
  expect((await listRuns("dev", world)).at(-1)).toMatchObject({ run: "r-1", endedAt: null });
});

test("what is no run (a refresh, an edit of the state) is not listed", async () => {
  await up(world, attachments({ a: "one" }));
  const path = "v1/projects/acme/locations/here/endpointAttachments/a";
  await world.wire("PATCH", `${path}?updateMask=description`, { description: "by hand" });
  await refreshStack("dev", world);
  expect(await listRuns("dev", world)).toHaveLength(1);
});

describe("a run shows what it changed without a call", () => {
  const rows = async (of: string) =>
    (await listRunSteps("dev", of, { after: null, limit: 100 }, world)).items.map(
      ({ name, operation, outcome, detail }) => ({
        name,
        operation,
        outcome,
        detail,
      }),
    );
  const named = (name: string, options: JsonObject) =>
    declared({
      [name]: {
        type: "connectors:EndpointAttachment",
        properties: {
          endpointAttachmentId: "a",
          location: "here",
          serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
        },
        options,
      },
      // What moves on the platform, and is only taken over, is no doing of a run.
      other: {
        type: "connectors:EndpointAttachment",
        properties: {
          endpointAttachmentId: "other",
          location: "here",
          serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
        },
        options: { ignoreChanges: ["description"] },
      },
    });

  test("a move", async () => {
    await up(world, named("a", {}));
    const { run: moved } = await up(world, named("b", { aliases: ["a"] }));
    expect(await rows(moved)).toEqual([{ name: "b", operation: null, outcome: "done", detail: "moved from a" }]);
  });

  test("an option", async () => {
    await up(world, named("a", {}));
    await world.wire("PATCH", "v1/projects/acme/locations/here/endpointAttachments/other?updateMask=description", {
      description: "by hand",
    });
    const { run: changed } = await up(world, named("a", { protect: true }));
    expect(await rows(changed)).toEqual([
      { name: "a", operation: null, outcome: "done", detail: expect.stringContaining("options") },
    ]);
  });

  test("an object that is taken over as it stands", async () => {
    await up(world, named("a", {}));
    await forgetResource("dev", "a", world);
    const id = "projects/acme/locations/here/endpointAttachments/a";
    const { run: imported } = await up(world, named("a", { import: id }));
    expect(await rows(imported)).toMatchObject([{ name: "a", operation: null, outcome: "done" }]);
  });
});
