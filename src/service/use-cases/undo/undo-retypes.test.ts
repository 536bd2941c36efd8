import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { Driver } from "../../../engine/ports/driver.ts";
import { declared, plan, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { planStack, planUndo } from "../plans/make-plans.ts";
import { runPlan } from "../runs/run-events.fixture.ts";
import { listResources } from "../state/state-rows.fixture.ts";
import {
  collector,
  errorsIn,
  gateway,
  member,
  ours,
  rolePolicy,
  seenIn,
  setting,
  undone,
  viewer,
} from "./undo-world.fixture.ts";

// Undo where a name has come to stand for another object: another policy, another type, the same object made anew.

const one = "user:one@acme.example";
const two = "user:two@acme.example";
const admin = "roles/compute.admin";
const narrow = "RESTRICT_TOKENS_AND_JOB_RUN_AS";

let world: TestDeployment;
let seen: ReturnType<typeof seenIn>;
/** Deletions are refused while this holds. */
let keepsAll = false;

beforeEach(() => {
  keepsAll = false;
  const around = (driver: Driver): Driver => ({
    ...driver,
    write: async (change, signal) =>
      keepsAll && change.operation === "delete"
        ? { kind: "invalid", detail: "not now", code: null }
        : driver.write(change, signal),
  });
  world = testDeployment({ around });
  seen = seenIn(world);
});

const upZ = (z: JsonObject) => up(world, declared({ z }));
const names = async () => (await listResources("dev", world)).map(({ name, id }) => `${name} ${id.split("/").at(-1)}`);

/** What a plan of the former declaration would still do. */
async function remaining(z: JsonObject): Promise<readonly string[]> {
  const request = { stack: "dev", kind: "apply", declaration: declared({ z }), refresh: true } as const;
  const { steps } = await planStack(request, world);
  return steps.filter(({ action }) => action !== "same").map(({ name, action }) => `${name} ${action}`);
}

describe("displaced grants come back on the policy that they stood on", () => {
  const other = "projects/other/zones/here-b/reservations/res-one";

  test.each(["res-two", other])("after a move to %s", async (place) => {
    await seen.grant("res-one", one);
    await seen.grant(place, two);
    await upZ(member("projects/acme/zones/here-b/reservations/res-one"));
    const moved = await upZ(member(place));
    await undone(world, moved);
    expect(await seen.grants("res-one")).toEqual([`${viewer} ${ours}`]);
    expect(await seen.grants(place)).toEqual([`${admin} ${two}`]);
    expect(await remaining(member("projects/acme/zones/here-b/reservations/res-one"))).toEqual([]);
  });

  test("after a move that was half done", async () => {
    await seen.grant("res-two", two);
    await upZ(member("res-one"));
    keepsAll = true;
    const moved = await run(world, await plan(world, declared({ z: member("res-two") })));
    keepsAll = false;
    await undone(world, moved);
    expect(await seen.grants("res-one")).toEqual([`${viewer} ${ours}`]);
    expect(await seen.grants("res-two")).toEqual([`${admin} ${two}`]);
  });

  test("not at all, and it is said, where nothing of ours is left there", async () => {
    await seen.grant("res-two", two);
    await upZ(member("res-one"));
    const moved = await upZ(member("res-two"));
    await upZ(member("res-one"));
    const view = await planUndo("dev", moved.run, world);
    expect(view.problems.map(({ code }) => code)).toContain("not-brought-back");
    await run(world, view.digest);
    expect(await seen.grants("res-one")).toEqual([`${viewer} ${ours}`]);
    expect(await seen.grants("res-two")).toEqual([]);
  });

  test("after another type gave way to the member", async () => {
    await seen.grant("res-one", one);
    await upZ(gateway("gw-a"));
    const turned = await upZ(member("res-one"));
    const { view } = await undone(world, turned);
    expect(view.problems.map(({ code }) => code)).toContain("brought-back");
    expect(await seen.grants("res-one")).toEqual([`${admin} ${one}`]);
    expect(await seen.described("gw-a")).toBe("");
  });

  test("after a setting gave way to the member", async () => {
    await seen.grant("res-one", one);
    await upZ(setting(narrow));
    const turned = await upZ(member("res-one"));
    await undone(world, turned);
    expect(await seen.grants("res-one")).toEqual([`${admin} ${one}`]);
    expect(await seen.status()).toBe(narrow);
  });
});

describe("a name that was given to another type", () => {
  test("a binding that stood before the run is let go of, and stays", async () => {
    await seen.grant("res-one", ours, viewer);
    await upZ(gateway("gw-a"));
    const turned = await upZ(member("res-one"));
    await undone(world, turned);
    expect(await seen.grants("res-one")).toEqual([`${viewer} ${ours}`]);
    expect(await names()).toEqual(["z gw-a"]);
  });

  test.each([
    ["a setting", () => setting(narrow)],
    ["a setting that is to stay", () => setting(narrow, { onDestroy: "retain" })],
    ["a role policy", rolePolicy],
    ["a binding", () => member("res-one")],
    ["a binding that is to stay", () => member("res-one", {}, { onDestroy: "retain" })],
  ])("the object that took the place of %s is deleted, and counted", async (_, former) => {
    await upZ(former());
    const turned = await upZ(gateway("gw-a"));
    const { summary } = await undone(world, turned);
    expect(await seen.described("gw-a")).toBe(null);
    expect(summary.delete + summary.replace).toBe(1);
    expect(await remaining(former())).toEqual([]);
  });

  test("an object that is to stay when it is deleted is let go of", async () => {
    await upZ(setting(narrow));
    const turned = await upZ(gateway("gw-a", {}, { retainOnDelete: true }));
    await undone(world, turned);
    expect(await seen.described("gw-a")).toBe("");
    expect(await names()).toEqual(["z global"]);
  });

  test("a setting that took the name gets the value before", async () => {
    await upZ(gateway("gw-a"));
    const turned = await upZ(setting(narrow));
    await undone(world, turned);
    expect(await seen.status()).toBe("ALLOW_ALL");
    expect(await names()).toEqual(["z gw-a"]);
  });
});

describe("an object that was made anew under its own id", () => {
  test("gets its former fields", async () => {
    await upZ(gateway("gw-a", { description: "one" }));
    const turned = await upZ(gateway("gw-a", { description: "two" }, { replaceOnChanges: ["description"] }));
    expect(turned.replace).toBe(1);
    await undone(world, turned);
    expect(await seen.described("gw-a")).toBe("one");
    expect(await remaining(gateway("gw-a", { description: "one" }))).toEqual([]);
  });

  test("gets back what was set by hand before", async () => {
    await upZ(gateway("gw-a", { description: "one" }));
    const path = "v1/projects/acme/locations/here/endpointAttachments/gw-a";
    await world.wire("PATCH", `${path}?updateMask=labels`, { labels: { by: "hand" } });
    const options = { ignoreChanges: ["labels"], replaceOnChanges: ["description"] };
    const turned = await upZ(gateway("gw-a", { description: "two" }, options));
    await undone(world, turned);
    expect(await world.wire("GET", path)).toMatchObject({ description: "one", labels: { by: "hand" } });
  });

  test("of another vendor as well", async () => {
    await upZ(collector("one"));
    const turned = await upZ(collector("two", { replaceOnChanges: ["properties"] }));
    expect(turned.replace).toBe(1);
    await undone(world, turned);
    expect(await remaining(collector("one"))).toEqual([]);
  });

  test("as a binding gets its former role, and the grants of others come back", async () => {
    await upZ(member("res-one"));
    await seen.grant("res-one", one);
    const turned = await upZ(
      member("res-one", { role: "roles/compute.networkViewer" }, { replaceOnChanges: ["role"] }),
    );
    await undone(world, turned);
    expect(await seen.grants("res-one")).toEqual([`${admin} ${one}`, `${viewer} ${ours}`]);
    // As before the run: the next plan displaces the grant.
    expect(await remaining(member("res-one"))).toEqual(["z update"]);
  });
});

describe("an object that the run has let go of", () => {
  const retained = { retainOnDelete: true };

  test("is taken back as it stands", async () => {
    await upZ(gateway("gw-a", { description: "one" }, retained));
    const turned = await upZ(gateway("gw-b", { description: "two" }));
    expect(await seen.described("gw-a")).toBe("one");
    await undone(world, turned);
    expect(await seen.described("gw-a")).toBe("one");
    expect(await seen.described("gw-b")).toBe(null);
    expect(await names()).toEqual(["z gw-a"]);
    expect(await remaining(gateway("gw-a", { description: "one" }, retained))).toEqual([]);
  });

  test("is taken back where another type has its name by now", async () => {
    await upZ(gateway("gw-a", { description: "one" }, retained));
    const turned = await upZ(rolePolicy());
    await undone(world, turned);
    expect(await seen.described("gw-a")).toBe("one");
    expect(await names()).toEqual(["z gw-a"]);
    expect(await remaining(gateway("gw-a", { description: "one" }, retained))).toEqual([]);
  });

  test("is not taken from another stack", async () => {
    await upZ(gateway("gw-a", {}, retained));
    const turned = await upZ(gateway("gw-b"));
    const id = "projects/acme/locations/here/endpointAttachments/gw-a";
    const taken = declared({ z: gateway("gw-a", {}, { import: id }) });
    const { digest } = await planStack({ stack: "other", kind: "apply", declaration: taken, refresh: true }, world);
    await runOf("other", digest);
    const view = await planUndo("dev", turned.run, world);
    expect(errorsIn(view)).toMatchObject([{ code: "claimed-twice", address: "z" }]);
  });
});

async function runOf(stack: string, digest: string): Promise<void> {
  const events = [];
  const request = { stack, plan: digest, parallel: 4, allowEmpty: true };
  for await (const event of runPlan(request, world, new AbortController().signal)) events.push(event);
  expect(events.at(-1)).toMatchObject({ event: "summary", status: "done" });
}
