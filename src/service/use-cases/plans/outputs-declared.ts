import { type JsonObject, jsonEqual, ownMember } from "../../../../packages/base/json/json.ts";
import type { Plan } from "../../../engine/plan/plan.ts";
import type { JournalEntry } from "../../../engine/state/journal.ts";
import type { DeclaredOutputs, OutputsDeclared } from "../../../engine/undo/former/former-outputs.ts";
import type { Deployment } from "../deployment.ts";
import { findPlan } from "./kept-plans.ts";

/**
 * What the outputs were declared as that a stack had before a run (`begin` is its first entry) and has now, and by the
 * plan of the run. An output is as a plan declares it once a run of that plan has ended and told it so: one that was
 * killed, or that left the output as it was, has made no value.
 */
export async function outputsDeclaredAround(
  stack: string,
  begin: JournalEntry,
  journal: readonly JournalEntry[],
  deployment: Deployment,
): Promise<OutputsDeclared> {
  const planOf = async (digest: string): Promise<Plan | null> =>
    (await findPlan(stack, digest, deployment))?.plan ?? null;
  const behind = async (entries: readonly JournalEntry[]): Promise<DeclaredOutputs> => {
    const told = endsIn(entries);
    const open = new Set(Object.keys(told.at(-1)?.outputs ?? {}));
    const declared: Record<string, DeclaredOutputs[string]> = {};
    for (const { plan: digest, outputs, left } of told.toReversed()) {
      if (open.size === 0) break;
      const plan = digest === null ? null : await planOf(digest);
      // Older versions have not noted what these leave, which is all.
      if (plan !== null && leavingKinds.has(plan.kind)) continue;
      for (const name of open) {
        if (left.has(name)) continue;
        open.delete(name);
        const made = Object.hasOwn(outputs, name) ? ownMember(plan?.derivedOutputs ?? {}, name) : undefined;
        if (made !== undefined) declared[name] = made;
      }
    }
    return declared;
  };
  const own = planBegunBy(begin.run, journal);
  return {
    before: await behind(journal.slice(0, journal.indexOf(begin))),
    run: own === null ? {} : ((await planOf(own))?.derivedOutputs ?? {}),
    last: await behind(journal),
  };
}

/** Plans of these kinds declare no output. */
const leavingKinds: ReadonlySet<Plan["kind"]> = new Set(["refresh", "import", "destroy"]);

/** The plan that a run has begun last; null for an edit of the state. */
function planBegunBy(run: string, journal: readonly JournalEntry[]): string | null {
  const started = journal.findLast((entry) => entry.kind === "run-started" && entry.run === run);
  return started?.kind === "run-started" ? started.plan : null;
}

/** What the outputs were after a run or an edit, which of them it has left as they were, and the plan behind it. */
interface Told {
  readonly plan: string | null;
  readonly outputs: JsonObject;
  readonly left: ReadonlySet<string>;
}

function endsIn(entries: readonly JournalEntry[]): readonly Told[] {
  const plans = new Map<string, string>();
  const told: Told[] = [];
  for (const entry of entries) {
    if (entry.kind === "run-started") plans.set(entry.run, entry.plan);
    if (entry.kind !== "run-ended" || entry.outputs === null) continue;
    const { run, outputs, leftOutputs = [] } = entry;
    const plan = plans.get(run) ?? null;
    const former = told.at(-1)?.outputs ?? {};
    // What an imported document says as it was said before is as it was made before.
    const same = Object.keys(outputs).filter((name) => jsonEqual(outputs[name], ownMember(former, name)));
    told.push({ plan, outputs, left: new Set(plan === null ? same : leftOutputs) });
  }
  return told;
}
