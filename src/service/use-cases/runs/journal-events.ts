import { problem } from "../../../../packages/base/problems/problem.ts";
import type { Catalog } from "../../../definitions/schema/definition.ts";
import type { ApplyEvent, StepEvent } from "../../../engine/apply/apply-events.ts";
import { platformOf, workText } from "../../../engine/apply/at-work.ts";
import type { Plan, Step } from "../../../engine/plan/plan.ts";
import { keptFormerObjects } from "../../../engine/plan/selection/kept-former-objects.ts";
import {
  type Intent,
  type JournalEntry,
  type StepResult,
  wasAsWanted,
  wasNotThere,
} from "../../../engine/state/journal.ts";
import { remainsProblem } from "../../../engine/state/records/may-be-left.ts";
import { writtenProblem } from "../../../engine/state/records/written-problem.ts";
import type { Deployment } from "../deployment.ts";
import { findPlan } from "../plans/kept-plans.ts";

/**
 * When steps that were under way began, by id, where more is known than the journal tells; in milliseconds since the
 * epoch.
 */
export type BegunAt = ReadonlyMap<string, number>;

/**
 * What befell the steps of a run in all its rounds, as its journal tells, in its order. The journal knows of writes:
 * when each was first noted, that an operation was begun, how often it was made, and its end. It knows nothing of
 * reads, of single answers, or of when a wait began.
 */
export async function journalEvents(
  stack: string,
  run: string,
  deployment: Deployment,
  begunAt: BegunAt = new Map(),
): Promise<readonly ApplyEvent[]> {
  const events: ApplyEvent[] = [];
  let round = new Round({ steps: [] }, begunAt, deployment.catalog);
  for (const entry of await deployment.store.readRun(stack, run)) {
    if (entry.kind !== "run-started") events.push(...round.note(entry));
    else
      round = new Round(
        (await findPlan(stack, entry.plan, deployment))?.plan ?? { steps: [] },
        begunAt,
        deployment.catalog,
      );
  }
  return events;
}

/** The ends of its steps alone. */
export async function endedSteps(
  stack: string,
  run: string,
  deployment: Deployment,
  begunAt: BegunAt = new Map(),
): Promise<readonly ApplyEvent[]> {
  const events = await journalEvents(stack, run, deployment, begunAt);
  return events.filter(({ kind }) => kind === "done" || kind === "failed");
}

/** The steps of one round, entry by entry. */
class Round {
  readonly #steps: ReadonlyMap<string, Step>;
  readonly #keepsOld: (step: Step) => boolean;
  readonly #known: BegunAt;
  readonly #catalog: Catalog;
  readonly #begunAt = new Map<string, number>();
  readonly #attempts = new Map<string, number>();
  /** Steps whose call is noted once more before it is sent. */
  readonly #notedAgain = new Set<string>();
  readonly #intents = new Map<number, Intent>();

  constructor(plan: Pick<Plan, "steps" | "left">, known: BegunAt, catalog: Catalog) {
    this.#catalog = catalog;
    this.#keepsOld = keptFormerObjects(plan);
    this.#steps = new Map(plan.steps.map((step) => [step.id, step]));
    this.#known = known;
  }

  note(entry: JournalEntry): readonly ApplyEvent[] {
    if (entry.kind === "intent") return this.#sent(entry);
    if (entry.kind === "handle") {
      const intent = this.#intents.get(entry.intentSeq);
      if (intent === undefined) return [];
      const step = this.#steps.get(intent.step);
      if (step === undefined) return [];
      const about = { ...platformOf(step, this.#catalog), detail: workText(step, this.#catalog), since: intent.at };
      return this.#told(intent.step, { kind: "waiting", why: "operation", ...about }, null);
    }
    return entry.kind === "result" ? this.#ended(entry) : [];
  }

  #sent(intent: Intent): readonly ApplyEvent[] {
    this.#intents.set(intent.seq, intent);
    if (intent.isAnswered === true) return [];
    const isNotedAgain = this.#notedAgain.delete(intent.step);
    if (intent.attempt > 1 && !isNotedAgain) this.#triedAgain(intent.step, 1);
    if (this.#begunAt.has(intent.step)) return [];
    this.#begunAt.set(intent.step, this.#known.get(intent.step) ?? Date.parse(intent.at));
    const step = this.#steps.get(intent.step);
    const platform = step === undefined ? {} : platformOf(step, this.#catalog);
    return this.#told(intent.step, { kind: "started", ...platform }, intent.at);
  }

  #ended(result: StepResult): readonly ApplyEvent[] {
    if (result.isNotedAgain === true) this.#notedAgain.add(result.step);
    const { step, at = null, outcome, attempts = 1 } = result;
    this.#triedAgain(step, attempts - 1);
    if (result.ends !== true) return [];
    if (outcome === "failed") {
      const why = result.problem ?? problem("outcome-unknown", result.detail);
      return this.#told(step, { kind: "failed", problem: why }, at);
    }
    const begun = this.#begunAt.get(step) ?? this.#known.get(step);
    // What made no call began and ended by one entry; older journals do not say when a step ended.
    const durationMs = begun === undefined || at === null ? 0 : Math.max(0, Date.parse(at) - begun);
    const nothing = {
      ...(result.detail === wasNotThere ? { wasAbsent: true as const } : {}),
      ...(result.detail === wasAsWanted ? { wasAsWanted: true as const } : {}),
    };
    const planned = this.#steps.get(step);
    const warning = warningIn(planned?.address ?? "", result);
    const kept = planned !== undefined && this.#keepsOld(planned) ? { keepsOld: true as const } : {};
    return this.#told(step, { kind: "done", id: idIn(result), durationMs, ...nothing, ...kept, ...warning }, at);
  }

  #triedAgain(step: string, times: number): void {
    this.#attempts.set(step, (this.#attempts.get(step) ?? 1) + times);
  }

  #told(id: string, event: StepEvent, at: string | null): readonly ApplyEvent[] {
    const step = this.#steps.get(id);
    return step === undefined ? [] : [{ ...event, step, at, attempt: this.#attempts.get(id) ?? 1 }];
  }
}

/** The object that a step was about, where its end wrote a record. */
function idIn({ effects }: StepResult): string | null {
  for (const effect of effects) if (effect.kind === "put") return effect.record.identity.id;
  return null;
}

/** What is to be told of the object that a step has written, or has not found. */
function warningIn(address: string, { effects, detail, remains }: StepResult) {
  if (remains !== undefined) return { warning: remainsProblem(address, remains) };
  for (const effect of effects) {
    const warning = effect.kind === "put" ? writtenProblem(effect.record, detail) : undefined;
    if (warning !== undefined) return { warning };
  }
  return {};
}
