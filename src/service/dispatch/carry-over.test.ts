import { expect, test } from "vitest";
import { admitted, testAccess } from "../access/access.fixture.ts";
import { localOwner } from "../access/local-owner.ts";
import { tokenCollection } from "../access/token-record.ts";
import { ensureStack } from "../begin-stack.ts";
import { carryOver } from "../carry-over.ts";
import { testDeployment } from "../deployment.fixture.ts";
import { removeStack } from "../stacks.ts";
import { driftIntervals, showStackSettings } from "./stack-settings.ts";

// What older versions kept under a stack's name belongs to the stack that stands under it when it is carried over.

const settings = { approvals: 2, driftEveryMs: 60_000, webhooks: [] };

test("roles, limits of tokens and settings of older versions are of the stacks that are there, and of no later ones", async () => {
  const world = testDeployment();
  const access = await testAccess({ register: world.register, stacks: world.store });
  await ensureStack("dev", world);
  const { token, view } = await access.access.createToken(
    { name: "t", role: "admin", stacks: ["dev"], expiresInDays: 1, machine: true },
    localOwner,
  );
  const kept = (await world.register.get(tokenCollection, view.id))?.document ?? {};
  const isNew = new Set(["lineages", "accountAdmin", "workspaces"]);
  const former = Object.entries(kept).filter(([name]) => !isNew.has(name));
  await world.register.put(tokenCollection, view.id, Object.fromEntries(former));
  for (const stack of ["dev", "gone"]) {
    const assignment = { subject: view.principal, stack, role: "reader", by: "x", at: "2026-01-01T00:00:00.000Z" };
    await world.register.put("role-assignments", `${stack}|${view.principal}`, assignment);
    await world.register.put("stack-settings", stack, settings);
  }
  const may = async (stack: string) => {
    access.advance(2000);
    return (await admitted(access, token)).decide("stack:read", { stack }).kind;
  };
  expect(await may("dev")).toBe("denied");
  await carryOver(world);
  expect(await may("dev")).toBe("allowed");
  expect(await showStackSettings("dev", world)).toMatchObject(settings);
  expect(await driftIntervals(world)).toEqual(new Map([["dev", 60_000]]));
  await removeStack("dev", world);
  for (const stack of ["dev", "gone"]) {
    await ensureStack(stack, world);
    expect(await may(stack)).toBe("denied");
    expect(await showStackSettings(stack, world)).toMatchObject({ approvals: 0, revision: null });
  }
  expect(await driftIntervals(world)).toEqual(new Map());
});
