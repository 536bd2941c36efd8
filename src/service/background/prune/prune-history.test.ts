import { beforeEach, expect, test } from "vitest";
import { problemCodes } from "../../../../packages/base/problems/problem-codes.ts";
import { checkpointId } from "../../../engine/state/prune/checkpoint.ts";
import { attachments, plan, type TestDeployment, testDeployment } from "../../use-cases/deployment.fixture.ts";
import { planUndo } from "../../use-cases/plans/make-plans.ts";
import { JournalLists } from "../../use-cases/state/journal-lists.ts";
import { resourceHistory } from "../../use-cases/state/resource-history.ts";
import { person } from "../background.fixture.ts";
import { RunDispatcher } from "../run-dispatcher.ts";
import { pruneHistory } from "./prune-history.ts";

const stack = "dev";
const dayMs = 24 * 3_600_000;
const { signal } = new AbortController();

const holder = { host: "one.example", pid: 17, since: "2026-01-01T00:00:00.000Z" };

let world: TestDeployment;
let runs: RunDispatcher;
let held: ReadonlySet<string>;
beforeEach(() => {
  world = { ...testDeployment(), journalLists: new JournalLists() };
  runs = new RunDispatcher({ deployment: world, serves: true });
  held = new Set();
});

async function up(inputs: Readonly<Record<string, string>>): Promise<string> {
  const digest = await plan(world, attachments(inputs));
  const { run } = await runs.start({ stack, plan: digest, parallel: 1 }, person("ann"));
  for await (const _ of runs.events(stack, run, 0, signal));
  await runs.drain();
  runs = new RunDispatcher({ deployment: world, serves: true });
  world.advance(dayMs);
  return run;
}

const prune = (rule: Parameters<typeof pruneHistory>[1]) =>
  pruneHistory(stack, rule, { deployment: world, repeatable: async () => held });
const undoSteps = async (run: string) => (await planUndo(stack, run, world)).steps.map(({ name }) => name);
const known = async () => (await runs.list(stack)).map(({ run }) => run);
const documents = async (collection: string) => (await world.documentStore.list(collection, { limit: 99 })).length;

test("old runs go with their plans, documents and events; what is kept is undone as before, and nothing is to be done", async () => {
  const ids = [await up({ a: "one" }), await up({ a: "two" }), await up({ a: "two", b: "one" })];
  const [first = "", second = "", third = ""] = ids;
  expect(await known()).toEqual([third, second, first]);
  const before = await world.store.readStack(stack);
  expect(await prune({ keep: 1, dryRun: true })).toMatchObject({ dryRun: true, runs: 2, plans: 2, runsKept: 1 });
  expect(await known()).toHaveLength(3);
  const upTo = expect.stringMatching(/^2026-01-0/);
  expect(await prune({ keep: 1 })).toEqual({ stack, dryRun: false, runs: 2, edits: 0, plans: 2, runsKept: 1, upTo });
  expect(await world.store.readStack(stack)).toEqual(before);
  expect(await known()).toEqual([third]);
  expect(await documents("runs")).toBe(1);
  expect(await documents("forgotten-runs")).toBe(0);
  expect(await world.documentStore.readLog(`run-events/${stack}/${first}`, 0, 9)).toEqual([]);
  expect((await world.store.planRows(stack, { limit: 9 })).total).toBe(1);
  for (const asked of [() => runs.show(stack, first), () => planUndo(stack, second, world)])
    await expect(asked()).rejects.toMatchObject({ problems: [{ code: "run-pruned" }] });
  const checkpoint = (await world.store.readJournal(stack))[0]?.run ?? "";
  expect(checkpoint).toBe(checkpointId(new Date(world.clock.now()).toISOString()));
  await expect(planUndo(stack, checkpoint, world)).rejects.toMatchObject({ problems: [{ code: "run-pruned" }] });
  expect(problemCodes["run-pruned"]).toBeDefined();
  expect(await undoSteps(third)).toEqual(["b"]);
  expect((await resourceHistory(stack, "a", { after: null, limit: 9 }, world)).items).toMatchObject([
    { operation: "record", run: checkpoint },
  ]);
  expect(await prune({ keep: 1 })).toMatchObject({ runs: 0, edits: 0, plans: 0, runsKept: 1 });
  const again = await up({ a: "two", b: "one" });
  expect((await runs.show(stack, again)).changes).toBe(0);
});

test("an age keeps what is younger; both rules keep what either does", async () => {
  for (const text of ["one", "two", "three"]) await up({ a: text });
  expect(await prune({ olderThanMs: 30 * dayMs, dryRun: true })).toMatchObject({ runs: 0, runsKept: 3 });
  expect(await prune({ olderThanMs: 1.5 * dayMs, dryRun: true })).toMatchObject({ runs: 2, runsKept: 1 });
  expect(await prune({ olderThanMs: 1.5 * dayMs, keep: 2, dryRun: true })).toMatchObject({ runs: 1 });
  expect(await prune({ olderThanMs: 2.5 * dayMs, keep: 0, dryRun: true })).toMatchObject({ runs: 1 });
  expect(await prune({ dryRun: true })).toMatchObject({ runs: 0, runsKept: 3 });
});

test("what a request has begun that may be repeated stays, and what came after it", async () => {
  const [, second = ""] = [await up({ a: "one" }), await up({ a: "two" }), await up({ a: "three" })];
  held = new Set([second]);
  expect(await prune({ keep: 0 })).toMatchObject({ runs: 1, runsKept: 2 });
  expect(await known()).toContain(second);
  held = new Set();
  expect(await prune({ keep: 0 })).toMatchObject({ runs: 2, runsKept: 0 });
});

test("a saved plan that is newer than what goes stays, and is not stale", async () => {
  await up({ a: "one" });
  const saved = await plan(world, attachments({ a: "two" }));
  await prune({ keep: 0 });
  const { run } = await runs.start({ stack, plan: saved, parallel: 1 }, person("ann"));
  for await (const _ of runs.events(stack, run, 0, signal));
  expect(await runs.show(stack, run)).toMatchObject({ status: "done", changes: 1 });
});

test("a saved plan whose stack has not moved on stays, also where its clock was behind that of the run before", async () => {
  await up({ a: "one" });
  world.setClock(-dayMs - 60_000);
  const saved = await plan(world, attachments({ a: "two" }));
  world.setClock(dayMs + 120_000);
  expect(await prune({ keep: 0 })).toMatchObject({ runs: 1, plans: 1 });
  expect(await world.store.getPlan(stack, saved)).not.toBeNull();
  await up({ a: "two" });
  await prune({ keep: 0 });
  expect(await world.store.getPlan(stack, saved)).toBeNull();
});

test("what broke off and can go on stays, with all that came after it", async () => {
  await up({ a: "one" });
  const serial = (await world.store.progress(stack)).serial;
  const lease = await world.store.acquire(stack, holder, 0, 1_000, () => true);
  const started = { kind: "run-started", run: "broken", plan: "", at: "2026-01-05T00:00:00.000Z" } as const;
  await world.store.append(stack, lease.kind === "held" ? lease.epoch : 0, [started]);
  await world.store.release(stack, lease.kind === "held" ? lease.epoch : 0);
  expect(await prune({ keep: 0 })).toMatchObject({ runs: 1, runsKept: 1 });
  expect((await world.store.readJournalAfter(stack, 0, 9)).prunedTo).toBe(serial);
  expect(await known()).toContain("broken");
});

/** A prune in a process that dies once the journal is pruned, before the documents of runs go. */
async function dyingPrune(rule: Parameters<typeof pruneHistory>[1]): Promise<void> {
  const died = new Error("the process died here");
  const documentStore = new Proxy(world.documentStore, {
    get: (of, name) => {
      if (name === "changeAll") return () => Promise.reject(died);
      const found = Reflect.get(of, name);
      return typeof found === "function" ? found.bind(of) : found;
    },
  });
  const repeatable = async () => held;
  await expect(pruneHistory(stack, rule, { deployment: { ...world, documentStore }, repeatable })).rejects.toBe(died);
}

test("a process that dies after the journal was pruned leaves documents that go the next time", async () => {
  const first = await up({ a: "one" });
  await up({ a: "two" });
  await dyingPrune({ keep: 1 });
  expect(await documents("runs")).toBe(2);
  expect(await prune({ keep: 1 })).toMatchObject({ runs: 0, runsKept: 1 });
  expect(await documents("runs")).toBe(1);
  expect(await world.documentStore.readLog(`run-events/${stack}/${first}`, 0, 9)).toEqual([]);
});

test("a run of which a dying prune left the document is resumed no more, and told as pruned, without its plan", async () => {
  const first = await up({ a: "one" });
  await up({ a: "two" });
  const { plan: gone } = await runs.find(stack, first);
  await dyingPrune({ keep: 1 });
  expect(await world.store.getPlan(stack, gone)).toBeNull();
  const resumed = runs.resume(stack, first, { parallel: 1 }, person("ann"));
  await expect(resumed).rejects.toMatchObject({
    problems: [{ code: "run-pruned", detail: expect.not.stringContaining(gone) }],
  });
});

test("a run that was called off before it began is told with its plan also where older runs were pruned", async () => {
  await up({ a: "one" });
  const unmade = await plan(world, attachments({ a: "three" }));
  const waiting = new RunDispatcher({ deployment: world, serves: true, maxConcurrentRuns: 0 });
  const { run } = await waiting.start({ stack, plan: unmade, parallel: 1 }, person("ann"));
  await waiting.cancel(stack, run, person("ann"));
  await up({ a: "two" });
  await prune({ keep: 1 });
  const resumed = runs.resume(stack, run, { parallel: 1 }, person("ann"));
  await expect(resumed).rejects.toMatchObject({
    problems: [{ code: "run-over", detail: expect.stringContaining(unmade) }],
  });
});
