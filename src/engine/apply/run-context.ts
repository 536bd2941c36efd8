import type { Clock } from "../../base/clock.ts";
import { Fault } from "../../base/fault.ts";
import type { Ids } from "../../base/ids.ts";
import { invariant } from "../../base/invariant.ts";
import type { JsonObject } from "../../base/json.ts";
import type { Problem } from "../../base/problem.ts";
import type { Catalog, ResourceDefinition } from "../../definitions/schema/definition.ts";
import { unknown, type Value } from "../../definitions/schema/value.ts";
import type { Bindings } from "../expressions/evaluate.ts";
import type { ExpressionLanguage } from "../expressions/expression-language.ts";
import type { Plan, Step } from "../plan/plan.ts";
import type { Driver, ProviderInstance } from "../ports/driver.ts";
import type { Secrets } from "../ports/secrets.ts";
import type { AppendOutcome } from "../ports/store.ts";
import type { JournalEntry, RecordEffect, StepResult } from "../state/journal.ts";
import { claimKey, type ResourceRecord } from "../state/record.ts";
import type { StackState } from "../state/stack-state.ts";
import { Deadline } from "./deadline.ts";
import type { StepFailed } from "./step-failed.ts";

export interface ApplyInput {
  readonly plan: Plan;
  readonly run: string;
  readonly epoch: number;
  /** The state the plan is bound to. */
  readonly state: StackState;
  readonly catalog: Catalog;
  readonly language: ExpressionLanguage;
  readonly driverOf: (provider: ProviderInstance) => Driver;
  /** Opens the secret values of inputs, to check them. */
  readonly secrets: Pick<Secrets, "open">;
  /** Makes entries durable; resolves only then. */
  readonly append: (entries: readonly JournalEntry[]) => Promise<AppendOutcome>;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Steps in flight at once. */
  readonly parallel: number;
  /** Aborted: calls in flight are finished, no new one is begun. */
  readonly signal: AbortSignal;
  readonly emit: (event: ApplyEvent) => void;
}

/** What can be watched of a run. */
export type ApplyEvent =
  | { readonly kind: "started"; readonly step: Step }
  | { readonly kind: "waiting"; readonly step: Step; readonly detail: string }
  | { readonly kind: "done"; readonly step: Step; readonly id: string | null; readonly durationMs: number }
  | { readonly kind: "failed" | "skipped"; readonly step: Step; readonly problem: Problem };

/** What the steps of one run share. Lives as long as the run. */
export class RunContext {
  readonly input: ApplyInput;
  readonly #outputs = new Map<string, Value>();
  /** Claims that records hold now; those of intents alone are not among them. */
  readonly #heldClaims = new Set<string>();
  readonly #deadlines = new Map<string, Deadline>();
  #lastSeq = 0;

  constructor(input: ApplyInput) {
    this.input = input;
    for (const record of input.state.records.values()) this.#outputs.set(record.address, record.outputs);
    for (const record of [...input.state.records.values(), ...input.state.superseded])
      this.#heldClaims.add(this.claimKeyOf(record.type, record.provider.cloudId, record.identity.claim));
    for (const update of input.plan.recordUpdates) this.#outputs.set(update.address, update.outputs);
    for (const step of input.plan.steps) {
      if (step.kind === "write") this.#outputs.set(step.address, unknown(`${step.address} is not done`));
      if (step.kind === "read")
        this.#outputs.set(step.address, step.result?.outputs ?? unknown(`${step.address} is not read`));
    }
    // A later round gives these; until then there is at most the former value.
    for (const { address, why } of input.plan.deferred)
      if (!this.#outputs.has(address)) this.#outputs.set(address, unknown(why));
  }

  /** Finished steps' outputs, and those of everything unchanged. */
  readonly bindings: Bindings = {
    node: (name) => this.#outputs.get(name),
    config: () => undefined,
  };

  setOutputs(address: string, outputs: JsonObject): void {
    this.#outputs.set(address, outputs);
  }

  definition(type: string): ResourceDefinition {
    const definition = this.input.catalog.resources[type];
    invariant(definition !== undefined, `no definition of ${type}`);
    return definition;
  }

  /** How long a step may wait, counted from when it is first asked for. */
  deadline(step: Step): Deadline {
    const known = this.#deadlines.get(step.id) ?? new Deadline(step, this.input.clock);
    this.#deadlines.set(step.id, known);
    return known;
  }

  /** Number of the next intent of this run. */
  nextSeq(): number {
    this.#lastSeq += 1;
    return this.#lastSeq;
  }

  now(): string {
    return new Date(this.input.clock.now()).toISOString();
  }

  claimKeyOf(type: string, cloudId: string, claim: string): string {
    return claimKey(cloudId, claim, this.definition(type).identity.ignoreCase === true);
  }

  /** The record of a step's object as it was when the run began. */
  formerRecord(step: { readonly address: string; readonly uid: string }): ResourceRecord | undefined {
    const record = this.input.state.records.get(step.address);
    return record?.uid === step.uid ? record : undefined;
  }

  /** Makes entries durable, or ends the run (fenced) or the step (claim taken by somebody else). */
  async journal(entries: readonly JournalEntry[], claimTaken: (detail: string) => StepFailed): Promise<void> {
    const outcome = await this.input.append(entries);
    if (outcome.kind === "fenced")
      throw new Fault("store-busy", "another run has taken this stack over; this one writes no more");
    if (outcome.kind === "claimed") {
      throw claimTaken(`it already belongs to \`${outcome.claim.address}\` of stack \`${outcome.claim.stack}\``);
    }
    for (const entry of entries) {
      for (const { kind, claimKey: key } of entry.kind === "result" ? entry.effects : []) {
        if (kind === "put") this.#heldClaims.add(key);
        else this.#heldClaims.delete(key);
      }
    }
  }

  /** Gives a claim free that only a failed intent of ours has reserved; a record's own claim stays. */
  releaseOf(step: { readonly uid: string; readonly generation: number }, key: string): readonly RecordEffect[] {
    if (this.#heldClaims.has(key)) return [];
    return [{ kind: "remove", uid: step.uid, generation: step.generation, claimKey: key }];
  }

  /** Closes what earlier runs left open about the same object: what became of it is known now. */
  settledIntents(uid: string, key: string): readonly StepResult[] {
    return this.input.state.openIntents
      .filter(({ intent }) => intent.uid === uid && intent.claimKey === key)
      .map(({ intent }) => ({
        kind: "result",
        run: intent.run,
        step: intent.step,
        intentSeq: intent.seq,
        outcome: "done",
        detail: `settled by run ${this.input.run}`,
        effects: [],
      }));
  }
}
