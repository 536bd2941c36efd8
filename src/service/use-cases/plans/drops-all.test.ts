import { beforeEach, describe, expect, test } from "vitest";
import type { PlanView } from "../../../contract/documents/plans/plan.ts";
import { attachments, declared, done, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { listResources } from "../state/state-rows.fixture.ts";
import { planOfKind } from "./plan-of-kind.ts";

// A credential of another project sees none of a provider's objects, as if all were gone. No plan drops their records
// by that.

const path = (name: string) => `v1/projects/acme/locations/here/endpointAttachments/${name}`;
const codes = ({ problems }: PlanView) => problems.flatMap(({ code, severity }) => (severity === "error" ? code : []));
const names = async (world: TestDeployment) => (await listResources("dev", world)).map(({ name }) => name);
const destroyed = { kind: "destroy", stack: "dev", declaration: null, refresh: true } as const;
const applied = (described: Readonly<Record<string, string>>) =>
  ({ kind: "apply", stack: "dev", declaration: attachments(described), refresh: true }) as const;

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

describe("a plan that would drop every record of a provider is refused", () => {
  test.each([
    ["long after the last write", 600_000],
    ["right after the last write", 0],
  ])("a destroy, %s", async (_, laterMs) => {
    await up(world, attachments({ one: "first", two: "second" }));
    await world.wire("DELETE", path("one"));
    await world.wire("DELETE", path("two"));
    world.advance(laterMs);
    const view = await planOfKind(destroyed, world);
    expect(codes(view)).toEqual(["drops-all"]);
    expect(view.problems.find(({ code }) => code === "drops-all")?.detail).toContain("--drop-all-of google");
    expect(await run(world, view.digest)).toMatchObject({ status: "refused" });
    expect(await names(world)).toEqual(["one", "two"]);
  });

  test("where there is only one record", async () => {
    await up(world, attachments({ one: "first" }));
    await world.wire("DELETE", path("one"));
    expect(codes(await planOfKind(destroyed, world))).toEqual(["drops-all"]);
  });

  test("removals of what is declared no more", async () => {
    await up(world, attachments({ one: "first", two: "second" }));
    await world.wire("DELETE", path("one"));
    await world.wire("DELETE", path("two"));
    expect(codes(await planOfKind(applied({ two: "second" }), world))).toEqual(["drops-all"]);
  });

  test("an undo", async () => {
    const made = await up(world, attachments({ one: "first" }));
    await world.wire("DELETE", path("one"));
    const view = await planOfKind({ kind: "undo", stack: "dev", run: made.run }, world);
    expect(codes(view)).toEqual(["drops-all"]);
    expect(view.steps).toEqual([]);
  });
});

describe("such a plan is made", () => {
  test.each(["destroy", "apply", "undo"] as const)("where the provider is named: %s", async (kind) => {
    const made = await up(world, attachments({ one: "first" }));
    await world.wire("DELETE", path("one"));
    const asked = {
      destroy: destroyed,
      apply: applied({}),
      undo: { kind: "undo", stack: "dev", run: made.run } as const,
    }[kind];
    const view = await planOfKind({ ...asked, dropAllOf: ["google"] }, world);
    expect(codes(view)).toEqual([]);
    done(await run(world, view.digest));
    expect(await names(world)).toEqual([]);
  });

  test("where one object of the provider is seen", async () => {
    await up(world, attachments({ one: "first", two: "second" }));
    await world.wire("DELETE", path("one"));
    const view = await planOfKind(destroyed, world);
    expect(codes(view)).toEqual([]);
    done(await run(world, view.digest));
    expect(await names(world)).toEqual([]);
  });

  test("where what is gone is made again", async () => {
    await up(world, attachments({ one: "first" }));
    await world.wire("DELETE", path("one"));
    expect(codes(await planOfKind(applied({ one: "first" }), world))).toEqual([]);
  });

  test("where the records are let go of whatever is there", async () => {
    const kept = { ...attachmentOptions, options: { onDestroy: "retain" } };
    await up(world, declared({ one: kept }));
    await world.wire("DELETE", path("one"));
    expect(codes(await planOfKind(destroyed, world))).toEqual([]);
  });
});

const attachmentOptions = {
  type: "connectors:EndpointAttachment",
  properties: { endpointAttachmentId: "one", serviceAttachment: "projects/p/regions/r/serviceAttachments/s" },
};
