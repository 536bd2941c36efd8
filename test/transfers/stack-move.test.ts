import { beforeEach, describe, expect, test } from "vitest";
import { failureDocument } from "../../src/cli/reports/failure-document.ts";
import type { Calls } from "../../src/contract/call.ts";
import { RunDispatcher } from "../../src/service/background/run-dispatcher.ts";
import { beginArrival, cancelArrival, endArrival } from "../../src/service/background/transfers/arrival.ts";
import { beginDeparture, cancelDeparture, endDeparture } from "../../src/service/background/transfers/departure.ts";
import { upAt } from "../../src/service/use-cases/deployment.fixture.ts";
import { holdStack } from "../../src/service/use-cases/lease/hold-stack.ts";
import { claimKeyOf } from "../../src/service/use-cases/objects/claim-key-of.ts";
import { planStack } from "../../src/service/use-cases/plans/make-plans.ts";
import { sealConfig } from "../../src/service/use-cases/secrets/seal-config.ts";
import { ensureStack } from "../../src/service/use-cases/stacks/begin-stack.ts";
import { showOutputs } from "../../src/service/use-cases/stacks/show-outputs.ts";
import { forgetResource } from "../../src/service/use-cases/state/edit-state.ts";
import { exportState } from "../../src/service/use-cases/state/export-state.ts";
import { address, declared, otherAddress, phaseAt, planned, stack, standing, TwoStores } from "./two-stores.ts";

// A stack that moves from one store to another, by the command (decision 0123).

let world: TwoStores;
beforeEach(async () => {
  world = await TwoStores.open();
});

const to = `stack move dev --to ${address}`;
const back = `stack move dev --server ${address} --to local`;
const where = `plumb plan -s dev --server ${address}`;
const moved = { code: "stack-moved", detail: expect.stringContaining(where) };

test("a stack moves to a service with all it has, and back; the plan after is empty", async () => {
  const before = await standing(world.local);
  const writes = await world.local.base.writes();
  expect(await world.plumb(to)).toEqual({
    code: 0,
    out: `Stack ${stack} has moved to ${address}.\nSealed anew in plumb.dev.yaml: password.\n`,
  });
  expect(await standing(world.service)).toEqual(before);
  expect((await planned(world.service)).steps.filter(({ action }) => action !== "same")).toEqual([]);
  expect(await world.password(world.service)).toBe("hunter2");

  expect(await world.plumb(back)).toMatchObject({ code: 0 });
  expect(await standing(world.local)).toEqual(before);
  expect((await planned(world.local)).summary).toMatchObject({ create: 0, update: 0, delete: 0 });
  await expect(planned(world.service)).rejects.toMatchObject({ problems: [{ code: "stack-moved" }] });
  expect(await world.local.base.writes()).toEqual(writes);
});

test("what the stack does after it has moved, and goes back with, is as if it had not moved", async () => {
  await world.plumb(to);
  await upAt(stack, world.service.process(), declared("hunter3"));
  const after = await standing(world.service);
  expect(await world.plumb(back)).toMatchObject({ code: 0 });
  expect(await standing(world.local)).toEqual(after);
  const plan = { stack, kind: "apply", declaration: declared("hunter3"), refresh: true } as const;
  expect((await planStack(plan, world.local.process())).summary).toMatchObject({ create: 0, update: 0, delete: 0 });
});

test("no secret stands in the clear in either store, or in what the command prints", async () => {
  const { out } = await world.plumb(to);
  const stores = [world.local, world.service].map(async ({ store }) => [
    await store.readJournal(stack),
    await store.documentStore.list("audit", { limit: 100 }),
  ]);
  expect(`${out}${JSON.stringify(await Promise.all(stores))}`).not.toContain("hunter2");
  // The markers are the target's own: nobody can compare them across stores.
  const [mine, theirs] = await Promise.all(
    [world.local, world.service].map(async ({ store }) => JSON.stringify((await store.readStack(stack)).outputs)),
  );
  expect(mine).toContain("fingerprint");
  expect(mine).not.toBe(theirs);
});

describe("a stack that has moved", () => {
  beforeEach(async () => {
    await world.plumb(to);
  });

  test("is planned, applied, edited and read by other stacks no more, and says where it is", async () => {
    const process = world.local.process();
    const refused = { problems: [moved] };
    await expect(planned(world.local)).rejects.toMatchObject(refused);
    await expect(forgetResource(stack, "client", process)).rejects.toMatchObject(refused);
    await expect(showOutputs(stack, process)).rejects.toMatchObject(refused);
    const { code, out } = await world.plumb("plan");
    expect([code, out.replaceAll(/\s+/g, " ")]).toEqual([4, expect.stringContaining(where)]);
  });

  test("is listed with the store where it is", async () => {
    const { out } = await world.plumb("stack list");
    expect(out).toMatch(/^STACK +OBJECTS +SERIAL +MOVE$/m);
    expect(out).toMatch(new RegExp(`^${stack} .* has moved to ${address}$`, "m"));
  });

  test("keeps its records to be read, and its claims from other stacks, until it is forgotten", async () => {
    const same = declared().text.replace("name: test", "name: other");
    const other = { ...declared(), text: same };
    const plan = () =>
      planStack({ stack: "other/dev", kind: "apply", declaration: other, refresh: true }, world.local.process());
    const { records, context } = await exportState(stack, world.local.process());
    expect([records.length, Object.keys(context ?? {})]).toEqual([2, expect.not.arrayContaining(["transfer"])]);
    expect((await plan()).problems.map(({ code }) => code)).toContain("claimed-twice");
    expect(await world.plumb("stack rm dev")).toMatchObject({ code: 0 });
    expect(await phaseAt(world.local)).toBe("none");
    expect((await plan()).problems.map(({ code }) => code)).not.toContain("claimed-twice");
  });

  test("moves nowhere else, and is not called off", async () => {
    const away = await world.plumb(`stack move dev --to ${otherAddress}`);
    expect(away).toEqual({ code: 4, out: expect.stringContaining("stack-moved") });
    expect(await world.plumb("stack move dev --cancel")).toMatchObject({ code: 4 });
    expect(await phaseAt(world.other)).toBe("none");
  });
});

/** Whatever is refused, nothing has begun. */
async function refused(line: string, code: number, ...said: readonly string[]): Promise<void> {
  const before = await standing(world.local);
  const answer = await world.plumb(line);
  expect(answer.code, answer.out).toBe(code);
  for (const each of said) expect(answer.out.replaceAll(/\s+/g, " ")).toContain(each);
  expect(await phaseAt(world.local)).toBe("here");
  expect(await standing(world.local)).toEqual(before);
  expect((await planned(world.local)).summary).toMatchObject({ create: 0, update: 0, delete: 0 });
}

describe("before anything has begun it is refused", () => {
  test("where the target has a stack of that name", async () => {
    await ensureStack(stack, world.service.process());
    await refused(to, 4, "already-exists");
  });

  test("where another stack of the target claims an object", async () => {
    const { records } = await world.local.store.readStack(stack);
    const effects = [...records.values()].map((record) => ({
      ...{ kind: "put" as const, record: { ...record, uid: `other-${record.uid}` } },
      claimKey: claimKeyOf(record, world.local.base.catalog),
    }));
    const entry = {
      kind: "result",
      run: "r",
      step: "",
      intentSeq: null,
      outcome: "done",
      detail: "",
      effects,
    } as const;
    await holdStack("other/dev", world.service.process(), (held) => held.append([entry]));
    await refused(to, 4, "claimed-twice", "other/dev");
  });

  test("where the caller may not: a planner at the target", async () => {
    await world.signIn("planner");
    await refused(to, 4, "it takes the role operator");
  });

  test("where the key file of the target is gone", async () => {
    await sealConfig("test/other", "password", "x", world.service.process());
    world.service.loseKey();
    await refused(to, 1, "secrets-unreadable");
  });

  test("where the key file of the source is gone", async () => {
    const before = await world.local.store.readStack(stack);
    world.local.loseKey();
    expect(await world.plumb(to)).toMatchObject({ code: 1, out: expect.stringContaining("secrets-unreadable") });
    expect(await world.local.store.readStack(stack)).toEqual(before);
  });

  test("where the target is of an older version, which knows no such operation", async () => {
    const { title, status, code } = { title: "not found", status: 404, code: "not-found" };
    const problem = { type: "about:blank", title, status, code, detail: "there is nothing here", problems: [] };
    const answer = await world.plumb(
      to,
      {},
      (calls) => async (call, source) =>
        call.operation === "beginArrival" ? { kind: "refused", problem, headers: {} } : calls(call, source),
    );
    expect(answer).toEqual({ code: 2, out: expect.stringContaining("is of a version before 0.2") });
    expect(await phaseAt(world.local)).toBe("here");
  });

  test("where the objects of the stack lie in another cloud by the same address", async () => {
    world.service.cloud = "another";
    await refused(to, 4, "cloud-changed");
  });

  test("where another process holds the stack, or a run of it waits", async () => {
    const process = world.local.process();
    const elsewhere = { ...process, holder: { host: "elsewhere", pid: 1 } };
    await holdStack(stack, elsewhere, async () => {
      expect(await world.plumb(to)).toEqual({ code: 4, out: expect.stringContaining("stack-busy") });
    });
    const { digest: plan } = await planned(world.local);
    const dispatcher = new RunDispatcher({ deployment: process, serves: true, maxConcurrentRuns: 0 });
    await dispatcher.start({ stack, plan, parallel: 1 }, process.authority.caller);
    await refused(to, 4, "run-underway");
  });

  test("where a call is in flight", async () => {
    const [record] = (await world.local.store.readStack(stack)).records.values();
    if (record === undefined) throw new Error("nothing was made");
    const { address, uid, type, identity, provider, apiVersion } = record;
    const at = "2026-01-01T00:00:00.000Z";
    const process = world.local.process();
    await holdStack(stack, process, (held) =>
      held.append([
        { kind: "run-started", run: "r", plan: "", at },
        {
          ...{
            kind: "intent",
            format: 1,
            run: "r",
            at,
            seq: 1,
            step: address,
            uid,
            address,
            type,
            attempt: 1,
            epoch: 1,
          },
          ...{ identity, claimKey: claimKeyOf(record, process.catalog), provider, apiVersion, operation: "update" },
          ...{ request: { inputs: {}, fields: [] }, before: null, condition: null, record: null },
          ...{ idempotencyKey: "k", flags: [] },
        },
      ]),
    );
    expect(await world.plumb(to)).toEqual({ code: 4, out: expect.stringContaining("call in flight") });
    expect(await phaseAt(world.local)).toBe("here");
  });
});

test("an operator of the target who may make stacks moves one there", async () => {
  await world.signIn("operator");
  expect(await world.plumb(to)).toMatchObject({ code: 0 });
});

describe("a caller without the right, who repeats the command", () => {
  test("is told that the stack has moved, once the move is over", async () => {
    await world.plumb(to);
    await world.signIn("planner");
    expect(await world.plumb(to)).toEqual({ code: 0, out: `Stack ${stack} has moved to ${address}.\n` });
  });

  test("is told that the move is not over as long as it is not", async () => {
    let isLost = true;
    const losing = (calls: Calls): Calls => {
      return async (call, source) => {
        if (call.operation === "endArrival" && isLost) throw new TypeError("fetch failed");
        return await calls(call, source);
      };
    };
    expect(await world.plumb(to, {}, losing)).toMatchObject({ code: 1 });
    isLost = false;
    await world.signIn("planner");
    const { code, out } = await world.plumb(to);
    expect(code).not.toBe(0);
    expect(out).toContain("move is not over.");
    expect(out).toContain("a caller with the right to it");
  });

  test("is told that it is not known where the target shows nothing", async () => {
    await world.plumb(to);
    const hidden = (calls: Calls): Calls => {
      return async (call, source) => {
        if (call.operation === "endArrival" || call.operation === "getStack")
          return { kind: "refused", problem: notFound, headers: {} };
        return await calls(call, source);
      };
    };
    const { code, out } = await world.plumb(to, {}, hidden);
    expect(code).not.toBe(0);
    expect(out).toContain("not known here whether");
  });
});

const notFound = failureDocument({ status: 404, code: "not-found", title: "not found", detail: "There is none." });

describe("the protocol alone", () => {
  const from = "elsewhere";

  test("a stack leaves for one place only, and a move that was called off gives no stack to its target", async () => {
    const [source, target] = [world.local.process(), world.service.process()];
    const first = await beginDeparture(stack, { to: address }, source);
    await expect(beginDeparture(stack, { to: otherAddress }, source)).rejects.toMatchObject({
      problems: [{ code: "stack-moving" }],
    });
    if (first.content === undefined || first.move === null) throw new Error("nothing goes along");
    await beginArrival(stack, { from, content: first.content }, target);
    const early = endArrival(stack, { move: first.move, receipt: "guessed" }, target);
    await expect(early).rejects.toMatchObject({ problems: [{ code: "move-unknown" }] });
    await cancelDeparture(stack, source);
    await expect(endDeparture(stack, first.move, source)).rejects.toMatchObject({
      problems: [{ code: "move-unknown" }],
    });
    // What it left at its target is no stack, and the next move of this one takes its place.
    await expect(planned(world.service)).rejects.toMatchObject({ problems: [{ code: "stack-moving" }] });
    expect(await world.plumb(to)).toMatchObject({ code: 0 });
  });

  test("a move that has arrived is not taken in again, whatever became of the stack since", async () => {
    const source = world.local.process();
    const { content } = await beginDeparture(stack, { to: address }, source);
    if (content === undefined || content.move === null) throw new Error("nothing goes along");
    const target = () => world.service.process();
    await beginArrival(stack, { from, content }, target());
    await endArrival(stack, await endDeparture(stack, content.move, source), target());
    await upAt(stack, target(), declared("hunter3"));
    const after = await standing(world.service);
    expect(await beginArrival(stack, { from, content }, target())).toEqual({ stack, phase: "arrived" });
    expect(await standing(world.service)).toEqual(after);
    await expect(cancelArrival(stack, content.move, target())).rejects.toMatchObject({
      problems: [{ code: "already-exists" }],
    });
  });
});
