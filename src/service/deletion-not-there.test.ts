import { describe, expect, test } from "vitest";
import type { Change } from "../engine/ports/driver.ts";
import { attachments, plan, run, type TestDeployment, testDeployment, up } from "./deployment.fixture.ts";
import type { Deployment } from "./deployment.ts";
import { showState } from "./state-rows.fixture.ts";

// A platform whose deletions do not find what its reads show: the object stands, whatever the deletion says.

/** How many deletions are told that nothing is there, before one is carried out. */
function denyingThere(count: number, sent: string[]) {
  let left = count;
  const isDenied = ({ operation }: Change) => operation === "delete" && left-- > 0;
  return testDeployment({
    around: (driver) => ({
      ...driver,
      write: async (change, signal) => {
        if (change.operation === "delete") sent.push(change.target.id.split("/").at(-1) ?? "");
        return isDenied(change) ? { kind: "absent", detail: "not found" } : driver.write(change, signal);
      },
    }),
  });
}

/** The same world, in which time goes by while something waits. */
const awake = (world: TestDeployment): Deployment => ({
  ...world,
  clock: {
    ...world.clock,
    sleep: (milliseconds) =>
      new Promise((resolve) => {
        setImmediate(() => {
          world.advance(milliseconds);
          resolve();
        });
      }),
  },
});

const destroyed = attachments({ b: "stays" });

describe("a deletion that is told that its object is not there, where a read shows it", () => {
  test("is sent again, and takes the object away", async () => {
    const sent: string[] = [];
    const world = denyingThere(1, sent);
    await up(world, attachments({ a: "one", b: "stays" }));
    await up(awake(world), destroyed);
    expect(sent).toEqual(["a", "a"]);
    expect(await world.writes()).toContain("delete a");
    expect(await showState(world)).toEqual(["b b current"]);
  });

  test("fails where it stays so, and the record stays", async () => {
    const world = denyingThere(100, []);
    await up(world, attachments({ a: "one", b: "stays" }));
    const { status, problems } = await run(awake(world), await plan(world, destroyed));
    expect(status).toBe("failed");
    expect(problems).toMatchObject([{ code: "platform-unavailable", address: "a" }]);
    expect(await showState(world)).toEqual(["a a current", "b b current"]);
  });
});

test("a deletion of what another hand has deleted since is done", async () => {
  const world = testDeployment();
  await up(world, attachments({ a: "one", b: "stays" }));
  const digest = await plan(world, destroyed);
  await world.wire("DELETE", "v1/projects/acme/locations/here/endpointAttachments/a");
  expect((await run(world, digest)).status).toBe("done");
  expect(await showState(world)).toEqual(["b b current"]);
});
