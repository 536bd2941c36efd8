import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Authority } from "../../src/service/access/authority.ts";
import { wholeJournal } from "../../src/service/background/prune/whole-journal.ts";
import { beginDeparture, cancelDeparture, endDeparture } from "../../src/service/background/transfers/departure.ts";
import {
  attachments,
  client,
  declared,
  type TestDeployment,
  testDeployment,
  type up,
} from "../../src/service/use-cases/deployment.fixture.ts";
import type { Deployment } from "../../src/service/use-cases/deployment.ts";
import { LivenessTracker } from "../../src/service/use-cases/lease/liveness-tracker.ts";
import { importObjects } from "../../src/service/use-cases/objects/import-objects.ts";
import { planStack } from "../../src/service/use-cases/plans/make-plans.ts";
import { NewestPlan } from "../../src/service/use-cases/plans/newest-plan.ts";
import { resumeRun, runPlan } from "../../src/service/use-cases/runs/run-events.fixture.ts";
import { listRuns } from "../../src/service/use-cases/runs/runs-of-stack.ts";
import { showStack } from "../../src/service/use-cases/stacks/stacks.ts";
import { JournalLists } from "../../src/service/use-cases/state/journal-lists.ts";
import { refreshStack } from "../../src/service/use-cases/state/refresh-stack.ts";
import { SqliteStore } from "../../src/stores/sqlite/sqlite-store.ts";
import { backedUp, backupsIn, madeAt, restored } from "./backup-world.ts";
import { fileIn } from "./stored-world.ts";

let dir = "";
let stores: SqliteStore[] = [];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "plumbline-restored-"));
});
afterEach(async () => {
  for (const store of stores) await store.close();
  stores = [];
  rmSync(dir, { recursive: true, force: true });
});

const stack = "test/dev";
const opened = (folder: string, ids: ConstructorParameters<typeof SqliteStore>[1]) => {
  const store = new SqliteStore(fileIn(folder), ids);
  stores.push(store);
  return store;
};
const started = () => testDeployment({ storeOf: (ids) => opened(dir, ids) });

/** The same clouds and drivers over the store of another folder. */
function over(world: TestDeployment, folder: string): Deployment {
  const store = opened(folder, world.ids);
  const fresh = { liveness: new LivenessTracker(), newestPlan: new NewestPlan(), movesFinished: async () => {} };
  return { ...world, store, documentStore: store.documentStore, ...fresh };
}

async function restoredIn(world: TestDeployment, file: string): Promise<Deployment> {
  const folder = mkdtempSync(join(dir, "restored-"));
  await restored(file, backupsIn(folder));
  return over(world, folder);
}

const planned = (deployment: Deployment, declaration: Parameters<typeof up>[1]) =>
  planStack({ stack, kind: "apply", declaration, refresh: false }, deployment);

async function ran(deployment: Deployment, declaration: Parameters<typeof up>[1]) {
  const { digest } = await planned(deployment, declaration);
  const events = [];
  for await (const event of runPlan({ stack, plan: digest, parallel: 4 }, deployment, new AbortController().signal))
    events.push(event);
  return events.at(-1);
}

const codes = (plan: { readonly problems: readonly { readonly code: string }[] }) =>
  plan.problems.map(({ code }) => code);

test("the first plan reads everything, and names what was made since the backup", async () => {
  const world = started();
  const before = declared({ portal: client(), gone: client({ oauthClientId: "gone-since" }) });
  await ran(world, before);
  const file = await backedUp(backupsIn(dir), dir);
  const after = declared({
    portal: client({ displayName: "Renamed" }),
    fresh: client({ oauthClientId: "made-since" }),
  });
  await ran(world, after);
  const deployment = await restoredIn(world, file);
  expect(await showStack(stack, deployment)).toMatchObject({ restored: { madeAt } });
  const plan = await planned(deployment, before);
  expect(codes(plan)).toEqual(expect.arrayContaining(["restored", "unrecorded"]));
  const unrecorded = plan.problems.filter(({ code }) => code === "unrecorded");
  expect(unrecorded.map(({ detail }) => /`([^`]+)`/.exec(detail)?.[1])).toEqual([
    "projects/acme/locations/global/oauthClients/made-since",
  ]);
  expect(plan.restored).toBe(true);
  // What differs or is gone shows although the request believes the records.
  expect(plan.steps.map(({ name, action }) => [name, action])).toEqual([
    ["gone", expect.stringMatching(/create|undelete|replace/)],
    ["portal", "update"],
  ]);
});

test("the mark ends with a run that has read everything, though it had nothing to change, or with a refresh", async () => {
  const world = started();
  const declaration = declared({ portal: client() });
  await ran(world, declaration);
  const file = await backedUp(backupsIn(dir), dir);
  const one = await restoredIn(world, file);
  for (const _ of ["a plan ends nothing", "nor does another"])
    expect(codes(await planned(one, declaration))).toEqual(["restored"]);
  await ran(one, declaration);
  expect((await planned(one, declaration)).problems).toEqual([]);
  expect(await showStack(stack, one)).not.toHaveProperty("restored");
  const two = await restoredIn(world, file);
  await refreshStack(stack, two, { target: ["portal"] });
  expect(codes(await planned(two, declaration))).toEqual(["restored"]);
  await refreshStack(stack, two);
  expect((await planned(two, declaration)).problems).toEqual([]);
});

test("what was made since is imported, and the mark stays meanwhile", async () => {
  const world = started();
  await ran(world, declared({ portal: client() }));
  const file = await backedUp(backupsIn(dir), dir);
  const both = declared({ portal: client(), fresh: client({ oauthClientId: "made-since" }) });
  await ran(world, both);
  const deployment = await restoredIn(world, file);
  const [told] = (await planned(deployment, both)).problems.filter(({ code }) => code === "unrecorded");
  expect(told?.hint).toContain("plumb import iam:OAuthClient fresh ");
  const id = "projects/acme/locations/global/oauthClients/made-since";
  const entry = { type: "iam:OAuthClient", name: "fresh", id, provider: null };
  await importObjects({ stack, declaration: both, entries: [entry] }, deployment);
  const plan = await planned(deployment, both);
  expect(codes(plan)).toEqual(["restored"]);
  expect(plan.steps.every(({ action }) => action === "same")).toBe(true);
});

test("what always stands was not made since, and is not named", async () => {
  const world = started();
  const scope = "subscriptions/00000000-0000-0000-0000-000000000001";
  const roleManagementPolicyAssignmentName =
    "a1111111-1111-1111-1111-111111111111_b24988ac-6180-42a0-ab88-20f7382dd24c";
  const roles = `/${scope}/providers/Microsoft.Authorization`;
  const policyId = `${roles}/roleManagementPolicies/a1111111-1111-1111-1111-111111111111`;
  const roleDefinitionId = `${roles}/roleDefinitions/b24988ac-6180-42a0-ab88-20f7382dd24c`;
  const properties = { scope, roleManagementPolicyAssignmentName, policyId, roleDefinitionId };
  const declaration = declared({ rules: { type: "authorization:RoleManagementPolicyAssignment", properties } });
  await ran(world, declaration);
  const deployment = await restoredIn(world, await backedUp(backupsIn(dir), dir));
  const { problems } = await planned(deployment, declaration);
  expect(problems).toMatchObject([
    {
      code: "restored",
      detail: expect.stringMatching(/RoleManagementPolicyAssignment always stands/),
    },
  ]);
});

test("a backup of any moment of a run doubles nothing, and its run is not resumed", async () => {
  const world = started();
  const declaration = attachments({ a: "one", b: "two", c: "three" });
  const files: { readonly file: string; readonly run: string }[] = [];
  const append = world.store.append;
  let taken = 0;
  const watched = {
    ...world,
    store: new Proxy(world.store, {
      get: (store, name) => {
        if (name !== "append") return Reflect.get(store, name);
        const appending: typeof append = async (...given) => {
          const outcome = await append(...given);
          const run = given[2][0]?.run ?? "";
          taken += 1;
          files.push({ file: await backedUp(backupsIn(dir), dir, `at-${taken}`), run });
          return outcome;
        };
        return appending;
      },
    }),
  };
  await ran(watched, declaration);
  expect(files.length).toBeGreaterThan(3);
  const objects = await world.writes();
  let settled = 0;
  for (const { file, run } of files) {
    const deployment = await restoredIn(world, file);
    settled += (await deployment.store.readStack(stack)).openIntents.length;
    const events = [];
    for await (const event of resumeRun({ stack, run, parallel: 4 }, deployment, new AbortController().signal))
      events.push(event);
    expect(events).toMatchObject([{ event: "summary", status: "refused", problems: [{ code: "run-over" }] }]);
    const summary = await ran(deployment, declaration);
    // What the backup does not know of is met on the platform, and never made or changed once more.
    expect(summary).toMatchObject({ event: "summary" });
    expect(await world.writes()).toEqual(objects);
    const { openIntents } = await deployment.store.readStack(stack);
    expect(openIntents).toEqual([]);
  }
  expect(settled).toBeGreaterThan(0);
});

test("lists that were read before tell what the backup does, and what comes after it", async () => {
  const world = started();
  await ran(world, declared({ portal: client() }));
  const file = await backedUp(backupsIn(dir), dir);
  await ran(world, declared({ portal: client({ displayName: "Renamed" }) }));
  const journalLists = new JournalLists();
  const listed = async (deployment: Deployment) => (await listRuns(stack, { ...deployment, journalLists })).length;
  expect(await listed(world)).toBe(2);
  const deployment = await restoredIn(world, file);
  expect(await listed(deployment)).toBe(1);
  await ran(deployment, declared({ portal: client({ displayName: "Otherwise" }) }));
  expect(await listed(deployment)).toBe(2);
  expect((await wholeJournal(stack, deployment.store)).flatMap(({ entries }) => entries)).toEqual(
    await deployment.store.readJournal(stack),
  );
});

test("a caller who may not ask for what is unmanaged is not told of it", async () => {
  const world = started();
  await ran(world, declared({ portal: client() }));
  const file = await backedUp(backupsIn(dir), dir);
  await ran(world, declared({ portal: client(), fresh: client({ oauthClientId: "made-since" }) }));
  const deployment = await restoredIn(world, file);
  const authority: Authority = {
    ...deployment.authority,
    decide: (action, subject) =>
      action === "object:read"
        ? { kind: "denied", why: "it may not", policies: [] }
        : deployment.authority.decide(action, subject),
  };
  expect(codes(await planned({ ...deployment, authority }, declared({ portal: client() })))).toEqual(["restored"]);
});

test("a stack moves to no other store before it was looked at, and a move that had begun is not called off", async () => {
  const world = started();
  await ran(world, declared({ portal: client() }));
  const staying = await backedUp(backupsIn(dir), dir);
  const to = "http://127.0.0.1:8080";
  const { content } = await beginDeparture(stack, { to }, world);
  const leaving = await backedUp(backupsIn(dir), dir, "leaving.backup");
  await endDeparture(stack, content?.move ?? "", world);

  const before = await restoredIn(world, staying);
  const refused = { problems: [{ code: "stack-in-use", detail: expect.stringContaining("restored") }] };
  await expect(beginDeparture(stack, { to }, before)).rejects.toMatchObject(refused);
  await refreshStack(stack, before);
  expect(await beginDeparture(stack, { to }, before)).toMatchObject({ phase: "leaving" });

  const amid = await restoredIn(world, leaving);
  await expect(cancelDeparture(stack, amid)).rejects.toMatchObject({ problems: [{ code: "stack-moving" }] });
  expect(await endDeparture(stack, content?.move ?? "", amid)).toMatchObject({ move: content?.move });
});
