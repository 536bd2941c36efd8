import { canonicalJson } from "../../packages/base/json/canonical-json.ts";
import type { Json } from "../../packages/base/json/json.ts";
import type { Problem } from "../../packages/base/problems/problem.ts";
import type { ProblemCode } from "../../packages/base/problems/problem-codes.ts";
import { awaitsDeclaration } from "../../src/engine/state/records/record.ts";
import { Rejection } from "../../src/service/rejection.ts";
import { importObjects } from "../../src/service/use-cases/objects/import-objects.ts";
import { forgetResource, renameResource } from "../../src/service/use-cases/state/edit-state.ts";
import { declare, type Relief } from "./declared/declarations.ts";
import { nameOf } from "./declared/names.ts";
import { recordedWant, slotOfRecord } from "./declared/recorded-want.ts";
import { formName, isRead, slotsOf } from "./declared/slots.ts";
import { judgeBeforeUs } from "./judges/before-us-judge.ts";
import { judgeContents } from "./judges/content-judge.ts";
import type { JournalJudge, Violation } from "./judges/journal-judge.ts";
import { tellsSecret } from "./judges/secret-judge.ts";
import { isCredential, isLate, type WorldJudge } from "./judges/world-judge.ts";
import { type Ending, never, perform, showPlan, up } from "./perform.ts";
import type { Scenario, Want } from "./scenario.ts";
import { stack, type World } from "./world/world.ts";

interface Settling {
  readonly scenario: Scenario;
  readonly world: World;
  readonly journal: JournalJudge;
  readonly objects: WorldJudge;
}

/** Problems of operations that ask for nothing but another run. */
const unsettledCodes: readonly ProblemCode[] = ["operation-failed", "operation-unasked", "outcome-unknown"];

/** More clean attempts than any mess needs. */
const maxAttempts = 24;

/**
 * After all trouble: nothing fails any more, and somebody reasonable brings the stack to its last declaration, doing
 * what the problems say where there are any. It must get there, and then everything must be as declared.
 */
export async function settle({ scenario, world, journal, objects }: Settling): Promise<readonly Violation[]> {
  const { network, store, time, storage, kept } = world;
  network.calm();
  store.calm();
  // Leases of the dead run out, reads catch up, operations end.
  await time.pass(time.now + 120_000 + scenario.operationMs);
  const undoes = scenario.operations.some(({ act }) => act.kind === "undo");
  const want = lastWant(scenario);
  world.plantFound();
  const { deployment } = world.start(scenario.actors.length);
  const inTime = async <T>(work: () => Promise<T>): Promise<T> => {
    const ended: { value?: T; thrown?: unknown; done: boolean } = { done: false };
    time.schedule(0, () => {
      work().then(
        (value) => Object.assign(ended, { value, done: true }),
        (thrown: unknown) => Object.assign(ended, { thrown, done: true }),
      );
    });
    await time.pass();
    if (!ended.done) throw new Error("it never ends");
    if (ended.thrown !== undefined) throw ended.thrown;
    return ended.value as T;
  };

  const violations: Violation[] = [];
  let ending: Ending | undefined;
  // Whoever is refused lifts what refuses for a while, and declares it again in the end.
  let relief: Relief | undefined;
  for (let attempt = 1; ; attempt += 1) {
    ending = await inTime(() => up(stack, declare(scenario, want, relief), deployment));
    world.note(`settling: ${ending.status} ${ending.problems.map(({ code, address }) => `${code} ${address}`)}`);
    violations.push(...(await journal.read(kept, store.deeds, undoes)));
    if (violations.length > 0) return violations;
    // What a failed creation may have left is looked for as long as looks may lag behind, as the run has told, and an
    // update that no look shows stays open as long (decision 0144).
    const isAwaited = [...journal.intents.values()].some(
      ({ intent: { failedWith, operation } }) => failedWith !== undefined || operation === "update",
    );
    // What kept a half-made object has gone with this run, and the next one replaces it, as the plan has told.
    const isReplacedNext = [...journal.records.values()].some(({ tainted }) => tainted !== undefined);
    const isAtEnd = attempt === maxAttempts || !(isAwaited || isReplacedNext);
    if (ending.status === "done" && relief === undefined && isAtEnd) break;
    if (ending.status === "done") {
      if (isAwaited) await time.pass(time.now + 301_000);
      relief = undefined;
      continue;
    }
    if (attempt === maxAttempts) return [stuck(ending)];
    const isHelped = await help(ending, want);
    if (!isHelped) return [stuck(ending)];
  }

  const plan = await inTime(() => showPlan(stack, declare(scenario, want), deployment));
  if (plan.status !== "done" || plan.steps > 0) {
    violations.push({
      rule: "convergence",
      detail: `the next plan is not empty: ${canonicalJson(plan.said as unknown as Json)}`,
    });
  }
  violations.push(...objects.orphans(world, journal, true), ...objects.phantoms(storage, journal));
  violations.push(...objects.taken(storage, journal));
  violations.push(...judgeBeforeUs(scenario, journal, storage, network.calls));
  violations.push(...judgeContents(scenario, want, journal, storage));
  for (const { intent } of journal.intents.values()) {
    violations.push({ rule: "open intent", detail: `${intent.operation} of ${intent.address} stays open` });
  }
  for (const { address, tainted } of journal.records.values())
    if (tainted !== undefined)
      violations.push({ rule: "tainted", detail: `${address} is still half made: ${tainted}` });
  const before = canonicalJson([...journal.records.keys()].sort());
  await inTime(() => perform({ kind: "refresh" }, scenario, deployment, never()));
  violations.push(...(await journal.read(kept, store.deeds, undoes)));
  if (canonicalJson([...journal.records.keys()].sort()) !== before) {
    violations.push({ rule: "refresh", detail: "a refresh of what is as declared changed which records there are" });
  }
  if (tellsSecret([kept.events, await kept.judged.listPlans(stack)], scenario, storage))
    violations.push({ rule: "secret", detail: "the store holds a secret in the clear" });
  return violations;

  /** Does what the problems of a refusal ask for; false when nothing can be done. */
  async function help({ status, problems, said }: Ending, wanted: Want): Promise<boolean> {
    const codes = new Set(problems.filter(({ severity }) => severity === "error").map(({ code }) => code));
    // What was not made, or is not left, is let go of once no look can lag behind.
    const isRefused = codes.has("protected") || codes.has("would-be-lost") || codes.has("claimed-twice");
    if (isRefused && isLetGoLater(problems)) {
      await time.pass(time.now + 301_000);
      return true;
    }
    if (codes.has("protected") && ((await forgetImport(problems)) || (await forgetFormer(problems)))) return true;
    const keeping = problems.filter(isOfKept);
    if (codes.has("protected") || keeping.length > 0) {
      relieve(keeping, wanted);
      let freed = await inTime(() => unprotect(wanted, relief));
      // What is half made is in the way of that as well, where it is to be kept.
      const alsoKept = freed.problems.filter(isOfKept);
      if (alsoKept.length > 0) {
        relieve(alsoKept, wanted);
        freed = await inTime(() => unprotect(wanted, relief));
      }
      // What was given up goes on all the same.
      const goesOn = freed.problems.some(
        ({ code, detail }) => code === "timed-out" || code === "stack-busy" || detail.includes("is made anew"),
      );
      const isAwaited = isLetGoLater(freed.problems);
      await time.pass(time.now + (isAwaited ? 301_000 : Math.max(40_000, scenario.operationMs)));
      return freed.status === "done" || goesOn || isAwaited;
    }
    if (codes.has("identifier-reserved") || codes.has("soft-deleted")) {
      await time.pass(time.now + 31 * 86_400_000);
      return true;
    }
    if (codes.has("claimed-twice")) {
      if (await inTime(() => nameAnew(wanted))) return true;
      if (await inTime(() => nameAsClaimed(problems))) return true;
      // Two names for one object: the name that is not wanted goes first.
      const addresses = new Set(problems.map(({ address }) => address));
      const fewer = wanted.map((form, slot) => (form !== null && addresses.has(formName(slot, form)) ? null : form));
      const left = await inTime(() => up(stack, declare(scenario, fewer, relief), deployment));
      if (left.problems.some(({ code }) => code === "protected")) await forgetImport(left.problems);
      return true;
    }
    if (status === "stopped") return true;
    if (codes.has("already-exists") || codes.has("not-provably-ours")) {
      const isCleared = clear(problems.map(({ detail }) => detail).join("\n"));
      await time.pass(time.now + 60_000 + scenario.operationMs);
      return isCleared || inTime(() => takeOver(problems));
    }
    if (codes.has("expression-failed") && removeHalfMade(problems)) {
      await time.pass(time.now + Math.max(40_000, scenario.operationMs));
      return true;
    }
    // What was given up goes on all the same.
    if (codes.has("timed-out") || codes.has("stack-busy") || codes.has("unsettled") || codes.has("run-open")) {
      await time.pass(time.now + Math.max(40_000, scenario.operationMs));
      return true;
    }
    // What has ended with an error is looked at, and made again.
    if (unsettledCodes.some((code) => codes.has(code))) {
      await time.pass(time.now + Math.max(40_000, scenario.operationMs));
      return true;
    }
    return status === "refused" && codes.has("stale-plan") && said.length > 0;
  }

  /** Lifts all protection, and the wish to keep what problems name. */
  function relieve(keeping: readonly Problem[], wanted: Want): void {
    const lost = new Set(keeping.map(({ address }) => address));
    const names = slotsOf(scenario.blueprints, wanted);
    const unkept = scenario.blueprints.flatMap((_, slot) =>
      namesOf(slot).some((name) => lost.has(name)) || lost.has(names[slot]?.name) ? [slot] : [],
    );
    relief = {
      unprotected: new Set(scenario.blueprints.keys()),
      unkept: new Set([...(relief?.unkept ?? []), ...unkept]),
    };
  }

  /** Gives the records the names that are declared for their objects; one that holds such a name goes aside. */
  async function nameAnew(wanted: Want): Promise<boolean> {
    const slots = slotsOf(scenario.blueprints, wanted);
    const records = [...journal.records.values()].filter(({ status }) => status === "current");
    const isTaken = (name: string) => records.some(({ address }) => address === name);
    const misnamed = records.find((record) => {
      const slot = slots[slotOfRecord(record, scenario, wanted) ?? -1] ?? null;
      return slot?.form.name !== undefined && slot.name !== record.address;
    });
    if (misnamed === undefined) return false;
    const name = slots[slotOfRecord(misnamed, scenario, wanted) ?? -1]?.name ?? "";
    if (isTaken(name) && !(await renamed(name, `aside_${records.length}_${name}`))) return false;
    if (!(await renamed(misnamed.address, name))) return false;
    violations.push(...(await journal.read(kept, store.deeds, undoes)));
    return true;
  }

  /** False where what is begun is settled first. */
  async function renamed(from: string, to: string): Promise<boolean> {
    try {
      await renameResource(stack, from, to, deployment);
      return true;
    } catch (cause) {
      if (cause instanceof Rejection) return false;
      throw cause;
    }
  }

  /** Gives an object the free name that claims it, where the name that it has is told to be another's. */
  async function nameAsClaimed(problems: readonly Problem[]): Promise<boolean> {
    const records = [...journal.records.values()].filter(({ status }) => status === "current");
    const isTaken = (name: string) => records.some(({ address }) => address === name);
    for (const { code, address, detail } of problems) {
      const holder = records.find((each) =>
        detail.startsWith(`\`${each.identity.id}\` already belongs to \`${each.address}\``),
      );
      if (code !== "claimed-twice" || address === undefined || holder === undefined || isTaken(address)) continue;
      if (!(await renamed(holder.address, address))) return false;
      violations.push(...(await journal.read(kept, store.deeds, undoes)));
      return true;
    }
    return false;
  }

  /**
   * Forgets an object that was imported and never declared, as the problem says, where its name is wanted: for another
   * that is recorded too, or for what only reads.
   */
  async function forgetImport(problems: readonly Problem[]): Promise<boolean> {
    const records = [...journal.records.values()].filter(({ status }) => status === "current");
    const slots = slotsOf(scenario.blueprints, want);
    const inTheWay = records.find((record) => {
      const slot = scenario.blueprints.findIndex((_, each) => namesOf(each).includes(record.address));
      const advice = `\`plumb state rm ${record.address}\``;
      const isTold = problems.some(({ code, detail }) => code === "protected" && detail.includes(advice));
      const isOfRead = slots.some((each) => each?.name === record.address && isRead(each.blueprint.kind));
      const others = records.filter(({ address }) => address !== record.address && namesOf(slot).includes(address));
      return isTold && awaitsDeclaration(record) && (others.length > 0 || isOfRead);
    });
    if (inTheWay === undefined) return false;
    await inTime(() => forgetResource(stack, inTheWay.address, deployment));
    violations.push(...(await journal.read(kept, store.deeds, undoes)));
    return true;
  }

  /**
   * Forgets a protected object that was found late, as the refusal says, where no declaration can lift its protection.
   */
  async function forgetFormer(problems: readonly Problem[]): Promise<boolean> {
    const advice = /forget it with `plumb state rm ([^`]+~[^`]+)`/;
    const step = problems.flatMap(({ code, detail }) =>
      code === "protected" ? (advice.exec(detail)?.[1] ?? []) : [],
    )[0];
    if (step === undefined) return false;
    await inTime(() => forgetResource(stack, step, deployment));
    violations.push(...(await journal.read(kept, store.deeds, undoes)));
    return true;
  }

  /** Declares what is recorded once more as it is, without protection, and some of it without the wish to keep it. */
  async function unprotect(wanted: Want, freely: Relief | undefined): Promise<Ending> {
    const { want: recorded, surplus } = recordedWant(scenario, wanted, [...journal.records.values()]);
    for (const { address } of surplus) await forgetResource(stack, address, deployment);
    const freed = await up(stack, declare(scenario, recorded, freely), deployment);
    world.note(`unprotecting: ${freed.status} ${freed.problems.map(({ code, detail }) => `${code} ${detail}`)}`);
    await journal.read(kept, store.deeds, undoes);
    return freed;
  }

  /**
   * Imports what is ours and nobody can prove to be, or removes it by hand where its name stands for another object.
   */
  async function takeOver(problems: readonly Problem[]): Promise<boolean> {
    const declaration = declare(
      scenario,
      want.map(() => null),
    );
    for (const { intent } of [...journal.intents.values()]) {
      const told = problems.find(({ detail }) => detail.includes(`\`${intent.identity.id}\``));
      if (told?.address === undefined) continue;
      const isTaken = [...journal.records.values()].some(
        ({ address, uid }) => address === told.address || uid === intent.uid,
      );
      if (isTaken) {
        // Whether that has ended yet or not, the next attempt shows.
        removeByHand(intent.identity.id);
        return true;
      }
      const entries = [{ type: intent.type, name: told.address, id: intent.identity.id, provider: null }];
      await importObjects({ stack, entries, declaration }, deployment);
      return true;
    }
    return false;
  }

  /** Takes away what was imported half made, whose missing values a problem tells of: the next run makes it anew. */
  function removeHalfMade(problems: readonly Problem[]): boolean {
    const names = problems.flatMap(({ detail }) => /^(\w+)\.\w+ is null,/.exec(detail)?.[1] ?? []);
    const halfMade = [...journal.records.values()].filter(({ address }) => names.includes(address));
    return halfMade.some(({ identity }) => removeByHand(identity.id));
  }

  /** Takes away what stands in the way and is not ours to keep: made by a stranger, or let go of. */
  function clear(told: string): boolean {
    let cleared = false;
    // What one run has let go of and brought back with its client is seen by this look only.
    objects.orphans(world, journal, false);
    for (const [key, made] of objects.alive(storage)) {
      // A credential's name begins with that of its client.
      if (!told.toLowerCase().replaceAll(`${key}/`, "").includes(key)) continue;
      const isLetGo = [journal.released, journal.givenUp, journal.toldAsTaken, objects.keptWithClient].some((each) =>
        each.has(key),
      );
      if (made.sender.pid !== null && !isLetGo && !isLate(made, network.calls)) continue;
      if (removeByHand(made.object)) cleared = true;
    }
    return cleared;
  }

  /** What lies in a deleted client is kept with it: the client is brought back for a moment. */
  function removeCredential(path: string): boolean {
    const client = path.split("/credentials/")[0] ?? "";
    const isBack = world.strangersCall("POST", `${client}:undelete`, {}) !== null;
    world.strangersCall("PATCH", `${path}?updateMask=disabled`, { disabled: true });
    const isGone = world.strangersCall("DELETE", path) !== null;
    if (isBack) world.strangersCall("DELETE", client);
    return isGone;
  }

  function removeByHand(object: string): boolean {
    const path = object.startsWith("/") ? `${object}?api-version=2019-10-01` : `v1/${object}`;
    if (isCredential(object)) return removeCredential(path);
    return world.strangersCall("DELETE", path) !== null;
  }
}

/** Whether what is to be kept is in the way, which is let go of first. */
function isOfKept({ code, detail }: Problem): boolean {
  return code === "would-be-lost" || (code === "already-exists" && detail.includes("is to be kept when it is deleted"));
}

/** Whether a refusal is lifted by time: what no look shows was not made. */
function isLetGoLater(problems: readonly Problem[]): boolean {
  return problems.some(({ detail }) => detail.includes("in five minutes"));
}

/** The names that a slot's resource may go by. */
function namesOf(slot: number): readonly string[] {
  return [nameOf(slot, false), nameOf(slot, true)];
}

function stuck({ status, problems }: Ending): Violation {
  const reasons = problems.map(({ code, address, detail }) => `${code} at ${address}: ${detail}`);
  return { rule: "convergence", detail: `a clean up ends ${status}: ${reasons.join("; ")}` };
}

/** The last declaration that anybody brought up; what is protected is left in its place. */
function lastWant({ operations, blueprints }: Scenario): Want {
  const last = operations.findLast(({ act }) => act.kind === "up");
  if (last?.act.kind === "up") return last.act.want;
  return blueprints.map(() => ({ text: 0, moved: false, renamed: false }));
}
