import type { Plan, Step } from "../../src/engine/plan/plan.ts";
import type { ResourceRecord } from "../../src/engine/state/record.ts";
import type { JudgedWrite } from "./cloud-memory.ts";
import type { Violation } from "./journal-judge.ts";
import type { SeenRun } from "./run-history.ts";
import type { Request, Scenario } from "./scenario.ts";
import { isRead, slotsOf } from "./slots.ts";

/** Which object leans on which, by the uids of their records: as declared, through what only reads as well. */
export type Leans = readonly (readonly [leaner: string, other: string])[];

/** What a declaration that a run has brought up makes lean on what. */
export function leansOf(request: Request, { ended }: SeenRun, { blueprints }: Scenario): Leans {
  if (request.kind !== "up" || ended === null || ended.status !== "done") return [];
  const slots = slotsOf(blueprints, request.want);
  const current = [...ended.after.values()].filter(({ status }) => status === "current");
  const uidAt = (slot: number) => current.find(({ address }) => address === slots[slot]?.name)?.uid;
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

/** What leans on an object goes before it, by the platforms' log. */
export function judgeOrder(
  own: readonly JudgedWrite[],
  records: readonly ResourceRecord[],
  declared: Leans,
  plans: readonly Plan[],
): readonly Violation[] {
  const gone = records.flatMap((record) => {
    const id = record.identity.id.toLowerCase();
    const write = own.find(({ action, object }) => action === "delete" && object.toLowerCase() === id);
    return write === undefined ? [] : [{ record, seq: write.seq }];
  });
  if (gone.length < 2) return [];
  const steps = plans.flatMap((plan) => plan.steps);
  // Who stays can't go before what is deleted first: it will lean on the new one, which a retype makes under another uid.
  const makesRoom = (other: ResourceRecord) => {
    const removal = steps.find(
      (step) => step.kind === "removal" && step.uid === other.uid && step.generation === other.generation,
    );
    return (step: Step) =>
      step.kind === "write" &&
      ((step.order === "delete-before-create" && step.uid === other.uid) ||
        (removal !== undefined && step.needs.includes(removal.id)));
  };
  const leansOn = (leaner: ResourceRecord, other: ResourceRecord) =>
    leaner.dependsOn.includes(other.address) ||
    declared.some(([one, another]) => one === leaner.uid && another === other.uid);
  /** All that leans on an object in any way, and the object itself: it goes after them. */
  const above = (record: ResourceRecord, known = new Set<ResourceRecord>()): ReadonlySet<ResourceRecord> => {
    if (known.has(record)) return known;
    known.add(record);
    for (const each of records) if (leansOn(each, record)) above(each, known);
    return known;
  };
  const isWritten = ({ uid }: ResourceRecord) => steps.some((step) => step.kind === "write" && step.uid === uid);
  const waits = (leaner: ResourceRecord, other: ResourceRecord) =>
    steps.some(makesRoom(other)) && [...above(leaner)].some(isWritten);
  return gone.flatMap((leaner) =>
    gone
      .filter((other) => other.seq < leaner.seq && leansOn(leaner.record, other.record))
      .filter((other) => !waits(leaner.record, other.record))
      .map((other) => ({
        rule: "order",
        detail: `${other.record.identity.id} was deleted before ${leaner.record.identity.id}, which leans on it`,
      })),
  );
}
