import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { planOf } from "../../../../src/engine/plan/document/plan-document.fixture.ts";
import type { Plan } from "../../../../src/engine/plan/plan.ts";
import type { ResourceRecord } from "../../../../src/engine/state/records/record.ts";
import { ignoringNames } from "../../declared/slots.ts";
import type { Deed } from "../../run-scenario.ts";
import type { Scenario } from "../../scenario.ts";
import type { JudgedWrite } from "../../world/cloud-memory.ts";
import { stack, type World } from "../../world/world.ts";
import { judgeReferences, referencesThen } from "../gone-judge.ts";
import type { JournalJudge, Violation } from "../journal-judge.ts";
import { WorldJudge } from "../world-judge.ts";
import { type Leans, leansOf } from "./order-judge.ts";
import { judgeGoneOutputs, judgeOutputs } from "./outputs-judge.ts";
import { judgeRenamed } from "./renamed-judge.ts";
import { objectOf, type SeenRun } from "./run-history.ts";
import { hasDone, isUndisturbed, judgeRun, ownWrites } from "./run-judge.ts";
import {
  judgeLater,
  judgeUndo,
  judgeUndone,
  madeByOpenCalls,
  type Picture,
  pictureOf,
  withoutDeleted,
} from "./undo-judge.ts";
import { judgeFormerOutputs, judgeOutputsOfUndo, judgePromisedOutputs } from "./undone-outputs-judge.ts";

/** It came to its end, well or not, and broke off on purpose if at all. What it did can be told, and undone. */
function isTold(deed: Deed): boolean {
  const { end, operation } = deed;
  const isEnded = end !== null && end.ending !== "died" && !("thrown" in end.ending);
  return isEnded && isUndisturbed(operation.breaksAt === undefined ? deed : { ...deed, cancelledMs: null });
}

/** Names of resources of which a plan has told something. */
function toldOf(wanted: string, { end }: Deed): ReadonlySet<string> {
  const said = end === null || end.ending === "died" || "thrown" in end.ending ? [] : end.ending.said;
  const told = said.flatMap((each) => (isShown(each) ? each.problems : []));
  return new Set(told.flatMap(({ code, address }) => (code === wanted && address !== undefined ? [address] : [])));
}

interface Shown {
  readonly problems: readonly { readonly code: string; readonly address?: string }[];
}

function isShown(said: unknown): said is Shown {
  return typeof said === "object" && said !== null && "problems" in said && Array.isArray(said.problems);
}

/** Holds what was done against what was known before it: declarations that were brought up, and runs to be undone. */
export class PeopleJudge {
  readonly #scenario: Scenario;
  readonly #world: World;
  readonly #journal: JournalJudge;
  /** What was there when each run began. */
  readonly #pictures = new Map<string, Picture>();
  /** And when it had ended and all was quiet. */
  readonly #ends = new Map<string, Picture>();
  readonly #objects = new WorldJudge();
  readonly #hasStrangers: boolean;
  readonly #ignoring: ReadonlySet<string>;
  /** What each run has written, by the platforms' log. */
  readonly #writes = new Map<string, readonly JudgedWrite[]>();
  /**
   * What an undo told to refer to a former object, or to lean on a resource of which one stays deleted: it may refer to
   * that until it is declared again.
   */
  readonly #mayRefer = new Set<string>();
  #leans: Leans = [];
  /** The run that was the last thing that happened, where it is known what it did. */
  #last: SeenRun | undefined;

  constructor(scenario: Scenario, world: World, journal: JournalJudge) {
    this.#scenario = scenario;
    this.#world = world;
    this.#journal = journal;
    this.#ignoring = ignoringNames(scenario);
    const strange = ["edited", "deleted", "created", "granted", "clock-set"];
    this.#hasStrangers =
      (scenario.strangersAt ?? []).some(({ act }) => act.kind !== "denied") ||
      scenario.operations.some(({ act }) => strange.includes(act.kind));
  }

  async judge(deed: Deed, isAlone: boolean): Promise<readonly Violation[]> {
    const { history, atStart, released, forgottenAt } = this.#journal;
    const { end, operation } = deed;
    const digest = end === null || end.ending === "died" || "thrown" in end.ending ? undefined : end.ending.plans[0];
    // One that died told nobody of its plan.
    const begun = history.runs.at(-1);
    const isBegun = isAlone && atStart !== null && digest === undefined;
    const run = deed.runMs === null ? undefined : (history.ofPlan(digest) ?? (isBegun ? begun : undefined));
    const plans = await this.#plansOf(run);
    if (deed.runMs !== null && this.#isStruck(deed)) deed.isShared = true;
    const violations = [
      ...judgeRun(
        deed,
        atStart,
        { run, plans, leans: this.#leans, released, forgottenAt },
        this.#scenario,
        this.#world,
      ),
      ...this.#judgeUndo(deed, run, plans, isAlone),
    ];
    const { act } = operation;
    const isQuiet = isAlone && !deed.isShared;
    if (run !== undefined && (act.kind === "up" || act.kind === "destroy")) {
      const missing = (records: readonly ResourceRecord[]) => this.#missingAtEnd(run, records);
      violations.push(
        ...judgeOutputs(act, run, this.#scenario, {
          isAlone: isQuiet && isUndisturbed(deed),
          plans,
          missing,
        }),
        ...judgeGoneOutputs(run, plans, missing),
      );
    }
    if (act.kind === "up" && run !== undefined && isAlone) this.#leans = leansOf(act, run, this.#scenario);
    else if (run !== undefined || !isAlone) this.#leans = [];
    const carried = run?.run ?? deed.resumed;
    if (carried !== null && deed.picture !== undefined) this.#notePictures(carried, deed, deed.picture, isQuiet);
    if (isQuiet && isUndisturbed(deed)) violations.push(...this.#judgeRenamed(deed));
    // What an undo has left so is put right by the next declaration.
    if (act.kind === "up") this.#mayRefer.clear();
    const gone = new Set([...toldOf("former-gone", deed), ...toldOf("gone-before", deed)]);
    for (const address of toldOf("refers-to-former", deed)) this.#mayRefer.add(address);
    for (const address of toldOf("put-back-as-text", deed)) this.#mayRefer.add(address);
    const { before = new Map(), at } = history.runs.find((each) => each.run === deed.undone) ?? {};
    for (const address of this.#leaningOn(gone, before)) this.#mayRefer.add(address);
    // What an undo that writes nothing leaves is as the run before it left it, which may have been broken off.
    const hasChanged = act.kind !== "undo" || ownWrites(deed, this.#world).length > 0;
    if (run !== undefined && isQuiet && hasChanged && !this.#hasStrangers && isUndisturbed(deed) && hasDone(deed)) {
      const but = new Set([...this.#ignoring, ...this.#mayRefer]);
      // What an undo puts back goes back as it was recorded, be it that its text referred to what was gone even then.
      const { storage } = this.#world;
      const beganMs = at === undefined ? 0 : this.#world.momentOf(Date.parse(at));
      const referred = referencesThen(before, this.#journal, storage.asItWas(storage.momentAt(beganMs)));
      violations.push(...this.#referencesBut(but).filter(({ detail }) => !referred.has(detail)));
    }
    this.#last = isQuiet && isTold(deed) && this.#journal.intents.size === 0 ? run : undefined;
    return violations;
  }

  /**
   * Those of the records whose objects were not there any more when the run ended. What goes later its outputs can't
   * know of, be it that the look for a next round has seen it, which came to no round.
   */
  #missingAtEnd({ ended }: SeenRun, records: readonly ResourceRecord[]): readonly ResourceRecord[] {
    const { storage } = this.#world;
    const endMs = ended?.atMs ?? Number.POSITIVE_INFINITY;
    return this.#objects.missing(storage, records).filter(({ identity }) => {
      const object = objectOf(identity.id);
      const last = storage.writes.findLast((write) => write.object.toLowerCase() === object);
      return last === undefined || last.action !== "delete" || last.atMs <= endMs;
    });
  }

  /** A run may be carried on by more than one deed: it begins with the first of them, and ends with the last. */
  #notePictures(run: string, deed: Deed, picture: Picture, isQuiet: boolean): void {
    const { storage } = this.#world;
    const own = ownWrites(deed, this.#world);
    const since = storage.writes.slice(deed.writesBefore, deed.end?.writes);
    const isBegun = deed.resumed === null && !this.#journal.runsBefore.has(run);
    if (isBegun && !this.#pictures.has(run)) this.#pictures.set(run, withoutDeleted(picture, own, since));
    this.#writes.set(run, [...(this.#writes.get(run) ?? []), ...own]);
    if (isQuiet) this.#ends.set(run, pictureOf(storage));
    else this.#ends.delete(run);
  }

  #referencesBut(ignored: ReadonlySet<string>): readonly Violation[] {
    const all = new Set([...ignored, ...this.#leaningOn(this.#ignoring)]);
    return judgeReferences({ journal: this.#journal, storage: this.#world.storage }, all);
  }

  /**
   * Names of what leans on others, also through what does: a read of what refers to an object passes the reference on.
   * `before`: records that leaned on what is gone by now.
   */
  #leaningOn(names: ReadonlySet<string>, before: SeenRun["before"] = new Map()): ReadonlySet<string> {
    const leaning = new Set<string>();
    for (let more: ReadonlySet<string> = names; more.size > 0; ) {
      const next = [...this.#journal.records.values(), ...before.values()].flatMap(({ address, dependsOn }) =>
        !leaning.has(address) && dependsOn.some((on) => more.has(on)) ? [address] : [],
      );
      for (const address of next) leaning.add(address);
      more = new Set(next);
    }
    return leaning;
  }

  #judgeRenamed({ operation: { act }, end }: Deed): readonly Violation[] {
    if (end === null || end.ending === "died" || "thrown" in end.ending) return [];
    const records = this.#journal.atStart ?? this.#journal.records;
    return judgeRenamed(act, end.ending.said, this.#scenario, records, this.#world.storage);
  }

  #judgeUndo(deed: Deed, run: SeenRun | undefined, [plan]: readonly Plan[], isAlone: boolean): readonly Violation[] {
    const undone = this.#journal.history.runs.find((each) => each.run === deed.undone);
    if (deed.operation.act.kind !== "undo" || run === undefined || undone === undefined) return [];
    const atBegin = this.#pictures.get(undone.run);
    const own = ownWrites(deed, this.#world);
    const madeBefore = new Set([
      ...madeByOpenCalls(undone, this.#world.storage.writes, this.#journal.notedAt),
      ...this.#forgottenBefore(undone),
    ]);
    const violations = [...judgeUndo(own, run, undone, atBegin, madeBefore)];
    violations.push(...judgeOutputsOfUndo(run));
    const isPlain = isAlone && !this.#hasStrangers && !deed.isShared && isUndisturbed(deed) && hasDone(deed);
    if (isPlain && plan !== undefined) violations.push(...judgePromisedOutputs(run, plan));
    const end = this.#ends.get(undone.run);
    if (
      isAlone &&
      !this.#hasStrangers &&
      hasDone(deed) &&
      isUndisturbed(deed) &&
      end !== undefined &&
      deed.picture !== undefined
    )
      violations.push(...judgeLater(end, deed.picture, pictureOf(this.#world.storage), run));
    const isInverse =
      isAlone && undone === this.#last && !undone.isOfImported && atBegin !== undefined && !this.#hasStrangers;
    // What an earlier call was changing when the run began becomes what that call makes of it.
    const changing = undone.openBefore.flatMap(({ operation, identity }) =>
      operation === "update" || operation === "delete" ? [objectOf(identity.id)] : [],
    );
    const leftAlone = new Set([...this.#leftAlone(undone, own), ...madeBefore, ...changing]);
    if (isInverse && isPlain)
      violations.push(
        ...judgeUndone(undone, run, atBegin, pictureOf(this.#world.storage), leftAlone),
        ...judgeFormerOutputs(run, undone),
      );
    return violations;
  }

  /**
   * Objects that neither a run nor its undo has written, and whose text the declaration leaves to others, or that the
   * run has only renamed, or what they lean on: their text may tell of what is made anew, as that of an object which no
   * run has touched may.
   */
  #leftAlone({ run, before, ended }: SeenRun, own: readonly JudgedWrite[]): ReadonlySet<string> {
    const written = new Set([...own, ...(this.#writes.get(run) ?? [])].map(({ object }) => object.toLowerCase()));
    const isRenamed = (key: string, { address, dependsOn }: ResourceRecord) => {
      const after = ended?.after.get(key);
      return after !== undefined && (after.address !== address || after.dependsOn.join() !== dependsOn.join());
    };
    const left = [...before].flatMap(([key, record]) =>
      this.#ignoring.has(record.address) || isRenamed(key, record) ? [record] : [],
    );
    return new Set(left.map(({ identity }) => objectOf(identity.id)).filter((object) => !written.has(object)));
  }

  /** Objects whose creation went on when a run began, and was forgotten: what they become is the run's. */
  #forgottenBefore({ roundsAtMs: [beganMs = 0] }: SeenRun): readonly string[] {
    const { operationMs } = this.#scenario;
    return [...this.#journal.forgottenAt].flatMap(([object, ms]) => (ms + operationMs >= beganMs ? [object] : []));
  }

  /** True where somebody else stepped in between its calls. */
  #isStruck({ callsBefore, end, member }: Deed): boolean {
    return this.#world.network.calls
      .slice(callsBefore, end?.calls)
      .some(({ pid, strangers }) => pid === member.process.pid && strangers.length > 0);
  }

  async #plansOf(run: SeenRun | undefined): Promise<readonly Plan[]> {
    const plans: Plan[] = [];
    for (const digest of run?.plans ?? []) {
      const stored = await this.#world.kept.judged.getPlan(stack, digest);
      if (stored !== null) plans.push(planOf(stored.document["plan"] as JsonObject));
    }
    return plans;
  }
}
