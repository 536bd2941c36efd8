import type { Plan, Step } from "../../../../src/engine/plan/plan.ts";
import type { ResourceRecord } from "../../../../src/engine/state/records/record.ts";
import { isRead, slotsOf } from "../../declared/slots.ts";
import type { Deed } from "../../run-scenario.ts";
import type { Scenario } from "../../scenario.ts";
import type { CloudMemory, JudgedWrite } from "../../world/cloud-memory.ts";
import type { Call } from "../../world/network.ts";
import type { World } from "../../world/world.ts";
import type { JournalJudge, Violation } from "../journal-judge.ts";
import type { JudgedBinding } from "../world-judge.ts";
import { judgeKeptUnknown } from "./kept-unknown-judge.ts";
import { judgeOrder, type Leans, leftInClients } from "./order-judge.ts";
import { judgeDone, judgeUntouched } from "./plan-judge.ts";
import { judgePutBack } from "./put-back-judge.ts";
import type { SeenRun } from "./run-history.ts";
import { judgeDisplaced, judgeOverwritten } from "./strangers-judge.ts";

/** A run with what the journal and the store tell of it, and what was known before. */
export interface Judged {
  /** Undefined where a request came to no run. */
  readonly run: SeenRun | undefined;
  readonly plans: readonly Plan[];
  readonly leans: Leans;
  /** Shares that we have let go of, as their ids. */
  readonly released: ReadonlySet<string>;
  /** When objects were forgotten last while a change of them went on, by their names in the platforms' log. */
  readonly forgottenAt: ReadonlyMap<string, number>;
}

/**
 * What a run did on the platforms, held against what its plan said and what it may do with the records it began with.
 */
export function judgeRun(
  deed: Deed,
  before: JournalJudge["atStart"],
  { run, plans, leans, released, forgottenAt }: Judged,
  scenario: Scenario,
  world: World,
): readonly Violation[] {
  const { storage, network } = world;
  const own = ownWrites(deed, world);
  const calls = network.calls
    .slice(deed.callsBefore, deed.end?.calls)
    .filter(({ pid }) => pid === deed.member.process.pid);
  // What an undo brings back is no more ours than what it lets go of.
  const others = deed.operation.act.kind === "undo" ? released : new Set<string>();
  const violations = [...policies(own, others, world)];
  if (run !== undefined) violations.push(...judgeDisplaced(calls, plans), ...judgeUntouched(own, run, plans));
  const isLagging = deed.end?.struck !== deed.struckBefore;
  // A plan that was proposed has looked before the deed that carries it out.
  const known = network.calls
    .slice(0, deed.end?.calls)
    .filter(({ pid, atMs }) => atMs >= deed.sinceMs && [deed.lookedBy, deed.member.process.pid].includes(pid));
  if (run !== undefined && deed.runMs !== null && !isLagging && !deed.isSequel)
    violations.push(...judgeOverwritten(own, known, [deed.runMs, ...run.roundsAtMs], storage));
  const records = [...(before?.values() ?? [])];
  if (!deed.isFirst || deed.isShared) return violations;
  violations.push(
    ...judgeOrder(own, records, deed.isSequel ? [] : leans, plans, leftInClients(own, records, plans, storage)),
    ...keptBack(own, records, keptByDeclaration(deed, scenario)),
  );
  if (run !== undefined)
    violations.push(...judgeDone(run, plans), ...judgeKeptUnknown(deed, { run, plans }, own, scenario));
  if (run !== undefined) violations.push(...judgePutBack(deed, { run, plans }, calls));
  const [plan] = plans;
  // A change of ours that was forgotten while it went on may make an object as a later run wants it.
  const mayChangeYet = (object: string) =>
    (forgottenAt.get(object) ?? Number.NEGATIVE_INFINITY) + scenario.operationMs >= deed.begunMs;
  if (isUndisturbed(deed) && hasDone(deed) && deed.runMs !== null && plan !== undefined)
    violations.push(...honesty(plan, own, calls, scenario, storage, mayChangeYet));
  return violations;
}

/** What a process wrote in the course of a deed; what the network delivered twice counts once. */
export function ownWrites(deed: Deed, { storage }: World): readonly JudgedWrite[] {
  const { pid } = deed.member.process;
  return storage.writes
    .slice(deed.writesBefore, deed.end?.writes)
    .filter(({ sender }) => sender.pid === pid && !sender.isRepetition);
}

/** Nothing failed on the way, and nothing was left to find out. */
export function isUndisturbed({ end, isSequel, struckBefore, cancelledMs, member }: Deed): boolean {
  return end !== null && !isSequel && end.struck === struckBefore && cancelledMs === null && !member.process.wasHalted;
}

export function hasDone({ end }: Deed): boolean {
  return end !== null && end.ending !== "died" && !("thrown" in end.ending) && end.ending.status === "done";
}

/** Names that the declaration of a deed keeps, whatever is recorded of them. What is only read has no options. */
function keptByDeclaration({ operation: { act } }: Deed, { blueprints }: Scenario): ReadonlySet<string> {
  if (act.kind !== "up") return new Set();
  return new Set(
    slotsOf(blueprints, act.want).flatMap((each) =>
      each !== null && !isRead(each.blueprint.kind) && (each.blueprint.protect || each.blueprint.retain)
        ? [each.name]
        : [],
    ),
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

/** A policy goes from one whole to the next: never without what was declared in between, never with both. */
function policies(own: readonly JudgedWrite[], others: ReadonlySet<string>, world: World): readonly Violation[] {
  const calls = new Map(world.network.calls.map((call) => [call.number, call]));
  return own.flatMap(({ object, sender }) => {
    if (!object.endsWith("/iamPolicy")) return [];
    const body = JSON.parse(calls.get(sender.call)?.body ?? "{}") as {
      policy?: { bindings?: readonly JudgedBinding[] };
    };
    const bindings = body.policy?.bindings ?? [];
    const place = object.slice(0, -"/iamPolicy".length);
    const isOurs = (role: string, member: string) => {
      const grant = `${place} ${role} ${member}`;
      // What somebody else has granted as well is brought back by an undo, beside what is declared.
      const isTheirs = others.has(grant.toLowerCase()) || world.storage.sharedWithOthers.has(grant);
      return !member.includes("stranger") && !isTheirs;
    };
    const ours = bindings.flatMap(({ role, members }) => members.filter((member) => isOurs(role, member)));
    return ours.length > 1 ? [{ rule: "policy", detail: `${object} was set to ${ours.join(" and ")}` }] : [];
  });
}

/** Every write was announced, and every write that was announced was made. */
function honesty(
  plan: Plan,
  own: readonly JudgedWrite[],
  calls: readonly Call[],
  scenario: Scenario,
  storage: CloudMemory,
  mayChangeYet: (object: string) => boolean,
): readonly Violation[] {
  if (plan.deferred.length > 0) return [];
  const announced = new Map<string, { least: number; most: number }>();
  for (const step of plan.steps) {
    const key = keyOf(step);
    if (key === null || step.kind === "read" || step.kind === "move") continue;
    // One that was not shown, or shown as deleted already, goes as it was recorded.
    const seen = plan.bindings.observed.some(
      ({ identity, version }) =>
        version !== null &&
        step.kind === "removal" &&
        identity.endsWith(` ${step.identity.id}`) &&
        version === step.prior?.version,
    );
    const { least, most } = writesOf(step, seen && !isKeptWithClient(step, storage));
    const known = announced.get(key) ?? { least: 0, most: 0 };
    announced.set(key, { least: known.least + least, most: known.most + most });
  }
  const made = Map.groupBy(own, ({ object }) => object.toLowerCase());
  const violations: Violation[] = [];
  for (const key of new Set([...announced.keys(), ...made.keys()])) {
    const { least, most } = announced.get(key) ?? { least: 0, most: 0 };
    const count = made.get(key)?.length ?? 0;
    if ((count < least && !mayChangeYet(key)) || count > most + unansweredSets(key, calls)) {
      violations.push({
        rule: "honesty",
        detail:
          `${key} was written ${count} times, the plan said ${least === most ? least : `${least} to ${most}`} ` +
          `(${scenario.operationMs} ms operations)`,
      });
    }
  }
  return violations;
}

/** How often a policy was set without an answer: setting it once more tells what came of that, since reads may lag. */
function unansweredSets(key: string, calls: readonly Call[]): number {
  const path = `/${key.replace(/\/iampolicy$/, "/setiampolicy")}`;
  return calls.filter((call) => call.isUnknown && call.path.toLowerCase().endsWith(path)).length;
}

/** Name of a step's object in the platforms' log; null where no write belongs to the step. */
function keyOf(step: Step): string | null {
  if (step.kind === "read" || step.kind === "move" || step.identity === null) return null;
  const { id } = step.identity;
  if (step.type === "compute:ReservationIamMember") return `${id.split(" ")[0]}/iampolicy`.toLowerCase();
  if (step.type === "settings:RestrictWorkspaceAdmins") return "settings/restrict_workspace_admins";
  return id.toLowerCase();
}

/**
 * Whether a step is about a credential of a deleted client; whether that had to go first is judged by the order: the
 * platform refuses each change of it.
 */
function isKeptWithClient({ identity }: Exclude<Step, { kind: "read" | "move" }>, storage: CloudMemory): boolean {
  const [client = "", credential] = (identity?.id ?? "").split("/credentials/");
  return credential !== undefined && storage.contents("google", "oauth-client").get(client)?.["state"] === "DELETED";
}

function writesOf(step: Step, seen: boolean): { readonly least: number; readonly most: number } {
  if (step.kind === "removal") {
    if (step.how === "forget") return { least: 0, most: 0 };
    // What the platform wants first is a call of its own.
    const calls = step.type === "iam:OAuthClientCredential" && step.fields.length > 0 ? 2 : 1;
    // What may be gone already is deleted all the same.
    return { least: seen ? calls : 0, most: calls };
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
