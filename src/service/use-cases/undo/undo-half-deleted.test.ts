import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { Change, Driver, WriteOutcome } from "../../../engine/ports/driver.ts";
import { client, declared, plan, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { planStack, planUndo } from "../plans/make-plans.ts";
import { cancelRun, listRuns } from "../runs/runs-of-stack.ts";
import { errorsIn, gateway, rolePolicy, seenIn, undone } from "./undo-world.fixture.ts";

// A run made the new object of a replacement and asked for the deletion of the former one. Its records say that the
// former one stands, and it may be gone all the same.

class Killed extends Error {}

let world: TestDeployment;
/** What becomes of a deletion; it is carried out where undefined. */
let deleting: ((change: Change, driver: Driver) => Promise<WriteOutcome>) | undefined;

/** Called when a creation is sent. */
let creating: (() => void) | undefined;

beforeEach(() => {
  deleting = undefined;
  creating = undefined;
  world = testDeployment({
    around: (driver) => ({
      ...driver,
      write: async (change, signal) => {
        if (change.operation === "create") creating?.();
        return change.operation === "delete" && deleting !== undefined
          ? deleting(change, driver)
          : driver.write(change, signal);
      },
    }),
  });
});

const stepsFor = async (resources: JsonObject) => {
  const request = { stack: "dev", kind: "apply", declaration: declared(resources), refresh: true } as const;
  return (await planStack(request, world)).steps.map(({ action }) => action);
};

describe("the platform refused the deletion and carried it out", () => {
  const names = (id: string) => ({
    it: client({ oauthClientId: id }),
    door: gateway("door", { description: "of ${it.clientId}" }),
  });
  const found = (id: string) => world.wire("GET", `v1/projects/acme/locations/global/oauthClients/${id}`);

  async function halfDone() {
    await up(world, declared(names("former-portal")));
    deleting = async (change, driver) => {
      await driver.write(change);
      return { kind: "denied", detail: "you may not" };
    };
    const halfDone = await run(world, await plan(world, declared(names("latter-portal"))));
    expect(halfDone).toMatchObject({ status: "failed", problems: [{ code: "denied" }] });
    deleting = undefined;
    expect((await found("former-portal"))["state"]).toBe("DELETED");
    return halfDone;
  }

  test.each(["at once", "once a later run has found that out"])(
    "the undo brings the soft-deleted object back, and what refers to it, %s",
    async (when) => {
      const broken = await halfDone();
      if (when !== "at once") await up(world, declared(names("latter-portal")));
      await undone(world, broken);
      const [former, latter] = [await found("former-portal"), await found("latter-portal")];
      expect([former["state"], latter["state"]]).toEqual(["ACTIVE", "DELETED"]);
      expect(await seenIn(world).described("door")).toBe(`of ${String(former["clientId"])}`);
      expect(await stepsFor(names("former-portal"))).toEqual(["same", "same"]);
    },
  );

  test("the undo of that deletes it again", async () => {
    const { summary } = await undone(world, await halfDone());
    await undone(world, summary);
    const [former, latter] = [await found("former-portal"), await found("latter-portal")];
    expect([former["state"], latter["state"]]).toEqual(["DELETED", "ACTIVE"]);
    expect(await seenIn(world).described("door")).toBe(`of ${String(latter["clientId"])}`);
    expect(await stepsFor(names("latter-portal"))).toEqual(["same", "same"]);
  });
});

test("the process died with the deletion, and the run was cancelled: the undo makes the former object again", async () => {
  const it = (place: "a" | "b") => ({ it: gateway(place, { description: place }) });
  const seen = async () => [await seenIn(world).described("a"), await seenIn(world).described("b")];
  await up(world, declared(it("a")));
  deleting = async (change, driver) => {
    await driver.write(change);
    throw new Killed();
  };
  await expect(run(world, await plan(world, declared(it("b"))))).rejects.toThrow(Killed);
  deleting = undefined;
  world.advance(600_000);
  const [broken] = await listRuns("dev", world);
  await cancelRun("dev", broken?.run ?? "", world);
  expect(await seen()).toEqual([null, "b"]);
  await undone(world, { run: broken?.run ?? "" });
  expect(await seen()).toEqual(["a", null]);
  expect(await stepsFor(it("a"))).toEqual(["same"]);
});

test("a former object that another hand has deleted since does not come back, and the refusal says so", async () => {
  await up(world, declared({ it: gateway("a") }));
  const stop = new AbortController();
  creating = () => stop.abort();
  const halfDone = await run(world, await plan(world, declared({ it: gateway("b") })), stop.signal);
  expect(halfDone.status).toBe("cancelled");
  await world.wire("DELETE", "v1/projects/acme/locations/here/endpointAttachments/a");
  const view = await planUndo("dev", halfDone.run, world);
  expect(errorsIn(view)).toMatchObject([{ code: "gone-since" }]);
});

test("the former object is not taken for the one that was made in its place, though the platform may rename such objects", async () => {
  const it = (digit: "a" | "b") => ({ it: rolePolicy(digit, { onDestroy: "delete" }) });
  const standing = async () => (await seenIn(world).rolePolicies()).map((name) => name[0]);
  await up(world, declared(it("a")));
  deleting = async (change, driver) => {
    await driver.write(change);
    throw new Killed();
  };
  await expect(run(world, await plan(world, declared(it("b"))))).rejects.toThrow(Killed);
  deleting = undefined;
  world.advance(600_000);
  const [broken] = await listRuns("dev", world);
  await cancelRun("dev", broken?.run ?? "", world);
  expect(await standing()).toEqual(["b"]);
  await undone(world, { run: broken?.run ?? "" });
  expect(await standing()).toEqual(["a"]);
});
