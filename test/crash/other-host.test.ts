import { expect, test } from "vitest";
import { leaseMs } from "../../src/service/use-cases/lease/held-lease.ts";
import { crashCases } from "./cases.ts";
import { wrongAtRest, wrongBeside } from "./judge.ts";
import { Incarnation } from "./life.ts";
import { runUnbroken, titleOf } from "./unbroken.ts";

test("killed on another host: the stack is held until the lease has passed, then taken up as if on this one", async () => {
  const crashCase = crashCases().find((each) => titleOf(each) === "OAuth client, replace");
  if (crashCase === undefined) throw new Error("the case is not there");
  const { wrecks, end } = await runUnbroken(crashCase);
  const held = wrecks.filter(({ boundary }) => boundary.startsWith("store append") || boundary.startsWith("POST"));
  expect(held.length).toBeGreaterThan(3);
  for (const { image } of held) {
    const life = new Incarnation({ ...image, next: { ...image.next, host: "elsewhere" } }, 0);
    try {
      const before = (await life.glance()).cloud.writes;
      const refused = (await life.just(crashCase.command)).ending;
      expect(refused.status).toBe("refused");
      expect((await life.glance()).cloud.writes).toEqual(before);
      life.plumbline.pass(leaseMs + 1);
      expect((await life.just(crashCase.command)).ending.status).toBe("done");
      const standing = await life.standing();
      expect([...wrongAtRest(standing), ...wrongBeside(standing, end, 1)]).toEqual([]);
    } finally {
      await life.end();
    }
  }
});
