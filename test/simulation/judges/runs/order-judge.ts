import type { Plan, Step } from "../../../../src/engine/plan/plan.ts";
import type { ResourceRecord } from "../../../../src/engine/state/records/record.ts";
import { kindOfType } from "../../declared/recorded-want.ts";
import { isRead, slotsOf } from "../../declared/slots.ts";
import type { Request, Scenario } from "../../scenario.ts";
import type { CloudMemory, JudgedWrite } from "../../world/cloud-memory.ts";
import type { Violation } from "../journal-judge.ts";
import type { SeenRun } from "./run-history.ts";

/** Which object leans on which, by the uids of their records: as declared, through what only reads as well. */
export type Leans = readonly (readonly [leaner: string, other: string])[];

/** What a declaration that a run has brought up makes lean on what. */
export function leansOf(request: Request, { ended }: SeenRun, { blueprints }: Scenario): Leans {
  if (request.kind !== "up" || ended === null || ended.status !== "done") return [];
  const slots = slotsOf(blueprints, request.want);
  const current = [...ended.after.values()].filter(({ status }) => status === "current");
  // The name may stand for another resource still, whose replacement waits for its approval.
  const uidAt = (slot: number) =>
    current.find(
      ({ address, type }) => address === slots[slot]?.name && kindOfType[type] === slots[slot]?.blueprint.kind,
    )?.uid;
  const behind = (slot: number): number | null => {
    const on = slots[slot]?.blueprint.leansOn ?? null;
    const other = on === null ? null : (slots[on] ?? null);
    if (other === null) return null;
    return isRead(other.blueprint.kind) ? behind(other.slot) : other.slot;
  };
  return slots.flatMap((each) => {
    if (each === null || isRead(each.blueprint.kind)) return [];
    const on = behind(each.slot);
    const [leaner, other] = [uidAt(each.slot), on === null ? undefined : uidAt(on)];
    return leaner === undefined || other === undefined ? [] : [[leaner, other] as const];
  });
}

/**
 * What leans on an object goes before it, by the platforms' log; but where no order of the steps could have it so.
 * `left`: records of what stands though it was to be deleted, and can't be once the other is gone.
 */
export function judgeOrder(
  own: readonly JudgedWrite[],
  records: readonly ResourceRecord[],
  declared: Leans,
  plans: readonly Plan[],
  left: readonly ResourceRecord[] = [],
): readonly Violation[] {
  const gone = records.flatMap((record) => {
    const id = record.identity.id.toLowerCase();
    const write = own.find(({ action, object }) => action === "delete" && object.toLowerCase() === id);
    if (write === undefined) return left.includes(record) ? [{ record, seq: Number.POSITIVE_INFINITY }] : [];
    return [{ record, seq: write.seq }];
  });
  if (gone.length < 2) return [];
  const leansOn = (leaner: ResourceRecord, other: ResourceRecord) =>
    leaner.dependsOn.includes(other.address) ||
    declared.some(([one, another]) => one === leaner.uid && another === other.uid);
  const must = new Musts(
    plans.flatMap((plan) => plan.steps),
    records,
    leansOn,
  );
  return gone.flatMap((leaner) =>
    gone
      .filter((other) => other.seq < leaner.seq && leansOn(leaner.record, other.record))
      .filter((other) => !must.waitFor(leaner.record, other.record))
      .map((other) => ({
        rule: "order",
        detail: `${other.record.identity.id} was deleted before ${leaner.record.identity.id}, which leans on it`,
      })),
  );
}

/** Records of credentials that the plans were to delete, and that stand in a client which the run has deleted. */
export function leftInClients(
  own: readonly JudgedWrite[],
  records: readonly ResourceRecord[],
  plans: readonly Plan[],
  storage: CloudMemory,
): readonly ResourceRecord[] {
  const steps = plans.flatMap((plan) => plan.steps);
  const standing = storage.contents("google", "oauth-client-credential");
  return records.filter(({ uid, generation, identity }) => {
    const [client = ""] = identity.id.split("/credentials/");
    const isMeant = steps.some(
      (step) => step.kind === "removal" && step.how === "delete" && step.uid === uid && step.generation === generation,
    );
    const isClientGone = own.some(({ action, object }) => action === "delete" && object === client);
    return isMeant && isClientGone && standing.has(identity.id);
  });
}

/** What can't but wait for what, whatever order is chosen. */
class Musts {
  readonly #steps: readonly Step[];
  readonly #records: readonly ResourceRecord[];
  readonly #leansOn: (leaner: ResourceRecord, other: ResourceRecord) => boolean;

  constructor(
    steps: readonly Step[],
    records: readonly ResourceRecord[],
    leansOn: (leaner: ResourceRecord, other: ResourceRecord) => boolean,
  ) {
    this.#steps = steps;
    this.#records = records;
    this.#leansOn = leansOn;
  }

  /** Whether the end of one object can't but wait for the end of another one. */
  waitFor(one: ResourceRecord, another: ResourceRecord): boolean {
    const goal = this.#endOf(another);
    const first = this.#endOf(one);
    if (goal === undefined || first === undefined) return false;
    const seen = new Set([first]);
    for (const step of seen) for (const need of this.#needsOf(step)) seen.add(need);
    return seen.has(goal);
  }

  /** The step that deletes an object: a removal, or the write that puts another one in its place once it is gone. */
  #endOf({ uid, generation }: ResourceRecord): Step | undefined {
    return this.#steps.find((step) =>
      step.kind === "removal" ? step.uid === uid && step.generation === generation : isDeleteFirst(step, uid),
    );
  }

  #needsOf(step: Step): readonly Step[] {
    // What a write or a read needs is there before it, and what stands in the place of what is written is gone.
    const needed = step.kind === "removal" ? [] : this.#steps.filter(({ id }) => step.needs.includes(id));
    const ended = this.#records.filter((record) => this.#endOf(record) === step);
    return [...needed, ...ended.flatMap((record) => this.#needsOfEnd(record, step))];
  }

  /**
   * What leans on an object ends before it or is written before it; what comes in its place is there, unless it goes
   * first.
   */
  #needsOfEnd(record: ResourceRecord, end: Step): readonly Step[] {
    const leaners = this.#records.filter((each) => each !== record && this.#leansOn(each, record));
    const places = [record, ...leaners].flatMap(({ uid }) =>
      this.#steps.filter((step) => step.kind === "write" && step.uid === uid && !isDeleteFirst(step, uid)),
    );
    return [...places, ...leaners.flatMap((each) => this.#endOf(each) ?? [])].filter((step) => step !== end);
  }
}

function isDeleteFirst(step: Step, uid: string): boolean {
  return step.kind === "write" && step.uid === uid && step.order === "delete-before-create";
}
