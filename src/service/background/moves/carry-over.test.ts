import { expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { admitted, testAccess } from "../../access/access.fixture.ts";
import { localOwner } from "../../access/local-owner.ts";
import { tokenCollection } from "../../access/tokens/token-record.ts";
import { attachments, testDeployment } from "../../deployment.fixture.ts";
import type { Deployment } from "../../deployment.ts";
import { keepDeclaration, showDeclaration } from "../../use-cases/declarations/declarations.ts";
import { ensureStack } from "../../use-cases/stacks/begin-stack.ts";
import { carriedOverOnce, carryOver } from "../../use-cases/stacks/carry-over.ts";
import { removeStack } from "../../use-cases/stacks/stacks.ts";
import { person } from "../background.fixture.ts";
import { lastDrift } from "../drift-schedule.ts";
import { newRun } from "../kept-runs/new-run.ts";
import { StoredRunRepository } from "../kept-runs/stored-run-repository.ts";
import { driftIntervals, showStackSettings } from "../stack-settings.ts";

// What older versions kept under a stack's name belongs to the stack that stands under it when it is carried over.

const settings = { approvals: 2, driftEveryMs: 60_000, webhooks: [] };

test("roles, limits of tokens and settings of older versions are of the stacks that are there, and of no later ones", async () => {
  const world = testDeployment();
  const access = await testAccess({ documentStore: world.documentStore, stacks: world.store });
  await ensureStack("test/dev", world);
  const { token, view } = await access.access.createToken(
    { name: "t", role: "admin", stacks: ["test/dev"], expiresInDays: 1, machine: true },
    localOwner,
  );
  const kept = (await world.documentStore.get(tokenCollection, view.id))?.document ?? {};
  const isNew = new Set(["lineages", "accountAdmin", "workspaces"]);
  const former = Object.entries(kept).filter(([name]) => !isNew.has(name));
  await world.documentStore.put(tokenCollection, view.id, Object.fromEntries(former));
  for (const stack of ["test/dev", "test/gone"]) {
    const assignment = { subject: view.principal, stack, role: "reader", by: "x", at: "2026-01-01T00:00:00.000Z" };
    await world.documentStore.put("role-assignments", `${stack}|${view.principal}`, assignment);
    await world.documentStore.put("stack-settings", stack, settings);
  }
  const may = async (stack: string) => {
    access.advance(2000);
    return (await admitted(access, token)).decide("stack:read", { stack }).kind;
  };
  expect(await may("test/dev")).toBe("denied");
  await carryOver(world);
  expect(await may("test/dev")).toBe("allowed");
  expect(await showStackSettings("test/dev", world)).toMatchObject(settings);
  const { lineage } = await world.store.progress("test/dev");
  expect(await driftIntervals(world)).toEqual([{ stack: "test/dev", lineage, everyMs: 60_000 }]);
  await removeStack("test/dev", world);
  for (const stack of ["test/dev", "test/gone"]) {
    await ensureStack(stack, world);
    expect(await may(stack)).toBe("denied");
    expect(await showStackSettings(stack, world)).toMatchObject({ approvals: 0, revision: null });
  }
  expect(await driftIntervals(world)).toEqual([]);
});

test("declarations, runs and looks of older versions are of the stacks that are there, and of no later ones", async () => {
  const world = testDeployment();
  const { documentStore } = world;
  const expected = { kind: "anything" } as const;
  for (const description of ["one", "two"])
    await keepDeclaration("test/dev", attachments({ a: description }), expected, world);
  // Their names had no projects.
  const held = await world.store.acquire("test/dev", { ...world.holder, since: "" }, world.clock.now(), 1, () => false);
  if (held.kind !== "held") throw new Error("busy");
  await world.store.renameStack("test/dev", "dev", held.epoch);
  await world.store.release("dev", held.epoch);
  const { lineage } = await world.store.progress("dev");
  const beginning = { caller: person("ann"), lineage, approvals: 1, holder: null };
  const request = { plan: "sha256:0", parallel: 1, kind: "apply" } as const;
  // As older versions kept it: under the name, without the lineage.
  const move = async (from: string, to: string) => {
    for (const { key, document } of await documentStore.list(from, { limit: 10 })) {
      await documentStore.remove(from, key);
      await documentStore.put(to, key.replace(lineage, "dev"), without(document, "stack"));
    }
  };
  await move("declarations-of-stacks", "declarations");
  await move("former-declarations-of-stacks", "former-declarations");
  for (const stack of ["dev", "gone"]) {
    const { lineage: _, ...kept } = newRun("r", "2026-01-01T00:00:00.000Z", { ...request, stack }, beginning);
    await documentStore.put("runs", `${stack}/r`, kept as unknown as JsonObject);
    await documentStore.put("drift", stack, { stack, at: "2026-01-01T00:00:00.000Z", objects: 1, drift: [] });
  }
  for (const mark of ["papers-hang-on-lineages", "clouds-have-one-name"]) await documentStore.remove("access", mark);

  // As a process that has begun just now.
  const later: Deployment = { ...world, carriedOver: carriedOverOnce(world) };
  const repository = new StoredRunRepository(later);
  expect(await showDeclaration("dev", later)).toMatchObject({ version: 2, stack: "dev" });
  expect((await showDeclaration("dev", later, 1)).text).toContain("one");
  expect((await repository.list("dev")).map(({ document }) => document.run)).toEqual(["r"]);
  expect(await lastDrift("dev", later)).toMatchObject({ objects: 1 });
  await removeStack("dev", later);
  for (const stack of ["dev", "gone"]) {
    await ensureStack(stack, later);
    await expect(showDeclaration(stack, later)).rejects.toThrow();
    expect(await repository.list(stack)).toEqual([]);
    expect(await lastDrift(stack, later)).toBeNull();
  }
});

function without(document: JsonObject, member: string): JsonObject {
  return Object.fromEntries(Object.entries(document).filter(([name]) => name !== member));
}
