import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../packages/base/json/json.ts";
import { type Hand, type History, histories, historiesAndSince, type Wish } from "./undo-histories.ts";
import { type Content, errorsOf, UndoWorld } from "./undo-world.ts";

// Undo over random histories: edits, replacements, renames, imports, dependencies that turn, options, failures in the
// middle, runs that are stopped or whose process dies, and other hands on the platform in between. PLUMB_UNDO_HISTORIES
// plays more of them, PLUMB_UNDO_SEED others.

const count = Number(process.env["PLUMB_UNDO_HISTORIES"] ?? 50);
const runs = { numRuns: count, seed: Number(process.env["PLUMB_UNDO_SEED"] ?? 1) };

/**
 * Leaves of which the last change since a run was another hand's: an undo overwrites those that its run has changed.
 */
class LastHands {
  readonly leaves = new Set<string>();
  #known: Content;

  constructor(then: Content) {
    this.#known = then;
  }

  noteHand(now: Content): void {
    for (const leaf of this.#changed(now)) this.leaves.add(leaf);
  }

  noteRun(now: Content): void {
    for (const leaf of this.#changed(now)) this.leaves.delete(leaf);
  }

  #changed(now: Content): readonly string[] {
    const known = this.#known;
    this.#known = now;
    return [...new Set([...known.keys(), ...now.keys()])].filter((leaf) => known.get(leaf) !== now.get(leaf));
  }
}

/** The same history without the run, with what others did since: what its undo is to leave. */
async function withoutRun({ before, undone }: History, since: readonly Hand[]): Promise<UndoWorld> {
  const world = new UndoWorld();
  for (const deed of before) {
    await world.hand(deed.hand);
    await world.up(deed);
  }
  for (const hand of [undone.hand, ...since]) await world.hand(hand);
  return world;
}

/** Plays a history up to its undo; null where the run that is to be undone came to nothing. */
async function played({ before, undone, later, hand, isImported }: History) {
  const world = new UndoWorld();
  for (const deed of before) {
    await world.hand(deed.hand);
    await world.up(deed);
  }
  const formerWish = world.wish;
  await world.hand(undone.hand);
  const [was, wouldDo] = [await world.content(), await world.planned(formerWish)];
  const formerOutputs = await world.outputs();
  const begun = (await world.written()).length;
  const older = await world.exported();
  const run = await world.up(undone);
  if (run === null) return null;
  const then = await world.content();
  const written = new Set((await world.written()).slice(begun));
  const byHand = new LastHands(then);
  for (const deed of later) {
    await world.hand(deed.hand);
    byHand.noteHand(await world.content());
    await world.up(deed);
    byHand.noteRun(await world.content());
  }
  await world.hand(hand);
  const planBefore = isImported ? await world.undoPlan(run.run) : null;
  const isTaken = isImported && (await world.imports(older));
  const wasToBeUndone =
    isTaken &&
    planBefore !== null &&
    errorsOf(planBefore).length === 0 &&
    // What was only looked at is as it is to be.
    planBefore.steps.some(({ action }) => action !== "same");
  const is = await world.content();
  byHand.noteHand(is);
  const known = { formerWish, formerOutputs, wouldDo, was, then, is, byHand: byHand.leaves, written, wasToBeUndone };
  return { world, run: run.run, ...known };
}

/** Without the objects that a run has made to be kept when they are deleted: an undo lets go of them. */
function withoutKept(content: Content, was: Content, wishes: readonly Wish[]): Content {
  const kept = ["turning-a", ...(wishes.some((wish) => wish["other"]?.["retain"] === true) ? ["other"] : [])];
  const isKept = (leaf: string) =>
    kept.some((name) => leaf.includes(`/endpointAttachments/${name} `)) && !was.has(`${leaf.split(" ")[0]} exists`);
  return new Map([...content].filter(([leaf]) => !isKept(leaf)));
}

/** Leaves that the undo changed otherwise than back from what the run had made of them. */
function excess(
  { was, then, is, byHand }: Record<"was" | "then" | "is", Content> & { readonly byHand: ReadonlySet<string> },
  now: Content,
) {
  const isOfTheRun = (leaf: string) =>
    was.get(leaf) !== then.get(leaf) && (is.get(leaf) === then.get(leaf) || byHand.has(leaf));
  const isChanged = (leaf: string) => now.get(leaf) !== is.get(leaf);
  return [...new Set([...is.keys(), ...now.keys()])].filter((leaf) => {
    if (!isChanged(leaf)) return false;
    // What the run has made goes whole.
    const whole = `${leaf.split(" ")[0]} exists`;
    if (isChanged(whole) && isOfTheRun(whole) && was.get(whole) === undefined) return now.get(whole) !== undefined;
    return !isOfTheRun(leaf) || now.get(leaf) !== was.get(leaf);
  });
}

/**
 * What the undo of a run is to leave: what the run has changed as before it, what it has made gone, and the rest as it
 * is.
 */
function leftBy({ was, then, is }: Record<"was" | "then" | "is", Content>): Content {
  const ofTheRun = new Set(differing(was, then));
  const isMade = (leaf: string) => {
    const whole = `${placeOf(leaf)} exists`;
    return ofTheRun.has(whole) && !was.has(whole);
  };
  const leaves = [...new Set([...was.keys(), ...is.keys()])];
  return new Map(
    leaves.flatMap((leaf): (readonly [string, string])[] => {
      const value = isMade(leaf) ? undefined : (ofTheRun.has(leaf) ? was : is).get(leaf);
      return value === undefined ? [] : [[leaf, value]];
    }),
  );
}

const placeOf = (leaf: string) => leaf.split(" ")[0] ?? "";

const differing = (one: Content, other: Content) =>
  [...new Set([...one.keys(), ...other.keys()])].filter((leaf) => one.get(leaf) !== other.get(leaf));

/** The outputs that name objects, all or those of some: whatever is made anew has its former name. */
const idsIn = (outputs: JsonObject, ids?: ReadonlySet<Json | undefined>) =>
  Object.fromEntries(
    Object.entries(outputs).filter(([name, value]) => name.startsWith("id_of_") && ids?.has(value) !== false),
  );

const asList = (content: Content) => [...content].map((leaf) => leaf.join(" = ")).sort();

describe("undo", () => {
  test("of the last run restores the world of the former declaration, field by field", {
    timeout: 600_000,
  }, async () => {
    let done = 0;
    await fc.assert(
      fc.asyncProperty(histories({ minLength: 0, maxLength: 0 }), async (history) => {
        const found = await played(history);
        if (found === null) return;
        const { world, run, was, is, formerWish, wouldDo, written, formerOutputs } = found;
        const plan = await world.undoPlan(run);
        const begun = (await world.written()).length;
        if (errorsOf(plan).length > 0) {
          // Only what is kept on purpose stands in the way, and a call whose end a broken-off run left open.
          const { breaks, fails } = history.undone;
          const isOpen = breaks?.afterwards === "cancelled" || (breaks !== null && fails !== null);
          const inTheWay = isOpen ? /^(protected|run-open)/ : /^protected/;
          expect(errorsOf(plan).filter((each) => !inTheWay.test(each))).toEqual([]);
          expect((await world.run(plan.digest)).status).not.toBe("done");
          expect(asList(await world.content())).toEqual(asList(is));
          return;
        }
        done += 1;
        const told = await world.outputs();
        expect((await world.run(plan.digest, history.undoBreaks)).problems).toEqual([]);
        expect(await world.outputsAmiss(told, plan)).toEqual([]);
        expect(idsIn(await world.outputs())).toEqual(idsIn(formerOutputs, await world.standingIds()));
        expect(asList(withoutKept(await world.content(), was, [world.wish]))).toEqual(asList(was));
        expect(await world.planned(formerWish)).toEqual(wouldDo);
        for (const object of (await world.written()).slice(begun)) expect(written).toContain(object);
      }),
      runs,
    );
    expect(done).toBeGreaterThan(count / 3);
  });

  test("of the last run keeps as drift what others have changed since, beside what it puts back", {
    timeout: 600_000,
  }, async () => {
    const seen = { done: 0, beside: 0, apart: 0, compared: 0, kept: 0 };
    await fc.assert(
      fc.asyncProperty(historiesAndSince, async ([drawn, since]) => {
        // What a run has corrected and its undo puts back is drift for the next plan alone.
        const history = { ...drawn, undone: { ...drawn.undone, hand: null } };
        const found = await played(history);
        if (found === null) return;
        const { world, run, was, then, formerWish, written } = found;
        for (const hand of since) await world.hand(hand);
        const is = await world.content();
        const plan = await world.undoPlan(run);
        const begun = (await world.written()).length;
        const { status, problems } = await world.run(plan.digest, history.undoBreaks);
        const now = await world.content();
        const writes = (await world.written()).slice(begun);
        if (errorsOf(plan).length > 0) {
          expect(status).not.toBe("done");
          expect(writes).toEqual([]);
          expect(asList(now)).toEqual(asList(is));
          return;
        }
        expect(problems).toEqual([]);
        for (const object of writes) expect(written).toContain(object);
        const due = leftBy({ was, then, is });
        expect(asList(withoutKept(now, was, [world.wish]))).toEqual(asList(withoutKept(due, was, [world.wish])));
        seen.done += 1;
        const places = new Set(differing(then, is).map(placeOf));
        const touched = new Set(differing(was, then).map(placeOf));
        if ([...places].some((place) => touched.has(place))) seen.beside += 1;
        if ([...places].some((place) => !touched.has(place))) seen.apart += 1;
        // Where the world is as without the run, what others have changed is drift as it would be then.
        const other = await withoutRun(history, since);
        if (asList(await other.content()).join() !== asList(now).join()) return;
        seen.compared += 1;
        const ofTheRun = new Set(differing(was, then));
        const isKept = (leaf: string) =>
          touched.has(placeOf(leaf)) && !ofTheRun.has(leaf) && was.has(`${placeOf(leaf)} exists`) && now.has(leaf);
        if (differing(then, is).some(isKept)) seen.kept += 1;
        expect(await world.drifted()).toEqual(await other.drifted());
        expect(await world.planned(formerWish)).toEqual(await other.planned(formerWish));
      }),
      runs,
    );
    for (const [what, least] of [
      ["done", 3],
      ["compared", 6],
      ["beside", 3],
      ["kept", 4],
      ["apart", 6],
    ] as const)
      expect(seen[what], what).toBeGreaterThan(count / least);
  });

  test("of an earlier run changes nothing that a later run has made, and writes nothing else", {
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(histories({ minLength: 1, maxLength: 2 }), async (history) => {
        const found = await played(history);
        if (found === null) return;
        const { world, run, is, written, wasToBeUndone } = found;
        const plan = await world.undoPlan(run);
        const begun = (await world.written()).length;
        const told = await world.outputs();
        const { status, problems } = await world.run(plan.digest, history.undoBreaks);
        const writes = (await world.written()).slice(begun);
        const now = await world.content();
        // What the import has hidden is not taken for undone.
        if (wasToBeUndone) expect(errorsOf(plan)).not.toEqual([]);
        if (errorsOf(plan).length > 0) {
          expect(status).not.toBe("done");
          expect(writes).toEqual([]);
          expect(asList(now)).toEqual(asList(is));
          return;
        }
        expect(problems).toEqual([]);
        expect(await world.outputsAmiss(told, plan)).toEqual([]);
        for (const object of writes) expect(written).toContain(object);
        expect(excess(found, now)).toEqual([]);
      }),
      runs,
    );
  });

  test("of run after run, backwards, restores each world before", { timeout: 600_000 }, async () => {
    let done = 0;
    await fc.assert(
      fc.asyncProperty(histories({ minLength: 1, maxLength: 2 }), async ({ before, undone, later }) => {
        const world = new UndoWorld();
        const worlds: { readonly run: string; readonly was: Content; readonly wish: Wish }[] = [];
        for (const deed of [...before, undone, ...later]) {
          const was = await world.content();
          const run = await world.up({ ...deed, keepsAll: false, fails: null, breaks: null });
          if (run?.status === "done") worlds.push({ run: run.run, was, wish: world.wish });
          // What a run has done that failed stays: no world before it is restored.
          else if (run !== null) worlds.splice(0);
        }
        for (const { run, was } of worlds.toReversed()) {
          const plan = await world.undoPlan(run);
          if (errorsOf(plan).length > 0) {
            expect(errorsOf(plan).filter((each) => !each.startsWith("protected"))).toEqual([]);
            return;
          }
          // One without a step may bring options up to date.
          const told = await world.outputs();
          expect((await world.run(plan.digest)).problems).toEqual([]);
          expect(await world.outputsAmiss(told, plan)).toEqual([]);
          const wishes = worlds.map(({ wish }) => wish);
          expect(asList(withoutKept(await world.content(), was, wishes))).toEqual(asList(was));
          done += 1;
        }
      }),
      runs,
    );
    expect(done).toBeGreaterThan(count / 3);
  });
});
