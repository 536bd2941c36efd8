import type { JsonObject } from "../../src/base/json.ts";
import type { Step } from "../../src/engine/plan/plan.ts";
import { planOf } from "../../src/engine/plan/plan-document.ts";
import type { ResourceRecord } from "../../src/engine/state/record.ts";
import type { JudgedWrite } from "./cloud-memory.ts";
import { nameOf, slotOf } from "./declarations.ts";
import type { JournalJudge, Violation } from "./journal-judge.ts";
import type { Deed } from "./run-scenario.ts";
import type { Scenario } from "./scenario.ts";
import { stack, type World } from "./world.ts";
import type { JudgedBinding } from "./world-judge.ts";

/** What a run did on the platforms, held against what its plan said and what it may do with the records it began with. */
export async function judgeRun(
  deed: Deed,
  before: JournalJudge["atStart"],
  scenario: Scenario,
  world: World,
): Promise<readonly Violation[]> {
  const { pid } = deed.member.process;
  const own = world.storage.writes
    .slice(deed.writesBefore, deed.end?.writes)
    .filter(({ sender }) => sender.pid === pid && !sender.isRepetition);
  const violations = [...policies(own, world)];
  if (!deed.isFirst || deed.isShared) return violations;
  const records = [...(before?.values() ?? [])];
  violations.push(...order(own, records, scenario), ...keptBack(own, records, keptByDeclaration(deed, scenario)));
  const { end } = deed;
  const isUndisturbed =
    end !== null &&
    !deed.isSequel &&
    end.struck === deed.struckBefore &&
    deed.cancelledMs === null &&
    !deed.member.process.wasHalted;
  if (
    isUndisturbed &&
    end.ending !== "died" &&
    !("thrown" in end.ending) &&
    end.ending.status === "done" &&
    deed.runMs !== null
  ) {
    for (const digest of end.ending.plans) violations.push(...(await honesty(digest, own, scenario, world)));
  }
  return violations;
}

/** Names that the declaration of a deed keeps, whatever is recorded of them. */
function keptByDeclaration({ operation: { act } }: Deed, { blueprints }: Scenario): ReadonlySet<string> {
  if (act.kind !== "up") return new Set();
  return new Set(
    act.want.flatMap((form, slot) => {
      const { protect = false, retain = false } = blueprints[slot] ?? {};
      return form !== null && (protect || retain) ? [nameOf(slot, form.renamed)] : [];
    }),
  );
}

/** Nothing goes that is protected or was to be kept, by what is recorded or by what is declared. */
function keptBack(
  own: readonly JudgedWrite[],
  records: readonly ResourceRecord[],
  declared: ReadonlySet<string>,
): readonly Violation[] {
  return own
    .filter(({ action }) => action === "delete")
    .flatMap(({ object }) => {
      const record = records.find(({ identity }) => identity.id.toLowerCase() === object.toLowerCase());
      if (record === undefined) return [];
      const why = record.options.protect
        ? "protected"
        : record.options.onDestroy === "retain"
          ? "to be kept"
          : keepsHere(record, declared);
      return why === null ? [] : [{ rule: "kept back", detail: `${object} was deleted and is ${why}` }];
    });
}

function keepsHere({ address, status }: ResourceRecord, declared: ReadonlySet<string>): string | null {
  return status === "current" && declared.has(address) ? "declared to be kept" : null;
}

/** What leans on an object goes before it. */
function order(
  own: readonly JudgedWrite[],
  records: readonly ResourceRecord[],
  { blueprints }: Scenario,
): readonly Violation[] {
  const at = (record: ResourceRecord, action: string) =>
    own.find((write) => write.action === action && write.object.toLowerCase() === record.identity.id.toLowerCase())
      ?.seq;
  return records.flatMap((leaner) =>
    leaner.dependsOn.flatMap((address) =>
      records
        .filter((other) => other.address === address)
        .flatMap((other) => {
          const [first, second] = [at(leaner, "delete"), at(other, "delete")];
          // What is deleted before it is made anew can't wait for those that will lean on the new one.
          const isReplaced = blueprints[slotOf(other.address)]?.deletesFirst === true;
          if (first === undefined || second === undefined || first < second || isReplaced) return [];
          return [
            {
              rule: "order",
              detail: `${other.identity.id} was deleted before ${leaner.identity.id}, which leans on it`,
            },
          ];
        }),
    ),
  );
}

/** A policy goes from one whole to the next: never without what was declared in between, never with both. */
function policies(own: readonly JudgedWrite[], world: World): readonly Violation[] {
  const calls = new Map(world.network.calls.map((call) => [call.number, call]));
  return own.flatMap(({ object, sender }) => {
    if (!object.endsWith("/iamPolicy")) return [];
    const body = JSON.parse(calls.get(sender.call)?.body ?? "{}") as {
      policy?: { bindings?: readonly JudgedBinding[] };
    };
    const bindings = body.policy?.bindings ?? [];
    const ours = bindings.flatMap(({ members }) => members).filter((member) => !member.includes("stranger"));
    return ours.length > 1 ? [{ rule: "policy", detail: `${object} was set to ${ours.join(" and ")}` }] : [];
  });
}

/** Every write was announced, and every write that was announced was made. */
async function honesty(
  digest: string,
  own: readonly JudgedWrite[],
  scenario: Scenario,
  world: World,
): Promise<readonly Violation[]> {
  const stored = await world.memory.getPlan(stack, digest);
  if (stored === null) return [{ rule: "honesty", detail: `plan ${digest} is gone` }];
  const plan = planOf(stored.document["plan"] as JsonObject);
  if (plan.deferred.length > 0) return [];
  const announced = new Map<string, { least: number; most: number }>();
  for (const step of plan.steps) {
    const key = keyOf(step);
    if (key === null) continue;
    // One that was not shown, or shown as deleted already, goes as it was recorded.
    const seen = plan.bindings.observed.some(
      ({ identity, version }) =>
        version !== null &&
        step.kind === "removal" &&
        identity.endsWith(` ${step.identity.id}`) &&
        version === step.prior?.version,
    );
    const { least, most } = writesOf(step, seen);
    const known = announced.get(key) ?? { least: 0, most: 0 };
    announced.set(key, { least: known.least + least, most: known.most + most });
  }
  const made = Map.groupBy(own, ({ object }) => object.toLowerCase());
  const violations: Violation[] = [];
  for (const key of new Set([...announced.keys(), ...made.keys()])) {
    const { least, most } = announced.get(key) ?? { least: 0, most: 0 };
    const count = made.get(key)?.length ?? 0;
    if (count < least || count > most) {
      violations.push({
        rule: "honesty",
        detail: `${key} was written ${count} times, the plan said ${least === most ? least : `${least} to ${most}`} (${scenario.operationMs} ms operations)`,
      });
    }
  }
  return violations;
}

/** Name of a step's object in the platforms' log; null where no write belongs to the step. */
function keyOf(step: Step): string | null {
  if (step.kind === "read" || step.kind === "move" || step.identity === null) return null;
  const { id } = step.identity;
  if (step.type === "compute:ReservationIamMember") return `${id.split(" ")[0]}/iampolicy`.toLowerCase();
  if (step.type === "settings:RestrictWorkspaceAdmins") return "settings/restrict_workspace_admins";
  return id.toLowerCase();
}

function writesOf(step: Step, seen: boolean): { readonly least: number; readonly most: number } {
  if (step.kind === "removal") {
    if (step.how === "forget") return { least: 0, most: 0 };
    // What may be gone already is deleted all the same.
    return { least: seen ? 1 : 0, most: 1 };
  }
  if (step.kind !== "write") return { least: 0, most: 0 };
  const revives = step.action === "undelete" || step.revives === true;
  const creates = step.action === "create" || (step.action === "replace" && !revives);
  const hasHole = JSON.stringify(step.desired).includes("$expr");
  const changes = creates || step.write.length > 0 || (step.action === "update" && step.fields.length === 0) ? 1 : 0;
  // A hole may turn out to hold what is there already.
  const least = (revives ? 1 : 0) + (hasHole && !creates ? 0 : changes);
  return { least, most: (revives ? 1 : 0) + changes };
}
